//! The content of emails, each as plain text and as HTML; the templates are in the folder beside this file.
//!
//! No email repeats what a visitor typed: by signing up with somebody else's address an attacker could make
//! the site deliver it.

use std::sync::Arc;

use askama::Template;
use thiserror::Error;

use super::colours::MailColours;
use crate::domain::code::{Code, Purpose, VALID_MILLISECONDS};
use crate::domain::outgoing_email::EmailMessage;
use crate::domain::site::{SiteSettings, SiteSource};
use crate::domain::user::EmailAddress;
use crate::domain::{Role, Time};

const MINUTE_MILLISECONDS: i64 = 60_000;

/// An error of rendering an email.
#[derive(Debug, Error)]
#[error("the mail could not be written: {0}")]
pub struct TemplateError(#[from] askama::Error);

/// Renders the emails of a site.
#[derive(Clone)]
pub struct EmailTemplates {
    site: Arc<dyn SiteSource>,
    address: String,
}

#[derive(Template)]
#[template(path = "mail/templates/code.txt")]
struct CodeText<'email> {
    email: &'email CodeEmail<'email>,
}

#[derive(Template)]
#[template(path = "mail/templates/code.html")]
struct CodeHtml<'email> {
    colours: MailColours,
    email: &'email CodeEmail<'email>,
}

struct CodeEmail<'email> {
    site: &'email str,
    address: &'email str,
    title: &'static str,
    reason: &'static str,
    code: &'email str,
    minutes: i64,
    otherwise: &'static str,
}

#[derive(Template)]
#[template(path = "mail/templates/notice.txt")]
struct NoticeText<'email> {
    email: &'email NoticeEmail<'email>,
}

#[derive(Template)]
#[template(path = "mail/templates/notice.html")]
struct NoticeHtml<'email> {
    colours: MailColours,
    email: &'email NoticeEmail<'email>,
}

struct NoticeEmail<'email> {
    site: &'email str,
    address: &'email str,
    title: &'static str,
    text: String,
    action: Option<Action>,
    otherwise: &'email str,
}

/// A link and its label.
struct Action {
    label: &'static str,
    link: String,
}

#[derive(Template)]
#[template(path = "mail/templates/test.txt")]
struct TestText<'email> {
    site: &'email str,
    address: &'email str,
}

#[derive(Template)]
#[template(path = "mail/templates/test.html")]
struct TestHtml<'email> {
    colours: MailColours,
    site: &'email str,
    address: &'email str,
}

impl EmailTemplates {
    /// Creates the templates for the site with these settings and this URL.
    pub fn new(site: Arc<dyn SiteSource>, address: &str) -> Self {
        Self {
            site,
            address: address.to_owned(),
        }
    }

