//! The marks that Hashnode has in its Markdown, as Markdown that says the same.

use dom_query::Document;

use crate::moving::html;
use crate::moving::item::Change;
use crate::moving::marks::{Marks, Step, fence, link, report, write_block, write_embed};

/// What begins the marks.
const MARKS: [&str; 5] = ["%[", "%%[", "![", "@[", CALLOUT];
/// Those of a text with formulas, which are code of TeX between brackets with backslashes.
const MARKS_WITH_FORMULAS: [&str; 7] = ["%[", "%%[", "![", "@[", CALLOUT, "\\(", "\\["];
const CALLOUT: &str = "<div data-node-type=\"callout\">";
/// The longest mark; that of a callout holds a text.
const MARK_MAX: usize = 20_000;
/// The pictures before callouts, as the callouts that they mean here.
const CALLOUTS: [(&str, &str); 11] = [
    ("💡", "tip"),
    ("✅", "tip"),
    ("⚠", "warning"),
    ("🚧", "warning"),
    ("❗", "important"),
    ("‼", "important"),
    ("🚨", "caution"),
    ("🛑", "caution"),
    ("🚫", "caution"),
    ("⛔", "caution"),
    ("❌", "caution"),
];

/// Returns Markdown without the marks of Hashnode. What is not known stays as it is, and is reported.
pub(super) fn to_markdown(text: &str, has_formulas: bool, changes: &mut Vec<Change>) -> String {
    let known: &'static [&'static str] = if has_formulas {
        &MARKS_WITH_FORMULAS
    } else {
        &MARKS
    };
    let mut written = String::with_capacity(text.len() + text.len() / 8);
    let mut marks = Marks::new(text, known);
    while let Some(step) = marks.next_step() {
        match step {
            Step::Plain(text) => written.push_str(text),
            Step::Mark(rest) => {
                let length = read(rest, &mut written, changes).unwrap_or_else(|| {
                    // The first character of what is no mark; all begin with ASCII.
                    written.push_str(rest.get(..1).unwrap_or_default());
                    1
                });
                marks.advance(length);
            }
        }
    }
    written
}

/// Writes what the mark means with which a text begins; returns how many bytes that took, `None` if it is no mark.
fn read(text: &str, written: &mut String, changes: &mut Vec<Change>) -> Option<usize> {
    let window = text.get(..text.floor_char_boundary(MARK_MAX))?;
    if window.starts_with(CALLOUT) {
        return read_callout(window, written);
    }
    if let Some(rest) = window.strip_prefix("%[") {
        let end = rest
            .find([']', '\n'])
            .filter(|end| rest.get(*end..).is_some_and(|end| end.starts_with(']')))?;
        let address = rest.get(..end)?.trim();
        url::Url::parse(address)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))?;
        let after = text.get(end + 3..)?;
        if write_embed(written, address, "", after) {
            let host = address.split('/').nth(2).unwrap_or(address);
            report(
                changes,
                "text",
                format!("What was embedded from {host} became a link"),
            );
        }
        return Some(end + 3);
    }
    if let Some(rest) = window.strip_prefix("%%[") {
        let name = rest.get(..rest.find(']')?)?;
        let reason = format!("The widget \"{name}\" is not known here and stays as text");
        report(changes, "text", reason);
        // Its second percent sign begins no mark.
        written.push_str("%%[");
        return Some(3);
    }
    if window.starts_with("![") {
        return read_picture(window, written, changes);
    }
    if let Some(rest) = window.strip_prefix("@[") {
        let (name, rest) = rest.split_once("](@")?;
        let (user, _) = rest.split_once(')')?;
        let is_mention =
            !name.contains(['\n', ']']) && !user.is_empty() && !user.contains(char::is_whitespace);
        return is_mention.then(|| {
            written.push_str(&link(&format!("https://hashnode.com/@{user}"), name));
            "@[](@)".len() + name.len() + user.len()
        });
    }
    read_formula(window, written)
}

/// Reads a picture with attributes after its address, which Markdown does not know: `![](address align="center")`.
fn read_picture(text: &str, written: &mut String, changes: &mut Vec<Change>) -> Option<usize> {
    let line = text.lines().next()?;
    let begin = line.find("](")? + 2;
    let (address, rest) = line.get(begin..)?.split_once(char::is_whitespace)?;
    let (attributes, _) = rest.split_once(')')?;
    let end = begin + address.len() + 1 + attributes.len();
    let attributes = attributes.trim();
    let is_whole = address.matches(')').count() <= address.matches('(').count();
    let is_known = ["align=", "width=", "height="]
        .iter()
        .any(|name| attributes.starts_with(name));
    if !is_whole || !is_known {
        return None;
    }
    written.push_str(line.get(..begin)?);
    written.push_str(address);
    written.push(')');
    // All pictures stand in the middle here.
    if ["left", "right"].iter().any(|side| attributes.contains(side)) {
        report(
            changes,
            "picture",
            "A picture that stood at a side stands in the middle",
        );
    }
    Some(end + 1)
}

