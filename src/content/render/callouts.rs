//! Callouts: quotes that begin with the name of their kind.

use dom_query::NodeRef;

use super::{element, named};

/// The class of every callout, which each has beside that of its kind.
pub(super) const CALLOUT: &str = "callout";
/// The class and the label of each kind.
const LABELS: [(&str, &str); 5] = [
    ("callout-note", "Note"),
    ("callout-tip", "Tip"),
    ("callout-important", "Important"),
    ("callout-warning", "Warning"),
    ("callout-caution", "Caution"),
];

/// Adds its label to every callout, in bold letters, so that it says its kind also where no style sheet applies.
pub(super) fn prepare(elements: &[NodeRef<'_>]) {
    for quote in named(elements, "blockquote") {
        let Some(label) = label(quote) else { continue };
        let line = element(quote, "p", &[("class", "callout-label")]);
        let strong = element(quote, "strong", &[]);
        strong.append_child(&quote.tree.new_text(label));
        line.append_child(&strong);
        quote.prepend_child(&line);
    }
}

fn label(quote: &NodeRef<'_>) -> Option<&'static str> {
    if !quote.has_class(CALLOUT) {
        return None;
    }
    let kind = LABELS.iter().find(|(class, _)| quote.has_class(class));
    kind.map(|(_, label)| *label)
}
