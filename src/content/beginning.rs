//! The beginning of an article that is too long to be given whole.

use super::tokens::INLINE;

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "wbr", "col", "input"];
/// A cut closes no more elements than these.
const DEPTH_MAX: usize = 128;

/// The beginning of sanitised HTML in at most so many bytes, all its elements closed; none when the whole is as
/// short. It ends between two blocks, or where there is none, before a word.
pub fn beginning(html: &str, bytes_max: usize) -> Option<String> {
    if html.len() <= bytes_max {
        return None;
    }
    let mut cut = Cut::new(bytes_max);
    let mut place = 0;
    while place < html.len() && place <= bytes_max {
        let rest = &html[place..];
        place += if rest.starts_with('<') {
            let Some(length) = tag_length(rest) else { break };
            cut.tag(&rest[..length], place);
            length
        } else {
            let length = rest.find('<').unwrap_or(rest.len());
            cut.text(&rest[..length], place);
            length
        };
    }
    let Some(Place { at, open }) = cut.blocks.or(cut.words) else {
        return Some(String::new());
    };
    let mut beginning = html[..at].to_owned();
    for name in open.iter().rev() {
        beginning.push_str("</");
        beginning.push_str(name);
        beginning.push('>');
    }
    Some(beginning)
}

/// The length of the tag that the text begins with. A `>` within an attribute does not end it.
fn tag_length(html: &str) -> Option<usize> {
    let mut is_quoted = false;
    html.bytes()
        .position(|byte| {
            is_quoted ^= byte == b'"';
            byte == b'>' && !is_quoted
        })
        .map(|end| end + 1)
}

/// Where the text can be cut, and the elements that are open there.
struct Place<'html> {
    at: usize,
    open: Vec<&'html str>,
}

/// The last places at which the text can be cut.
struct Cut<'html> {
    bytes_max: usize,
    open: Vec<&'html str>,
    /// What the end tags of the open elements take.
    closing: usize,
    blocks: Option<Place<'html>>,
    words: Option<Place<'html>>,
}

impl<'html> Cut<'html> {
    fn new(bytes_max: usize) -> Self {
        Self {
            bytes_max,
            open: Vec::new(),
            closing: 0,
            blocks: None,
            words: None,
        }
    }

    fn tag(&mut self, tag: &'html str, at: usize) {
        let is_end = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split([' ', '>', '/', '\n', '\t']).next().unwrap_or_default();
        let is_block = !INLINE.contains(&name);
        if is_end {
            if self.open.last() == Some(&name) {
                self.open.pop();
                self.closing -= name.len() + "</>".len();
            }
            if is_block {
                self.between_blocks(at + tag.len());
            }
            return;
        }
        if is_block {
            self.between_blocks(at);
        }
        if !VOID.contains(&name) {
            self.open.push(name);
            self.closing += name.len() + "</>".len();
        }
    }

    fn text(&mut self, text: &str, at: usize) {
        if self.blocks.as_ref().is_some_and(|place| place.at > 0) || self.open.len() > DEPTH_MAX {
            return;
        }
        let room = self.bytes_max.saturating_sub(self.closing + at).min(text.len());
        let room = text.floor_char_boundary(room);
        if let Some(space) = text[..room].rfind(char::is_whitespace) {
            self.words = Some(self.place(at + space));
        }
    }

    fn between_blocks(&mut self, at: usize) {
        if at > 0 && at + self.closing <= self.bytes_max && self.open.len() <= DEPTH_MAX {
            self.blocks = Some(self.place(at));
        }
    }

    fn place(&self, at: usize) -> Place<'html> {
        Place {
            at,
            open: self.open.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;
    use crate::content::sanitise;

    #[test]
    fn a_short_text_stays_whole() {
        assert_eq!(beginning("<p>One</p>", 10), None);
        assert_eq!(beginning("", 0), None);
    }

    #[test]
    fn a_long_text_ends_between_two_blocks() {
        let html = "<h2>Title</h2><p>One <b>bold</b> line.</p><p>Another line.</p>";
        for (bytes_max, expected) in [
            (61, "<h2>Title</h2><p>One <b>bold</b> line.</p>"),
            (42, "<h2>Title</h2><p>One <b>bold</b> line.</p>"),
            (40, "<h2>Title</h2>"),
        ] {
            assert_eq!(
                beginning(html, bytes_max).as_deref(),
                Some(expected),
                "{bytes_max}"
            );
        }
        let list = "<ul><li>One</li><li>Two</li><li>Three</li></ul>";
        assert_eq!(
            beginning(list, 36).as_deref(),
            Some("<ul><li>One</li><li>Two</li></ul>")
        );
    }

    #[test]
    fn one_endless_block_ends_before_a_word() {
        let html = "<p>One <a href=\"/?a>b\">two three</a> four</p>";
        assert_eq!(
            beginning(html, 38).as_deref(),
            Some("<p>One <a href=\"/?a>b\">two</a></p>")
        );
        // Nowhere to cut it.
        assert_eq!(beginning("<p>éééééééé</p>", 12).as_deref(), Some(""));
    }

    #[test]
    fn a_megabyte_of_blocks_in_blocks_takes_no_time() {
        for html in [
            "<ul><li>".repeat(100_000),
            "<p>a</p>".repeat(130_000),
            "a ".repeat(500_000),
        ] {
            let begun = Instant::now();
            let shortened = beginning(&html, 64 << 10);
            assert!(shortened.is_none_or(|html| html.len() <= 64 << 10));
            assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
        }
    }

    proptest! {
        #[test]
        fn what_is_left_is_well_formed_and_short(
            parts in prop::collection::vec("(<p>|</p>|<ul><li>|</li></ul>|<b>|</b>|<br>|<a href=\"/x\">|</a>|[a-z é&<>]{0,12})", 0..40),
            bytes_max in 0_usize..200,
        ) {
            let html = sanitise(&parts.concat()).unwrap_or_default();
            if let Some(beginning) = beginning(&html, bytes_max) {
                prop_assert!(beginning.len() <= bytes_max);
                prop_assert_eq!(sanitise(&beginning).unwrap_or_default(), beginning);
            }
        }
    }
}
