//! Images: loaded lazily, opened in a dialog, with their space reserved before they load.

use std::collections::{HashMap, HashSet};

use dom_query::{NodeId, NodeRef};

use super::{Size, ancestor, declare, element, is_one_of, named};
use crate::content::tokens::INLINE;

/// The smallest width in pixels to open an image; badges and icons gain nothing from it, nor from their own line.
const SMALLEST_TO_OPEN: u32 = 240;
/// The elements that can contain an image.
const CONTAINERS: [&str; 8] = ["p", "figure", "div", "li", "td", "th", "section", "blockquote"];
/// The elements beside an image that do not count as text beside it.
const NOT_TEXT: [&str; 5] = ["figcaption", "div", "p", "ul", "ol"];

/// Sets how every image loads, its size and whether it opens.
pub(super) fn prepare(elements: &[NodeRef<'_>], sizes: &impl Fn(&str) -> Option<Size>) {
    let mut containers = HashMap::new();
    for image in named(elements, "img") {
        image.set_attr("loading", "lazy");
        image.set_attr("decoding", "async");
        image.set_attr("referrerpolicy", "no-referrer");
        let size = set_size(image, image.attr("src").and_then(|source| sizes(&source)));
        let is_small = pixels(image, "width").is_some_and(|width| width < SMALLEST_TO_OPEN);
        // An image of unknown size with text on one side only may be a chart: it gets its own line.
        let is_apart = ancestor(image, &CONTAINERS).is_none_or(|node| {
            let container = containers.entry(node.id).or_insert_with(|| Container::of(&node));
            !container.has_text || (size.is_none() && !container.amid_text.contains(&image.id))
        });
        if is_apart && !(is_small && size.is_some()) {
            image.set_attr("data-alone", "");
        }
        if !is_small && ancestor(image, &["a", "button", "summary"]).is_none() {
            wrap_in_button(image);
        }
    }
}

/// Sets the displayed size of an image in its attributes, so that the layout knows it before the image loads.
fn set_size(image: &NodeRef<'_>, natural: Option<Size>) -> Option<Size> {
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
            // Applies also when the attributes from another site are wrong, or the image does not load.
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

/// An attribute in pixels, as browsers parse it; `None` for percentages.
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

/// The text around the images of an element.
struct Container {
    has_text: bool,
    /// The images with text before and after them on their line.
    amid_text: HashSet<NodeId>,
}

impl Container {
    fn of(container: &NodeRef<'_>) -> Self {
        Self {
            has_text: container.children_it(false).any(|child| is_text_beside(&child)),
            amid_text: amid_text(container),
        }
    }
}

fn is_text_beside(node: &NodeRef<'_>) -> bool {
    !is_one_of(node, &NOT_TEXT) && (is_word(node) || node.descendants_it().any(|inner| is_word(&inner)))
}

fn is_word(node: &NodeRef<'_>) -> bool {
    node.is_text() && !node.text().trim().is_empty()
}

fn amid_text(container: &NodeRef<'_>) -> HashSet<NodeId> {
    let mut images = HashSet::new();
    let mut images_after_text = Vec::new();
    let mut line_has_text = false;
    let mut rest: Vec<NodeRef<'_>> = container.children_it(true).collect();
    while let Some(node) = rest.pop() {
        if node.is_text() {
            if is_word(&node) {
                line_has_text = true;
                images.extend(images_after_text.drain(..));
            }
        } else if node.has_name("img") {
            if line_has_text {
                images_after_text.push(node.id);
            }
        } else if is_one_of(&node, &INLINE) {
            rest.extend(node.children_it(true));
        } else {
            // Another block or a line break.
            line_has_text = false;
            images_after_text.clear();
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use super::super::{Size, render_article};

    /// Returns the attributes of the images, without those that every image has.
    fn pictures(html: &str, sizes: &impl Fn(&str) -> Option<Size>) -> Vec<String> {
        let html = render_article(html, sizes).html;
        let common = "loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"";
        let images = html.split("<img").skip(1);
        images
            .map(|rest| {
                let (attributes, _) = rest.split_once('>').unwrap();
                assert!(attributes.contains(common), "{attributes}");
                attributes.replace(common, "").trim().replace("  ", " ")
            })
            .collect()
    }

    fn no_size(_: &str) -> Option<Size> {
        None
    }

    #[test]
    fn wraps_an_image_in_a_button() {
        let html = render_article(
            "<p><img src=\"https://example.org/a.png\" alt=\"A chart\"></p>",
            &no_size,
        )
        .html;
        assert_eq!(
            html,
            "<p><button type=\"button\" class=\"picture\" aria-haspopup=\"dialog\" aria-label=\"Open image: A chart\">\
         <img src=\"https://example.org/a.png\" alt=\"A chart\" loading=\"lazy\" decoding=\"async\" \
         referrerpolicy=\"no-referrer\" data-unsized=\"\" data-alone=\"\"></button></p>",
        );
        assert!(
            render_article("<img src=\"/media/a.webp\" alt=\"\">", &no_size)
                .html
                .contains("aria-label=\"Open image\"")
        );
    }

    #[test]
    fn does_not_open_images_in_links_and_small_images() {
        for html in [
            "<a href=\"https://example.org/\"><img src=\"/media/a.webp\" alt=\"Logo\"></a>",
            "<details><summary><img src=\"/media/a.webp\"></summary></details>",
            "<p><img src=\"/media/a.webp\" width=\"239\"></p>",
        ] {
            assert!(!render_article(html, &no_size).html.contains("<button"), "{html}");
        }
    }

    #[test]
    fn sets_the_size_of_images_of_this_site() {
        let sizes = |address: &str| {
            let size = (address == "/media/a.webp").then_some(Size {
                width: 640,
                height: 480,
            });
            let small = (address == "/media/b.webp").then_some(Size {
                width: 88,
                height: 31,
            });
            size.or(small)
        };
        let html = "<p><img src=\"/media/a.webp\"></p><p><img src=\"/media/a.webp\" width=\"320\"></p>\
                <p><img src=\"/media/a.webp\" width=\"50%\"></p><p><img src=\"/media/b.webp\"></p>";
        assert_eq!(
            pictures(html, &sizes),
            [
                "src=\"/media/a.webp\" width=\"640\" height=\"480\" style=\"aspect-ratio: 640 / 480\" data-alone=\"\"",
                "src=\"/media/a.webp\" width=\"320\" height=\"240\" style=\"aspect-ratio: 320 / 240\" data-alone=\"\"",
                "src=\"/media/a.webp\" width=\"50%\" data-unsized=\"\" data-alone=\"\"",
                "src=\"/media/b.webp\" width=\"88\" height=\"31\" style=\"aspect-ratio: 88 / 31\"",
            ]
        );
    }

    #[test]
    fn keeps_the_written_size_of_images_from_elsewhere() {
        let html = "<p><img src=\"https://a.org/\" width=\"640px\" height=\"480\"></p>\
                <p><img src=\"https://a.org/\" width=\"640\"></p><p><img src=\"https://a.org/\" height=\"9\"></p>\
                <p><img src=\"https://a.org/\" width=\"0\" height=\"0\"></p>";
        assert_eq!(
            pictures(html, &no_size),
            [
                "src=\"https://a.org/\" width=\"640\" height=\"480\" style=\"aspect-ratio: 640 / 480\" data-alone=\"\"",
                "src=\"https://a.org/\" width=\"640\" data-unsized=\"\" data-alone=\"\"",
                "src=\"https://a.org/\" height=\"9\" data-unsized=\"\" data-alone=\"\"",
                "src=\"https://a.org/\" width=\"0\" height=\"0\" data-unsized=\"\" data-alone=\"\"",
            ]
        );
    }

    #[test]
    fn keeps_an_image_of_unknown_size_inline_only_amid_text() {
        let picture = "<img src=\"https://a.org/\">";
        let sized = "<img src=\"https://a.org/\" width=\"300\" height=\"200\">";
        for (html, expected) in [
            (format!("<p>{picture}</p>"), true),
            (picture.to_owned(), true),
            (format!("<p>{picture} {picture}</p>"), true),
            (
                format!("<figure>{picture}<figcaption>a</figcaption></figure>"),
                true,
            ),
            (format!("<p>Look: {picture}</p>"), true),
            (format!("<p>{picture}<em>Fig. 1</em></p>"), true),
            (format!("<p>a<br><a href=\"#a\">{picture}</a><br>b</p>"), true),
            (format!("<p>a {picture} b</p>"), false),
            (format!("<p>a <strong>{picture}</strong> {picture} b</p>"), false),
            (format!("<p>a {sized}</p>"), false),
            (format!("<p>{sized}</p>"), true),
        ] {
            for attributes in pictures(&html, &no_size) {
                assert_eq!(attributes.contains("data-alone"), expected, "{html}");
            }
        }
    }

    #[test]
    fn keeps_many_images_amid_text_inline() {
        let row = format!("<p>a{}b</p>", "<img src=\"https://a.org/\">".repeat(20_000));
        let amid_text = pictures(&row, &no_size);
        assert_eq!(amid_text.len(), 20_000);
        assert!(amid_text.iter().all(|picture| !picture.contains("data-alone")));
    }
}
