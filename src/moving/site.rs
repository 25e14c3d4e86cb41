//! The export of another site of this kind.

use super::source::Source;
use super::{ReadError, Sink};

/// Hands every item of the export to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let _ = (source, sink);
    Err(ReadError::Form("not written yet".to_owned()))
}
