//! Every feed obeys the rules of its format: RFC 4287 for Atom, and JSON Feed 1.1.

use std::collections::HashSet;

use axum::http::Method;
use blog_app::domain::{Role, Time};
use roxmltree::{Document, Node};
use scraper::{Html, Selector};
use serde_json::{Value, json};
use url::Url;

use super::{ORIGIN, all, document, settings, text};
use crate::support::corpus::ODD_STRINGS;
use crate::support::{Site, post, post_with_changes};

const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The feeds of the site of [`site`], without the ends of their names.
const FEEDS: [&str; 6] = [
    "/feed",
    "/feed/other",
    "/feed/system-design",
    "/tag/sample/feed",
    "/author/ada/feed",
    "/series/parts/feed",
];

/// A site with posts of odd titles and tags, some of them of two authors and in a series, and with none in one category.
async fn site() -> Site {
    let site = Site::configured(&settings());
    let mut posts: Vec<Value> = (1..=3).map(post).collect();
    for (number, odd) in (4..=20).zip(ODD_STRINGS) {
        let tag: String = odd.chars().take(40).collect();
        let changes = json!({"title": odd, "tags": ["sample", tag]});
        posts.push(post_with_changes(number, changes));
    }
    site.import(&posts);
    let editor = site.staff("edith", Role::Editor).token;
    let body = json!({"title": "Parts", "description": "One & two"});
    let created = site
        .request(Method::POST, "/api/series", &editor, Some(&body))
        .await
        .json::<Value>();
    for slug in ["post-1", "post-2"] {
        let blog = site.get(&format!("/api/blogs/{slug}")).await["blog"].clone();
        let path = format!("/api/blogs/{}/series", blog["_id"].as_str().unwrap());
        let body = json!({"series": created["series"]["_id"]});
        site.request(Method::PUT, &path, &editor, Some(&body))
            .await
            .assert_status_ok();
    }
    site
}

#[tokio::test]
async fn every_atom_feed_is_valid() {
    let site = site().await;
    for feed in FEEDS {
        let path = format!("{feed}.xml");
        let xml = document(&site, &path, "application/atom+xml; charset=utf-8").await;
        let parsed = Document::parse(&xml).unwrap();
        assert_feed(parsed.root_element(), &path);
    }
}

#[tokio::test]
async fn every_json_feed_is_valid() {
    let site = site().await;
    for feed in FEEDS {
        let path = format!("{feed}.json");
        let text = document(&site, &path, "application/feed+json").await;
        assert_json_feed(&serde_json::from_str(&text).unwrap(), &path);
    }
}

#[tokio::test]
async fn both_formats_hold_the_same_posts_and_name_each_other() {
    let site = site().await;
    for feed in FEEDS {
        let xml = site.server.get(&format!("{feed}.xml")).await.text();
        let parsed = Document::parse(&xml).unwrap();
        let root = parsed.root_element();
        let json: Value = site.server.get(&format!("{feed}.json")).await.json();
        let entries = all(root, "entry");
        let ids: Vec<&str> = entries.iter().map(|entry| text(*entry, "id")).collect();
        let items = json["items"].as_array().unwrap();
        let item_ids: Vec<&str> = items.iter().map(|item| item["id"].as_str().unwrap()).collect();
        assert_eq!(ids, item_ids, "{feed}");
        assert_eq!(ids.is_empty(), feed == "/feed/system-design", "{feed}");
        let other = alternate(root, "application/feed+json");
        assert_eq!(Some(other), json["feed_url"].as_str(), "{feed}");
        assert_eq!(
            Some(alternate(root, "text/html")),
            json["home_page_url"].as_str(),
            "{feed}"
        );
    }
}

#[tokio::test]
async fn pages_name_their_feeds_in_both_formats() {
    let site = site().await;
    for (page, feed) in [
        ("/", "/feed"),
        ("/tag/sample", "/tag/sample/feed"),
        ("/author/ada", "/author/ada/feed"),
        ("/series/parts", "/series/parts/feed"),
    ] {
        let html = Html::parse_document(&site.server.get(page).await.text());
        for (end, media_type) in [
            (".xml", "application/atom+xml"),
            (".json", "application/feed+json"),
        ] {
            let selector = format!("link[rel='alternate'][type='{media_type}'][href='{feed}{end}']");
            let links = html.select(&Selector::parse(&selector).unwrap()).count();
            assert_eq!(links, 1, "{page} names {feed}{end}");
        }
    }
}

