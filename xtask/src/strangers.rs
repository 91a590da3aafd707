//! Compiles the README of each crate as somebody who has only that: its lines for `Cargo.toml` and its example.
//!
//! Doctests do not show what a stranger lacks: they see all dependencies of the crate itself, and know its library by a
//! name that is not the package's. So each README becomes a package with the dependencies that it names and nothing
//! else. The crates of this repository stand in for those of crates.io. The packages share one workspace and the target
//! folder of this one, so little is compiled for them but the examples.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, bail, ensure};

/// Where the packages are written, below the target folder.
const FOLDER: &str = "strangers";

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let target = crate::target(root);
    let folder = target.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let mut names = Vec::new();
    let mut patches = String::new();
    for entry in fs::read_dir(root.join("crates"))? {
        let path = entry?.path();
        let Ok(readme) = fs::read_to_string(path.join("README.md")) else {
            continue;
        };
        let Ok(package) = fs::read_to_string(path.join("Cargo.toml")) else {
            continue;
        };
        if package.contains("\npublish = false\n") {
            continue;
        }
        let name = (package.lines())
            .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
            .with_context(|| format!("{} has no name", path.display()))?;
        patches += &format!("{name} = {{ path = {path:?} }}\n");
        let Some(example) = blocks(&readme, "rust").next() else {
            continue;
        };
        let dependencies = blocks(&readme, "toml")
            .find(|block| block.starts_with("[dependencies]"))
            .with_context(|| format!("the README of {name} has no lines for Cargo.toml"))?;
        ensure!(
            dependencies.contains(&format!("\n{name} = ")),
            "the README of {name} does not say how to depend on it"
        );
        names.push(name.to_owned());
        write(&folder.join(name), name, &dependencies, &example)?;
    }
    names.sort_unstable();
    ensure!(!names.is_empty(), "no README has an example");
    // What was built for our own workspace is built with these.
    let profiles = manifest.find("\n[profile.").map_or("", |start| &manifest[start..]);
    let facade = root.join("crates/demold");
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[workspace]\nresolver = \"3\"\nmembers = {names:?}\n\n[patch.crates-io]\n{patches}demold = {{ path = {facade:?} }}\n{profiles}"
        ),
    )?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let status = Command::new(env!("CARGO"))
        .args(["check", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        .status()?;
    if !status.success() {
        bail!("a stranger cannot compile these examples; they are in {}", folder.display());
    }
    println!("{} READMEs compile: {}", names.len(), names.join(", "));
    Ok(())
}

/// Returns the code blocks of a language, without the marks by which doctests hide lines.
fn blocks<'r>(readme: &'r str, language: &'r str) -> impl Iterator<Item = String> + 'r {
    let mut rest = readme;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once("\n```")?;
            let (info, block) = after.split_once('\n')?;
            let (block, after) = block.split_once("\n```")?;
            rest = after;
            if info.split(',').next() == Some(language) {
                let lines = block.lines().map(|line| match line {
                    "#" => "",
                    _ if language == "rust" => line.strip_prefix("# ").unwrap_or(line),
                    _ => line,
                });
                return Some(lines.fold(String::new(), |all, line| all + line + "\n"));
            }
        }
    })
}

/// Writes a package that consists of an example.
fn write(folder: &Path, name: &str, dependencies: &str, example: &str) -> anyhow::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"stranger-to-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n{dependencies}"
        ),
    )?;
    let program = if example.contains("fn main(") {
        example.to_owned()
    } else if example.contains("\nOk::<") {
        format!(
            "fn example() -> Result<(), impl std::fmt::Debug> {{\n{example}}}\n\nfn main() {{\n    example().expect(\"the example runs\");\n}}\n"
        )
    } else {
        format!("fn main() {{\n{example}}}\n")
    };
    fs::write(folder.join("src/main.rs"), program)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn blocks_of_a_readme() {
        let readme = "# A\n\n```toml\n[dependencies]\n# why\n```\n\n```rust,no_run\nuse a::B;\n# b()?;\n#\n```\n";
        assert_eq!(blocks(readme, "rust").collect::<Vec<_>>(), ["use a::B;\nb()?;\n\n"]);
        assert_eq!(blocks(readme, "toml").collect::<Vec<_>>(), ["[dependencies]\n# why\n"]);
        assert_eq!(blocks(readme, "text").count(), 0);
    }
}
