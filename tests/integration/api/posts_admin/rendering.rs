//! Callouts and formulas as readers, feeds and previews show them.

use serde_json::json;

use super::{AdminClient, post_body_with};

const CONTENT: &str = "<blockquote class=\"callout callout-warning\"><p>Hot</p></blockquote>\
    <p>With <code class=\"language-math\">\\frac{1}{2} &lt; x</code></p>\
    <pre><code class=\"language-math\">\\sum_{i=1}^n i\n</code></pre>\
    <pre><code class=\"language-math\">\\unknown\n</code></pre>";
const LABEL: &str = "<p class=\"callout-label\"><strong>Warning</strong></p><p>Hot</p></blockquote>";
const ANNOTATION: &str = "<annotation encoding=\"application/x-tex\">\\frac{1}{2} &lt; x</annotation>";

impl AdminClient {
    /// The text of a page or a feed.
    pub async fn text(&self, path: &str) -> String {
        let response = self.site.server.get(path).await;
        response.assert_status_ok();
        response.text()
    }
}

#[tokio::test]
async fn shows_callouts_and_formulas_on_the_page_and_in_the_feed() {
    let admin = AdminClient::new();
    admin.created(post_body_with(json!({ "content": CONTENT }))).await;
    let page = admin.text("/blog/uber-grosse-code").await;
    for part in [LABEL, ANNOTATION, "<math display=\"block\">", "\\unknown"] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("render-error"));
    let feed = admin.text("/feed.xml").await;
    let document = roxmltree::Document::parse(&feed).unwrap();
    let content = document.descendants().find(|node| node.has_tag_name("content"));
    let html = content.unwrap().text().unwrap();
    for part in [LABEL, ANNOTATION, "<math display=\"block\">", "\\unknown"] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    let markdown = admin.text("/blog/uber-grosse-code.md").await;
    for part in ["> [!WARNING]\n> Hot\n", "$\\frac{1}{2} < x$", "\\sum_{i=1}^n i"] {
        assert!(markdown.contains(part), "{part}\n{markdown}");
    }
}

#[tokio::test]
async fn says_in_a_preview_what_cannot_be_shown() {
    let admin = AdminClient::new();
    let reading = admin.previewed(CONTENT).await;
    let html = reading["html"].as_str().unwrap();
    let reason = "<p class=\"render-error\" role=\"note\">The formula cannot be shown: Unknown command \"\\unknown\".</p>";
    for part in [LABEL, ANNOTATION, "<math display=\"block\">", reason] {
        assert!(html.contains(part), "{part}\n{html}");
    }
}