    pub(super) fn site(&self) -> Arc<SiteSettings> {
        self.site.current()
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Renders the email with a one-time code. The subject contains the code, so that a notification shows it;
    /// the subject must not be logged.
    pub fn code(
        &self,
        to: &EmailAddress,
        purpose: Purpose,
        code: &Code,
    ) -> Result<EmailMessage, TemplateError> {
        let (title, reason, otherwise) = code_texts(purpose);
        let site = self.site();
        let colours = MailColours::of(&site);
        let email = CodeEmail {
            site: &site.name,
            address: &self.address,
            title,
            reason,
            code: code.expose(),
            minutes: VALID_MILLISECONDS / MINUTE_MILLISECONDS,
            otherwise,
        };
        Ok(EmailMessage {
            to: to.clone(),
            subject: format!("{} is your code for {}", code.expose(), site.name),
            text: CodeText { email: &email }.render()?,
            html: CodeHtml {
                colours,
                email: &email,
            }
            .render()?,
        })
    }

    /// Renders the notice to the current address that a change of address was requested.
    pub fn email_change_requested(&self, to: &EmailAddress) -> Result<EmailMessage, TemplateError> {
        self.notice(
            to,
            "Your email is about to change",
            format!(
                "Somebody who knows your password at {} asked to use another email for your account. \
                 It takes effect once they enter the code that was sent there.",
                self.site().name
            ),
            None,
            "If that was you, there is nothing to do here. If not, change your password now: it ends all sessions.",
        )
    }

    /// Renders the notice to an administrator about a webhook that was switched off. It names the host of its address alone.
    pub fn webhook_off(
        &self,
        to: &EmailAddress,
        host: &str,
        failures: u32,
        cause: &str,
    ) -> Result<EmailMessage, TemplateError> {
        let address = self.address.trim_end_matches('/');
        self.notice(
            to,
            "A webhook was switched off",
            format!(
                "The webhook of {} at {host} took nothing {failures} times in a row. The last time: {cause}. It is not \
                 called any more.",
                self.site().name
            ),
            Some(Action {
                label: "Open the webhooks",
                link: format!("{address}/admin/webhooks"),
            }),
            "Once it works again, switch it on there. What was not delivered can be sent again.",
        )
    }

    /// Renders the notice to the previous address, with the link that undoes the change.
    pub fn email_changed(
        &self,
        to: &EmailAddress,
        token: &str,
        days: i64,
    ) -> Result<EmailMessage, TemplateError> {
        let address = self.address.trim_end_matches('/');
        self.notice(
            to,
            "Your email was changed",
            format!(
                "Your account at {} uses another email from now on. If that was not you, undo it: this address \
                 holds again, and everybody who is signed in to the account is signed out.",
                self.site().name
            ),
            Some(Action {
                label: "Undo the change",
                // Browsers do not send the fragment, so it appears in no log.
                link: format!("{address}/undo-email-change#{token}"),
            }),
            &format!("The link is good for {days} days. If the change was yours, ignore this mail."),
        )
    }

    /// Renders the notice that somebody signed in from a device that the account did not know. `agent` is of our own words
    /// (see [`crate::domain::user_agent`]).
    pub fn new_device(
        &self,
        to: &EmailAddress,
        agent: &str,
        at: Time,
        is_staff: bool,
    ) -> Result<EmailMessage, TemplateError> {
        self.notice(
            to,
            "New sign-in to your account",
            format!(
                "Somebody signed in to your account at {} from a device or a network that it did not know: {agent}, {}.",
                self.site().name,
                at.to_english_minute()
            ),
            Some(Action {
                label: "See your sessions",
                link: self.security_page(is_staff),
            }),
            "If that was you, there is nothing to do here. If not, end that session there and change your password now: \
             that ends all others too.",
        )
    }

    fn security_page(&self, is_staff: bool) -> String {
        let address = self.address.trim_end_matches('/');
        let page = if is_staff {
            "/admin/security"
        } else {
            "/settings/security"
        };
        format!("{address}{page}")
    }

    /// Renders the notice that a passkey was added to an account, or removed from it.
    pub fn passkey_changed(
        &self,
        to: &EmailAddress,
        is_added: bool,
        at: Time,
        is_staff: bool,
    ) -> Result<EmailMessage, TemplateError> {
        let (subject, what) = if is_added {
            ("New passkey for your account", "was added to")
        } else {
            ("A passkey of your account was removed", "was removed from")
        };
        self.notice(
            to,
            subject,
            format!(
                "A passkey {what} your account at {}, {}. A passkey signs in without the password.",
                self.site().name,
                at.to_english_minute()
            ),
            Some(Action {
                label: "See your passkeys",
                link: self.security_page(is_staff),
            }),
            "If that was you, there is nothing to do here. If not, change your password now: that ends all sessions. Then \
             look at your passkeys, and remove those that you do not know.",
        )
    }

    /// Renders the notice that an identity at a provider was linked to an account, or is not any more. `provider` is the
    /// name that the configuration gives it.
    pub fn identity_changed(
        &self,
        to: &EmailAddress,
        provider: &str,
        is_linked: bool,
        at: Time,
    ) -> Result<EmailMessage, TemplateError> {
        let (subject, what) = if is_linked {
            ("New way to sign in to your account", "can sign in to")
        } else {
            ("A way to sign in was removed", "cannot sign in any more to")
        };
        self.notice(
            to,
            subject,
            format!(
                "Your account at {provider} {what} your account at {}, since {}.",
                self.site().name,
                at.to_english_minute()
            ),
            Some(Action {
                label: "See how you sign in",
                link: self.security_page(false),
            }),
            "If that was you, there is nothing to do here. If not, choose a new password now: that ends all sessions. Then \
             look at the accounts that can sign in, and remove those that you do not know.",
        )
    }

    /// Renders the invitation to the staff, with the link that accepts it.
    pub fn invitation(
        &self,
        to: &EmailAddress,
        token: &str,
        role: Role,
        days: i64,
    ) -> Result<EmailMessage, TemplateError> {
        let address = self.address.trim_end_matches('/');
        self.notice(
            to,
            "You are invited to write",
            format!(
                "The team of {} invites you to join as {}. Choose a name and a password, and you can begin.",
                self.site().name,
                role.with_article()
            ),
            Some(Action {
                label: "Join the team",
                link: format!("{address}/admin/join#{token}"),
            }),
            &format!(
                "The link is valid for {days} days, for one use. If you did not expect it, ignore this mail."
            ),
        )
    }

    /// Renders the email with the link that confirms a subscription to the newsletter.
    pub fn newsletter_confirmation(
        &self,
        to: &EmailAddress,
        token: &str,
        days: i64,
    ) -> Result<EmailMessage, TemplateError> {
        let address = self.address.trim_end_matches('/');
        self.notice(
            to,
            "Confirm your subscription",
            format!(
                "Somebody, probably you, asked for the newsletter of {} at this address. Confirm it, and you get it.",
                self.site().name
            ),
            Some(Action {
                label: "Confirm",
                link: format!("{address}/newsletter/confirm/{token}"),
            }),
            &format!(
                "The link is valid for {days} days. If you did not ask for it, ignore this mail: you get no other one."
            ),
        )
    }

    fn notice(
        &self,
        to: &EmailAddress,
        title: &'static str,
        text: String,
        action: Option<Action>,
        otherwise: &str,
    ) -> Result<EmailMessage, TemplateError> {
        let site = self.site();
        let colours = MailColours::of(&site);
        let email = NoticeEmail {
            site: &site.name,
            address: &self.address,
            title,
            text,
            action,
            otherwise,
        };
        Ok(EmailMessage {
            to: to.clone(),
            subject: format!("{title} · {}", site.name),
            text: NoticeText { email: &email }.render()?,
            html: NoticeHtml {
                colours,
                email: &email,
            }
            .render()?,
        })
    }

    /// Renders the test email.
    pub fn test(&self, to: &EmailAddress) -> Result<EmailMessage, TemplateError> {
        let settings = self.site();
        let (site, address) = (settings.name.as_str(), &self.address);
        let colours = MailColours::of(&settings);
        Ok(EmailMessage {
            to: to.clone(),
            subject: format!("Mail works · {site}"),
            text: TestText { site, address }.render()?,
            html: TestHtml {
                colours,
                site,
                address,
            }
            .render()?,
        })
    }
}

fn code_texts(purpose: Purpose) -> (&'static str, &'static str, &'static str) {
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
        Purpose::LinkIdentity => (
            "Confirm that it is you",
            "Somebody has signed in elsewhere with this address. Enter this code to sign in to your account that way:",
            "If that was not you, ignore this mail: nobody gets into your account without the code.",
        ),
    }
}

