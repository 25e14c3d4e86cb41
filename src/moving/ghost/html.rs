//! The HTML that Ghost made of a text, with its cards turned into what they mean.

use std::collections::HashSet;
use std::ops::Range;

use serde_json::json;

use super::addresses::{self, Addresses};
use super::cards;
use super::page::Page;
use super::parts::Parts;
use super::pieces::{Piece, Pieces, Start};
use crate::moving::html::{self, escape};

/// What Ghost's editor writes on every line of a caption.
const EDITOR_STYLE: &str = "white-space: pre-wrap;";
/// The deepest cards within cards. Ghost has none at all.
const DEPTH_MAX: usize = 4;

/// Appends the HTML, as the editor of this site writes it.
pub(super) fn write(html: &str, addresses: &Addresses, page: &mut Page) {
    if let Some(restriction) = restriction(html) {
        page.restriction = Some(restriction);
    }
    let pieces = Pieces::of(html);
    let writer = Writer {
        pieces: &pieces,
        addresses,
    };
    writer.write(pieces.all(), 0, page);
}

/// Returns why a part of the HTML is not for everybody. Ghost looks for these marks in the text as well, not in its tree.
pub(super) fn restriction(html: &str) -> Option<&'static str> {
    let mut comments = html.split("<!--").skip(1);
    comments.find_map(|comment| {
        let comment = comment.split("-->").next()?.trim();
        let begin = comment.get(..12)?;
        if begin.eq_ignore_ascii_case("members-only") {
            return Some("The text behind its paywall was for members alone");
        }
        let parameters = comment.strip_prefix("kg-gated-block:begin")?;
        let is_public = parameters.split_whitespace().any(|word| word == "nonMember:true");
        (!is_public).then_some("It has a part for members alone")
    })
}

/// Writes the parts of HTML anew.
struct Writer<'html> {
    pieces: &'html Pieces,
    addresses: &'html Addresses,
}

