//! The command and the library as their users meet them.

mod command;
mod server;

mod clean;
mod config;
mod crawl;
mod crawls;
mod errors;
mod expressions;
mod fetch;
#[cfg(unix)]
mod folders;
mod learn;
mod mirrors;
mod options;
mod papers;
mod pipeline;
mod proxy;
mod readme;
mod repeats;
mod report;
mod rules;
mod runs;
mod seven_days;
mod shown;
mod single;
mod site;
mod trafilatura;
mod unread;