/// Returns the settings of a site, for tests.
#[cfg(test)]
pub(super) fn sample_settings(name: &str, palette: Option<crate::domain::site::Palette>) -> SiteSettings {
    SiteSettings {
        name: name.to_owned(),
        description: String::new(),
        palette,
        navigation: Vec::new(),
        footer: Vec::new(),
        announcement: None,
        comment_policy: String::new(),
        default_author: String::new(),
        logo: None,
        icon: None,
        newsletter: crate::domain::site::NewsletterSchedule::default(),
        version: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::site::{Palette, Rgb};

    fn templates() -> EmailTemplates {
        let site = sample_settings("Bits & <Bytes>", None);
        EmailTemplates::new(Arc::new(site), "https://blog.example.org")
    }

    #[test]
    fn renders_the_emails_with_codes() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let code = Code::parse("012345").unwrap();
        for purpose in [
            Purpose::VerifyEmail,
            Purpose::ResetPassword,
            Purpose::ChangeEmail,
            Purpose::LinkIdentity,
        ] {
            let mail = templates().code(&to, purpose, &code).unwrap();
            assert!(mail.html.contains("Bits &#38; &#60;Bytes&#62;"), "{}", mail.html);
            assert_eq!(mail.subject, "012345 is your code for Bits & <Bytes>");
            insta::assert_snapshot!(
                format!("code_{}", purpose.name()),
                format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html)
            );
        }
    }

    #[test]
    fn renders_the_notices_of_a_changed_email() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let requested = templates().email_change_requested(&to).unwrap();
        assert_eq!(
            requested.subject,
            "Your email is about to change · Bits & <Bytes>"
        );
        assert!(requested.text.contains("change your password now"));
        assert!(!requested.html.contains("undo-email-change"));
        let changed = templates().email_changed(&to, "0123abcd", 7).unwrap();
        let link = "https://blog.example.org/undo-email-change#0123abcd";
        assert!(changed.text.lines().any(|line| line == link), "{}", changed.text);
        assert!(changed.html.contains(link), "{}", changed.html);
        assert!(changed.text.contains("good for 7 days"));
        assert!(changed.html.contains("Bits &#38; &#60;Bytes&#62;"));
    }

    #[test]
    fn renders_the_notice_of_a_passkey() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let at = Time::parse("2026-11-09T16:05:59Z").unwrap();
        for (is_added, what) in [(true, "was added to"), (false, "was removed from")] {
            let mail = templates().passkey_changed(&to, is_added, at, true).unwrap();
            assert!(mail.text.contains(what), "{}", mail.text);
            assert!(mail.text.contains("https://blog.example.org/admin/security"));
        }
    }

    #[test]
    fn renders_the_notice_of_a_linked_identity() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let at = Time::parse("2026-11-09T16:05:59Z").unwrap();
        for (is_linked, what) in [(true, "can sign in to"), (false, "cannot sign in any more to")] {
            let mail = templates()
                .identity_changed(&to, "Our <IdP>", is_linked, at)
                .unwrap();
            let line = format!("Your account at Our <IdP> {what} your account at Bits & <Bytes>");
            assert!(mail.text.contains(&line), "{}", mail.text);
            assert!(mail.html.contains("Our &#60;IdP&#62;"), "{}", mail.html);
            assert!(mail.text.contains("https://blog.example.org/settings/security"));
        }
    }

    #[test]
    fn renders_the_notice_of_a_new_device() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let at = Time::parse("2026-11-09T16:05:59Z").unwrap();
        let mail = templates()
            .new_device(&to, "Firefox on Linux", at, false)
            .unwrap();
        insta::assert_snapshot!(format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html));
        let of_staff = templates().new_device(&to, "Firefox on Linux", at, true).unwrap();
        let link = "https://blog.example.org/admin/security";
        assert!(
            of_staff.text.lines().any(|line| line == link),
            "{}",
            of_staff.text
        );
    }

    #[test]
    fn renders_the_invitation() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let mail = templates().invitation(&to, "0123abcd", Role::Author, 7).unwrap();
        assert_eq!(mail.subject, "You are invited to write · Bits & <Bytes>");
        let link = "https://blog.example.org/admin/join#0123abcd";
        assert!(mail.text.lines().any(|line| line == link), "{}", mail.text);
        assert!(mail.text.contains("join as an author"), "{}", mail.text);
        assert!(mail.html.contains(link), "{}", mail.html);
    }

    #[test]
    fn renders_the_confirmation_of_a_subscription() {
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let mail = templates().newsletter_confirmation(&to, "abc", 7).unwrap();
        insta::assert_snapshot!(format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html));
    }

    #[test]
    fn emails_have_the_accent_of_the_site() {
        let palette = Palette::of(Rgb::parse("#0b5d3b").unwrap());
        let site = sample_settings("Green", Some(palette));
        let templates = EmailTemplates::new(Arc::new(site), "https://blog.example.org");
        let to = EmailAddress::parse("ada@example.org").unwrap();
        let mail = templates.invitation(&to, "0123abcd", Role::Author, 7).unwrap();
        assert!(mail.html.contains("background-color:#0b5d3b"), "{}", mail.html);
        assert!(
            mail.html.contains(&palette.dark.accent.to_string()),
            "{}",
            mail.html
        );
        assert!(
            !mail.html.contains("#1d3fb8") && !mail.html.contains("#9db2ff"),
            "{}",
            mail.html
        );
    }

    #[test]
    fn renders_the_test_email() {
        let mail = templates()
            .test(&EmailAddress::parse("ada@example.org").unwrap())
            .unwrap();
        insta::assert_snapshot!(format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html));
    }
}
