//! Why a value was refused.

use std::borrow::Cow;

use thiserror::Error;

/// A value that breaks a rule: which field it was for, and a sentence for the person who gave it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct Invalid {
    /// The name of the field as it stands on the wire.
    pub field: Cow<'static, str>,
    /// What is wrong, as a whole sentence without a full stop.
    pub message: String,
}

impl Invalid {
    /// `field` was refused because of `message`.
    pub fn new(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}
