//! Pictures load when they come near, open large, and have their place before they come.

use std::collections::{HashMap, HashSet};

use dom_query::{NodeId, NodeRef};

use super::{Size, around, declare, element, is_one_of, named};
use crate::content::tokens::INLINE;

/// In pixels. Smaller ones (badges, icons) gain nothing from being opened, or from a line of their own.
const SMALLEST_TO_OPEN: u32 = 240;
/// What a picture stands in.
const HOLDERS: [&str; 8] = ["p", "figure", "div", "li", "td", "th", "section", "blockquote"];
/// What may stand with a picture without being the text beside it.
const BLOCKS: [&str; 5] = ["figcaption", "div", "p", "ul", "ol"];

/// Settles how every picture loads, how much room it takes and whether it opens.
pub(super) fn prepare(elements: &[NodeRef<'_>], sizes: &impl Fn(&str) -> Option<Size>) {
    let mut holders = HashMap::new();
    for image in named(elements, "img") {
        image.set_attr("loading", "lazy");
        image.set_attr("decoding", "async");
        image.set_attr("referrerpolicy", "no-referrer");
        let size = settle_size(image, image.attr("src").and_then(|source| sizes(&source)));
        let is_small = pixels(image, "width").is_some_and(|width| width < SMALLEST_TO_OPEN);
        // A picture with text on one side only may turn out a chart: it gets room while nobody knows.
        let is_apart = around(image, &HOLDERS).is_none_or(|node| {
            let holder = holders.entry(node.id).or_insert_with(|| Holder::of(&node));
            !holder.has_text || (size.is_none() && !holder.amid_text.contains(&image.id))
        });
        if is_apart && !(is_small && size.is_some()) {
            image.set_attr("data-alone", "");
        }
        if !is_small && around(image, &["a", "button", "summary"]).is_none() {
            wrap_in_button(image);
        }
    }
}

/// The size at which a picture is shown, written where the layout finds it before the picture is there.
fn settle_size(image: &NodeRef<'_>, natural: Option<Size>) -> Option<Size> {
    let size = match (pixels(image, "width"), natural) {
        (Some(width), Some(natural)) => Some(scaled(natural, width)),
        (None, Some(natural)) if !image.has_attr("width") => Some(natural),
        (Some(width), None) => pixels(image, "height").map(|height| Size { width, height }),
        _ => None,
    };
    match size {
        Some(Size { width, height }) => {
            image.set_attr("width", &width.to_string());
            image.set_attr("height", &height.to_string());
            // Also when the attributes of another site are wrong, or the picture does not come.
            declare(image, "aspect-ratio", &format!("{width} / {height}"));
        }
        None => image.set_attr("data-unsized", ""),
    }
    size
}

fn scaled(natural: Size, width: u32) -> Size {
    let height = u64::from(natural.height) * u64::from(width) / u64::from(natural.width.max(1));
    Size {
        width,
        height: u32::try_from(height).unwrap_or(u32::MAX).max(1),
    }
}

/// An attribute in pixels, as browsers read it; none for a part of the line's length.
fn pixels(image: &NodeRef<'_>, attribute: &str) -> Option<u32> {
    let value = image.attr(attribute)?;
    let number = value.strip_suffix("px").unwrap_or(&value);
    number.parse().ok().filter(|pixels| *pixels > 0)
}

fn wrap_in_button(image: &NodeRef<'_>) {
    let description = image.attr("alt").filter(|alt| !alt.is_empty());
    let label = match description {
        Some(description) => format!("Open image: {description}"),
        None => "Open image".to_owned(),
    };
    let button = element(
        image,
        "button",
        &[
            ("type", "button"),
            ("class", "picture"),
            ("aria-haspopup", "dialog"),
            ("aria-label", &label),
        ],
    );
    image.wrap_node(&button);
}

/// The text around the pictures of an element.
struct Holder {
    has_text: bool,
    /// The pictures with text before and behind them on their line.
    amid_text: HashSet<NodeId>,
}

impl Holder {
    fn of(holder: &NodeRef<'_>) -> Self {
        Self {
            has_text: holder.children_it(false).any(|child| is_text_beside(&child)),
            amid_text: amid_text(holder),
        }
    }
}

fn is_text_beside(node: &NodeRef<'_>) -> bool {
    !is_one_of(node, &BLOCKS) && (is_word(node) || node.descendants_it().any(|inner| is_word(&inner)))
}

fn is_word(node: &NodeRef<'_>) -> bool {
    node.is_text() && !node.text().trim().is_empty()
}

fn amid_text(holder: &NodeRef<'_>) -> HashSet<NodeId> {
    let mut found = HashSet::new();
    let mut behind_text = Vec::new();
    let mut line_has_text = false;
    let mut rest: Vec<NodeRef<'_>> = holder.children_it(true).collect();
    while let Some(node) = rest.pop() {
        if node.is_text() {
            if is_word(&node) {
                line_has_text = true;
                found.extend(behind_text.drain(..));
            }
        } else if node.has_name("img") {
            if line_has_text {
                behind_text.push(node.id);
            }
        } else if is_one_of(&node, &INLINE) {
            rest.extend(node.children_it(true));
        } else {
            // Another block, or a line break.
            line_has_text = false;
            behind_text.clear();
        }
    }
    found
}
