//! The cards of Ghost's editors, which mobiledoc, Lexical and the finished HTML have with the same parts.

use serde_json::Value;

use super::page::Page;
use super::value::{filled, flag, list, text};
use crate::content::{markdown_to_html, plain_text};
use crate::moving::html::{self, escape};

/// The segment of readers of a card that nobody sees on the web.
const NOBODY: &str = "";

/// Appends what a card says.
pub(super) fn write(name: &str, card: &Value, page: &mut Page) {
    match audience(card) {
        Audience::Everybody => {}
        Audience::Members => page.restriction = Some("It has a part for members alone"),
        Audience::Emails => return page.note("A part that was in emails alone was left out"),
    }
    match name {
        "image" => picture(card, page),
        "gallery" => gallery(card, page),
        "code" | "codeblock" | "code-block" => code(card, page),
        "html" => page.push(&text(card, "html")),
        "markdown" | "card-markdown" => markdown(card, page),
        "hr" | "horizontalrule" => page.push("<hr>"),
        "bookmark" => bookmark(card, page),
        "embed" => embed(card, page),
        "callout" => callout(card, page),
        "toggle" => toggle(card, page),
        "button" => button(card, "buttonText", "buttonUrl", page),
        "file" => file(card, page),
        "audio" => media("A recording", card, &text(card, "title"), page),
        "video" => media("A video", card, "", page),
        "product" => product(card, page),
        "header" => header(card, page),
        "call-to-action" => call_to_action(card, page),
        "paywall" => page.push("<!--members-only-->"),
        "email" | "email-cta" => page.note("A part that was in emails alone was left out"),
        "signup" => page.note(left_out("A form to sign up", &text(card, "header"))),
        "transistor" | "collection" => page.note("A list that Ghost makes anew at each visit was left out"),
        "at-link" | "at-link-search" | "zwnj" => {}
        _ => unknown(name, card, page),
    }
}

enum Audience {
    Everybody,
    Members,
    Emails,
}

/// Returns who sees a card, as any version of Ghost says it.
fn audience(card: &Value) -> Audience {
    let Some(visibility) = card.get("visibility").filter(|visibility| visibility.is_object()) else {
        return Audience::Everybody;
    };
    let is_off = |of: &Value, name: &str| of.get(name).is_some_and(|value| value == &Value::Bool(false));
    match visibility.get("web") {
        Some(web) if is_off(web, "nonMember") => {
            if web.get("memberSegment").is_some_and(|segment| segment == NOBODY) {
                Audience::Emails
            } else {
                Audience::Members
            }
        }
        None if flag(visibility, "emailOnly") || is_off(visibility, "showOnWeb") => Audience::Emails,
        _ => Audience::Everybody,
    }
}

/// Returns that something was left out, with its heading if it has one.
fn left_out(what: &str, heading_html: &str) -> String {
    let heading = plain_text(heading_html);
    if heading.is_empty() {
        format!("{what} was left out")
    } else {
        format!("{what} was left out: “{heading}”")
    }
}

fn picture(card: &Value, page: &mut Page) {
    page.push(&picture_of(card, &text(card, "caption")));
}

fn picture_of(image: &Value, caption_html: &str) -> String {
    let (source, alt) = (text(image, "src"), text(image, "alt"));
    if source.trim().is_empty() {
        return String::new();
    }
    let picture = html::picture(&source, &alt, caption_html);
    match filled(image, "href") {
        // The picture is the only element without content.
        Some(address) => match picture.split_once("<img ") {
            Some((before, rest)) => {
                let (image, after) = rest.split_once('>').unwrap_or((rest, ""));
                format!(
                    "{before}<a href=\"{}\"><img {image}></a>{after}",
                    escape(&address)
                )
            }
            None => picture,
        },
        None => picture,
    }
}

fn gallery(card: &Value, page: &mut Page) {
    let images = list(card, "images");
    let caption = text(card, "caption");
    for (number, image) in images.iter().enumerate() {
        let own = text(image, "caption");
        let is_last = number + 1 == images.len();
        let caption = if is_last && !caption.trim().is_empty() {
            &caption
        } else {
            &own
        };
        page.push(&picture_of(image, caption));
    }
    page.note("A gallery became single pictures");
}

fn code(card: &Value, page: &mut Page) {
    page.push(&html::code_block(&text(card, "language"), &text(card, "code")));
    caption(card, page);
}

