//! The address at which a text was published first.

use url::Url;

use super::ValidationError;

/// The most characters of a canonical URL, as it is stored.
const LENGTH_MAX: usize = 2_000;

/// An https URL of at most 2,000 characters, without credentials: the address that search engines and link previews
/// are to use for a post instead of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalUrl(String);

impl CanonicalUrl {
    /// Trims, validates and normalises a URL.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let url = Url::parse(text.trim()).ok().filter(|url| {
            url.scheme() == "https"
                && url.username().is_empty()
                && url.password().is_none()
                && url.as_str().len() <= LENGTH_MAX
        });
        match url {
            Some(url) => Ok(Self(url.into())),
            None => ValidationError::reject(
                "canonicalUrl",
                "The canonical address must be an https address of at most 2,000 characters",
            ),
        }
    }

    /// The text of the URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_an_https_address() {
        for (text, url) in [
            ("https://example.org", "https://example.org/"),
            (" https://Example.org/A?b=c ", "https://example.org/A?b=c"),
            ("https://example.org/ü", "https://example.org/%C3%BC"),
        ] {
            assert_eq!(CanonicalUrl::parse(text).unwrap().as_str(), url, "{text}");
        }
    }

    #[test]
    fn rejects_what_is_no_https_address() {
        for text in [
            "",
            "example.org",
            "/blog/other",
            "//example.org/",
            "http://example.org/",
            "https://",
            "https://user@example.org/",
            "https://user:secret@example.org/",
            "javascript:alert(1)",
            "data:text/html,hello",
        ] {
            assert_eq!(
                CanonicalUrl::parse(text).unwrap_err().field,
                "canonicalUrl",
                "{text}"
            );
        }
    }

    #[test]
    fn accepts_2000_characters_and_no_more() {
        let of_length = |length: usize| format!("https://example.org/{}", "a".repeat(length - 20));
        assert!(CanonicalUrl::parse(&of_length(2_000)).is_ok());
        assert!(CanonicalUrl::parse(&of_length(2_001)).is_err());
    }
}
