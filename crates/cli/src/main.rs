//! The `demold` command.

/// That of musl gives large pieces back at once: a run took 1.4 times as long as with the GNU C library, and takes about
/// as long with this one (docs/figures/performance.md, "The size of packages").
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    demold_cli::main()
}
