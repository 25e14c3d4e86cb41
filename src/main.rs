//! The program: runs the command line, and turns an error into one line and an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    blog_app::cli::run()
}
