//! The cards in finished HTML, read back into the form that editors keep.

use std::ops::Range;

use serde_json::{Value, json};

use super::addresses::{self, Addresses};
use super::page::Page;
use super::pieces::{Pieces, Start};

/// The parts of a card in finished HTML.
pub(super) struct Parts<'html> {
    pub(super) pieces: &'html Pieces,
    pub(super) addresses: &'html Addresses,
    pub(super) start: &'html Start,
    pub(super) inside: Range<usize>,
    /// Returns what stands within as HTML, whose cards are within this one.
    pub(super) html_of: &'html dyn Fn(Range<usize>, &mut Page) -> String,
}

impl Parts<'_> {
    /// Whether the card has what it is made of. One that has not stays as it is.
    pub(super) fn is_complete(&self, kind: &str) -> bool {
        let has_element = |name: &str| self.pieces.named(&self.inside, name).is_some();
        match kind {
            "image" | "gallery" => has_element("img"),
            "bookmark" | "button" | "file" => has_element("a"),
            "audio" | "video" => has_element(kind),
            "callout" => self.has("kg-callout-text"),
            "toggle" => self.has("kg-toggle-content"),
            "product" => self.has("kg-product-card-title") || self.has("kg-product-card-description"),
            "call-to-action" => self.has("kg-cta-content"),
            _ => true,
        }
    }

    /// Returns the card in the form that editors keep.
    pub(super) fn card(&self, kind: &str, page: &mut Page) -> Value {
        match kind {
            "image" => {
                let mut image = self.images().next().unwrap_or_default();
                insert(&mut image, "caption", self.caption(page));
                image
            }
            "gallery" => {
                json!({ "images": self.images().collect::<Vec<_>>(), "caption": self.caption(page) })
            }
            "bookmark" => json!({
                "url": self.attribute("a", "href"),
                "metadata": {
                    "title": self.either_text(&["kg-bookmark-title", "kg-nft-title"]),
                    "description": self.text("kg-bookmark-description"),
                    // Ghost gives each of the two the class of the other.
                    "publisher": self.text("kg-bookmark-author"),
                    "author": self.text("kg-bookmark-publisher"),
                },
                "caption": self.caption(page),
            }),
            "callout" => json!({
                "calloutEmoji": self.text("kg-callout-emoji"),
                "calloutText": self.html("kg-callout-text", page),
                "backgroundColor": self.start.classes().find_map(|class| class.strip_prefix("kg-callout-card-")),
            }),
            "toggle" => json!({
                "heading": self.html("kg-toggle-heading-text", page),
                "content": self.html("kg-toggle-content", page),
            }),
            "button" => json!({
                "buttonUrl": self.attribute("a", "href"),
                "buttonText": self.pieces.text(self.inside.clone()),
            }),
            "file" => json!({
                "src": self.attribute("a", "href"),
                "fileTitle": self.text("kg-file-card-title"),
                "fileCaption": self.text("kg-file-card-caption"),
                "fileName": self.text("kg-file-card-filename"),
                "fileSize": self.text("kg-file-card-filesize"),
            }),
            "audio" => json!({ "src": self.attribute("audio", "src"), "title": self.text("kg-audio-title") }),
            "video" => json!({ "src": self.attribute("video", "src"), "caption": self.caption(page) }),
            "product" => {
                let stars = self
                    .starts()
                    .filter(|start| start.has_class("kg-product-card-rating-active"));
                json!({
                    "productImageSrc": self.picture(),
                    "productTitle": self.html("kg-product-card-title", page),
                    "productRatingEnabled": self.has("kg-product-card-rating"),
                    "productStarRating": stars.count(),
                    "productDescription": self.html("kg-product-card-description", page),
                    "productButtonEnabled": self.has("kg-product-card-button"),
                    "productButton": self.text("kg-product-card-button"),
                    "productUrl": self.link("kg-product-card-button"),
                })
            }
            "header" => {
                let background = self.start.attribute("data-kg-background-image");
                json!({
                    "backgroundImageSrc": if background.is_empty() { self.picture() } else { self.addresses.picture(background) },
                    "header": self.either_html(&["kg-header-card-header", "kg-header-card-heading"], page),
                    "subheader": self.either_html(&["kg-header-card-subheader", "kg-header-card-subheading"], page),
                    "buttonEnabled": self.has("kg-header-card-button"),
                    "buttonText": self.text("kg-header-card-button"),
                    "buttonUrl": self.link("kg-header-card-button"),
                })
            }
            "call-to-action" => json!({
                "hasSponsorLabel": self.has("kg-cta-sponsor-label"),
                "sponsorLabel": self.html("kg-cta-sponsor-label", page),
                "imageUrl": self.picture(),
                "textValue": self.html("kg-cta-text", page),
                "showButton": self.has("kg-cta-button"),
                "buttonText": self.text("kg-cta-button"),
                "buttonUrl": self.link("kg-cta-button"),
            }),
            _ => json!({ "header": self.html("kg-signup-card-heading", page) }),
        }
    }

    fn starts(&self) -> impl Iterator<Item = &Start> {
        self.inside.clone().filter_map(|at| self.pieces.start(at))
    }

    fn has(&self, class: &str) -> bool {
        self.pieces.classed(&self.inside, class).is_some()
    }

    fn text(&self, class: &str) -> String {
        let found = self.pieces.classed(&self.inside, class);
        found.map_or(String::new(), |at| self.pieces.text(self.pieces.inside(at)))
    }

    fn either_text(&self, classes: &[&str]) -> String {
        let class = classes.iter().find(|class| self.has(class));
        class.map_or(String::new(), |class| self.text(class))
    }

    fn html(&self, class: &str, page: &mut Page) -> String {
        let found = self.pieces.classed(&self.inside, class);
        found.map_or(String::new(), |at| (self.html_of)(self.pieces.inside(at), page))
    }

    fn either_html(&self, classes: &[&str], page: &mut Page) -> String {
        let class = classes.iter().find(|class| self.has(class));
        class.map_or(String::new(), |class| self.html(class, page))
    }

    fn attribute(&self, element: &str, name: &str) -> String {
        addresses::link(self.pieces.attribute(&self.inside, element, name))
    }

    /// Returns the address of the link with a class.
    fn link(&self, class: &str) -> String {
        let found = self.starts().find(|start| start.has_class(class));
        found.map_or(String::new(), |start| addresses::link(start.attribute("href")))
    }

    /// Returns the address of the first picture; empty without one.
    fn picture(&self) -> String {
        let source = self.pieces.attribute(&self.inside, "img", "src");
        self.addresses.picture(source)
    }

    fn caption(&self, page: &mut Page) -> String {
        let found = self.pieces.named(&self.inside, "figcaption");
        found.map_or(String::new(), |at| (self.html_of)(self.pieces.inside(at), page))
    }

    /// Returns the pictures, each with the link that it is in.
    fn images(&self) -> impl Iterator<Item = Value> {
        let pieces = self.pieces;
        self.inside.clone().filter_map(move |at| {
            let image = pieces.start(at).filter(|start| &*start.name == "img")?;
            // White space may stand between the two.
            let before = at.saturating_sub(2)..at;
            let link = pieces.named(&before, "a").filter(|link| pieces.end(*link) > at);
            let address = link
                .and_then(|link| pieces.start(link))
                .map(|link| link.attribute("href"));
            Some(json!({
                "src": self.addresses.picture(image.attribute("src")),
                "alt": image.attribute("alt"),
                "href": address.map(addresses::link),
            }))
        })
    }
}

fn insert(card: &mut Value, name: &str, value: String) {
    if let Some(card) = card.as_object_mut() {
        card.insert(name.to_owned(), Value::String(value));
    }
}
