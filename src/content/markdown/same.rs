//! Whether two pieces of HTML are the same to a reader, although Markdown writes some of it in another way.

use dom_query::NodeRef;

use super::{aligned_by, single_spaced};
use crate::content::parse::write_escaped;
use crate::content::tokens::INLINE;

/// Attributes that the sanitiser or the editor sets.
const DERIVED: [&str; 2] = ["rel", "target"];

enum Step<'tree> {
    Open(NodeRef<'tree>),
    Close(String),
}

/// Returns a form of nodes that is equal for nodes that are the same to a reader: white space as a browser shows it, one
/// name for elements that Markdown does not tell apart, no derived attributes.
pub(super) fn comparable<'tree>(nodes: impl DoubleEndedIterator<Item = NodeRef<'tree>>) -> String {
    let mut form = Form {
        out: String::new(),
        is_at_edge: true,
        preformatted: 0,
    };
    let mut rest: Vec<Step<'_>> = nodes.rev().map(Step::Open).collect();
    while let Some(step) = rest.pop() {
        match step {
            Step::Close(name) => form.close(&name),
            Step::Open(node) if node.is_text() => form.write_text(&node),
            Step::Open(node) => {
                if let Some(name) = node.node_name() {
                    form.open(&node, &name);
                    rest.push(Step::Close(name.to_string()));
                    rest.extend(node.children_it(true).map(Step::Open));
                }
            }
        }
    }
    form.meet_edge("");
    form.out
}

struct Form {
    out: String,
    /// Whether white space here is at the edge of a line, where browsers show none.
    is_at_edge: bool,
    /// The number of open elements that show white space as it is.
    preformatted: usize,
}

impl Form {
    fn open(&mut self, node: &NodeRef<'_>, name: &str) {
        self.meet_edge(name);
        write_tag(&mut self.out, node, name);
        self.preformatted += usize::from(name == "pre");
        self.is_at_edge &= name != "img";
    }

    fn close(&mut self, name: &str) {
        self.preformatted -= usize::from(name == "pre");
        self.meet_edge(name);
        self.out.push_str("</>");
    }

    fn meet_edge(&mut self, name: &str) {
        if !INLINE.contains(&name) && self.preformatted == 0 {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.is_at_edge = true;
        }
    }

    fn write_text(&mut self, node: &NodeRef<'_>) {
        let text = node.text();
        if self.preformatted > 0 {
            // Markdown always ends code with a line break.
            let is_last = node.next_sibling().is_none();
            let code = if is_last {
                text.trim_end_matches('\n')
            } else {
                &text
            };
            write_escaped(&mut self.out, code, false);
            return;
        }
        for character in text.chars() {
            if !character.is_ascii_whitespace() {
                write_escaped(&mut self.out, character.encode_utf8(&mut [0; 4]), false);
                self.is_at_edge = false;
            } else if !self.is_at_edge && !self.out.ends_with(' ') {
                self.out.push(' ');
            }
        }
    }
}

fn write_tag(out: &mut String, node: &NodeRef<'_>, name: &str) {
    out.push('<');
    out.push_str(canonical_name(name));
    let mut attributes: Vec<(String, String)> = node
        .attrs()
        .into_iter()
        .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
        .filter(|(name, value)| !is_without_meaning(name, value))
        .map(|(name, value)| canonical_attribute(name, value))
        .collect();
    attributes.sort_unstable();
    for (name, value) in attributes {
        out.push(' ');
        out.push_str(&name);
        out.push_str("=\"");
        write_escaped(out, &value, true);
        out.push('"');
    }
    out.push('>');
}

/// Whether an attribute is the sanitiser's or the editor's, or an empty description.
fn is_without_meaning(name: &str, value: &str) -> bool {
    DERIVED.contains(&name) || (name == "alt" && value.is_empty())
}

fn canonical_name(name: &str) -> &str {
    match name {
        "b" => "strong",
        "i" => "em",
        "strike" => "s",
        other => other,
    }
}

/// The alignment of a cell has two forms, and white space in a description is a space.
fn canonical_attribute(name: String, value: String) -> (String, String) {
    match (name.as_str(), aligned_by(&value)) {
        ("style", Some(alignment)) => ("align".to_owned(), alignment.to_owned()),
        ("alt", _) => (name, single_spaced(&value)),
        _ => (name, value),
    }
}
