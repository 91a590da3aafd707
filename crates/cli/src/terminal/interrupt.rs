//! Ctrl-C: how to go on is said before the process ends.

/// Has a line printed when the process is interrupted. It ends as it would have without. On systems other than Unix it
/// ends without a word.
pub(crate) fn say_when_interrupted(message: &'static str) {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, iterator::Signals, low_level::emulate_default_handler};

        // Without a handler the process ends in silence.
        let Ok(mut signals) = Signals::new([SIGINT]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                say!("{message}");
                let _ = emulate_default_handler(signal);
            }
        });
    }
    #[cfg(not(unix))]
    let _ = message;
}
