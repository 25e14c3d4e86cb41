//! Footnotes: those of the block editor, which stand beside the text, and those of plugins, which stand in it.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;

/// The footnotes of a text. They get their numbers in the order in which the text refers to them.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// The texts of those of the block editor by their ids.
    texts: HashMap<String, String>,
    /// The numbers of those that were referred to.
    numbers: HashMap<String, usize>,
    notes: Vec<String>,
}

#[derive(Deserialize)]
struct Stored {
    id: String,
    #[serde(default)]
    content: String,
}

impl Footnotes {
    /// Reads the footnotes of the block editor.
    pub(super) fn read(json: &str) -> Result<Self, serde_json::Error> {
        let stored: Vec<Stored> = if json.trim().is_empty() {
            Vec::new()
        } else {
            serde_json::from_str(json)?
        };
        Ok(Self {
            texts: stored.into_iter().map(|note| (note.id, note.content)).collect(),
            ..Self::default()
        })
    }

    /// Returns a reference to a footnote of the block editor; `None` if there is none with this id.
    pub(super) fn refer(&mut self, id: &str) -> Option<String> {
        if let Some(number) = self.numbers.get(id) {
            return Some(format!(
                "<sup class=\"footnote-ref\"><a href=\"#fn-{number}\">{number}</a></sup>"
            ));
        }
        let text = self.texts.remove(id)?;
        let reference = self.add(text);
        self.numbers.insert(id.to_owned(), self.notes.len());
        Some(reference)
    }

    /// Adds a footnote, and returns the reference to it.
    pub(super) fn add(&mut self, html: String) -> String {
        self.notes.push(html);
        let number = self.notes.len();
        format!(
            "<sup class=\"footnote-ref\"><a href=\"#fn-{number}\" id=\"fnref-{number}\">{number}</a></sup>"
        )
    }

    /// Returns the list of footnotes, which ends a text; empty without any.
    pub(super) fn section(&self) -> String {
        if self.notes.is_empty() {
            return String::new();
        }
        let mut section = "\n<section class=\"footnotes\"><ol>".to_owned();
        for (number, note) in (1..).zip(&self.notes) {
            // Writing to a `String` cannot fail.
            let _ = write!(
                section,
                "<li id=\"fn-{number}\"><p>{} <a href=\"#fnref-{number}\" class=\"footnote-backref\">\u{21a9}</a></p></li>",
                note.trim()
            );
        }
        section.push_str("</ol></section>");
        section
    }
}
