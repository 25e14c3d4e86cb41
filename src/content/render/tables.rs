//! Tables: each scrolls when it is too wide.

use dom_query::NodeRef;

use super::{ancestor, element, label_of, named};

/// Wraps every table in a scroller; a table in another table scrolls with that one.
pub(super) fn prepare(elements: &[NodeRef<'_>]) {
    for (index, table) in named(elements, "table").enumerate() {
        if ancestor(table, &["table"]).is_some() {
            continue;
        }
        let label = caption(table).unwrap_or_else(|| format!("Table {}", index + 1));
        let scroller = element(
            table,
            "div",
            &[("class", "table-scroller scroller"), ("data-label", &label)],
        );
        table.wrap_node(&scroller);
    }
}

fn caption(table: &NodeRef<'_>) -> Option<String> {
    let caption = table.children_it(false).find(|child| child.has_name("caption"))?;
    let text = label_of(caption.text().trim()).to_owned();
    (!text.is_empty()).then_some(text)
}
