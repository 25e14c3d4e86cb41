//! Layer 1: the content and the delivery of emails.

mod list_templates;
mod mailer;
mod smtp;
mod templates;

pub use list_templates::{Link, ListContent, ListedPost, quote};
pub use mailer::{MailError, Mailer, SmtpServer, Tls, is_sender, remove_files_before};
pub use templates::{EmailTemplates, TemplateError};
