//! What MDX has beyond Markdown: imports, components, and expressions in braces.

use super::call::Call;
use super::output::Output;
use super::scan::Scan;
use super::{DEPTH_MAX, MARK_MAX, Marks, callout_kind, inline_html};
use crate::moving::code::fence_at;
use crate::moving::html;
use crate::moving::markdown::expressions::unquoted;

/// The components that are callouts whose `type` says which.
const CALLOUTS: [&str; 5] = ["Aside", "Callout", "Alert", "Admonition", "Notice"];

impl Marks<'_> {
    /// Removes the lines of `import` and `export`, and remembers which pictures have which names.
    pub(super) fn without_imports(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        let mut is_program = false;
        let mut statement = String::new();
        while at < text.len() {
            if let Some(fence) = fence_at(text, at).filter(|_| !is_program) {
                out.push_str(&text[at..fence.end]);
                at = fence.end;
                continue;
            }
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
            let line = &text[at..end];
            let begins =
                line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export ");
            if line.trim().is_empty() {
                is_program = false;
            } else if begins {
                is_program = true;
            }
            if is_program {
                self.changes
                    .add("text", "The lines of import and export were left out");
                statement.push_str(line);
            } else {
                out.push_str(line);
            }
            at = end;
        }
        for line in statement
            .lines()
            .filter_map(|line| line.trim().strip_prefix("import "))
        {
            if let Some((name, path)) = line.split_once(" from ")
                && let Some(path) = unquoted(path.trim().trim_end_matches(';'))
                && path.starts_with(['.', '/', '~', '@'])
            {
                self.pictures.insert(name.trim().to_owned(), path.to_owned());
            }
        }
        out
    }

    /// Replaces a component or an expression in braces.
    pub(super) fn component(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let text = scan.text;
        if text[at..].starts_with("{/*") {
            return scan.find("*/}", at).map(|end| end + 3);
        }
        if text[at..].starts_with('{') {
            return self.braces(scan, at, out);
        }
        let rest = text[at..].strip_prefix('<')?;
        let name = rest.strip_prefix('/').unwrap_or(rest);
        let is_fragment = name.starts_with('>');
        let is_component = name.starts_with(|first: char| first.is_ascii_uppercase());
        let is_picture = rest.starts_with("img") && rest[3..].starts_with(char::is_whitespace);
        if is_fragment {
            return Some(at + (rest.len() - name.len()) + 2);
        }
        if !is_component && !is_picture {
            return None;
        }
        let inner_end = tag_end(text, at + 1)?;
        let end = inner_end + 1;
        let call = Call::parse(&text[at + 1..inner_end])?;
        if !call.ends
            && let Some(end) = self.known_component(&call, scan, end, out)
        {
            return Some(end);
        }
        if is_picture {
            return None;
        }
        if !call.ends {
            self.report_unknown("component", &format!("<{}>", call.name));
        }
        // A backslash, so that Markdown sees no tag.
        out.push("\\");
        out.push(&text[at..end]);
        Some(end)
    }

    fn known_component(
        &mut self,
        call: &Call,
        scan: &mut Scan<'_>,
        end: usize,
        out: &mut Output,
    ) -> Option<usize> {
        let text_of = |names: &[&str]| {
            let value = names.iter().find_map(|name| call.named(name))?;
            Some(
                value
                    .trim_matches(['{', '}'])
                    .trim()
                    .trim_matches(['"', '\'', '`'])
                    .to_owned(),
            )
        };
        match call.name.as_str() {
            "YouTube" | "Youtube" | "YoutubeEmbed" | "LiteYouTube" | "Vimeo" => {
                let id = text_of(&["id", "videoId", "videoid", "url", "src"])?;
                let address = match call.name.as_str() {
                    _ if id.contains("://") => id,
                    "Vimeo" => format!("https://vimeo.com/{id}"),
                    _ => format!("https://www.youtube.com/watch?v={id}"),
                };
                out.push_block(&html::embed(&address));
            }
            "Tweet" | "X" | "Gist" => {
                let id = text_of(&["id", "url", "src"])?;
                let address = match call.name.as_str() {
                    _ if id.contains("://") => id,
                    "Gist" => format!("https://gist.github.com/{id}"),
                    _ => format!("https://x.com/i/status/{id}"),
                };
                let what = if call.name == "Gist" { "gist" } else { "post of X" };
                self.push_link(what, &address, out);
            }
            "Image" | "Picture" | "Img" | "Figure" | "img" => {
                let source = call.named("src")?;
                let source = match source.strip_prefix('{') {
                    Some(name) => {
                        let name = name.trim_end_matches('}').trim();
                        let name = name.strip_suffix(".src").unwrap_or(name);
                        match unquoted(name) {
                            Some(path) => path.to_owned(),
                            None => self.pictures.get(name)?.clone(),
                        }
                    }
                    None => source.to_owned(),
                };
                let alt = text_of(&["alt"]).unwrap_or_default();
                let caption = text_of(&["caption", "title"]).map(|caption| inline_html(&caption));
                out.push_block(&html::picture(&source, &alt, &caption.unwrap_or_default()));
            }
            name => return self.callout_component(name, call, scan, end, out),
        }
        Some(end)
    }

    fn callout_component(
        &mut self,
        name: &str,
        call: &Call,
        scan: &mut Scan<'_>,
        from: usize,
        out: &mut Output,
    ) -> Option<usize> {
        let own_kind = callout_kind(name).filter(|_| !CALLOUTS.contains(&name));
        if !(own_kind.is_some() || CALLOUTS.contains(&name)) || call.is_empty || self.depth >= DEPTH_MAX {
            return None;
        }
        let end_tag = format!("</{name}>");
        let (inner_end, end) = scan.closing(&end_tag, |text| {
            let at = from + text[from..].find(&end_tag)?;
            Some((at, at + end_tag.len()))
        })?;
        let said = ["type", "kind", "variant"]
            .iter()
            .find_map(|name| call.named(name));
        let kind = own_kind.or_else(|| said.and_then(callout_kind)).unwrap_or("NOTE");
        let inner = without_indentation(&scan.text[from..inner_end]);
        self.push_callout(kind, call.named("title").unwrap_or_default(), &inner, out);
        Some(end)
    }

    /// Replaces `{frontmatter.title}` and texts in braces; what else is computed stays as text.
    fn braces(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let end = scan.find("}", at)? + 1;
        if end - at > MARK_MAX {
            return None;
        }
        let inner = scan.text[at + 1..end - 1].trim();
        if let Some(path) = inner.strip_prefix("frontmatter.")
            && let Some(value) = self.expanded(|marks| marks.document.fields.text(path))
        {
            out.push(&value);
            return Some(end);
        }
        if let Some(text) = unquoted(&scan.text[at + 1..end - 1]) {
            out.push(text);
            return Some(end);
        }
        let before = scan.text[..at].chars().next_back();
        let is_program = inner.starts_with(|first: char| first.is_alphabetic())
            && inner.contains(['.', '('])
            && !before.is_some_and(|before| {
                before.is_alphanumeric() || matches!(before, '\\' | '}' | '{' | '_' | '^')
            });
        if is_program {
            self.report_unknown("expression", &format!("{{{inner}}}"));
        }
        None
    }
}

/// Returns where the `>` of a tag stands that is in no quotes and no braces.
fn tag_end(text: &str, from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(from).take(MARK_MAX) {
        if let Some(open) = quote {
            quote = Some(open).filter(|open| *open != byte);
            continue;
        }
        match byte {
            b'"' | b'\'' | b'`' => quote = Some(byte),
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'>' if depth == 0 => return Some(at),
            b'<' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the text within a component, whose lines are indented as a program is.
fn without_indentation(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let indent = lines
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or_default();
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.get(indent..).unwrap_or_default())
        .collect();
    lines.join("\n")
}
