//! HTML of other systems: its links and pictures lead to where things are now, what cannot be shown becomes a link, and what
//! is lost is counted. The sanitiser sees the result.

use std::collections::HashSet;

use dom_query::{NodeId, NodeRef};
use url::Url;

use super::{TooComplex, UnsanitisedHtml, is_data_url};

/// Elements whose content is never shown, and whose loss nobody sees.
const SILENT: [&str; 4] = ["noscript", "style", "template", "title"];
const FORM_PARTS: [&str; 4] = ["button", "input", "select", "textarea"];
/// The attributes in which pages that load pictures late keep the address, in the order in which they are tried.
const LATE_SOURCES: [&str; 4] = ["data-src", "data-lazy-src", "data-original", "data-orig-file"];
/// A shorter `data:` URL stands for a picture that is loaded late.
const PLACEHOLDER_MAX: usize = 2_000;
const PICTURE_ENDS: [&str; 7] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".avif"];

/// What becomes of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForeignPicture {
    /// It has this address.
    At(String),
    /// It is nowhere: its description takes its place.
    Nowhere,
}

/// Where the addresses of another system lead now.
pub trait ForeignAddresses {
    /// Returns the address that a link gets; `None` leaves it as it is.
    fn link(&mut self, address: &str) -> Option<String>;

    /// Returns what becomes of a picture.
    fn picture(&mut self, address: &str) -> ForeignPicture;

    /// Returns the address of the player that shows what is embedded from there; `None` if there is none.
    fn player(&mut self, address: &str) -> Option<String>;
}

/// Sanitised HTML, and what was lost on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ForeignHtml {
    /// The sanitised HTML.
    pub html: String,
    /// The scripts, with the attributes and addresses that run one.
    pub scripts: usize,
    /// The forms and their parts.
    pub forms: usize,
    /// Drawings and formulas in languages of their own.
    pub drawings: usize,
    /// The addresses of what was embedded and is a link now.
    pub embedded: Vec<String>,
}

/// Adapts HTML of another system, and sanitises it.
///
/// # Errors
/// Returns [`TooComplex`] for HTML beyond the limits.
pub fn adapt_foreign(html: &str, addresses: &mut dyn ForeignAddresses) -> Result<ForeignHtml, TooComplex> {
    let mut parsed = UnsanitisedHtml::parse(html)?;
    parsed.is_changed = true;
    let mut adapted = ForeignHtml::default();
    let mut enlarged = HashSet::new();
    {
        let root = parsed.document.html_root();
        drop_unseen(&root, &mut adapted);
        let elements: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
        for element in &elements {
            // What an element before it has taken the place of is no part of the text any more.
            if element.ancestors_it(None).any(|node| node.id == root.id) {
                adapt(element, addresses, &mut adapted, &mut enlarged);
            }
        }
    }
    parsed.sanitised()?.trim().clone_into(&mut adapted.html);
    Ok(adapted)
}

/// Removes scripts and what is never shown, so that nothing is looked up for it.
fn drop_unseen(root: &NodeRef<'_>, adapted: &mut ForeignHtml) {
    let elements: Vec<NodeRef<'_>> = root.descendants_it().filter(NodeRef::is_element).collect();
    for element in elements {
        if element.has_name("script") {
            adapted.scripts += 1;
            element.remove_from_parent();
        } else if has_one_of(&element, &SILENT) {
            element.remove_from_parent();
        }
    }
}

/// Adapts an element. The pictures in `enlarged` have the address of a large one already.
fn adapt(
    element: &NodeRef<'_>,
    addresses: &mut dyn ForeignAddresses,
    adapted: &mut ForeignHtml,
    enlarged: &mut HashSet<NodeId>,
) {
    adapted.scripts += element
        .attrs()
        .iter()
        .filter(|attribute| attribute.name.local.starts_with("on"))
        .count();
    if element.has_name("a") {
        link(element, addresses, adapted, enlarged);
    } else if element.has_name("img") {
        if !enlarged.contains(&element.id) {
            picture(element, addresses);
        }
    } else if has_one_of(element, &["iframe", "embed", "object", "video", "audio"]) {
        embedded(element, addresses, adapted);
    } else if element.has_name("form") || has_one_of(element, &FORM_PARTS) {
        adapted.forms += 1;
    } else if has_one_of(element, &["svg", "math"]) {
        adapted.drawings += 1;
    }
}

fn has_one_of(element: &NodeRef<'_>, names: &[&str]) -> bool {
    names.iter().any(|name| element.has_name(name))
}

