//! A walk through a text, in which short codes, embedded things and code become what they mean.

use memchr::memchr3;

use super::shortcodes::{Closings, Shortcode, is_address};
use super::{Conversion, code, layouts};
use crate::moving::html;
use crate::moving::wordpress::tags::{Markup, Scanner, Tag};

/// The elements in whose text nothing has a meaning.
const VERBATIM: [&str; 5] = ["code", "kbd", "samp", "tt", "textarea"];

impl Conversion<'_> {
    /// Replaces everything in a text that WordPress would replace when it shows it, except for line breaks.
    pub(super) fn marks(&mut self, text: &str) -> String {
        self.within(text, |conversion, text| {
            let mut walk = Walk {
                text,
                scanner: Scanner::new(text),
                closings: Closings::of(text),
                out: String::with_capacity(text.len()),
            };
            let mut at = 0;
            while let Some(found) = text
                .as_bytes()
                .get(at..)
                .and_then(|rest| memchr3(b'<', b'[', b'$', rest))
            {
                walk.copy(at, at + found);
                at += found;
                at = match text.as_bytes().get(at) {
                    Some(b'<') => conversion.markup(&mut walk, at),
                    Some(b'[') => conversion.shortcode(&mut walk, at),
                    _ => conversion.dollar(&mut walk, at),
                };
            }
            walk.copy(at, text.len());
            walk.out
        })
    }

    /// Replaces lines that are nothing but an address: WordPress embeds what is there.
    pub(super) fn lone_addresses(&mut self, text: &str) -> String {
        let mut lines = Vec::new();
        for line in text.split('\n') {
            lines.push(if is_address(line.trim()) {
                self.embed(line.trim())
            } else {
                line.to_owned()
            });
        }
        lines.join("\n")
    }

    /// Takes a tag or a comment; returns where the walk goes on.
    fn markup(&mut self, walk: &mut Walk<'_>, start: usize) -> usize {
        match walk.scanner.at(start) {
            Some(Markup::Comment { raw, end }) => {
                if raw.starts_with("<!--nextpage") {
                    self.note("The text was divided into several pages and is one now".to_owned());
                }
                end
            }
            Some(Markup::Tag(tag)) if tag.is_end => walk.copy_to(start, tag.end),
            Some(Markup::Tag(tag)) => self.start_tag(walk, start, &tag),
            None => walk.copy_to(start, start + 1),
        }
    }

    fn start_tag(&mut self, walk: &mut Walk<'_>, start: usize, tag: &Tag<'_>) -> usize {
        if tag.is("pre") {
            let Some((inner, end)) = walk.scanner.until_end(tag.end, "pre") else {
                return walk.copy_to(start, tag.end);
            };
            let block = code::preformatted(tag, inner);
            return walk.push(&self.keep_block(block), end);
        }
        if let Some(name) = ["script", "style"].into_iter().find(|name| tag.is(name)) {
            if tag.is("script") {
                self.note("A script was left out".to_owned());
            }
            let end = walk
                .scanner
                .until_end(tag.end, name)
                .map_or(tag.end, |(_, end)| end);
            return walk.push("", end);
        }
        if let Some(name) = VERBATIM.into_iter().find(|name| tag.is(name)) {
            let end = walk
                .scanner
                .until_end(tag.end, name)
                .map_or(tag.end, |(_, end)| end);
            return walk.copy_to(start, end);
        }
        if let Some(name) = ["iframe", "object", "video", "audio"]
            .into_iter()
            .find(|name| tag.is(name))
        {
            let (inner, end) = walk.scanner.until_end(tag.end, name).unwrap_or(("", tag.end));
            let embedded = self.embedded_element(tag, inner);
            return match embedded {
                Some(embedded) => walk.push(&embedded, end),
                None => walk.copy_to(start, end),
            };
        }
        if tag.is("embed") {
            let embedded = self.embedded_element(tag, "");
            return walk.push(&embedded.unwrap_or_default(), tag.end);
        }
        if tag.is("sup")
            && let Some(id) = tag.attribute("data-fn")
        {
            let end = walk
                .scanner
                .until_end(tag.end, "sup")
                .map_or(tag.end, |(_, end)| end);
            if let Some(reference) = self.footnotes.refer(&id) {
                return walk.push(&self.keep_inline(reference), end);
            }
            self.note("A footnote has no text in the export".to_owned());
            return walk.copy_to(start, end);
        }
        if tag.is("p")
            && let Some((inner, end)) = walk.paragraph(tag)
            && is_address(inner.trim())
        {
            return walk.push(&self.embed(inner.trim()), end);
        }
        walk.copy_to(start, tag.end)
    }

    /// Takes what may be a short code; returns where the walk goes on.
    fn shortcode(&mut self, walk: &mut Walk<'_>, start: usize) -> usize {
        if let Some(end) = layouts::closing(walk.text, start) {
            return walk.push("\n\n", end);
        }
        let Some(code) = Shortcode::at(walk.text, start) else {
            return walk.copy_to(start, start + 1);
        };
        if code.is_masked {
            return walk.copy_range(start + 1, code.end - 1, code.end);
        }
        let enclosed = walk.closings.content(&code);
        // `[[name]…[/name]]`
        if let Some((_, end)) = enclosed
            && walk.out.ends_with('[')
            && walk.text.get(end..).is_some_and(|rest| rest.starts_with(']'))
        {
            walk.out.pop();
            return walk.copy_range(start, end, end + 1);
        }
        if let Some(meaning) = self.meaning(&code, enclosed.map(|(content, _)| content)) {
            let end = match enclosed {
                Some((_, end)) if meaning.takes_content => end,
                _ => code.end,
            };
            return walk.push(&meaning.html, end);
        }
        if walk.looks_like_shortcode(start, &code) {
            let name = code.name;
            self.note(format!(
                "The short code [{name}] means nothing here and stays as text"
            ));
        }
        walk.copy_to(start, code.end)
    }

    /// Takes `$latex …$`, as WordPress.com writes formulas.
    fn dollar(&mut self, walk: &mut Walk<'_>, start: usize) -> usize {
        let formula = walk
            .text
            .get(start..)
            .and_then(|rest| rest.strip_prefix("$latex"))
            .filter(|rest| rest.starts_with(char::is_whitespace))
            .and_then(|rest| rest.split_once('$'));
        match formula {
            Some((formula, _)) if !formula.contains("\n\n") => {
                let math = self.inline_math(formula);
                walk.push(&math, start + "$latex$".len() + formula.len())
            }
            _ => walk.copy_to(start, start + 1),
        }
    }

    /// Returns a formula within a line.
    pub(super) fn inline_math(&mut self, formula: &str) -> String {
        let formula = code::text(formula);
        let math = format!(
            "<code class=\"language-math\">{}</code>",
            html::escape(formula.trim())
        );
        self.keep_inline(math)
    }
}

