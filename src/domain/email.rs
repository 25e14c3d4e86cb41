//! Addresses for mail.

use std::fmt;

use email_address::EmailAddress;

use super::Invalid;

const LENGTH_MAX: usize = 254;
const LOCAL_PART_LENGTH_MAX: usize = 64;
const LABEL_LENGTH_MAX: usize = 63;
/// The punctuation of an unquoted local part (RFC 5322, `atext`).
const LOCAL_PUNCTUATION: &str = "!#$%&'*+-/=?^_`{|}~";

/// An address for mail, trimmed and in lower case, so that equal addresses are equal texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Checks a new address: the shape `somebody@host.tld` (product.md §5), and that every mail server takes it.
    ///
    /// That leaves out what standards know and mail does not reach reliably: characters outside ASCII (a browser
    /// writes an international domain as `xn--…` by itself), quoted local parts, IP addresses, and hosts without
    /// a dot.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let email = normal(text);
        let reaches_somebody = email.len() <= LENGTH_MAX
            && email
                .split_once('@')
                .is_some_and(|(local, host)| is_dot_atom(local) && is_domain(host));
        if reaches_somebody {
            Ok(Self(email))
        } else {
            Err(refused())
        }
    }

    /// The address of an account that there may be: also one that [`Email::parse`] would refuse now, and that an
    /// earlier version took.
    pub fn parse_known(text: &str) -> Result<Self, Invalid> {
        let email = normal(text);
        let has_shape = email.split_once('@').is_some_and(|(local, host)| {
            host.contains('.')
                && EmailAddress::is_valid_local_part(local)
                && EmailAddress::is_valid_domain(host)
        });
        let is_plain = !email
            .chars()
            .any(|character| character.is_whitespace() || character.is_control());
        if has_shape && is_plain && email.len() <= LENGTH_MAX {
            Ok(Self(email))
        } else {
            Err(refused())
        }
    }

    /// An address that was checked when it was stored, by whatever rules held then.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Whether a text is this address, whatever rules held when it was stored.
    pub fn is_written(&self, text: &str) -> bool {
        normal(text) == self.0
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn normal(text: &str) -> String {
    text.trim().to_lowercase()
}

fn refused() -> Invalid {
    Invalid::new("email", "Please enter a valid email address")
}

fn is_dot_atom(local: &str) -> bool {
    local.len() <= LOCAL_PART_LENGTH_MAX
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom.chars().all(|character| {
                    character.is_ascii_alphanumeric() || LOCAL_PUNCTUATION.contains(character)
                })
        })
}

/// A name of at least two labels whose last one is no number, as that of an IP address is.
fn is_domain(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && host.split('.').all(is_label) && !last.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_label(label: &str) -> bool {
    (1..=LABEL_LENGTH_MAX).contains(&label.len())
        && label
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_compare_trimmed_and_in_lower_case() {
        assert_eq!(Email::parse(" Ada@Example.ORG "), Email::parse("ada@example.org"));
    }

    #[test]
    fn refuses_what_has_not_the_shape_of_an_email() {
        for text in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@example",
            "a b@example.org",
            "a@b@c.de",
            "a@.org",
            "a@b..c",
            "a..b@example.org",
            ".a@example.org",
            "a@-example.org",
            "a<b>@example.org",
        ] {
            assert!(Email::parse(text).is_err(), "{text}");
            assert!(Email::parse_known(text).is_err(), "{text}");
        }
    }

    #[test]
    fn refuses_what_cannot_be_mailed_to() {
        let long_local = format!("{}@example.org", "a".repeat(65));
        let long_label = format!("a@{}.org", "b".repeat(64));
        let long = format!("{}@{}.org", "a".repeat(64), vec!["b".repeat(60); 4].join("."));
        for text in [
            "user@localhost",
            "user@example.org.",
            "user@[192.0.2.1]",
            "user@[IPv6:2001:db8::1]",
            "user@192.0.2.1",
            "user@example.123",
            "\"user\"@example.org",
            "\"us er\"@example.org",
            "\"a@b\"@example.org",
            "üser@example.org",
            "user@bücher.example",
            "user@foo_bar.org",
            "user@example-.org",
            "us\u{200d}er@example.org",
            "user@exam\u{ad}ple.org",
            "user@example.org\0",
            &long_local,
            &long_label,
            &long,
        ] {
            assert_eq!(Email::parse(text).unwrap_err().field, "email", "{text}");
        }
    }

    #[test]
    fn takes_what_people_have() {
        let longest = format!(
            "{}@{}.org",
            "a".repeat(64),
            [60, 60, 60, 2].map(|length| "b".repeat(length)).join(".")
        );
        assert_eq!(longest.len(), 254);
        for text in [
            "ada.lovelace+blog@mail.example.org",
            "o'brien@example.co.uk",
            "a_b-c@xn--bcher-kva.example",
            "1@2.de",
            "ada@3com.com",
            &longest,
        ] {
            assert!(Email::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn accounts_keep_addresses_that_are_refused_now() {
        for text in ["\"user\"@example.org", "üser@example.org", "user@foo_bar.org"] {
            assert!(Email::parse(text).is_err(), "{text}");
            assert_eq!(Email::parse_known(text).unwrap().as_str(), text);
        }
    }
}
