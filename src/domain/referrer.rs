//! The site from which a reader came to a post.

use url::{Host, Url};

use super::ValidationError;

/// The most bytes of a referrer that is sent.
const LENGTH_MAX: usize = 2_000;
/// The longest name of a host, in bytes (RFC 1035).
const HOST_LENGTH_MAX: usize = 253;
/// The last parts of names that nobody outside of a private network can look up (RFC 6761, RFC 6762, RFC 8375, and those
/// that ICANN never delegates).
const PRIVATE_ENDS: [&str; 13] = [
    "corp",
    "home",
    "home.arpa",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "onion",
    "private",
    "test",
];

/// The host of another site, in lower case and without `www.`: all that is kept of a referrer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferrerHost(String);

impl ReferrerHost {
    /// Returns the host of the address that a browser names as referrer. It is `None` for the site's own pages, for what is
    /// no address of the web, and for addresses that are of private use: names within a network, and numbers.
    pub fn parse(text: &str, own: &Url) -> Result<Option<Self>, ValidationError> {
        if text.len() > LENGTH_MAX {
            return ValidationError::reject(
                "referrer",
                format!("referrer must be at most {LENGTH_MAX} characters long"),
            );
        }
        let address = Url::parse(text.trim()).ok();
        let address = address.filter(|address| matches!(address.scheme(), "http" | "https"));
        let host = address.as_ref().and_then(public_host);
        Ok(host
            .filter(|host| own.host_str().map(without_www) != Some(*host))
            .map(|host| Self(host.to_owned())))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the name of the host of an address, if it is one that everybody can look up.
fn public_host(address: &Url) -> Option<&str> {
    let Some(Host::Domain(name)) = address.host() else {
        return None;
    };
    let name = without_www(name);
    let is_private = PRIVATE_ENDS.iter().any(|end| {
        let start = name.strip_suffix(end);
        start.is_some_and(|start| start.is_empty() || start.ends_with('.'))
    });
    (name.contains('.') && name.len() <= HOST_LENGTH_MAX && !is_private).then_some(name)
}

fn without_www(name: &str) -> &str {
    let name = name.strip_suffix('.').unwrap_or(name);
    name.strip_prefix("www.").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Option<String> {
        let own = Url::parse("https://www.blog.example.org/").unwrap();
        let host = ReferrerHost::parse(text, &own).unwrap();
        host.map(|host| host.as_str().to_owned())
    }

    #[test]
    fn keeps_the_host_alone() {
        for (text, expected) in [
            ("https://news.example.com/item?id=7#top", "news.example.com"),
            (" http://News.Example.COM ", "news.example.com"),
            ("https://www.example.com/", "example.com"),
            ("https://example.com./", "example.com"),
            ("https://ada:secret@example.com:8443/a", "example.com"),
            ("https://bücher.example.com/", "xn--bcher-kva.example.com"),
            ("https://corp.example.com/", "corp.example.com"),
            ("https://notlocal.example.com/", "notlocal.example.com"),
        ] {
            assert_eq!(host(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn drops_own_pages_and_what_is_no_public_site() {
        for text in [
            "",
            "example.com",
            "//example.com/",
            "about:blank",
            "android-app://com.example.reader/",
            "javascript:alert(1)",
            "https://blog.example.org/blog/post-1",
            "https://www.blog.example.org/",
            "http://blog.example.org:8080/",
            "http://localhost:3000/",
            "http://intranet/",
            "https://wiki.corp/",
            "https://wiki.lan/",
            "https://printer.local./",
            "https://router.home.arpa/",
            "https://service.internal/",
            "http://127.0.0.1:8080/",
            "http://192.168.1.7/",
            "http://203.0.113.7/",
            "http://[2001:db8::1]/",
            "https://exa mple.com/",
            &format!("https://{}com/", "abcdefgh.".repeat(30)),
        ] {
            assert_eq!(host(text), None, "{text}");
        }
    }

    #[test]
    fn rejects_a_referrer_of_more_than_2000_bytes() {
        let own = Url::parse("https://blog.example.org/").unwrap();
        let of_length = |length: usize| format!("https://example.com/{}", "x".repeat(length - 20));
        assert!(ReferrerHost::parse(&of_length(2_000), &own).unwrap().is_some());
        let error = ReferrerHost::parse(&of_length(2_001), &own).unwrap_err();
        assert_eq!(error.field, "referrer");
    }
}
