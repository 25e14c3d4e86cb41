//! The blocks of a text, which are compared.

use dom_query::NodeRef;

use crate::content::parse::{self, outer_html};
use crate::content::plain_text;
use crate::content::tokens::INLINE;

/// A top-level element of a text, or text and inline elements beside each other, which count as a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The name of the element.
    pub tag: String,
    /// The text, white space collapsed but for that of code.
    pub text: String,
    /// The HTML.
    pub html: String,
}

impl Block {
    fn element(node: &NodeRef<'_>) -> Self {
        let (tag, html) = (node.node_name().unwrap_or_default().to_string(), outer_html(node));
        Self {
            text: if tag == "pre" {
                node.text().to_string()
            } else {
                plain_text(&html)
            },
            tag,
            html,
        }
    }

    fn line(html: String) -> Self {
        Self {
            tag: "p".to_owned(),
            text: plain_text(&html),
            html,
        }
    }
}

/// Returns the blocks of a text. One that is too complex to be parsed, which no stored one is, has none.
pub(super) fn blocks(html: &str) -> Vec<Block> {
    let Ok(document) = parse::parse(html) else {
        return Vec::new();
    };
    let mut blocks = Vec::new();
    let mut line = String::new();
    for node in document.html_root().children_it(false) {
        if !is_inline(&node) {
            end_line(&mut blocks, &mut line);
            blocks.push(Block::element(&node));
        } else if !line.is_empty() || node.is_element() || !node.text().trim_ascii().is_empty() {
            line.push_str(&outer_html(&node));
        }
    }
    end_line(&mut blocks, &mut line);
    blocks
}

fn end_line(blocks: &mut Vec<Block>, line: &mut String) {
    if !line.is_empty() {
        blocks.push(Block::line(std::mem::take(line)));
    }
}

fn is_inline(node: &NodeRef<'_>) -> bool {
    match node.node_name() {
        Some(name) if node.is_element() => INLINE.contains(&&*name) || &*name == "br",
        _ => true,
    }
}
