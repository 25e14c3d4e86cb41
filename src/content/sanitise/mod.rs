//! The sanitiser of authors' HTML. Allows what the editor produces and what imported articles need, and nothing
//! that runs scripts, frames other pages, handles events or affects the page around the article.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use dom_query::{Document, NodeRef};
use url::Url;

use super::parse::{self, TooComplex};
use crate::domain::post::CONTENT_BYTES_MAX;

/// The prefix that separates the ids of articles from those of the page.
const ID_PREFIX: &str = "user-content-";

/// The allowed players: host, and first path segment of the videos.
const PLAYERS: [(&str, &str); 3] = [
    ("www.youtube.com", "embed"),
    ("www.youtube-nocookie.com", "embed"),
    ("player.vimeo.com", "video"),
];

/// The classes of the editor that are allowed.
const CLASSES: [&str; 16] = [
    "ql-font-serif",
    "ql-font-monospace",
    "ql-size-small",
    "ql-size-large",
    "ql-size-huge",
    "ql-align-center",
    "ql-align-right",
    "ql-align-justify",
    "ql-direction-rtl",
    "ql-video",
    "footnotes",
    "footnote-ref",
    "footnote-backref",
    "footnotes-list",
    "footnote-item",
    "footnotes-sep",
];
/// The elements that are removed with their content.
const REMOVED: [&str; 10] = [
    "script", "style", "noscript", "template", "textarea", "select", "object", "embed", "svg", "math",
];
const INDENTS: std::ops::RangeInclusive<u8> = 1..=8;

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .add_tags(["iframe", "section", "tfoot"])
        .rm_tags([
            "area", "map", "nav", "header", "footer", "hgroup", "article", "aside", "center", "rtc",
        ])
        .clean_content_tags(REMOVED.into())
        .add_generic_attributes(["class", "id", "style", "dir"])
        .add_tag_attributes("a", ["target"])
        .add_tag_attributes("img", ["width", "height"])
        .add_tag_attributes("li", ["data-list", "value"])
        .add_tag_attributes("ol", ["reversed", "type"])
        .add_tag_attributes(
            "iframe",
            [
                "src",
                "width",
                "height",
                "allowfullscreen",
                "frameborder",
                "title",
            ],
        )
        .add_tag_attributes("details", ["open"])
        .url_schemes(["http", "https", "mailto", "tel", "data"].into())
        .url_relative(UrlRelative::PassThrough)
        .id_prefix(Some(ID_PREFIX))
        .attribute_filter(attribute);
    builder
});

/// Removes everything from HTML that is not on the allow-list. The result is a fixed point.
///
/// # Errors
/// Returns [`TooComplex`] for HTML beyond the limits.
pub fn sanitise(html: &str) -> Result<String, TooComplex> {
    UnsanitisedHtml::parse(html)?.sanitised()
}

/// An author's HTML, parsed but not yet sanitised.
pub struct UnsanitisedHtml<'html> {
    source: &'html str,
    document: Document,
    is_changed: bool,
}

impl<'html> UnsanitisedHtml<'html> {
    /// Parses HTML within limits.
    ///
    /// # Errors
    /// Returns [`TooComplex`] beyond them.
    pub fn parse(source: &'html str) -> Result<Self, TooComplex> {
        Ok(Self {
            source,
            document: parse::parse(source)?,
            is_changed: false,
        })
    }

    /// Replaces the `data:` URL of each image with the URL returned by `store`.
    ///
    /// # Errors
    /// Returns the first error of `store`.
    pub fn store_images<E>(&mut self, mut store: impl FnMut(&str) -> Result<String, E>) -> Result<(), E> {
        let mut addresses = HashMap::new();
        let root = self.document.html_root();
        let elements: Vec<NodeRef<'_>> = root.descendants_it().collect();
        for image in elements.iter().filter(|element| element.has_name("img")) {
            let Some(data_url) = image.attr("src").filter(|address| is_data_url(address)) else {
                continue;
            };
            let address = match addresses.entry(data_url.to_string()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let address = store(new.key())?;
                    new.insert(address)
                }
            };
            image.set_attr("src", address);
            self.is_changed = true;
        }
        Ok(())
    }

    /// The size of the HTML in bytes.
    pub fn size(&self) -> usize {
        if self.is_changed {
            parse::html_of(&self.document.html_root()).len()
        } else {
            self.source.len()
        }
    }

    /// Returns the sanitised HTML.
    ///
    /// # Errors
    /// Returns [`TooComplex`] when the result, parsed again, exceeds a limit.
    pub fn sanitised(&self) -> Result<String, TooComplex> {
        let first_pass = clean(&self.document);
        if !self.is_changed && first_pass == self.source {
            return Ok(first_pass);
        }
        // The caller rejects an article of this size.
        if first_pass.len() > self.source.len().max(CONTENT_BYTES_MAX) {
            return Ok(first_pass);
        }
        let without_empty_frames = if first_pass.contains("<iframe") {
            super::tokens::without_empty_frames(&first_pass)
        } else {
            first_pass
        };
        // Removals can reorder attributes: a second pass reaches the fixed point.
        Ok(clean(&parse::parse(&without_empty_frames)?))
    }
}

fn clean(document: &Document) -> String {
    let html = parse::for_sanitiser(&document.html_root(), &REMOVED);
    BUILDER.clean(&html).to_string()
}

fn is_data_url(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "data")
}

