//! The meanings of blocks.

use std::fmt::Write as _;

use super::Conversion;
use super::blocks::{Block, Part, parse};
use super::code;
use super::shortcodes::is_address;
use crate::content::plain_text;
use crate::moving::html;
use crate::moving::wordpress::tags::{Token, Tokens, first, inner, without};

/// Blocks whose HTML is as this site has it, or that only hold others.
const PLAIN: &[&str] = &[
    "classic",
    "details",
    "heading",
    "html",
    "jetpack/markdown",
    "list",
    "list-item",
    "missing",
    "paragraph",
];
/// Blocks around others that lay them out.
const LAYOUT: &[&str] = &[
    "accordion",
    "buttons",
    "column",
    "columns",
    "group",
    "row",
    "social-links",
    "stack",
];
/// Blocks that mean nothing in a text of this site.
const NOTHING: &[&str] = &["footnotes", "more", "nextpage", "spacer"];

/// The most shared blocks of a text.
const SHARED_MAX: usize = 100;

impl Conversion<'_> {
    /// Turns a text of the block editor into HTML with marks.
    pub(super) fn blocks(&mut self, text: &str) -> String {
        self.within(text, |conversion, text| {
            let parts = parse(text);
            let html = parts.iter().map(|part| match part {
                Part::Html(html) if html.trim().is_empty() => "\n".to_owned(),
                // What was written before there were blocks.
                Part::Html(html) => conversion.classic(html),
                Part::Block(block) => conversion.block(block),
            });
            html.collect()
        })
    }

    fn block(&mut self, block: &Block<'_>) -> String {
        let name = block.name;
        if NOTHING.contains(&name) {
            if name == "nextpage" {
                self.note("The text was divided into several pages and is one now".to_owned());
            }
            return String::new();
        }
        if PLAIN.contains(&name) {
            return self.plain(block);
        }
        if LAYOUT.contains(&name) {
            return block.children().map(|child| self.block(child)).collect();
        }
        let meaning = match name {
            "freeform" | "shortcode" => Some(self.classic(&block.html())),
            "separator" => Some("<hr>".to_owned()),
            "quote" | "pullquote" => Some(self.quote(block)),
            "table" | "flexible-table-block/table" => Some(self.table(&block.html())),
            "image" => self
                .pictures(&block.html())
                .or_else(|| self.gallery(&[block.number("id")?])),
            "gallery" | "jetpack/tiled-gallery" | "jetpack/slideshow" => self.block_gallery(block),
            "media-text" | "cover" => Some(self.beside_picture(block)),
            "verse" => Some(self.verse(&block.html())),
            "button" | "file" => self.labelled_link(&block.html()),
            "social-link" => block.attribute("url").map(|address| {
                let label = block.attribute("label").or_else(|| block.attribute("service"));
                self.file_link(address, label.unwrap_or_default())
            }),
            "block" => Some(self.shared_block(block)),
            "math" => block.attribute("latex").map(|formula| {
                let math = code::block("math", formula);
                self.keep_block(math)
            }),
            "video" | "audio" => self.recording(block),
            _ if name == "embed" || name.starts_with("core-embed/") => self.embed_block(block),
            _ => self.code_of_block(block),
        };
        meaning.unwrap_or_else(|| self.unknown(block))
    }

    /// Returns the HTML of a block with that of the blocks within it.
    fn plain(&mut self, block: &Block<'_>) -> String {
        let html = block.parts.iter().map(|part| match part {
            Part::Html(html) => self.marks(html),
            Part::Block(child) => self.block(child),
        });
        html.collect()
    }

    /// Returns what is left of a block that this site does not know.
    fn unknown(&mut self, block: &Block<'_>) -> String {
        let name = block.name;
        let html = self.plain(block);
        self.note(if html.trim().is_empty() {
            format!("The block {name} shows something that this site has not, and was left out")
        } else {
            format!("The block {name} is not known here; its text was kept")
        });
        html
    }

    /// Returns a block of code of WordPress or of a plugin; `None` if it is none.
    fn code_of_block(&mut self, block: &Block<'_>) -> Option<String> {
        let is_code = matches!(block.name, "code" | "preformatted")
            || [
                "syntaxhighlighter/",
                "enlighter/",
                "prismatic/",
                "kevinbatdorf/code-block",
                "mkaz/code",
                "hcb/",
            ]
            .iter()
            .any(|prefix| block.name.starts_with(prefix));
        if !is_code {
            return None;
        }
        let html = block.html();
        let pre = first(&html, &["pre"])?;
        let named = ["language", "lang", "codeLanguage", "highlightingMode", "langType"]
            .into_iter()
            .find_map(|name| block.attribute(name));
        let inner = inner(&html, "pre").unwrap_or_default();
        let written = block
            .attribute("code")
            .filter(|_| block.name.starts_with("kevinbatdorf/"));
        let block = match (named, written) {
            (None, None) => code::preformatted(&pre, inner),
            (named, Some(written)) => {
                code::block(named.unwrap_or_default(), &code::text_of_shortcode(written))
            }
            (Some(named), None) => code::block(named, &code::text(inner)),
        };
        Some(self.keep_block(block))
    }

    fn quote(&mut self, block: &Block<'_>) -> String {
        let mut quote = String::new();
        for part in &block.parts {
            match part {
                Part::Html(html) => {
                    let html = without(html, &["blockquote", "figure"]);
                    let html = html
                        .replace("<cite>", "<p><cite>")
                        .replace("</cite>", "</cite></p>");
                    quote.push_str(&self.marks(html.trim()));
                }
                Part::Block(child) => quote.push_str(&self.block(child)),
            }
        }
        // Old quotes have their text without a paragraph.
        let is_bare = first(&quote, &["p", "ul", "ol", "pre", "blockquote", "h2", "h3"]).is_none();
        if is_bare && !quote.contains("\0B") {
            quote = format!("<p>{}</p>", quote.trim());
        }
        format!("<blockquote>{quote}</blockquote>")
    }

    fn table(&mut self, html: &str) -> String {
        let caption = inner(html, "figcaption").map(str::trim).unwrap_or_default();
        let table = inner(html, "table").map(|inner| format!("<table>{inner}</table>"));
        let mut shown = self.marks(table.as_deref().unwrap_or(html));
        if !caption.is_empty() && table.is_some() {
            let _ = write!(shown, "<p>{}</p>", self.marks(caption));
        }
        shown
    }

    /// Returns the pictures of a gallery, whether they are blocks of their own or not, and its caption.
    fn block_gallery(&mut self, block: &Block<'_>) -> Option<String> {
        let own = block.html();
        let children: String = block.children().map(|child| self.block(child)).collect();
        let mut gallery = if children.is_empty() {
            let ids: Vec<u64> = match block.attributes.get("ids").and_then(|ids| ids.as_array()) {
                Some(ids) => ids.iter().filter_map(serde_json::Value::as_u64).collect(),
                None => Vec::new(),
            };
            self.pictures(&own).or_else(|| self.gallery(&ids))?
        } else {
            children
        };
        let caption = if block.children().next().is_some() {
            inner(&own, "figcaption")
        } else {
            own.split_once("blocks-gallery-caption")
                .and_then(|(_, rest)| rest.split_once('>'))
                .and_then(|(_, rest)| rest.split_once("</figcaption"))
                .map(|(caption, _)| caption)
        };
        if let Some(caption) = caption.filter(|caption| !caption.trim().is_empty()) {
            let _ = write!(gallery, "<p>{}</p>", self.marks(caption.trim()));
        }
        Some(gallery)
    }

    /// Returns a picture and the blocks that stand beside it or on it.
    fn beside_picture(&mut self, block: &Block<'_>) -> String {
        let own = block.html();
        let pictures = self.pictures(&own).or_else(|| {
            let address = block.attribute("url").or_else(|| block.attribute("mediaUrl"))?;
            let picture = html::picture(address, block.attribute("alt").unwrap_or_default(), "");
            Some(self.keep_block(picture))
        });
        let mut shown = pictures.unwrap_or_default();
        if let Some(video) = first(&own, &["video"])
            && let Some(embedded) = self.embedded_element(&video, "")
        {
            shown.push_str(&embedded);
        }
        shown.extend(block.children().map(|child| self.block(child)));
        shown
    }

    /// Returns a poem, whose lines count.
    fn verse(&mut self, html: &str) -> String {
        let lines = self.marks(inner(html, "pre").unwrap_or(html).trim());
        format!("<p>{}</p>", lines.replace('\n', "<br>"))
    }

    /// Returns the link of a button, or of a file to load.
    fn labelled_link(&mut self, html: &str) -> Option<String> {
        let (address, label) = links(html).into_iter().next()?;
        Some(self.file_link(&address, &label))
    }

    /// Returns a block that several posts show.
    fn shared_block(&mut self, block: &Block<'_>) -> String {
        let library = self.surroundings.library;
        // One that shows itself would never end.
        self.shared_blocks += 1;
        let id = block.number("ref").filter(|_| self.shared_blocks <= SHARED_MAX);
        if let Some(shared) = id.and_then(|id| library.shared_block(id)) {
            return self.blocks(shared);
        }
        self.note("A block that several posts share is not in the export and was left out".to_owned());
        String::new()
    }

    /// Returns a film or a sound.
    fn recording(&mut self, block: &Block<'_>) -> Option<String> {
        let html = block.html();
        let element = first(&html, &["video", "audio"])?;
        let shown = self.embedded_element(&element, &html)?;
        Some(self.with_caption(shown, &html))
    }

    fn embed_block(&mut self, block: &Block<'_>) -> Option<String> {
        let html = block.html();
        let written = || {
            let text = plain_text(&without(&html, &["figcaption"]));
            text.split_whitespace()
                .find(|word| is_address(word))
                .map(str::to_owned)
        };
        let address = block.attribute("url").map(str::to_owned).or_else(written)?;
        let shown = self.embed(&address);
        Some(self.with_caption(shown, &html))
    }

    fn with_caption(&mut self, shown: String, html: &str) -> String {
        match inner(html, "figcaption")
            .map(str::trim)
            .filter(|caption| !caption.is_empty())
        {
            Some(caption) => format!("{shown}<p>{}</p>", self.marks(caption)),
            None => shown,
        }
    }
}

/// Returns the links of HTML that are more than a place within it, with their texts.
fn links(html: &str) -> Vec<(String, String)> {
    let mut links = Vec::new();
    let mut tokens = Tokens::new(html);
    while let Some(token) = tokens.next() {
        if let Token::Tag(tag) = token
            && tag.begins("a")
            && let Some(address) = tag.attribute("href").filter(|address| !address.trim().is_empty())
        {
            let label = tokens.until_end("a").map(plain_text).unwrap_or_default();
            links.push((address, label));
        }
    }
    links
}