/// Appends the caption of a card as a paragraph.
fn caption(card: &Value, page: &mut Page) {
    if let Some(caption) = filled(card, "caption") {
        page.push(&format!("<p><em>{caption}</em></p>"));
    }
}

fn markdown(card: &Value, page: &mut Page) {
    let markdown = text(card, "markdown");
    match markdown_to_html(&markdown) {
        Ok(html) => page.push(&html),
        Err(error) => {
            page.push(&html::code_block("markdown", &markdown));
            page.note(format!("A text in Markdown became a block of code: {error}"));
        }
    }
}

fn bookmark(card: &Value, page: &mut Page) {
    let metadata = card.get("metadata").unwrap_or(card);
    let address = filled(card, "url").or_else(|| filled(metadata, "url"));
    let Some(address) = address else {
        return page.note("A bookmark without an address was left out");
    };
    let title = filled(metadata, "title").unwrap_or_else(|| address.clone());
    page.push(&format!(
        "<p><a href=\"{}\">{}</a>",
        escape(address.trim()),
        escape(title.trim())
    ));
    let places: Vec<String> = ["publisher", "author"]
        .iter()
        .filter_map(|name| filled(metadata, name))
        .map(|place| escape(place.trim()))
        .collect();
    if !places.is_empty() {
        page.push(&format!(" ({})", places.join(", ")));
    }
    if let Some(description) = filled(metadata, "description") {
        page.push(&format!(": {}", escape(description.trim())));
    }
    page.push("</p>");
    caption(card, page);
    page.note("A bookmark became a link with its description");
}

fn embed(card: &Value, page: &mut Page) {
    let (address, html) = (text(card, "url"), text(card, "html"));
    if html::video(&address).is_some() {
        page.push(&html::embed(&address));
    } else if address.trim().is_empty() || html.contains("<blockquote") {
        // What is in it becomes links where the HTML is read, and a quoted message keeps its words.
        page.push(&html);
    } else {
        page.push(&html::link(address.trim(), &title_of(card)));
        page.note(EMBED);
    }
    caption(card, page);
}

/// The note that a frame became a link.
pub(super) const EMBED: &str =
    "An embedded page became a link, as this site embeds videos of YouTube and Vimeo alone";

fn title_of(card: &Value) -> String {
    let title = card
        .get("metadata")
        .and_then(|metadata| filled(metadata, "title"));
    title.unwrap_or_default()
}

fn callout(card: &Value, page: &mut Page) {
    let emoji = text(card, "calloutEmoji");
    let emoji = emoji.trim();
    let named = CALLOUTS
        .iter()
        .find(|(_, emojis, _)| emojis.iter().any(|named| emoji.starts_with(named)));
    let colour = text(card, "backgroundColor");
    let by_colour = || {
        CALLOUTS
            .iter()
            .find(|(_, _, colours)| colours.contains(&&*colour))
    };
    let kind = named.or_else(by_colour).map_or("note", |(kind, _, _)| *kind);
    let mut content = text(card, "calloutText").into_owned();
    if named.is_none() && !emoji.is_empty() {
        content.insert_str(0, &format!("{} ", escape(emoji)));
    }
    page.push(&html::callout(kind, &blocks(&content)));
}

/// The kinds of callouts, with the emojis and the colours of Ghost that say the same.
const CALLOUTS: [(&str, &[&str], &[&str]); 5] = [
    ("tip", &["💡", "✅", "👍", "⭐"], &["green"]),
    ("warning", &["⚠", "🚧"], &["yellow"]),
    ("caution", &["🚨", "🛑", "⛔", "❌", "🔥", "☠"], &["red"]),
    ("important", &["❗", "‼", "📢", "📣"], &["purple"]),
    ("note", &["ℹ", "📌", "📝", "👉"], &[]),
];

/// Returns HTML as blocks: a line of text becomes a paragraph.
fn blocks(html: &str) -> String {
    let begins = html.trim_start();
    let is_block = [
        "<p",
        "<ul",
        "<ol",
        "<h",
        "<blockquote",
        "<pre",
        "<div",
        "<fig",
        "<table",
    ]
    .iter()
    .any(|block| begins.starts_with(block));
    if is_block || begins.is_empty() {
        html.to_owned()
    } else {
        format!("<p>{}</p>", html.trim())
    }
}

