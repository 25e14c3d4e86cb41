//! Page builders, whose short codes lay texts out: the texts stay, and most of the layout means nothing here.

use super::Conversion;
use super::meanings::{Meaning, numbers};
use super::shortcodes::Shortcode;
use crate::moving::html;

/// How the short codes of WPBakery, Divi and Avada begin.
const PREFIXES: [&str; 3] = ["vc_", "et_pb_", "fusion_"];

/// Whether this is a short code of a page builder.
fn is_layout(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns where the closing short code of a page builder ends that begins at a place.
pub(super) fn closing(text: &str, start: usize) -> Option<usize> {
    let named = text
        .get(start..)?
        .strip_prefix("[/")
        .filter(|named| is_layout(named))?;
    let is_named = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let length = named.find(|character| !is_named(character))?;
    named
        .get(length..)?
        .starts_with(']')
        .then(|| start + "[/]".len() + length)
}

impl Conversion<'_> {
    /// Returns what a short code of a page builder means; `None` if it is none.
    pub(super) fn layout(&mut self, code: &Shortcode<'_>) -> Option<Meaning> {
        if !is_layout(code.name) {
            return None;
        }
        let address = code.first_of(&["src", "link", "url"]);
        let block = match (code.name, address) {
            ("vc_single_image", _) => {
                let ids = numbers(code.attribute("image").unwrap_or_default());
                self.gallery(&ids)
            }
            ("vc_gallery", _) => {
                let ids = numbers(code.attribute("images").unwrap_or_default());
                self.gallery(&ids)
            }
            ("et_pb_image", Some(address)) => {
                let picture = html::picture(address, code.attribute("alt").unwrap_or_default(), "");
                Some(self.keep_block(picture))
            }
            ("vc_video" | "et_pb_video", Some(address)) => Some(self.embed(address)),
            ("vc_raw_html" | "vc_raw_js", _) => {
                self.note("The HTML of its own in a page builder was left out".to_owned());
                return Some(Meaning::with_content(String::new()));
            }
            _ => None,
        };
        self.note("The layout of a page builder was left out; its texts stay".to_owned());
        Some(Meaning::alone(block.unwrap_or_else(|| "\n\n".to_owned())))
    }
}