/// Filters the value of an allowed attribute; `None` removes the attribute.
fn attribute<'value>(element: &str, name: &str, value: &'value str) -> Option<Cow<'value, str>> {
    match (element, name) {
        (_, "class") => classes(element, value),
        (_, "style") => styles(element, value),
        ("a", "href") => link(value),
        ("a", "target") => (value == "_blank").then_some(Cow::Borrowed(value)),
        ("img", "src") => is_picture(value).then_some(Cow::Borrowed(value)),
        ("iframe", "src") => is_player(value).then_some(Cow::Borrowed(value)),
        ("li", "data-list") => matches!(value, "checked" | "unchecked").then_some(Cow::Borrowed(value)),
        (_, "cite") => is_on_the_web(value).then_some(Cow::Borrowed(value)),
        (_, "width" | "height") => is_length(value).then_some(Cow::Borrowed(value)),
        (_, "id") => (!value.trim().is_empty()).then_some(Cow::Borrowed(value)),
        _ => Some(Cow::Borrowed(value)),
    }
}

fn classes<'value>(element: &str, value: &'value str) -> Option<Cow<'value, str>> {
    let allowed: Vec<&str> = value
        .split_ascii_whitespace()
        .filter(|class| {
            CLASSES.contains(class)
                || is_indent(class)
                || (matches!(element, "code" | "pre") && class.starts_with("language-"))
        })
        .collect();
    (!allowed.is_empty()).then(|| Cow::Owned(allowed.join(" ")))
}

fn is_indent(class: &str) -> bool {
    class
        .strip_prefix("ql-indent-")
        .and_then(|level| level.parse().ok())
        .is_some_and(|level| INDENTS.contains(&level))
}

/// Allows the colours that the editor sets, and the alignment of table cells.
fn styles<'value>(element: &str, value: &'value str) -> Option<Cow<'value, str>> {
    let allowed: Vec<String> = value
        .split(';')
        .filter_map(|declaration| {
            let (property, value) = declaration.split_once(':')?;
            let property = property.trim().to_ascii_lowercase();
            let value = value.trim();
            let is_allowed = match property.as_str() {
                "color" | "background-color" => is_colour(value),
                "text-align" => {
                    matches!(element, "td" | "th") && matches!(value, "left" | "center" | "right")
                }
                _ => false,
            };
            is_allowed.then(|| format!("{property}: {value}"))
        })
        .collect();
    (!allowed.is_empty()).then(|| Cow::Owned(allowed.join("; ")))
}

/// Whether a value is `#rgb`, `#rrggbb`, `rgb(…)`, `rgba(…)` or a name.
fn is_colour(value: &str) -> bool {
    if let Some(digits) = value.strip_prefix('#') {
        return matches!(digits.len(), 3 | 4 | 6 | 8)
            && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    }
    let numbers = value
        .strip_prefix("rgb(")
        .or_else(|| value.strip_prefix("rgba("))
        .and_then(|rest| rest.strip_suffix(')'));
    match numbers {
        Some(numbers) => numbers
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.' | b'%' | b' ' | b'/')),
        None => !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphabetic()),
    }
}

/// Allows URLs on the web, of email addresses and phone numbers, paths of this site, and fragments.
fn link(value: &str) -> Option<Cow<'_, str>> {
    if let Some(fragment) = value.strip_prefix('#') {
        let is_prefixed = fragment.is_empty() || fragment.starts_with(ID_PREFIX);
        return Some(if is_prefixed {
            Cow::Borrowed(value)
        } else {
            Cow::Owned(format!("#{ID_PREFIX}{fragment}"))
        });
    }
    let is_reachable = match Url::parse(value) {
        Ok(url) => matches!(url.scheme(), "http" | "https" | "mailto" | "tel"),
        Err(_) => is_path_of_this_site(value),
    };
    is_reachable.then_some(Cow::Borrowed(value))
}

fn is_path_of_this_site(value: &str) -> bool {
    value.starts_with('/') && !value[1..].starts_with(['/', '\\'])
}

fn is_on_the_web(value: &str) -> bool {
    Url::parse(value).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Whether an image is on the web, of this site, or a base64 `data:` URL.
fn is_picture(value: &str) -> bool {
    if value.starts_with("/media/") && is_path_of_this_site(value) {
        return true;
    }
    let Ok(url) = Url::parse(value) else {
        return false;
    };
    match url.scheme() {
        "http" | "https" => true,
        // The URL as parsed: without the tabs and line breaks that browsers skip.
        "data" => ["png", "jpeg", "gif", "webp"].iter().any(|kind| {
            url.path()
                .strip_prefix(&format!("image/{kind};base64,"))
                .is_some_and(is_base64)
        }),
        _ => false,
    }
}

fn is_base64(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}

/// Whether the URL, as a browser parses it, is a video of one of the players.
pub(super) fn is_player(value: &str) -> bool {
    let Ok(url) = Url::parse(value) else {
        return false;
    };
    let mut segments = url.path_segments().into_iter().flatten();
    let (folder, video, rest) = (segments.next(), segments.next(), segments.next());
    let is_video = video.is_some_and(|video| {
        !video.is_empty()
            && video
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    });
    url.scheme() == "https"
        && url.port().is_none()
        && url.username().is_empty()
        && PLAYERS
            .iter()
            .any(|(host, videos)| url.host_str() == Some(host) && folder == Some(videos))
        && is_video
        && rest.is_none()
}

fn is_length(value: &str) -> bool {
    let number = value
        .strip_suffix('%')
        .or_else(|| value.strip_suffix("px"))
        .unwrap_or(value);
    (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
