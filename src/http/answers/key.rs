//! By what a kept answer is found.

use std::hash::Hash;

use axum::http::{HeaderMap, Uri};
use quick_cache::Equivalent;

use crate::http::negotiation::Encoding;
use crate::store::marks::Marks;

/// Feeds have addresses of their own beneath this, and do not depend on a query.
const FEEDS: &str = "/feed";

/// What one mark takes.
const MARK_BYTES: usize = 64;

/// An address with its query, the form that the client takes, and what of the answer is the caller's own:
/// nothing for visitors.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    address: Box<str>,
    form: Option<Encoding>,
    marks: Marks,
}

/// The same, borrowed from a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Asked<'request> {
    address: &'request str,
    form: Option<Encoding>,
    marks: &'request Marks,
}

impl<'request> Asked<'request> {
    /// What somebody asks for who has these marks.
    pub(super) fn by(uri: &'request Uri, headers: &HeaderMap, marks: &'request Marks) -> Self {
        Self {
            address: address(uri),
            form: Encoding::best(headers),
            marks,
        }
    }

    /// Whether it is the address of a feed.
    pub(super) fn is_feed(self) -> bool {
        is_feed(self.address)
    }

    pub(super) fn to_key(self) -> Key {
        Key {
            address: self.address.into(),
            form: self.form,
            marks: self.marks.clone(),
        }
    }
}

/// Encoded in part, the address of a feed can be written in thousands of ways: all of them are ordinary pages.
fn is_feed(path: &str) -> bool {
    path.starts_with(FEEDS) && !path.contains('%')
}

fn address(uri: &Uri) -> &str {
    let path = uri.path();
    if is_feed(path) {
        return path;
    }
    uri.path_and_query().map_or("", |address| address.as_str())
}

impl Equivalent<Key> for Asked<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        *self.address == *key.address && self.form == key.form && *self.marks == key.marks
    }
}

impl Key {
    pub(super) fn form(&self) -> Option<Encoding> {
        self.form
    }

    /// The bytes that it takes.
    pub(super) fn weight(&self) -> usize {
        self.address.len() + self.marks.count() * MARK_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_has_one_address_whatever_its_query() {
        let asked = |uri: &str| {
            let uri: Uri = uri.parse().unwrap();
            let marks = Marks::NONE;
            let asked = Asked::by(&uri, &HeaderMap::new(), &marks);
            (asked.is_feed(), asked.to_key())
        };
        assert_eq!(asked("/feed/other.xml?a"), asked("/feed/other.xml?b"));
        assert!(asked("/feed.xml").0);
        assert!(!asked("/feed/%6fther.xml?a").0);
        assert_ne!(asked("/feed/%6fther.xml?a"), asked("/feed/%6fther.xml?b"));
    }
}