fn link(
    element: &NodeRef<'_>,
    addresses: &mut dyn ForeignAddresses,
    adapted: &mut ForeignHtml,
    enlarged: &mut HashSet<NodeId>,
) {
    let Some(address) = element.attr("href") else {
        return;
    };
    let address = address.trim();
    if Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "javascript" | "vbscript")) {
        adapted.scripts += 1;
        return;
    }
    if let Some(picture) = enlarge(element, address, addresses) {
        enlarged.insert(picture);
    } else if let Some(new) = addresses.link(address) {
        element.set_attr("href", &new);
    }
}

/// Shows the large picture that a small one links to in place of the small one, if this site has it; returns which.
fn enlarge(link: &NodeRef<'_>, address: &str, addresses: &mut dyn ForeignAddresses) -> Option<NodeId> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.to_ascii_lowercase();
    if !PICTURE_ENDS.iter().any(|end| path.ends_with(end)) {
        return None;
    }
    // The search holds the tree as long as it lives, and nothing in the tree can be changed meanwhile.
    let only = {
        let mut pictures = link.descendants_it().filter(|node| node.has_name("img"));
        let (Some(only), None) = (pictures.next(), pictures.next()) else {
            return None;
        };
        only
    };
    match addresses.picture(address) {
        ForeignPicture::At(new) if new.starts_with('/') => {
            only.retain_attrs(&["alt", "title"]);
            only.set_attr("src", &new);
            link.remove_attr("href");
            Some(only.id)
        }
        _ => None,
    }
}

fn picture(element: &NodeRef<'_>, addresses: &mut dyn ForeignAddresses) {
    let Some(address) = source_of(element) else {
        replace_by_description(element);
        return;
    };
    match addresses.picture(&address) {
        ForeignPicture::At(new) => {
            element.set_attr("src", &new);
            // Those of the picture elsewhere; a stored one may be smaller.
            element.remove_attrs(&["width", "height", "srcset", "sizes"]);
        }
        ForeignPicture::Nowhere => replace_by_description(element),
    }
}

/// Returns the address of a picture, also of one that a script would load late.
fn source_of(element: &NodeRef<'_>) -> Option<String> {
    let of = |name: &str| {
        let value = element.attr(name)?.trim().to_owned();
        (!value.is_empty()).then_some(value)
    };
    let source = of("src").filter(|source| !(is_data_url(source) && source.len() < PLACEHOLDER_MAX));
    let late = || LATE_SOURCES.iter().find_map(|name| of(name));
    let of_set = || {
        let set = of("srcset").or_else(|| of("data-srcset"))?;
        set.split_whitespace()
            .next()
            .map(|first| first.trim_end_matches(',').to_owned())
    };
    source.or_else(late).or_else(of_set).or_else(|| of("src"))
}

fn replace_by_description(element: &NodeRef<'_>) {
    let description = element.attr("alt").unwrap_or_default().trim().to_owned();
    if description.is_empty() {
        element.remove_from_parent();
    } else {
        become_element(element, "span", &description);
    }
}

/// Turns a player that this site knows into its frame, and everything else that is embedded into a link.
fn embedded(element: &NodeRef<'_>, addresses: &mut dyn ForeignAddresses, adapted: &mut ForeignHtml) {
    let Some(address) = embedded_address(element) else {
        element.remove_from_parent();
        return;
    };
    if let Some(player) = addresses.player(&address) {
        become_element(element, "iframe", "");
        element.set_attr("src", &player);
        return;
    }
    let new = addresses.link(&address).unwrap_or(address);
    become_element(element, "a", &new);
    element.set_attr("href", &new);
    adapted.embedded.push(new);
}

fn embedded_address(element: &NodeRef<'_>) -> Option<String> {
    let names = ["src", "data", "data-src"];
    let of = |node: &NodeRef<'_>| {
        let found = names.iter().find_map(|name| node.attr(name))?;
        let found = found.trim();
        (!found.is_empty()).then(|| {
            found
                .strip_prefix("//")
                .map_or_else(|| found.to_owned(), |rest| format!("https://{rest}"))
        })
    };
    let within = || {
        element
            .descendants_it()
            .filter(|node| node.has_name("source") || node.has_name("embed"))
            .find_map(|node| of(&node))
    };
    of(element).or_else(within)
}