fn read_callout(text: &str, written: &mut String) -> Option<usize> {
    let length = end_of_div(text)?;
    let fragment = Document::fragment(text.get(..length)?);
    let root = fragment.root();
    let part = |kind: &str| {
        root.descendants_it()
            .find(|node| node.attr("data-node-type").is_some_and(|found| &*found == kind))
    };
    let content = part("callout-text")?.inner_html();
    let picture = part("callout-emoji")
        .map(|node| node.text().trim().to_owned())
        .unwrap_or_default();
    let kind = CALLOUTS.iter().find(|(begin, _)| picture.starts_with(begin));
    let paragraph = match kind {
        Some(_) => format!("<p>{}</p>", content.trim()),
        None => format!("<p>{} {}</p>", html::escape(&picture), content.trim()),
    };
    let callout = html::callout(kind.map_or("note", |(_, kind)| kind), &paragraph);
    if !write_block(written, &callout, text.get(length..)?) {
        written.push_str(&callout);
    }
    Some(length)
}

/// Returns the bytes up to the end of the `div` with which a text begins.
fn end_of_div(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('<')?;
        let tag = text.get(at..)?;
        from = at + 1;
        if tag.starts_with("<div") {
            depth += 1;
        } else if tag.starts_with("</div>") {
            depth -= 1;
            if depth == 0 {
                return Some(at + "</div>".len());
            }
        }
    }
}

fn read_formula(text: &str, written: &mut String) -> Option<usize> {
    let (begin, end) = if text.starts_with("\\(") {
        ("\\(", "\\)")
    } else {
        ("\\[", "\\]")
    };
    let (formula, _) = text.strip_prefix(begin)?.split_once(end)?;
    let trimmed = formula.trim();
    let is_inline = begin == "\\(";
    if trimmed.is_empty() || (is_inline && trimmed.contains(['\n', '$'])) {
        return None;
    }
    if is_inline {
        written.extend(["$", trimmed, "$"]);
    } else {
        written.push_str(&fence("math", trimmed));
    }
    Some(begin.len() + formula.len() + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str) -> (String, Vec<String>) {
        let mut changes = Vec::new();
        let markdown = to_markdown(text, true, &mut changes);
        (
            markdown,
            changes.into_iter().map(|change| change.reason).collect(),
        )
    }

    #[test]
    fn marks_become_what_they_mean() {
        for (text, expected) in [
            (
                "%[https://youtu.be/BqBDoUiooSw] \n",
                "\n<iframe src=\"https://www.youtube-nocookie.com/embed/BqBDoUiooSw\"></iframe>\n \n",
            ),
            (
                "a\n![x [y] (z](https://e.org/a.png align=\"center\")\nb",
                "a\n![x [y] (z](https://e.org/a.png)\nb",
            ),
            (
                "![x](https://e.org/a.png \"title\")",
                "![x](https://e.org/a.png \"title\")",
            ),
            (
                "hi @[Ada L](@ada_l)!",
                "hi [Ada L](<https://hashnode.com/@ada_l>)!",
            ),
            ("a \\( x_1 \\) b", "a $x_1$ b"),
            ("\\[ x \\]", "\n\n```math\nx\n```\n"),
            (
                "`%[https://e.org]` and @[ and ![ and %[no]",
                "`%[https://e.org]` and @[ and ![ and %[no]",
            ),
            (
                "<div data-node-type=\"callout\">\n<div data-node-type=\"callout-emoji\">💡</div>\n\
                 <div data-node-type=\"callout-text\"><strong>a</strong> &amp; <div>b</div></div>\n</div>\n\nc",
                "\n<blockquote class=\"callout callout-tip\"><p><strong>a</strong> &amp; <div>b</div></p></blockquote>\n\n\nc",
            ),
            (
                "<div data-node-type=\"callout\"><div data-node-type=\"callout-emoji\">💬</div>\
                 <div data-node-type=\"callout-text\">a</div></div>",
                "\n<blockquote class=\"callout callout-note\"><p>💬 a</p></blockquote>\n",
            ),
            (
                "<div data-node-type=\"callout\">",
                "<div data-node-type=\"callout\">",
            ),
        ] {
            assert_eq!(converted(text), (expected.to_owned(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn reports_what_is_changed_or_not_known() {
        for (text, expected, change) in [
            (
                "> %[https://gist.github.com/a_b/1]\n",
                "> \n> <p><a href=\"https://gist.github.com/a_b/1\">https://gist.github.com/a_b/1</a></p>\n> \n",
                "What was embedded from gist.github.com became a link",
            ),
            (
                "%%[newsletter]",
                "%%[newsletter]",
                "The widget \"newsletter\" is not known here and stays as text",
            ),
            (
                "![](a.png align=\"left\")",
                "![](a.png)",
                "A picture that stood at a side stands in the middle",
            ),
        ] {
            assert_eq!(converted(text), (expected.to_owned(), vec![change.to_owned()]));
        }
    }

    #[test]
    fn leaves_brackets_alone_where_there_are_no_formulas() {
        assert_eq!(to_markdown("\\(a\\)", false, &mut Vec::new()), "\\(a\\)");
    }
}
