//! HTML as a row of tags, texts and comments, with the end of each element known.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use html5ever::LocalName;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements without content and end tag.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// A part of HTML.
pub(super) enum Piece {
    Text(String),
    Start(Start),
    End(LocalName),
}

/// A start tag.
pub(super) struct Start {
    pub(super) name: LocalName,
    pub(super) attributes: Vec<(LocalName, StrTendril)>,
}

impl Start {
    pub(super) fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(other, _)| &**other == name);
        found.map_or("", |(_, value)| value)
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &str> {
        self.attribute("class").split_ascii_whitespace()
    }

    pub(super) fn has_class(&self, class: &str) -> bool {
        self.classes().any(|other| other == class)
    }
}

/// HTML in parts. An element is named by the place of its start tag.
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    /// The place of the end tag of each start tag that has one; its own place otherwise.
    ends: Vec<usize>,
}

impl Pieces {
    /// Splits HTML. Comments and declarations are left out.
    pub(super) fn of(html: &str) -> Self {
        let collector = Collector::default();
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        let tokenizer = Tokenizer::new(collector, TokenizerOpts::default());
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        let pieces = tokenizer.sink.pieces.into_inner();
        let ends = ends_of(&pieces);
        Self { pieces, ends }
    }

    pub(super) fn all(&self) -> Range<usize> {
        0..self.pieces.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<&Piece> {
        self.pieces.get(at)
    }

    /// Returns the start tag at a place, if there is one.
    pub(super) fn start(&self, at: usize) -> Option<&Start> {
        match self.pieces.get(at) {
            Some(Piece::Start(start)) => Some(start),
            _ => None,
        }
    }

    /// Returns the place of the end tag of an element; its own if it has none.
    pub(super) fn end(&self, at: usize) -> usize {
        self.ends.get(at).copied().unwrap_or(at)
    }

    /// Returns what is in an element.
    pub(super) fn inside(&self, at: usize) -> Range<usize> {
        at + 1..self.end(at).max(at + 1)
    }

    /// Returns the first element within a range for which `is_wanted` holds.
    pub(super) fn find(&self, within: &Range<usize>, is_wanted: impl Fn(&Start) -> bool) -> Option<usize> {
        within.clone().find(|at| self.start(*at).is_some_and(&is_wanted))
    }

    /// Returns the first element with a name.
    pub(super) fn named(&self, within: &Range<usize>, name: &str) -> Option<usize> {
        self.find(within, |start| &*start.name == name)
    }

    /// Returns the first element with a class.
    pub(super) fn classed(&self, within: &Range<usize>, class: &str) -> Option<usize> {
        self.find(within, |start| start.has_class(class))
    }

    /// Returns the value of an attribute of the first element with a name; empty without one.
    pub(super) fn attribute(&self, within: &Range<usize>, element: &str, attribute: &str) -> &str {
        let found = self.named(within, element).and_then(|at| self.start(at));
        found.map_or("", |start| start.attribute(attribute))
    }

    /// Returns the text within a range, with one space for each run of white space.
    pub(super) fn text(&self, within: Range<usize>) -> String {
        let texts = self.pieces.get(within).unwrap_or_default().iter();
        let texts = texts.filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            Piece::Start(_) | Piece::End(_) => None,
        });
        let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
        words.join(" ")
    }
}

/// Returns the place of the end tag of each start tag. Each name is counted alone, so that the time is linear and an
/// element that is never closed spoils no other.
fn ends_of(pieces: &[Piece]) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..pieces.len()).collect();
    let mut open: HashMap<&LocalName, Vec<usize>> = HashMap::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Start(start) if !VOID.contains(&&*start.name) => {
                open.entry(&start.name).or_default().push(at);
            }
            Piece::End(name) => {
                let start = open.get_mut(name).and_then(Vec::pop);
                if let Some(end) = start.and_then(|start| ends.get_mut(start)) {
                    *end = at;
                }
            }
            Piece::Start(_) | Piece::Text(_) => {}
        }
    }
    ends
}

#[derive(Default)]
struct Collector {
    pieces: RefCell<Vec<Piece>>,
}

impl TokenSink for Collector {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut pieces = self.pieces.borrow_mut();
        match token {
            Token::CharacterTokens(characters) => match pieces.last_mut() {
                Some(Piece::Text(text)) => text.push_str(&characters),
                _ => pieces.push(Piece::Text(characters.to_string())),
            },
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => pieces.push(Piece::End(tag.name)),
            Token::TagToken(tag) => {
                let raw = match &*tag.name {
                    "script" => Some(RawKind::ScriptData),
                    "style" | "iframe" => Some(RawKind::Rawtext),
                    "title" | "textarea" => Some(RawKind::Rcdata),
                    _ => None,
                };
                let attributes = tag.attrs.into_iter();
                pieces.push(Piece::Start(Start {
                    name: tag.name,
                    attributes: attributes
                        .map(|attribute| (attribute.name.local, attribute.value))
                        .collect(),
                }));
                if let Some(raw) = raw {
                    return TokenSinkResult::RawData(raw);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_elements_and_their_ends() {
        let pieces =
            Pieces::of("<div class=\"a b\"><p>one &amp; <i>two</i><br></p><div>three</div></div><p>four");
        let all = pieces.all();
        let outer = pieces.classed(&all, "b").unwrap();
        assert_eq!(pieces.text(pieces.inside(outer)), "one & two three");
        let last = pieces.find(&(pieces.end(outer)..all.end), |start| &*start.name == "p");
        assert_eq!(last.map(|at| pieces.end(at)), last, "a start tag without an end");
        assert_eq!(pieces.text(all.clone()), "one & two three four");
        assert_eq!(pieces.attribute(&all, "div", "class"), "a b");
        assert_eq!(pieces.attribute(&all, "img", "src"), "");
    }

    #[test]
    fn keeps_the_text_of_scripts_apart() {
        let pieces = Pieces::of("<script>'<p>'</script><iframe><b></iframe><!-- <p> --><p>a</p>");
        let names = pieces.all().filter_map(|at| pieces.start(at));
        let names: Vec<&str> = names.map(|start| &*start.name).collect();
        assert_eq!(names, ["script", "iframe", "p"]);
    }
}
