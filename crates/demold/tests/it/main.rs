//! The library as its users meet it.

mod plain_text;
mod settings;
