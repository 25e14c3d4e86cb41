//! Floor 1: what mails say, and how they leave the house.

mod letters;
mod mailer;

pub use letters::{LetterError, Letters};
pub use mailer::{MailError, Mailer, SmtpServer, SmtpTls, is_sender, remove_old_files};
