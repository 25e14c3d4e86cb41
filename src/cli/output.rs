//! Terminal output of all commands.

use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

/// Writes a line to standard output. Errors, such as a closed pipe, are ignored.
pub(super) fn print_line(line: &str) {
    drop(writeln!(io::stdout().lock(), "{line}"));
}

pub(super) fn print_error(line: &str) {
    drop(writeln!(io::stderr().lock(), "{line}"));
}

/// Creates a progress bar, which is hidden unless standard error is a terminal.
pub(super) fn progress_bar() -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(0)
    } else {
        ProgressBar::hidden()
    }
}

/// Returns the exit code of an import that has refused so many things.
pub(super) fn exit_code(refused: u64) -> ExitCode {
    if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the progress bar of an import of so many bytes.
pub(super) fn import_progress(length: u64) -> ProgressBar {
    let bar = progress_bar();
    bar.set_length(length);
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {percent:>3} %  {bytes}/{total_bytes}  {eta} left")
    {
        bar.set_style(style);
    }
    bar
}
