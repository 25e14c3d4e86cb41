//! Sanitising and presenting posts loses none of their content.

use std::collections::HashSet;

use blog_app::content::{excerpt, plain_text, render_article};
use scraper::{Html, Selector};

use crate::support::corpus;

/// The visible content of a fragment, extracted with a parser that the product does not use.
struct VisibleContent {
    words: Vec<String>,
    code: Vec<String>,
    links: Vec<String>,
    pictures: Vec<String>,
}

impl VisibleContent {
    fn of(html: &str) -> Self {
        let fragment = Html::parse_fragment(html);
        let all = |selector: &str, attribute: &str| {
            fragment
                .select(&Selector::parse(selector).unwrap())
                .filter_map(|element| element.value().attr(attribute).map(str::to_owned))
                .collect()
        };
        Self {
            words: fragment
                .root_element()
                .text()
                .collect::<String>()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            code: fragment
                .select(&Selector::parse("pre").unwrap())
                .map(|element| element.text().collect())
                .collect(),
            links: all("a[href]", "href"),
            pictures: all("img[src]", "src"),
        }
    }
}

/// The fixture post with what attacks leave behind, and the number of its links that are removed.
const HOSTILE_POST: &str = "fixture-hostile-leftovers";
const HOSTILE_LINKS: usize = 3;

#[test]
fn sanitising_keeps_all_words_code_and_pictures() {
    let posts = corpus::posts();
    let mut lost_links = 0;
    for post in &posts {
        let slug = post["slug"].as_str().unwrap();
        let source = post["contentHtml"].as_str().unwrap();
        let clean = sanitise(source);
        let (before, after) = (VisibleContent::of(source), VisibleContent::of(&clean));
        assert_eq!(before.words, after.words, "{slug}");
        assert_eq!(before.code, after.code, "{slug}");
        assert_eq!(before.pictures, after.pictures, "{slug}");
        let lost = before.links.len() - after.links.len();
        if slug == HOSTILE_POST {
            assert_eq!(lost, HOSTILE_LINKS, "{slug}");
        } else {
            lost_links += lost;
        }
        assert_eq!(sanitise(&clean), clean, "{slug}");
    }
    // Links without a valid address, such as `javascript:` examples and relative paths.
    assert!(lost_links <= 10, "{lost_links} links were removed");
}

/// Returns the text of a presented post without the added labels and links.
fn author_text(presented: &str) -> String {
    let mut fragment = Html::parse_fragment(presented);
    let added = Selector::parse(".code-header, .heading-anchor").unwrap();
    let added: Vec<_> = fragment.select(&added).map(|element| element.id()).collect();
    for id in added {
        fragment.tree.get_mut(id).unwrap().detach();
    }
    fragment.root_element().text().collect()
}

#[test]
fn presenting_keeps_the_text_and_gives_headings_unique_ids() {
    for post in &corpus::posts() {
        let clean = sanitise(post["contentHtml"].as_str().unwrap());
        let presented = render_article(&clean, &|_| None);
        let text: String = Html::parse_fragment(&clean).root_element().text().collect();
        assert_eq!(author_text(&presented.html), text, "{}", post["slug"]);
        assert_eq!(render_article(&clean, &|_| None), presented, "{}", post["slug"]);

        let page = Html::parse_fragment(&presented.html);
        let ids: Vec<&str> = presented
            .headings
            .iter()
            .map(|heading| heading.id.as_str())
            .collect();
        let selector = Selector::parse(".heading-line > [id]").unwrap();
        let rendered_ids: Vec<&str> = page
            .select(&selector)
            .filter_map(|heading| heading.attr("id"))
            .collect();
        assert_eq!(ids, rendered_ids, "{}", post["slug"]);
        assert_eq!(
            ids.iter().collect::<HashSet<_>>().len(),
            ids.len(),
            "{}",
            post["slug"]
        );
    }
}

#[test]
fn the_search_text_contains_every_letter() {
    for post in &corpus::posts() {
        let clean = sanitise(post["contentHtml"].as_str().unwrap());
        let letters = |text: &str| {
            text.chars()
                .filter(|letter| !letter.is_whitespace())
                .collect::<String>()
        };
        let visible: String = VisibleContent::of(&clean).words.concat();
        assert_eq!(
            letters(&plain_text(&clean)),
            letters(&visible),
            "{}",
            post["slug"]
        );
    }
}

#[test]
fn keeps_odd_strings_as_text() {
    for string in &corpus::odd_strings() {
        let escaped = string
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        let clean = sanitise(&format!("<p>{escaped}</p>"));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if !string.contains(['\0', '\r']) {
            assert_eq!(words(&plain_text(&clean)), words(string), "{string:?}");
        }
        assert!(excerpt(string).chars().count() <= 150);
        let raw = sanitise(string);
        assert_eq!(sanitise(&raw), raw, "{string:?}");
        let text: String = Html::parse_fragment(&raw).root_element().text().collect();
        assert_eq!(
            author_text(&render_article(&raw, &|_| None).html),
            text,
            "{string:?}"
        );
    }
}

fn sanitise(html: &str) -> String {
    blog_app::content::sanitise(html).unwrap()
}
