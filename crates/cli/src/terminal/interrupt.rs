//! Ctrl-C, and being asked to end: before the process ends, it says how the work can be continued.

#[cfg(unix)]
use std::sync::{Mutex, Once, PoisonError};

/// What is said; nothing if it is empty.
#[cfg(unix)]
static MESSAGE: Mutex<&str> = Mutex::new("");

/// Makes the process print a line when it is interrupted. The process then ends as it would without a handler. On
/// systems other than Unix nothing is printed.
pub(crate) fn say_when_interrupted(message: &'static str) {
    #[cfg(unix)]
    {
        static HANDLER: Once = Once::new();
        *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner) = message;
        HANDLER.call_once(handle);
    }
    #[cfg(not(unix))]
    let _ = message;
}

/// Makes the process end when it is interrupted, as it does by default. The runtime of a crawl replaces that for good.
#[cfg(feature = "crawl")]
pub(crate) fn end_when_interrupted() {
    say_when_interrupted("");
}

#[cfg(unix)]
fn handle() {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };

    // If no handler can be installed, an interrupted process ends without the line, which does no harm.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let message = *MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
            if !message.is_empty() {
                say!("{message}");
            }
            // Ends the process by the signal, so that a shell sees an interruption and not an exit status.
            let _ = emulate_default_handler(signal);
        }
    });
}
