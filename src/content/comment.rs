//! The texts of comments.

use std::collections::HashMap;

/// Returns the names that a text mentions.
pub fn mentioned_names(_: &str) -> Vec<String> {
    Vec::new()
}

/// Returns a text as HTML.
pub fn render<S: std::hash::BuildHasher>(text: &str, _: &HashMap<String, String, S>) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
