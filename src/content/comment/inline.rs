//! The text of a paragraph: code, emphasis, links, addresses and mentions.

use std::collections::HashMap;

use url::Url;

use super::addresses;
use super::emphasis::{self, Stars};
use super::output::Output;

const NAME_LENGTH_MAX: usize = 120;

/// A piece of the text of a paragraph.
enum Piece<'text> {
    Text(&'text str),
    LineBreak,
    Code(&'text str),
    Stars(Stars),
    /// A link with the pieces of its text.
    Link(Url, Vec<Piece<'text>>),
    /// The name of a person with its `@`.
    Mention(&'text str),
}

/// The text of a paragraph, with what belongs together in it.
struct Paragraph<'text> {
    text: &'text str,
    /// The start of the closing backticks by the start of the opening ones.
    code_ends: HashMap<usize, usize>,
    /// The closing bracket of each opening one.
    brackets: HashMap<usize, usize>,
}

/// Draws the text of a paragraph.
pub(super) fn draw(output: &mut Output<'_>, text: &str) {
    let code_ends = code_ends(text);
    let paragraph = Paragraph {
        text,
        brackets: brackets(text, &code_ends),
        code_ends,
    };
    let pieces = paragraph.pieces(0, text.len(), false);
    draw_pieces(output, pieces);
}

fn draw_pieces(output: &mut Output<'_>, mut pieces: Vec<Piece<'_>>) {
    emphasis::pair(pieces.iter_mut().filter_map(|piece| match piece {
        Piece::Stars(stars) => Some(stars),
        _ => None,
    }));
    for piece in pieces {
        match piece {
            Piece::Text(text) => output.text(text),
            Piece::LineBreak => output.markup("<br>"),
            Piece::Code(text) => {
                output.markup("<code>");
                output.text(text);
                output.markup("</code>");
            }
            Piece::Stars(stars) => stars.draw(output),
            Piece::Link(url, inner) if output.has_room_for_link() => {
                output.open_link(&url);
                draw_pieces(output, inner);
                output.markup("</a>");
            }
            Piece::Link(_, inner) => draw_pieces(output, inner),
            Piece::Mention(mention) => output.mention(mention),
        }
    }
}

impl<'text> Paragraph<'text> {
    /// Splits a part of the text. A link has none within.
    fn pieces(&self, start: usize, end: usize, is_in_link: bool) -> Vec<Piece<'text>> {
        let bytes = self.text.as_bytes();
        let mut pieces = Vec::new();
        let (mut at, mut text_start) = (start, start);
        while at < end {
            let found = match bytes[at] {
                b'\n' => Some((Piece::LineBreak, at + 1)),
                b'`' => self.code(at, end),
                b'*' => self.stars(at, end),
                b'[' if !is_in_link => self.link(at, end),
                b'@' if !is_in_link => self.mention(at, end),
                b'h' | b'H' | b'w' | b'W' if !is_in_link => self.address(at, end),
                _ => None,
            };
            match found {
                Some((piece, after)) => {
                    pieces.push(Piece::Text(&self.text[text_start..at]));
                    pieces.push(piece);
                    (at, text_start) = (after, after);
                }
                None => at = self.after_text(at, end),
            }
        }
        pieces.push(Piece::Text(&self.text[text_start..end]));
        pieces
    }

    /// Returns the end of what is text at `at`: a run of the same mark, an address that is none, or a character.
    fn after_text(&self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let mark = rest.bytes().next().filter(|byte| matches!(byte, b'`' | b'*'));
        let length = match mark {
            Some(mark) => run_length(rest, mark),
            None if addresses::begins(rest) && !self.follows_letter(at) => addresses::length(rest),
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        at + length.max(1)
    }

    fn follows_letter(&self, at: usize) -> bool {
        let before = self.text[..at].chars().next_back();
        before.is_some_and(char::is_alphanumeric)
    }

    fn code(&self, at: usize, end: usize) -> Option<(Piece<'text>, usize)> {
        let close = *self.code_ends.get(&at)?;
        let length = run_length(&self.text[at..], b'`');
        let inner = &self.text[at + length..close];
        let is_padded = inner.starts_with(' ') && inner.ends_with(' ') && !inner.trim().is_empty();
        let inner = if is_padded {
            &inner[1..inner.len() - 1]
        } else {
            inner
        };
        (close + length <= end).then_some((Piece::Code(inner), close + length))
    }

    fn stars(&self, at: usize, end: usize) -> Option<(Piece<'text>, usize)> {
        let length = run_length(&self.text[at..end], b'*');
        let before = self.text[..at].chars().next_back();
        let after = self.text[at + length..].chars().next();
        Some((Piece::Stars(Stars::new(length, before, after)?), at + length))
    }

    /// Returns the link `[text](address)`. With `!` before it, it would be a picture, which stays text.
    fn link(&self, at: usize, end: usize) -> Option<(Piece<'text>, usize)> {
        let close = *self.brackets.get(&at)?;
        let after = self.text[close + 1..end.max(close + 1)].strip_prefix('(')?;
        if close >= end || self.text[..at].ends_with('!') || self.text[at + 1..close].trim().is_empty() {
            return None;
        }
        let address = addresses::in_parentheses(after)?;
        let url = addresses::parse(address)?;
        let inner = self.pieces(at + 1, close, true);
        Some((Piece::Link(url, inner), close + 3 + address.len()))
    }

    fn mention(&self, at: usize, end: usize) -> Option<(Piece<'text>, usize)> {
        let before = self.text[..at].chars().next_back();
        if before.is_some_and(|before| before.is_alphanumeric() || "@._-/".contains(before)) {
            return None;
        }
        let rest = &self.text[at + 1..end];
        let is_part = |character: char| character.is_alphanumeric() || "._-".contains(character);
        let name = rest.split(|character| !is_part(character)).next()?;
        let name = name.trim_end_matches(['.', '-']);
        let is_name = name.starts_with(char::is_alphanumeric) && name.len() <= NAME_LENGTH_MAX;
        let after = at + 1 + name.len();
        is_name.then(|| (Piece::Mention(&self.text[at..after]), after))
    }

    fn address(&self, at: usize, end: usize) -> Option<(Piece<'text>, usize)> {
        let rest = &self.text[at..end];
        if !addresses::begins(rest) || self.follows_letter(at) {
            return None;
        }
        let address = addresses::without_punctuation(&rest[..addresses::length(rest)]);
        let url = addresses::parse(address)?;
        Some((Piece::Link(url, vec![Piece::Text(address)]), at + address.len()))
    }
}

/// Returns the start of the closing backticks by the start of the opening ones: the next run of the same length.
fn code_ends(text: &str) -> HashMap<usize, usize> {
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let length = run_length(&text[start..], b'`');
        runs.push((start, length));
        at = start + length;
    }
    let mut next_of_length = HashMap::new();
    let mut ends = HashMap::new();
    for (start, length) in runs.into_iter().rev() {
        if let Some(next) = next_of_length.insert(length, start) {
            ends.insert(start, next);
        }
    }
    ends
}

/// Returns the closing bracket of each opening one, outside of code.
fn brackets(text: &str, code_ends: &HashMap<usize, usize>) -> HashMap<usize, usize> {
    let bytes = text.as_bytes();
    let (mut open, mut pairs) = (Vec::new(), HashMap::new());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'`' => {
                let length = run_length(&text[at..], b'`');
                at = code_ends.get(&at).unwrap_or(&at) + length;
                continue;
            }
            b'[' => open.push(at),
            b']' => {
                if let Some(start) = open.pop() {
                    pairs.insert(start, at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    pairs
}

/// Returns how often a mark stands at the start of a text.
fn run_length(text: &str, mark: u8) -> usize {
    text.bytes().take_while(|byte| *byte == mark).count()
}