impl Writer<'_> {
    fn write(&self, within: Range<usize>, depth: usize, page: &mut Page) {
        // The end tags of elements that gave way to their content.
        let mut dropped = HashSet::new();
        // The ends of cards that stay as they are. Each is searched for its parts: no more than some may be in each other.
        let mut open: Vec<usize> = Vec::new();
        let mut at = within.start;
        while at < within.end {
            let end = self.pieces.end(at);
            match self.pieces.get(at) {
                Some(Piece::Text(text)) => page.push(&escaped(text)),
                Some(Piece::End(name)) if !dropped.remove(&at) => {
                    page.push(&format!("</{name}>"));
                }
                Some(Piece::Start(start)) if end < within.end || end == at => {
                    let is_whole = end > at;
                    open.retain(|end| *end > at);
                    if self.replaces(start, at, is_whole, depth + open.len(), page) {
                        at = end;
                    } else if is_whole && self.is_needless(start, at) {
                        dropped.insert(end);
                    } else {
                        let is_searched = is_whole && depth + open.len() < DEPTH_MAX;
                        if is_searched && card_name(start).is_some() {
                            open.push(end);
                        }
                        self.start(start, page);
                    }
                }
                Some(Piece::Start(start)) => self.start(start, page),
                Some(Piece::End(_)) | None => {}
            }
            at += 1;
        }
    }

    /// Returns what is within a range, which is one level of cards deeper than `depth`.
    fn html(&self, within: Range<usize>, depth: usize, page: &mut Page) -> String {
        let before = std::mem::take(&mut page.html);
        self.write(within, depth + 1, page);
        std::mem::replace(&mut page.html, before).trim().to_owned()
    }

    fn start(&self, start: &Start, page: &mut Page) {
        page.push(&format!("<{}", start.name));
        for (name, value) in &start.attributes {
            let value = match (&*start.name, &**name) {
                ("img", "src") => self.addresses.picture(value),
                // The forms of a picture in other sizes.
                (_, "srcset" | "sizes") => continue,
                (_, "style") if value.trim() == EDITOR_STYLE => continue,
                (_, "href" | "src") => addresses::link(value),
                _ => value.to_string(),
            };
            page.push(&format!(" {name}=\"{}\"", escape(&value)));
        }
        page.html.push('>');
    }

    /// Appends what stands for an element and its content, if something does.
    fn replaces(&self, start: &Start, at: usize, is_whole: bool, depth: usize, page: &mut Page) -> bool {
        let inside = self.pieces.inside(at);
        let source = |name: &str| {
            let own = start.attribute("src");
            let address = if own.is_empty() {
                self.pieces.attribute(&inside, name, "src")
            } else {
                own
            };
            addresses::link(address)
        };
        match &*start.name {
            "script" if is_whole => script(start, page),
            "style" if is_whole => {}
            "iframe" => {
                let address = source("");
                if html::video(&address).is_none() {
                    page.note(cards::EMBED);
                }
                if !address.is_empty() {
                    page.push(&html::embed(&address));
                }
            }
            "audio" | "video" if is_whole => {
                let card = json!({ "src": source("source") });
                cards::write(&start.name, &card, page);
            }
            _ if is_whole && depth < DEPTH_MAX => return self.card(start, at, depth, page),
            _ => return false,
        }
        true
    }

    /// Whether an element says nothing beside its content: the wrappers of Ghost's editors.
    fn is_needless(&self, start: &Start, at: usize) -> bool {
        let is_twice = |name: &str| {
            let inner = self.pieces.start(at + 1);
            inner.is_some_and(|inner| &*inner.name == name)
                && self.pieces.end(at + 1) + 1 == self.pieces.end(at)
        };
        match &*start.name {
            "span" => {
                let has_style = start.attribute("style").trim() == EDITOR_STYLE;
                start.attributes.len() == usize::from(has_style)
            }
            "b" => is_twice("strong"),
            "i" => is_twice("em"),
            "div" => start.has_class("kg-card-markdown") || start.has_class("kg-visibility-wrapper"),
            _ => false,
        }
    }

    /// Appends what a card means, if an element is one.
    fn card(&self, start: &Start, at: usize, depth: usize, page: &mut Page) -> bool {
        let Some(name) = card_name(start) else {
            return false;
        };
        let inside = self.pieces.inside(at);
        let kind = match name {
            "image" | "gallery" | "bookmark" | "callout" | "toggle" | "button" | "file" | "audio"
            | "video" | "product" | "header" | "signup" | "email" | "transistor" | "collection" => name,
            "before-after" => "gallery",
            "nft" => "bookmark",
            "cta" => "call-to-action",
            "email-cta" => "email-cta",
            "embed" | "code" => {
                self.captioned(inside, depth, page);
                return true;
            }
            _ => {
                page.note(format!("A card of the unknown kind “{name}” became text"));
                return false;
            }
        };
        let parts = Parts {
            pieces: self.pieces,
            addresses: self.addresses,
            start,
            inside,
            html_of: &|within, page| self.html(within, depth, page),
        };
        if !parts.is_complete(kind) {
            return false;
        }
        let card = parts.card(kind, page);
        cards::write(kind, &card, page);
        true
    }

    /// Appends what is in a figure, and its caption as a paragraph.
    fn captioned(&self, inside: Range<usize>, depth: usize, page: &mut Page) {
        let caption = self.pieces.named(&inside, "figcaption");
        let end = caption.unwrap_or(inside.end);
        let content = self.html(inside.start..end, depth, page);
        page.push(&content);
        if let Some(caption) = caption {
            let caption = self.html(self.pieces.inside(caption), depth, page);
            page.push(&format!("<p><em>{caption}</em></p>"));
        }
    }
}

/// Returns the name of the card that an element is.
fn card_name(start: &Start) -> Option<&str> {
    start
        .classes()
        .find_map(|class| class.strip_prefix("kg-")?.strip_suffix("-card"))
}

/// Appends a link for a script that shows a text of GitHub; others are left out.
fn script(start: &Start, page: &mut Page) {
    let address = start.attribute("src");
    match address.strip_prefix("https://gist.github.com/") {
        Some(gist) => {
            let gist = gist.split('?').next().unwrap_or_default();
            let gist = gist.strip_suffix(".js").unwrap_or(gist);
            page.push(&html::link(&format!("https://gist.github.com/{gist}"), ""));
            page.note("A gist became a link");
        }
        // It only dresses a quote that stands beside it.
        None if address.contains("platform.twitter.com") || address.contains("//embed.") => {}
        None => page.note("A script was left out"),
    }
}

/// Returns a text between tags, in which quotes need no escape.
fn escaped(text: &str) -> String {
    escape(text).replace("&quot;", "\"")
}
