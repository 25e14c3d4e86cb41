//! The texts of comments.

use std::collections::HashMap;

/// Returns the names that a text mentions.
pub fn mentioned_names(_: &str) -> Vec<String> {
    Vec::new()
}

/// Returns a text as HTML.
pub fn render(text: &str, _: &HashMap<String, String>) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
