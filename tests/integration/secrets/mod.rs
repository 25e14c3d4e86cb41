//! Secrets: stored in files that only their owner can read, and absent from all output of the program.

mod client;
mod files;
mod output;
mod refusals;
mod security_log;
