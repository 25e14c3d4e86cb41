//! Paragraphs as WordPress makes them from line breaks when it shows a classic text.
//!
//! The rules are those that its authors know: a blank line begins a paragraph, a single line break is one, and elements
//! that are blocks end a paragraph. WordPress applies them with a chain of patterns, which leaves end tags without start
//! tags; here the same rules run over tags, and what comes out is balanced.

use super::kept::{Kept, Mark, split_marks};
use crate::moving::wordpress::tags::{Tag, Token, Tokens};

/// The elements that end a paragraph.
const BLOCKS: &[&str] = &[
    "address",
    "area",
    "article",
    "aside",
    "blockquote",
    "caption",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "legend",
    "li",
    "map",
    "menu",
    "nav",
    "ol",
    "section",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];
const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];

/// Returns a classic text with its paragraphs.
pub(super) fn paragraphs(html: &str) -> String {
    Writer::new(true).write(html)
}

/// Returns HTML whose paragraphs end where a block stands in them, and go on after it.
pub(super) fn tidy(html: &str) -> String {
    Writer::new(false).write(html)
}

struct Writer {
    /// Whether line breaks mean anything.
    is_classic: bool,
    out: String,
    /// What has been read of a paragraph.
    line: String,
    /// Where the paragraph that the text itself has begun starts and where its tag ends.
    open: Option<(usize, usize)>,
    /// Whether the next line becomes a paragraph; it does not right behind the start tag of a block.
    wraps: bool,
    /// The headings around this place, in which nothing begins a paragraph.
    headings: usize,
    /// The line breaks before what comes next.
    breaks: usize,
    /// Whether spaces stand before what comes next.
    has_space: bool,
}

impl Writer {
    fn new(is_classic: bool) -> Self {
        Self {
            is_classic,
            out: String::new(),
            line: String::new(),
            open: None,
            wraps: is_classic,
            headings: 0,
            breaks: 0,
            has_space: false,
        }
    }

    fn write(mut self, html: &str) -> String {
        self.out.reserve(html.len());
        let mut tokens = Tokens::new(html);
        while let Some(token) = tokens.next() {
            match token {
                Token::Text(text) => self.text(text),
                Token::Tag(tag) if tag.begins("pre") => {
                    let inner = tokens.until_end("pre");
                    let was_open = self.block();
                    self.out.push_str(tag.raw);
                    self.out.push_str(inner.unwrap_or_default());
                    self.out.push_str("</pre>");
                    self.wraps = self.is_classic || was_open;
                }
                Token::Tag(tag) => self.tag(&tag),
                Token::Comment(_) => {}
            }
        }
        self.block();
        self.out.truncate(self.out.trim_end().len());
        self.out
    }

    fn tag(&mut self, tag: &Tag<'_>) {
        if tag.is("p") {
            self.paragraph(tag);
        } else if tag.is_one_of(BLOCKS) {
            self.block();
            self.out.push_str(tag.raw);
            self.wraps = self.is_classic && (tag.is_end || tag.is("hr") || tag.is("blockquote"));
            if tag.is_one_of(HEADINGS) {
                self.headings = if tag.is_end {
                    self.headings.saturating_sub(1)
                } else {
                    self.headings + 1
                };
            }
        } else if self.is_classic && tag.begins("br") {
            let is_second = self.line.trim_end().ends_with("<br>");
            if is_second && self.headings == 0 {
                self.breaks = 2;
            } else {
                self.breaks = 0;
                self.line.push_str("<br>");
            }
        } else {
            self.apply_breaks();
            self.line.push_str(tag.raw);
        }
    }

    fn paragraph(&mut self, tag: &Tag<'_>) {
        if tag.is_end {
            self.flush();
            self.close();
            self.wraps = self.is_classic;
        } else {
            self.block();
            let start = self.out.len();
            self.out.push_str(tag.raw);
            self.open = Some((start, self.out.len()));
            self.wraps = false;
        }
    }

    fn text(&mut self, text: &str) {
        split_marks(text, |mark| match mark {
            Mark::Text(text) if self.is_classic => self.lines(text),
            Mark::Text(text) => self.words(text),
            Mark::Kept(raw, Kept::Inline) => self.words(raw),
            Mark::Kept(raw, Kept::Block) => {
                let was_open = self.block();
                self.out.push_str(raw);
                if self.is_classic {
                    self.out.push('\n');
                }
                self.wraps = self.is_classic || was_open;
            }
        });
    }

