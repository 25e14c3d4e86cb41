//! What the dialects of Markdown have at the ends of lines and on lines of their own: attributes in braces, callouts of
//! other names, and the mark of where a summary ends.

use super::callout_kind;
use crate::moving::code::{Spans, fence_at};
use crate::moving::markdown::changes::Changes;

const ATTRIBUTES_LOST: &str = "Attributes in braces such as {: .class} or {#id} were left out";

/// The most bytes of attributes within a line.
const ATTRIBUTES_MAX: usize = 300;

/// Returns Markdown without the marks of its dialects.
pub(super) fn plain(text: &str, has_attributes: bool, changes: &mut Changes) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut is_comment = false;
    while at < text.len() {
        if let Some(fence) = fence_at(text, at).filter(|_| !is_comment) {
            out.push_str(&text[at..fence.end]);
            at = fence.end;
            continue;
        }
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
        let line = &text[at..end];
        at = end;
        if is_end_of_summary(line) {
            continue;
        }
        if has_attributes {
            let trimmed = line.trim();
            if let Some(extension) = trimmed.strip_prefix("{:") {
                if extension.starts_with(":comment") {
                    is_comment = !trimmed.contains("{:/");
                    continue;
                }
                if extension.starts_with('/') || extension.starts_with(':') {
                    is_comment = false;
                    continue;
                }
            }
            if is_comment {
                continue;
            }
            if let Some(attributes) = attributes_alone(trimmed) {
                drop_attributes(attributes, &mut out, changes);
                continue;
            }
        }
        push_line(line, has_attributes, &mut out, changes);
    }
    out
}

fn is_end_of_summary(line: &str) -> bool {
    let comment = line
        .trim()
        .strip_prefix("<!--")
        .and_then(|rest| rest.strip_suffix("-->"));
    comment.is_some_and(|comment| matches!(comment.trim(), "more" | "excerpt" | "truncate" | "end_excerpt"))
}

/// Returns the attributes of a line that has nothing else: `{: .class}` of kramdown, `{.class}` of goldmark.
fn attributes_alone(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('{')?.strip_suffix('}')?;
    if inner.contains(['{', '}']) {
        return None;
    }
    if let Some(attributes) = inner.strip_prefix(':') {
        return Some(attributes.trim());
    }
    are_attributes(inner).then(|| inner.trim())
}

/// Whether what stands in braces are attributes: `.class`, `#id`, `name=value`.
fn are_attributes(inner: &str) -> bool {
    inner.split_whitespace().next().is_some_and(|word| {
        let rest = word.strip_prefix(['.', '#']);
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_alphabetic() || first == '_'))
            || word.split_once('=').is_some_and(|(name, value)| {
                !name.is_empty()
                    && !value.is_empty()
                    && name
                        .chars()
                        .all(|character| character.is_ascii_alphanumeric() || character == '-')
            })
    })
}

/// Does what attributes mean for the block before them, if this site has that.
fn drop_attributes(attributes: &str, out: &mut String, changes: &mut Changes) {
    if attributes == "toc" || attributes.starts_with("toc ") {
        // The item that the table of contents takes the place of.
        let item = last_lines(out, "\n", 80);
        if item.is_some_and(|item| out[item..].trim_start().starts_with(['*', '-', '1'])) {
            out.truncate(item.unwrap_or_default());
        }
        return;
    }
    let classes = attributes
        .split_whitespace()
        .filter_map(|word| word.strip_prefix('.'));
    let kind = classes
        .filter_map(|class| {
            class
                .strip_prefix("prompt-")
                .or_else(|| class.strip_prefix("notice--"))
        })
        .find_map(callout_kind);
    match kind {
        Some(kind) => make_callout(kind, out),
        None if attributes.starts_with(".language-") || attributes == ".no_toc" => {}
        None => changes.add("text", ATTRIBUTES_LOST),
    }
}

/// Makes the last block a callout, unless it is long or one already.
fn make_callout(kind: &str, out: &mut String) {
    let Some(start) = last_lines(out, "\n\n", 4000).filter(|start| !out[*start..].starts_with("> [!")) else {
        return;
    };
    let mut callout = format!("> [!{kind}]\n");
    for line in out[start..].trim_end().lines() {
        callout.push_str("> ");
        callout.push_str(line.strip_prefix('>').map_or(line, str::trim_start));
        callout.push('\n');
    }
    out.truncate(start);
    out.push_str(&callout);
}

/// Returns where the last lines begin, before which `separator` stands; `None` if that is more than `length` bytes away.
fn last_lines(out: &str, separator: &str, length: usize) -> Option<usize> {
    let end = out.trim_end().len();
    let mut from = end.saturating_sub(length);
    while !out.is_char_boundary(from) {
        from += 1;
    }
    let found = out[from..end]
        .rfind(separator)
        .map(|at| from + at + separator.len());
    found.or((from == 0).then_some(0))
}

fn push_line(line: &str, has_attributes: bool, out: &mut String, changes: &mut Changes) {
    let start = out.len();
    push_callout_name(line, out);
    if !has_attributes || !line.contains('}') {
        return;
    }
    let line = out.split_off(start);
    let content = line.trim_end();
    if content.starts_with('#')
        && let Some(open) = content.rfind('{')
        && content.ends_with('}')
        && are_attributes(content[open + 1..content.len() - 1].trim_start_matches(':'))
    {
        changes.add("text", ATTRIBUTES_LOST);
        out.push_str(content[..open].trim_end());
        out.push_str(&line[content.len()..]);
        return;
    }
    push_without_attributes(&line, out, changes);
}

/// Writes a line without the attributes that stand directly behind links, pictures, emphasis and code.
fn push_without_attributes(line: &str, out: &mut String, changes: &mut Changes) {
    let mut spans = Spans::default();
    let mut at = 0;
    while at < line.len() {
        let rest = &line[at..];
        if rest.starts_with('`') {
            let end = spans.end(line, at).unwrap_or_else(|length| at + length);
            out.push_str(&line[at..end]);
            at = end;
            continue;
        }
        if rest.starts_with('{') && line[..at].ends_with([')', ']', '*', '_', '`', '>']) {
            let end = rest.bytes().take(ATTRIBUTES_MAX).position(|byte| byte == b'}');
            let inner = end.map(|end| &rest[1..end]);
            let is_kramdown = inner.is_some_and(|inner| inner.starts_with(':'));
            let is_goldmark = line[..at].ends_with(')') && inner.is_some_and(are_attributes);
            if let Some(inner) = inner.filter(|_| is_kramdown || is_goldmark) {
                changes.add("text", ATTRIBUTES_LOST);
                at += inner.len() + 2;
                continue;
            }
        }
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest[first..]
            .find(['`', '{'])
            .map_or(line.len(), |length| at + first + length);
        out.push_str(&line[at..end]);
        at = end;
    }
}

/// Writes a line; `> [!info]- Title` gets the name of a callout that this site has.
fn push_callout_name(line: &str, out: &mut String) {
    let content = line.trim_start_matches([' ', '>']);
    let is_quote = line[..line.len() - content.len()].contains('>');
    if is_quote
        && let Some((name, rest)) = content.strip_prefix("[!").and_then(|rest| rest.split_once(']'))
        && let Some(kind) = callout_kind(name)
    {
        out.push_str(&line[..line.len() - content.len()]);
        out.push_str("[!");
        out.push_str(kind);
        out.push(']');
        out.push_str(rest.strip_prefix(['-', '+']).unwrap_or(rest));
    } else {
        out.push_str(line);
    }
}
