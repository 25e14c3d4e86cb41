//! Texts of one line.

use crate::domain::ValidationError;
use crate::domain::hidden_characters::contains_hidden_characters;

/// Trims and validates a text of one line of `min` to `max` characters. `name` begins the message.
pub(in crate::domain) fn line(
    field: &str,
    name: &str,
    text: &str,
    min: usize,
    max: usize,
) -> Result<String, ValidationError> {
    let text = text.trim();
    let reject = |message: String| ValidationError::reject(field.to_owned(), message);
    let length = text.chars().count();
    if length < min {
        return reject(format!("{name} is required"));
    }
    if length > max {
        return reject(format!("{name} must be at most {max} characters long"));
    }
    if contains_hidden_characters(text) {
        return reject(format!(
            "{name} cannot hold line breaks, control or invisible characters"
        ));
    }
    Ok(text.to_owned())
}
