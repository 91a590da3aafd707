//! Ctrl-C: before the process ends, it says how the work can be continued.

/// Makes the process print a line when it is interrupted. The process then ends as it would without a handler. On
/// systems other than Unix nothing is printed.
pub(crate) fn say_when_interrupted(message: &'static str) {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, iterator::Signals, low_level::emulate_default_handler};

        // If no handler can be installed, an interrupted process ends without the line, which does no harm.
        let Ok(mut signals) = Signals::new([SIGINT]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                say!("{message}");
                // Ends the process by the signal, so that a shell sees an interruption and not an exit status.
                let _ = emulate_default_handler(signal);
            }
        });
    }
    #[cfg(not(unix))]
    let _ = message;
}
