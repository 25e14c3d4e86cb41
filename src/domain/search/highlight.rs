//! The places in a title and a text at which a search points.

use memchr::memmem;
use unicode_segmentation::UnicodeSegmentation as _;

use super::fold::push_collapsed;
use super::{Condition, SearchQuery, fold_collapsed};

/// The most UTF-16 code units of a snippet, with the marks of what was left out.
const SNIPPET_MAX: usize = 200;
/// The most characters of a snippet before the first hit.
const CONTEXT_MAX: usize = 40;
/// What stands for the text before and after a snippet.
const LEFT_OUT: char = '…';

/// A part of a text, in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextRange {
    /// The number of code units before it.
    pub start: usize,
    /// Its length.
    pub length: usize,
}

impl TextRange {
    fn end(self) -> usize {
        self.start + self.length
    }
}

/// The places in a post at which a search points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlights {
    /// The hits in the title.
    pub title: Vec<TextRange>,
    /// The text around its first hit.
    pub text: Snippet,
}

/// At most 200 UTF-16 code units of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    /// The text around the first hit, or its beginning where there is none.
    pub text: String,
    /// The hits in the snippet.
    pub ranges: Vec<TextRange>,
}

/// Finds the places at which a search points.
#[derive(Debug, Clone)]
pub struct Highlighter {
    /// Words and phrases, folded.
    anywhere: Vec<String>,
    in_title: Vec<String>,
}

impl Highlighter {
    /// Creates a highlighter of the words and phrases of a query, and of further words that were found in their place.
    pub fn new(query: &SearchQuery, further_words: &[String]) -> Self {
        let mut anywhere = further_words.to_vec();
        let mut in_title = Vec::new();
        for term in query.terms().filter(|term| !term.is_excluded) {
            match &term.condition {
                Condition::Text(text) => anywhere.push(text.clone()),
                Condition::Title(text) => in_title.push(text.clone()),
                _ => {}
            }
        }
        Self { anywhere, in_title }
    }

    /// Returns the hits in a title.
    pub fn title(&self, title: &str) -> Vec<TextRange> {
        hits(title, self.anywhere.iter().chain(&self.in_title))
    }

    /// Returns the part of a plain text around the first hit.
    pub fn snippet(&self, text: &str) -> Snippet {
        let first_hit = self.first_hit(text);
        let start = first_hit.map_or(0, |hit| snippet_start(text, hit));
        let end = snippet_end(text, start, first_hit.unwrap_or(start));
        let shown = text[start..end].trim_end();
        let mut snippet = String::with_capacity(shown.len() + 2 * LEFT_OUT.len_utf8());
        if start > 0 {
            snippet.push(LEFT_OUT);
        }
        let before = snippet.encode_utf16().count();
        snippet.push_str(shown);
        if end < text.len() {
            snippet.push(LEFT_OUT);
        }
        let mut ranges = hits(shown, self.anywhere.iter());
        for range in &mut ranges {
            range.start += before;
        }
        Snippet {
            text: snippet,
            ranges,
        }
    }

    /// Returns the index of the character with which the first hit begins.
    fn first_hit(&self, text: &str) -> Option<usize> {
        let folded = fold_collapsed(text);
        let finds = self.anywhere.iter();
        let finds = finds.filter_map(|part| memmem::find(folded.as_bytes(), part.as_bytes()));
        let first = finds.min()?;
        let mut folded = String::with_capacity(first);
        text.char_indices().find_map(|(index, character)| {
            push_collapsed(&mut folded, character);
            (folded.len() > first).then_some(index)
        })
    }
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'text> {
    /// The text.
    pub text: &'text str,
    /// Whether a search points at it.
    pub is_hit: bool,
}

/// Returns a text in pieces: those within the ranges, which are ascending and do not overlap, and the others.
pub fn split_at_ranges<'text>(text: &'text str, ranges: &[TextRange]) -> Vec<Piece<'text>> {
    let mut pieces = Vec::with_capacity(2 * ranges.len() + 1);
    let (mut rest, mut position) = (text, 0);
    for range in ranges {
        let (before, from_start) = rest.split_at(index_of_unit(rest, range.start - position));
        let (within, after) = from_start.split_at(index_of_unit(from_start, range.length));
        for (text, is_hit) in [(before, false), (within, true)] {
            pieces.push(Piece { text, is_hit });
        }
        (rest, position) = (after, range.end());
    }
    pieces.push(Piece {
        text: rest,
        is_hit: false,
    });
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

/// Returns the index of the character at a distance in UTF-16 code units.
fn index_of_unit(text: &str, units: usize) -> usize {
    let mut passed = 0;
    let mut characters = text.char_indices();
    let found = characters.find(|(_, character)| {
        let is_there = passed >= units;
        passed += character.len_utf16();
        is_there
    });
    found.map_or(text.len(), |(index, _)| index)
}

