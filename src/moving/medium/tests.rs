//! Tests of the importer for Medium, on an archive made for them.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::domain::Time;
use crate::moving::System;
use crate::moving::collected::{damaged, fixture, items, read_files};

const STORY: &str = "medium/archive/posts/2019-03-01_Borrowing---lending-471c017436a2.html";

fn at(time: &str) -> Time {
    Time::parse(time).unwrap()
}

/// A story without anything.
fn plain(id: &str, title: &str, html: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: title.to_owned(),
        slug: None,
        text: ForeignContent::Html(html.to_owned()),
        authors: Vec::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Public,
        created_at: None,
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: Vec::new(),
        base: Base::Folder("posts".to_owned()),
        changes: Vec::new(),
    }
}

fn ada() -> Vec<ForeignAuthor> {
    vec![ForeignAuthor {
        name: "Ada Lovelace".to_owned(),
        email: None,
    }]
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn archive() -> Vec<Item> {
    items(System::Medium, &fixture("medium/archive"))
}

/// Returns the HTML of a story with a body, and the reasons of its changes.
fn body(html: &str) -> (String, Vec<String>) {
    let story = format!(
        "<article class=\"h-entry\"><h1 class=\"p-name\">Title</h1><section class=\"e-content\">{html}</section>\
         <footer><time class=\"dt-published\" datetime=\"2020-01-01T00:00:00Z\"></time></footer></article>"
    );
    let (items, outcome) = read_files(System::Medium, &[("posts/a.html", story.as_bytes())]);
    outcome.unwrap();
    match items.into_iter().next() {
        Some(Item::Text(text)) => match text.text {
            ForeignContent::Html(html) => (
                html,
                text.changes.into_iter().map(|change| change.reason).collect(),
            ),
            ForeignContent::Markdown(_) => unreachable!(),
        },
        item => panic!("{item:?}"),
    }
}

#[test]
fn reads_a_story_with_all_that_it_can_hold() {
    let link = |address: &str| format!("<p><a href=\"{address}\">{address}</a></p>");
    let html = [
        "<p><em>What the borrow checker wants</em></p>",
        "<figure><img src=\"https://cdn-images-1.medium.com/max/800/1*one.png\" alt=\"\"><figcaption>\
         A <a href=\"https://example.org\">crab</a> &lt;3</figcaption></figure>",
        "<p>Once <strong>upon</strong> a <em>time</em>,<br>see <a href=\"https://example.org/a?b=1&amp;c\">there</a> \
         and <code>a &lt; b</code> by <a href=\"https://medium.com/u/3102d6d5f774\">Grace</a>.</p>",
        "<h2>Larger</h2><h3>Smaller</h3>",
        "<blockquote><p>A quote</p></blockquote><blockquote><p>A pull quote</p></blockquote>",
        "<pre><code>fn one() {\n    two();\n\n}</code></pre>",
        "<pre><code class=\"language-typescript\">type List = { a: &quot;b&quot; };\n\nx &amp;&amp; y</code></pre>",
        "<ul><li>one</li><li><strong>two</strong></li></ul><ol start=\"3\"><li>three</li></ol>",
        "<hr>",
        "<p><img src=\"https://cdn-images-1.medium.com/max/600/1*two.png\" alt=\"Two &quot;crabs&quot;\"></p>",
        "<p><a href=\"https://example.org/large\">\
         <img src=\"https://cdn-images-1.medium.com/max/600/1*three.png\" alt=\"\"></a></p>",
        "<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe><p><em>A video</em></p>",
        &link("https://gist.github.com/ada/0123abcd"),
        &link("https://medium.com/media/e41a74370aa087a2d98f57807cc19e1b?postId=471c017436a2"),
        "<iframe src=\"https://player.vimeo.com/video/76979871\"></iframe>",
        &link("https://twitter.com/ada/status/1"),
        "<p><a href=\"https://example.org/card\">A card</a><br>And what it &amp; says</p>",
    ]
    .concat();
    let story = ForeignText {
        slug: Some("borrowing-\u{fe0f}-lending".to_owned()),
        authors: ada(),
        created_at: Some(at("2019-03-01T08:30:21.830Z")),
        cover: Some("https://cdn-images-1.medium.com/max/800/1*one.png".to_owned()),
        summary: Some("What the borrow checker wants".to_owned()),
        old_addresses: texts(&[
            "https://medium.com/@ada/borrowing-%EF%B8%8F-lending-471c017436a2",
            "https://medium.com/p/471c017436a2",
        ]),
        changes: vec![
            Change::new(
                "text",
                "The lines above and below the title are paragraphs of the text",
            ),
            Change::new("text", "What was embedded from gist.github.com became a link"),
            Change::new(
                "text",
                "What was embedded is known to Medium alone, and became a link to it",
            ),
            Change::new("text", "What was embedded from twitter.com became a link"),
        ],
        ..plain("471c017436a2", "Borrowing & lending 🦀", &html)
    };
    assert_eq!(archive()[0], Item::Text(Box::new(story)));
}

#[test]
fn drafts_responses_and_what_is_unlisted_become_drafts() {
    let response = ForeignText {
        slug: Some("thanks-i-am-glad-you-liked-it".to_owned()),
        authors: ada(),
        visibility: Visibility::Draft,
        created_at: Some(at("2019-04-02T00:00:00Z")),
        old_addresses: texts(&[
            "https://medium.com/@ada/thanks-i-am-glad-you-liked-it-0123456789ab",
            "https://medium.com/p/0123456789ab",
        ]),
        changes: vec![Change::new(
            "status",
            "It looks like a response to a story of somebody, which the archive does not tell from a story",
        )],
        ..plain(
            "0123456789ab",
            "Thanks! I am glad you liked it.",
            "<p>Thanks! I am glad you liked it.</p>",
        )
    };
    let unlisted = ForeignText {
        // Of a mail address.
        authors: vec![ForeignAuthor {
            name: "ada".to_owned(),
            email: None,
        }],
        visibility: Visibility::Restricted("Medium's archive calls it unlisted".to_owned()),
        created_at: Some(at("2020-05-05T05:05:05Z")),
        canonical_url: Some("https://blog.example.org/elsewhere".to_owned()),
        old_addresses: texts(&["https://medium.com/p/aabbccddeeff"]),
        ..plain(
            "aabbccddeeff",
            "Elsewhere first",
            "<p>SECRET-OF-PAYERS <img src=\"x\" alt=\"\"></p>",
        )
    };
    let draft = ForeignText {
        visibility: Visibility::Draft,
        ..plain("e32a27b7855", "Not yet", "<p>SECRET-OF-DRAFTS</p>")
    };
    let text = |text| Item::Text(Box::new(text));
    let broken = Item::Refused(RefusedItem {
        kind: Kind::Post,
        source_id: "posts/2021-01-01_Broken-000000000000.html".to_owned(),
        title: String::new(),
        reason: "It is no story of Medium: it has no body".to_owned(),
    });
    let feed = Item::Redirect(ForeignRedirect {
        path: "/feed".to_owned(),
        target: Some("/feed.xml".to_owned()),
        is_permanent: true,
    });
    assert_eq!(
        archive()[1..],
        [text(response), text(unlisted), broken, text(draft), feed]
    );
}

#[test]
fn takes_stories_from_wherever_they_are() {
    let story = fs::read(fixture(STORY)).unwrap();
    for path in ["posts/a.html", "a.html", "medium-export-1/posts/a.html"] {
        let files: [(&str, &[u8]); 2] = [(path, &story), ("x/claps/claps-0001.html", b"<ul></ul>")];
        let (items, outcome) = read_files(System::Medium, &files);
        outcome.unwrap();
        assert_eq!(items.len(), 2, "{path}");
    }
    assert_eq!(items(System::Medium, &fixture(STORY)).len(), 2);
    let (items, outcome) = read_files(System::Medium, &[("claps/claps-0001.html", b"<ul></ul>")]);
    assert!(matches!(outcome, Err(ReadError::Form(_))));
    assert!(items.is_empty());
}

#[test]
fn keeps_no_mail_addresses() {
    assert!(!format!("{:?}", archive()).contains("ada@example.org"));
}

#[test]
fn a_short_text_with_more_than_paragraphs_is_no_response() {
    for (html, is_response) in [
        ("<p>a</p><blockquote>b</blockquote>", true),
        ("<p>a</p><pre>b</pre>", false),
        ("<h3 class=\"graf--title\">Title</h3><p>a</p>", false),
        ("<h3>Title</h3><p>a</p>", false),
        ("<p>a</p><figure><img src=\"b\"></figure>", false),
    ] {
        let reasons = body(html).1;
        assert_eq!(
            reasons.iter().any(|reason| reason.contains("response")),
            is_response,
            "{html}"
        );
    }
    let long = format!("<p>{}</p>", "a".repeat(RESPONSE_MAX + 1));
    assert_eq!(body(&long).1, Vec::<String>::new());
}

#[test]
fn reads_the_marks_of_older_and_newer_stories() {
    for (html, expected) in [
        ("plain <p></p> text", "<p>plain</p><p>text</p>"),
        (
            "<h2>a</h2><h1>b</h1><h5>c</h5><h6>d</h6>",
            "<h2>a</h2><h2>b</h2><h4>c</h4><h5>d</h5>",
        ),
        (
            "<p>a <b>b</b> <i>c</i> <del>d</del> <u>e</u></p>",
            "<p>a <strong>b</strong> <em>c</em> <s>d</s> <u>e</u></p>",
        ),
        (
            "<table><tbody><tr><td>a</td></tr></tbody></table>",
            "<table><tbody><tr><td>a</td></tr></tbody></table>",
        ),
        (
            "<p><iframe src=\"//www.youtube.com/embed/abc\"></iframe></p>",
            "<iframe src=\"https://www.youtube-nocookie.com/embed/abc\"></iframe>",
        ),
        (
            "<div class=\"section-background\" style=\"background-image: url('https://e.org/a.png');\"></div><p>a</p>",
            "<p><img src=\"https://e.org/a.png\" alt=\"\"></p><p>a</p>",
        ),
        (
            "<figure><a href=\"https://e.org\"><img src=\"a\"></a><figcaption>b</figcaption></figure>",
            "<figure><a href=\"https://e.org\"><img src=\"a\" alt=\"\"></a><figcaption>b</figcaption></figure>",
        ),
        (
            "<p>a</p><pre data-code-block-lang=\"\" data-code-block-mode=\"0\">x</pre><pre>y</pre>",
            "<p>a</p><pre><code>x</code></pre><pre><code>y</code></pre>",
        ),
        (
            "<script>alert(1)</script><style>p {}</style><p onclick=\"x\">a</p>",
            "<p>a</p>",
        ),
    ] {
        assert_eq!(body(html).0, expected, "{html}");
    }
}

#[test]
fn refuses_stories_that_are_too_large_or_too_deep() {
    let deep = format!(
        "<section class=\"e-content\">{}</section>",
        "<div>".repeat(10_000)
    );
    let large = vec![b' '; usize::try_from(STORY_MAX).unwrap() + 1];
    let files: [(&str, &[u8]); 2] = [("posts/a.html", deep.as_bytes()), ("posts/b.html", &large)];
    let (items, outcome) = read_files(System::Medium, &files);
    outcome.unwrap();
    assert_eq!(items.len(), 2);
    assert!(items.iter().all(|item| matches!(item, Item::Refused(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let (items, outcome) = read_files(System::Medium, &[("posts/a.html", &bytes)]);
        prop_assert!(outcome.is_ok() && !items.is_empty());
    }

    #[test]
    fn survives_damage(bytes in damaged(fs::read(fixture(STORY)).unwrap())) {
        let (items, outcome) = read_files(System::Medium, &[("posts/a.html", &bytes)]);
        prop_assert!(outcome.is_ok() && !items.is_empty());
    }
}
