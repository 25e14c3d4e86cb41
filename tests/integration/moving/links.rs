//! Links in texts of another system.

use blog_app::moving::item::{Base, ForeignContent};

use super::{Exported, post, rows, text_with};
use crate::support::Site;

#[tokio::test]
async fn links_lead_to_the_new_posts_also_to_later_ones() {
    let site = Site::new();
    let html = "<p><a href=\"https://old.example/2020/two/?utm=1#part\">later</a> <a href=\"/2020/one/\">self</a>
                <a href=\"https://old.example/contact\">old</a> <a href=\"https://other.example/2020/two\">other</a>
                <a href=\"#here\">here</a> <a href=\"mailto:a@example.org\">mail</a></p>";
    Exported::new(vec![post("one", html), post("two", "<p>Two.</p>")]).import(&site);
    let html = rows(&site, "select html from post_contents order by post_seq").join("\n");
    for link in [
        "\"/blog/two#part\"",
        "\"/blog/one\"",
        "\"https://old.example/contact\"",
        "\"https://other.example/2020/two\"",
        "\"#user-content-here\"",
        "\"mailto:a@example.org\"",
    ] {
        assert!(html.contains(link), "{link}: {html}");
    }
}

#[tokio::test]
async fn links_to_texts_of_an_earlier_import_lead_to_them() {
    let site = Site::new();
    Exported::new(vec![post("one", "<p>One.</p>")]).import(&site);
    let html = "<p><a href=\"/2020/one/\">path</a> <a href=\"https://old.example/2020/one\">address</a></p>";
    Exported::new(vec![post("two", html)]).import(&site);
    let html = rows(&site, "select html from post_contents order by post_seq desc").remove(0);
    assert_eq!(html.matches("\"/blog/one\"").count(), 2, "{html}");
}

#[tokio::test]
async fn links_between_files_of_markdown_lead_to_their_posts() {
    let site = Site::new();
    let file = |path: &str, markdown: &str| {
        let (folder, name) = path.rsplit_once('/').unwrap();
        text_with(path, "", |text| {
            text.slug = Some(name.trim_end_matches(".md").to_owned());
            text.text = ForeignContent::Markdown(markdown.to_owned());
            text.base = Base::Folder(folder.to_owned());
        })
    };
    let moved = Exported::new(vec![
        file(
            "posts/a/one.md",
            "[two](../b/two.md#x), [gone](none.md), [web](https://example.org/)",
        ),
        file("posts/b/two.md", "[one](../a/one)"),
    ])
    .import(&site);
    let htmls = rows(&site, "select html from post_contents order by post_seq");
    assert!(
        htmls[0].contains("\"/blog/two#x\"") && htmls[0].contains("\"https://example.org/\""),
        "{htmls:?}"
    );
    assert!(
        !htmls[0].contains("none.md") && htmls[1].contains("\"/blog/one\""),
        "{htmls:?}"
    );
    assert_eq!(moved.changed("post", "posts/a/one.md"), ["links"]);
}

#[tokio::test]
async fn what_cannot_be_shown_is_reported() {
    let site = Site::new();
    let html = "<p onclick=\"x()\">Text</p><script>x()</script><form><input></form>
                <iframe src=\"https://codepen.io/x\"></iframe>
                <iframe src=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\"></iframe>";
    let moved = Exported::new(vec![post("one", html)]).import(&site);
    let reasons: Vec<&str> = moved
        .item("post", "one")
        .changes
        .iter()
        .map(|change| change.reason.as_str())
        .collect();
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    assert!(
        reasons[0].contains("2 scripts") && reasons[1].contains("2 forms"),
        "{reasons:?}"
    );
    assert!(
        reasons[2].contains("https://codepen.io/x was embedded"),
        "{reasons:?}"
    );
    let html = rows(&site, "select html from post_contents").join("\n");
    assert!(html.contains("<a href=\"https://codepen.io/x\""), "{html}");
    assert!(html.contains("youtube-nocookie.com/embed/dQw4w9WgXcQ"), "{html}");
    assert!(
        !html.contains("onclick") && !html.contains("script") && !html.contains("form"),
        "{html}"
    );
}
