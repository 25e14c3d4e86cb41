//! Errors of sending emails.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

/// An error of sending an email.
#[derive(Debug, Error)]
pub enum MailError {
    /// The sender's address in the settings is invalid.
    #[error("mail.from: {0} is not an address such as Blog <blog@example.org>")]
    Sender(String),
    /// The host name of the server in the settings is invalid.
    #[error("mail.host: {0}")]
    Server(lettre::transport::smtp::Error),
    /// The email cannot be encoded; retrying does not help.
    #[error("the mail cannot be written: {0}")]
    Encoding(String),
    /// The server refused the recipient or the content for good.
    #[error("the mail server refused it for good: {0}")]
    Refused(lettre::transport::smtp::Error),
    /// The server rejected it, or the connection failed.
    #[error("the mail server did not take it: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The server lacks an extension that the mail needs.
    #[error("the mail server does not support {0}")]
    Unsupported(String),
    /// The server did not respond in time.
    #[error("the mail server did not take it within {0:?}")]
    Timeout(Duration),
    /// The folder for the files could not be created.
    #[error("the folder {folder} for mails cannot be made: {cause}; move away what is in its place")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file could not be written.
    #[error("the file could not be written: {0}")]
    File(#[from] io::Error),
}

impl MailError {
    /// Whether retrying is useless.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Encoding(_) | Self::Refused(_))
    }

    /// Whether the address of the recipient takes no mail.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }
}
