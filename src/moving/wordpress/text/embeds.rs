//! Things of other sites, and films and sounds, which this site shows as a link or, of two players, as a frame.

use super::Conversion;
use super::shortcodes::is_address;
use crate::moving::html;
use crate::moving::wordpress::entities::decode;
use crate::moving::wordpress::tags::{Tag, Token, Tokens};

impl Conversion<'_> {
    /// Returns what is at an address, as a block.
    pub(super) fn embed(&mut self, address: &str) -> String {
        let block = self.embed_html(address);
        self.keep_block(block)
    }

    pub(super) fn embed_html(&mut self, address: &str) -> String {
        let address = absolute(decode(address).trim());
        if html::video(&address).is_none() {
            self.note(format!("What was embedded from {address} is a link now"));
        }
        html::embed(&address)
    }

    /// Returns a link to a file that was played or offered in the text, as a block.
    pub(super) fn file_link(&mut self, address: &str, text: &str) -> String {
        let block = html::link(&absolute(address), text);
        self.keep_block(block)
    }

    /// Returns what an element shows that is a page or a file of its own; `None` if it names none.
    pub(super) fn embedded_element(&mut self, tag: &Tag<'_>, inner: &str) -> Option<String> {
        let mut named = ["src", "data-src", "data"]
            .into_iter()
            .filter_map(|name| tag.attribute(name));
        let address = named.find(|address| !address.trim().is_empty() && address != "about:blank");
        let address = address.or_else(|| address_within(inner))?;
        if tag.is_one_of(&["video", "audio"]) && html::video(&address).is_none() {
            let kind = if tag.is("video") { "film" } else { "sound" };
            self.note(format!("The {kind} {address} is a link now"));
            return Some(self.file_link(&address, ""));
        }
        Some(self.embed(&address))
    }
}

/// Returns the address that an element names by others within it.
fn address_within(inner: &str) -> Option<String> {
    Tokens::new(inner).find_map(|token| match token {
        Token::Tag(tag) if tag.is_one_of(&["source", "embed", "iframe"]) => tag.attribute("src"),
        Token::Tag(tag) if tag.is("param") => {
            let name = tag.attribute("name")?;
            let is_address = matches!(name.as_str(), "movie" | "src");
            tag.attribute("value").filter(|_| is_address)
        }
        Token::Tag(tag) if tag.begins("a") => tag.attribute("href").filter(|address| is_address(address)),
        _ => None,
    })
}

/// Returns an address with a scheme, where it has a host.
fn absolute(address: &str) -> String {
    match address.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => address.to_owned(),
    }
}
