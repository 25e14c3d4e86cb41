//! The title of a text: that of its fields, of its first heading, or of its file.

use super::document::Document;
use super::site::Generator;
use crate::content::{markdown_to_html, plain_text};
use crate::moving::code::fence_at;

/// The most characters of a heading that are read; a title is cut long before.
const TITLE_MAX: usize = 1000;

/// A heading of a text.
struct Heading<'text> {
    title: &'text str,
    level: usize,
    /// Where its lines end.
    end: usize,
    /// Whether nothing stands before it.
    is_first: bool,
}

/// Returns the title, and the text without a heading at its beginning that says the same.
pub(super) fn split<'text>(
    document: &Document,
    generator: Generator,
    text: &'text str,
) -> (String, &'text str) {
    let heading = if document.is_html { None } else { heading(text) };
    let named = document
        .fields
        .text("title")
        .map(|title| without_entities(&title));
    if let Some(named) = named.filter(|title| !title.is_empty()) {
        let repeats = heading.filter(|heading| {
            heading.is_first && heading.level == 1 && in_words(heading.title).eq_ignore_ascii_case(&named)
        });
        let text = repeats.map_or(text, |heading| &text[heading.end..]);
        return (named, text);
    }
    if let Some(heading) = heading.filter(|heading| generator == Generator::Plain || heading.is_first) {
        let rest = if heading.is_first {
            &text[heading.end..]
        } else {
            text
        };
        return (in_words(heading.title), rest);
    }
    if generator == Generator::Jekyll {
        return (capitalised(&document.name), text);
    }
    (String::new(), text)
}

/// Jekyll names a text without a title after its file.
fn capitalised(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let mut letters = word.chars();
        let first: String = letters
            .next()
            .map(char::to_uppercase)
            .into_iter()
            .flatten()
            .collect();
        first + letters.as_str()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a title whose `&amp;` and the like are what they mean. A `<` in it is no tag.
fn without_entities(title: &str) -> String {
    if title.contains('&') {
        plain_text(&title.replace('<', "&lt;"))
    } else {
        title.to_owned()
    }
}

/// Returns what a line of Markdown says, without its marks.
fn in_words(line: &str) -> String {
    let end = line
        .char_indices()
        .nth(TITLE_MAX)
        .map_or(line.len(), |(at, _)| at);
    let line = &line[..end];
    let line = line.rsplit_once(" {#").map_or(line, |(line, _)| line);
    markdown_to_html(line).map_or_else(|_| line.to_owned(), |html| plain_text(&html))
}

/// Returns the first heading that is no code.
fn heading(text: &str) -> Option<Heading<'_>> {
    let mut at = 0;
    let mut is_first = true;
    let mut before: Option<(usize, &str)> = None;
    while at < text.len() {
        if let Some(fence) = fence_at(text, at) {
            (at, is_first, before) = (fence.end, false, None);
            continue;
        }
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
        let line = text[at..end].trim();
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let title = line[level..]
            .strip_prefix([' ', '\t'])
            .map(|title| title.trim_end_matches('#').trim());
        if let Some(title) = title.filter(|title| (1..=6).contains(&level) && !title.is_empty()) {
            return Some(Heading {
                title,
                level,
                end,
                is_first,
            });
        }
        let is_underline = |mark: char| line.len() > 1 && line.chars().all(|character| character == mark);
        if let Some((start, title)) = before
            && (is_underline('=') || is_underline('-'))
        {
            return Some(Heading {
                title,
                level: if is_underline('=') { 1 } else { 2 },
                end,
                is_first: text[..start].trim().is_empty(),
            });
        }
        is_first &= line.is_empty();
        // An underline makes a heading of one line alone that stands after a blank one.
        let starts_paragraph =
            before.is_none() && (at == 0 || text[..at].ends_with("\n\n") || text[..at].ends_with("\n\r\n"));
        before = (!line.is_empty() && starts_paragraph && !line.starts_with(['>', '-', '*', '|']))
            .then_some((at, line));
        at = end;
    }
    None
}
