//! The footnotes of a post.

use std::collections::HashSet;

use dom_query::NodeRef;

use super::tree::{elements_in, only_child};

/// The footnotes at the end of a post, in the form that Markdown gives them.
pub(super) struct Footnotes<'tree> {
    pub(super) section: NodeRef<'tree>,
    pub(super) notes: Vec<(String, NodeRef<'tree>)>,
}

impl<'tree> Footnotes<'tree> {
    pub(super) const ID: &'static str = "user-content-fn-";

    pub(super) fn of(section: &NodeRef<'tree>) -> Option<Self> {
        if !section.has_name("section") || !section.has_class("footnotes") {
            return None;
        }
        let list = only_child(section).filter(|list| list.has_name("ol"))?;
        let notes: Option<Vec<_>> = elements_in(&list)
            .map(|note| {
                let id = note.id_attr()?;
                let name = id.strip_prefix(Self::ID)?;
                let is_plain = name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                is_plain.then(|| (name.to_owned(), note))
            })
            .collect();
        Some(Self {
            section: *section,
            notes: notes?,
        })
    }

    pub(super) fn names(&self) -> HashSet<String> {
        self.notes.iter().map(|(name, _)| name.clone()).collect()
    }
}
