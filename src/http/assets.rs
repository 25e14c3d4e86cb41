//! The files of the web client, embedded in the binary with their compressed forms.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::ApiError;
use super::negotiation::{Encoding, is_known};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Files;

/// Files of this folder have the hash of their content in their name.
const HASHED_FOLDER: &str = "assets/";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const ONE_HOUR: &str = "public, max-age=3600";
const REVALIDATE: &str = "no-cache";

/// Returns the file at this path, unless it is missing or not public.
pub(super) fn public_file(address: &str, headers: &HeaderMap) -> Option<Response> {
    let path = address.trim_start_matches('/');
    let is_public = !path.starts_with('.') && !["html", "br", "gz"].contains(&extension(path));
    is_public.then(|| file(path, headers)).flatten()
}

pub(super) fn page(name: &str) -> Response {
    match Files::get(name) {
        Some(page) => (
            [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, REVALIDATE),
            ],
            page.data,
        )
            .into_response(),
        None => ApiError::NotFound("This binary was built without its pages").into_response(),
    }
}

pub(super) fn text(name: &str) -> Option<String> {
    let file = Files::get(name)?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = Files::get(path)?;
    let compressed = Encoding::ALL.into_iter().find_map(|encoding| {
        let suffix = if encoding == Encoding::Brotli { "br" } else { "gz" };
        let file = encoding
            .is_accepted(headers)
            .then(|| Files::get(&format!("{path}.{suffix}")))??;
        Some((encoding.name(), file))
    });
    let (encoding, file) = compressed.unzip();
    Some(file_response(path, encoding, file.unwrap_or(plain), headers))
}

fn file_response(
    path: &str,
    encoding: Option<&'static str>,
    file: EmbeddedFile,
    headers: &HeaderMap,
) -> Response {
    let etag = etag(&file);
    let is_known = is_known(headers, &etag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        content(path, encoding, file.data)
    };
    let cache_control = if path.starts_with(HASHED_FOLDER) {
        IMMUTABLE
    } else {
        ONE_HOUR
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// Returns the media type of a file, of a text with its encoding.
fn media_type(path: &str) -> String {
    let media_type = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = media_type.type_() == mime_guess::mime::TEXT
        || matches!(media_type.subtype().as_str(), "javascript" | "json")
        || media_type
            .suffix()
            .is_some_and(|suffix| suffix == "json" || suffix == "xml");
    let charset = if is_text { "; charset=utf-8" } else { "" };
    format!("{}{charset}", media_type.essence_str())
}

fn content(path: &str, encoding: Option<&'static str>, bytes: Cow<'static, [u8]>) -> Response {
    let media_type = media_type(path);
    let mut response = ([(header::CONTENT_TYPE, media_type)], bytes).into_response();
    if let Some(encoding) = encoding {
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// The strong entity tag, different for each encoding of a file.
fn etag(file: &EmbeddedFile) -> String {
    format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..12]))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::media_type;
    use crate::domain::redirect::{RedirectPath, SitePlace};

    #[test]
    fn no_redirect_leads_from_a_file_of_the_client() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/public");
        let mut files = 0;
        for file in fs::read_dir(folder).unwrap() {
            let path = format!("/{}", file.unwrap().file_name().to_str().unwrap());
            assert_ne!(
                RedirectPath::parse(&path).unwrap().place(),
                SitePlace::Free,
                "{path}"
            );
            files += 1;
        }
        assert!(files > 5, "{files}");
    }

    #[test]
    fn texts_name_their_encoding() {
        for (path, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/index.css", "text/css; charset=utf-8"),
            ("assets/index.js", "text/javascript; charset=utf-8"),
            ("schema.json", "application/json; charset=utf-8"),
            ("avatars/mentor.svg", "image/svg+xml; charset=utf-8"),
            ("feed.xml", "text/xml; charset=utf-8"),
            ("assets/inter.woff2", "font/woff2"),
            ("apple-touch-icon.png", "image/png"),
            ("unknown", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path), expected, "{path}");
        }
    }
}
