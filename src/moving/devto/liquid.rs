//! The Liquid tags of dev.to, as Markdown that says the same.

use super::addresses::{address, web_address};
use crate::moving::code::fence_at;
use crate::moving::html;
use crate::moving::item::Change;
use crate::moving::marks::{Marks, Step, fence, report, write_embed};

/// The longest tag; one of RunKit holds code that is not shown.
const TAG_MAX: usize = 5_000;

/// The tags that were links from the beginning, and need no word in the report.
const LINKS: [&str; 7] = ["cta", "link", "org", "organization", "post", "tag", "user"];
/// The tags that fold what is between them and their end.
const FOLDS: [&str; 3] = ["collapsible", "details", "spoiler"];

/// Returns Markdown without Liquid. What is not known stays as it is, and is reported.
pub(super) fn to_markdown(body: &str, changes: &mut Vec<Change>) -> String {
    let body = body.replace("\r\n", "\n");
    let mut liquid = Liquid {
        written: String::with_capacity(body.len() + body.len() / 8),
        open: Vec::new(),
        endless: Vec::new(),
        changes,
    };
    let mut marks = Marks::new(&body, &["{%"]);
    while let Some(step) = marks.next_step() {
        match step {
            Step::Plain(text) => liquid.written.push_str(text),
            Step::Mark(rest) => {
                let length = liquid.read(rest);
                marks.advance(length);
            }
        }
    }
    for _ in 0..liquid.open.len() {
        liquid.written.push_str("\n\n</details>\n");
    }
    with_hard_breaks(&liquid.written)
}

/// A tag: `{% name arguments %}`.
struct Tag<'t> {
    name: &'t str,
    arguments: &'t str,
    /// The bytes of it all.
    length: usize,
}

impl<'t> Tag<'t> {
    fn parse(text: &'t str) -> Option<Self> {
        let window = text.get(..text.floor_char_boundary(TAG_MAX))?;
        let end = window.find("%}")?;
        let inner = window.get(2..end).filter(|inner| !inner.contains("{%"))?;
        let inner = inner.strip_prefix('-').unwrap_or(inner);
        let inner = inner.strip_suffix('-').unwrap_or(inner).trim();
        let (name, arguments) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        is_name.then_some(Self {
            name,
            arguments: arguments.trim(),
            length: end + 2,
        })
    }
}

struct Liquid<'c> {
    written: String,
    /// The folds that are open.
    open: Vec<&'static str>,
    /// The tags of which no end follows any more.
    endless: Vec<String>,
    changes: &'c mut Vec<Change>,
}

