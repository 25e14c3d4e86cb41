//! HTML as the editor of this site writes it, for what other systems say in marks of their own.
//!
//! Everything given is text unless its name says HTML. What comes out is not trusted either: the sanitiser sees it later.

use url::Url;

/// Returns a text as it stands between tags and within quotes of attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns a picture, with a caption if that is not empty.
pub fn picture(address: &str, alt: &str, caption_html: &str) -> String {
    let image = format!("<img src=\"{}\" alt=\"{}\">", escape(address), escape(alt));
    if caption_html.trim().is_empty() {
        format!("<p>{image}</p>")
    } else {
        format!("<figure>{image}<figcaption>{caption_html}</figcaption></figure>")
    }
}

/// Returns a block of code in a language, whose name may be empty.
pub fn code_block(language: &str, code: &str) -> String {
    let name: String = language
        .trim()
        .to_lowercase()
        .chars()
        .take_while(|character| !character.is_whitespace() && !matches!(character, '{' | ',' | ':'))
        .collect();
    let class = if name.is_empty() {
        String::new()
    } else {
        format!(" class=\"language-{}\"", escape(&name))
    };
    format!("<pre><code{class}>{}</code></pre>", escape(code))
}

/// Returns a callout: `note`, `tip`, `important`, `warning` or `caution`.
pub fn callout(kind: &str, content_html: &str) -> String {
    format!(
        "<blockquote class=\"callout callout-{}\">{content_html}</blockquote>",
        escape(kind)
    )
}

/// Returns a paragraph with a link, whose text is the address if it has no other.
pub fn link(address: &str, text: &str) -> String {
    let text = if text.trim().is_empty() { address } else { text };
    format!(
        "<p><a href=\"{}\">{}</a></p>",
        escape(address),
        escape(text.trim())
    )
}

/// Returns a video of YouTube or Vimeo as a frame, and anything else as a link.
pub fn embed(address: &str) -> String {
    match video(address) {
        Some(frame) => format!("<iframe src=\"{frame}\"></iframe>"),
        None => link(address, ""),
    }
}

/// Returns the address of the frame of a video of YouTube or Vimeo, from any address that they use for it.
pub fn video(address: &str) -> Option<String> {
    let address = address.trim();
    let url = Url::parse(
        address
            .strip_prefix("//")
            .map_or_else(|| address.to_owned(), |rest| format!("https://{rest}"))
            .as_str(),
    )
    .ok()?;
    let host = url
        .host_str()?
        .trim_start_matches("www.")
        .trim_start_matches("m.");
    let mut parts = url.path_segments()?.filter(|part| !part.is_empty());
    let is_id = |id: &str| {
        !id.is_empty()
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    match host {
        "youtube.com" | "youtube-nocookie.com" => {
            let id = match parts.next()? {
                "watch" => url.query_pairs().find(|(name, _)| name == "v")?.1.into_owned(),
                "embed" | "shorts" | "live" | "v" => parts.next()?.to_owned(),
                _ => return None,
            };
            is_id(&id).then(|| format!("https://www.youtube-nocookie.com/embed/{id}"))
        }
        "youtu.be" => {
            let id = parts.next()?;
            is_id(id).then(|| format!("https://www.youtube-nocookie.com/embed/{id}"))
        }
        "vimeo.com" | "player.vimeo.com" => {
            let id = parts.find(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?;
            Some(format!("https://player.vimeo.com/video/{id}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_videos_in_all_their_addresses() {
        for address in [
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s",
            "https://youtu.be/dQw4w9WgXcQ",
            "//www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed",
            "https://m.youtube.com/shorts/dQw4w9WgXcQ",
            "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
        ] {
            let expected = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
            assert_eq!(video(address).as_deref(), Some(expected), "{address}");
        }
        for address in [
            "https://vimeo.com/76979871",
            "https://vimeo.com/channels/staffpicks/76979871",
            "https://player.vimeo.com/video/76979871?h=8272103f6e",
        ] {
            let expected = "https://player.vimeo.com/video/76979871";
            assert_eq!(video(address).as_deref(), Some(expected), "{address}");
        }
        for address in [
            "https://codepen.io/a/pen/b",
            "https://www.youtube.com/@channel",
            "https://www.youtube.com/watch?list=x",
            "https://youtube.com.example.org/watch?v=x",
            "youtube",
            "",
        ] {
            assert_eq!(video(address), None, "{address}");
        }
    }

    #[test]
    fn escapes_what_is_text() {
        assert_eq!(
            picture("a\"b.png", "<x>", ""),
            "<p><img src=\"a&quot;b.png\" alt=\"&lt;x&gt;\"></p>"
        );
        assert_eq!(
            code_block("Rust {linenos=true}", "a < b"),
            "<pre><code class=\"language-rust\">a &lt; b</code></pre>"
        );
        assert_eq!(code_block("", "x"), "<pre><code>x</code></pre>");
        assert_eq!(
            embed("https://codepen.io/?a&b"),
            link("https://codepen.io/?a&b", "")
        );
    }
}
