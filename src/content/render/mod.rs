//! Rendering of sanitised HTML for the page, complete before any script runs in the browser. All layout is fixed
//! here, so that nothing shifts later.

mod callouts;
mod code_blocks;
mod code_languages;
mod colours;
mod diagrams;
mod failures;
mod headings;
mod images;
mod math;
mod tables;
#[cfg(test)]
mod tests;
mod videos;

use std::collections::HashMap;

use dom_query::NodeRef;

pub(super) use code_blocks::LANGUAGE_CLASS;
pub(super) use headings::level as heading_level;

pub use diagrams::{DiagramPictures, FindPictures};
use failures::Failures;

use super::diagrams::has_diagrams;
use super::{image_hashes, media_hash, parse, plain_text};
use crate::domain::diagram::{ColourScheme, drawing_hash};
use crate::domain::post::RenderedArticle;

/// The version of the output of [`render_article`], which is stored with each rendered text. Raise it with every change
/// of the output for any text: texts of another version are rendered anew.
pub const RENDERER_VERSION: u32 = 3;

/// The most characters of a heading, a caption or a language in names and labels.
const LABEL_LENGTH_MAX: usize = 300;

/// The size of an image in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// The sizes of stored images and diagrams of this site, by hash.
pub type ImageSizes = HashMap<String, Size>;

/// Renders sanitised HTML. `sizes` returns the size of an image by its URL, if known; a diagram whose drawings have no
/// size stays code. HTML beyond the limits, which older versions accepted, is reduced to its words.
pub fn render_article(html: &str, sizes: &impl Fn(&str) -> Option<Size>) -> RenderedArticle {
    let mut pictures = |source: &str| stored_pictures(source, sizes);
    render(html, sizes, &mut pictures, Failures::Hidden)
}

/// Renders sanitised HTML as [`render_article`] does, with the drawings of diagrams that `pictures` returns, and with the
/// reason beside each formula and diagram that cannot be displayed.
pub fn render_preview(
    html: &str,
    sizes: &impl Fn(&str) -> Option<Size>,
    pictures: &mut FindPictures<'_>,
) -> RenderedArticle {
    render(html, sizes, pictures, Failures::Shown)
}

fn render(
    html: &str,
    sizes: &impl Fn(&str) -> Option<Size>,
    pictures: &mut FindPictures<'_>,
    failures: Failures,
) -> RenderedArticle {
    let Ok(document) = parse::parse(html) else {
        return words_only(html);
    };
    let root = document.html_root();
    let elements: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
    let headings = headings::prepare(&elements);
    callouts::prepare(&elements);
    math::prepare(&elements, failures);
    diagrams::prepare(&elements, pictures, failures);
    code_blocks::prepare(&elements);
    tables::prepare(&elements);
    images::prepare(&elements, sizes);
    videos::prepare(&elements);
    colours::prepare(&elements);
    RenderedArticle {
        html: parse::html_of(&root),
        headings,
    }
}

/// Returns the drawings of a diagram if both are stored.
fn stored_pictures(source: &str, sizes: &impl Fn(&str) -> Option<Size>) -> Result<DiagramPictures, String> {
    let [light, dark] =
        ColourScheme::ALL.map(|scheme| format!("/media/{}.svg", drawing_hash(source, scheme)));
    match (sizes(&light), sizes(&dark)) {
        (Some(size), Some(_)) => Ok(DiagramPictures { light, dark, size }),
        _ => Err(String::new()),
    }
}

/// Renders sanitised HTML for feed readers: with what no program shows by itself, but without what needs our scripts
/// and styles.
pub fn render_for_feed(html: &str, sizes: &ImageSizes) -> String {
    let has_class = |class: &&str| html.contains(*class);
    if ![callouts::CALLOUT, math::CLASS].iter().any(has_class) && !has_diagrams(html) {
        return html.to_owned();
    }
    let Ok(document) = parse::parse(html) else {
        return html.to_owned();
    };
    let root = document.html_root();
    let elements: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
    callouts::prepare(&elements);
    math::prepare(&elements, Failures::Hidden);
    diagrams::prepare_for_feed(&elements, &mut |source| {
        stored_pictures(source, &|address| size_of(address, sizes))
    });
    parse::html_of(&root)
}

/// Returns `true` if the sizes of all images of this site in HTML are known.
pub fn are_images_stored(html: &str, sizes: &ImageSizes) -> bool {
    image_hashes(html).iter().all(|hash| sizes.contains_key(hash))
}

/// Renders sanitised HTML if the sizes of all images of this site in it are known.
pub fn render_if_images_stored(html: &str, sizes: &ImageSizes) -> Option<RenderedArticle> {
    are_images_stored(html, sizes).then(|| render_with_images(html, sizes))
}

/// Renders sanitised HTML with the known sizes of images and diagrams of this site.
pub fn render_with_images(html: &str, sizes: &ImageSizes) -> RenderedArticle {
    render_article(html, &|address| size_of(address, sizes))
}

fn size_of(address: &str, sizes: &ImageSizes) -> Option<Size> {
    sizes.get(media_hash(address)?).copied()
}

fn words_only(html: &str) -> RenderedArticle {
    let mut html_of_words = String::from("<p>");
    parse::write_escaped(&mut html_of_words, &plain_text(html), false);
    html_of_words.push_str("</p>");
    RenderedArticle {
        html: html_of_words,
        headings: Vec::new(),
    }
}

/// Truncates a text for names and labels to [`LABEL_LENGTH_MAX`] characters.
fn label_of(text: &str) -> &str {
    text.char_indices()
        .nth(LABEL_LENGTH_MAX)
        .map_or(text, |(end, _)| &text[..end])
}

fn named<'a, 'tree>(
    elements: &'a [NodeRef<'tree>],
    name: &'a str,
) -> impl Iterator<Item = &'a NodeRef<'tree>> {
    elements.iter().filter(move |element| element.has_name(name))
}

fn is_one_of(node: &NodeRef<'_>, names: &[&str]) -> bool {
    node.qual_name_ref()
        .is_some_and(|name| names.contains(&&*name.local))
}

/// The nearest ancestor of a node with one of these names.
fn ancestor<'tree>(node: &NodeRef<'tree>, names: &[&str]) -> Option<NodeRef<'tree>> {
    node.ancestors_it(None)
        .find(|ancestor| is_one_of(ancestor, names))
}

/// Creates an element in the tree of `sibling`.
fn element<'tree>(sibling: &NodeRef<'tree>, name: &str, attributes: &[(&str, &str)]) -> NodeRef<'tree> {
    let created = sibling.tree.new_element(name);
    for (name, value) in attributes {
        created.set_attr(name, value);
    }
    created
}

/// Adds a declaration to the style of an element.
fn declare(element: &NodeRef<'_>, property: &str, value: &str) {
    let style = element.attr("style").unwrap_or_default();
    let before = style.trim().trim_end_matches(';');
    let separator = if before.is_empty() { "" } else { "; " };
    element.set_attr("style", &format!("{before}{separator}{property}: {value}"));
}
