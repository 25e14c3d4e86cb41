//! From Markdown to the HTML of a post.

use std::fmt::Write as _;

use comrak::html::ChildRendering;
use comrak::nodes::{AlertType, AstNode, NodeCodeBlock, NodeMath, NodeValue};
use comrak::{Arena, create_formatter, parse_document};

use super::{CALLOUT, CALLOUT_KINDS, MATH, options};
use crate::content::parse::DEPTH_MAX;
use crate::content::{TooComplex, sanitise};

create_formatter!(PostFormatter, {
    NodeValue::Alert(ref alert) => |context, entering| {
        context.cr()?;
        if entering {
            let kind = callout_class(alert.alert_type);
            writeln!(context, "<blockquote class=\"{CALLOUT} {kind}\">")?;
            if let Some(title) = &alert.title {
                context.write_str("<p><strong>")?;
                context.escape(title)?;
                context.write_str("</strong></p>\n")?;
            }
        } else {
            context.write_str("</blockquote>\n")?;
        }
    },
    NodeValue::TaskItem(ref item) => |context, entering| {
        if entering {
            context.cr()?;
            let state = if item.symbol.is_some() { "checked" } else { "unchecked" };
            write!(context, "<li data-list=\"{state}\">")?;
        } else {
            context.write_str("</li>\n")?;
        }
    },
    NodeValue::Strikethrough => |context, entering| {
        context.write_str(if entering { "<s>" } else { "</s>" })?;
    },
    NodeValue::HtmlBlock(ref block) => |context, entering| {
        // The writer separates lists by a comment.
        if entering && !block.literal.starts_with("<!--") {
            context.cr()?;
            context.write_str(&block.literal)?;
            context.cr()?;
        }
    },
    NodeValue::Math(NodeMath { ref literal, .. }) => |context, entering| {
        if entering {
            write!(context, "<code class=\"{MATH}\">")?;
            context.escape(literal)?;
            context.write_str("</code>")?;
            return Ok(ChildRendering::Skip);
        }
    },
});

/// Converts Markdown to sanitised HTML of a post.
///
/// # Errors
/// Returns [`TooComplex`] when the HTML exceeds a limit.
pub fn markdown_to_html(markdown: &str) -> Result<String, TooComplex> {
    let html = markdown_to_unsanitised_html(markdown)?;
    Ok(sanitise(&html)?.trim_end().to_owned())
}

/// Converts Markdown to HTML that is not sanitised: what it holds as HTML stays, and so do addresses of another site.
///
/// # Errors
/// Returns [`TooComplex`] when the Markdown exceeds a limit.
pub fn markdown_to_unsanitised_html(markdown: &str) -> Result<String, TooComplex> {
    if markdown.lines().any(|line| markers_at_start(line) > DEPTH_MAX) {
        return Err(TooComplex::Deep);
    }
    Ok(unsanitised(markdown))
}

/// Returns how many quotes and items a line begins. The parser's time grows with their number on every further line.
fn markers_at_start(line: &str) -> usize {
    let mut markers = 0;
    let mut rest = line.trim_ascii_start();
    while let Some(after) = after_marker(rest) {
        markers += 1;
        rest = after.trim_ascii_start();
    }
    markers
}

/// Returns what follows the marker of a quote or an item; that of an item ends with white space.
fn after_marker(line: &str) -> Option<&str> {
    if let Some(after) = line.strip_prefix('>') {
        return Some(after);
    }
    let after_number = line.trim_start_matches(|character: char| character.is_ascii_digit());
    let ends: &[char] = if after_number.len() < line.len() {
        &['.', ')']
    } else {
        &['-', '+', '*']
    };
    let after = after_number.strip_prefix(ends)?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then_some(after)
}

fn unsanitised(markdown: &str) -> String {
    let options = options();
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options);
    let formulas: Vec<_> = root
        .descendants()
        .filter_map(|node| Some((node, lone_formula(node)?)))
        .collect();
    for (paragraph, formula) in formulas {
        make_code_block(paragraph, formula);
    }
    let mut html = String::with_capacity(markdown.len() * 2);
    // Writing to a string cannot fail.
    let _ = PostFormatter::format_document(root, &options, &mut html);
    html
}

/// Returns the formula of a paragraph that is nothing but `$$…$$`.
fn lone_formula<'arena>(node: &'arena AstNode<'arena>) -> Option<String> {
    if !matches!(node.data().value, NodeValue::Paragraph) {
        return None;
    }
    let only = node
        .first_child()
        .filter(|child| child.next_sibling().is_none())?;
    match &only.data().value {
        NodeValue::Math(math) if math.display_math => Some(math.literal.trim().to_owned()),
        _ => None,
    }
}

/// Makes a paragraph a block of math, which a post stores as code.
fn make_code_block<'arena>(paragraph: &'arena AstNode<'arena>, formula: String) {
    while let Some(child) = paragraph.first_child() {
        child.detach();
    }
    paragraph.data_mut().value = NodeValue::CodeBlock(Box::new(NodeCodeBlock {
        fenced: true,
        info: "math".to_owned(),
        literal: formula + "\n",
        ..NodeCodeBlock::default()
    }));
}

fn callout_class(alert: AlertType) -> &'static str {
    let kind = CALLOUT_KINDS.iter().find(|(kind, _)| *kind == alert);
    kind.map_or("", |(_, class)| class)
}
