//! The tags of HTML that need not be well-formed, found without building a tree.
//!
//! What WordPress stores is worked on as text, by WordPress and here: short codes stand across tags, and the comments of
//! blocks cut elements apart. Everything here takes linear time, however broken the text is.

use super::entities::decode;

/// A tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag<'html> {
    /// The whole tag.
    pub(super) raw: &'html str,
    name: &'html str,
    pub(super) is_end: bool,
    /// Where the tag ends in the text.
    pub(super) end: usize,
}

impl Tag<'_> {
    /// Whether it is a start or end tag of this element.
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(super) fn is_one_of(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }

    /// Whether it is a start tag of this element.
    pub(super) fn begins(&self, name: &str) -> bool {
        !self.is_end && self.is(name)
    }

    /// Returns the value of an attribute, decoded; empty if it has none.
    pub(super) fn attribute(&self, wanted: &str) -> Option<String> {
        let inner = self.raw.strip_suffix('>').unwrap_or(self.raw);
        let mut rest = inner.get(1 + self.name.len()..).unwrap_or_default();
        loop {
            rest = rest.trim_start_matches(|character: char| character.is_whitespace() || character == '/');
            if rest.is_empty() {
                return None;
            }
            // An equals sign where a name begins is a part of it.
            let name_end = rest
                .char_indices()
                .skip(1)
                .find(|(_, character)| character.is_whitespace() || matches!(character, '=' | '/'))
                .map_or(rest.len(), |(at, _)| at);
            let (name, after) = rest.split_at(name_end);
            let value;
            (value, rest) = match after.trim_start().strip_prefix('=') {
                Some(after) => value_of(after.trim_start()),
                None => ("", after),
            };
            if name.eq_ignore_ascii_case(wanted) {
                return Some(decode(value));
            }
        }
    }

    /// Whether one of its classes is this.
    pub(super) fn has_class(&self, class: &str) -> bool {
        self.attribute("class")
            .is_some_and(|classes| classes.split_whitespace().any(|own| own == class))
    }
}

/// Splits the value of an attribute from what follows it.
fn value_of(text: &str) -> (&str, &str) {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    if let Some(quote) = quote {
        let inner = text.get(1..).unwrap_or_default();
        return inner.split_once(quote).unwrap_or((inner, ""));
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// A tag or a comment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Markup<'html> {
    Tag(Tag<'html>),
    Comment {
        raw: &'html str,
        /// Where the comment ends in the text.
        end: usize,
    },
}

/// Finds tags at places of a text.
pub(super) struct Scanner<'html> {
    html: &'html str,
    /// Where tags cannot end any more: from there on everything is text.
    are_tags_lost: bool,
    are_comments_lost: bool,
    lost_ends: Vec<&'static str>,
}

impl<'html> Scanner<'html> {
    pub(super) fn new(html: &'html str) -> Self {
        Self {
            html,
            are_tags_lost: false,
            are_comments_lost: false,
            lost_ends: Vec::new(),
        }
    }

    /// Returns the tag or comment that begins at a place; `None` if a `<` there is text.
    pub(super) fn at(&mut self, start: usize) -> Option<Markup<'html>> {
        let rest = self.html.get(start..).filter(|rest| rest.starts_with('<'))?;
        if let Some(comment) = rest.strip_prefix("<!--") {
            let length = if self.are_comments_lost {
                None
            } else {
                comment.find("-->")
            };
            self.are_comments_lost = length.is_none();
            let length = length? + "<!---->".len();
            return Some(Markup::Comment {
                raw: rest.get(..length)?,
                end: start + length,
            });
        }
        if self.are_tags_lost {
            return None;
        }
        let (is_end, named) = match rest.strip_prefix("</") {
            Some(named) => (true, named),
            None => (false, rest.get(1..)?),
        };
        if named.starts_with(['!', '?']) {
            let Some(last) = rest.find('>') else {
                self.are_tags_lost = true;
                return None;
            };
            return Some(Markup::Comment {
                raw: rest.get(..=last)?,
                end: start + last + 1,
            });
        }
        if !named.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return None;
        }
        let name_end =
            named.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'));
        let Some(length) = tag_length(rest) else {
            self.are_tags_lost = true;
            return None;
        };
        Some(Markup::Tag(Tag {
            raw: rest.get(..length)?,
            name: named.get(..name_end?)?,
            is_end,
            end: start + length,
        }))
    }

    /// Returns what stands between a place and the end tag of an element, and where that ends.
    pub(super) fn until_end(&mut self, from: usize, name: &'static str) -> Option<(&'html str, usize)> {
        if self.lost_ends.contains(&name) {
            return None;
        }
        let rest = self.html.get(from..)?;
        let found = end_tag(rest, name);
        if found.is_none() {
            self.lost_ends.push(name);
        }
        let (start, end) = found?;
        Some((rest.get(..start)?, from + end))
    }
}

/// Returns where the first end tag of an element begins and ends.
fn end_tag(html: &str, name: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let start = from + html.get(from..)?.find("</")?;
        let named = html.get(start + 2..)?;
        let is_it = named
            .get(..name.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(name));
        let after = named.get(name.len()..).filter(|_| is_it).unwrap_or_default();
        if after.starts_with(|next: char| next.is_whitespace() || next == '>') {
            return Some((start, start + 2 + name.len() + after.find('>')? + 1));
        }
        from = start + 2;
    }
}

