//! The short codes of Hugo: those that come with it, and callouts as most themes have them.

use super::call::Call;
use super::output::Output;
use super::scan::Scan;
use super::{DEPTH_MAX, MARK_MAX, Marks, callout_kind, inline_html};
use crate::moving::html;

/// The short codes that stand around a text.
const PAIRED: [&str; 5] = ["highlight", "details", "mermaid", "qr", "comment"];
/// The names under which themes have callouts; their first argument or `type` says which kind.
const CALLOUTS: [&str; 5] = ["notice", "alert", "callout", "admonition", "hint"];

impl Marks<'_> {
    /// Replaces a short code.
    pub(super) fn shortcode(&mut self, scan: &mut Scan<'_>, at: usize, out: &mut Output) -> Option<usize> {
        let text = scan.text;
        let is_angled = text[at..].starts_with("{{<");
        let start = at + 3;
        if text[start..].starts_with("/*") {
            let end_mark = if is_angled { "*/>}}" } else { "*/%}}" };
            let end = scan.find(end_mark, start)?;
            let shown = &text[start + 2..end];
            // A backslash, so that Markdown sees no tag.
            out.push(if is_angled { "{{\\<" } else { "{{%" });
            out.push(shown);
            out.push(if is_angled { ">}}" } else { "%}}" });
            return Some(end + end_mark.len());
        }
        let inner_end = scan.find(if is_angled { ">}}" } else { "%}}" }, start)?;
        if inner_end - start > MARK_MAX {
            return None;
        }
        let end = inner_end + 3;
        let call = Call::parse(&text[start..inner_end])?;
        if !call.ends
            && let Some(end) = self.known(&call, scan, end, out)
        {
            return Some(end);
        }
        if !call.ends {
            self.report_unknown("short code", &call.name);
        }
        out.push(if is_angled { "{{\\<" } else { "{{%" });
        out.push(&text[start..end]);
        Some(end)
    }

    /// Replaces a short code that is known, and returns where it ends with all that belongs to it.
    fn known(&mut self, call: &Call, scan: &mut Scan<'_>, end: usize, out: &mut Output) -> Option<usize> {
        let name = call.name.trim_end_matches("_simple");
        match name {
            "figure" => {
                let picture = self.figure(call)?;
                out.push_block(&picture);
            }
            "youtube" => push_video("https://www.youtube.com/watch?v=", call, out)?,
            "vimeo" => push_video("https://vimeo.com/", call, out)?,
            "gist" => {
                let address = match (call.at(0)?, call.at(1)) {
                    (user, Some(id)) => format!("https://gist.github.com/{user}/{id}"),
                    (id, None) => format!("https://gist.github.com/{id}"),
                };
                self.push_link("gist", &address, out);
            }
            "tweet" | "x" | "twitter" => {
                let id = call.argument(&["id"], 0)?;
                let user = call.named("user").unwrap_or("i");
                self.push_link("post of X", &format!("https://x.com/{user}/status/{id}"), out);
            }
            "instagram" => {
                let id = call.argument(&["id"], 0)?;
                self.push_link(
                    "post of Instagram",
                    &format!("https://www.instagram.com/p/{id}/"),
                    out,
                );
            }
            "ref" | "relref" => {
                let address = self.reference(call.argument(&["path"], 0)?);
                out.push(&address);
            }
            "param" => {
                let name = call.argument(&["name"], 0)?;
                let value = self.expanded(|marks| {
                    let own = marks.document.fields.text(name);
                    own.or_else(|| marks.site.settings.text(name))
                })?;
                out.push(&value);
            }
            "qr" if call.is_empty || call.named("text").is_some() => {
                let text = call.argument(&["text"], 0)?;
                self.push_code_image(text, out);
            }
            _ => return self.paired(call, scan, end, out),
        }
        Some(end)
    }

    /// Replaces a short code that stands around a text.
    fn paired(&mut self, call: &Call, scan: &mut Scan<'_>, from: usize, out: &mut Output) -> Option<usize> {
        let own_kind = callout_kind(&call.name);
        let is_callout = CALLOUTS.contains(&call.name.as_str()) || own_kind.is_some();
        if !(PAIRED.contains(&call.name.as_str()) || is_callout) || call.is_empty || self.depth >= DEPTH_MAX {
            return None;
        }
        let (inner_end, end) = scan.closing(&call.name, |text| closing(text, &call.name, from))?;
        let inner = &scan.text[from..inner_end];
        match call.name.as_str() {
            "highlight" => {
                let code = self.in_code(inner);
                self.push_code(
                    call.argument(&["lang", "type"], 0).unwrap_or_default(),
                    &code,
                    out,
                );
            }
            "mermaid" => self.push_code("mermaid", inner, out),
            "comment" => {}
            "qr" => self.push_code_image(inner.trim(), out),
            "details" => {
                let summary = call.argument(&["summary", "title"], 0).unwrap_or("Details");
                out.push_block(&format!("<details><summary>{}</summary>", inline_html(summary)));
                let inner = self.within(inner.trim_matches('\n'));
                out.push_block(&inner);
                out.push_block("</details>");
            }
            _ => {
                let said = call.argument(&["type", "kind"], 0).and_then(callout_kind);
                let kind = own_kind
                    .filter(|_| !CALLOUTS.contains(&call.name.as_str()))
                    .or(said);
                let title = call.named("title").or_else(|| call.at(1)).unwrap_or_default();
                self.push_callout(kind.unwrap_or("NOTE"), title, inner, out);
            }
        }
        Some(end)
    }

    fn figure(&mut self, call: &Call) -> Option<String> {
        let source = call.argument(&["src"], 0)?;
        let part = |name: &str| call.named(name).map(inline_html);
        let title = part("title").map(|title| format!("<strong>{title}</strong>"));
        let attribution = part("attr").map(|name| match call.named("attrlink") {
            Some(address) => format!("<a href=\"{}\">{name}</a>", html::escape(address)),
            None => name,
        });
        let caption: Vec<String> = [title, part("caption"), attribution]
            .into_iter()
            .flatten()
            .collect();
        if call.named("link").is_some() {
            self.changes.add(
                "text",
                "The links behind figures were left out, which show the pictures alone",
            );
        }
        let alt = call.named("alt").unwrap_or_default();
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(html::picture(source, &alt, &caption.join(" ")))
    }

    /// Writes a link for something that was shown within the text.
    pub(super) fn push_link(&mut self, what: &str, address: &str, out: &mut Output) {
        self.changes.add(
            "text",
            format!("The {what} that was shown in the text became a link: {address}"),
        );
        out.push_block(&html::link(address, ""));
    }

    fn push_code_image(&mut self, text: &str, out: &mut Output) {
        self.changes.add("text", "A QR code was replaced by what it says");
        if text.starts_with("http://") || text.starts_with("https://") {
            out.push_block(&html::link(text, ""));
        } else {
            out.push_block(&format!("<p>{}</p>", html::escape(&text.replace('\n', " "))));
        }
    }

    /// Returns the address of the text that a reference names.
    pub(super) fn reference(&mut self, reference: &str) -> String {
        let (path, fragment) = reference.split_at(reference.find('#').unwrap_or(reference.len()));
        if path.is_empty() || path.contains("://") {
            return reference.to_owned();
        }
        if let Some(address) = self.index.address_of(path, self.document) {
            return format!("{address}{fragment}");
        }
        self.changes.add(
            "text",
            format!("The text {path} that a link names is not in the export"),
        );
        let path = path.trim_start_matches('/').trim_end_matches(".md");
        let path: String = path
            .chars()
            .filter(|character| !character.is_whitespace())
            .collect();
        format!("/{path}{fragment}")
    }
}

