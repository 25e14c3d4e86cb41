//! The elements of a post.

use std::iter;

use dom_query::NodeRef;

use crate::content::markdown::same::comparable;
use crate::content::tokens::INLINE;

/// A top-level part of a post: an element, or text and inline elements beside each other.
pub(super) enum Block<'tree> {
    Element(NodeRef<'tree>),
    Line(Vec<NodeRef<'tree>>),
}

impl Block<'_> {
    pub(super) fn comparable(&self) -> String {
        match self {
            Self::Element(node) => comparable(iter::once(*node)),
            // Markdown makes it a paragraph.
            Self::Line(nodes) => format!("<p>{}</>", comparable(nodes.iter().copied())),
        }
    }
}

pub(super) fn blocks_of<'tree>(parent: &NodeRef<'tree>) -> Vec<Block<'tree>> {
    let mut blocks = Vec::new();
    for node in parent.children_it(false) {
        if is_block(&node) {
            blocks.push(Block::Element(node));
        } else if let Some(Block::Line(line)) = blocks.last_mut() {
            line.push(node);
        } else if !is_space(&node) {
            blocks.push(Block::Line(vec![node]));
        }
    }
    blocks
}

/// Whether a node is a block, or an inline element around one.
pub(super) fn is_block(node: &NodeRef<'_>) -> bool {
    is_block_itself(node) || node.descendants_it().any(|inner| is_block_itself(&inner))
}

fn is_block_itself(node: &NodeRef<'_>) -> bool {
    node.node_name()
        .is_some_and(|name| node.is_element() && !INLINE.contains(&&*name) && &*name != "br")
}

pub(super) fn is_space(node: &NodeRef<'_>) -> bool {
    !node.is_element() && node.text().trim_ascii().is_empty()
}

pub(super) fn has_no_attributes(node: &NodeRef<'_>) -> bool {
    node.attrs().is_empty()
}

/// Returns the class of an element, empty for none; `None` when it has other attributes or several classes.
pub(super) fn class_alone(node: &NodeRef<'_>) -> Option<String> {
    match node.attrs().as_slice() {
        [] => Some(String::new()),
        [only] if &*only.name.local == "class" && !only.value.contains(' ') => Some(only.value.to_string()),
        _ => None,
    }
}

pub(super) fn elements_in<'tree>(node: &NodeRef<'tree>) -> impl Iterator<Item = NodeRef<'tree>> {
    node.children_it(false).filter(NodeRef::is_element)
}

/// Returns the only element in a node that has no text beside it.
pub(super) fn only_child<'tree>(node: &NodeRef<'tree>) -> Option<NodeRef<'tree>> {
    let mut children = node.children_it(false).filter(|child| !is_space(child));
    let only = children.next().filter(NodeRef::is_element)?;
    children.next().is_none().then_some(only)
}
