//! The pages that the server draws, and the links to them.

use serde_json::{Value, json};

use super::{ORIGIN, Staffed, id};
use crate::support::{Site, post};

#[tokio::test]
async fn draws_the_page_of_a_tag() {
    let site = Staffed::new();
    for number in 1..=11 {
        site.publish(&format!("post {number}"), &["Tea & <cake>"]).await;
    }
    site.edit(
        "PATCH /tags/tea-cake",
        json!({"description": "What goes with <tea>", "cover": "https://example.org/tea.png"}),
    )
    .await;
    let page = site.page("/tag/tea-cake").await;
    assert_eq!(page.texts("h1"), ["Tea & <cake>"]);
    assert_eq!(page.texts(".collection-text"), ["What goes with <tea>"]);
    assert_eq!(page.texts(".found"), ["11 posts"]);
    assert_eq!(page.all(".card").len(), 9);
    assert_eq!(
        page.attributes(".collection-cover img", "src"),
        ["https://example.org/tea.png"]
    );
    let sized = page.all(".collection-cover img[width][height]");
    assert_eq!(sized.len(), 1);
    assert_eq!(page.texts("title"), ["Tea & <cake> · Community Blog"]);
    assert_eq!(
        page.attributes("meta[name=description]", "content"),
        ["What goes with <tea>"]
    );
    assert_eq!(
        page.attributes("meta[property='og:image']", "content"),
        ["https://example.org/tea.png"]
    );
    assert_eq!(
        page.attributes("link[rel=canonical]", "href"),
        [format!("{ORIGIN}/tag/tea-cake")]
    );
    let feeds = page.attributes("link[rel=alternate]", "href");
    for feed in [
        "/feed.xml",
        "/feed.json",
        "/tag/tea-cake/feed.xml",
        "/tag/tea-cake/feed.json",
    ] {
        assert!(feeds.contains(&feed), "{feeds:?}");
    }
    let second = site.page("/tag/tea-cake?page=2").await;
    assert_eq!(second.all(".card").len(), 2);
    assert_eq!(second.texts("title"), ["Tea & <cake> – Page 2 · Community Blog"]);
    assert_eq!(
        second.attributes("link[rel=canonical]", "href"),
        [format!("{ORIGIN}/tag/tea-cake?page=2")]
    );
    let past = site.page("/tag/tea-cake?page=9").await;
    assert_eq!(past.texts(".state-title"), ["There is no such page"]);
    assert_eq!(past.attributes(".state a", "href"), ["/tag/tea-cake"]);
    // What the client starts with is what it would ask for.
    let data: Value = serde_json::from_str(&second.texts("#bootstrap-data")[0]).unwrap();
    let path = "/tags/tea-cake?page=2&limit=9";
    assert_eq!(data[path], site.get(path).await);
}

#[tokio::test]
async fn draws_the_page_of_an_author() {
    let site = Staffed::new();
    site.publish("one", &[]).await;
    let profile = json!({
        "bio": "Writes\nabout engines.",
        "socialLinks": {"website": "https://example.org/?a=1&b=2", "x": "https://x.com/ada"},
    });
    site.call("PUT /admin/settings/author", &site.author.token, profile)
        .await;
    let page = site.page("/author/ada").await;
    assert_eq!(page.texts("h1"), ["ada"]);
    assert_eq!(page.texts(".collection-text"), ["Writes\nabout engines."]);
    assert_eq!(page.texts(".collection-links a"), ["Website", "X"]);
    assert_eq!(
        page.attributes(".collection-links a", "href"),
        ["https://example.org/?a=1&b=2", "https://x.com/ada"]
    );
    for rel in page.attributes(".collection-links a", "rel") {
        assert_eq!(rel, "nofollow noopener noreferrer me");
    }
    assert_eq!(page.attributes(".card-link", "href"), ["/blog/one"]);
    assert_eq!(
        page.attributes("meta[property='og:type']", "content"),
        ["profile"]
    );
    let data: Value = serde_json::from_str(&page.texts("#bootstrap-data")[0]).unwrap();
    let path = "/authors/ada?page=1&limit=9";
    assert_eq!(data[path], site.get(path).await);
    let empty = site.page("/author/bo").await;
    assert_eq!(
        empty.texts(".state-title"),
        ["No posts yet. The first one will stand here."]
    );
    assert_eq!(empty.attributes("meta[name=robots]", "content"), ["noindex"]);
}

