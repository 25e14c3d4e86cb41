//! Articles for use outside their page, such as in feeds.

use super::tokens::with_addresses;

/// Makes the URLs of a sanitised article absolute: `/…` is relative to `origin`, such as
/// `https://blog.example.org`, and `#…` to `page`. Sanitised articles have no other relative URLs.
pub fn with_absolute_urls(html: &str, origin: &str, page: &str) -> String {
    with_addresses(html, |address| {
        let start = match address.as_bytes().first() {
            Some(b'/') => origin,
            Some(b'#') => page,
            _ => return None,
        };
        Some(format!("{start}{address}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::sanitise;

    const ORIGIN: &str = "https://blog.example.org";
    const PAGE: &str = "https://blog.example.org/blog/1";

    fn absolute(html: &str) -> String {
        with_absolute_urls(html, ORIGIN, PAGE)
    }

    #[test]
    fn resolves_paths_against_the_origin_and_fragments_against_the_page() {
        for (html, expected) in [
            (
                "<img src=\"/media/ab.webp\" alt=\"a\">",
                "<img src=\"https://blog.example.org/media/ab.webp\" alt=\"a\">",
            ),
            (
                "<a href=\"/blog/2?a=1&amp;b=%22#c\">two</a>",
                "<a href=\"https://blog.example.org/blog/2?a=1&amp;b=%22#c\">two</a>",
            ),
            (
                "<a href=\"#user-content-fn1\">1</a>",
                "<a href=\"https://blog.example.org/blog/1#user-content-fn1\">1</a>",
            ),
        ] {
            assert_eq!(absolute(html), expected);
        }
    }

    #[test]
    fn leaves_everything_else_unchanged() {
        for html in [
            "<a href=\"https://example.org/\">there</a> <a href=\"mailto:a@example.org\">mail</a>",
            "<pre><code>&lt;a href=\"/x\"&gt; src=\"/media/y.webp\"</code></pre>",
            "<p title=\"&lt;img src='/x'&gt;\">a &amp; b &nbsp; 😀</p>",
            "",
        ] {
            assert_eq!(absolute(html), html);
        }
    }

    #[test]
    fn leaves_no_relative_address_in_sanitised_html() {
        let unsanitised = "<a href=/about>a</a><a href='//evil.example'>b</a><a href=page>c</a><a href=#x>d</a>\
             <img src=/media/a.webp><img src=/other.png><blockquote cite=/q>e</blockquote>";
        let html = absolute(&sanitise(unsanitised).unwrap());
        for relative in ["=\"/", "=\"#", "=\"page"] {
            assert!(!html.contains(relative), "{html}");
        }
    }
}
