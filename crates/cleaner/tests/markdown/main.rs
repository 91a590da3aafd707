//! Markdown as people see it, and as a parser reads it back.

mod cases;
mod formulas;
mod limits;
mod reader;
mod round_trip;
