//! The addresses of posts: by slug or by id according to the setting, and reachable in both forms.

use axum::http::Method;
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::support::{Site, post};

const ORIGIN: &str = "https://blog.example.org";

struct Fixture {
    site: Site,
    id: String,
}

impl Fixture {
    async fn new(settings: &[(&str, &str)]) -> Self {
        let settings = [&[("SERVER__BASE_URL", ORIGIN)], settings].concat();
        let site = Site::configured(&settings);
        site.import(&[post(1)]);
        let blog = site.get("/api/blogs/post-1").await["blog"].clone();
        let id = blog["_id"].as_str().unwrap().to_owned();
        let reader = site.reader("Ada").token;
        let comment = json!({"content": "Well said"});
        let path = format!("/api/blogs/{id}/comments");
        let response = site.request(Method::POST, &path, &reader, Some(&comment)).await;
        assert!(response.status_code().is_success(), "{}", response.text());
        Self { site, id }
    }

    async fn document(&self, path: &str) -> Html {
        let response = self.site.server.get(path).await;
        response.assert_status_ok();
        Html::parse_document(&response.text())
    }
}

fn first(document: &Html, selector: &str, attribute: &str) -> String {
    let selector = Selector::parse(selector).unwrap();
    let element = document.select(&selector).next().unwrap();
    element.attr(attribute).unwrap().to_owned()
}

/// Asserts that all links to the post contain `reference`.
async fn assert_links_use(fixture: &Fixture, setting: &str, reference: &str) {
    let path = format!("/blog/{reference}");
    for page in ["/", "/treasure", "/trending"] {
        let document = fixture.document(page).await;
        assert_eq!(first(&document, ".card .card-link", "href"), path, "{page}");
        assert_eq!(first(&document, "html", "data-post-addresses"), setting, "{page}");
    }
    for requested in ["post-1", fixture.id.as_str()] {
        let document = fixture.document(&format!("/blog/{requested}")).await;
        let address = format!("{ORIGIN}{path}");
        assert_eq!(first(&document, "link[rel=canonical]", "href"), address);
        assert_eq!(first(&document, "meta[property='og:url']", "content"), address);
        let data = document.html();
        assert!(
            data.contains(&format!("\"mainEntityOfPage\":\"{address}\"")),
            "{data}"
        );
    }
    for file in ["/feed.xml", "/sitemap.xml"] {
        let text = fixture.site.server.get(file).await.text();
        assert!(text.contains(&format!("{ORIGIN}{path}")), "{text}");
    }
}

#[tokio::test]
async fn links_to_posts_by_slug_by_default() {
    let fixture = Fixture::new(&[]).await;
    assert_links_use(&fixture, "slug", "post-1").await;
}

#[tokio::test]
async fn links_to_posts_by_id_if_set() {
    let fixture = Fixture::new(&[("SITE__POST_ADDRESSES", "id")]).await;
    let id = fixture.id.clone();
    assert_links_use(&fixture, "id", &id).await;
}

#[tokio::test]
async fn pages_and_api_accept_slugs_and_ids() {
    for setting in ["slug", "id"] {
        let fixture = Fixture::new(&[("SITE__POST_ADDRESSES", setting)]).await;
        for reference in ["post-1", fixture.id.as_str()] {
            fixture
                .site
                .server
                .get(&format!("/blog/{reference}"))
                .await
                .assert_status_ok();
            let blog: Value = fixture.site.get(&format!("/api/blogs/{reference}")).await;
            assert_eq!(blog["blog"]["_id"], fixture.id.as_str());
        }
    }
}

#[tokio::test]
async fn comments_contain_the_slug_and_the_id_of_their_post() {
    let fixture = Fixture::new(&[]).await;
    let token = fixture.site.admin("root").token;
    let response = fixture
        .site
        .request(Method::GET, "/api/admin/comments", &token, None)
        .await
        .json::<Value>();
    let blog = &response["comments"][0]["blog"];
    assert_eq!(
        (&blog["slug"], &blog["_id"]),
        (&json!("post-1"), &json!(fixture.id))
    );
}
