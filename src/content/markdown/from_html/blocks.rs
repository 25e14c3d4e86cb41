//! Writes blocks: paragraphs, headings, code, quotes, lists, tables, and the HTML of what is none of these.

use comrak::nodes::{
    AlertType, AstNode, ListType, NodeAlert, NodeCodeBlock, NodeFootnoteDefinition, NodeHeading,
    NodeHtmlBlock, NodeList, NodeTable, NodeTaskItem, NodeValue, Sourcepos, TableAlignment,
};
use dom_query::NodeRef;

use super::footnotes::Footnotes;
use super::tree::{Block, blocks_of, class_alone, elements_in, has_no_attributes, is_block, only_child};
use super::writer::{Breaks, Writer};
use crate::content::markdown::{CALLOUT, CALLOUT_KINDS, aligned_by};
use crate::content::parse;
use crate::content::render::{LANGUAGE_CLASS, heading_level};
use crate::content::tokens::INLINE;

impl<'arena> Writer<'arena> {
    /// Writes an element and all in it as HTML.
    pub(super) fn html(&mut self, node: &NodeRef<'_>) -> &'arena AstNode<'arena> {
        let name = node.node_name().unwrap_or_default();
        let mut html = parse::outer_html(node);
        if INLINE.contains(&&*name) {
            // An inline element begins a block of HTML only when its tag has a line of its own.
            html.insert(parse::tags(node).0.len(), '\n');
        }
        self.html_block(&name, &html)
    }

