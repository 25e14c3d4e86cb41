//! The writer of a Markdown document, whose blocks and lines have files of their own.

use std::collections::HashSet;

use comrak::Arena;
use comrak::nodes::{AstNode, NodeValue};

/// What a line break in the HTML of a line becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaks {
    /// A line break in the source.
    Lines,
    /// A space: the source of headings and cells is one line.
    None,
}

pub(super) struct Writer<'arena> {
    pub(super) arena: &'arena Arena<'arena>,
    /// The names of the footnotes that are written as such.
    pub(super) notes: HashSet<String>,
    pub(super) kept: Vec<String>,
}

impl<'arena> Writer<'arena> {
    pub(super) fn node(&self, value: NodeValue) -> &'arena AstNode<'arena> {
        self.arena.alloc(AstNode::from(value))
    }
}
