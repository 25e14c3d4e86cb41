//! One cached response in one encoding, ready to be sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::MatchedPath;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use sha2::{Digest, Sha256};

use super::compression::{Compression, compress, decompress};
use crate::domain::Time;
use crate::http::AppState;
use crate::http::limits::response_budget::{Charge, charged, copied_body};
use crate::http::negotiation::{Encoding, is_known};
use crate::store::marks::MarkTargets;
use crate::store::{Dependencies, Generation};

/// Smaller responses fit into one packet uncompressed.
const COMPRESSED_FROM_BYTES: usize = 1_024;
/// A larger response that is not a feed is neither compressed nor cached, so that it does not evict all others.
const BYTES_MAX: usize = 1 << 20;
/// The age from which a response is compressed better. One that becomes stale or is evicted sooner is not worth it.
const RECOMPRESSED_FROM_MILLISECONDS: i64 = 1_000;
/// The bytes of headers and bookkeeping besides the body.
const OVERHEAD: usize = 2_048;

/// A response that is sent to many clients.
pub(in crate::http) struct CachedResponse {
    /// The body is encoded.
    fresh: FreshResponse,
    etag: HeaderValue,
    /// The hash of the unencoded body.
    hash: [u8; 32],
    compressed: Option<(Encoding, Compression)>,
    is_recompressing: AtomicBool,
    memory: Memory,
}

/// The charge for the body's bytes, to the response budget or to the cache.
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

/// A response as its handler returned it, before encoding and caching.
#[derive(Clone)]
pub(super) struct FreshResponse {
    pub(super) status: StatusCode,
    /// All headers but those of the encoding.
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    pub(super) route: Option<MatchedPath>,
    /// The time at which the handler returned.
    pub(super) at: Time,
    /// The generation before the handler ran. With dependencies and expiry it decides when the response is stale.
    pub(super) generation: Generation,
    pub(super) dependencies: Dependencies,
    pub(super) expires_at: Option<Time>,
    /// The posts and comments in it that readers can mark.
    pub(super) markable: MarkTargets,
    /// Feeds are cached whatever their size.
    pub(super) is_feed: bool,
}

impl CachedResponse {
    /// Encodes a fresh response fast, or leaves it unencoded where compression does not pay. When the body equals that of
    /// the `stale` entry with the same encoding, the entry's bytes are reused.
    pub(super) fn new(
        mut fresh: FreshResponse,
        encoding: Option<Encoding>,
        stale: Option<&Self>,
        mut charge: Charge,
    ) -> Self {
        let bytes = fresh.body.len();
        let is_small = bytes <= BYTES_MAX || fresh.is_feed;
        let encoding = encoding.filter(|_| bytes >= COMPRESSED_FROM_BYTES && is_small);
        let hash = Sha256::digest(&fresh.body).into();
        fresh.headers.remove(header::CONTENT_LENGTH);
        let (body, compressed, charge) = if let Some(same) = stale.filter(|stale| stale.hash == hash) {
            (
                same.fresh.body.clone(),
                same.compressed,
                Arc::clone(&same.memory.charge),
            )
        } else {
            let fast = encoding
                .and_then(|encoding| Some((compress(&fresh.body, encoding, Compression::Fast)?, encoding)));
            let (body, compressed) = match fast {
                Some((body, encoding)) => (body, Some((encoding, Compression::Fast))),
                None => (Bytes::copy_from_slice(&fresh.body), None),
            };
            charge.shrink_to(body.len());
            let charge = Arc::new(charge);
            (charged(body, Arc::clone(&charge)), compressed, charge)
        };
        fresh.body = body;
        Self::encoded(fresh, compressed, hash, charge)
    }

    /// A response whose body is encoded and charged.
    fn encoded(
        mut fresh: FreshResponse,
        compressed: Option<(Encoding, Compression)>,
        hash: [u8; 32],
        charge: Arc<Charge>,
    ) -> Self {
        let etag = etag(&hash, compressed);
        fresh.headers.insert(header::ETAG, etag.clone());
        if let Some((encoding, _)) = compressed {
            let encoding = HeaderValue::from_static(encoding.name());
            fresh.headers.insert(header::CONTENT_ENCODING, encoding);
        }
        Self {
            fresh,
            etag,
            hash,
            compressed,
            is_recompressing: AtomicBool::new(false),
            memory: Memory {
                charge,
                is_cached: AtomicBool::new(false),
            },
        }
    }

