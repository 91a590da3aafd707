//! Markdown as people see it, and as a parser reads it back.

mod cases;
mod dialects;
mod formulas;
mod hostile;
#[path = "../../examples/round_trip/outline.rs"]
mod outline;
mod outlines;
mod reader;
mod round_trip;
