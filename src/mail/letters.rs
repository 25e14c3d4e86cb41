//! What mails say. A letter is a text and the same laid out; the templates lie beside this file.
//!
//! No letter repeats what a stranger typed: whoever signs up with the address of somebody else would
//! have us deliver it.

use askama::Template;
use thiserror::Error;

use crate::domain::code::{Code, Purpose, VALID_MILLISECONDS};
use crate::domain::mail::Mail;
use crate::domain::user::Email;

const MINUTE_MILLISECONDS: i64 = 60_000;

/// The letter could not be written.
#[derive(Debug, Error)]
#[error("the mail could not be written: {0}")]
pub struct LetterError(#[from] askama::Error);

/// Writes the letters of one site.
#[derive(Clone)]
pub struct Letters {
    site: String,
    address: String,
}

#[derive(Template)]
#[template(path = "mail/templates/code.txt")]
struct CodeText<'letter> {
    letter: &'letter CodeLetter<'letter>,
}

#[derive(Template)]
#[template(path = "mail/templates/code.html")]
struct CodeHtml<'letter> {
    letter: &'letter CodeLetter<'letter>,
}

struct CodeLetter<'letter> {
    site: &'letter str,
    address: &'letter str,
    title: &'static str,
    reason: &'static str,
    code: &'letter str,
    minutes: i64,
    otherwise: &'static str,
}

#[derive(Template)]
#[template(path = "mail/templates/notice.txt")]
struct NoticeText<'letter> {
    letter: &'letter NoticeLetter<'letter>,
}

#[derive(Template)]
#[template(path = "mail/templates/notice.html")]
struct NoticeHtml<'letter> {
    letter: &'letter NoticeLetter<'letter>,
}

struct NoticeLetter<'letter> {
    site: &'letter str,
    address: &'letter str,
    title: &'static str,
    text: String,
    action: Option<Action>,
    otherwise: &'letter str,
}

/// A link, and what following it does.
struct Action {
    label: &'static str,
    link: String,
}

#[derive(Template)]
#[template(path = "mail/templates/test.txt")]
struct TestText<'letter> {
    site: &'letter str,
    address: &'letter str,
}

#[derive(Template)]
#[template(path = "mail/templates/test.html")]
struct TestHtml<'letter> {
    site: &'letter str,
    address: &'letter str,
}

impl Letters {
    /// Letters of the site of this name and address.
    pub fn new(site: &str, address: &str) -> Self {
        Self {
            site: site.to_owned(),
            address: address.to_owned(),
        }
    }

    /// The letter that brings a one-time code. The code stands in the subject, so that a notification shows it;
    /// nothing may log the subject.
    pub fn code(&self, to: &Email, purpose: Purpose, code: &Code) -> Result<Mail, LetterError> {
        let (title, reason, otherwise) = words(purpose);
        let letter = CodeLetter {
            site: &self.site,
            address: &self.address,
            title,
            reason,
            code: code.expose(),
            minutes: VALID_MILLISECONDS / MINUTE_MILLISECONDS,
            otherwise,
        };
        Ok(Mail {
            to: to.clone(),
            subject: format!("{} is your code for {}", code.expose(), self.site),
            text: CodeText { letter: &letter }.render()?,
            html: CodeHtml { letter: &letter }.render()?,
        })
    }

    /// The letter that tells the present address that another one was asked for.
    pub fn email_change_asked(&self, to: &Email) -> Result<Mail, LetterError> {
        self.notice(
            to,
            "Your email is about to change",
            format!(
                "Somebody who knows your password at {} asked to use another email for your account. \
                 It takes effect once they enter the code that was sent there.",
                self.site
            ),
            None,
            "If that was you, there is nothing to do here. If not, change your password now: it ends all sessions.",
        )
    }

