//! Markdown as people see it, and as a parser reads it back.

mod cases;
mod formulas;
mod hostile;
mod reader;
mod round_trip;
mod structure;