/// Turns an element into another one without attributes, with this text.
fn become_element(element: &NodeRef<'_>, name: &str, text: &str) {
    element.rename(name);
    element.remove_all_attrs();
    element.set_text(text.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses of a site that has the picture `a.png` and the page `/old/`.
    struct Known;

    impl ForeignAddresses for Known {
        fn link(&mut self, address: &str) -> Option<String> {
            (address == "/old/").then(|| "/blog/new".to_owned())
        }

        fn picture(&mut self, address: &str) -> ForeignPicture {
            match address {
                "a.png" => ForeignPicture::At("/media/aa.webp".to_owned()),
                address if address.starts_with("http") => ForeignPicture::At(address.to_owned()),
                _ => ForeignPicture::Nowhere,
            }
        }

        fn player(&mut self, address: &str) -> Option<String> {
            address
                .contains("youtube")
                .then(|| "https://www.youtube-nocookie.com/embed/x".to_owned())
        }
    }

    fn adapted(html: &str) -> ForeignHtml {
        adapt_foreign(html, &mut Known).unwrap()
    }

    #[test]
    fn links_and_pictures_lead_to_where_things_are_now() {
        for (html, expected) in [
            (
                "<a href=\"/old/\">x</a>",
                "<a href=\"/blog/new\" rel=\"noopener noreferrer\">x</a>",
            ),
            (
                "<p><img src=\"a.png\" alt=\"A\" width=\"9\"></p>",
                "<p><img src=\"/media/aa.webp\" alt=\"A\"></p>",
            ),
            (
                "<p><img data-src=\"a.png\" src=\"data:image/gif;base64,R0lGOD\"></p>",
                "<p><img src=\"/media/aa.webp\"></p>",
            ),
            (
                "<p><img srcset=\"a.png 2x, b.png 1x\"></p>",
                "<p><img src=\"/media/aa.webp\"></p>",
            ),
            (
                "<p><img src=\"b.png\" alt=\"A <b>\"></p>",
                "<p><span>A &lt;b&gt;</span></p>",
            ),
            ("<p>x<img src=\"b.png\"></p>", "<p>x</p>"),
        ] {
            let adapted = adapted(html).html;
            let adapted = adapted.replace(" rel=\"noopener noreferrer\"", "");
            assert_eq!(
                adapted,
                expected.replace(" rel=\"noopener noreferrer\"", ""),
                "{html}"
            );
        }
    }

    #[test]
    fn a_small_picture_that_links_to_a_large_one_becomes_the_large_one() {
        let html =
            adapted("<a href=\"a.png\"><img src=\"https://example.org/a-300x200.png\" alt=\"A\"></a>").html;
        assert!(
            html.contains("src=\"/media/aa.webp\"") && html.contains("alt=\"A\""),
            "{html}"
        );
        assert!(!html.contains("href"), "{html}");
        let deep = adapted(
            "<figure><a href=\"a.png\"><picture><img src=\"b.png\"></picture></a><figcaption>B</figcaption></figure>",
        );
        assert!(deep.html.contains("src=\"/media/aa.webp\""), "{deep:?}");
        let two = adapted("<a href=\"a.png\"><img src=\"a.png\" alt=\"A\"><img src=\"b.png\" alt=\"B\"></a>");
        assert!(
            two.html.contains("alt=\"A\"") && two.html.contains(">B<"),
            "{two:?}"
        );
        let elsewhere = adapted("<a href=\"https://example.org/b.png\"><img src=\"a.png\"></a>").html;
        assert!(
            elsewhere.contains("href=\"https://example.org/b.png\""),
            "{elsewhere}"
        );
    }

    #[test]
    fn what_is_embedded_becomes_a_player_or_a_link() {
        let player = adapted("<iframe src=\"//www.youtube.com/embed/x\"></iframe>");
        assert!(player.html.contains("youtube-nocookie.com/embed/x"), "{player:?}");
        assert!(player.embedded.is_empty());
        for html in [
            "<iframe src=\"https://codepen.io/x\">old</iframe>",
            "<video controls><source src=\"https://codepen.io/x\"></video>",
            "<object data=\"https://codepen.io/x\"><embed src=\"https://codepen.io/x\"></object>",
        ] {
            let adapted = adapted(html);
            assert_eq!(adapted.embedded, ["https://codepen.io/x"], "{html}");
            assert!(
                adapted.html.contains("<a href=\"https://codepen.io/x\""),
                "{adapted:?}"
            );
            assert!(adapted.html.contains(">https://codepen.io/x</a>"), "{adapted:?}");
        }
    }

    #[test]
    fn counts_what_is_lost() {
        let adapted = adapted(
            "<script>a()</script><p onclick=\"b()\" style=\"x: y\">Text <a href=\"javascript:c()\">d</a></p>
             <style>p {}</style><form><input name=\"e\"></form><svg></svg><noscript><img src=\"a.png\"></noscript>",
        );
        assert_eq!((adapted.scripts, adapted.forms, adapted.drawings), (3, 2, 1));
        assert!(adapted.html.starts_with("<p>Text "), "{adapted:?}");
        for lost in ["script", "onclick", "style", "form", "svg", "img"] {
            assert!(!adapted.html.contains(lost), "{lost}: {adapted:?}");
        }
    }
}
