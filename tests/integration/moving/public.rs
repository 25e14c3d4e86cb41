//! What not everybody could see is public nowhere.

use blog_app::domain::Time;
use blog_app::moving::item::{Item, Visibility};

use super::{Exported, comment, comment_item, post, rows, text_with};
use crate::support::Site;

const SECRET: &str = "SECRET-OF-PAYERS";

fn secret(id: &str, visibility: Visibility) -> Item {
    let html = format!("<p>{SECRET} <a href=\"/2020/open/\">open</a></p>");
    text_with(id, &html, |text| {
        text.title = format!("{SECRET} {id}");
        text.slug = None;
        text.tags = vec![SECRET.to_owned()];
        text.is_featured = true;
        text.visibility = visibility;
    })
}

#[tokio::test]
async fn restricted_texts_are_public_nowhere() {
    let site = Site::new();
    let restricted = |reason: &str| Visibility::Restricted(reason.to_owned());
    let later = Visibility::Scheduled(Time::parse("2026-12-01T00:00:00Z").unwrap());
    let moved = Exported::new(vec![
        secret("paid", restricted("Who paid could read it")),
        secret("password", restricted("It needed a password")),
        secret("draft", Visibility::Draft),
        secret("later", later),
        post(
            "open",
            "<p>Open <a href=\"https://old.example/2020/paid/\">paid</a>.</p>",
        ),
        comment_item(comment("a", "paid", None, 1)),
    ])
    .import(&site);
    assert_eq!(moved.totals.posts.new, 5);
    assert_eq!(moved.item("post", "paid").status, "draft");
    assert_eq!(
        moved.item("post", "paid").changes[0].reason,
        "Who paid could read it"
    );
    for path in [
        "/",
        "/treasure",
        "/trending",
        "/feed.xml",
        "/sitemap.xml",
        "/blog/open",
        "/api/blogs",
        "/api/blogs?page=1&search=SECRET-OF-PAYERS",
        "/api/blogs/featured",
        "/api/blogs/trending",
        "/api/blogs/open",
    ] {
        let response = site.server.get(path).await;
        assert_eq!(response.status_code(), 200, "{path}");
        let text = response.text();
        // The address of the search repeats what was searched for.
        assert!(
            !text.contains(&format!("<p>{SECRET}")) && !text.contains(&format!("{SECRET} ")),
            "{path}: {text}"
        );
    }
    assert_eq!(
        site.get("/api/blogs?page=1&search=SECRET-OF-PAYERS").await["total"],
        0
    );
    for slug in rows(&site, "select slug from posts where status = 'draft'") {
        for path in [
            format!("/blog/{slug}"),
            format!("/api/blogs/{slug}"),
            format!("/blog/{slug}.md"),
        ] {
            assert_eq!(site.server.get(&path).await.status_code(), 404, "{path}");
        }
    }
    let redirected = rows(&site, "select path from redirects order by path");
    assert_eq!(redirected, ["/2020/later", "/2020/open"]);
}