/// The address of the only alternate link of this type.
fn alternate<'tree>(node: Node<'tree, 'tree>, media_type: &str) -> &'tree str {
    let links: Vec<_> = all(node, "link")
        .into_iter()
        .filter(|link| {
            link.attribute("rel") == Some("alternate") && link.attribute("type") == Some(media_type)
        })
        .collect();
    assert_eq!(links.len(), 1, "{media_type}");
    links[0].attribute("href").unwrap()
}

/// RFC 4287 §4.1.1.
fn assert_feed(feed: Node<'_, '_>, place: &str) {
    assert_eq!(feed.tag_name(), (ATOM, "feed").into(), "{place}");
    assert_iri(text(feed, "id"), place);
    assert!(!text(feed, "title").is_empty(), "{place}");
    assert_date(text(feed, "updated"), place);
    for optional in ["subtitle", "icon", "logo", "generator", "rights"] {
        assert!(all(feed, optional).len() <= 1, "{place}: {optional}");
    }
    let selves: Vec<_> = all(feed, "link")
        .into_iter()
        .filter(|link| link.attribute("rel") == Some("self"))
        .map(|link| link.attribute("href"))
        .collect();
    assert_eq!(selves, [Some(format!("{ORIGIN}{place}").as_str())], "{place}");
    assert_links(feed, place);
    let entries = all(feed, "entry");
    // Unless each entry has an author, the feed has one.
    assert_authors(feed, place);
    let mut ids = HashSet::new();
    let mut last = None;
    for entry in entries {
        assert_entry(entry, place);
        assert!(ids.insert(text(entry, "id")), "{place}: an id occurs twice");
        last = last.max(Some(text(entry, "updated")));
    }
    if let Some(last) = last {
        assert_eq!(text(feed, "updated"), last, "{place}");
    }
    assert_known_children(feed, &FEED_ELEMENTS, place);
}

/// What a feed consists of beside its entries.
const FEED_ELEMENTS: [&str; 12] = [
    "author",
    "category",
    "contributor",
    "generator",
    "icon",
    "id",
    "link",
    "logo",
    "rights",
    "subtitle",
    "title",
    "updated",
];
const ENTRY_ELEMENTS: [&str; 12] = [
    "author",
    "category",
    "content",
    "contributor",
    "id",
    "link",
    "published",
    "rights",
    "source",
    "summary",
    "title",
    "updated",
];

/// RFC 4287 §4.1.2.
fn assert_entry(entry: Node<'_, '_>, place: &str) {
    assert_iri(text(entry, "id"), place);
    text(entry, "title");
    for date in ["updated", "published"] {
        assert_date(text(entry, date), place);
    }
    assert!(text(entry, "published") <= text(entry, "updated"), "{place}");
    assert_authors(entry, place);
    assert_links(entry, place);
    alternate(entry, "text/html");
    for category in all(entry, "category") {
        assert!(category.attribute("term").is_some(), "{place}");
    }
    let contents = all(entry, "content");
    assert_eq!(contents.len(), 1, "{place}");
    // A text of HTML has no child elements (§4.1.3.3).
    assert_eq!(contents[0].attribute("type"), Some("html"), "{place}");
    assert!(!contents[0].children().any(|child| child.is_element()), "{place}");
    assert_known_children(entry, &ENTRY_ELEMENTS, place);
}

/// RFC 4287 §3.2 and §4.2.1.
fn assert_authors(node: Node<'_, '_>, place: &str) {
    let authors = all(node, "author");
    assert!(!authors.is_empty(), "{place}");
    for author in authors {
        text(author, "name");
        for uri in all(author, "uri") {
            assert_iri(uri.text().unwrap(), place);
        }
        assert_known_children(author, &["name", "uri", "email"], place);
    }
}

