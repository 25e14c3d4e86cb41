//! The links in comments, which Disqus leads over an address of its own.

use url::Url;

use crate::moving::html::escape;

/// The beginnings of the addresses of Disqus, without their scheme.
const REDIRECTS: [&str; 2] = ["disq.us/url?", "links.services.disqus.com/api/click?"];

/// Returns HTML whose links lead where they are meant to lead.
pub(super) fn unwrapped(html: &str) -> String {
    let mut written = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(found) = rest.find("href=\"") {
        let (before, address) = rest.split_at(found + "href=\"".len());
        written.push_str(before);
        let length = address.find('"').unwrap_or(address.len());
        let (address, after) = address.split_at(length);
        match target(address) {
            Some(target) => written.push_str(&escape(&target)),
            None => written.push_str(address),
        }
        rest = after;
    }
    written.push_str(rest);
    written
}

fn target(address: &str) -> Option<String> {
    let (_, path) = address.split_once("://")?;
    if !REDIRECTS.iter().any(|begin| path.starts_with(begin)) {
        return None;
    }
    let url = Url::parse(&address.replace("&amp;", "&")).ok()?;
    let (_, target) = url
        .query_pairs()
        .find(|(name, _)| matches!(&**name, "url" | "out"))?;
    // A signature follows the address.
    let target = match target.rsplit_once(':') {
        Some((target, signature)) if !signature.contains(['/', '?', '#']) && target.contains("://") => target,
        _ => &target,
    };
    target.starts_with("http").then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_where_they_are_meant_to_lead() {
        let wrapped = "<a href=\"https://disq.us/url?url=https%3A%2F%2Fexample.org%2F%3Fa%3D1%26b%3AvmVX-4_g&amp;cuid=1\">x</a> \
                       <a href=\"http://disq.us/url?url=http%3A%2F%2Fexample.org%3A8080%2Fa\" rel=\"nofollow\">y</a>";
        assert_eq!(
            unwrapped(wrapped),
            "<a href=\"https://example.org/?a=1&amp;b\">x</a> \
             <a href=\"http://example.org:8080/a\" rel=\"nofollow\">y</a>"
        );
        for html in [
            "<a href=\"https://example.org/?url=x\">disq.us/url?</a>",
            "<a href=\"https://disq.us/url?url=javascript:x\">x</a>",
            "<a href=\"https://disq.us/url?",
            "plain",
        ] {
            assert_eq!(unwrapped(html), html);
        }
    }
}
