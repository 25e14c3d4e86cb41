//! The text of a comment that says the same as HTML: code, emphasis, links, quotes and lists in the marks of comments.

use dom_query::NodeRef;

use crate::content::parse;
use crate::content::plain_text;

/// Elements whose content is never shown.
const UNSEEN: [&str; 6] = ["script", "style", "noscript", "template", "iframe", "title"];
/// Elements that begin a line of their own.
const BLOCKS: [&str; 20] = [
    "p",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "section",
    "article",
    "header",
    "footer",
    "figure",
    "figcaption",
    "table",
    "tr",
    "dl",
    "dt",
    "dd",
    "hr",
];
/// Elements without which line breaks in the text are meant as such.
const BREAKING: [&str; 3] = ["p", "br", "div"];

/// Returns the text of a comment that says the same as the HTML.
pub fn text_of_html(html: &str) -> String {
    let Ok(document) = parse::parse(html) else {
        return plain_text(html);
    };
    let root = document.html_root();
    let keeps_breaks = !root
        .descendants_it()
        .any(|node| BREAKING.iter().any(|name| node.has_name(name)));
    Converter { keeps_breaks }.blocks(&root)
}

struct Converter {
    /// Whether line breaks in the text are kept.
    keeps_breaks: bool,
}

impl Converter {
    /// Returns the content of an element as blocks, with a blank line between two of them.
    fn blocks(&self, parent: &NodeRef<'_>) -> String {
        let mut blocks: Vec<String> = Vec::new();
        let mut line = String::new();
        for child in parent.children_it(false) {
            let block = if child.has_name("blockquote") {
                prefixed(&self.blocks(&child), "> ", "> ")
            } else if child.has_name("pre") {
                fenced(&child)
            } else if child.has_name("ul") || child.has_name("ol") {
                self.list(&child)
            } else if BLOCKS.iter().any(|name| child.has_name(name)) {
                self.blocks(&child)
            } else {
                self.inline(&child, &mut line);
                continue;
            };
            finish(&mut blocks, &mut line);
            line = block;
            finish(&mut blocks, &mut line);
        }
        finish(&mut blocks, &mut line);
        blocks.join("\n\n")
    }

    fn list(&self, list: &NodeRef<'_>) -> String {
        let is_ordered = list.has_name("ol");
        let items = list.children_it(false).filter(|child| child.has_name("li"));
        let items: Vec<String> = items
            .zip(1..)
            .map(|(item, number): (_, u32)| {
                let text = self.blocks(&item);
                if is_ordered {
                    prefixed(&text, &format!("{number}. "), "   ")
                } else {
                    prefixed(&text, "- ", "  ")
                }
            })
            .filter(|item| !item.is_empty())
            .collect();
        items.join("\n")
    }

    /// Appends a node within a line.
    fn inline(&self, node: &NodeRef<'_>, line: &mut String) {
        if node.is_text() {
            self.push_text(line, &node.text());
            return;
        }
        if !node.is_element() || UNSEEN.iter().any(|name| node.has_name(name)) {
            return;
        }
        if node.has_name("br") {
            line.truncate(line.trim_end_matches(' ').len());
            line.push('\n');
        } else if node.has_name("code") || node.has_name("tt") || node.has_name("kbd") {
            push_code(line, &node.text());
        } else if node.has_name("b") || node.has_name("strong") {
            self.push_marked(line, node, "**");
        } else if node.has_name("i") || node.has_name("em") {
            self.push_marked(line, node, "*");
        } else if node.has_name("a") {
            self.push_link(line, node);
        } else if node.has_name("img") {
            let address = node.attr("src").unwrap_or_default();
            let description = node.attr("alt").unwrap_or_default();
            let shown = if address.starts_with("http") {
                &address
            } else {
                &description
            };
            self.push_text(line, shown.trim());
        } else {
            let block = self.blocks(node);
            let (begins, ends) = outer_spaces(&node.text());
            push_between(line, &block, begins, ends);
        }
    }

    fn push_text(&self, line: &mut String, text: &str) {
        for character in text.chars().filter(|character| *character != '\0') {
            if character == '\n' && self.keeps_breaks {
                line.truncate(line.trim_end_matches(' ').len());
                line.push('\n');
            } else if !character.is_whitespace() {
                line.push(character);
            } else if !line.is_empty() && !line.ends_with([' ', '\n']) {
                line.push(' ');
            }
        }
    }

    fn push_marked(&self, line: &mut String, node: &NodeRef<'_>, mark: &str) {
        let inner = self.blocks(node);
        let (begins, ends) = outer_spaces(&node.text());
        // Marks do not reach over lines.
        if inner.is_empty() || inner.contains('\n') || inner.contains('*') {
            push_between(line, &inner, begins, ends);
        } else {
            push_between(line, &format!("{mark}{inner}{mark}"), begins, ends);
        }
    }

