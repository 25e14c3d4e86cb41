//! Code blocks: each gets a header with its language and a copy button.

use dom_query::NodeRef;

use super::code_languages::label;
use super::{element, label_of, named};

/// What the class of a code block's language begins with.
pub(in crate::content) const LANGUAGE_CLASS: &str = "language-";

/// Wraps every code block in an element with a header. A formula that took the place of its code is none.
pub(super) fn prepare(elements: &[NodeRef<'_>]) {
    let blocks = named(elements, "pre").filter(|pre| pre.parent().is_some());
    for (index, pre) in blocks.enumerate() {
        let declared = declared_language(pre);
        let label = label(&declared);
        let block = element(pre, "div", &[("class", "code-block")]);
        pre.wrap_node(&block);
        pre.insert_before(&header(pre, label));
        pre.add_class("scroller");
        pre.set_attr("data-label", &region(index + 1, label));
        keep_first_line_break(pre);
    }
}

fn region(number: usize, label: &str) -> String {
    if label.is_empty() {
        format!("Code {number}")
    } else {
        format!("Code {number}, {label}")
    }
}

fn header<'tree>(pre: &NodeRef<'tree>, label: &str) -> NodeRef<'tree> {
    let header = element(pre, "div", &[("class", "code-header")]);
    if !label.is_empty() {
        let language = element(pre, "span", &[("class", "code-language")]);
        language.append_child(&pre.tree.new_text(label));
        header.append_child(&language);
    }
    header.append_child(&element(
        pre,
        "button",
        &[
            ("type", "button"),
            ("class", "code-copy"),
            ("aria-label", "Copy code"),
            ("title", "Copy code"),
        ],
    ));
    header
}

/// The language that the author declared, in lower case; empty when there is none.
fn declared_language(pre: &NodeRef<'_>) -> String {
    let code = pre.descendants_it().find(|element| element.has_name("code"));
    [Some(*pre), code]
        .into_iter()
        .flatten()
        .find_map(|element| {
            let classes = element.class()?;
            let mut names = classes.split_ascii_whitespace();
            names.find_map(|name| {
                name.strip_prefix(LANGUAGE_CLASS)
                    .map(|name| label_of(name).to_lowercase())
            })
        })
        .unwrap_or_default()
}

/// Doubles a line break at the start of the code, because a parser skips the first one after `<pre>`.
pub(super) fn keep_first_line_break(pre: &NodeRef<'_>) {
    let begins_with_break = pre
        .first_child()
        .is_some_and(|child| child.is_text() && child.text().starts_with('\n'));
    if begins_with_break {
        pre.prepend_child(&pre.tree.new_text("\n"));
    }
}