#[tokio::test]
async fn draws_the_page_of_a_series_and_its_part_of_an_article() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    let two = site.publish("two", &[]).await;
    let three = site.publish("three", &[]).await;
    let series = site.series("On <order>", &[&three, &one, &two]).await;
    let page = site.page("/series/on-order").await;
    assert_eq!(page.texts("h1"), ["On <order>"]);
    assert_eq!(page.texts(".series-part-title"), ["three", "one", "two"]);
    assert_eq!(page.texts(".series-number"), ["1", "2", "3"]);
    assert_eq!(page.attributes(".collection-facts a", "href"), ["/author/ada"]);
    let data: Value = serde_json::from_str(&page.texts("#bootstrap-data")[0]).unwrap();
    assert_eq!(data["/series/on-order"], site.get("/series/on-order").await);

    let article = site.page("/blog/one").await;
    assert_eq!(article.texts(".article-series-place"), ["Part 2 of 3"]);
    assert_eq!(
        article.attributes(".article-series-title a", "href"),
        ["/series/on-order"]
    );
    assert_eq!(
        article.attributes(".article-series a[rel=prev]", "href"),
        ["/blog/three"]
    );
    assert_eq!(
        article.attributes(".article-series a[rel=next]", "href"),
        ["/blog/two"]
    );
    let first = site.page("/blog/three").await;
    assert!(first.all(".article-series a[rel=prev]").is_empty());
    site.call(
        &format!("DELETE /series/{}", id(&series)),
        &site.author.token,
        json!({}),
    )
    .await;
    assert!(site.page("/blog/one").await.all(".article-series").is_empty());
}

#[tokio::test]
async fn links_lead_to_the_pages_without_a_detour() {
    let site = Staffed::new();
    site.publish("one", &["C++", "Tea time"]).await;
    site.publish("two", &["C", "Tea time"]).await;
    for path in [
        "/blog/one",
        "/blog/two",
        "/",
        "/treasure",
        "/tag/tea-time",
        "/author/ada",
    ] {
        let page = site.page(path).await;
        let links: Vec<String> = page
            .attributes("#root a", "href")
            .into_iter()
            .filter(|href| {
                ["/tag/", "/author/", "/series/"]
                    .iter()
                    .any(|start| href.starts_with(start))
            })
            .map(str::to_owned)
            .collect();
        assert!(!links.is_empty(), "{path}");
        for link in links {
            assert_eq!(site.follow(&link).await.0, 200, "{link} on {path}");
        }
        assert!(
            page.attributes("#root a", "href")
                .iter()
                .all(|href| !href.contains("?tag=")),
            "{path}"
        );
    }
    let article = site.page("/blog/one").await;
    assert_eq!(
        article.attributes(".article-tags a", "href"),
        ["/tag/c", "/tag/tea-time"]
    );
}

#[tokio::test]
async fn lists_of_a_tag_or_an_author_name_their_pages_as_canonical() {
    let site = Staffed::new();
    site.publish("one", &["Tea time"]).await;
    let author = site.author.id.to_string();
    for (address, canonical) in [
        ("/treasure?tag=tea+TIME".to_owned(), "/tag/tea-time"),
        (format!("/treasure?author={author}"), "/author/ada"),
        (
            format!("/treasure?author={author}&sort=newest&page=3"),
            "/author/ada?page=3",
        ),
        (
            "/treasure?tag=tea+time&sort=oldest".to_owned(),
            "/treasure?tag=tea+time&sort=oldest",
        ),
        ("/treasure?tag=nothing".to_owned(), "/treasure?tag=nothing"),
    ] {
        let page = site.page(&address).await;
        assert_eq!(
            page.attributes("link[rel=canonical]", "href"),
            [format!("{ORIGIN}{canonical}")],
            "{address}"
        );
    }
}

#[tokio::test]
async fn addresses_with_a_slash_lead_to_the_pages_before_redirects_do() {
    let site = Staffed::new();
    site.publish("one", &["tea"]).await;
    let editor = site.editor.token.clone();
    for path in ["/tag/tea/", "/tag/coffee/", "/author/ada/", "/series/none"] {
        let redirect = json!({"path": path, "target": "/trending"});
        site.call("POST /admin/redirects", &editor, redirect).await;
    }
    for (path, expected) in [
        ("/tag/tea/", (301, "/tag/tea")),
        ("/tag/tea", (200, "")),
        ("/author/ada/", (301, "/author/ada")),
        ("/tag/coffee/", (301, "/trending")),
        ("/tag/coffee", (301, "/trending")),
        ("/series/none", (301, "/trending")),
        ("/tag/nothing", (404, "")),
    ] {
        let (status, location) = expected;
        assert_eq!(site.follow(path).await, (status, location.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_mention_of_an_author_leads_to_their_page() {
    let site = Site::with_posts(&[post(1)]);
    site.admin("root");
    let reader = site.reader("Reader").token;
    let comment = json!({"content": "Ask @root"});
    let said = site
        .request(
            axum::http::Method::POST,
            "/api/blogs/post-1/comments",
            &reader,
            Some(&comment),
        )
        .await;
    let html = said.json::<Value>()["comment"]["contentHtml"].clone();
    assert!(html.as_str().unwrap().contains("href=\"/author/root\""), "{html}");
}

#[tokio::test]
async fn the_sitemap_names_the_pages_of_published_posts() {
    let site = Staffed::new();
    let one = site.publish("one", &["tea"]).await;
    site.series("Series", &[&one]).await;
    let sitemap = site.site.server.get("/sitemap.xml").await.text();
    for path in ["/tag/tea", "/author/ada", "/series/series"] {
        assert!(
            sitemap.contains(&format!("<loc>{ORIGIN}{path}</loc>")),
            "{path}: {sitemap}"
        );
    }
    assert!(!sitemap.contains("/author/bo"));
}
