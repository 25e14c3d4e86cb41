//! One kept answer in one form, ready to be sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::MatchedPath;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use sha2::{Digest, Sha256};

use super::forms::{Care, packed};
use crate::domain::Time;
use crate::http::AppState;
use crate::http::negotiation::{Encoding, is_known};
use crate::http::response_budget::{Charge, charged, copied_body};
use crate::store::marks::Markable;
use crate::store::{Moment, Shown};

/// Smaller answers fit into one packet as they are.
const COMPRESSED_FROM_BYTES: usize = 1_024;
/// A larger answer that is no feed is sent as it is and made anew each time, so that none drives out all the others.
const BYTES_MAX: usize = 1 << 20;
/// An answer that was old after so many milliseconds has a successor that will not last either: its readers change
/// it all the time.
const SHORT_LIFE: i64 = 1_000;
/// What headers and bookkeeping take beside the bytes.
const OVERHEAD: usize = 2_048;

/// An answer that many are given.
pub(in crate::http) struct Kept {
    /// Its body is that of the form.
    made: Made,
    etag: HeaderValue,
    /// Of the plain form.
    hash: [u8; 32],
    memory: Memory,
}

/// What the bytes of the body are charged to: the budget of responses, or the cache.
struct Memory {
    charge: Arc<Charge>,
    is_cached: AtomicBool,
}

impl Drop for Memory {
    fn drop(&mut self) {
        if *self.is_cached.get_mut() {
            self.charge.leave_cache();
        }
    }
}

/// An answer as it was made, before it is kept.
pub(super) struct Made {
    pub(super) status: StatusCode,
    /// All that it is sent with, but what belongs to its form.
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    /// The route that made it.
    pub(super) route: Option<MatchedPath>,
    /// When it was made.
    pub(super) at: Time,
    /// When it was begun, what it shows, and how long at most: from these follows when it is old.
    pub(super) moment: Moment,
    pub(super) shown: Shown,
    pub(super) until: Option<Time>,
    /// What of it readers can mark.
    pub(super) markable: Markable,
    /// Feeds are kept whatever their size.
    pub(super) is_feed: bool,
}

impl Kept {
    /// The answer in this form; in the plain one where that is as good. Where it says the same as the `old` one
    /// of this form, that is sent on.
    pub(super) fn new(
        mut made: Made,
        form: Option<Encoding>,
        old: Option<&Self>,
        mut charge: Charge,
    ) -> Self {
        let bytes = made.body.len();
        let is_small = bytes <= BYTES_MAX || made.is_feed;
        let form = form.filter(|_| bytes >= COMPRESSED_FROM_BYTES && is_small);
        let hash = Sha256::digest(&made.body).into();
        made.headers.remove(header::CONTENT_LENGTH);
        let (body, coding, etag, charge) = if let Some(same) = old.filter(|old| old.hash == hash) {
            (
                same.made.body.clone(),
                same.coding().cloned(),
                same.etag.clone(),
                Arc::clone(&same.memory.charge),
            )
        } else {
            let care = care(&made, old);
            let packed = form.and_then(|form| Some((packed(&made.body, form, care)?, form)));
            let (body, coding, etag) = match packed {
                Some((packed, form)) => (
                    packed,
                    Some(HeaderValue::from_static(form.name())),
                    etag(&hash, Some((form, care))),
                ),
                None => (Bytes::copy_from_slice(&made.body), None, etag(&hash, None)),
            };
            charge.shrink_to(body.len());
            let charge = Arc::new(charge);
            (charged(body, Arc::clone(&charge)), coding, etag, charge)
        };
        made.body = body;
        made.headers.insert(header::ETAG, etag.clone());
        if let Some(coding) = coding {
            made.headers.insert(header::CONTENT_ENCODING, coding);
        }
        Self {
            made,
            etag,
            hash,
            memory: Memory {
                charge,
                is_cached: AtomicBool::new(false),
            },
        }
    }

    fn coding(&self) -> Option<&HeaderValue> {
        self.made.headers.get(header::CONTENT_ENCODING)
    }

    /// The template of the route that made it.
    pub(in crate::http) fn route(&self) -> Option<&str> {
        self.made.route.as_ref().map(MatchedPath::as_str)
    }

    /// What of it readers can mark.
    pub(super) fn markable(&self) -> &Markable {
        &self.made.markable
    }

    /// Whether it may be given to somebody who asked at this moment: nothing that was committed by then has
    /// changed what it shows.
    pub(super) fn is_current(&self, state: &AppState, asked: Moment) -> bool {
        (self.made.moment >= asked || state.store.is_current(self.made.moment, &self.made.shown))
            && self.made.until.is_none_or(|until| state.clock.now() < until)
    }

    /// Whether the cache takes it: it is not too large, or a feed.
    pub(super) fn is_for_cache(&self) -> bool {
        self.made.is_feed || self.made.body.len() <= BYTES_MAX
    }

    /// Whether it goes into the room for feeds.
    pub(super) fn is_feed(&self) -> bool {
        self.made.is_feed
    }

    /// The cache holds it from now on.
    pub(super) fn enter_cache(&self) {
        if !self.memory.is_cached.swap(true, Ordering::AcqRel) {
            self.memory.charge.enter_cache();
        }
    }

