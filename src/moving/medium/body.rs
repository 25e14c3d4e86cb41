//! The text of a story: its blocks, which Medium calls grafs, as HTML.

use dom_query::NodeRef;

use super::inline::{self, address_of, plain};
use crate::moving::html;
use crate::moving::item::Change;
use crate::moving::marks::report;

/// The HTML of a story, and what was found in it.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) html: String,
    /// The address of the picture that stands for the story.
    pub(super) cover: Option<String>,
    pub(super) changes: Vec<Change>,
    /// Whether it has its title, as posts do.
    pub(super) has_title: bool,
    /// Whether it has paragraphs and quotes alone, as answers do.
    pub(super) is_plain: bool,
    /// The title, without white space.
    title: String,
    /// The code of the last block, as long as nothing comes after it: blank lines split it.
    code: Option<String>,
}

impl Body {
    /// Reads the body of a story with a title.
    pub(super) fn read(body: &NodeRef<'_>, title: &str) -> Self {
        let mut read = Self {
            is_plain: true,
            title: squeezed(title),
            ..Self::default()
        };
        read.blocks(body);
        read.end_code();
        read
    }

    fn blocks(&mut self, parent: &NodeRef<'_>) {
        for node in parent.children_it(false) {
            if node.is_text() {
                let text = node.text();
                if !text.trim().is_empty() {
                    self.push(&format!("<p>{}</p>", html::escape(text.trim())));
                }
            } else if let Some(name) = node.node_name() {
                self.block(&node, &name);
            }
        }
    }

    fn push(&mut self, html: &str) {
        self.end_code();
        self.html.push_str(html);
    }

    fn end_code(&mut self) {
        if let Some(code) = self.code.take() {
            self.html.push_str(&html::code_block("", &code));
        }
    }

