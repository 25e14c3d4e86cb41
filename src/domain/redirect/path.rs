//! The addresses that redirects lead from, in one form for all the ways to write them.

use std::fmt;

use percent_encoding::percent_encode_byte;
use url::form_urlencoded;

use super::{LENGTH_MAX, SitePlace, has_control_characters, place};
use crate::domain::ValidationError;

/// The parameters by which WordPress names a text at `/`.
const WORDPRESS_PARAMETERS: [&str; 2] = ["p", "page_id"];

/// The path that a redirect leads from, in the form in which it is stored and looked up: each character has one
/// percent-encoding, and there is no slash at the end. The parameter `p` or `page_id` with its number is part of it: `/?p=3`,
/// or `/blog?p=3` of a site in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RedirectPath(String);

impl RedirectPath {
    /// Validates a path. Whether it is one of the site itself is another question, see [`RedirectPath::place`].
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let reject = |message: &str| ValidationError::reject("path", message);
        let text = text.trim();
        if !text.starts_with('/') || text.starts_with("//") {
            return reject("The path begins with one slash, such as /2019/05/hello");
        }
        if text.contains('#') {
            return reject("The path has no #: browsers do not send what stands behind it");
        }
        if has_control_characters(text) {
            return reject("The path cannot hold control characters");
        }
        let (path, query) = match text.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (text, None),
        };
        let parsed = Self::of_address(path, query);
        if query.is_some_and(|query| !parsed.says(query)) {
            return reject("The path has no query, except the parameter p or page_id with a number");
        }
        if parsed.page().split('/').any(|part| matches!(part, "." | "..")) {
            return reject("The path has no parts . and ..: browsers resolve them");
        }
        if parsed.0.len() > LENGTH_MAX {
            return reject("The path has at most 2,000 characters in its encoded form");
        }
        Ok(parsed)
    }

    /// Returns the form in which a stored path was written.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the form in which the address of a request is looked up first, and then [`RedirectPath::without_parameter`]. Any
    /// address has one, also one that no redirect may have.
    pub fn of_address(path: &str, query: Option<&str>) -> Self {
        let canonical = canonical(path);
        let trimmed = match canonical.trim_end_matches('/') {
            "" => "/",
            trimmed => trimmed,
        };
        Self(match query.and_then(wordpress_parameter) {
            Some((name, number)) => format!("{trimmed}?{name}={number}"),
            None => trimmed.to_owned(),
        })
    }

    /// Returns the path that leads on from an address where none with its parameter does: it is only a part of the query
    /// there. `None` if it has no parameter, or is `/`, from which no redirect leads.
    #[must_use]
    pub fn without_parameter(&self) -> Option<Self> {
        let page = self.page();
        (self.has_parameter() && page != "/").then(|| Self(page.to_owned()))
    }

    /// The path without the parameter.
    fn page(&self) -> &str {
        self.0.split('?').next().unwrap_or_default()
    }

    /// Whether a query is part of it as a whole, or empty.
    fn says(&self, query: &str) -> bool {
        query.is_empty() || (self.has_parameter() && !query.contains('&'))
    }

    /// Whether it has a parameter. A question mark of the path itself is percent-encoded.
    pub fn has_parameter(&self) -> bool {
        self.0.contains('?')
    }

    /// Returns the part of the query of a request that it does not hold already.
    pub fn rest_of_query(&self, query: Option<&str>) -> Option<String> {
        let query = query?;
        if !self.has_parameter() {
            return Some(query.to_owned());
        }
        let is_other = |pair: &&str| {
            let mut named = form_urlencoded::parse(pair.as_bytes());
            named
                .next()
                .is_none_or(|(name, _)| !WORDPRESS_PARAMETERS.contains(&&*name))
        };
        let rest: Vec<&str> = query.split('&').filter(is_other).collect();
        Some(rest.join("&"))
    }

    /// Returns the part of the site that it belongs to.
    pub fn place(&self) -> SitePlace<'_> {
        match self.page() {
            "/" => place::of(&self.0),
            page => place::of(page),
        }
    }

    /// The text of the path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RedirectPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Returns the parameter of a query by which WordPress names a text, with its number.
fn wordpress_parameter(query: &str) -> Option<(&'static str, u64)> {
    WORDPRESS_PARAMETERS.into_iter().find_map(|name| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        let (_, value) = pairs.find(|(known, _)| known == name)?;
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        Some((name, is_number.then(|| value.parse().ok())??))
    })
}

/// Returns a path with one percent-encoding for each character: those that need none are plain, and the others are encoded
/// in capitals. An encoded slash stays apart from a plain one.
fn canonical(path: &str) -> String {
    let mut canonical = String::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let decoded = if first == b'%' { decoded(behind) } else { None };
        let (byte, is_plain) = if let Some(byte) = decoded {
            rest = &behind[2..];
            (byte, needs_no_encoding(byte))
        } else {
            rest = behind;
            (first, first == b'/' || needs_no_encoding(first))
        };
        if is_plain {
            canonical.push(char::from(byte));
        } else {
            canonical.push_str(percent_encode_byte(byte));
        }
    }
    canonical
}

