//! What of an author's HTML is let in: what the editor can make and what written articles need, and
//! nothing that runs, frames, listens or reaches beyond the article.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};
use dom_query::{Document, NodeRef};
use url::Url;

use super::parse::{self, TooComplex};
use crate::domain::post::CONTENT_BYTES_MAX;

/// Keeps the ids of articles apart from those of the page around them.
const ID_PREFIX: &str = "user-content-";

/// Players that may be framed: host, and the folder in which the videos lie.
const PLAYERS: [(&str, &str); 3] = [
    ("www.youtube.com", "embed"),
    ("www.youtube-nocookie.com", "embed"),
    ("player.vimeo.com", "video"),
];

/// Classes of the editor that stay in stored articles.
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
/// Elements that are taken out with everything in them.
const TAKEN_OUT: [&str; 10] = [
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
        .clean_content_tags(TAKEN_OUT.into())
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

/// The HTML with everything taken out that is not on the allow-list. Doing it again changes nothing.
///
/// # Errors
/// [`TooComplex`] for what nobody writes.
pub fn sanitise(html: &str) -> Result<String, TooComplex> {
    Unsafe::parse(html)?.sanitised()
}

/// An author's HTML, parsed and not sanitised yet.
pub struct Unsafe<'html> {
    given: &'html str,
    document: Document,
    is_changed: bool,
}

impl<'html> Unsafe<'html> {
    /// Parses HTML within limits.
    ///
    /// # Errors
    /// [`TooComplex`] beyond them.
    pub fn parse(given: &'html str) -> Result<Self, TooComplex> {
        Ok(Self {
            given,
            document: parse::parse(given)?,
            is_changed: false,
        })
    }

    /// Gives each picture that is written out as a `data:` address the address that `store` gives it.
    ///
    /// # Errors
    /// What `store` gives.
    pub fn store_pictures<E>(&mut self, mut store: impl FnMut(&str) -> Result<String, E>) -> Result<(), E> {
        let mut addresses = HashMap::new();
        let root = self.document.html_root();
        let elements: Vec<NodeRef<'_>> = root.descendants_it().collect();
        for image in elements.iter().filter(|element| element.has_name("img")) {
            let Some(source) = image.attr("src").filter(|source| is_written_out(source)) else {
                continue;
            };
            let address = match addresses.entry(source.to_string()) {
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

    /// The bytes of the HTML.
    pub fn size(&self) -> usize {
        if self.is_changed {
            parse::html_of(&self.document.html_root()).len()
        } else {
            self.given.len()
        }
    }

    /// What [`sanitise`] makes of it.
    ///
    /// # Errors
    /// [`TooComplex`], for what is taken out can leave elements that are parsed in another way.
    pub fn sanitised(&self) -> Result<String, TooComplex> {
        let once = clean(&self.document);
        if !self.is_changed && once == self.given {
            return Ok(once);
        }
        // Whoever keeps texts refuses this one.
        if once.len() > self.given.len().max(CONTENT_BYTES_MAX) {
            return Ok(once);
        }
        let framed = if once.contains("<iframe") {
            super::tokens::without_empty_frames(&once)
        } else {
            once
        };
        // What was taken away can leave attributes in another order: once more, and they stay as they are.
        Ok(clean(&parse::parse(&framed)?))
    }
}

fn clean(document: &Document) -> String {
    let html = parse::for_sanitiser(&document.html_root(), &TAKEN_OUT);
    BUILDER.clean(&html).to_string()
}

fn is_written_out(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.scheme() == "data")
}

/// The value that an allowed attribute may have; none takes the attribute away.
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
    let kept: Vec<&str> = value
        .split_ascii_whitespace()
        .filter(|class| {
            CLASSES.contains(class)
                || is_indent(class)
                || (matches!(element, "code" | "pre") && class.starts_with("language-"))
        })
        .collect();
    (!kept.is_empty()).then(|| Cow::Owned(kept.join(" ")))
}

fn is_indent(class: &str) -> bool {
    class
        .strip_prefix("ql-indent-")
        .and_then(|level| level.parse().ok())
        .is_some_and(|level| INDENTS.contains(&level))
}

/// The colours that the editor sets, and the alignment of a table's cells.
fn styles<'value>(element: &str, value: &'value str) -> Option<Cow<'value, str>> {
    let kept: Vec<String> = value
        .split(';')
        .filter_map(|declaration| {
            let (property, value) = declaration.split_once(':')?;
            let property = property.trim().to_ascii_lowercase();
            let value = value.trim();
            let is_kept = match property.as_str() {
                "color" | "background-color" => is_colour(value),
                "text-align" => {
                    matches!(element, "td" | "th") && matches!(value, "left" | "center" | "right")
                }
                _ => false,
            };
            is_kept.then(|| format!("{property}: {value}"))
        })
        .collect();
    (!kept.is_empty()).then(|| Cow::Owned(kept.join("; ")))
}

/// `#rgb`, `#rrggbb`, `rgb(…)`, `rgba(…)` or a name.
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

/// A place on the web, an address for mail or a telephone, a page of this site, or a place in the article.
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

/// A picture on the web, one of this site, or one that is written out as base64.
fn is_picture(value: &str) -> bool {
    if value.starts_with("/media/") && is_path_of_this_site(value) {
        return true;
    }
    let Ok(url) = Url::parse(value) else {
        return false;
    };
    match url.scheme() {
        "http" | "https" => true,
        // The address as the parser reads it: without the tabs and line breaks that browsers skip.
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

/// A video of one of the players, by the address as a browser would read it.
pub(super) fn is_player(value: &str) -> bool {
    let Ok(url) = Url::parse(value) else {
        return false;
    };
    let mut folders = url.path_segments().into_iter().flatten();
    let (folder, video, rest) = (folders.next(), folders.next(), folders.next());
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
            .any(|(host, home)| url.host_str() == Some(host) && folder == Some(home))
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
