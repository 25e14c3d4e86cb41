//! One kept answer with its compressed forms, each with an entity tag of its own.

use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::{FOR_EVERYBODY, VARY};
use crate::http::negotiation::{Encoding, is_known};

/// Smaller answers fit into one packet as they are.
const COMPRESSED_FROM_BYTES: usize = 1_024;
/// About as small as the best, in a tenth of the time.
const BROTLI_QUALITY: i32 = 5;
const BROTLI_WINDOW_BITS: i32 = 22;
const BROTLI_BUFFER: usize = 4_096;
/// What headers and bookkeeping take beside the bytes.
const OVERHEAD: usize = 1_024;

/// An answer that many are given.
pub(in crate::http) struct Kept {
    headers: HeaderMap,
    plain: Form,
    brotli: OnceLock<Form>,
    gzip: OnceLock<Form>,
}

struct Form {
    bytes: Bytes,
    etag: HeaderValue,
}

impl Kept {
    /// The answer with these headers, to which those of a kept one are added, and this body.
    pub(in crate::http) fn new(mut headers: HeaderMap, body: Bytes) -> Self {
        headers.remove(header::CONTENT_LENGTH);
        headers.entry(header::CACHE_CONTROL).or_insert(FOR_EVERYBODY);
        headers.insert(header::VARY, VARY);
        Self {
            headers,
            plain: Form::new(body),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// The bytes that it takes, with those of the forms that it may come to have.
    pub(super) fn weight(&self) -> usize {
        self.plain.bytes.len() * 3 / 2 + OVERHEAD
    }

    /// The form that the client likes best, or that it has the present one.
    pub(in crate::http) fn answer(&self, asked: &HeaderMap) -> Response {
        let encoding = (self.plain.bytes.len() >= COMPRESSED_FROM_BYTES)
            .then(|| {
                Encoding::ALL
                    .into_iter()
                    .find(|encoding| encoding.is_accepted(asked))
            })
            .flatten();
        let form = encoding.map_or(&self.plain, |encoding| self.compressed(encoding));
        let is_known = form.etag.to_str().is_ok_and(|etag| is_known(asked, etag));
        let mut response = if is_known {
            Response::new(Body::empty())
        } else {
            Response::new(Body::from(form.bytes.clone()))
        };
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.clone_from(&self.headers);
        headers.insert(header::ETAG, form.etag.clone());
        if let Some(encoding) = encoding {
            let name = HeaderValue::from_static(encoding.name());
            headers.insert(header::CONTENT_ENCODING, name);
        }
        response
    }

    fn compressed(&self, encoding: Encoding) -> &Form {
        let plain = &self.plain.bytes;
        match encoding {
            Encoding::Brotli => self.brotli.get_or_init(|| Form::new(brotli(plain))),
            Encoding::Gzip => self.gzip.get_or_init(|| Form::new(gzip(plain))),
        }
    }
}

impl Form {
    fn new(bytes: Bytes) -> Self {
        let hash = Sha256::digest(&bytes);
        let etag = format!("\"{}\"", hex::encode(&hash[..12]));
        Self {
            bytes,
            // Quotes and hexadecimal digits are what a header may hold.
            etag: HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\"")),
        }
    }
}

fn brotli(plain: &[u8]) -> Bytes {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW_BITS,
        size_hint: plain.len(),
        ..Default::default()
    };
    let mut writer = brotli::CompressorWriter::with_params(
        Vec::with_capacity(plain.len() / 3),
        BROTLI_BUFFER,
        &parameters,
    );
    // Writing to memory cannot fail.
    drop(writer.write_all(plain));
    writer.into_inner().into()
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut writer = GzEncoder::new(Vec::with_capacity(plain.len() / 3), Compression::default());
    // Writing to memory cannot fail.
    drop(writer.write_all(plain));
    writer.finish().unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    fn kept() -> Kept {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("text/html"))]);
        Kept::new(headers, Bytes::from("<p>again and again</p>".repeat(100)))
    }

    fn asking(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    async fn body(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn each_form_has_a_tag_of_its_own_and_unpacks_to_the_same() {
        let kept = kept();
        let plain = kept.answer(&HeaderMap::new());
        let br = kept.answer(&asking(header::ACCEPT_ENCODING, "gzip, br"));
        let gz = kept.answer(&asking(header::ACCEPT_ENCODING, "gzip"));
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(br.headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(gz.headers()[header::CONTENT_ENCODING], "gzip");
        let tags = [&plain, &br, &gz].map(|response| response.headers()[header::ETAG].clone());
        assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2]);

        let plain = body(plain).await;
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut body(br).await.as_slice(), &mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
        let mut decoder = flate2::write::GzDecoder::new(Vec::new());
        decoder.write_all(&body(gz).await).unwrap();
        assert_eq!(decoder.finish().unwrap(), plain);
    }

    #[tokio::test]
    async fn whoever_has_the_form_is_told_so_without_it() {
        let kept = kept();
        let etag = kept.answer(&HeaderMap::new()).headers()[header::ETAG].clone();
        let again = kept.answer(&asking(header::IF_NONE_MATCH, etag.to_str().unwrap()));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()[header::ETAG], etag);
        assert_eq!(again.headers()[header::VARY], "accept-encoding, authorization");
        assert!(body(again).await.is_empty());
        let other = kept.answer(&asking(header::IF_NONE_MATCH, "\"else\""));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