    /// Adds text whose line breaks count.
    fn lines(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            self.breaks += usize::from(number > 0);
            if line.trim().is_empty() {
                self.has_space |= !line.is_empty();
            } else {
                self.words(line);
            }
        }
    }

    fn words(&mut self, text: &str) {
        if self.is_classic {
            let begins_with_space = text.starts_with(' ') && self.breaks == 0;
            self.has_space |= begins_with_space;
            self.apply_breaks();
            let text = text.trim_start_matches(' ');
            let trimmed = text.trim_end_matches([' ', '\t']);
            self.line.push_str(trimmed);
            self.has_space = trimmed.len() < text.len();
        } else {
            self.line.push_str(text);
        }
    }

    /// Adds the line breaks that were read, now that something follows them.
    fn apply_breaks(&mut self) {
        let is_empty = self.line.trim().is_empty();
        match self.breaks {
            2.. if self.headings == 0 => {
                self.block();
                self.wraps = true;
            }
            0 if self.has_space && !self.line.is_empty() => self.line.push(' '),
            breaks if breaks == 0 || is_empty => {}
            _ if self.line.ends_with("<br>") => self.line.push('\n'),
            _ => self.line.push_str("<br>\n"),
        }
        self.breaks = 0;
        self.has_space = false;
    }

    /// Ends the line and the paragraph before a block; returns whether a paragraph was open.
    fn block(&mut self) -> bool {
        self.flush();
        self.close()
    }

    fn flush(&mut self) {
        self.breaks = 0;
        self.has_space = false;
        let line = std::mem::take(&mut self.line);
        if !self.is_classic && !self.wraps {
            self.out.push_str(&line);
            return;
        }
        let mut text = line.trim();
        while let Some(before) = text.strip_suffix("<br>") {
            text = before.trim_end();
        }
        if text.is_empty() {
            return;
        }
        if self.wraps {
            self.out.push_str("<p>");
            self.out.push_str(text);
            self.out.push_str("</p>\n");
        } else {
            self.out.push_str(text);
        }
    }

    /// Ends the paragraph that the text has begun, or takes it back if it is empty.
    fn close(&mut self) -> bool {
        let Some((start, end)) = self.open.take() else {
            return false;
        };
        if self.out.get(end..).is_some_and(|inner| inner.trim().is_empty()) {
            self.out.truncate(start);
        } else {
            self.out.push_str("</p>");
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result without the line breaks between elements.
    fn classic(html: &str) -> String {
        paragraphs(html).replace("</p>\n", "</p>")
    }

    #[test]
    fn makes_paragraphs_and_line_breaks() {
        for (text, expected) in [
            ("", ""),
            (" \n\n ", ""),
            ("one", "<p>one</p>"),
            ("one\ntwo\n\n\nthree ", "<p>one<br>\ntwo</p><p>three</p>"),
            ("one\n \t\ntwo", "<p>one</p><p>two</p>"),
            ("a <b>b</b> c\n<i>d</i>", "<p>a <b>b</b> c<br>\n<i>d</i></p>"),
            ("one<br />\ntwo<br/><br>three", "<p>one<br>\ntwo</p><p>three</p>"),
            ("<strong>a\n\nb</strong>", "<p><strong>a</p><p>b</strong></p>"),
            ("a <a\nhref=\"x\">b</a>", "<p>a <a\nhref=\"x\">b</a></p>"),
        ] {
            assert_eq!(classic(text), expected, "{text}");
        }
    }

    #[test]
    fn leaves_blocks_as_they_are() {
        for (text, expected) in [
            ("a\n<h2>b</h2>\nc", "<p>a</p><h2>b</h2><p>c</p>"),
            (
                "a<ul>\n\t<li>b\nc</li>\n\n<li>d</li>\n</ul>e",
                "<p>a</p><ul><li>b<br>\nc</li><li>d</li></ul><p>e</p>",
            ),
            (
                "<blockquote>a\n\nb</blockquote>",
                "<blockquote><p>a</p><p>b</p></blockquote>",
            ),
            ("<div>a</div>", "<div>a</div>"),
            ("<div>\n\na\n\n</div>", "<div><p>a</p></div>"),
            (
                "<table>\n<tr>\n<td>a</td>\n</tr>\n</table>",
                "<table><tr><td>a</td></tr></table>",
            ),
            ("a\n<pre>b\n\nc\n</pre>\nd", "<p>a</p><pre>b\n\nc\n</pre><p>d</p>"),
            ("<h2>a\n\nb</h2>", "<h2>a<br>\nb</h2>"),
            ("a<hr />b", "<p>a</p><hr /><p>b</p>"),
            (
                "<p>a</p>\n<p class=\"x\">b\nc</p>",
                "<p>a</p><p class=\"x\">b<br>\nc</p>",
            ),
            ("<p>a\n\nb</p>c", "<p>a</p><p>b</p><p>c</p>"),
            ("<p></p>a", "<p>a</p>"),
        ] {
            assert_eq!(classic(text), expected, "{text}");
        }
    }

    #[test]
    fn ends_paragraphs_around_blocks() {
        assert_eq!(
            classic("a \0B0\0 b \0I1\0 c"),
            "<p>a</p>\0B0\0\n<p>b \0I1\0 c</p>"
        );
        assert_eq!(
            tidy("<p>a \0B0\0 b</p>\nc\n\nd"),
            "<p>a </p>\0B0\0<p>b</p>\n\nc\n\nd"
        );
        assert_eq!(tidy("<p>\0B0\0</p>"), "\0B0\0");
        assert_eq!(tidy("<div>a\n\nb</div>"), "<div>a\n\nb</div>");
    }
}
