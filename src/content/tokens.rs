//! Token-based processing of HTML: plain text, images, URLs.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::parse::write_escaped;

/// Inline elements; any other element ends the word before it.
pub(super) const INLINE: [&str; 34] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "img", "ins", "kbd", "mark", "q", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var", "wbr",
];

/// Extracts the plain text of HTML: without markup and hidden content, white space collapsed.
pub fn plain_text(html: &str) -> String {
    let mut text = String::new();
    // The number of open elements whose text is hidden.
    let mut hidden = 0_usize;
    tokenize(html, |token| match token {
        Token::CharacterTokens(characters) if hidden == 0 => {
            push_collapsed(&mut text, &characters);
            TokenSinkResult::Continue
        }
        Token::TagToken(Tag { kind, name, .. }) => {
            if matches!(&*name, "script" | "style" | "iframe" | "template" | "noscript") {
                hidden = match kind {
                    TagKind::StartTag => hidden + 1,
                    TagKind::EndTag => hidden.saturating_sub(1),
                };
            }
            if hidden == 0 && !INLINE.contains(&&*name) {
                push_collapsed(&mut text, " ");
            }
            match (kind, &*name) {
                (TagKind::StartTag, "script") => TokenSinkResult::RawData(RawKind::ScriptData),
                (TagKind::StartTag, "style" | "iframe") => TokenSinkResult::RawData(RawKind::Rawtext),
                (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
                _ => TokenSinkResult::Continue,
            }
        }
        _ => TokenSinkResult::Continue,
    });
    text.truncate(text.trim_end().len());
    text
}

/// Appends text with one space for each run of white space.
fn push_collapsed(text: &mut String, characters: &str) {
    for character in characters.chars() {
        if !character.is_whitespace() {
            text.push(character);
        } else if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
    }
}

/// Returns the URL of the first image on the web.
pub fn first_image(html: &str) -> Option<String> {
    let is_on_the_web = |source: &String| source.starts_with("https://") || source.starts_with("http://");
    image_sources(html).into_iter().find(is_on_the_web)
}

/// Returns the URL of the first image, on the web or of this site.
pub fn first_picture(html: &str) -> Option<String> {
    let is_address = |source: &String| !source.is_empty();
    image_sources(html).into_iter().find(is_address)
}

/// Returns the hashes of the images of this site in the text.
pub(super) fn image_hashes(html: &str) -> Vec<String> {
    let sources = image_sources(html);
    let hashes = sources.iter().filter_map(|source| media_hash(source));
    hashes.map(str::to_owned).collect()
}

/// Returns the hash of the image of this site at this path.
pub fn media_hash(address: &str) -> Option<&str> {
    let name = address.strip_prefix("/media/")?;
    name.strip_suffix(".webp").or_else(|| name.strip_suffix(".svg"))
}

fn image_sources(html: &str) -> Vec<String> {
    let mut sources = Vec::new();
    tokenize(html, |token| {
        if let Token::TagToken(tag) = token
            && &*tag.name == "img"
        {
            sources.extend(attribute(&tag, "src").map(|source| source.trim().to_owned()));
        }
        TokenSinkResult::Continue
    });
    sources
}

/// Removes frames without a source, and the text within other frames. The result is sanitised once more.
pub(super) fn without_empty_frames(html: &str) -> String {
    let mut kept = String::new();
    let mut is_in_frame = false;
    tokenize(html, |token| {
        match token {
            Token::CharacterTokens(characters) if !is_in_frame => {
                write_escaped(&mut kept, &characters, false);
            }
            Token::TagToken(tag) if &*tag.name != "iframe" => write_tag(&mut kept, &tag),
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => is_in_frame = false,
            Token::TagToken(tag) => {
                if attribute(&tag, "src").is_some() {
                    write_tag(&mut kept, &tag);
                    kept.push_str("</iframe>");
                }
                is_in_frame = true;
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    });
    kept
}

/// Replaces the URLs of links and images in sanitised HTML by those that `change` returns; `None` keeps one.
pub(super) fn with_addresses(html: &str, change: impl Fn(&str) -> Option<String>) -> String {
    let mut changed = String::with_capacity(html.len());
    tokenize(html, |token| {
        match token {
            Token::CharacterTokens(characters) => write_escaped(&mut changed, &characters, false),
            Token::TagToken(mut tag) => {
                for attribute in &mut tag.attrs {
                    let is_address = matches!(&*attribute.name.local, "href" | "src");
                    if let Some(address) = is_address.then(|| change(&attribute.value)).flatten() {
                        attribute.value = StrTendril::from(address);
                    }
                }
                write_tag(&mut changed, &tag);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    });
    changed
}

/// Calls `visit` with each token. Its result says how the text after a tag is tokenized.
fn tokenize(html: &str, visit: impl FnMut(Token) -> TokenSinkResult<()>) {
    struct Visitor<V>(RefCell<V>);

    impl<V: FnMut(Token) -> TokenSinkResult<()>> TokenSink for Visitor<V> {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            (self.0.borrow_mut())(token)
        }
    }

    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Visitor(RefCell::new(visit)), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
}

fn attribute<'tag>(tag: &'tag Tag, name: &str) -> Option<&'tag str> {
    let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
    found.map(|attribute| &*attribute.value)
}

fn write_tag(html: &mut String, tag: &Tag) {
    html.push_str(if tag.kind == TagKind::EndTag { "</" } else { "<" });
    html.push_str(&tag.name);
    for attribute in &tag.attrs {
        html.push(' ');
        html.push_str(&attribute.name.local);
        html.push_str("=\"");
        write_escaped(html, &attribute.value, true);
        html.push('"');
    }
    html.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_the_words_of_adjacent_blocks() {
        for (html, text) in [
            ("<p>one</p><p>two</p>", "one two"),
            (
                "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>",
                "one two three",
            ),
            ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
            ("one<br>two<hr>three", "one two three"),
            ("<h2>Title</h2>text", "Title text"),
        ] {
            assert_eq!(plain_text(html), text, "{html}");
        }
    }

    #[test]
    fn does_not_split_words_at_inline_markup() {
        for (html, text) in [
            ("un<b>believ</b>able", "unbelievable"),
            ("H<sub>2</sub>O and x<sup>2</sup>", "H2O and x2"),
            ("<a href=\"#\">link</a>, <code>code</code>.", "link, code."),
            ("very<wbr>long", "verylong"),
        ] {
            assert_eq!(plain_text(html), text, "{html}");
        }
    }

    #[test]
    fn decodes_entities_and_collapses_white_space() {
        assert_eq!(
            plain_text("  a &amp; b\n\n\tc&nbsp;d &lt;e&gt; &#x1F600; "),
            "a & b c d <e> 😀"
        );
        assert_eq!(
            plain_text("<pre><code>fn main() {\n    run();\n}</code></pre>"),
            "fn main() { run(); }"
        );
    }

    #[test]
    fn omits_hidden_content() {
        for html in [
            "a<script>alert('<p>')</script>b",
            "a<style>p { }</style>b",
            "a<!-- comment -->b",
            "a<iframe src=x>inside</iframe>b",
        ] {
            assert_eq!(plain_text(html).replace(' ', ""), "ab", "{html}");
        }
    }

    #[test]
    fn finds_the_first_image_on_the_web() {
        let html = "<p><img alt=none><img src='/local.png'><img src=\"https://example.org/a.png\"><img src=\"https://example.org/b.png\"></p>";
        assert_eq!(first_image(html).as_deref(), Some("https://example.org/a.png"));
        assert_eq!(first_image("<p>no picture</p>"), None);
    }
}
