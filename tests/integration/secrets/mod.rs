//! What is secret stays so: in files that their owner alone can read, and out of all that the program says.

mod files;
mod security_log;
mod walk;
mod words;
