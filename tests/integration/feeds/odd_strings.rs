//! Whatever people type comes out of the documents as it went into the site.

use blog_app::domain::hidden_characters;
use roxmltree::Document;
use serde_json::{Value, json};

use super::{all, text};
use crate::support::corpus::{self, ODD_STRINGS};
use crate::support::{Site, post};

/// How many posts a feed shows.
const SHOWN: usize = 20;

/// A post that holds the text wherever a rule of the site lets it stand.
fn holding(number: usize, odd: &str) -> Value {
    let fits = |length: usize| {
        let trimmed = odd.trim();
        !trimmed.is_empty() && !trimmed.contains('\0') && trimmed.chars().count() <= length
    };
    let escaped = odd
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let mut line = post(u32::try_from(number % SHOWN).unwrap() + 1);
    line["contentHtml"] = json!(format!(
        "<p title=\"{}\">It says {escaped}</p>",
        escaped.replace('"', "&quot;")
    ));
    if fits(200) {
        line["title"] = json!(odd);
    }
    if fits(200) && !hidden_characters::are_in(odd.trim()) {
        line["author"] = json!(odd);
    }
    if fits(40) {
        line["tags"] = json!([odd]);
    }
    line
}

/// What of a text an XML document can hold.
fn held(text: &Value) -> String {
    let is_held = |character: &char| match character {
        '\t' | '\n' | '\r' => true,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    text.as_str().unwrap().chars().filter(is_held).collect()
}

/// Asserts that the feed says of its posts what the API says of them.
async fn assert_told_alike(site: &Site) {
    let answer = site.get("/api/blogs?fields=content&limit=20").await;
    let blogs = answer["blogs"].as_array().unwrap();
    let response = site.server.get("/feed.xml").await;
    let xml = response.text();
    let parsed = Document::parse(&xml).unwrap();
    let entries = all(parsed.root_element(), "entry");
    assert_eq!(entries.len(), blogs.len());
    for (entry, blog) in entries.into_iter().zip(blogs) {
        assert_eq!(text(entry, "title"), held(&blog["title"]));
        assert_eq!(
            text(all(entry, "author")[0], "name"),
            held(&blog["author"]["name"])
        );
        assert_eq!(text(entry, "content"), held(&blog["content"]));
        let categories = all(entry, "category");
        let terms: Vec<&str> = categories
            .iter()
            .filter_map(|category| category.attribute("term"))
            .collect();
        let mut expected = vec![held(&blog["category"])];
        expected.extend(blog["tags"].as_array().unwrap().iter().map(held));
        assert_eq!(terms, expected);
    }
}

async fn assert_all_told_alike(strings: &[&str]) {
    for some in strings.chunks(SHOWN) {
        let posts: Vec<Value> = some
            .iter()
            .enumerate()
            .map(|(number, odd)| holding(number, odd))
            .collect();
        assert_told_alike(&Site::with_posts(&posts)).await;
    }
}

#[tokio::test]
async fn quotes_markup_emoji_and_control_characters_come_back() {
    assert_all_told_alike(&ODD_STRINGS).await;
}

#[tokio::test]
async fn naughty_strings_come_back() {
    let strings = corpus::odd_strings();
    assert_all_told_alike(&strings.iter().map(String::as_str).collect::<Vec<_>>()).await;
}

#[tokio::test]
async fn real_posts_come_back() {
    for some in corpus::posts().chunks(SHOWN) {
        let site = Site::with_posts(some);
        let answer = site.get("/api/blogs?limit=20").await;
        let xml = site.server.get("/feed.xml").await.text();
        let parsed = Document::parse(&xml).unwrap();
        let entries = all(parsed.root_element(), "entry");
        let shown: Vec<&str> = entries.into_iter().map(|entry| text(entry, "title")).collect();
        let titles: Vec<String> = answer["blogs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|blog| held(&blog["title"]))
            .collect();
        assert_eq!(shown, titles);
    }
}

#[tokio::test]
async fn the_name_of_the_site_comes_back() {
    for odd in ODD_STRINGS {
        let site = Site::configured(&[("SITE__NAME", odd), ("SITE__DESCRIPTION", odd)]);
        let expected = held(&json!(odd));
        for (path, name, description) in [
            ("/feed.xml", "title", "subtitle"),
            ("/opensearch.xml", "LongName", "Description"),
        ] {
            let xml = site.server.get(path).await.text();
            let parsed = Document::parse(&xml).unwrap();
            assert_eq!(text(parsed.root_element(), description), expected, "{path}");
            let shown = text(parsed.root_element(), name);
            assert!(
                expected.starts_with(shown) && !shown.is_empty(),
                "{path}: {shown}"
            );
        }
        let manifest = site.get("/manifest.webmanifest").await;
        assert_eq!(
            (&manifest["name"], &manifest["description"]),
            (&json!(odd), &json!(odd))
        );
    }
}