/// Returns the hits of all parts, ascending and joined where they overlap or touch. A hit within a character as people
/// see it, such as a letter with its marks, has all of it.
fn hits<'part>(text: &str, parts: impl Iterator<Item = &'part String>) -> Vec<TextRange> {
    let mut folded = String::with_capacity(text.len());
    // The character from which each byte of the folded text comes.
    let mut origins: Vec<TextRange> = Vec::with_capacity(text.len());
    let mut position = 0;
    for grapheme in text.graphemes(true) {
        let length = grapheme.encode_utf16().count();
        let range = TextRange {
            start: position,
            length,
        };
        grapheme
            .chars()
            .for_each(|character| push_collapsed(&mut folded, character));
        origins.resize(folded.len(), range);
        position = range.end();
    }
    let mut found: Vec<TextRange> = parts
        .flat_map(|part| {
            let starts = memmem::find_iter(folded.as_bytes(), part.as_bytes());
            starts.filter_map(|start| {
                let (first, last) = (origins.get(start)?, origins.get(start + part.len() - 1)?);
                Some(TextRange {
                    start: first.start,
                    length: last.end() - first.start,
                })
            })
        })
        .collect();
    found.sort_unstable_by_key(|range| range.start);
    joined(found)
}

fn joined(sorted: Vec<TextRange>) -> Vec<TextRange> {
    let mut joined: Vec<TextRange> = Vec::with_capacity(sorted.len());
    for range in sorted {
        match joined.last_mut() {
            Some(last) if range.start <= last.end() => {
                last.length = last.length.max(range.end() - last.start);
            }
            _ => joined.push(range),
        }
    }
    joined
}

/// Returns where the snippet begins: with a word before the hit, or with a character where no word begins nearby.
fn snippet_start(text: &str, hit: usize) -> usize {
    let before = text[..hit].grapheme_indices(true).rev().take(CONTEXT_MAX).last();
    let Some((start, _)) = before else {
        return hit;
    };
    if start == 0 {
        return 0;
    }
    let first_space = text[start..hit].find(' ');
    first_space.map_or(start, |space| start + space + 1)
}

/// Returns where the snippet ends: after a word, or after a character where no word ends between there and the hit.
fn snippet_end(text: &str, start: usize, hit: usize) -> usize {
    let marks_before = if start > 0 { LEFT_OUT.len_utf16() } else { 0 };
    let units_max = SNIPPET_MAX - marks_before;
    let (mut units, mut end) = (0, start);
    for (index, grapheme) in text[start..].grapheme_indices(true) {
        units += grapheme.encode_utf16().count();
        if units > units_max {
            return shortened_end(text, start, end, hit);
        }
        if units <= units_max - LEFT_OUT.len_utf16() {
            end = start + index + grapheme.len();
        }
    }
    text.len()
}