impl Liquid<'_> {
    /// Writes what the tag means with which a text begins; returns how many bytes that took.
    fn read(&mut self, text: &str) -> usize {
        let Some(tag) = Tag::parse(text) else {
            self.written.push_str("{%");
            return 2;
        };
        let after = text.get(tag.length..).unwrap_or_default();
        if let Some(length) = self.read_pair(&tag, after) {
            return tag.length + length;
        }
        if self.read_fold(&tag) || matches!(tag.name, "card" | "endcard") {
            return tag.length;
        }
        if let Some((address, shown)) = address(tag.name, tag.arguments) {
            let is_link = write_embed(&mut self.written, &address, &shown, after);
            if is_link && !LINKS.contains(&tag.name) {
                let reason = format!("What was embedded by the tag \"{}\" became a link", tag.name);
                report(self.changes, "text", reason);
            }
            return tag.length;
        }
        self.written.push_str(text.get(..tag.length).unwrap_or_default());
        let reason = format!("The tag \"{}\" is not known here and stays as text", tag.name);
        report(self.changes, "text", reason);
        tag.length
    }

    /// Writes a tag together with what is between it and its end; returns how many bytes these took.
    fn read_pair(&mut self, tag: &Tag<'_>, after: &str) -> Option<usize> {
        if !matches!(tag.name, "comment" | "cta" | "katex" | "raw" | "runkit")
            || (tag.name == "comment" && !tag.arguments.is_empty())
        {
            return None;
        }
        let (inner, length) = self.until_end(tag.name, after)?;
        let rest = after.get(length..).unwrap_or_default();
        match tag.name {
            "raw" => self.written.push_str(inner),
            "katex" => self.write_formula(inner.trim(), tag.arguments == "inline"),
            "runkit" => {
                let code = [tag.arguments, inner.trim_matches('\n')].join("\n");
                self.written.push_str(&fence("javascript", &code));
                let reason = "The code of a RunKit notebook cannot be run here";
                report(self.changes, "text", reason);
            }
            "cta" => {
                let address = web_address(tag.arguments.split_whitespace().next()?)?;
                write_embed(&mut self.written, &address, inner.trim(), rest);
            }
            // A remark in the source, which was never shown.
            _ => {}
        }
        Some(length)
    }

    /// Returns what is before the end of a tag, and the bytes with that end.
    fn until_end<'t>(&mut self, name: &str, text: &'t str) -> Option<(&'t str, usize)> {
        if self.endless.iter().any(|known| known == name) {
            return None;
        }
        let mut from = 0;
        while let Some(found) = text.get(from..)?.find("{%") {
            let at = from + found;
            let tag = Tag::parse(text.get(at..)?);
            if let Some(tag) = tag.filter(|tag| tag.name.strip_prefix("end") == Some(name)) {
                return Some((text.get(..at)?, at + tag.length));
            }
            from = at + 2;
        }
        self.endless.push(name.to_owned());
        None
    }

    fn write_formula(&mut self, formula: &str, is_inline: bool) {
        if formula.is_empty() {
            return;
        }
        if is_inline && !formula.contains(['$', '\n']) {
            self.written.extend(["$", formula, "$"]);
        } else {
            self.written.push_str(&fence("math", formula));
        }
    }

    /// Begins or ends a fold; returns whether the tag is of one.
    fn read_fold(&mut self, tag: &Tag<'_>) -> bool {
        if let Some(name) = FOLDS.iter().find(|name| **name == tag.name) {
            let summary = if tag.arguments.is_empty() {
                "Details"
            } else {
                tag.arguments
            };
            let summary = html::escape(summary);
            self.written.extend([
                "

<details><summary>",
                &summary,
                "</summary>

",
            ]);
            self.open.push(*name);
            return true;
        }
        let ended = tag.name.strip_prefix("end");
        let is_end = ended.is_some() && self.open.last().copied() == ended;
        if is_end {
            self.open.pop();
            self.written.push_str("\n\n</details>\n\n");
        }
        is_end
    }
}

/// Returns Markdown in which each line break of a paragraph is one: dev.to shows them so, and CommonMark does not.
fn with_hard_breaks(markdown: &str) -> String {
    let mut written = String::with_capacity(markdown.len() + markdown.len() / 16);
    let mut at = 0;
    while let Some(rest) = markdown.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(fence) = fence_at(markdown, at) {
            written.push_str(markdown.get(at..fence.end).unwrap_or_default());
            at = fence.end;
            continue;
        }
        let line = rest.split('\n').next().unwrap_or(rest);
        written.push_str(line);
        at += line.len();
        if let Some(next) = markdown.get(at + 1..) {
            let continues = next
                .split('\n')
                .next()
                .is_some_and(|next| !next.trim().is_empty());
            if continues && ends_softly(line) {
                written.push_str("  ");
            }
            written.push('\n');
            at += 1;
        }
    }
    written
}