    fn push_link(&self, line: &mut String, node: &NodeRef<'_>) {
        let address = node.attr("href").unwrap_or_default().trim().to_owned();
        let inner = self.blocks(node);
        let (begins, ends) = outer_spaces(&node.text());
        let is_on_the_web = address.starts_with("http://") || address.starts_with("https://");
        let has_own_text = !inner.is_empty() && inner != address && !address.ends_with(&inner);
        let written = if !is_on_the_web {
            inner
        } else if !has_own_text {
            address
        } else if inner.contains(['[', ']', '\n']) || address.contains(['(', ')', ' ']) {
            format!("{inner} {address}")
        } else {
            format!("[{inner}]({address})")
        };
        push_between(line, &written, begins, ends);
    }
}

/// Whether a text begins and ends with white space.
fn outer_spaces(text: &str) -> (bool, bool) {
    (
        text.starts_with(char::is_whitespace),
        text.ends_with(char::is_whitespace),
    )
}

/// Appends a text, with a space on the sides where there was white space.
fn push_between(line: &mut String, text: &str, begins: bool, ends: bool) {
    let needs_space = |line: &String| !line.is_empty() && !line.ends_with([' ', '\n']);
    if begins && needs_space(line) {
        line.push(' ');
    }
    line.push_str(text);
    if ends && needs_space(line) {
        line.push(' ');
    }
}

fn finish(blocks: &mut Vec<String>, line: &mut String) {
    let block = line.trim_end().trim_start_matches('\n');
    // A block of code may begin with spaces, a line of text does not.
    let block = if block.starts_with("```") {
        block
    } else {
        block.trim_start()
    };
    if !block.is_empty() {
        blocks.push(block.to_owned());
    }
    line.clear();
}

/// Puts a mark before the first line and as many columns before the others.
fn prefixed(text: &str, first: &str, others: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let lines = text
        .lines()
        .zip(std::iter::once(first).chain(std::iter::repeat(others)));
    let lines: Vec<String> = lines
        .map(|(line, prefix)| format!("{prefix}{line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

fn fenced(pre: &NodeRef<'_>) -> String {
    let text = pre.text();
    let code = text.trim_matches('\n').trim_end();
    if code.is_empty() {
        return String::new();
    }
    let language = pre
        .descendants_it()
        .chain([*pre])
        .filter_map(|node| node.attr("class"))
        .find_map(|classes| {
            classes
                .split_ascii_whitespace()
                .find_map(|class| {
                    class
                        .strip_prefix("language-")
                        .or_else(|| class.strip_prefix("lang-"))
                })
                .map(str::to_owned)
        })
        .unwrap_or_default();
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}")
}

fn push_code(line: &mut String, code: &str) {
    let code: Vec<&str> = code.split_whitespace().collect();
    let code = code.join(" ");
    if code.is_empty() {
        return;
    }
    let marks = "`".repeat(longest_run(&code) + 1);
    let space = if code.starts_with('`') || code.ends_with('`') {
        " "
    } else {
        ""
    };
    for part in [&marks, space, &code, space, &marks] {
        line.push_str(part);
    }
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`');
    runs.map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::comment::{Mentions, render};

    #[test]
    fn says_the_same_in_the_marks_of_comments() {
        for (html, text) in [
            (
                "<p>One <b>two</b> <em>three</em>.</p><p>Four<br>five</p>",
                "One **two** *three*.\n\nFour\nfive",
            ),
            ("Two lines\nof <code>code()</code>", "Two lines\nof `code()`"),
            (
                "a <a href=\"https://example.org/x\">link</a>",
                "a [link](https://example.org/x)",
            ),
            (
                "<a href=\"https://example.org/\">https://example.org/</a>",
                "https://example.org/",
            ),
            ("<a href=\"javascript:x()\">no link</a>", "no link"),
            (
                "<blockquote><p>one</p><p>two</p></blockquote>three",
                "> one\n>\n> two\n\nthree",
            ),
            (
                "<pre><code class=\"language-rust\">fn a() {\n    b();\n}\n</code></pre>",
                "```rust\nfn a() {\n    b();\n}\n```",
            ),
            ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
            ("<ol><li>one<p>more</p></li></ol>", "1. one\n\n   more"),
            ("<script>x</script>&lt;b&gt; &amp; c", "<b> & c"),
            ("", ""),
        ] {
            assert_eq!(text_of_html(html), text, "{html}");
        }
    }

    #[test]
    fn is_drawn_as_it_was() {
        for html in [
            "<p>One <strong>two</strong> and <code>three</code></p>",
            "<blockquote><p>quoted</p></blockquote><p>answer</p>",
            "<ul><li>one</li><li>two</li></ul>",
        ] {
            assert_eq!(render(&text_of_html(html), &Mentions::new()), html);
        }
    }
}
