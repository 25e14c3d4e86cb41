//! The error of a value that breaks a rule.

use std::borrow::Cow;

use thiserror::Error;

/// An invalid value: its field, and a message for the person who entered it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct ValidationError {
    /// The name of the field in the API.
    pub field: Cow<'static, str>,
    /// The message: a sentence without a full stop.
    pub message: String,
}

impl ValidationError {
    /// Creates an error for `field`.
    pub fn new(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }

    /// Rejects the value of `field` if it has the character U+0000, which PostgreSQL cannot store.
    pub fn reject_null_character(field: &'static str, text: Option<&str>) -> Result<(), Self> {
        match text {
            Some(text) if text.contains('\0') => {
                Self::reject(field, format!("{field} cannot hold the character U+0000"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Rejects the value of `field`.
    pub fn reject<T>(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Result<T, Self> {
        Err(Self::new(field, message))
    }
}