    /// About the bytes that it takes.
    pub(super) fn weight(&self) -> usize {
        let Markable { posts, comments } = self.markable();
        self.made.body.len() + size_of_val(posts.as_slice()) + size_of_val(comments.as_slice()) + OVERHEAD
    }

    /// What whoever asks with these headers is sent: the answer, or that they have it.
    pub(in crate::http) fn answer(&self, asked: &HeaderMap) -> Response {
        let is_known = self.made.status == StatusCode::OK
            && asked.contains_key(header::IF_NONE_MATCH)
            && self.etag.to_str().is_ok_and(|etag| is_known(asked, etag));
        let (status, body) = if is_known {
            (StatusCode::NOT_MODIFIED, Body::empty())
        } else {
            (self.made.status, self.body())
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        response.headers_mut().clone_from(&self.made.headers);
        response
    }
}

impl Kept {
    /// The bytes that the cache holds are shared by all who take them; others are sent as this client's own.
    fn body(&self) -> Body {
        if self.is_for_cache() {
            Body::from(self.made.body.clone())
        } else {
            copied_body(&self.made.body, &self.memory.charge)
        }
    }
}

fn care(made: &Made, old: Option<&Kept>) -> Care {
    let at = made.at.milliseconds();
    match old {
        Some(old) if at - old.made.at.milliseconds() < SHORT_LIFE => Care::Hasty,
        _ => Care::Usual,
    }
}

/// Strong, and so another one for each sequence of bytes that the same may be sent as.
fn etag(hash: &[u8; 32], packed: Option<(Encoding, Care)>) -> HeaderValue {
    let (name, mark) = match packed {
        None => ("", ""),
        Some((form, Care::Usual)) => (form.name(), ""),
        Some((form, Care::Hasty)) => (form.name(), "-hasty"),
    };
    let etag = format!("\"{}{name}{mark}\"", hex::encode(&hash[..12]));
    // Quotes, hexadecimal digits and the names of encodings are what a header may hold.
    HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use axum::body::to_bytes;
    use brotlic::DecompressorReader;

    use super::*;
    use crate::http::response_budget::ResponseBudget;
    use crate::store::{Store, StoreOptions};

    fn charge() -> Charge {
        ResponseBudget::new(1 << 30).charge(None, 1 << 20).unwrap()
    }

    fn kept(form: Option<Encoding>) -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blog.db");
        let store = Store::open(&StoreOptions::new(path, 1)).unwrap();
        let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("text/html"))];
        let made = Made {
            status: StatusCode::OK,
            headers: headers.into_iter().collect(),
            body: Bytes::from("<p>again and again</p>".repeat(100)),
            route: None,
            at: Time::from_milliseconds(0),
            moment: store.moment(),
            shown: Shown::Everything,
            until: None,
            markable: Markable::default(),
            is_feed: false,
        };
        Kept::new(made, form, None, charge())
    }

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    async fn body(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    fn unpacked(br: &[u8]) -> Vec<u8> {
        let mut unpacked = Vec::new();
        DecompressorReader::new(br).read_to_end(&mut unpacked).unwrap();
        unpacked
    }

    #[tokio::test]
    async fn each_form_has_a_tag_of_its_own_and_unpacks_to_the_same() {
        let [plain, br, gz] = [None, Some(Encoding::Brotli), Some(Encoding::Gzip)]
            .map(|form| kept(form).answer(&HeaderMap::new()));
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(br.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(gz.headers()[header::CONTENT_ENCODING], "gzip");
        let tags = [&plain, &br, &gz].map(|response| response.headers()[header::ETAG].clone());
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2]);

        let plain = body(plain).await;
        assert_eq!(unpacked(&body(br).await), plain);
        let mut decoder = flate2::write::GzDecoder::new(Vec::new());
        decoder.write_all(&body(gz).await).unwrap();
        assert_eq!(decoder.finish().unwrap(), plain);
    }

    #[test]
    fn what_was_soon_old_is_packed_in_haste_and_tagged_so() {
        let again = |text: &str, milliseconds: i64, old: Option<&Kept>| {
            let mut made = kept(None).made;
            made.body = Bytes::from(text.repeat(200));
            made.at = Time::from_milliseconds(milliseconds);
            Kept::new(made, Some(Encoding::Brotli), old, charge())
        };
        let first = again("one and one, ", 0, None);
        let hasty = again("two and two, ", SHORT_LIFE - 1, Some(&first));
        let usual = again("two and two, ", 2 * SHORT_LIFE, Some(&first));
        let tag = |kept: &Kept| kept.etag.to_str().unwrap().to_owned();
        assert!(tag(&hasty).ends_with("br-hasty\""), "{}", tag(&hasty));
        assert!(tag(&usual).ends_with("br\""), "{}", tag(&usual));
        for kept in [hasty, usual] {
            assert_eq!(
                unpacked(&kept.made.body),
                "two and two, ".repeat(200).into_bytes()
            );
        }
    }

    #[tokio::test]
    async fn whoever_has_the_form_is_told_so_without_it() {
        let kept = kept(None);
        let etag = kept.answer(&HeaderMap::new()).headers()[header::ETAG].clone();
        let again = kept.answer(&asking(header::IF_NONE_MATCH, etag.to_str().unwrap()));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()[header::ETAG], etag);
        assert!(body(again).await.is_empty());
        let other = kept.answer(&asking(header::IF_NONE_MATCH, "\"else\""));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
