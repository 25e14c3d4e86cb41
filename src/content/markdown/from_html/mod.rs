//! From the HTML of a post to Markdown: its elements become the tree of a Markdown document, which the library writes.

mod blocks;
mod footnotes;
mod lines;
mod tidy;
mod tree;
mod writer;

use std::collections::HashSet;

use comrak::nodes::NodeValue;
use comrak::{Arena, format_commonmark};

use self::footnotes::Footnotes;
use self::tidy::tidy;
use self::tree::{Block, blocks_of};
use self::writer::{Breaks, Writer};
use super::{markdown_to_html, options};
use crate::content::parse::{self, TooComplex};

/// The most attempts to write blocks as Markdown before all stay HTML. Two are usual.
const ATTEMPTS_MAX: usize = 5;

/// A post as Markdown.
#[derive(Debug, PartialEq, Eq)]
pub struct Markdown {
    /// The source.
    pub source: String,
    /// The names of the elements that Markdown has no form for and that the source holds as HTML, in their order.
    pub kept: Vec<String>,
}

/// Converts sanitised HTML to Markdown. A block that Markdown cannot hold stays HTML, which Markdown allows: one that
/// would not come back the same is found by converting the Markdown back.
///
/// # Errors
/// Returns [`TooComplex`] for HTML beyond the limits, which older versions accepted.
pub fn html_to_markdown(html: &str) -> Result<Markdown, TooComplex> {
    let document = parse::parse(html)?;
    let root = document.html_root();
    let blocks = blocks_of(&root);
    let expected: Vec<String> = blocks.iter().map(Block::comparable).collect();
    let mut kept = HashSet::new();
    for _ in 0..ATTEMPTS_MAX {
        let written = write(&blocks, |index| kept.contains(&index));
        let known = kept.len();
        kept.extend(differences(&expected, &written.source)?);
        if kept.len() == known {
            let tidied = tidy(&written.source);
            let is_same = tidied == written.source || differences(&expected, &tidied)?.is_empty();
            let source = if is_same { tidied } else { written.source };
            return Ok(Markdown { source, ..written });
        }
    }
    Ok(write(&blocks, |_| true))
}

/// Returns the blocks that do not come back from Markdown as they were.
fn differences(expected: &[String], source: &str) -> Result<Vec<usize>, TooComplex> {
    let document = parse::parse(&markdown_to_html(source)?)?;
    let root = document.html_root();
    let found: Vec<String> = blocks_of(&root).iter().map(Block::comparable).collect();
    if found == expected {
        return Ok(Vec::new());
    }
    let came_back: HashSet<&String> = found.iter().collect();
    let different: Vec<usize> = (0..expected.len())
        .filter(|index| !came_back.contains(&expected[*index]))
        .collect();
    if !different.is_empty() {
        return Ok(different);
    }
    // Only their order or number differs.
    let first = expected
        .iter()
        .zip(&found)
        .take_while(|(one, other)| one == other)
        .count();
    Ok((first.min(expected.len() - 1)..expected.len()).collect())
}

fn write(blocks: &[Block<'_>], is_kept: impl Fn(usize) -> bool) -> Markdown {
    let arena = Arena::new();
    let footnotes = blocks
        .iter()
        .enumerate()
        .rev()
        .find_map(|(index, block)| match block {
            Block::Element(node) if !is_kept(index) => Footnotes::of(node),
            _ => None,
        });
    let mut writer = Writer {
        arena: &arena,
        notes: footnotes.as_ref().map(Footnotes::names).unwrap_or_default(),
        kept: Vec::new(),
    };
    let root = writer.node(NodeValue::Document);
    for (index, block) in blocks.iter().enumerate() {
        match block {
            Block::Element(node) if is_kept(index) => root.append(writer.html(node)),
            Block::Line(nodes) if is_kept(index) => root.append(writer.html_line(nodes)),
            Block::Element(node)
                if footnotes
                    .as_ref()
                    .is_some_and(|notes| notes.section.id == node.id) =>
            {
                if let Some(notes) = &footnotes {
                    writer.define(root, notes);
                }
            }
            Block::Element(node) => root.append(writer.block(node)),
            Block::Line(nodes) => root.append(writer.line(NodeValue::Paragraph, nodes, Breaks::Lines)),
        }
    }
    let mut source = String::new();
    // Writing to a string cannot fail.
    let _ = format_commonmark(root, &options(), &mut source);
    Markdown {
        source,
        kept: writer.kept,
    }
}
