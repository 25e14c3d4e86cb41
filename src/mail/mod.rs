//! Layer 1: the content and the delivery of emails.

mod colours;
mod error;
mod list_templates;
mod mailer;
mod smtp;
mod templates;

pub use error::MailError;
pub use list_templates::{Link, ListContent, ListedPost, quote};
pub use mailer::{Mailer, is_sender, remove_files_before};
pub use smtp::SmtpServer;
pub use templates::{EmailTemplates, TemplateError};
