//! Writes lines: text with marks, links, images, code and formulas in it.

use comrak::nodes::{AstNode, NodeCode, NodeFootnoteReference, NodeLink, NodeMath, NodeValue};
use dom_query::NodeRef;

use super::footnotes;
use super::tree::{class_alone, elements_in, has_no_attributes, only_child};
use super::writer::{Breaks, Writer};
use crate::content::markdown::escape::escaped;
use crate::content::markdown::{MATH, single_spaced};
use crate::content::parse;

impl<'arena> Writer<'arena> {
    /// Writes text and inline elements.
    pub(super) fn line(
        &mut self,
        value: NodeValue,
        nodes: &[NodeRef<'_>],
        breaks: Breaks,
    ) -> &'arena AstNode<'arena> {
        let line = self.node(value);
        let mut is_line_start = true;
        for node in nodes {
            self.inline(line, node, breaks, &mut is_line_start);
        }
        line
    }

    fn inline(
        &mut self,
        parent: &'arena AstNode<'arena>,
        node: &NodeRef<'_>,
        breaks: Breaks,
        is_line_start: &mut bool,
    ) {
        if node.is_text() {
            self.text(parent, &node.text(), breaks, is_line_start);
            return;
        }
        let Some(name) = node.node_name().filter(|_| node.is_element()) else {
            return;
        };
        if &*name == "br" {
            self.line_break(parent, node, breaks);
            *is_line_start = breaks == Breaks::Lines;
            return;
        }
        if let Some(leaf) = self.leaf(node, &name) {
            parent.append(leaf);
            *is_line_start = false;
            return;
        }
        let is_back_reference = &*name == "a" && node.has_class("footnote-backref") && !self.notes.is_empty();
        if is_back_reference {
            return;
        }
        *is_line_start = false;
        if let Some(value) = marks(node, &name) {
            if matches!(value, NodeValue::Link(_)) {
                escape_last_mark(parent);
            }
            let written = self.node(value);
            for child in node.children_it(false) {
                self.inline(written, &child, breaks, is_line_start);
            }
            parent.append(written);
            return;
        }
        self.kept.push(name.to_string());
        let (start_tag, end_tag) = parse::tags(node);
        parent.append(self.node(NodeValue::HtmlInline(start_tag)));
        for child in node.children_it(false) {
            self.inline(parent, &child, breaks, is_line_start);
        }
        if let Some(end_tag) = end_tag {
            parent.append(self.node(NodeValue::HtmlInline(end_tag)));
        }
    }

    fn line_break(&mut self, parent: &'arena AstNode<'arena>, node: &NodeRef<'_>, breaks: Breaks) {
        let value = match breaks {
            Breaks::Lines if has_no_attributes(node) => NodeValue::LineBreak,
            _ => NodeValue::HtmlInline(parse::tags(node).0),
        };
        parent.append(self.node(value));
    }

    /// Writes an inline element without inline elements in it; `None` for others.
    fn leaf(&mut self, node: &NodeRef<'_>, name: &str) -> Option<&'arena AstNode<'arena>> {
        let value = match name {
            "code" if elements_in(node).next().is_none() => {
                let literal = node.text().to_string();
                match class_alone(node)?.as_str() {
                    _ if literal.trim_ascii().is_empty() => return None,
                    "" => NodeValue::Code(NodeCode {
                        num_backticks: 1,
                        literal,
                    }),
                    MATH => NodeValue::Math(NodeMath {
                        dollar_math: true,
                        display_math: false,
                        literal,
                    }),
                    _ => return None,
                }
            }
            "img" => {
                let link = address(node, "src", &["alt"])?;
                let image = self.node(NodeValue::Image(Box::new(link)));
                let alt = node.attr("alt").unwrap_or_default();
                image.append(self.node(NodeValue::Raw(escaped(&single_spaced(&alt), false))));
                return Some(image);
            }
            "sup" => NodeValue::FootnoteReference(Box::new(NodeFootnoteReference {
                name: self.reference(node)?,
                ..NodeFootnoteReference::default()
            })),
            _ => return None,
        };
        Some(self.node(value))
    }

    /// Returns the name of the footnote that an element refers to.
    fn reference(&self, sup: &NodeRef<'_>) -> Option<String> {
        let link = only_child(sup).filter(|link| link.has_name("a") && sup.has_class("footnote-ref"))?;
        let address = link.attr("href")?;
        let name = footnotes::name_of(address.strip_prefix('#')?)?;
        self.notes.get(name).cloned()
    }

    fn text(
        &mut self,
        parent: &'arena AstNode<'arena>,
        text: &str,
        breaks: Breaks,
        is_line_start: &mut bool,
    ) {
        let mut lines = text.split('\n').peekable();
        while let Some(line) = lines.next() {
            let is_last = lines.peek().is_none();
            let mut words = line;
            if *is_line_start {
                words = words.trim_ascii_start();
            }
            if !is_last {
                words = words.trim_ascii_end();
            }
            if !words.is_empty() {
                parent.append(self.node(NodeValue::Raw(escaped(words, *is_line_start))));
                *is_line_start = false;
            }
            if !is_last {
                let value = if breaks == Breaks::Lines {
                    NodeValue::SoftBreak
                } else {
                    NodeValue::Raw(" ".to_owned())
                };
                parent.append(self.node(value));
                *is_line_start = breaks == Breaks::Lines;
            }
        }
    }
}

/// Escapes an exclamation mark before a link, which would make it an image.
fn escape_last_mark<'arena>(parent: &'arena AstNode<'arena>) {
    if let Some(last) = parent.last_child()
        && let NodeValue::Raw(text) = &mut last.data_mut().value
        && text.ends_with('!')
    {
        text.insert(text.len() - 1, '\\');
    }
}

/// Returns the Markdown of an element around inline elements; `None` where Markdown has none, or would not read it.
fn marks(node: &NodeRef<'_>, name: &str) -> Option<NodeValue> {
    let value = match name {
        "a" => {
            return Some(NodeValue::Link(Box::new(address(
                node,
                "href",
                &["rel", "target"],
            )?)));
        }
        "strong" | "b" => NodeValue::Strong,
        "em" | "i" => NodeValue::Emph,
        "s" | "strike" => NodeValue::Strikethrough,
        _ => return None,
    };
    (has_no_attributes(node) && is_delimitable(node)).then_some(value)
}

/// Whether the parser would read delimiters around the text: not between a word and a punctuation mark inside, nor beside
/// white space inside.
fn is_delimitable(node: &NodeRef<'_>) -> bool {
    let text = node.text();
    let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
        return false;
    };
    let before = node
        .prev_sibling()
        .and_then(|sibling| sibling.text().chars().next_back());
    let after = node
        .next_sibling()
        .and_then(|sibling| sibling.text().chars().next());
    let is_open = |outer: Option<char>| outer.is_none_or(|outer| !outer.is_alphanumeric());
    !first.is_whitespace()
        && !last.is_whitespace()
        && (first.is_alphanumeric() || is_open(before))
        && (last.is_alphanumeric() || is_open(after))
}

/// Returns the address and title of a link or an image; `None` when it has other attributes than these and `ignored`.
fn address(node: &NodeRef<'_>, name: &str, ignored: &[&str]) -> Option<NodeLink> {
    let mut link = NodeLink::default();
    let mut has_address = false;
    for attribute in node.attrs() {
        match &*attribute.name.local {
            "title" => link.title = attribute.value.to_string(),
            local if local == name => {
                link.url = attribute.value.to_string();
                has_address = true;
            }
            local if ignored.contains(&local) => {}
            _ => return None,
        }
    }
    has_address.then_some(link)
}