    /// Writes text and inline elements as a paragraph of HTML.
    pub(super) fn html_line(&mut self, nodes: &[NodeRef<'_>]) -> &'arena AstNode<'arena> {
        let inner: String = nodes.iter().map(parse::outer_html).collect();
        self.html_block("p", &format!("<p>{inner}</p>"))
    }

    fn html_block(&mut self, name: &str, html: &str) -> &'arena AstNode<'arena> {
        self.kept.push(name.to_owned());
        self.node(NodeValue::HtmlBlock(NodeHtmlBlock {
            block_type: 6,
            literal: without_blank_lines(html),
        }))
    }

    pub(super) fn block(&mut self, node: &NodeRef<'_>) -> &'arena AstNode<'arena> {
        let written = match node.node_name().as_deref() {
            Some("p") if has_content(node) => self.plain_line(node, NodeValue::Paragraph, Breaks::Lines),
            Some("hr") if has_no_attributes(node) => Some(self.node(NodeValue::ThematicBreak)),
            Some("pre") => self.code(node),
            Some("blockquote") => self.quote(node),
            Some("ul" | "ol") => self.list(node),
            Some("table") => self.table(node),
            Some(_) => heading_level(node).and_then(|level| {
                let heading = NodeHeading {
                    level,
                    ..NodeHeading::default()
                };
                self.plain_line(node, NodeValue::Heading(heading), Breaks::None)
            }),
            None => None,
        };
        written.unwrap_or_else(|| self.html(node))
    }

    fn plain_line(
        &mut self,
        node: &NodeRef<'_>,
        value: NodeValue,
        breaks: Breaks,
    ) -> Option<&'arena AstNode<'arena>> {
        has_no_attributes(node).then(|| {
            let children: Vec<_> = node.children_it(false).collect();
            self.line(value, &children, breaks)
        })
    }

    fn children(&mut self, parent: &'arena AstNode<'arena>, node: &NodeRef<'_>) {
        for block in blocks_of(node) {
            parent.append(match block {
                Block::Element(node) => self.block(&node),
                Block::Line(nodes) => self.line(NodeValue::Paragraph, &nodes, Breaks::Lines),
            });
        }
    }

    fn code(&mut self, pre: &NodeRef<'_>) -> Option<&'arena AstNode<'arena>> {
        let code = only_child(pre).filter(|code| code.has_name("code") && has_no_attributes(pre))?;
        if elements_in(&code).next().is_some() {
            return None;
        }
        let class = class_alone(&code)?;
        let info = match class.as_str() {
            "" => String::new(),
            class => class.strip_prefix(LANGUAGE_CLASS)?.to_owned(),
        };
        let text = code.text();
        let literal = format!("{}\n", text.strip_suffix('\n').unwrap_or(&text));
        Some(self.node(NodeValue::CodeBlock(Box::new(NodeCodeBlock {
            fenced: true,
            info,
            literal,
            ..NodeCodeBlock::default()
        }))))
    }

    fn quote(&mut self, quote: &NodeRef<'_>) -> Option<&'arena AstNode<'arena>> {
        let value = match quote.attr("class") {
            None => NodeValue::BlockQuote,
            Some(classes) => NodeValue::Alert(Box::new(NodeAlert {
                alert_type: callout_type(&classes)?,
                title: None,
                multiline: false,
                fence_length: 0,
                fence_offset: 0,
            })),
        };
        if quote
            .attrs()
            .iter()
            .any(|attribute| &*attribute.name.local != "class")
        {
            return None;
        }
        let written = self.node(value);
        self.children(written, quote);
        Some(written)
    }

    fn list(&mut self, list: &NodeRef<'_>) -> Option<&'arena AstNode<'arena>> {
        let is_ordered = list.has_name("ol");
        let mut start = 1;
        for attribute in list.attrs() {
            if !is_ordered || &*attribute.name.local != "start" {
                return None;
            }
            start = attribute.value.parse().ok()?;
        }
        let items: Vec<NodeRef<'_>> = elements_in(list).collect();
        if !items.iter().all(|item| item.has_name("li")) {
            return None;
        }
        let tight = !items
            .iter()
            .any(|item| elements_in(item).any(|child| child.has_name("p")));
        let kind = NodeList {
            list_type: if is_ordered {
                ListType::Ordered
            } else {
                ListType::Bullet
            },
            start,
            bullet_char: b'-',
            tight,
            ..NodeList::default()
        };
        let written = self.node(NodeValue::List(kind));
        for item in items {
            let value = item_value(&item, kind)?;
            let child = self.node(value);
            self.children(child, &item);
            written.append(child);
        }
        Some(written)
    }

    fn table(&mut self, table: &NodeRef<'_>) -> Option<&'arena AstNode<'arena>> {
        let rows = rows_of(table)?;
        let header = rows.first()?;
        let alignments: Option<Vec<TableAlignment>> = header.iter().map(alignment).collect();
        let alignments = alignments?;
        let written = self.node(NodeValue::Table(Box::new(NodeTable {
            num_columns: alignments.len(),
            num_rows: rows.len(),
            alignments,
            ..NodeTable::default()
        })));
        for (index, cells) in rows.iter().enumerate() {
            let row = self.node(NodeValue::TableRow(index == 0));
            for cell in cells {
                let children: Vec<_> = cell.children_it(false).collect();
                row.append(self.line(NodeValue::TableCell, &children, Breaks::None));
            }
            written.append(row);
        }
        Some(written)
    }

    pub(super) fn define(&mut self, root: &'arena AstNode<'arena>, footnotes: &Footnotes<'_>) {
        for (name, note) in &footnotes.notes {
            let definition = self.node(NodeValue::FootnoteDefinition(NodeFootnoteDefinition {
                name: name.clone(),
                total_references: 0,
            }));
            self.children(definition, note);
            root.append(definition);
        }
    }
}

/// Whether Markdown can hold a paragraph: it drops an empty one.
fn has_content(paragraph: &NodeRef<'_>) -> bool {
    !paragraph.text().trim().is_empty() || paragraph.descendants_it().any(|inner| inner.has_name("img"))
}

/// Returns an item of a list, which may have a box; `None` when it has other attributes.
fn item_value(item: &NodeRef<'_>, list: NodeList) -> Option<NodeValue> {
    match item.attrs().as_slice() {
        [] => Some(NodeValue::Item(list)),
        [only] if &*only.name.local == "data-list" => Some(NodeValue::TaskItem(NodeTaskItem {
            symbol: (&*only.value == "checked").then_some('x'),
            symbol_sourcepos: Sourcepos::from((0, 0, 0, 0)),
        })),
        _ => None,
    }
}

/// Returns the kind of a quote with these classes; `None` for other classes than those of a callout.
fn callout_type(classes: &str) -> Option<AlertType> {
    let mut names = classes.split_ascii_whitespace().filter(|name| *name != CALLOUT);
    let (name, further) = (names.next()?, names.next());
    let kind = CALLOUT_KINDS.iter().find(|(_, class)| *class == name);
    kind.filter(|_| further.is_none()).map(|(kind, _)| *kind)
}

/// Returns the cells of a table by row, its header first; `None` for one that Markdown cannot hold.
fn rows_of<'tree>(table: &NodeRef<'tree>) -> Option<Vec<Vec<NodeRef<'tree>>>> {
    if !has_no_attributes(table) {
        return None;
    }
    let mut rows: Vec<Vec<NodeRef<'tree>>> = Vec::new();
    for (index, part) in elements_in(table).enumerate() {
        let is_part = part.has_name(if index == 0 { "thead" } else { "tbody" });
        if !is_part || index > 1 {
            return None;
        }
        rows.extend(elements_in(&part).map(|row| elements_in(&row).collect()));
    }
    let columns = rows.first().map_or(0, Vec::len);
    let is_regular = rows.iter().all(|cells| {
        cells.len() == columns
            && cells
                .iter()
                .all(|cell| !cell.children_it(false).any(|child| is_block(&child)))
    });
    (columns > 0 && is_regular).then_some(rows)
}

fn alignment(cell: &NodeRef<'_>) -> Option<TableAlignment> {
    let style = cell.attr("style");
    let declared = cell
        .attr("align")
        .or_else(|| aligned_by(style.as_deref()?).map(Into::into));
    match declared.as_deref() {
        None => Some(TableAlignment::None),
        Some("left") => Some(TableAlignment::Left),
        Some("center") => Some(TableAlignment::Center),
        Some("right") => Some(TableAlignment::Right),
        Some(_) => None,
    }
}

/// Replaces the breaks that make blank lines, where Markdown would end the HTML.
fn without_blank_lines(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut is_blank = false;
    for (index, line) in html.split('\n').enumerate() {
        if index > 0 {
            out.push_str(if is_blank { "&#10;" } else { "\n" });
        }
        is_blank = line.trim_ascii().is_empty();
        out.push_str(line);
    }
    out
}
