//! Feeds, sitemap, robots.txt, OpenSearch description and web manifest.

mod atom;
mod discovery;
mod json;
mod odd_strings;
mod rules;

use axum_test::TestResponse;
use roxmltree::{Document, Node};

use crate::support::Site;

const ORIGIN: &str = "https://blog.example.org";

/// Settings of a site with its own base URL, whose name and description need escaping.
fn settings() -> [(&'static str, &'static str); 3] {
    [
        ("SERVER__BASE_URL", ORIGIN),
        ("SITE__NAME", "Tea & <Code>"),
        ("SITE__DESCRIPTION", "\"Quoted\" words"),
    ]
}

/// Returns the text of a document, and asserts its status and media type.
async fn document(site: &Site, path: &str, media_type: &str) -> String {
    let response = site.server.get(path).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), media_type, "{path}");
    response.text()
}

fn header(response: &TestResponse, name: &str) -> String {
    response.header(name).to_str().unwrap().to_owned()
}

/// The child elements with this name.
fn all<'tree>(node: Node<'tree, 'tree>, name: &str) -> Vec<Node<'tree, 'tree>> {
    node.children()
        .filter(|child| child.tag_name().name() == name)
        .collect()
}

/// The text of the only child element with this name.
fn text<'tree>(node: Node<'tree, 'tree>, name: &str) -> &'tree str {
    let found = all(node, name);
    assert_eq!(found.len(), 1, "{name}");
    found[0].text().unwrap_or_default()
}

/// The addresses in a sitemap file.
fn locations<'tree>(file: &'tree Document<'tree>) -> Vec<&'tree str> {
    file.root_element()
        .children()
        .filter(Node::is_element)
        .map(|entry| text(entry, "loc"))
        .collect()
}
