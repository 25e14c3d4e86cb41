//! Markdown in which a system has marks of its own. Within code they mean nothing, and stay as they are.

use super::code::{Spans, fence_at};
use super::html;
use super::item::Change;

/// The most changes of one text that are reported.
const CHANGES_MAX: usize = 50;

/// A part of a text.
pub(super) enum Step<'t> {
    /// Text or code without marks.
    Plain(&'t str),
    /// The rest of the text, which begins with a mark.
    Mark(&'t str),
}

/// Walks through Markdown from mark to mark.
pub(super) struct Marks<'t> {
    text: &'t str,
    position: usize,
    known: &'static [&'static str],
    spans: Spans,
}

impl<'t> Marks<'t> {
    /// Creates a walk; marks begin with ASCII.
    pub(super) fn new(text: &'t str, known: &'static [&'static str]) -> Self {
        Self {
            text,
            position: 0,
            known,
            spans: Spans::default(),
        }
    }

    /// Passes over so many bytes of a mark.
    pub(super) fn advance(&mut self, length: usize) {
        self.position += length;
    }

    /// Returns the next part; after a mark, [`Self::advance`] says how long it was.
    pub(super) fn next_step(&mut self) -> Option<Step<'t>> {
        let bytes = self.text.as_bytes();
        let mut at = self.position;
        while let Some(byte) = bytes.get(at) {
            let is_line_start = at == 0 || bytes.get(at - 1) == Some(&b'\n');
            if is_line_start && let Some(fence) = fence_at(self.text, at) {
                return self.plain(fence.end);
            }
            let rest = bytes.get(at..).unwrap_or_default();
            if self.known.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
                if at == self.position {
                    return self.text.get(at..).map(Step::Mark);
                }
                return self.plain(at);
            }
            at = match byte {
                b'`' => match self.spans.end(self.text, at) {
                    Ok(end) => return self.plain(end),
                    Err(length) => at + length,
                },
                b'\\' if bytes.get(at + 1) == Some(&b'`') => at + 2,
                _ => at + 1,
            };
        }
        let end = self.text.len();
        (self.position < end).then(|| self.plain(end)).flatten()
    }

    /// Returns what is plain up to `end`.
    fn plain(&mut self, end: usize) -> Option<Step<'t>> {
        let begin = self.position;
        self.position = end;
        self.text.get(begin..end).map(Step::Plain)
    }
}

fn run(bytes: &[u8], byte: u8) -> usize {
    bytes.iter().take_while(|found| **found == byte).count()
}

fn is_blank_line(bytes: &[u8]) -> bool {
    let first = bytes.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    matches!(first, None | Some(b'\n'))
}

/// Returns fenced code, whose fence is longer than any within.
pub(super) fn fence(language: &str, code: &str) -> String {
    let longest = code
        .lines()
        .map(|line| run(line.trim_start().as_bytes(), b'`'))
        .max()
        .unwrap_or_default();
    let ticks = "`".repeat(3.max(longest + 1));
    let code = code.trim_matches(['\n', '\r']);
    format!("\n\n{ticks}{language}\n{code}\n{ticks}\n")
}

/// Writes an embedded thing: as a block if the mark was alone in its line, else within the text. Returns whether it became a
/// link.
pub(super) fn write_embed(written: &mut String, address: &str, text: &str, after: &str) -> bool {
    let video = html::video(address).filter(|_| text.is_empty());
    let block = match &video {
        Some(_) => html::embed(address),
        None => html::link(address, text),
    };
    if !write_block(written, &block, after) {
        match video {
            Some(_) => written.push_str(&block),
            None => written.push_str(&link(address, text)),
        }
    }
    video.is_none()
}

/// Writes HTML of one line as a block of its own, if what was written and what comes after leave a line to it; returns
/// whether they do. Blocks of HTML end at an empty line alone.
pub(super) fn write_block(written: &mut String, html: &str, after: &str) -> bool {
    let line = written.trim_end_matches([' ', '\t', '>']);
    let is_alone = (line.is_empty() || line.ends_with('\n')) && is_blank_line(after.as_bytes());
    if is_alone {
        let prefix = written.get(line.len()..).unwrap_or_default().to_owned();
        written.extend(["\n", &prefix, &html.replace('\n', " "), "\n", &prefix]);
    }
    is_alone
}

/// Returns a link within Markdown.
pub(super) fn link(address: &str, text: &str) -> String {
    let address = address.replace(['<', '>', '\n', ' '], "");
    if text.is_empty() {
        return format!("<{address}>");
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    format!("[{escaped}](<{address}>)")
}

/// Adds a change to those of a text, once.
pub(super) fn report(changes: &mut Vec<Change>, field: &'static str, reason: impl Into<String>) {
    let change = Change::new(field, reason);
    if changes.len() < CHANGES_MAX && !changes.contains(&change) {
        changes.push(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<String> {
        let mut marks = Marks::new(text, &["{%"]);
        let mut steps = Vec::new();
        while let Some(step) = marks.next_step() {
            match step {
                Step::Plain(text) => steps.push(text.to_owned()),
                Step::Mark(_) => {
                    steps.push("MARK".to_owned());
                    marks.advance(2);
                }
            }
        }
        steps
    }

    #[test]
    fn finds_marks_outside_of_code_alone() {
        assert_eq!(steps("é {% x"), ["é ", "MARK", " x"]);
        for code in [
            "`{%`",
            "`` ` {% ``",
            "```\n{%\n```\n",
            "> ~~~ rust\n> {%\n> ~~~\n",
            "1. ```\n   {%\n   ```\n",
            "```\n{%",
        ] {
            assert_eq!(steps(code).concat(), code);
        }
        for text in ["\\`{%`", "`\n\n{%`", "`` {% `", "``` a` {%"] {
            assert!(steps(text).contains(&"MARK".to_owned()), "{text}");
        }
    }

    #[test]
    fn takes_a_time_that_grows_with_the_text_alone() {
        let ticks: String = (0..60_000)
            .map(|number| "`".repeat(number % 30 + 1) + "x")
            .collect();
        assert_eq!(steps(&ticks).concat(), ticks);
        assert_eq!(steps(&"{%".repeat(200_000)).len(), 200_000);
    }

    #[test]
    fn writes_blocks_where_a_mark_was_alone() {
        let mut written = "a\n> ".to_owned();
        assert!(write_embed(&mut written, "https://example.org/a_b", "", "\n> b"));
        assert_eq!(
            written + "\n> b",
            "a\n> \n> <p><a href=\"https://example.org/a_b\">https://example.org/a_b</a></p>\n> \n> b"
        );
        let mut written = "see ".to_owned();
        assert!(write_embed(
            &mut written,
            "https://example.org/a_b",
            "a [b]",
            " c"
        ));
        assert_eq!(written, "see [a \\[b\\]](<https://example.org/a_b>)");
        let mut written = "- ".to_owned();
        assert!(!write_embed(&mut written, "https://youtu.be/abc", "", "\n"));
        assert_eq!(
            written,
            "- <iframe src=\"https://www.youtube-nocookie.com/embed/abc\"></iframe>"
        );
    }

    #[test]
    fn fences_code_that_holds_fences() {
        assert_eq!(fence("js", "\na\n```\nb\n"), "\n\n````js\na\n```\nb\n````\n");
    }
}