/// RFC 4287 §4.2.7: no two alternate links have the same type and language.
fn assert_links(node: Node<'_, '_>, place: &str) {
    let mut alternates = HashSet::new();
    for link in all(node, "link") {
        assert_iri(link.attribute("href").unwrap(), place);
        if link.attribute("rel") == Some("alternate") {
            let kind = (link.attribute("type"), link.attribute("hreflang"));
            assert!(alternates.insert(kind), "{place}: {kind:?} occurs twice");
        }
    }
}

fn assert_known_children(node: Node<'_, '_>, known: &[&str], place: &str) {
    for child in node.children().filter(Node::is_element) {
        let name = child.tag_name();
        assert_eq!(name.namespace(), Some(ATOM), "{place}: {}", name.name());
        let is_entry = node.tag_name().name() == "feed" && name.name() == "entry";
        assert!(
            is_entry || known.contains(&name.name()),
            "{place}: {} in {}",
            name.name(),
            node.tag_name().name()
        );
    }
}

fn assert_iri(iri: &str, place: &str) {
    assert!(Url::parse(iri).is_ok(), "{place}: {iri}");
}

/// RFC 3339 with a capital T and a capital Z (RFC 4287 §3.3).
fn assert_date(date: &str, place: &str) {
    assert!(
        Time::parse(date).is_some() && date.contains('T') && date.ends_with('Z'),
        "{place}: {date}"
    );
}

/// <https://www.jsonfeed.org/version/1.1/>: the fields, their types, and those that must be.
fn assert_json_feed(feed: &Value, place: &str) {
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1", "{place}");
    assert_eq!(feed["feed_url"], format!("{ORIGIN}{place}"), "{place}");
    assert!(!feed["title"].as_str().unwrap().is_empty(), "{place}");
    assert_fields(
        feed,
        &[
            ("version", is_text),
            ("title", is_text),
            ("home_page_url", is_url),
            ("feed_url", is_url),
            ("description", is_text),
            ("user_comment", is_text),
            ("next_url", is_url),
            ("icon", is_url),
            ("favicon", is_url),
            ("authors", is_authors),
            ("language", is_text),
            ("expired", Value::is_boolean),
            ("items", Value::is_array),
        ],
        place,
    );
    let mut ids = HashSet::new();
    for item in feed["items"].as_array().unwrap() {
        let id = item["id"].as_str().unwrap();
        assert!(ids.insert(id), "{place}: {id} occurs twice");
        assert!(
            item["content_html"].is_string() || item["content_text"].is_string(),
            "{place}: {id}"
        );
        assert_fields(
            item,
            &[
                ("id", is_text),
                ("url", is_url),
                ("external_url", is_url),
                ("title", is_text),
                ("content_html", Value::is_string),
                ("content_text", Value::is_string),
                ("summary", is_text),
                ("image", is_url),
                ("banner_image", is_url),
                ("date_published", is_date),
                ("date_modified", is_date),
                ("authors", is_authors),
                ("tags", is_texts),
                ("language", is_text),
            ],
            place,
        );
    }
}

type Rule = fn(&Value) -> bool;

/// Asserts that an object has only known fields, each with a value that its rule accepts.
fn assert_fields(object: &Value, rules: &[(&str, Rule)], place: &str) {
    for (name, value) in object.as_object().unwrap() {
        let rule = rules.iter().find(|(known, _)| known == name);
        assert!(
            rule.is_some_and(|(_, accepts)| accepts(value)),
            "{place}: {name}: {value}"
        );
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|texts| texts.iter().all(is_text))
}

fn is_url(value: &Value) -> bool {
    value.as_str().is_some_and(|text| Url::parse(text).is_ok())
}

fn is_date(value: &Value) -> bool {
    value.as_str().is_some_and(|text| Time::parse(text).is_some())
}

/// Each author has at least one of the fields.
fn is_authors(value: &Value) -> bool {
    value.as_array().is_some_and(|authors| {
        !authors.is_empty()
            && authors.iter().all(|author| {
                let fields = author.as_object().unwrap();
                !fields.is_empty()
                    && fields.iter().all(|(name, value)| match name.as_str() {
                        "name" => is_text(value),
                        "url" | "avatar" => is_url(value),
                        _ => false,
                    })
            })
    })
}