fn toggle(card: &Value, page: &mut Page) {
    page.push(&format!(
        "<details><summary>{}</summary>{}</details>",
        text(card, "heading").trim(),
        blocks(&text(card, "content"))
    ));
}

fn button(card: &Value, label: &str, address: &str, page: &mut Page) {
    if let Some(address) = filled(card, address) {
        page.push(&html::link(address.trim(), &text(card, label)));
    }
}

fn file(card: &Value, page: &mut Page) {
    let Some(address) = filled(card, "src") else {
        return;
    };
    let name = filled(card, "fileTitle").or_else(|| filled(card, "fileName"));
    let size = match card.get("fileSize") {
        Some(Value::Number(bytes)) => bytes.as_u64().map(size_of_bytes),
        _ => filled(card, "fileSize"),
    };
    let size = size.map_or(String::new(), |size| format!(" ({})", escape(size.trim())));
    let name = name.unwrap_or_else(|| last_part(&address).to_owned());
    page.push(&format!(
        "<p><a href=\"{}\">{}</a>{size}</p>",
        escape(address.trim()),
        escape(name.trim())
    ));
    if let Some(description) = filled(card, "fileCaption") {
        page.push(&format!("<p>{}</p>", escape(&description)));
    }
    page.note("A file became a link to its old address, as this site keeps pictures alone");
}

fn size_of_bytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KB", bytes.div_ceil(1024)),
        _ => format!("{} MB", bytes.div_ceil(1_048_576)),
    }
}

fn last_part(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.trim_end_matches('/').rsplit('/').next();
    name.filter(|name| !name.is_empty()).unwrap_or(address)
}

/// Appends a link to a file that plays.
fn media(what: &str, card: &Value, title: &str, page: &mut Page) {
    let Some(address) = filled(card, "src") else {
        return;
    };
    let name = filled(card, "fileName").unwrap_or_else(|| last_part(&address).to_owned());
    let title = if title.trim().is_empty() { &name } else { title };
    page.push(&html::link(address.trim(), title));
    caption(card, page);
    page.note(format!(
        "{what} became a link to its old address, as this site keeps pictures alone"
    ));
}

fn product(card: &Value, page: &mut Page) {
    if let Some(title) = filled(card, "productTitle") {
        page.push(&format!("<h4>{title}</h4>"));
    }
    if let Some(source) = filled(card, "productImageSrc") {
        page.push(&html::picture(&source, "", ""));
    }
    if flag(card, "productRatingEnabled") {
        let stars = card.get("productStarRating").and_then(Value::as_u64);
        let stars = usize::try_from(stars.unwrap_or(5)).unwrap_or(5).min(5);
        page.push(&format!("<p>{}{}</p>", "★".repeat(stars), "☆".repeat(5 - stars)));
    }
    page.push(&blocks(&text(card, "productDescription")));
    if flag(card, "productButtonEnabled") {
        button(card, "productButton", "productUrl", page);
    }
    page.note("A product became a heading, a text and a link");
}

fn header(card: &Value, page: &mut Page) {
    if let Some(source) = filled(card, "backgroundImageSrc") {
        page.push(&html::picture(&source, "", ""));
    }
    if let Some(header) = filled(card, "header") {
        page.push(&format!("<h2>{header}</h2>"));
    }
    page.push(&blocks(&text(card, "subheader")));
    if flag(card, "buttonEnabled") {
        button(card, "buttonText", "buttonUrl", page);
    }
    page.note("A header became a heading, a text and a link");
}

fn call_to_action(card: &Value, page: &mut Page) {
    if flag(card, "hasSponsorLabel") {
        page.push(&blocks(&text(card, "sponsorLabel")));
    }
    if let Some(source) = filled(card, "imageUrl") {
        page.push(&html::picture(&source, "", ""));
    }
    page.push(&blocks(&text(card, "textValue")));
    if flag(card, "showButton") {
        button(card, "buttonText", "buttonUrl", page);
    }
    page.note("A call to action became a text with a link");
}

/// Appends the HTML of a card that no version of Ghost had when this was written.
fn unknown(name: &str, card: &Value, page: &mut Page) {
    let name: String = name.chars().take(40).collect();
    match filled(card, "html").or_else(|| filled(card, "text").map(|text| blocks(&escape(&text)))) {
        Some(html) => {
            page.push(&html);
            page.note(format!("A card of the unknown kind “{name}” became text"));
        }
        None => page.note(format!("A card of the unknown kind “{name}” was left out")),
    }
}