/// Returns the end of the last word before `end`, if it is in the second half of the snippet and after the hit.
fn shortened_end(text: &str, start: usize, end: usize, hit: usize) -> usize {
    if text[end..].starts_with(' ') {
        return end;
    }
    let last_space = text[start..end].rfind(' ').map(|space| start + space);
    let hit_end = text[hit..].find(' ').map_or(text.len(), |length| hit + length);
    last_space
        .filter(|space| *space >= hit_end && *space > start.midpoint(end))
        .unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn highlighter(query: &str) -> Highlighter {
        Highlighter::new(&SearchQuery::parse(query).unwrap(), &[])
    }

    /// Returns what the ranges point at, by JavaScript's counting.
    fn marked(text: &str, ranges: &[TextRange]) -> Vec<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let part = |range: &TextRange| String::from_utf16(&units[range.start..range.end()]).unwrap();
        ranges.iter().map(part).collect()
    }

    fn marked_in_title(query: &str, title: &str) -> Vec<String> {
        marked(title, &highlighter(query).title(title))
    }

    #[test]
    fn points_at_words_in_every_language() {
        for (query, title, expected) in [
            ("rust", "Rust, trust and RUST", vec!["Rust", "rust", "RUST"]),
            ("strasse", "Die Straße", vec!["Straße"]),
            ("istanbul", "In İSTANBUL", vec!["İSTANBUL"]),
            ("cafe", "cafe\u{301} Café", vec!["cafe\u{301}", "Café"]),
            ("dont", "We don’t", vec!["don’t"]),
            ("οδος", "Η ΟΔΟΣ", vec!["ΟΔΟΣ"]),
            ("юникод", "😀 Юникод 😀", vec!["Юникод"]),
            ("検索", "全文検索の仕組み", vec!["検索"]),
            ("검색", "전문 검색 엔진", vec!["검색"]),
            ("खोज", "हिन्दी खोज", vec!["खोज"]),
            ("ค้นหา", "การค้นหาข้อความ", vec!["ค้นหา"]),
            ("بحث", "محرك بحث", vec!["بحث"]),
            ("👩", "👩‍👩‍👧 family", vec!["👩‍👩‍👧"]),
            ("क", "कि", vec!["कि"]),
        ] {
            assert_eq!(marked_in_title(query, title), expected, "{query}");
        }
    }

    #[test]
    fn points_at_phrases_and_at_words_of_the_title_and_joins_what_overlaps() {
        assert_eq!(
            marked_in_title("\"rust async\"", "Rust \"async\" and rust"),
            ["Rust \"async"]
        );
        assert_eq!(marked_in_title("ab bc", "abc ab"), ["abc", "ab"]);
        assert_eq!(marked_in_title("title:go -rust tag:x", "Go and rust x"), ["Go"]);
        assert!(highlighter("title:go").snippet("Go on").ranges.is_empty());
        assert!(marked_in_title("tag:go", "Go").is_empty());
    }

    #[test]
    fn points_at_words_that_were_found_in_place_of_others() {
        let query = SearchQuery::parse("kubernets").unwrap();
        let highlighter = Highlighter::new(&query, &["kubernetes".to_owned()]);
        let snippet = highlighter.snippet("About Kubernetes.");
        assert_eq!(marked(&snippet.text, &snippet.ranges), ["Kubernetes"]);
    }

    #[test]
    fn a_snippet_begins_and_ends_with_words_around_the_first_hit() {
        let text = format!("{}needle {}", "before ".repeat(50), "after ".repeat(50));
        let snippet = highlighter("needle").snippet(&text);
        assert_eq!(marked(&snippet.text, &snippet.ranges), ["needle"]);
        assert!(snippet.text.starts_with("…before "), "{}", snippet.text);
        assert!(snippet.text.ends_with(" after…"), "{}", snippet.text);
        assert!(snippet.text.encode_utf16().count() <= SNIPPET_MAX);
        assert_eq!(highlighter("needle").snippet("A needle.").text, "A needle.");
    }

    #[test]
    fn a_snippet_without_a_hit_is_the_beginning() {
        let snippet = highlighter("needle").snippet(&"hay ".repeat(100));
        assert!(snippet.text.starts_with("hay hay"), "{}", snippet.text);
        assert!(snippet.text.ends_with("hay…") && snippet.ranges.is_empty());
        assert_eq!(highlighter("needle").snippet("").text, "");
    }

    #[test]
    fn a_snippet_of_a_text_without_spaces_is_cut_between_characters() {
        let text = format!("{}検索{}", "あ".repeat(300), "👩‍👩‍👧".repeat(300));
        let snippet = highlighter("検索").snippet(&text);
        assert_eq!(marked(&snippet.text, &snippet.ranges), ["検索"]);
        assert!(snippet.text.ends_with("👩‍👩‍👧…"), "{}", snippet.text);
        assert!(snippet.text.encode_utf16().count() <= SNIPPET_MAX);
    }

    #[test]
    fn splits_a_text_at_ranges() {
        let title = "😀 Rust & trust";
        let pieces = split_at_ranges(title, &highlighter("rust").title(title));
        let pieces: Vec<(&str, bool)> = pieces.iter().map(|piece| (piece.text, piece.is_hit)).collect();
        assert_eq!(
            pieces,
            [("😀 ", false), ("Rust", true), (" & t", false), ("rust", true)]
        );
        assert_eq!(split_at_ranges("", &[]), []);
    }

    proptest! {
        #[test]
        fn ranges_are_within_the_text_and_hold_a_word(text in any::<String>(), query in any::<String>()) {
            if let Ok(query) = SearchQuery::parse(&query) {
                let highlighter = Highlighter::new(&query, &[]);
                let snippet = highlighter.snippet(&text);
                prop_assert!(snippet.text.encode_utf16().count() <= SNIPPET_MAX);
                for (text, ranges) in [(&text, highlighter.title(&text)), (&snippet.text, snippet.ranges)] {
                    let pieces = split_at_ranges(text, &ranges);
                    let joined: String = pieces.iter().map(|piece| piece.text).collect();
                    prop_assert_eq!(&joined, text);
                    for hit in pieces.iter().filter(|piece| piece.is_hit) {
                        let folded = fold_collapsed(hit.text);
                        let mut parts = query.terms().filter_map(|term| term.condition.text());
                        prop_assert!(parts.any(|part| folded.contains(part)), "{hit:?}");
                    }
                }
            }
        }

        #[test]
        fn a_word_of_a_text_is_marked_in_its_snippet(text in "[a-zà-ü .,あ-ん]{1,400}", number in 0_usize..50) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let word = words.get(number % words.len().max(1)).copied().unwrap_or_default();
            let query = format!("\"{word}\"");
            if let Ok(query) = SearchQuery::parse(&query) && !query.is_empty() && word.chars().count() < 50 {
                let snippet = Highlighter::new(&query, &[]).snippet(&text);
                prop_assert!(!snippet.ranges.is_empty(), "{word} in {snippet:?}");
            }
        }
    }
}
