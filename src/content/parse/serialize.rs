//! Serialization of trees to HTML. html5ever's own serializer scans the whole rest of a text at each character
//! that it escapes; this one takes linear time.

use std::iter;

use dom_query::{Attr, NodeData, NodeRef};
use html5ever::ns;

/// Elements without content and end tag.
const VOID: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr",
];
/// Elements whose text is parsed without markup: only their text is copied.
const RAW_TEXT: [&str; 5] = ["title", "xmp", "noembed", "noframes", "plaintext"];
/// The most bytes of a piece of text for the sanitiser, whose serializer is html5ever's.
const PIECE_BYTES: usize = 4 << 10;
/// The most bytes of an attribute for the sanitiser, except the `data:` URLs of images.
const ATTRIBUTE_BYTES_MAX: usize = 8 << 10;

enum Step<'tree> {
    Open(NodeRef<'tree>),
    Close(String),
}

/// Returns the children of a node as HTML.
pub(in crate::content) fn html_of(root: &NodeRef<'_>) -> String {
    write(root.children_it(true), &Writer { omitted: None })
}

/// Returns a node as HTML, with its children.
pub(in crate::content) fn outer_html(node: &NodeRef<'_>) -> String {
    write(iter::once(*node), &Writer { omitted: None })
}

/// Returns the start tag of an element, and its end tag if it has content.
pub(in crate::content) fn tags(element: &NodeRef<'_>) -> (String, Option<String>) {
    let mut start = String::new();
    let end = Writer { omitted: None }.open(&mut start, element);
    (start, end)
}

/// Returns the same as HTML for the sanitiser: without comments, without the elements `omitted`, and with empty
/// comments between the pieces of long texts, which the sanitiser removes.
pub(in crate::content) fn for_sanitiser(root: &NodeRef<'_>, omitted: &[&str]) -> String {
    let omitted = Some(omitted);
    write(root.children_it(true), &Writer { omitted })
}

struct Writer<'names> {
    omitted: Option<&'names [&'names str]>,
}

/// `nodes` in reverse order.
fn write<'tree>(nodes: impl Iterator<Item = NodeRef<'tree>>, writer: &Writer<'_>) -> String {
    let mut html = String::new();
    let mut rest: Vec<Step<'_>> = nodes.map(Step::Open).collect();
    while let Some(step) = rest.pop() {
        match step {
            Step::Close(end_tag) => html.push_str(&end_tag),
            Step::Open(node) => {
                if let Some(end_tag) = writer.open(&mut html, &node) {
                    rest.push(Step::Close(end_tag));
                    rest.extend(node.children_it(true).map(Step::Open));
                }
            }
        }
    }
    html
}

impl Writer<'_> {
    /// Writes a node up to its content and returns its end tag; `None` when there is no content to write.
    fn open(&self, html: &mut String, node: &NodeRef<'_>) -> Option<String> {
        let end_tag = node.query(|inner| match &inner.data {
            NodeData::Text { contents } => {
                self.write_text(html, contents);
                None
            }
            NodeData::Element(element) => {
                let name = &*element.name.local;
                if self.omitted.is_some_and(|names| names.contains(&name)) {
                    return None;
                }
                if self.omitted.is_some() && (RAW_TEXT.contains(&name) || element.name.ns != ns!(html)) {
                    return Some(String::new());
                }
                html.push('<');
                html.push_str(name);
                for attribute in &element.attrs {
                    self.write_attribute(html, name, attribute);
                }
                html.push('>');
                let has_content = !VOID.contains(&name);
                has_content.then(|| format!("</{name}>"))
            }
            _ => None,
        });
        let end_tag = end_tag.flatten()?;
        if self.omitted.is_some() {
            match end_tag.as_str() {
                "</pre>" | "</listing>" => keep_first_line_break(html, node),
                "</iframe>" => {
                    html.push_str(&end_tag);
                    return None;
                }
                _ => {}
            }
        }
        Some(end_tag)
    }

    fn write_text(&self, html: &mut String, text: &str) {
        if self.omitted.is_none() || text.len() <= PIECE_BYTES {
            write_escaped(html, text, false);
            return;
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, remaining) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
            write_escaped(html, piece, false);
            html.push_str("<!---->");
            rest = remaining;
        }
    }

    fn write_attribute(&self, html: &mut String, element: &str, attribute: &Attr) {
        let name = &*attribute.name.local;
        let is_data_url_of_image = element == "img" && name == "src" && is_data_url(&attribute.value);
        if self.omitted.is_some() && attribute.value.len() > ATTRIBUTE_BYTES_MAX && !is_data_url_of_image {
            return;
        }
        html.push(' ');
        html.push_str(name);
        html.push_str("=\"");
        write_escaped(html, &attribute.value, true);
        html.push('"');
    }
}

fn is_data_url(value: &str) -> bool {
    value.starts_with("data:image/")
        && value.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'/' | b';' | b',' | b'+' | b'=')
        })
}

/// Doubles a line break at the start of the text, because a parser skips the first one after the tag.
fn keep_first_line_break(html: &mut String, element: &NodeRef<'_>) {
    let first = element.first_child();
    let begins_with_break = first.is_some_and(|child| {
        child.query_or(
            false,
            |inner| matches!(&inner.data, NodeData::Text { contents } if contents.starts_with('\n')),
        )
    });
    if begins_with_break {
        html.push('\n');
    }
}

/// Writes text with HTML escapes, for an element or for an attribute.
pub(in crate::content) fn write_escaped(html: &mut String, text: &str, is_attribute: bool) {
    let mut copied = 0;
    for (at, character) in text.char_indices() {
        let escaped = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' if is_attribute => "&quot;",
            '\u{a0}' => "&nbsp;",
            _ => continue,
        };
        html.push_str(&text[copied..at]);
        html.push_str(escaped);
        copied = at + character.len_utf8();
    }
    html.push_str(&text[copied..]);
}
