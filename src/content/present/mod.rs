//! An article's text made ready for reading: what sanitised HTML becomes on the page, complete before
//! anything runs in the browser. Every place in the layout is settled here, so that nothing moves later.

mod code_blocks;
mod code_languages;
mod colours;
mod headings;
mod pictures;
mod tables;
#[cfg(test)]
mod tests;
mod videos;

use dom_query::NodeRef;

use super::{parse, plain_text};

/// The most characters of a heading, a caption or a language in names and labels.
const LABEL_LENGTH_MAX: usize = 300;

/// The text of an article as readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presented {
    /// What goes into the page.
    pub html: String,
    /// In the order of the text; all have different ids.
    pub headings: Vec<Heading>,
}

/// A heading that can be linked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Names its place in the page.
    pub id: String,
    /// Without markup, white space collapsed.
    pub text: String,
    /// 1 to 6; 1 is left to the title of the page.
    pub level: u8,
}

/// How large a picture is, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// Makes sanitised HTML ready for reading. `sizes` knows pictures by their address, as far as they are known.
/// Of HTML beyond the limits, which older versions let in, the words are left.
pub fn present(html: &str, sizes: &impl Fn(&str) -> Option<Size>) -> Presented {
    let Ok(document) = parse::parse(html) else {
        return words(html);
    };
    let root = document.html_root();
    let elements: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
    let headings = headings::prepare(&elements);
    code_blocks::prepare(&elements);
    tables::prepare(&elements);
    pictures::prepare(&elements, sizes);
    videos::prepare(&elements);
    colours::prepare(&elements);
    Presented {
        html: parse::html_of(&root),
        headings,
    }
}

fn words(html: &str) -> Presented {
    let mut shown = String::from("<p>");
    parse::write_escaped(&mut shown, &plain_text(html), false);
    shown.push_str("</p>");
    Presented {
        html: shown,
        headings: Vec::new(),
    }
}

/// The beginning of a text that is written into names and labels, which an author's text must not blow up.
fn label_of(text: &str) -> &str {
    text.char_indices()
        .nth(LABEL_LENGTH_MAX)
        .map_or(text, |(end, _)| &text[..end])
}

fn named<'a, 'tree>(
    elements: &'a [NodeRef<'tree>],
    name: &'a str,
) -> impl Iterator<Item = &'a NodeRef<'tree>> {
    elements.iter().filter(move |element| element.has_name(name))
}

fn is_one_of(node: &NodeRef<'_>, names: &[&str]) -> bool {
    node.qual_name_ref()
        .is_some_and(|name| names.contains(&&*name.local))
}

/// The nearest element around a node that has one of these names.
fn around<'tree>(node: &NodeRef<'tree>, names: &[&str]) -> Option<NodeRef<'tree>> {
    node.ancestors_it(None)
        .find(|ancestor| is_one_of(ancestor, names))
}

/// An element of ours beside the nodes of the text.
fn element<'tree>(beside: &NodeRef<'tree>, name: &str, attributes: &[(&str, &str)]) -> NodeRef<'tree> {
    let made = beside.tree.new_element(name);
    for (name, value) in attributes {
        made.set_attr(name, value);
    }
    made
}

/// Adds a declaration to the style of an element.
fn declare(element: &NodeRef<'_>, property: &str, value: &str) {
    let style = element.attr("style").unwrap_or_default();
    let before = style.trim().trim_end_matches(';');
    let separator = if before.is_empty() { "" } else { "; " };
    element.set_attr("style", &format!("{before}{separator}{property}: {value}"));
}
