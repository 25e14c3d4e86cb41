//! The texts of Ghost 1 to 4: mobiledoc, whose sections point into tables of marks, atoms and cards.

use serde_json::{Value, json};

use super::cards;
use super::page::{HTML_BYTES_MAX, Page};
use super::value::list;
use crate::moving::html::escape;
use crate::moving::json::parse;

/// The kinds of sections.
const MARKUP: u64 = 1;
const IMAGE: u64 = 2;
const LIST: u64 = 3;
const CARD: u64 = 10;
/// The marks that a line may have.
const MARKS: [&str; 13] = [
    "a", "b", "strong", "i", "em", "s", "del", "u", "sub", "sup", "code", "mark", "span",
];

/// Appends a text.
///
/// # Errors
/// If it is no JSON, or not such a document.
pub(super) fn write(document: &str, page: &mut Page) -> Result<(), String> {
    let document: Value = parse(document.as_bytes()).map_err(|error| error.to_string())?;
    if document.get("sections").is_none() {
        return Err("it has no sections".to_owned());
    }
    let document = Document { document: &document };
    for section in list(document.document, "sections") {
        document.section(section, page);
        if page.html.len() > HTML_BYTES_MAX {
            return Err(format!("it becomes larger than {} MiB", HTML_BYTES_MAX >> 20));
        }
    }
    Ok(())
}

struct Document<'json> {
    document: &'json Value,
}

impl Document<'_> {
    fn section(&self, section: &Value, page: &mut Page) {
        match number(section, 0) {
            Some(MARKUP) => {
                let content = self.line(entries(section, 2));
                if content.trim().is_empty() {
                    return;
                }
                match word(section, 1) {
                    tag @ ("h1" | "h2" | "h3" | "h4" | "h5" | "h6") => {
                        page.push(&format!("<{tag}>{content}</{tag}>"));
                    }
                    "blockquote" | "aside" | "pull-quote" => {
                        page.push(&format!("<blockquote><p>{content}</p></blockquote>"));
                    }
                    _ => page.push(&format!("<p>{content}</p>")),
                }
            }
            Some(IMAGE) => cards::write("image", &json!({ "src": word(section, 1) }), page),
            Some(LIST) => {
                let tag = if word(section, 1) == "ol" { "ol" } else { "ul" };
                page.push(&format!("<{tag}>"));
                for item in entries(section, 2) {
                    let markers = item.as_array().map_or(&[][..], Vec::as_slice);
                    page.push(&format!("<li>{}</li>", self.line(markers)));
                }
                page.push(&format!("</{tag}>"));
            }
            Some(CARD) => match self.entry("cards", number(section, 1)) {
                Some(card) => cards::write(word(card, 0), card.get(1).unwrap_or(&Value::Null), page),
                None => page.note("A card that the text does not describe was left out"),
            },
            _ => page.note("A section of an unknown kind was left out"),
        }
    }

    fn entry(&self, table: &str, number: Option<u64>) -> Option<&Value> {
        list(self.document, table).get(usize::try_from(number?).ok()?)
    }

    /// Returns a line of text: each marker opens marks, holds text or an atom, and closes marks.
    fn line(&self, markers: &[Value]) -> String {
        let mut line = String::new();
        let mut open: Vec<&str> = Vec::new();
        for marker in markers {
            if line.len() > HTML_BYTES_MAX {
                break;
            }
            for mark in entries(marker, 1) {
                let mark = self.entry("markups", mark.as_u64());
                open.push(mark.map_or("", |mark| begin(mark, &mut line)));
            }
            if number(marker, 0) == Some(1) {
                let atom = self.entry("atoms", number(marker, 3));
                match atom.map(|atom| (word(atom, 0), word(atom, 1))) {
                    Some(("soft-return", _)) => line.push_str("<br>"),
                    Some((_, text)) => line.push_str(&escape(text)),
                    None => {}
                }
            } else {
                line.push_str(&escape(word(marker, 3)));
            }
            let closed = usize::try_from(number(marker, 2).unwrap_or_default()).unwrap_or_default();
            for _ in 0..closed.min(open.len()) {
                end(&mut open, &mut line);
            }
        }
        while !open.is_empty() {
            end(&mut open, &mut line);
        }
        line
    }
}

/// Appends the start tag of a mark and returns its name, which is empty for a mark that a line cannot have.
fn begin<'mark>(mark: &'mark Value, line: &mut String) -> &'mark str {
    let tag = word(mark, 0);
    if !MARKS.contains(&tag) {
        return "";
    }
    line.extend(["<", tag]);
    if let [name, address, ..] = entries(mark, 1)
        && tag == "a"
        && name == "href"
    {
        let address = escape(address.as_str().unwrap_or_default());
        line.extend([" href=\"", &address, "\""]);
    }
    line.push('>');
    tag
}

fn end(open: &mut Vec<&str>, line: &mut String) {
    if let Some(tag) = open.pop().filter(|tag| !tag.is_empty()) {
        line.extend(["</", tag, ">"]);
    }
}

fn number(of: &Value, at: usize) -> Option<u64> {
    of.get(at).and_then(Value::as_u64)
}

fn word(of: &Value, at: usize) -> &str {
    of.get(at).and_then(Value::as_str).unwrap_or_default()
}

fn entries(of: &Value, at: usize) -> &[Value] {
    of.get(at).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
