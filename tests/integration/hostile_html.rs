//! Sanitised hostile HTML contains no scripts, frames, event handlers or foreign loads.

use blog_app::content::render_article;
use scraper::{ElementRef, Html, Selector};
use url::Url;

const ELEMENTS: &str = "script, style, link, meta, base, object, embed, applet, svg, math, form, input, button, \
                        textarea, select, option, template, noscript, frame, frameset, portal, dialog, slot, \
                        video, audio, source, track, map, area, marquee, custom-element, title";

fn vectors() -> Vec<String> {
    serde_json::from_str(include_str!("../hostile-html.json")).unwrap()
}

#[test]
fn sanitising_removes_everything_executable() {
    let vectors = vectors();
    assert!(vectors.len() >= 150);
    for vector in vectors {
        let clean = sanitise(&vector);
        let document = Html::parse_fragment(&clean);
        let forbidden = Selector::parse(ELEMENTS).unwrap();
        assert!(document.select(&forbidden).next().is_none(), "{vector}\n{clean}");
        for element in document.select(&Selector::parse("*").unwrap()) {
            if let Some(wrong) = wrong_attribute(element) {
                panic!("{wrong}\n{vector}\n{clean}");
            }
        }
        assert_eq!(sanitise(&clean), clean, "{vector}");
    }
}

#[test]
fn presenting_adds_nothing_executable() {
    for vector in vectors() {
        let presented = render_article(&sanitise(&vector), &|_| None).html;
        let document = Html::parse_fragment(&presented);
        let forbidden = Selector::parse(ELEMENTS).unwrap();
        let ours = Selector::parse("button.picture, button.code-copy").unwrap();
        for element in document.select(&forbidden) {
            assert!(ours.matches(&element), "{vector}\n{presented}");
        }
        for element in document.select(&Selector::parse("*").unwrap()) {
            let mut attributes = element.value().attrs();
            let is_wrong = attributes.any(|(name, value)| {
                let is_harmful_link =
                    name == "href" && !is_harmless(value, &["http", "https", "mailto", "tel"]);
                is_harmful_link || name.starts_with("on") || matches!(name, "srcdoc" | "formaction")
            });
            assert!(!is_wrong, "{vector}\n{presented}");
        }
    }
}

fn wrong_attribute(element: ElementRef<'_>) -> Option<String> {
    element.value().attrs().find_map(|(name, value)| {
        let is_wrong = match name {
            "href" => !is_harmless(value, &["http", "https", "mailto", "tel"]),
            "src" if element.value().name() == "iframe" => {
                !value.starts_with("https://www.youtube.com/embed/x") || value.contains("..")
            }
            "src" => !is_harmless(value, &["http", "https", "data"]),
            "style" => value.contains('(') || value.contains('\\') || value.contains('@'),
            "class" => !value.split(' ').all(|class| class.starts_with("ql-")),
            "cite" => !is_harmless(value, &["http", "https"]),
            _ => {
                name.starts_with("on")
                    || matches!(name, "srcdoc" | "srcset" | "formaction" | "action" | "data")
            }
        };
        is_wrong.then(|| format!("{name}={value}"))
    })
}

fn is_harmless(address: &str, schemes: &[&str]) -> bool {
    match Url::parse(address) {
        Ok(url) => schemes.contains(&url.scheme()),
        Err(_) => (address.starts_with('/') && !address.starts_with("//")) || address.starts_with('#'),
    }
}

fn sanitise(html: &str) -> String {
    blog_app::content::sanitise(html).unwrap()
}
