//! The `demold` command.

fn main() -> std::process::ExitCode {
    demold_cli::main()
}
