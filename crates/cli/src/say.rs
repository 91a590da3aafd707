//! Messages for people.

/// Prints a line on standard error. Where that is closed, or full, there is
/// nobody to tell, and the work goes on.
macro_rules! say {
    ($($arguments:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($arguments)*);
    }};
}
