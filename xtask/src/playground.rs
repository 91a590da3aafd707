//! `cargo xtask playground`: builds the playground, and serves it on this machine.

mod server;

use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, bail, ensure};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where it is put
    #[arg(long, value_name = "DIR", default_value = "target/playground")]
    out: PathBuf,
    /// The port of the loopback address at which it is served; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8765)]
    port: u16,
    /// Only build it
    #[arg(long)]
    no_serve: bool,
    /// Only serve what an earlier run has built
    #[arg(long, conflicts_with = "no_serve")]
    no_build: bool,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// What the page loads besides itself, from the folder of the package.
const PACKAGE: [&str; 3] = ["browser.js", "wasm.js", "wasm_bg.wasm"];

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let out = root.join(&arguments.out);
    if !arguments.no_build {
        let package = build(root)?;
        put_together(root, &package, &out)?;
    }
    let missing = missing(&out);
    ensure!(missing.is_empty(), "{} lacks {}: build it first", out.display(), missing.join(", "));
    if arguments.no_serve {
        eprintln!("the playground is in {}", out.display());
        return Ok(());
    }
    let address = (Ipv4Addr::LOCALHOST, arguments.port);
    let listener = TcpListener::bind(address)
        .with_context(|| format!("cannot serve at port {}; --port names another", arguments.port))?;
    eprintln!("the playground is at http://{}/ until Ctrl-C", listener.local_addr()?);
    server::serve(&listener, &out)
}

/// Builds the module and what JavaScript calls of it, and returns their folder.
fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let libraries = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    if !Path::new(libraries.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        bail!("the compiler has no standard library for browsers: rustup target add {TARGET}");
    }
    let tools = root.join("target/js");
    let program = bindgen(root, &tools)?;
    succeed(
        Command::new("cargo")
            .args(["build", "--profile", "wasm", "--target", TARGET, "-p", "demold-js"])
            .current_dir(root),
    )?;
    let built = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let module = root.join(built).join(TARGET).join("wasm/demold_js.wasm");
    let package = tools.join("playground");
    succeed(
        Command::new(program)
            .args(["--target", "web", "--no-typescript", "--remove-name-section", "--remove-producers-section"])
            .arg("--out-dir")
            .arg(&package)
            .args(["--out-name", "wasm"])
            .arg(module),
    )?;
    copy(&root.join("crates/js/browser.js"), &package.join("browser.js"))?;
    Ok(package)
}

/// Returns the program that writes what JavaScript calls. It must be of the very version that the crate is built with.
fn bindgen(root: &Path, tools: &Path) -> anyhow::Result<PathBuf> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let version = version(&manifest).context("Cargo.toml names no version of wasm-bindgen")?;
    let program = tools.join("bin/wasm-bindgen");
    let found = output(Command::new(&program).arg("--version")).unwrap_or_default();
    if found.trim() != format!("wasm-bindgen {version}") {
        eprintln!("installing wasm-bindgen {version} into {}, which takes some minutes", tools.display());
        succeed(
            Command::new("cargo")
                .args(["install", "--quiet", "--force", "wasm-bindgen-cli", "--version", version])
                .args(["--no-default-features", "--root"])
                .arg(tools)
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
                .env("CARGO_TARGET_DIR", tools.join("tools")),
        )?;
    }
    Ok(program)
}

/// Returns the version of wasm-bindgen that a manifest asks for.
fn version(manifest: &str) -> Option<&str> {
    let (_, rest) = manifest.split_once("\nwasm-bindgen = \"=")?;
    Some(rest.split_once('"')?.0)
}

/// Copies the page, and the package beside it.
fn put_together(root: &Path, package: &Path, out: &Path) -> anyhow::Result<()> {
    let below = out.join("demold");
    fs::create_dir_all(&below).with_context(|| format!("cannot create {}", below.display()))?;
    let page = root.join("docs/playground");
    for entry in fs::read_dir(&page).with_context(|| format!("cannot list {}", page.display()))? {
        let entry = entry?;
        copy(&entry.path(), &out.join(entry.file_name()))?;
    }
    PACKAGE.iter().try_for_each(|name| copy(&package.join(name), &below.join(name)))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Returns the files of a playground that are not there.
fn missing(out: &Path) -> Vec<String> {
    let package = PACKAGE.iter().map(|name| format!("demold/{name}"));
    let all = ["index.html".to_owned()].into_iter().chain(package);
    all.filter(|name| !out.join(name).is_file()).collect()
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot run {}", command.get_program().display()))?;
    Ok(String::from_utf8(output.stdout)?)
}

fn succeed(command: &mut Command) -> anyhow::Result<()> {
    let program = command.get_program().to_owned();
    let status = command.status().with_context(|| format!("cannot run {}", program.display()))?;
    ensure!(status.success(), "{} failed: {status}", program.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_manifest() {
        assert_eq!(version("[a]\nwasm-bindgen = \"=0.2.7\" # why\n"), Some("0.2.7"));
        assert_eq!(version("wasm-bindgen-futures = \"1\"\n"), None);
        let manifest = fs::read_to_string(crate::root().join("Cargo.toml")).unwrap();
        assert!(version(&manifest).is_some());
    }

    #[test]
    fn what_the_page_loads_is_beside_it() {
        let (package, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let all = ["index.html", "demold/browser.js", "demold/wasm.js", "demold/wasm_bg.wasm"];
        assert_eq!(missing(out.path()), all);
        for name in PACKAGE {
            fs::write(package.path().join(name), name).unwrap();
        }
        put_together(&crate::root(), package.path(), out.path()).unwrap();
        assert!(missing(out.path()).is_empty());
        // The page names the command where something is missing.
        for file in ["index.html", "playground.js"] {
            assert!(fs::read_to_string(out.path().join(file)).unwrap().contains("cargo xtask playground"), "{file}");
        }
    }
}
