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

#[cfg(test)]
mod tests {
    use super::super::{Size, present};

    /// The attributes of the pictures behind those that every picture has.
    fn pictures(html: &str, sizes: &impl Fn(&str) -> Option<Size>) -> Vec<String> {
        let html = present(html, sizes).html;
        let behind = "loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"";
        let shown = html.split("<img").skip(1);
        shown
            .map(|rest| {
                let (attributes, _) = rest.split_once('>').unwrap();
                assert!(attributes.contains(behind), "{attributes}");
                attributes.replace(behind, "").trim().replace("  ", " ")
            })
            .collect()
    }

    fn unknown(_: &str) -> Option<Size> {
        None
    }

    #[test]
    fn a_picture_opens_large() {
        let html = present(
            "<p><img src=\"https://example.org/a.png\" alt=\"A chart\"></p>",
            &unknown,
        )
        .html;
        assert_eq!(
            html,
            "<p><button type=\"button\" class=\"picture\" aria-haspopup=\"dialog\" aria-label=\"Open image: A chart\">\
         <img src=\"https://example.org/a.png\" alt=\"A chart\" loading=\"lazy\" decoding=\"async\" \
         referrerpolicy=\"no-referrer\" data-unsized=\"\" data-alone=\"\"></button></p>",
        );
        assert!(
            present("<img src=\"/media/a.webp\" alt=\"\">", &unknown)
                .html
                .contains("aria-label=\"Open image\"")
        );
    }

    #[test]
    fn a_picture_in_a_link_stays_a_link_and_a_small_one_does_not_open() {
        for html in [
            "<a href=\"https://example.org/\"><img src=\"/media/a.webp\" alt=\"Logo\"></a>",
            "<details><summary><img src=\"/media/a.webp\"></summary></details>",
            "<p><img src=\"/media/a.webp\" width=\"239\"></p>",
        ] {
            assert!(!present(html, &unknown).html.contains("<button"), "{html}");
        }
    }

    #[test]
    fn the_pictures_of_this_site_have_their_size() {
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
    fn pictures_from_elsewhere_have_the_size_that_was_written() {
        let html = "<p><img src=\"https://a.org/\" width=\"640px\" height=\"480\"></p>\
                <p><img src=\"https://a.org/\" width=\"640\"></p><p><img src=\"https://a.org/\" height=\"9\"></p>\
                <p><img src=\"https://a.org/\" width=\"0\" height=\"0\"></p>";
        assert_eq!(
            pictures(html, &unknown),
            [
                "src=\"https://a.org/\" width=\"640\" height=\"480\" style=\"aspect-ratio: 640 / 480\" data-alone=\"\"",
                "src=\"https://a.org/\" width=\"640\" data-unsized=\"\" data-alone=\"\"",
                "src=\"https://a.org/\" height=\"9\" data-unsized=\"\" data-alone=\"\"",
                "src=\"https://a.org/\" width=\"0\" height=\"0\" data-unsized=\"\" data-alone=\"\"",
            ]
        );
    }

    #[test]
    fn a_picture_of_unknown_size_is_within_a_line_only_amid_text() {
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
            for shown in pictures(&html, &unknown) {
                assert_eq!(shown.contains("data-alone"), expected, "{html}");
            }
        }
    }

    #[test]
    fn a_row_of_many_pictures_amid_text_is_one_line() {
        let row = format!("<p>a{}b</p>", "<img src=\"https://a.org/\">".repeat(20_000));
        let amid_text = pictures(&row, &unknown);
        assert_eq!(amid_text.len(), 20_000);
        assert!(amid_text.iter().all(|picture| !picture.contains("data-alone")));
    }
}
