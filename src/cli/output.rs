//! Terminal output of all commands.

use std::io::{self, IsTerminal as _, Write};

use indicatif::ProgressBar;

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
