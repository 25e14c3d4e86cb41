//! Cookies, which no script reads.

use std::fmt;

use axum::http::{HeaderMap, header};

/// The requests of other sites with which browsers send a cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SameSite {
    /// Links that people follow.
    Lax,
    /// None.
    Strict,
}

/// A cookie to be set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cookie<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// The time after which browsers forget it; 0 removes it.
    pub(super) max_age_seconds: i64,
    pub(super) same_site: SameSite,
    /// Whether browsers send it over https alone.
    pub(super) is_secure: bool,
}

/// Writes the header `Set-Cookie`.
impl fmt::Display for Cookie<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let same_site = match self.same_site {
            SameSite::Lax => "Lax",
            SameSite::Strict => "Strict",
        };
        let secure = if self.is_secure { "; Secure" } else { "" };
        write!(
            formatter,
            "{}={}; Max-Age={}; Path=/; HttpOnly; SameSite={same_site}{secure}",
            self.name, self.value, self.max_age_seconds
        )
    }
}

/// Returns the values of the cookies with a name.
pub(super) fn values<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let pairs = cookies
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'));
    pairs.filter_map(move |pair| {
        let (found, value) = pair.trim().split_once('=')?;
        (found == name).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn writes_what_browsers_are_to_do_with_it() {
        let cookie = Cookie {
            name: "a",
            value: "1",
            max_age_seconds: 10,
            same_site: SameSite::Lax,
            is_secure: false,
        };
        assert_eq!(
            cookie.to_string(),
            "a=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax"
        );
        let strict = Cookie {
            same_site: SameSite::Strict,
            is_secure: true,
            ..cookie
        };
        assert_eq!(
            strict.to_string(),
            "a=1; Max-Age=10; Path=/; HttpOnly; SameSite=Strict; Secure"
        );
    }

    #[test]
    fn finds_a_cookie_among_others() {
        for (cookies, expected) in [
            (&[][..], &[][..]),
            (&["a=1"], &["1"]),
            (&["theme=dark; a=1; other=2"], &["1"]),
            (&["a=1", "a=2; b=3"], &["1", "2"]),
            (&["aa=1; a; b=a=1"], &[]),
            (&["a=x=y"], &["x=y"]),
        ] {
            let mut headers = HeaderMap::new();
            for cookie in cookies {
                headers.append(header::COOKIE, HeaderValue::from_static(cookie));
            }
            assert_eq!(values(&headers, "a").collect::<Vec<_>>(), expected, "{cookies:?}");
        }
    }
}
