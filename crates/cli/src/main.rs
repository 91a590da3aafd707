//! The `demold` command.

#[cfg(all(target_os = "linux", feature = "mimalloc"))]
mod allocator;

fn main() -> std::process::ExitCode {
    #[cfg(all(target_os = "linux", feature = "mimalloc"))]
    allocator::keep_free_memory();
    demold_cli::main()
}