/// Whether a line of a paragraph ends without a break. Tables, headings and HTML are no paragraphs.
fn ends_softly(line: &str) -> bool {
    let begin = line.trim_start();
    !begin.is_empty()
        && !begin.starts_with(['|', '#', '<'])
        && !line.ends_with("  ")
        && !line.ends_with(['\\', '>', '|'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(body: &str) -> (String, Vec<String>) {
        let mut changes = Vec::new();
        let markdown = to_markdown(body, &mut changes);
        (
            markdown,
            changes.into_iter().map(|change| change.reason).collect(),
        )
    }

    #[test]
    fn tags_become_what_they_mean() {
        for (body, expected) in [
            (
                "{% youtube dQw4w9WgXcQ?t=5 %}",
                "\n<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>\n",
            ),
            (
                "{%- embed https://vimeo.com/1 -%}",
                "\n<iframe src=\"https://player.vimeo.com/video/1\"></iframe>\n",
            ),
            ("by {% user ada_l %}.", "by [\\@ada\\_l](<https://dev.to/ada_l>)."),
            ("{% tag rust %} x", "[\\#rust](<https://dev.to/t/rust>) x"),
            ("a {% link ada/post-1 %}", "a <https://dev.to/ada/post-1>"),
            ("a {% link /ada/post-1 %}", "a <https://dev.to/ada/post-1>"),
            ("a {% katex inline %} x_1 {% endkatex %} b", "a $x_1$ b"),
            (
                "{% katex %}\n\\frac{a}{b}\n{% endkatex %}",
                "\n\n```math\n\\frac{a}{b}\n```\n",
            ),
            ("{% raw %}{{ x }}{% endraw %}", "{{ x }}"),
            ("a{% comment %}secret{% endcomment %}b", "ab"),
            (
                "{% details More & more %}\n**a**\n{% enddetails %}",
                "\n\n<details><summary>More &amp; more</summary>\n\n\n**a**\n\n\n</details>\n\n",
            ),
            ("`{% youtube x %}`", "`{% youtube x %}`"),
            ("{% card %}a{% endcard %}", "a"),
            (
                "{% cta https://example.org %} Go *on* {% endcta %}",
                "\n<p><a href=\"https://example.org\">Go *on*</a></p>\n",
            ),
            (
                "{% spoiler a %}b",
                "\n\n<details><summary>a</summary>\n\nb\n\n</details>\n",
            ),
        ] {
            assert_eq!(converted(body), (expected.to_owned(), Vec::new()), "{body}");
        }
    }

    #[test]
    fn embedded_things_become_links_and_are_reported() {
        for (body, address) in [
            (
                "{% github forem/forem no-readme %}",
                "https://github.com/forem/forem",
            ),
            (
                "{% codepen https://codepen.io/a/pen/b default-tab=js %}",
                "https://codepen.io/a/pen/b",
            ),
            (
                "{% tweet 834439977220112384 %}",
                "https://twitter.com/i/status/834439977220112384",
            ),
            (
                "{% stackexchange 1163633 diy %}",
                "https://diy.stackexchange.com/q/1163633",
            ),
            (
                "{% spotify spotify:episode:5V4 %}",
                "https://open.spotify.com/episode/5V4",
            ),
            ("{% embed https://example.org/a %}", "https://example.org/a"),
        ] {
            let (markdown, changes) = converted(body);
            assert_eq!(markdown.trim(), html::link(address, ""), "{body}");
            assert_eq!(changes.len(), 1, "{body}");
            assert!(changes[0].ends_with("became a link"), "{body}");
        }
    }

    #[test]
    fn unknown_tags_stay_as_text_and_are_reported_once() {
        let (markdown, changes) = converted("{% poll 5 %} {% poll 6 %} {{ x }} {% %} {% if");
        assert_eq!(markdown, "{% poll 5 %} {% poll 6 %} {{ x }} {% %} {% if");
        assert_eq!(changes, ["The tag \"poll\" is not known here and stays as text"]);
        for body in [
            "{% katex %} x",
            "{% embed javascript:alert(1) %}",
            "{% devcomment 2d1a %}",
            "{% enddetails %}",
        ] {
            let (markdown, changes) = converted(body);
            assert_eq!((markdown.as_str(), changes.len()), (body, 1));
        }
    }

    #[test]
    fn notebooks_become_code() {
        let (markdown, changes) =
            converted("{% runkit\nconst a = 1;\n%}\nconsole.log(`${a}`)\n{% endrunkit %}");
        assert_eq!(
            markdown,
            "\n\n```javascript\nconst a = 1;\nconsole.log(`${a}`)\n```\n"
        );
        assert_eq!(changes, ["The code of a RunKit notebook cannot be run here"]);
    }

    #[test]
    fn line_breaks_stay() {
        assert_eq!(
            converted("one\ntwo  \nthree\n\n# four\n| a |\n| - |\n```\ncode\ncode\n```\nfive\r\nsix").0,
            "one  \ntwo  \nthree\n\n# four\n| a |\n| - |\n```\ncode\ncode\n```\nfive  \nsix"
        );
    }

    #[test]
    fn hostile_bodies_take_no_more_time() {
        for body in [
            "{% katex %}",
            "{% details %}",
            "{%",
            "`{% raw %}``",
            "{% endraw %}",
        ] {
            to_markdown(&body.repeat(20_000), &mut Vec::new());
        }
    }
}
