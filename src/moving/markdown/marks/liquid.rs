//! The tags and expressions of Liquid and Nunjucks, as Jekyll and Eleventy have them.

use super::output::Output;
use super::scan::Scan;
use super::{MARK_MAX, Marks};
use crate::moving::html;
use crate::moving::markdown::addresses;
use crate::moving::markdown::expressions::{self, unquoted};
use crate::moving::markdown::front_matter::key;
use crate::moving::markdown::site::Generator;

impl Marks<'_> {
    /// Replaces a tag, with the text that belongs to it.
    pub(super) fn tag(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let (inner, end) = tag_at(scan, at)?;
        let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let rest = rest.trim();
        match name {
            "raw" | "verbatim" | "comment" | "highlight" => {
                let end_name = format!("end{name}");
                let found = scan.closing(&end_name, |text| closing(text, &end_name, end));
                if let Some((inner_end, after)) = found {
                    let inner = &scan.text[end..inner_end];
                    match name {
                        "comment" => {}
                        "highlight" => {
                            let language = rest.split_whitespace().next().unwrap_or_default();
                            let code = without_raw(inner);
                            self.push_code(language.trim_matches(['"', '\'', ',']), &code, out);
                        }
                        _ => out.push(inner),
                    }
                    return Some(after);
                }
            }
            "post_url" | "link" => {
                let address = self.reference(unquoted(rest).unwrap_or(rest));
                out.push(&address);
                return Some(end);
            }
            "gist" if !rest.is_empty() => {
                let id = rest.split_whitespace().next().unwrap_or_default();
                let id = unquoted(id).unwrap_or(id);
                self.push_link("gist", &format!("https://gist.github.com/{id}"), out);
                return Some(end);
            }
            "youtube" | "vimeo" if !rest.is_empty() => {
                let id = rest.split([' ', ',']).next().unwrap_or_default();
                let id = unquoted(id).unwrap_or(id);
                let address = match name {
                    _ if id.contains("://") => id.to_owned(),
                    "youtube" => format!("https://www.youtube.com/watch?v={id}"),
                    _ => format!("https://vimeo.com/{id}"),
                };
                out.push_block(&html::embed(&address));
                return Some(end);
            }
            _ => {}
        }
        let shown = match name {
            "include" | "include_relative" | "include_cached" | "render" => {
                let file = rest.split_whitespace().next().unwrap_or_default();
                format!("{{% {name} {file} %}}")
            }
            _ => format!("{{% {name} %}}"),
        };
        if !name.starts_with("end") && !matches!(name, "else" | "elsif" | "elseif" | "when") {
            self.report_unknown("tag", &shown);
        }
        out.push(&scan.text[at..end]);
        Some(end)
    }

    /// Replaces an expression.
    pub(super) fn expression(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let inner_end = scan.find("}}", at + 2).filter(|end| end - at < MARK_MAX)?;
        let end = inner_end + 2;
        let expression = scan.text[at + 2..inner_end].trim_matches('-').trim();
        if expression.contains('\n') || expression.contains("{{") {
            return None;
        }
        let value = self.expanded(|marks| expressions::evaluate(expression, &|name| marks.value(name)));
        let Some(value) = value else {
            self.report_unknown("expression", &format!("{{{{ {expression} }}}}"));
            out.push(&scan.text[at..end]);
            return Some(end);
        };
        if value.is_empty() && expression.to_lowercase().contains("url") {
            // The address of the site before a path, which begins at the front page here as well.
            if !scan.text[end..].starts_with(['/', '{']) {
                out.push(&self.front_page(expression));
            }
        } else {
            out.push(&value);
        }
        Some(end)
    }

    fn front_page(&self, expression: &str) -> String {
        let address = self
            .site
            .address
            .as_ref()
            .filter(|_| !expression.contains("base"));
        address.map_or_else(|| "/".to_owned(), ToString::to_string)
    }

    /// Returns the value of a name in an expression.
    fn value(&self, name: &str) -> Option<String> {
        match name {
            "site.url" | "site.baseurl" | "site.github.url" | "metadata.url" | "meta.url" => {
                return Some(String::new());
            }
            "page.url" => return addresses::of(self.site, self.document).own,
            "page.date" | "date" => return self.document.date.map(|date| date.civil.to_string()),
            _ => {}
        }
        if let Some(path) = name.strip_prefix("site.") {
            return self.site.settings.text(path);
        }
        match name.strip_prefix("page.") {
            Some(path) => self.document.fields.text(path),
            None if self.site.generator == Generator::Eleventy => self.document.fields.text(&key(name)),
            None => None,
        }
    }
}

/// Returns what stands within the tag at a position, and where it ends.
fn tag_at<'text>(scan: &mut Scan<'text>, at: usize) -> Option<(&'text str, usize)> {
    let inner_end = scan.find("%}", at + 2).filter(|end| end - at < MARK_MAX)?;
    let inner = scan.text[at + 2..inner_end].trim_matches('-').trim();
    Some((inner, inner_end + 2))
}

/// Returns where the text within a tag ends, and where the tag that ends it does.
fn closing(text: &str, name: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        at += text.get(at..)?.find("{%")?;
        let inner = text[at + 2..].trim_start_matches('-').trim_start();
        if let Some(rest) = inner.strip_prefix(name) {
            let rest = rest.trim_start().trim_start_matches('-');
            if let Some(rest) = rest.strip_prefix("%}") {
                return Some((at, text.len() - rest.len()));
            }
        }
        at += 2;
    }
}

/// Returns code without the tags that keep what is in it from being replaced, and without the lines that they have alone.
pub(super) fn without_raw(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("{%") {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let Some(after) = after_raw(tag) else {
            out.push_str("{%");
            rest = &tag[2..];
            continue;
        };
        let line = out.rfind('\n').map_or(0, |at| at + 1);
        match after.strip_prefix('\n') {
            Some(next) if out[line..].trim().is_empty() => {
                out.truncate(line);
                rest = next;
            }
            _ => rest = after,
        }
    }
    out.push_str(rest);
    out
}

/// Returns what follows a tag that begins or ends text that is not replaced.
fn after_raw(tag: &str) -> Option<&str> {
    let inner = tag[2..].trim_start_matches(['-', ' ']);
    ["endraw", "raw", "endverbatim", "verbatim"]
        .iter()
        .find_map(|name| inner.strip_prefix(name))?
        .trim_start_matches(['-', ' '])
        .strip_prefix("%}")
}
