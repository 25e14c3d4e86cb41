//! The addresses that redirects lead to.

use url::{Position, Url};

use super::{LENGTH_MAX, RedirectPath, has_control_characters};
use crate::domain::ValidationError;

/// The address that a redirect leads to: a path of the site with its query and its fragment, or an absolute https or http
/// address of another one. It is ASCII, so that it can be a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectTarget(String);

impl RedirectTarget {
    /// Validates and normalises an address. An absolute address of the site itself, whose address is `site`, becomes a
    /// path.
    pub fn parse(text: &str, site: &Url) -> Result<Self, ValidationError> {
        let text = text.trim();
        let address = if has_control_characters(text) {
            None
        } else if text.starts_with('/') {
            own_path(text, site)
        } else {
            absolute(text, site)
        };
        match address.filter(|address| address.len() <= LENGTH_MAX) {
            Some(address) => Ok(Self(address)),
            None => ValidationError::reject(
                "target",
                "Enter a path of this site, such as /blog/hello, or an address that begins with https:// or http://, of at \
                 most 2,000 characters",
            ),
        }
    }

    /// Returns the form in which a stored target was written.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the address by which a redirect from the target is looked up; `None` for an address of another site.
    pub fn path(&self) -> Option<RedirectPath> {
        let own = self.0.starts_with('/').then_some(&self.0)?;
        let address = own.split('#').next().unwrap_or_default();
        Some(match address.split_once('?') {
            Some((path, query)) => RedirectPath::of_address(path, Some(query)),
            None => RedirectPath::of_address(address, None),
        })
    }

    /// Returns the target with the query of a request, unless it has one of its own.
    pub fn with_query(&self, query: Option<&str>) -> String {
        let end = self.0.find('#').unwrap_or(self.0.len());
        let (address, fragment) = self.0.split_at(end);
        match query {
            Some(query) if !query.is_empty() && !address.contains('?') => {
                format!("{address}?{query}{fragment}")
            }
            _ => self.0.clone(),
        }
    }

    /// The text of the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns a path if a browser stays on the site with it, unlike with `//example.org` and `/\example.org`.
fn own_path(text: &str, site: &Url) -> Option<String> {
    let url = site.join(text).ok()?;
    let is_own = is_of(site, &url) && !text.contains('\\');
    is_own.then(|| path_of(&url))?
}

fn absolute(text: &str, site: &Url) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_web = matches!(url.scheme(), "https" | "http") && url.has_host();
    if !is_web || !is_plain {
        return None;
    }
    if is_of(site, &url) {
        path_of(&url)
    } else {
        Some(url.into())
    }
}

/// Whether an address is one of the site, with https or http.
fn is_of(site: &Url, url: &Url) -> bool {
    url.host() == site.host() && url.port() == site.port()
}

/// Returns the path of an address with what follows it, unless it would be read as the name of a host by itself, as that of
/// `/.//example.org` would.
fn path_of(url: &Url) -> Option<String> {
    let path = &url[Position::BeforePath..];
    (!path.starts_with("//")).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn site() -> Url {
        Url::parse("https://blog.example.org/").unwrap()
    }

    fn parse(text: &str) -> Result<RedirectTarget, ValidationError> {
        RedirectTarget::parse(text, &site())
    }

    proptest! {
        #[test]
        fn a_path_stays_on_the_site(text in prop_oneof![any::<String>(), r"/[./\\a-z%0-9@:?#\t]{0,20}"]) {
            if let Ok(target) = parse(&text) {
                let address = target.as_str();
                prop_assert!(address.is_ascii());
                let url = site().join(address).unwrap();
                prop_assert_eq!(address.starts_with('/'), url.origin() == site().origin(), "{}", address);
                prop_assert_eq!(parse(address), Ok(target.clone()));
            }
        }
    }

    #[test]
    fn takes_own_paths_and_addresses_of_the_web() {
        for (text, expected) in [
            ("/", "/"),
            (" /blog/hello?a=b#c ", "/blog/hello?a=b#c"),
            ("/a/../blog/x", "/blog/x"),
            ("/über uns", "/%C3%BCber%20uns"),
            ("https://Example.org", "https://example.org/"),
            ("http://example.org/a?b", "http://example.org/a?b"),
            ("https://blog.example.org/blog/x?a#b", "/blog/x?a#b"),
            ("http://BLOG.example.org", "/"),
            (
                "https://blog.example.org:8443/x",
                "https://blog.example.org:8443/x",
            ),
            ("https://example.org/ü", "https://example.org/%C3%BC"),
        ] {
            assert_eq!(parse(text).unwrap().as_str(), expected, "{text}");
        }
    }

    #[test]
    fn refuses_other_schemes_and_tricks() {
        let long = format!("/{}", "a".repeat(2_000));
        for text in [
            "",
            "blog/hello",
            "//example.org",
            "/\\example.org",
            "/.//example.org",
            "/a/..//example.org",
            "https://blog.example.org//example.org",
            "\\\\example.org",
            "/\t/example.org",
            "https://",
            "https://user@example.org/",
            "https://user:word@example.org/",
            "javascript:alert(1)",
            "data:text/html,x",
            "mailto:a@example.org",
            "ftp://example.org/",
            "file:///etc/passwd",
            "/a%0d%0aset-cookie:x",
            "/a%00",
            "/a\0",
            &long,
        ] {
            assert_eq!(parse(text).unwrap_err().field, "target", "{text}");
        }
    }

    #[test]
    fn keeps_its_own_query_or_takes_that_of_the_request() {
        for (target, query, expected) in [
            ("/new", None, "/new"),
            ("/new", Some(""), "/new"),
            ("/new", Some("a=b&c"), "/new?a=b&c"),
            ("/new#part", Some("a=b"), "/new?a=b#part"),
            ("/new?x=y", Some("a=b"), "/new?x=y"),
            ("/new#part?", Some("a=b"), "/new?a=b#part?"),
            ("https://example.org", Some("a=b"), "https://example.org/?a=b"),
        ] {
            assert_eq!(
                parse(target).unwrap().with_query(query),
                expected,
                "{target} {query:?}"
            );
        }
    }

    #[test]
    fn knows_the_redirect_that_would_begin_where_it_leads() {
        for (target, expected) in [
            ("/new/", Some("/new")),
            ("/new?a=b#c", Some("/new")),
            ("/?p=7", Some("/?p=7")),
            ("/#top", Some("/")),
            ("https://blog.example.org/%6eew", Some("/new")),
            ("https://example.org/new", None),
        ] {
            let path = parse(target).unwrap().path();
            assert_eq!(path.as_ref().map(RedirectPath::as_str), expected, "{target}");
        }
    }
}