/// A walk through a text.
struct Walk<'text> {
    text: &'text str,
    scanner: Scanner<'text>,
    closings: Closings<'text>,
    out: String,
}

impl<'text> Walk<'text> {
    fn copy(&mut self, start: usize, end: usize) {
        self.out.push_str(self.text.get(start..end).unwrap_or_default());
    }

    /// Copies text and returns where the copy ends.
    fn copy_to(&mut self, start: usize, end: usize) -> usize {
        self.copy(start, end);
        end
    }

    fn copy_range(&mut self, start: usize, end: usize, after: usize) -> usize {
        self.copy(start, end);
        after
    }

    /// Writes something else and returns where the walk goes on.
    fn push(&mut self, html: &str, end: usize) -> usize {
        self.out.push_str(html);
        end
    }

    /// Returns what a paragraph holds if that is a single text.
    fn paragraph(&self, tag: &Tag<'_>) -> Option<(&'text str, usize)> {
        let rest = self.text.get(tag.end..)?;
        let length = rest.find('<')?;
        let end = rest
            .get(length..)?
            .strip_prefix("</p>")
            .map(|_| tag.end + length + "</p>".len())?;
        Some((rest.get(..length)?, end))
    }

    /// Whether what has the form of a short code is one, and not a remark in brackets.
    fn looks_like_shortcode(&self, start: usize, code: &Shortcode<'text>) -> bool {
        let begins_line = self.text.get(..start).is_some_and(|before| {
            before.trim_end_matches(' ').ends_with(['\n', '>']) || before.trim().is_empty()
        });
        let ends_line = self.text.get(code.end..).is_some_and(|after| {
            after.trim_start_matches(' ').starts_with(['\n', '<']) || after.trim().is_empty()
        });
        code.has_attributes()
            || code.is_void
            || code.name.contains(['_', '-'])
            || self.closings.content(code).is_some()
            || (begins_line && ends_line)
    }
}
