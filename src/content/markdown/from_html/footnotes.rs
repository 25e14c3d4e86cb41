//! The footnotes of a post.

use std::collections::HashSet;

use dom_query::NodeRef;

use super::tree::{elements_in, only_child};
use crate::content::sanitise::ID_PREFIX;

/// The footnotes at the end of a post, in the form that Markdown gives them.
pub(super) struct Footnotes<'tree> {
    pub(super) section: NodeRef<'tree>,
    pub(super) notes: Vec<(String, NodeRef<'tree>)>,
}

impl<'tree> Footnotes<'tree> {
    pub(super) fn of(section: &NodeRef<'tree>) -> Option<Self> {
        if !section.has_name("section") || !section.has_class("footnotes") {
            return None;
        }
        let list = only_child(section).filter(|list| list.has_name("ol"))?;
        let notes: Option<Vec<_>> = elements_in(&list)
            .map(|note| {
                let id = note.id_attr()?;
                let name = name_of(&id)?;
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

/// Returns the name of the footnote with this id, which Markdown's writer begins with `fn-`.
pub(super) fn name_of(id: &str) -> Option<&str> {
    id.strip_prefix(ID_PREFIX)?.strip_prefix("fn-")
}
