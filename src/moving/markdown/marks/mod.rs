//! The marks of templates in a text: short codes of Hugo, tags and expressions of Liquid and Nunjucks, components of MDX.
//! What they mean takes their place; what is not known stays as text.

mod call;
mod components;
mod lines;
mod liquid;
mod output;
mod scan;
mod shortcodes;

use std::collections::HashMap;

use super::changes::Changes;
use super::document::Document;
use super::index::Index;
use super::site::{Generator, Site};
use crate::content::markdown_to_html;
use crate::moving::code::{Fence, fence_at};
use crate::moving::html;
use output::Output;
use scan::Scan;

/// The most marks within marks. What is deeper stays as text.
const DEPTH_MAX: usize = 8;
/// The most bytes of a mark. What is longer is none, or was made to take time.
const MARK_MAX: usize = 2000;
/// The most bytes that all values of fields add to a text.
const EXPANDED_MAX: usize = 1 << 20;
/// What counts for a value that is not known, so that nobody asks for ever.
const UNKNOWN_COST: usize = 200;

/// Replaces the marks of one text.
pub(super) struct Marks<'text> {
    pub(super) site: &'text Site,
    pub(super) document: &'text Document,
    pub(super) index: &'text Index,
    pub(super) changes: &'text mut Changes,
    /// The pictures that a text in MDX imports, by their names.
    pictures: HashMap<String, String>,
    depth: usize,
    /// The bytes that values of fields have added.
    expanded: usize,
}

impl<'text> Marks<'text> {
    /// Creates one for a text.
    pub(super) fn new(
        site: &'text Site,
        document: &'text Document,
        index: &'text Index,
        changes: &'text mut Changes,
    ) -> Self {
        Self {
            site,
            document,
            index,
            changes,
            pictures: HashMap::new(),
            depth: 0,
            expanded: 0,
        }
    }

    /// Returns the text without marks.
    pub(super) fn replaced(&mut self, text: &str) -> String {
        let text = text.replace("\r\n", "\n");
        let text = if self.document.is_mdx {
            self.without_imports(&text)
        } else {
            text
        };
        let text = self.walk(&text);
        if self.document.is_html {
            return text;
        }
        let has_attributes = self.site.generator != Generator::Astro;
        lines::plain(&text, has_attributes, self.changes)
    }

    fn has_shortcodes(&self) -> bool {
        matches!(self.site.generator, Generator::Hugo | Generator::Plain)
    }

    fn has_liquid(&self) -> bool {
        matches!(
            self.site.generator,
            Generator::Jekyll | Generator::Eleventy | Generator::Plain
        )
    }