/// Returns the byte that the first two digits stand for.
fn decoded(digits: &[u8]) -> Option<u8> {
    let [high, low, ..] = digits else {
        return None;
    };
    let value = |digit: &u8| char::from(*digit).to_digit(16);
    u8::try_from(value(high)? * 16 + value(low)?).ok()
}

/// Whether a character means the same in a path with and without encoding (RFC 3986, `pchar`).
fn needs_no_encoding(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_ways_to_write_a_path_are_one() {
        for (text, expected) in [
            ("/old", "/old"),
            (" /old/ ", "/old"),
            ("/old//", "/old"),
            ("/old?", "/old"),
            ("/a//b", "/a//b"),
            ("/Old/Post.html", "/Old/Post.html"),
            ("/%6fld", "/old"),
            ("/%7Euser/%2a", "/~user/*"),
            ("/über", "/%C3%BCber"),
            ("/%c3%bcber", "/%C3%BCber"),
            ("/a b", "/a%20b"),
            ("/a%2fb", "/a%2Fb"),
            ("/100%", "/100%25"),
            ("/100%25", "/100%25"),
            ("/%%41", "/%25A"),
            ("/a\\b", "/a%5Cb"),
            ("/?p=12", "/?p=12"),
            ("/?p=0012", "/?p=12"),
            ("/?page_id=7", "/?page_id=7"),
            ("/?%70=7", "/?p=7"),
            ("/blog/?p=12", "/blog?p=12"),
            ("/a%3fp=1", "/a%3Fp=1"),
            ("/", "/"),
        ] {
            assert_eq!(RedirectPath::parse(text).unwrap().as_str(), expected, "{text}");
        }
    }

    #[test]
    fn rejects_what_no_request_has() {
        let longest = format!("/{}", "a".repeat(1_999));
        assert!(RedirectPath::parse(&longest).is_ok());
        let too_long = format!("{longest}a");
        for text in [
            "",
            "old",
            "//example.org",
            "https://example.org/old",
            "/old#part",
            "/old?a=b",
            "/old?p=1&a=b",
            "/a/..?p=1",
            "/?p=word",
            "/?p=",
            "/?p=1&a=b",
            "/?p=99999999999999999999",
            "/?cat=3",
            "/a/../b",
            "/a/%2e%2E/b",
            "/a/./b",
            "/a\0b",
            "/a%00b",
            "/a%0d%0ab",
            &too_long,
        ] {
            assert_eq!(RedirectPath::parse(text).unwrap_err().field, "path", "{text}");
        }
    }

    #[test]
    fn a_request_is_looked_up_in_the_same_form() {
        for (path, query, expected) in [
            ("/old/", None, "/old"),
            ("/old", Some("utm_source=x"), "/old"),
            ("/old/", Some("a=b&p=1"), "/old?p=1"),
            ("/old", Some("p=x"), "/old"),
            ("/%C3%BCber/", None, "/%C3%BCber"),
            ("/", None, "/"),
            ("/", Some("q=1"), "/"),
            ("/", Some("p=x"), "/"),
            ("/", Some("p=%2B5"), "/"),
            ("/", Some("utm_source=x&p=12"), "/?p=12"),
            ("/", Some("page_id=3&p=12"), "/?p=12"),
            ("//", Some("page_id=3"), "/?page_id=3"),
        ] {
            let looked_up = RedirectPath::of_address(path, query);
            assert_eq!(looked_up.as_str(), expected, "{path} {query:?}");
        }
    }

    #[test]
    fn a_parameter_may_be_no_part_of_the_path() {
        for (path, query, expected) in [
            ("/old", Some("p=1"), Some("/old")),
            ("/old", Some("a=b"), None),
            ("/old", None, None),
            ("/", Some("p=1"), None),
        ] {
            let general = RedirectPath::of_address(path, query).without_parameter();
            let general = general.as_ref().map(RedirectPath::as_str);
            assert_eq!(general, expected, "{path} {query:?}");
        }
    }

    #[test]
    fn keeps_the_query_but_for_what_the_path_says() {
        let rest = |path: &str, query| RedirectPath::parse(path).unwrap().rest_of_query(query);
        assert_eq!(rest("/old", None), None);
        assert_eq!(rest("/old", Some("p=1&a=%20")).as_deref(), Some("p=1&a=%20"));
        assert_eq!(rest("/?p=1", Some("p=1")).as_deref(), Some(""));
        assert_eq!(
            rest("/?p=1", Some("a=b&p=1&%70age_id=2&c")).as_deref(),
            Some("a=b&c")
        );
        assert_eq!(rest("/blog?p=1", Some("a=b&p=1")).as_deref(), Some("a=b"));
    }

    proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(text in prop_oneof![any::<String>(), "/[a-z%0-9A-F/ü]{0,40}"]) {
            let first = RedirectPath::of_address(&text, None);
            prop_assert_eq!(RedirectPath::of_address(first.as_str(), None), first.clone());
            if let Ok(parsed) = RedirectPath::parse(&text) {
                prop_assert!(parsed.as_str().is_ascii());
                prop_assert_eq!(RedirectPath::parse(parsed.as_str()), Ok(parsed.clone()));
            }
        }
    }
}