/// Returns the length of the tag at the beginning of a text. Quotes count only as browsers see them: after an equals sign.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_value = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at + 1),
            (None, b'=') => is_value = true,
            (None, b'"' | b'\'') if is_value => {
                quote = Some(byte);
                is_value = false;
            }
            (None, byte) => is_value &= byte.is_ascii_whitespace(),
        }
    }
    None
}

/// A part of HTML.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token<'html> {
    Text(&'html str),
    Tag(Tag<'html>),
    Comment(&'html str),
}

/// The parts of HTML in their order.
pub(super) struct Tokens<'html> {
    scanner: Scanner<'html>,
    at: usize,
}

impl<'html> Tokens<'html> {
    pub(super) fn new(html: &'html str) -> Self {
        Self {
            scanner: Scanner::new(html),
            at: 0,
        }
    }

    /// Returns what stands before the end tag of an element, and goes behind it.
    pub(super) fn until_end(&mut self, name: &'static str) -> Option<&'html str> {
        let (inner, end) = self.scanner.until_end(self.at, name)?;
        self.at = end;
        Some(inner)
    }
}

impl<'html> Iterator for Tokens<'html> {
    type Item = Token<'html>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.scanner.html.get(start..).filter(|rest| !rest.is_empty())?;
        match self.scanner.at(start) {
            Some(Markup::Tag(tag)) => {
                self.at = tag.end;
                Some(Token::Tag(tag))
            }
            Some(Markup::Comment { raw, end }) => {
                self.at = end;
                Some(Token::Comment(raw))
            }
            None => {
                let length = rest
                    .bytes()
                    .skip(1)
                    .position(|byte| byte == b'<')
                    .map_or(rest.len(), |at| at + 1);
                self.at += length;
                Some(Token::Text(rest.get(..length)?))
            }
        }
    }
}

/// Returns the first start tag of one of these elements.
pub(super) fn first<'html>(html: &'html str, names: &[&str]) -> Option<Tag<'html>> {
    Tokens::new(html).find_map(|token| match token {
        Token::Tag(tag) if !tag.is_end && tag.is_one_of(names) => Some(tag),
        _ => None,
    })
}

/// Returns what the first of these elements holds, up to its first end tag.
pub(super) fn inner<'html>(html: &'html str, name: &'static str) -> Option<&'html str> {
    let tag = first(html, &[name])?;
    Some(Scanner::new(html).until_end(tag.end, name)?.0)
}

/// Returns the text without the tags of these elements; what they hold stays.
pub(super) fn without(html: &str, names: &[&str]) -> String {
    let mut kept = String::with_capacity(html.len());
    for token in Tokens::new(html) {
        match token {
            Token::Tag(tag) if tag.is_one_of(names) => {}
            Token::Tag(tag) => kept.push_str(tag.raw),
            Token::Text(text) | Token::Comment(text) => kept.push_str(text),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_tags_text_and_comments() {
        let html = "1 < 2 <IMG src='a>b' alt=\"x\" /><!-- <b> -->c</P\n>d<e";
        let parts: Vec<String> = Tokens::new(html)
            .map(|token| match token {
                Token::Text(text) => format!("text {text}"),
                Token::Tag(tag) => format!("tag {} {}", tag.name, tag.is_end),
                Token::Comment(raw) => format!("comment {raw}"),
            })
            .collect();
        assert_eq!(
            parts,
            [
                "text 1 ",
                "text < 2 ",
                "tag IMG false",
                "comment <!-- <b> -->",
                "text c",
                "tag P true",
                "text d",
                "text <e",
            ]
        );
    }

    #[test]
    fn reads_attributes_as_they_are_written() {
        let html = "<a HREF = \"/x?a=1&amp;b=2\" data-x='1 2'title=plain/y disabled = class=\"one two\">";
        let tag = first(html, &["a"]).unwrap();
        assert_eq!(tag.attribute("href").as_deref(), Some("/x?a=1&b=2"));
        assert_eq!(tag.attribute("data-x").as_deref(), Some("1 2"));
        assert_eq!(tag.attribute("title").as_deref(), Some("plain/y"));
        assert_eq!(tag.attribute("missing"), None);
        let tag = first("<img alt src=x />", &["img"]).unwrap();
        assert_eq!(tag.attribute("alt").as_deref(), Some(""));
        assert_eq!(tag.attribute("src").as_deref(), Some("x"));
        assert!(!tag.has_class("one"));
    }

    #[test]
    fn finds_ends_and_inner_parts() {
        assert_eq!(
            inner("a<figcaption class=x>b <i>c</i></FigCaption >d", "figcaption"),
            Some("b <i>c</i>")
        );
        assert_eq!(inner("<pre>a</prefix>", "pre"), None);
        assert_eq!(without("<figure><b>a</b></figure>", &["figure"]), "<b>a</b>");
    }

    #[test]
    fn takes_linear_time_for_broken_tags() {
        for broken in ["<a x=\">\" ", "<!--", "<a ", "<", "</", "<a x=\"", "<pre>"] {
            let html = broken.repeat(200_000);
            assert!(Tokens::new(&html).count() <= 200_000);
        }
    }
}
