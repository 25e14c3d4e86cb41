//! What a client takes, and what it has already.

use axum::http::{HeaderMap, HeaderName, header};

/// The forms in which an answer can be sent besides the plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    /// Smaller, and known to every browser.
    Brotli,
    /// Known to everything else.
    Gzip,
}

impl Encoding {
    /// The best first.
    pub(super) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The name on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The best that the client takes, if it takes any.
    pub(super) fn best(headers: &HeaderMap) -> Option<Self> {
        let accepted = text(headers, &header::ACCEPT_ENCODING);
        Self::ALL
            .into_iter()
            .find(|encoding| offers(accepted, encoding.name()))
    }

    /// Whether the client takes it: it says so, and not with `q=0`.
    pub(super) fn is_accepted(self, headers: &HeaderMap) -> bool {
        offers(text(headers, &header::ACCEPT_ENCODING), self.name())
    }
}

/// Whether the client has the form with this entity tag.
pub(super) fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    text(headers, &header::IF_NONE_MATCH)
        .split(',')
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}

fn text<'headers>(headers: &'headers HeaderMap, name: &HeaderName) -> &'headers str {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn offers(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let is_named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_refused = parts.any(|parameter| {
            parameter
                .strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok())
                .is_some_and(|quality| quality <= 0.0)
        });
        is_named && !is_refused
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
    fn an_encoding_is_taken_unless_its_quality_is_zero() {
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
    fn one_of_several_tags_is_enough() {
        for (known, expected) in [
            ("\"a\"", true),
            ("\"b\", \"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            ("\"ab\"", false),
            ("", false),
        ] {
            let headers = headers(header::IF_NONE_MATCH, known);
            assert_eq!(is_known(&headers, "\"a\""), expected, "{known}");
        }
    }
}
