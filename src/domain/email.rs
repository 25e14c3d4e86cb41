//! Email addresses.

use std::fmt;

use super::ValidationError;

/// The host of the addresses of accounts that were moved here without theirs. No mail reaches it (RFC 2606).
const MOVED_HOST: &str = "moved.invalid";
const LENGTH_MAX: usize = 254;
const LOCAL_PART_LENGTH_MAX: usize = 64;
const LABEL_LENGTH_MAX: usize = 63;
/// The punctuation of an unquoted local part (RFC 5322, `atext`).
const LOCAL_PUNCTUATION: &str = "!#$%&'*+-/=?^_`{|}~";

/// An email address, trimmed and in lower case, so that equal addresses compare equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Validates a new address: of the form `name@host.tld` (product.md §5), and accepted by every mail server.
    ///
    /// This excludes addresses that standards allow but email does not reach reliably: characters outside ASCII (a
    /// browser converts an international domain to `xn--…` by itself), quoted local parts, IP addresses, and hosts
    /// without a dot.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let email = Self::normalised(text);
        let is_deliverable = email.len() <= LENGTH_MAX
            && email
                .split_once('@')
                .is_some_and(|(local, host)| is_dot_atom(local) && is_domain(host));
        if is_deliverable {
            Ok(Self(email))
        } else {
            Err(invalid_email())
        }
    }

    /// Parses the address of an account that may exist: also one that [`Email::parse`] rejects now, and that an
    /// earlier version accepted.
    pub fn parse_known(text: &str) -> Result<Self, ValidationError> {
        let email = Self::normalised(text);
        let has_valid_parts = email.split_once('@').is_some_and(|(local, host)| {
            host.contains('.')
                && email_address::EmailAddress::is_valid_local_part(local)
                && email_address::EmailAddress::is_valid_domain(host)
        });
        let is_plain = !email
            .chars()
            .any(|character| character.is_whitespace() || character.is_control());
        if has_valid_parts && is_plain && email.len() <= LENGTH_MAX {
            Ok(Self(email))
        } else {
            Err(invalid_email())
        }
    }

    /// Wraps a stored address, validated by the rules of its time.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the address of an account that was moved here without its own: one that nobody has, and that is told to
    /// nobody.
    pub fn of_moved(id: impl fmt::Display) -> Self {
        Self(format!("{id}@{MOVED_HOST}"))
    }

    /// Whether it stands for an address that did not come along with its account.
    pub fn is_of_moved(&self) -> bool {
        self.host() == MOVED_HOST
    }

    /// The address as people see it: empty if it stands for one that did not come along.
    pub fn shown(&self) -> &str {
        if self.is_of_moved() { "" } else { &self.0 }
    }

    /// Returns a text in the form of stored addresses, without validating it.
    pub fn normalised(text: &str) -> String {
        text.trim().to_lowercase()
    }

    /// Whether a text is this address after normalisation, without validating it.
    pub fn equals_text(&self, text: &str) -> bool {
        Self::normalised(text) == self.0
    }

    /// The host, in lower case.
    pub fn host(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, host)| host)
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn invalid_email() -> ValidationError {
    ValidationError::new("email", "Please enter a valid email address")
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

/// Whether a host has at least two labels, the last of which is not a number, as in an IP address.
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
    fn compares_addresses_trimmed_and_in_lower_case() {
        assert_eq!(
            EmailAddress::parse(" Ada@Example.ORG "),
            EmailAddress::parse("ada@example.org")
        );
    }

    #[test]
    fn rejects_malformed_addresses() {
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
            assert!(EmailAddress::parse(text).is_err(), "{text}");
            assert!(EmailAddress::parse_known(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rejects_undeliverable_addresses() {
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
            assert_eq!(EmailAddress::parse(text).unwrap_err().field, "email", "{text}");
        }
    }

    #[test]
    fn accepts_common_addresses() {
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
            assert!(EmailAddress::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn an_address_that_did_not_come_along_is_told_to_nobody() {
        let moved = EmailAddress::of_moved("0190-ada");
        assert_eq!(moved.as_str(), "0190-ada@moved.invalid");
        assert!(moved.is_of_moved());
        assert_eq!(moved.shown(), "");
        let own = EmailAddress::parse("ada@moved.invalid.example.org").unwrap();
        assert!(!own.is_of_moved());
        assert_eq!(own.shown(), own.as_str());
    }

    #[test]
    fn parse_known_accepts_addresses_that_are_rejected_now() {
        for text in ["\"user\"@example.org", "üser@example.org", "user@foo_bar.org"] {
            assert!(EmailAddress::parse(text).is_err(), "{text}");
            assert_eq!(EmailAddress::parse_known(text).unwrap().as_str(), text);
        }
    }
}
