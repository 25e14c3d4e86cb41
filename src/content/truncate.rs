//! Truncation of articles that are too long.

use super::tokens::INLINE;

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "wbr", "col", "input"];
/// The most elements that are open at a cut.
const DEPTH_MAX: usize = 128;

/// Truncates sanitised HTML to at most `bytes_max` bytes, with all elements closed; `None` when it is no longer than
/// that. The cut is between two blocks, or, where there is no such place, before a word.
pub fn truncate_html(html: &str, bytes_max: usize) -> Option<String> {
    if html.len() <= bytes_max {
        return None;
    }
    let mut finder = CutFinder {
        bytes_max,
        ..CutFinder::default()
    };
    let mut position = 0;
    while position < html.len() && position <= bytes_max {
        let rest = &html[position..];
        position += if rest.starts_with('<') {
            let Some(length) = tag_length(rest) else { break };
            finder.tag(&rest[..length], position);
            length
        } else {
            let length = rest.find('<').unwrap_or(rest.len());
            finder.text(&rest[..length], position);
            length
        };
    }
    let Some(CutPoint { at, open }) = finder.between_blocks.or(finder.before_word) else {
        return Some(String::new());
    };
    let mut truncated = html[..at].to_owned();
    for name in open.iter().rev() {
        truncated.push_str("</");
        truncated.push_str(name);
        truncated.push('>');
    }
    Some(truncated)
}

/// The length of the tag at the start of the text. A `>` within an attribute does not end it.
fn tag_length(html: &str) -> Option<usize> {
    let mut is_quoted = false;
    html.bytes()
        .position(|byte| {
            is_quoted ^= byte == b'"';
            byte == b'>' && !is_quoted
        })
        .map(|end| end + 1)
}

/// A position at which the text can be cut, and the elements open there.
struct CutPoint<'html> {
    at: usize,
    open: Vec<&'html str>,
}

/// Finds the last positions at which the text can be cut.
#[derive(Default)]
struct CutFinder<'html> {
    bytes_max: usize,
    open: Vec<&'html str>,
    /// The bytes of the end tags of the open elements.
    end_tag_bytes: usize,
    between_blocks: Option<CutPoint<'html>>,
    before_word: Option<CutPoint<'html>>,
}

impl<'html> CutFinder<'html> {
    fn tag(&mut self, tag: &'html str, at: usize) {
        let is_end = tag.starts_with("</");
        let name = tag.trim_start_matches(['<', '/']);
        let name = name.split([' ', '>', '/', '\n', '\t']).next().unwrap_or_default();
        let is_block = !INLINE.contains(&name);
        if is_end {
            if self.open.last() == Some(&name) {
                self.open.pop();
                self.end_tag_bytes -= name.len() + "</>".len();
            }
            if is_block {
                self.set_between_blocks(at + tag.len());
            }
            return;
        }
        if is_block {
            self.set_between_blocks(at);
        }
        if !VOID.contains(&name) {
            self.open.push(name);
            self.end_tag_bytes += name.len() + "</>".len();
        }
    }

    fn text(&mut self, text: &str, at: usize) {
        if self.between_blocks.as_ref().is_some_and(|point| point.at > 0) || self.open.len() > DEPTH_MAX {
            return;
        }
        let room = self
            .bytes_max
            .saturating_sub(self.end_tag_bytes + at)
            .min(text.len());
        let room = text.floor_char_boundary(room);
        if let Some(space) = text[..room].rfind(char::is_whitespace) {
            self.before_word = Some(self.cut_point(at + space));
        }
    }

    fn set_between_blocks(&mut self, at: usize) {
        if at > 0
            && at + self.end_tag_bytes <= self.bytes_max
            && self.open.len() <= DEPTH_MAX
            && !self.open.contains(&"math")
        {
            self.between_blocks = Some(self.cut_point(at));
        }
    }

    fn cut_point(&self, at: usize) -> CutPoint<'html> {
        CutPoint {
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
    fn leaves_a_short_text_unchanged() {
        assert_eq!(truncate_html("<p>One</p>", 10), None);
        assert_eq!(truncate_html("", 0), None);
    }

    #[test]
    fn cuts_a_long_text_between_two_blocks() {
        let html = "<h2>Title</h2><p>One <b>bold</b> line.</p><p>Another line.</p>";
        for (bytes_max, expected) in [
            (61, "<h2>Title</h2><p>One <b>bold</b> line.</p>"),
            (42, "<h2>Title</h2><p>One <b>bold</b> line.</p>"),
            (40, "<h2>Title</h2>"),
        ] {
            assert_eq!(
                truncate_html(html, bytes_max).as_deref(),
                Some(expected),
                "{bytes_max}"
            );
        }
        let list = "<ul><li>One</li><li>Two</li><li>Three</li></ul>";
        assert_eq!(
            truncate_html(list, 36).as_deref(),
            Some("<ul><li>One</li><li>Two</li></ul>")
        );
    }

    #[test]
    fn cuts_a_long_block_before_a_word() {
        let html = "<p>One <a href=\"/?a>b\">two three</a> four</p>";
        assert_eq!(
            truncate_html(html, 38).as_deref(),
            Some("<p>One <a href=\"/?a>b\">two</a></p>")
        );
        // No position to cut at.
        assert_eq!(truncate_html("<p>éééééééé</p>", 12).as_deref(), Some(""));
    }

    #[test]
    fn truncates_a_megabyte_of_nested_blocks_within_a_second() {
        for html in [
            "<ul><li>".repeat(100_000),
            "<p>a</p>".repeat(130_000),
            "a ".repeat(500_000),
        ] {
            let started = Instant::now();
            let shortened = truncate_html(&html, 64 << 10);
            assert!(shortened.is_none_or(|html| html.len() <= 64 << 10));
            assert!(
                started.elapsed() < Duration::from_secs(1),
                "{:?}",
                started.elapsed()
            );
        }
    }

    proptest! {
        #[test]
        fn result_is_well_formed_and_within_the_limit(
            parts in prop::collection::vec("(<p>|</p>|<ul><li>|</li></ul>|<b>|</b>|<br>|<a href=\"/x\">|</a>|[a-z é&<>]{0,12})", 0..40),
            bytes_max in 0_usize..200,
        ) {
            let html = sanitise(&parts.concat()).unwrap_or_default();
            if let Some(truncated) = truncate_html(&html, bytes_max) {
                prop_assert!(truncated.len() <= bytes_max);
                prop_assert_eq!(sanitise(&truncated).unwrap_or_default(), truncated);
            }
        }
    }
}