    /// Whether a better compression of the response is worth the work at this time, and nobody does it yet.
    pub(super) fn begin_recompression(&self, now: impl FnOnce() -> Time) -> bool {
        matches!(self.compressed, Some((_, Compression::Fast)))
            && now().milliseconds() - self.fresh.at.milliseconds() >= RECOMPRESSED_FROM_MILLISECONDS
            && !self.is_recompressing.load(Ordering::Relaxed)
            && !self.is_recompressing.swap(true, Ordering::AcqRel)
    }

    /// Lets a later request begin the compression.
    pub(super) fn abandon_recompression(&self) {
        self.is_recompressing.store(false, Ordering::Release);
    }

    /// Returns the same response with a better compression, which takes some milliseconds of CPU time.
    pub(super) fn recompressed(&self) -> Option<Self> {
        let (encoding, _) = self.compressed?;
        let plain = decompress(&self.fresh.body, encoding)?;
        let body = compress(&plain, encoding, Compression::Default)?;
        let charge = Arc::new(self.memory.charge.for_copy(body.len()));
        let fresh = FreshResponse {
            body: charged(body, Arc::clone(&charge)),
            ..self.fresh.clone()
        };
        let compressed = Some((encoding, Compression::Default));
        Some(Self::encoded(fresh, compressed, self.hash, charge))
    }

    pub(in crate::http) fn route(&self) -> Option<&str> {
        self.fresh.route.as_ref().map(MatchedPath::as_str)
    }

    /// The posts and comments in it that readers can mark.
    pub(super) fn markable(&self) -> &MarkTargets {
        &self.fresh.markable
    }

    /// Whether the response is fresh for a request that arrived at this generation: it has not expired, and no
    /// commit up to then changed its dependencies.
    pub(super) fn is_current(&self, state: &AppState, arrived: Generation) -> bool {
        (self.fresh.generation >= arrived
            || state
                .store
                .is_current(self.fresh.generation, &self.fresh.dependencies))
            && self
                .fresh
                .expires_at
                .is_none_or(|expires_at| state.clock.now() < expires_at)
    }

    /// Whether the response may be cached: it is a feed or not too large.
    pub(super) fn is_cacheable(&self) -> bool {
        self.fresh.is_feed || self.fresh.body.len() <= BYTES_MAX
    }

    pub(super) fn is_feed(&self) -> bool {
        self.fresh.is_feed
    }

    /// Moves the charge for the body to the cache.
    pub(super) fn enter_cache(&self) {
        if !self.memory.is_cached.swap(true, Ordering::AcqRel) {
            self.memory.charge.enter_cache();
        }
    }

    /// The approximate size in bytes.
    pub(super) fn weight(&self) -> usize {
        let MarkTargets { posts, comments } = self.markable();
        self.fresh.body.len()
            + size_of_val(posts.as_slice())
            + size_of_val(comments.as_slice())
            + self.fresh.dependencies.heap_bytes()
            + OVERHEAD
    }

