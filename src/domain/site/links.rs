//! Links that the site's administrators choose: in the navigation, in the footer and in an announcement.

use serde::{Deserialize, Serialize};
use url::Url;

use super::texts::line;
use crate::domain::ValidationError;

/// The most links of the navigation, and of the footer.
pub const LINKS_MAX: usize = 8;
/// The most characters of the label of a link.
pub const LABEL_LENGTH_MAX: usize = 24;
/// The most characters of an address.
const ADDRESS_LENGTH_MAX: usize = 500;
/// A site of which paths are tried: whatever leads away from it is no path of an own page.
const SOME_SITE: &str = "https://site.invalid/";

/// A link with its label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteLink {
    /// The label.
    pub label: String,
    /// A path of the site, or an https address.
    pub url: String,
}

impl SiteLink {
    /// The first character of the label, where there is room for no more.
    pub fn initial(&self) -> &str {
        let end = self.label.chars().next().map_or(0, char::len_utf8);
        &self.label[..end]
    }

    /// Validates the links of one list. `field` is its name.
    pub(super) fn validate_all(field: &str, links: Vec<Self>) -> Result<Vec<Self>, ValidationError> {
        if links.len() > LINKS_MAX {
            let message = format!("There can be at most {LINKS_MAX} links");
            return ValidationError::reject(field.to_owned(), message);
        }
        let numbered = links.into_iter().enumerate();
        numbered
            .map(|(number, link)| {
                Ok(Self {
                    label: line(
                        &format!("{field}.{number}.label"),
                        "The label",
                        &link.label,
                        1,
                        LABEL_LENGTH_MAX,
                    )?,
                    url: address(&format!("{field}.{number}.url"), &link.url)?,
                })
            })
            .collect()
    }
}

/// Trims and validates an address: a path of the site, or an https URL without credentials.
pub(super) fn address(field: &str, text: &str) -> Result<String, ValidationError> {
    let text = text.trim();
    let is_printable = text
        .chars()
        .all(|character| !character.is_whitespace() && !character.is_control());
    let is_short = text.chars().count() <= ADDRESS_LENGTH_MAX;
    let address = if text.starts_with('/') {
        own_path(text)
    } else {
        https_url(text)
    };
    match address.filter(|_| is_printable && is_short) {
        Some(address) => Ok(address),
        None => ValidationError::reject(
            field.to_owned(),
            "Enter a path of this site, such as /about, or an address that begins with https://",
        ),
    }
}

/// Returns the path if a browser stays on the site with it, unlike with `//example.org`.
fn own_path(text: &str) -> Option<String> {
    let site = Url::parse(SOME_SITE).ok()?;
    let target = site.join(text).ok()?;
    (target.origin() == site.origin() && !text.contains('\\')).then(|| text.to_owned())
}

fn https_url(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    (url.scheme() == "https" && is_plain).then(|| url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_own_paths_and_https_addresses() {
        for (text, expected) in [
            ("/", "/"),
            (" /treasure?tag=rust#top ", "/treasure?tag=rust#top"),
            ("/über-uns", "/über-uns"),
            ("https://Example.org", "https://example.org/"),
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ] {
            assert_eq!(address("url", text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn rejects_everything_else() {
        let long = format!("/{}", "a".repeat(500));
        for text in [
            "",
            "about",
            "//example.org",
            "/\\example.org",
            "/\t/example.org",
            "\\\\example.org",
            "http://example.org",
            "https://",
            "https://name:word@example.org",
            "javascript:alert(1)",
            "data:text/html,x",
            "mailto:a@example.org",
            "/a b",
            "/a\nb",
            &long,
        ] {
            let error = address("footer.1.url", text).unwrap_err();
            assert_eq!(error.field, "footer.1.url", "{text}");
        }
    }

    #[test]
    fn bounds_the_links_of_a_list_and_their_labels() {
        let link = |label: &str| SiteLink {
            label: label.to_owned(),
            url: "/".to_owned(),
        };
        let longest = "é".repeat(24);
        assert!(SiteLink::validate_all("footer", vec![link(&longest); 8]).is_ok());
        for (links, field) in [
            (vec![link("a"); 9], "footer"),
            (vec![link("a"), link(&"é".repeat(25))], "footer.1.label"),
            (vec![link(" ")], "footer.0.label"),
            (vec![link("a\u{202e}b")], "footer.0.label"),
        ] {
            assert_eq!(SiteLink::validate_all("footer", links).unwrap_err().field, field);
        }
        let trimmed = SiteLink::validate_all("footer", vec![link(" About ")]).unwrap();
        assert_eq!(trimmed[0].label, "About");
    }
}
