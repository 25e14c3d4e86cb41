//! The texts of Ghost 5 and later: the tree of the editor Lexical.

use serde_json::Value;

use super::cards;
use super::page::Page;
use super::value::{filled, flag, list, text};
use crate::moving::html::{self, escape};
use crate::moving::json::parse;

/// The elements of a text, by the bits of its format, from the outermost on.
const FORMATS: [(u64, &str); 8] = [
    (16, "code"),
    (1, "strong"),
    (2, "em"),
    (4, "s"),
    (8, "u"),
    (32, "sub"),
    (64, "sup"),
    (128, "mark"),
];

/// Appends a text.
///
/// # Errors
/// If it is no JSON, or not such a tree.
pub(super) fn write(document: &str, page: &mut Page) -> Result<(), String> {
    let document: Value = parse(document.as_bytes()).map_err(|error| error.to_string())?;
    let root = document.get("root").ok_or("it has no root")?;
    for node in list(root, "children") {
        block(node, page);
    }
    Ok(())
}

fn block(node: &Value, page: &mut Page) {
    let name = text(node, "type");
    let name = name.strip_prefix("extended-").unwrap_or(&name);
    match name {
        "paragraph" => element("p", node, page),
        "heading" => {
            let tag = text(node, "tag");
            let is_heading = matches!(&*tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
            element(if is_heading { &tag } else { "h2" }, node, page);
        }
        "quote" | "aside" => quote(node, page),
        "list" => page.push(&list_of(node)),
        "code" if node.get("children").is_some() => {
            let mut code = String::new();
            plain(node, &mut code);
            page.push(&html::code_block(&text(node, "language"), &code));
        }
        "text" | "link" | "autolink" => page.push(&format!("<p>{}</p>", inline(node))),
        _ if has_children(node) => {
            page.note(format!(
                "A part of the unknown kind “{}” became text",
                name.chars().take(40).collect::<String>()
            ));
            children(node, page);
        }
        _ => cards::write(name, node, page),
    }
}

fn has_children(node: &Value) -> bool {
    !list(node, "children").is_empty()
}

/// Whether a node stands within a line.
fn is_inline(node: &Value) -> bool {
    let name = text(node, "type");
    matches!(
        name.strip_prefix("extended-").unwrap_or(&name),
        "text" | "link" | "autolink" | "linebreak" | "tab" | "tk" | "emoji" | "zwnj" | "at-link"
    )
}

/// Appends the children of a node: blocks, or a line of text.
fn children(node: &Value, page: &mut Page) {
    if list(node, "children").iter().all(is_inline) {
        element("p", node, page);
    } else {
        for child in list(node, "children") {
            block(child, page);
        }
    }
}

fn quote(node: &Value, page: &mut Page) {
    page.push("<blockquote>");
    children(node, page);
    page.push("</blockquote>");
}

fn element(tag: &str, node: &Value, page: &mut Page) {
    let content = inline_children(node);
    if !content.trim().is_empty() {
        page.push(&format!("<{tag}>{content}</{tag}>"));
    }
}

fn inline_children(node: &Value) -> String {
    list(node, "children").iter().map(inline).collect()
}

fn inline(node: &Value) -> String {
    let name = text(node, "type");
    match name.strip_prefix("extended-").unwrap_or(&name) {
        "text" | "tk" | "emoji" => formatted(node),
        "linebreak" => "<br>".to_owned(),
        "tab" => "\t".to_owned(),
        "link" | "autolink" => {
            let content = inline_children(node);
            match filled(node, "url") {
                Some(address) => format!("<a href=\"{}\">{content}</a>", escape(&address)),
                None => content,
            }
        }
        _ => inline_children(node),
    }
}

fn formatted(node: &Value) -> String {
    let format = node.get("format").and_then(Value::as_u64).unwrap_or_default();
    let tags = FORMATS.iter().filter(|(bit, _)| format & bit != 0);
    let words = escape(&text(node, "text"));
    tags.rev()
        .fold(words, |inner, (_, tag)| format!("<{tag}>{inner}</{tag}>"))
}

/// Appends the text of a node without marks.
fn plain(node: &Value, to: &mut String) {
    match &*text(node, "type") {
        "linebreak" => to.push('\n'),
        "tab" => to.push('\t'),
        _ => to.push_str(&text(node, "text")),
    }
    for child in list(node, "children") {
        plain(child, to);
    }
}

/// Returns a list. One within an item is an item of its own here, which holds that list alone.
fn list_of(node: &Value) -> String {
    let kind = text(node, "listType");
    let tag = if kind == "number" || text(node, "tag") == "ol" {
        "ol"
    } else {
        "ul"
    };
    let mut items: Vec<String> = Vec::new();
    for item in list(node, "children") {
        let lists = |child: &Value| text(child, "type") == "list";
        let (inner, words): (Vec<&Value>, Vec<&Value>) =
            list(item, "children").iter().partition(|child| lists(child));
        let words: String = words.into_iter().map(inline).collect();
        let inner: String = inner.into_iter().map(list_of).collect();
        match items.last_mut() {
            Some(last) if words.is_empty() => last.push_str(&inner),
            _ => {
                let state = match (&*kind, flag(item, "checked")) {
                    ("check", true) => " data-list=\"checked\"",
                    ("check", false) => " data-list=\"unchecked\"",
                    _ => "",
                };
                items.push(format!("<li{state}>{words}{inner}"));
            }
        }
    }
    let start = node.get("start").and_then(Value::as_i64).unwrap_or(1);
    let start = if tag == "ol" && start != 1 {
        format!(" start=\"{start}\"")
    } else {
        String::new()
    };
    let items: String = items.into_iter().map(|item| item + "</li>").collect();
    format!("<{tag}{start}>{items}</{tag}>")
}