    /// Returns the response to a request with these headers: 304 when its `If-None-Match` names the entity tag.
    pub(in crate::http) fn to_response(&self, request_headers: &HeaderMap) -> Response {
        let is_known = self.fresh.status == StatusCode::OK
            && request_headers.contains_key(header::IF_NONE_MATCH)
            && self
                .etag
                .to_str()
                .is_ok_and(|etag| is_known(request_headers, etag));
        let (status, body) = if is_known {
            (StatusCode::NOT_MODIFIED, Body::empty())
        } else {
            // The cache's own bytes when the response is cacheable, else a copy charged to this client.
            let body = if self.is_cacheable() {
                Body::from(self.fresh.body.clone())
            } else {
                copied_body(&self.fresh.body, &self.memory.charge)
            };
            (self.fresh.status, body)
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        response.headers_mut().clone_from(&self.fresh.headers);
        response
    }
}

/// The strong entity tag: a different one for each encoding and compression of the same body.
fn etag(hash: &[u8; 32], encoded: Option<(Encoding, Compression)>) -> HeaderValue {
    let (name, suffix) = match encoded {
        None => ("", ""),
        Some((encoding, Compression::Default)) => (encoding.name(), ""),
        Some((encoding, Compression::Fast)) => (encoding.name(), "-fast"),
    };
    let etag = format!("\"{}{name}{suffix}\"", hex::encode(&hash[..12]));
    // Infallible: the tag consists of quotes, hexadecimal digits and encoding names.
    HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\""))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use axum::body::to_bytes;
    use brotlic::DecompressorReader;

    use super::*;
    use crate::http::limits::response_budget::ResponseBudget;
    use crate::store::{Store, StoreOptions};

    fn charge() -> Charge {
        ResponseBudget::new(1 << 30).charge(None, 1 << 20).unwrap()
    }

    fn cached(encoding: Option<Encoding>) -> CachedResponse {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blog.db");
        let store = Store::open(&StoreOptions::new(path, 1)).unwrap();
        let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("text/html"))];
        let fresh = FreshResponse {
            status: StatusCode::OK,
            headers: headers.into_iter().collect(),
            body: Bytes::from("<p>again and again</p>".repeat(100)),
            route: None,
            at: Time::from_milliseconds(0),
            generation: store.generation(),
            dependencies: Dependencies::default(),
            expires_at: None,
            markable: MarkTargets::default(),
            is_feed: false,
        };
        CachedResponse::new(fresh, encoding, None, charge())
    }

    fn headers_with(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    async fn body(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    fn decompressed(br: &[u8]) -> Vec<u8> {
        let mut decompressed = Vec::new();
        DecompressorReader::new(br)
            .read_to_end(&mut decompressed)
            .unwrap();
        decompressed
    }

    #[tokio::test]
    async fn gives_each_encoding_its_own_tag_and_the_same_content() {
        let [plain, br, gz] = [None, Some(Encoding::Brotli), Some(Encoding::Gzip)]
            .map(|encoding| cached(encoding).to_response(&HeaderMap::new()));
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(br.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(gz.headers()[header::CONTENT_ENCODING], "gzip");
        let tags = [&plain, &br, &gz].map(|response| response.headers()[header::ETAG].clone());
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2]);

        let plain = body(plain).await;
        assert_eq!(decompressed(&body(br).await), plain);
        let mut decoder = flate2::write::GzDecoder::new(Vec::new());
        decoder.write_all(&body(gz).await).unwrap();
        assert_eq!(decoder.finish().unwrap(), plain);
    }

    #[test]
    fn compresses_better_and_tags_differently_when_recompressed() {
        for (encoding, name) in [(Encoding::Brotli, "br"), (Encoding::Gzip, "gzip")] {
            let fast = cached(Some(encoding));
            let better = fast.recompressed().unwrap();
            let tag = |cached: &CachedResponse| cached.etag.to_str().unwrap().to_owned();
            assert!(tag(&fast).ends_with(&format!("{name}-fast\"")), "{}", tag(&fast));
            assert!(tag(&better).ends_with(&format!("{name}\"")), "{}", tag(&better));
            assert_eq!(better.fresh.headers[header::ETAG], better.etag);
            assert!(better.fresh.body.len() <= fast.fresh.body.len());
            assert_eq!(
                decompress(&better.fresh.body, encoding),
                decompress(&fast.fresh.body, encoding)
            );
        }
        assert!(cached(None).recompressed().is_none());
        assert!(!cached(None).begin_recompression(|| Time::from_milliseconds(i64::MAX)));
    }

    #[test]
    fn an_equal_response_keeps_the_better_compression_of_the_stale_one() {
        let better = cached(Some(Encoding::Brotli)).recompressed().unwrap();
        let same = FreshResponse {
            body: Bytes::from("<p>again and again</p>".repeat(100)),
            ..better.fresh.clone()
        };
        let same = CachedResponse::new(same, Some(Encoding::Brotli), Some(&better), charge());
        assert_eq!((&same.etag, &same.fresh.body), (&better.etag, &better.fresh.body));
        assert!(!same.begin_recompression(|| Time::from_milliseconds(i64::MAX)));
    }

    #[tokio::test]
    async fn sends_304_without_a_body_for_a_known_entity_tag() {
        let cached = cached(None);
        let etag = cached.to_response(&HeaderMap::new()).headers()[header::ETAG].clone();
        let response = cached.to_response(&headers_with(header::IF_NONE_MATCH, etag.to_str().unwrap()));
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(response.headers()[header::ETAG], etag);
        assert!(body(response).await.is_empty());
        let other = cached.to_response(&headers_with(header::IF_NONE_MATCH, "\"else\""));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
