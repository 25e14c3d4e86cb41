//! The text of a post: from blocks, short codes and line breaks to the HTML of this site's editor.

mod autop;
mod block_meanings;
mod blocks;
mod code;
mod embeds;
mod footnotes;
mod kept;
mod layouts;
mod marks;
mod meanings;
mod pictures;
mod shortcodes;

#[cfg(test)]
mod tests;

use self::footnotes::Footnotes;
use self::kept::{Kept, Parts};
use super::library::Library;
use crate::moving::item::Change;

/// The deepest that parts of a text are worked on within others: captions, blocks, blocks that are shown in several posts.
const DEPTH_MAX: usize = 32;
/// The most different changes that are reported of a text.
const CHANGES_MAX: usize = 50;

/// What a text needs to know beside itself.
pub(super) struct Surroundings<'library> {
    pub(super) library: &'library Library,
    /// The number of its post, whose pictures a gallery without numbers shows.
    pub(super) post: Option<u64>,
    /// The footnotes that the block editor keeps beside the text, as JSON.
    pub(super) footnotes: Option<&'library str>,
}

/// Returns the HTML of a text, and what could not be taken.
pub(super) fn convert(content: &str, surroundings: &Surroundings<'_>) -> (String, Vec<Change>) {
    let content = content
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "");
    let mut conversion = Conversion::new(surroundings);
    let html = if blocks::has_blocks(&content) {
        conversion.blocks(&content)
    } else {
        conversion.classic(&content)
    };
    let html = autop::tidy(&html);
    let mut html = conversion.parts.restore(&html);
    let footnotes = conversion.footnotes.section();
    html.push_str(&conversion.parts.restore(&footnotes));
    (html, conversion.changes)
}

/// Returns the HTML of a comment, in which short codes and blocks mean nothing.
pub(super) fn comment(content: &str) -> String {
    autop::paragraphs(&content.replace("\r\n", "\n").replace(['\r', '\0'], ""))
}

/// A text on its way.
struct Conversion<'library> {
    surroundings: &'library Surroundings<'library>,
    parts: Parts,
    footnotes: Footnotes,
    changes: Vec<Change>,
    depth: usize,
    /// How many shared blocks the text has shown.
    shared_blocks: usize,
}

impl<'library> Conversion<'library> {
    fn new(surroundings: &'library Surroundings<'library>) -> Self {
        let mut conversion = Self {
            surroundings,
            parts: Parts::default(),
            footnotes: Footnotes::default(),
            changes: Vec::new(),
            depth: 0,
            shared_blocks: 0,
        };
        if let Some(json) = surroundings.footnotes {
            match Footnotes::read(json) {
                Ok(footnotes) => conversion.footnotes = footnotes,
                Err(error) => {
                    conversion.note(format!("The footnotes are damaged and were left out: {error}"));
                }
            }
        }
        conversion
    }

    /// Turns a text without blocks into HTML with marks.
    fn classic(&mut self, text: &str) -> String {
        let marked = self.marks(text);
        let embedded = self.lone_addresses(&marked);
        autop::paragraphs(&embedded)
    }

    /// Works on a part of the text if it is not too deep within others; else the part stays as it is.
    fn within(&mut self, part: &str, work: impl FnOnce(&mut Self, &str) -> String) -> String {
        if self.depth >= DEPTH_MAX {
            return part.to_owned();
        }
        self.depth += 1;
        let html = work(self, part);
        self.depth -= 1;
        html
    }

    fn keep_block(&mut self, html: String) -> String {
        self.parts.keep(Kept::Block, html)
    }

    fn keep_inline(&mut self, html: String) -> String {
        self.parts.keep(Kept::Inline, html)
    }

    /// Reports a change once.
    fn note(&mut self, reason: String) {
        let is_known = self.changes.iter().any(|change| change.reason == reason);
        if !is_known && self.changes.len() < CHANGES_MAX {
            self.changes.push(Change::new("text", reason));
        }
    }
}
