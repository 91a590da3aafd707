//! The `demold` command, built together with the tests that run it.

fn main() -> std::process::ExitCode {
    demold_cli::main()
}
