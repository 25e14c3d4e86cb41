//! Posts as Markdown and back, once and twice: no word is lost, and what Markdown cannot hold stays HTML.

use std::io::Write as _;

use blog_app::content::{html_to_markdown, markdown_to_html, plain_text, sanitise};

use crate::support::corpus;

#[test]
fn loses_no_word_of_any_post() {
    let (mut equal, mut with_html, mut posts) = (0, 0, 0);
    for post in corpus::posts() {
        let html = sanitise(post["contentHtml"].as_str().unwrap()).unwrap();
        let markdown = html_to_markdown(&html).unwrap();
        let back = markdown_to_html(&markdown.source).unwrap();
        let title = &post["title"];
        assert_eq!(plain_text(&back), plain_text(&html), "{title}");
        let again = html_to_markdown(&back).unwrap();
        assert_eq!(
            plain_text(&markdown_to_html(&again.source).unwrap()),
            plain_text(&html),
            "{title}"
        );
        posts += 1;
        equal += usize::from(back == html.trim());
        with_html += usize::from(!markdown.kept.is_empty());
    }
    // Written past the capture of the test harness, so that each run shows it.
    writeln!(
        std::io::stderr(),
        "of {posts} posts {equal} came back from Markdown equal to the byte, {with_html} hold HTML"
    )
    .unwrap();
    assert!(equal * 4 > posts, "{equal} of {posts}");
}
