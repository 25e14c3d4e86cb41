//! Token-based processing of HTML: plain text, images, URLs.

use std::cell::{Cell, RefCell};

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
    let sink = TextSink::default();
    let sink = tokenize(html, sink);
    let mut text = sink.text.into_inner();
    text.truncate(text.trim_end().len());
    text
}

/// Returns the URL of the first image on the web.
pub fn first_image(html: &str) -> Option<String> {
    let is_on_the_web = |source: &String| source.starts_with("https://") || source.starts_with("http://");
    image_sources(html).into_iter().find(is_on_the_web)
}

/// Returns the hashes of the images of this site in the text.
pub fn media_hashes(html: &str) -> Vec<String> {
    let sources = image_sources(html);
    let hashes = sources.iter().filter_map(|source| media_hash(source));
    hashes.map(str::to_owned).collect()
}

/// Returns the hash of the image of this site at this path.
pub fn media_hash(address: &str) -> Option<&str> {
    address.strip_prefix("/media/")?.strip_suffix(".webp")
}

/// Removes frames without a source, and the text within other frames.
pub(super) fn without_empty_frames(html: &str) -> String {
    tokenize(html, FrameSink::default()).html.into_inner()
}

/// Replaces the URLs of links and images in sanitised HTML by those that `change` returns; `None` keeps one.
pub(super) fn with_addresses(html: &str, change: &dyn Fn(&str) -> Option<String>) -> String {
    let sink = AddressSink {
        html: RefCell::new(String::with_capacity(html.len())),
        change,
    };
    tokenize(html, sink).html.into_inner()
}

/// Returns the sources of all images.
fn image_sources(html: &str) -> Vec<String> {
    tokenize(html, ImageSink::default()).sources.into_inner()
}

fn tokenize<S: TokenSink<Handle = ()>>(html: &str, sink: S) -> S {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink
}

#[derive(Default)]
struct TextSink {
    text: RefCell<String>,
    /// The number of open elements whose text is hidden.
    hidden: Cell<usize>,
}

impl TextSink {
    fn add(&self, characters: &str) {
        if self.hidden.get() > 0 {
            return;
        }
        let mut text = self.text.borrow_mut();
        for character in characters.chars() {
            if !character.is_whitespace() {
                text.push(character);
            } else if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }

    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        if matches!(name, "script" | "style" | "iframe" | "template" | "noscript") {
            let depth = self.hidden.get();
            self.hidden.set(match tag.kind {
                TagKind::StartTag => depth + 1,
                TagKind::EndTag => depth.saturating_sub(1),
            });
        }
        if !INLINE.contains(&name) {
            self.add(" ");
        }
        match (tag.kind, name) {
            (TagKind::StartTag, "script") => TokenSinkResult::RawData(RawKind::ScriptData),
            (TagKind::StartTag, "style" | "iframe") => TokenSinkResult::RawData(RawKind::Rawtext),
            (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

impl TokenSink for TextSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(characters) => self.add(&characters),
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[derive(Default)]
struct ImageSink {
    sources: RefCell<Vec<String>>,
}

impl TokenSink for ImageSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && &*tag.name == "img"
        {
            let source = tag.attrs.iter().find(|attribute| &*attribute.name.local == "src");
            let source = source.map(|attribute| attribute.value.trim().to_owned());
            self.sources.borrow_mut().extend(source);
        }
        TokenSinkResult::Continue
    }
}

/// Writes all tokens except empty frames. The output is sanitised once more.
#[derive(Default)]
struct FrameSink {
    html: RefCell<String>,
    is_in_frame: Cell<bool>,
}

impl FrameSink {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let mut html = self.html.borrow_mut();
        if &*tag.name != "iframe" {
            write_tag(&mut html, tag);
            return TokenSinkResult::Continue;
        }
        if tag.kind == TagKind::EndTag {
            self.is_in_frame.set(false);
            return TokenSinkResult::Continue;
        }
        if tag.attrs.iter().any(|attribute| &*attribute.name.local == "src") {
            write_tag(&mut html, tag);
            html.push_str("</iframe>");
        }
        self.is_in_frame.set(true);
        TokenSinkResult::RawData(RawKind::Rawtext)
    }
}

impl TokenSink for FrameSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(characters) if !self.is_in_frame.get() => {
                write_escaped(&mut self.html.borrow_mut(), &characters, false);
            }
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Writes the tokens of sanitised HTML, with the URLs of links and images replaced.
struct AddressSink<'change> {
    html: RefCell<String>,
    change: &'change dyn Fn(&str) -> Option<String>,
}

impl TokenSink for AddressSink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut html = self.html.borrow_mut();
        match token {
            Token::CharacterTokens(characters) => write_escaped(&mut html, &characters, false),
            Token::TagToken(mut tag) => {
                for attribute in &mut tag.attrs {
                    let is_address = matches!(&*attribute.name.local, "href" | "src");
                    if let Some(address) = is_address.then(|| (self.change)(&attribute.value)).flatten() {
                        attribute.value = StrTendril::from(address);
                    }
                }
                write_tag(&mut html, &tag);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
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
