//! Errors with their sources.

use std::error::Error;
use std::iter::successors;

/// Returns the sources of an error, the nearest first.
pub fn sources(error: &dyn Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    successors(error.source(), |&source| source.source())
}

/// Returns the message of an error, followed by the messages of its sources, on one line.
pub fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    for source in sources(error) {
        text.push_str(": ");
        text.push_str(&source.to_string());
    }
    text
}
