//! One test binary: the real router on a real SQLite file, and the real program.

mod api;
mod architecture;
mod cli;
mod content_corpus;
mod openapi;
mod search_corpus;
mod support;
