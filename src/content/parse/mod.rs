//! Parsing of HTML within limits, so that all further processing takes linear time.

mod attributes;
mod serialize;
mod sink;

use dom_query::{Document, NodeRef};
use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, create_element};
use html5ever::{QualName, local_name, ns};
use thiserror::Error;

pub(super) use serialize::{for_sanitiser, html_of, outer_html, tags, write_escaped};
use sink::LimitedSink;

/// The largest depth of an element, itself included (rulings §7).
pub(super) const DEPTH_MAX: usize = 128;
/// The most elements, texts and comments (rulings §7).
pub(super) const NODES_MAX: usize = 200_000;
const ATTRIBUTES_MAX: usize = 500;

/// The error of HTML that exceeds a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooComplex {
    /// Elements nested too deeply.
    #[error("The content must not be nested deeper than 128 levels")]
    Deep,
    /// Too many nodes.
    #[error("The content must have at most 200,000 elements and texts")]
    Large,
    /// Too many attributes of one element.
    #[error("An element of the content must have at most 500 attributes")]
    Attributes,
    /// Attributes that the parser would copy repeatedly, into elements that were not closed.
    #[error("The content has elements with long attributes that are never closed")]
    CopiedAttributes,
}

/// Parses a fragment of HTML.
///
/// # Errors
/// Returns [`TooComplex`] as soon as a limit is exceeded; the rest is not parsed.
pub(super) fn parse(html: &str) -> Result<Document, TooComplex> {
    if attributes::most(html) > ATTRIBUTES_MAX {
        return Err(TooComplex::Attributes);
    }
    let sink = LimitedSink::new(html.len());
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let context = create_element(&sink, context, Vec::new());
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        drop_doctype: true,
        ..TreeBuilderOpts::default()
    };
    let builder = TreeBuilder::new_for_fragment(sink, context, None, options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Tokens { builder }, TokenizerOpts::default());
    // A script or an encoding declaration interrupts the tokenizer.
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.builder.sink.into_document()
}

/// Passes tokens to the tree builder until a limit is exceeded.
struct Tokens {
    builder: TreeBuilder<dom_query::NodeId, LimitedSink>,
}

impl TokenSink for Tokens {
    type Handle = dom_query::NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        if self.builder.sink.is_full() || matches!(token, Token::ParseError(_)) {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The depth of the deepest element, itself included.
fn depth(root: &NodeRef<'_>) -> usize {
    let mut deepest = 0;
    let mut rest: Vec<(NodeRef<'_>, usize)> = vec![(*root, 0)];
    while let Some((node, depth)) = rest.pop() {
        deepest = deepest.max(depth);
        let children = node.children_it(false).filter(NodeRef::is_element);
        rest.extend(children.map(|child| (child, depth + 1)));
    }
    deepest
}

#[cfg(test)]
mod tests;
