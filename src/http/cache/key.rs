//! The keys of the response cache.

use std::hash::Hash;

use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri};
use quick_cache::Equivalent;

use crate::http::negotiation::Encoding;
use crate::store::marks::Marks;

/// The prefix of the paths of feeds, which do not depend on a query.
const FEEDS: &str = "/feed";

/// The approximate size of one mark, in bytes.
const MARK_BYTES: usize = 64;

/// A path with its query, the accepted encoding, and the viewer's marks in the response (none for visitors).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key<Path, ViewerMarks> {
    path_and_query: Path,
    encoding: Option<Encoding>,
    marks: ViewerMarks,
}

pub(super) type CacheKey = Key<Box<str>, Marks>;
/// A [`CacheKey`] borrowed from a request.
pub(super) type KeyRef<'request> = Key<&'request str, &'request Marks>;

impl<'request> KeyRef<'request> {
    pub(super) fn new(uri: &'request Uri, headers: &HeaderMap, marks: &'request Marks) -> Self {
        Self {
            path_and_query: path_and_query(uri),
            encoding: Encoding::best(headers),
            marks,
        }
    }

    pub(super) fn is_feed(self) -> bool {
        is_feed(self.path_and_query)
    }

    pub(super) fn to_key(self) -> CacheKey {
        CacheKey {
            path_and_query: self.path_and_query.into(),
            encoding: self.encoding,
            marks: self.marks.clone(),
        }
    }
}

/// Percent-encoded paths are treated as ordinary pages: a feed's path can be encoded in thousands of ways.
fn is_feed(path: &str) -> bool {
    path.starts_with(FEEDS) && !path.contains('%')
}

fn path_and_query(uri: &Uri) -> &str {
    let path = uri.path();
    if is_feed(path) {
        return path;
    }
    uri.path_and_query().map_or("", PathAndQuery::as_str)
}

impl Equivalent<CacheKey> for KeyRef<'_> {
    fn equivalent(&self, key: &CacheKey) -> bool {
        *self.path_and_query == *key.path_and_query
            && self.encoding == key.encoding
            && *self.marks == key.marks
    }
}

impl CacheKey {
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// The approximate size in bytes.
    pub(super) fn weight(&self) -> usize {
        self.path_and_query.len() + self.marks.count() * MARK_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_the_query_of_a_feed() {
        let key_of = |uri: &str| {
            let uri: Uri = uri.parse().unwrap();
            let marks = Marks::EMPTY;
            let key = KeyRef::new(&uri, &HeaderMap::new(), &marks);
            (key.is_feed(), key.to_key())
        };
        assert_eq!(key_of("/feed/other.xml?a"), key_of("/feed/other.xml?b"));
        assert!(key_of("/feed.xml").0);
        assert!(!key_of("/feed/%6fther.xml?a").0);
        assert_ne!(key_of("/feed/%6fther.xml?a"), key_of("/feed/%6fther.xml?b"));
    }
}