    fn block(&mut self, node: &NodeRef<'_>, name: &str) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(node, name),
            "p" => self.paragraph(node),
            "blockquote" => self.quote(node),
            "pre" => self.code(node),
            "ul" | "ol" => self.list(node, name),
            "figure" => self.figure(node),
            "iframe" | "script" => self.embed(node, ""),
            "img" => self.picture(node, None, ""),
            // What divides sections; the first has nothing before it.
            "hr" if self.html.is_empty() && self.code.is_none() => {}
            "hr" => self.push("<hr>"),
            _ if node.has_class("graf--mixtapeEmbed") => self.card(node),
            "section" | "div" | "article" | "main" | "header" | "center" => {
                self.background(node);
                self.blocks(node);
            }
            "style" | "template" | "noscript" | "button" => {}
            _ => {
                self.is_plain = false;
                self.push(&node.html());
            }
        }
    }

    fn heading(&mut self, node: &NodeRef<'_>, name: &str) {
        let is_title = !self.title.is_empty() && squeezed(&node.text()) == self.title;
        if node.has_class("graf--title") || (!self.has_title && self.html.is_empty() && is_title) {
            self.has_title = true;
            return;
        }
        let content = inline::html(node);
        if content.trim().is_empty() {
            return;
        }
        if node.has_class("graf--subtitle") || node.has_class("graf--kicker") {
            self.push(&format!("<p><em>{content}</em></p>"));
            let reason = "The lines above and below the title are paragraphs of the text";
            report(&mut self.changes, "text", reason);
            return;
        }
        self.is_plain = false;
        // Medium's larger headings are h3, its smaller ones h4; h1 is the title here.
        let level = match name {
            "h4" => "h3",
            "h5" => "h4",
            "h6" => "h5",
            _ => "h2",
        };
        self.push(&format!("<{level}>{content}</{level}>"));
    }

    fn paragraph(&mut self, node: &NodeRef<'_>) {
        // Old stories have their pictures and embeds in paragraphs too.
        let frame = node.descendants_it().find(|inner| inner.has_name("iframe"));
        if let Some(frame) = frame {
            self.embed(&frame, "");
            return;
        }
        let content = inline::html(node);
        if !content.replace("<br>", "").trim().is_empty() {
            self.push(&format!("<p>{}</p>", content.trim()));
        }
    }

    fn quote(&mut self, node: &NodeRef<'_>) {
        if node.has_class("twitter-tweet") || node.has_class("twitter-video") {
            let links: Vec<_> = node
                .descendants_it()
                .filter(|inner| inner.has_name("a"))
                .collect();
            if let Some(address) = links.last().and_then(address_of) {
                self.link_to_embed(&address);
            }
            return;
        }
        let content = inline::html(node);
        if !content.trim().is_empty() {
            self.push(&format!("<blockquote><p>{}</p></blockquote>", content.trim()));
        }
    }

    fn code(&mut self, node: &NodeRef<'_>) {
        self.is_plain = false;
        let code = inline::code(node);
        let language = node.attr("data-code-block-lang");
        let mode = node.attr("data-code-block-mode");
        // Stories from before languages split code at blank lines.
        if language.is_none() && mode.is_none() {
            self.code = Some(match self.code.take() {
                Some(before) => format!("{before}\n\n{code}"),
                None => code,
            });
            return;
        }
        let language = language.unwrap_or_default();
        self.push(&html::code_block(&language, &code));
    }

    fn list(&mut self, node: &NodeRef<'_>, name: &str) {
        self.is_plain = false;
        let start = node.attr("start").filter(|start| start.parse::<u32>().is_ok());
        let start = start
            .map(|start| format!(" start=\"{start}\""))
            .unwrap_or_default();
        let items: String = node
            .element_children()
            .iter()
            .flat_map(|item| {
                [
                    "<li>".to_owned(),
                    inline::html(item).trim().to_owned(),
                    "</li>".to_owned(),
                ]
            })
            .collect();
        self.push(&format!("<{name}{start}>{items}</{name}>"));
    }

    fn figure(&mut self, node: &NodeRef<'_>) {
        self.is_plain = false;
        let mut picture = None;
        let mut link = None;
        let mut embed = None;
        let mut caption = String::new();
        for inner in node.descendants_it() {
            match inner.node_name().as_deref() {
                Some("img") if picture.is_none() => picture = Some(inner),
                Some("a") if picture.is_none() && caption.is_empty() => link = address_of(&inner),
                Some("figcaption") if caption.is_empty() => {
                    inline::html(&inner).trim().clone_into(&mut caption);
                }
                Some("iframe" | "script" | "blockquote") if embed.is_none() => embed = Some(inner),
                _ => {}
            }
        }
        match (embed, picture) {
            (Some(embed), _) if embed.has_name("blockquote") => self.quote(&embed),
            (Some(embed), _) => self.embed(&embed, &caption),
            (None, Some(picture)) => self.picture(&picture, link, &caption),
            (None, None) => self.blocks(node),
        }
    }

    fn picture(&mut self, node: &NodeRef<'_>, link: Option<String>, caption: &str) {
        self.is_plain = false;
        let source = ["data-src", "src"].iter().find_map(|name| node.attr(name));
        let Some(source) = source.filter(|source| !source.trim().is_empty()) else {
            return;
        };
        if node
            .attr("data-is-featured")
            .is_some_and(|featured| &*featured == "true")
        {
            self.cover = Some(source.to_string());
        }
        let alt = node.attr("alt").unwrap_or_default();
        match link {
            Some(address) => {
                let linked = format!(
                    "<a href=\"{}\"><img src=\"{}\" alt=\"{}\"></a>",
                    html::escape(&address),
                    html::escape(&source),
                    html::escape(&alt)
                );
                self.push(&if caption.is_empty() {
                    format!("<p>{linked}</p>")
                } else {
                    format!("<figure>{linked}<figcaption>{caption}</figcaption></figure>")
                });
            }
            None => self.push(&html::picture(&source, &alt, caption)),
        }
    }

    /// Writes a frame, or the script of a gist.
    fn embed(&mut self, node: &NodeRef<'_>, caption: &str) {
        self.is_plain = false;
        let source = ["src", "data-src"].iter().find_map(|name| node.attr(name));
        let Some(address) = source.and_then(|source| inline::web_address(&source)) else {
            return;
        };
        let address = inline::embedded(&address);
        // Other scripts only serve what stands beside them.
        if node.has_name("script") && !address.starts_with("https://gist.github.com/") {
            return;
        }
        if html::video(&address).is_some() {
            self.push(&html::embed(&address));
        } else {
            self.link_to_embed(&address);
        }
        if !caption.is_empty() {
            self.push(&format!("<p><em>{caption}</em></p>"));
        }
    }

    fn link_to_embed(&mut self, address: &str) {
        self.is_plain = false;
        let host = address.split('/').nth(2).unwrap_or(address);
        let reason = if address.contains("medium.com/media/") {
            "What was embedded is known to Medium alone, and became a link to it".to_owned()
        } else {
            format!("What was embedded from {host} became a link")
        };
        report(&mut self.changes, "text", reason);
        self.push(&html::link(address, ""));
    }

    /// Writes the card of a page elsewhere: a link with its title, and what the card says.
    fn card(&mut self, node: &NodeRef<'_>) {
        self.is_plain = false;
        let links: Vec<_> = node
            .descendants_it()
            .filter(|inner| inner.has_name("a"))
            .collect();
        let Some(address) = links.first().and_then(address_of) else {
            return;
        };
        let part = |name: &str| {
            let found = node.descendants_it().find(|inner| inner.has_name(name));
            found.map(|inner| plain(&inner)).unwrap_or_default()
        };
        let (title, description) = (part("strong"), part("em"));
        let shown = if title.is_empty() { address.clone() } else { title };
        let description = if description.is_empty() {
            String::new()
        } else {
            format!("<br>{}", html::escape(&description))
        };
        self.push(&format!(
            "<p><a href=\"{}\">{}</a>{description}</p>",
            html::escape(&address),
            html::escape(&shown)
        ));
    }

    /// Writes the picture behind a section.
    fn background(&mut self, node: &NodeRef<'_>) {
        let style = node.attr("style").unwrap_or_default();
        let Some((_, address)) = style.split_once("url(") else {
            return;
        };
        let address = address.split(')').next().unwrap_or_default();
        if let Some(address) = inline::web_address(address.trim_matches(['"', '\'', ' '])) {
            self.is_plain = false;
            self.push(&html::picture(&address, "", ""));
        }
    }
}

/// Returns a text by which titles are compared: Medium writes quotes and spaces in several ways.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|character| character.is_alphanumeric())
        .collect()
}
