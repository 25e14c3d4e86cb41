//! The one place that writes to the terminal.

use std::io::{self, IsTerminal as _, Write};

use indicatif::ProgressBar;

/// Writes a line to standard output. A reader that went away is no error.
pub(super) fn say(line: &str) {
    drop(writeln!(io::stdout().lock(), "{line}"));
}

/// Writes a line to standard error.
pub(super) fn problem(line: &str) {
    drop(writeln!(io::stderr().lock(), "{line}"));
}

/// A bar on the terminal, and nothing where there is none.
pub(super) fn progress_bar() -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(0)
    } else {
        ProgressBar::hidden()
    }
}
