//! Reasons why a part of a text is displayed as its source, which its author sees in the preview.

use dom_query::NodeRef;

use super::element;

/// The handling of parts that cannot be displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failures {
    /// Readers see the source alone.
    Hidden,
    /// Authors see the reason beside it.
    Shown,
}

impl Failures {
    /// Adds the reason before a block of code, or after code in a line.
    pub(super) fn show(self, code: &NodeRef<'_>, reason: &str) {
        if self == Self::Hidden {
            return;
        }
        let is_block = code.has_name("pre");
        let note = element(
            code,
            if is_block { "p" } else { "span" },
            &[("class", "render-error"), ("role", "note")],
        );
        note.append_child(&code.tree.new_text(reason));
        if is_block {
            code.insert_before(&note);
        } else {
            code.insert_after(&note);
        }
    }
}