fn push_video(address: &str, call: &Call, out: &mut Output) -> Option<()> {
    let id = call.argument(&["id", "videoId"], 0)?;
    let address = if id.contains("://") {
        id.to_owned()
    } else {
        format!("{address}{id}")
    };
    out.push_block(&html::embed(&address));
    Some(())
}

/// Returns where the text within a short code ends, and where the mark that ends it does.
fn closing(text: &str, name: &str, from: usize) -> Option<(usize, usize)> {
    let mut depth = 1_usize;
    let mut scan = Scan::new(text);
    let mut at = from;
    loop {
        at = scan.find("{{", at)?;
        let start = at;
        at += 2;
        let end_mark = match text[at..].chars().next() {
            Some('<') => ">}}",
            Some('%') => "%}}",
            _ => continue,
        };
        at += 1;
        let inner = text[at..].trim_start();
        if !inner
            .strip_prefix('/')
            .unwrap_or(inner)
            .trim_start()
            .starts_with(name)
        {
            continue;
        }
        let Some(end) = scan.find(end_mark, at).filter(|end| end - at <= MARK_MAX) else {
            continue;
        };
        match Call::parse(&text[at..end]) {
            Some(call) if call.name == name && call.ends => depth -= 1,
            Some(call) if call.name == name && !call.is_empty => depth += 1,
            _ => continue,
        }
        if depth == 0 {
            return Some((start, end + end_mark.len()));
        }
    }
}
