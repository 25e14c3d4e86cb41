//! Articles that are read elsewhere than on their page.

use super::tokens::with_addresses;

/// The same article with whole addresses: `/…` begins at `origin`, such as `https://blog.example.org`,
/// and `#…` is a place of `page`. Sanitised articles hold no other relative addresses.
pub fn with_whole_addresses(html: &str, origin: &str, page: &str) -> String {
    with_addresses(html, &|address| {
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

    fn whole(html: &str) -> String {
        with_whole_addresses(html, ORIGIN, PAGE)
    }

    #[test]
    fn paths_begin_at_the_site_and_fragments_at_the_page() {
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
            assert_eq!(whole(html), expected);
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for html in [
            "<a href=\"https://example.org/\">there</a> <a href=\"mailto:a@example.org\">mail</a>",
            "<pre><code>&lt;a href=\"/x\"&gt; src=\"/media/y.webp\"</code></pre>",
            "<p title=\"&lt;img src='/x'&gt;\">a &amp; b &nbsp; 😀</p>",
            "",
        ] {
            assert_eq!(whole(html), html);
        }
    }

    #[test]
    fn no_relative_address_is_left_of_what_the_site_lets_in() {
        let written = "<a href=/about>a</a><a href='//evil.example'>b</a><a href=page>c</a><a href=#x>d</a>\
             <img src=/media/a.webp><img src=/other.png><blockquote cite=/q>e</blockquote>";
        let html = whole(&sanitise(written).unwrap());
        for relative in ["=\"/", "=\"#", "=\"page"] {
            assert!(!html.contains(relative), "{html}");
        }
    }
}