    /// The letter that brings the old address the link with which the change is undone.
    pub fn email_changed(&self, to: &Email, token: &str, days: i64) -> Result<Mail, LetterError> {
        let address = self.address.trim_end_matches('/');
        self.notice(
            to,
            "Your email was changed",
            format!(
                "Your account at {} uses another email from now on. If that was not you, undo it: this address \
                 holds again, and everybody who is signed in to the account is signed out.",
                self.site
            ),
            Some(Action {
                label: "Undo the change",
                // Browsers keep what follows the # to themselves: it comes into no log on its way.
                link: format!("{address}/undo-email-change#{token}"),
            }),
            &format!("The link is good for {days} days. If the change was yours, ignore this mail."),
        )
    }

    fn notice(
        &self,
        to: &Email,
        title: &'static str,
        text: String,
        action: Option<Action>,
        otherwise: &str,
    ) -> Result<Mail, LetterError> {
        let letter = NoticeLetter {
            site: &self.site,
            address: &self.address,
            title,
            text,
            action,
            otherwise,
        };
        Ok(Mail {
            to: to.clone(),
            subject: format!("{title} · {}", self.site),
            text: NoticeText { letter: &letter }.render()?,
            html: NoticeHtml { letter: &letter }.render()?,
        })
    }

    /// The letter that shows that mail arrives.
    pub fn test(&self, to: &Email) -> Result<Mail, LetterError> {
        let (site, address) = (&self.site, &self.address);
        Ok(Mail {
            to: to.clone(),
            subject: format!("Mail works · {site}"),
            text: TestText { site, address }.render()?,
            html: TestHtml { site, address }.render()?,
        })
    }
}

fn words(purpose: Purpose) -> (&'static str, &'static str, &'static str) {
    match purpose {
        Purpose::VerifyEmail => (
            "Verify your email",
            "Welcome! Enter this code to finish signing up:",
            "If you did not sign up, ignore this mail: without the code the account is removed after a day.",
        ),
        Purpose::ResetPassword => (
            "Reset your password",
            "Enter this code to choose a new password:",
            "If you did not ask for it, ignore this mail: your password stays as it is.",
        ),
        Purpose::ChangeEmail => (
            "Confirm your new email",
            "Enter this code to use this address for your account:",
            "If you did not ask for it, ignore this mail: nothing changes.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Letters {
        Letters::new("Bits & <Bytes>", "https://blog.example.org")
    }

    #[test]
    fn the_letters_that_bring_codes() {
        let to = Email::parse("ada@example.org").unwrap();
        let code = Code::parse("012345").unwrap();
        for purpose in [Purpose::VerifyEmail, Purpose::ResetPassword, Purpose::ChangeEmail] {
            let mail = letters().code(&to, purpose, &code).unwrap();
            assert!(mail.html.contains("Bits &#38; &#60;Bytes&#62;"), "{}", mail.html);
            assert_eq!(mail.subject, "012345 is your code for Bits & <Bytes>");
            insta::assert_snapshot!(
                format!("code_{}", purpose.name()),
                format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html)
            );
        }
    }

    #[test]
    fn the_letters_that_tell_of_a_changed_email() {
        let to = Email::parse("ada@example.org").unwrap();
        let asked = letters().email_change_asked(&to).unwrap();
        assert_eq!(asked.subject, "Your email is about to change · Bits & <Bytes>");
        assert!(asked.text.contains("change your password now"));
        assert!(!asked.html.contains("undo-email-change"));
        let changed = letters().email_changed(&to, "0123abcd", 7).unwrap();
        let link = "https://blog.example.org/undo-email-change#0123abcd";
        assert!(changed.text.lines().any(|line| line == link), "{}", changed.text);
        assert!(changed.html.contains(link), "{}", changed.html);
        assert!(changed.text.contains("good for 7 days"));
        assert!(changed.html.contains("Bits &#38; &#60;Bytes&#62;"));
    }

    #[test]
    fn the_letter_that_shows_that_mail_arrives() {
        let mail = letters().test(&Email::parse("ada@example.org").unwrap()).unwrap();
        insta::assert_snapshot!(format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html));
    }
}
