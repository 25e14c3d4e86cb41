//! Feeds and metadata documents preserve odd strings.

use blog_app::domain::hidden_characters;
use roxmltree::Document;
use serde_json::{Value, json};

use super::{all, text};
use crate::support::corpus::{self, ODD_STRINGS};
use crate::support::{Site, post};

/// The number of posts in a feed.
const FEED_POSTS: usize = 20;

/// A post with the text in every field whose rules accept it.
fn post_with_text(number: usize, odd: &str) -> Value {
    let fits = |length: usize| {
        let trimmed = odd.trim();
        !trimmed.is_empty() && !trimmed.contains('\0') && trimmed.chars().count() <= length
    };
    let escaped = odd
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let mut line = post(u32::try_from(number % FEED_POSTS).unwrap() + 1);
    line["contentHtml"] = json!(format!(
        "<p title=\"{}\">It says {escaped}</p>",
        escaped.replace('"', "&quot;")
    ));
    if fits(200) {
        line["title"] = json!(odd);
    }
    if fits(200) && !hidden_characters::contains_hidden_characters(odd.trim()) {
        line["author"] = json!(odd);
    }
    if fits(40) {
        line["tags"] = json!([odd]);
    }
    line
}

/// The characters of a text that an XML document can contain.
fn xml_text(text: &Value) -> String {
    let is_allowed = |character: &char| match character {
        '\t' | '\n' | '\r' => true,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    text.as_str().unwrap().chars().filter(is_allowed).collect()
}

/// Asserts that the feed and the API return the same contents of the posts.
async fn assert_feed_matches_api(site: &Site) {
    let list = site.get("/api/blogs?fields=content&limit=20").await;
    let blogs = list["blogs"].as_array().unwrap();
    let response = site.server.get("/feed.xml").await;
    let xml = response.text();
    let parsed = Document::parse(&xml).unwrap();
    let entries = all(parsed.root_element(), "entry");
    assert_eq!(entries.len(), blogs.len());
    for (entry, blog) in entries.into_iter().zip(blogs) {
        assert_eq!(text(entry, "title"), xml_text(&blog["title"]));
        assert_eq!(
            text(all(entry, "author")[0], "name"),
            xml_text(&blog["author"]["name"])
        );
        assert_eq!(text(entry, "content"), xml_text(&blog["content"]));
        let categories = all(entry, "category");
        let terms: Vec<&str> = categories
            .iter()
            .filter_map(|category| category.attribute("term"))
            .collect();
        let mut expected = vec![xml_text(&blog["category"])];
        expected.extend(blog["tags"].as_array().unwrap().iter().map(xml_text));
        assert_eq!(terms, expected);
    }
}

async fn assert_all_match(strings: &[&str]) {
    for chunk in strings.chunks(FEED_POSTS) {
        let posts: Vec<Value> = chunk
            .iter()
            .enumerate()
            .map(|(number, odd)| post_with_text(number, odd))
            .collect();
        assert_feed_matches_api(&Site::with_posts(&posts)).await;
    }
}

#[tokio::test]
async fn preserves_quotes_markup_emoji_and_control_characters() {
    assert_all_match(&ODD_STRINGS).await;
}

#[tokio::test]
async fn preserves_naughty_strings() {
    let strings = corpus::odd_strings();
    assert_all_match(&strings.iter().map(String::as_str).collect::<Vec<_>>()).await;
}

#[tokio::test]
async fn preserves_titles_of_real_posts() {
    for chunk in corpus::posts().chunks(FEED_POSTS) {
        let site = Site::with_posts(chunk);
        let list = site.get("/api/blogs?limit=20").await;
        let xml = site.server.get("/feed.xml").await.text();
        let parsed = Document::parse(&xml).unwrap();
        let entries = all(parsed.root_element(), "entry");
        let feed_titles: Vec<&str> = entries.into_iter().map(|entry| text(entry, "title")).collect();
        let titles: Vec<String> = list["blogs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|blog| xml_text(&blog["title"]))
            .collect();
        assert_eq!(feed_titles, titles);
    }
}

#[tokio::test]
async fn preserves_the_site_name_and_description() {
    for odd in ODD_STRINGS {
        let site = Site::configured(&[("SITE__NAME", odd), ("SITE__DESCRIPTION", odd)]);
        let expected = xml_text(&json!(odd));
        for (path, name, description) in [
            ("/feed.xml", "title", "subtitle"),
            ("/opensearch.xml", "LongName", "Description"),
        ] {
            let xml = site.server.get(path).await.text();
            let parsed = Document::parse(&xml).unwrap();
            assert_eq!(text(parsed.root_element(), description), expected, "{path}");
            let actual = text(parsed.root_element(), name);
            assert!(
                expected.starts_with(actual) && !actual.is_empty(),
                "{path}: {actual}"
            );
        }
        let manifest = site.get("/manifest.webmanifest").await;
        assert_eq!(
            (&manifest["name"], &manifest["description"]),
            (&json!(odd), &json!(odd))
        );
    }
}