    fn walk(&mut self, text: &str) -> String {
        let mut scan = Scan::new(text);
        let mut out = Output::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            let is_line_start = at == 0 || text.as_bytes()[at - 1] == b'\n';
            if is_line_start && let Some(fence) = fence_at(text, at) {
                out.push(&self.fence(text, at, fence));
                at = fence.end;
                continue;
            }
            at = match text.as_bytes()[at] {
                b'`' => match scan.spans.end(text, at) {
                    Ok(end) => {
                        out.push(&self.in_code(&text[at..end]));
                        end
                    }
                    Err(length) => {
                        out.push(&text[at..at + length]);
                        at + length
                    }
                },
                b'\n' => {
                    out.push("\n");
                    at + 1
                }
                _ => self.mark(&mut scan, at, &mut out).unwrap_or_else(|| {
                    let end = next_of_interest(text, at);
                    out.push(&text[at..end]);
                    end
                }),
            };
        }
        out.into_string()
    }

    /// Replaces the mark at a position, and returns where it ends; `None` if there is none.
    fn mark(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let rest = &scan.text[at..];
        if self.has_shortcodes() && (rest.starts_with("{{<") || rest.starts_with("{{%")) {
            return self.shortcode(scan, at, out);
        }
        if self.has_liquid() && rest.starts_with("{%") {
            return self.tag(scan, at, out);
        }
        if self.has_liquid() && rest.starts_with("{{") {
            return self.expression(scan, at, out);
        }
        if self.site.generator == Generator::Eleventy && rest.starts_with("{#") {
            return scan.find("#}", at).map(|end| end + 2);
        }
        if self.document.is_mdx {
            return self.component(scan, at, out);
        }
        None
    }

    /// Returns a text within a mark without the marks in it; as it is where marks are too deep.
    fn within(&mut self, text: &str) -> String {
        if self.depth >= DEPTH_MAX {
            return text.to_owned();
        }
        self.depth += 1;
        let text = self.walk(text);
        self.depth -= 1;
        text
    }

    /// Returns the value that `find` finds, unless values have made the text long already.
    fn expanded(&mut self, find: impl FnOnce(&Self) -> Option<String>) -> Option<String> {
        if self.expanded > EXPANDED_MAX {
            return None;
        }
        let value = find(self);
        self.expanded += value.as_ref().map_or(UNKNOWN_COST, String::len);
        value
    }

    /// Reports a mark that is not known. There are many in some texts: each name counts once.
    fn report_unknown(&mut self, what: &str, name: &str) {
        let name: String = name.chars().take(80).collect();
        self.changes.add(
            "text",
            format!("The {what} {name} is not known here and stays as text"),
        );
    }

    /// Returns a block of code, whose marks are those that the author wanted to show.
    fn fence(&self, text: &str, at: usize, fence: Fence) -> String {
        let (info_start, info_end) = fence.info;
        let info = &text[info_start..info_end];
        format!(
            "{}{}{}",
            &text[at..info_start],
            language(info),
            self.in_code(&text[info_end..fence.end])
        )
    }

    /// Returns code as it is shown: without the marks that keep others from being replaced.
    fn in_code(&self, code: &str) -> String {
        let mut code = code.to_owned();
        if self.has_shortcodes() && code.contains("/*") {
            for (escaped, shown) in [
                ("{{</*", "{{<"),
                ("*/>}}", ">}}"),
                ("{{%/*", "{{%"),
                ("*/%}}", "%}}"),
            ] {
                code = code.replace(escaped, shown);
            }
        }
        if self.has_liquid() && code.contains("raw") {
            code = liquid::without_raw(&code);
        }
        code
    }

    /// Writes a block of code.
    fn push_code(&self, language: &str, code: &str, out: &mut Output) {
        let code = code.trim_matches('\n');
        if self.document.is_html {
            out.push(&html::code_block(language, code));
            return;
        }
        let longest = code.split(|character| character != '`').map(str::len).max();
        let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
        out.push_block(&format!("{fence}{}\n{code}\n{fence}", self::language(language)));
    }

    /// Writes a callout: a quote with its kind.
    fn push_callout(&mut self, kind: &str, title: &str, text: &str, out: &mut Output) {
        let text = self.within(text.trim_matches('\n'));
        let title = title.trim();
        let mut block = format!("> [!{kind}]{}{title}", if title.is_empty() { "" } else { " " });
        for line in text.lines() {
            block.push_str("\n> ");
            block.push_str(line);
        }
        out.push_block(&block);
    }
}

/// Returns the name of the language that stands behind a fence, without what systems add to it.
fn language(info: &str) -> String {
    let info = info.trim();
    // Pandoc's form: `{.rust .numberLines}`.
    let info = info
        .strip_prefix('{')
        .map_or(info, |info| info.trim_start().trim_start_matches('.'));
    info.chars()
        .take_while(|character| {
            !character.is_whitespace() && !matches!(character, '{' | '}' | ',' | ':' | '`')
        })
        .collect()
}

/// Returns the kind of callout that a word means.
fn callout_kind(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "note" | "info" | "notice" | "abstract" | "summary" | "tldr" | "todo" | "question" | "help"
        | "faq" | "example" | "default" | "primary" | "secondary" => "NOTE",
        "tip" | "hint" | "success" | "check" | "done" => "TIP",
        "important" => "IMPORTANT",
        "warning" | "attention" | "warn" => "WARNING",
        "caution" | "danger" | "error" | "failure" | "fail" | "missing" | "bug" => "CAUTION",
        _ => return None,
    })
}

/// Returns a line of Markdown as HTML without a paragraph around it.
fn inline_html(markdown: &str) -> String {
    let markdown = markdown.split_whitespace().collect::<Vec<_>>().join(" ");
    let Ok(html) = markdown_to_html(&markdown) else {
        return html::escape(&markdown);
    };
    let inner = html
        .strip_prefix("<p>")
        .and_then(|html| html.strip_suffix("</p>"));
    inner.unwrap_or(&html).replace('\n', " ")
}

/// Returns the next position at which something can begin, after that given.
fn next_of_interest(text: &str, at: usize) -> usize {
    let rest = &text.as_bytes()[at + 1..];
    let found = rest
        .iter()
        .position(|byte| matches!(byte, b'`' | b'{' | b'<' | b'\n'));
    found.map_or(text.len(), |found| at + 1 + found)
}
