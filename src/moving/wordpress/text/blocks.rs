//! The blocks of the block editor: HTML between comments that say what it is.

use serde_json::{Map, Value};

/// The deepest blocks that are looked at.
const DEPTH_MAX: usize = 32;
/// The most bytes of attributes that are read.
const ATTRIBUTES_MAX: usize = 256 << 10;

/// A block.
#[derive(Debug)]
pub(super) struct Block<'html> {
    /// The name, without `core/`.
    pub(super) name: &'html str,
    pub(super) attributes: Map<String, Value>,
    pub(super) parts: Vec<Part<'html>>,
}

/// A part of a text or of a block.
#[derive(Debug)]
pub(super) enum Part<'html> {
    Html(&'html str),
    Block(Block<'html>),
}

impl Block<'_> {
    /// Returns its own HTML, without that of the blocks within it.
    pub(super) fn html(&self) -> String {
        let html = self.parts.iter().filter_map(|part| match part {
            Part::Html(html) => Some(*html),
            Part::Block(_) => None,
        });
        html.collect()
    }

    /// Returns the blocks within it.
    pub(super) fn children(&self) -> impl Iterator<Item = &Self> {
        self.parts.iter().filter_map(|part| match part {
            Part::Html(_) => None,
            Part::Block(block) => Some(block),
        })
    }

    /// Returns an attribute that is a text and not empty.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let value = self.attributes.get(name)?.as_str()?;
        (!value.trim().is_empty()).then_some(value)
    }

    /// Returns an attribute that is a number, such as that of an attachment.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        let value = self.attributes.get(name)?;
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    }
}

/// Whether a text is one of the block editor.
pub(super) fn has_blocks(text: &str) -> bool {
    text.contains("<!-- wp:")
}

/// Splits a text into its blocks and what stands between them. Blocks that nothing ends last as long as what they are in.
pub(super) fn parse(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut open: Vec<Block<'_>> = Vec::new();
    let mut at = 0;
    let mut copied = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("<!--")) {
        let start = at + found;
        let Some(length) = text.get(start..).and_then(|rest| rest.find("-->")) else {
            break;
        };
        at = start + length + "-->".len();
        let inner = text.get(start + "<!--".len()..start + length).unwrap_or_default();
        let Some(delimiter) = Delimiter::read(inner) else {
            continue;
        };
        add_html(&mut parts, &mut open, text.get(copied..start));
        copied = at;
        if delimiter.is_end {
            if open.iter().any(|block| block.name == delimiter.name) {
                while let Some(block) = open.pop() {
                    let is_it = block.name == delimiter.name;
                    add(&mut parts, &mut open, Part::Block(block));
                    if is_it {
                        break;
                    }
                }
            }
            continue;
        }
        let block = Block {
            name: delimiter.name,
            attributes: delimiter.attributes,
            parts: Vec::new(),
        };
        if delimiter.is_void || open.len() >= DEPTH_MAX {
            add(&mut parts, &mut open, Part::Block(block));
        } else {
            open.push(block);
        }
    }
    add_html(&mut parts, &mut open, text.get(copied..));
    while let Some(block) = open.pop() {
        add(&mut parts, &mut open, Part::Block(block));
    }
    parts
}

fn add_html<'html>(parts: &mut Vec<Part<'html>>, open: &mut [Block<'html>], html: Option<&'html str>) {
    if let Some(html) = html.filter(|html| !html.is_empty()) {
        add(parts, open, Part::Html(html));
    }
}

fn add<'html>(parts: &mut Vec<Part<'html>>, open: &mut [Block<'html>], part: Part<'html>) {
    match open.last_mut() {
        Some(block) => block.parts.push(part),
        None => parts.push(part),
    }
}

/// The comment that begins or ends a block.
struct Delimiter<'html> {
    name: &'html str,
    attributes: Map<String, Value>,
    is_end: bool,
    is_void: bool,
}

impl<'html> Delimiter<'html> {
    /// Reads what stands within a comment; `None` if that is no delimiter.
    fn read(comment: &'html str) -> Option<Self> {
        let rest = comment.trim();
        let (is_end, rest) = match rest.strip_prefix('/') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let rest = rest.strip_prefix("wp:")?;
        let name_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(name_end);
        let is_name = |byte: u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'/')
        };
        let (name, rest) = match name.strip_suffix('/') {
            Some(name) => (name, "/"),
            None => (name, rest.trim()),
        };
        if name.is_empty() || !name.bytes().all(is_name) {
            return None;
        }
        let (is_void, json) = match rest.strip_suffix('/') {
            Some(json) => (true, json.trim_end()),
            None => (false, rest),
        };
        Some(Self {
            name: name.strip_prefix("core/").unwrap_or(name),
            // Damaged attributes are as good as none: what matters stands in the HTML as well.
            attributes: (json.len() <= ATTRIBUTES_MAX)
                .then(|| serde_json::from_str(json).ok())
                .flatten()
                .unwrap_or_default(),
            is_end,
            is_void: is_void && !is_end,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[Part<'_>]) -> String {
        let parts = parts.iter().map(|part| match part {
            Part::Html(html) => (*html).to_owned(),
            Part::Block(block) => format!("({}:{})", block.name, shown(&block.parts)),
        });
        parts.collect()
    }

    #[test]
    fn reads_blocks_within_blocks() {
        let parts = parse(
            "a<!-- wp:core/group {\"a\":{\"b\":1},\"c\":\"x\\u002d\\u002d>\"} --><div><!-- wp:my/x /--><!--more-->\
             <!-- wp:list --><ul></ul><!-- /wp:list --></div><!-- /wp:group -->b",
        );
        assert_eq!(
            shown(&parts),
            "a(group:<div>(my/x:)<!--more-->(list:<ul></ul>)</div>)b"
        );
        let Some(Part::Block(group)) = parts.get(1) else {
            panic!("the group is missing");
        };
        assert_eq!(group.attribute("c"), Some("x-->"));
        assert_eq!(group.html(), "<div><!--more--></div>");
        assert_eq!(group.children().count(), 2);
    }

    #[test]
    fn forgives_missing_and_surplus_ends() {
        for (text, expected) in [
            ("<!-- wp:a -->x<!-- wp:b -->y<!-- /wp:a -->z", "(a:x(b:y))z"),
            ("<!-- /wp:a -->x<!-- wp:a -->y", "x(a:y)"),
            ("<!-- wp:a {\"broken -->x<!-- /wp:a -->", "(a:x)"),
            ("<!-- wp:a x", "<!-- wp:a x"),
        ] {
            assert_eq!(shown(&parse(text)), expected, "{text}");
        }
        let deep = "<!-- wp:a -->".repeat(100_000);
        assert!(!parse(&deep).is_empty());
    }
}
