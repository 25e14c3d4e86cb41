//! Content negotiation and entity tags.

use axum::http::{HeaderMap, HeaderName, header};

/// The content encodings besides the identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    /// Smaller, and supported by every browser.
    Brotli,
    /// Supported by everything else.
    Gzip,
}

impl Encoding {
    /// All encodings, the best first.
    pub(super) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the best encoding that the client accepts, if any.
    pub(super) fn best(headers: &HeaderMap) -> Option<Self> {
        let accepted = text(headers, &header::ACCEPT_ENCODING);
        Self::ALL
            .into_iter()
            .find(|encoding| offers(accepted, encoding.name()))
    }

    /// Whether the client accepts the encoding: it lists it, and not with `q=0`.
    pub(super) fn is_accepted(self, headers: &HeaderMap) -> bool {
        offers(text(headers, &header::ACCEPT_ENCODING), self.name())
    }
}

/// Whether `If-None-Match` contains this entity tag.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    text(headers, &header::IF_NONE_MATCH)
        .split(',')
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}

/// Returns the media type of a request's body in lower case, without its parameters; empty when it is absent.
pub(super) fn media_type(headers: &HeaderMap) -> String {
    let content_type = text(headers, &header::CONTENT_TYPE);
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Returns the text of a header; empty when it is absent or not ASCII.
pub(super) fn text<'headers>(headers: &'headers HeaderMap, name: &HeaderName) -> &'headers str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn offers(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let is_listed = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_excluded = parts.any(|parameter| {
            parameter
                .strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok())
                .is_some_and(|quality| quality <= 0.0)
        });
        is_listed && !is_excluded
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn accepts_a_listed_encoding_unless_its_quality_is_zero() {
        for (offered, expected) in [
            ("gzip, deflate, br", true),
            ("br;q=0.5", true),
            ("BR", true),
            ("br;q=0", false),
            ("br; q=0.0, gzip", false),
            ("gzip", false),
            ("", false),
        ] {
            let headers = headers(header::ACCEPT_ENCODING, offered);
            assert_eq!(Encoding::Brotli.is_accepted(&headers), expected, "{offered}");
        }
    }

    #[test]
    fn finds_a_tag_among_several() {
        for (if_none_match, expected) in [
            ("\"a\"", true),
            ("\"b\", \"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            ("\"ab\"", false),
            ("", false),
        ] {
            let headers = headers(header::IF_NONE_MATCH, if_none_match);
            assert_eq!(is_known(&headers, "\"a\""), expected, "{if_none_match}");
        }
    }
}
