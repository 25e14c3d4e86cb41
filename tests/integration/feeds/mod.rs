//! What search engines, feed readers and browsers ask for beside the pages.

mod atom;
mod odd_strings;
mod search_engines;

use axum_test::TestResponse;
use roxmltree::{Document, Node};

use crate::support::Site;

const ORIGIN: &str = "https://blog.example.org";

/// A site that readers reach under an address of its own.
fn settings() -> [(&'static str, &'static str); 3] {
    [
        ("SERVER__BASE_URL", ORIGIN),
        ("SITE__NAME", "Tea & <Code>"),
        ("SITE__DESCRIPTION", "\"Quoted\" words"),
    ]
}

/// The text of a document that must be there, with this media type.
async fn document(site: &Site, path: &str, media_type: &str) -> String {
    let response = site.server.get(path).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), media_type, "{path}");
    response.text()
}

fn header(response: &TestResponse, name: &str) -> String {
    response.header(name).to_str().unwrap().to_owned()
}

/// The elements of this name within another one.
fn all<'tree>(node: Node<'tree, 'tree>, name: &str) -> Vec<Node<'tree, 'tree>> {
    node.children()
        .filter(|child| child.tag_name().name() == name)
        .collect()
}

/// The text of the only element of this name.
fn text<'tree>(node: Node<'tree, 'tree>, name: &str) -> &'tree str {
    let found = all(node, name);
    assert_eq!(found.len(), 1, "{name}");
    found[0].text().unwrap_or_default()
}

/// The texts of the addresses in a file of the sitemap.
fn locations<'tree>(file: &'tree Document<'tree>) -> Vec<&'tree str> {
    file.root_element()
        .children()
        .filter(Node::is_element)
        .map(|entry| text(entry, "loc"))
        .collect()
}
