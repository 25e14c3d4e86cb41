//! The posts of one author, in the API and on the page.

use axum::http::{Method, StatusCode};
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::support::accounts::PASSWORD;
use crate::support::{Site, post, post_with_changes, slugs};

const ORIGIN: &str = "https://blog.example.org";
const UNKNOWN_AUTHOR: &str = "01a1fcb0-b5b0-7156-81ed-654973130318";

/// Thirty posts by three authors, in three categories and with two tags.
fn thirty_posts() -> Vec<Value> {
    let pick = |names: [&'static str; 3], number: u32| names[number as usize % 3];
    (1..=30)
        .map(|number| {
            post_with_changes(
                number,
                json!({
                    "author": pick(["Ada", "Bo <b>", "Grace"], number),
                    "category": pick(["Other", "Cybersecurity", "System Design"], number / 3),
                    "tags": if number % 4 == 0 { json!(["Rust"]) } else { json!(["go", "sample"]) },
                    "contentHtml": format!("<p>Text {}</p>", if number % 5 == 0 { "about lists" } else { "alone" }),
                }),
            )
        })
        .collect()
}

async fn author_of(site: &Site, slug: &str) -> String {
    let blog = site.get(&format!("/api/blogs/{slug}")).await["blog"].clone();
    blog["author"]["_id"].as_str().unwrap().to_owned()
}

/// Returns the slugs of the posts by `author` in a list.
fn slugs_by(author: &str, list: &Value) -> Vec<String> {
    let blogs: Vec<Value> = list["blogs"].as_array().unwrap().clone();
    slugs(
        &blogs
            .into_iter()
            .filter(|blog| blog["author"]["_id"] == author)
            .collect(),
    )
}

#[tokio::test]
async fn filters_every_list_by_author_and_keeps_the_order() {
    let site = Site::with_posts(&thirty_posts());
    for (number, session) in [(3, "a"), (6, "a"), (6, "b"), (12, "c"), (30, "d")] {
        site.record_view(&format!("post-{number}"), session).await;
    }
    let ada = author_of(&site, "post-3").await;
    let mut non_empty = 0;
    for search in [
        "",
        "&search=text",
        "&search=about+lists",
        "&search=nothing-has-this",
    ] {
        for category in ["", "&category=Other"] {
            for tag in ["", "&tag=rust"] {
                for sort in [
                    "",
                    "newest",
                    "oldest",
                    "likes",
                    "comments",
                    "mostLiked",
                    "mostCommented",
                ] {
                    let query = format!("{search}{category}{tag}&sort={sort}");
                    let query = if sort.is_empty() {
                        query.replace("&sort=", "")
                    } else {
                        query
                    };
                    let expected = slugs_by(&ada, &site.get(&format!("/api/blogs?limit=100{query}")).await);
                    let response = site
                        .get(&format!("/api/blogs?limit=100&author={ada}{query}"))
                        .await;
                    assert_eq!(slugs(&response["blogs"]), expected, "{query}");
                    assert_eq!(response["total"], expected.len(), "{query}");
                    let second = site
                        .get(&format!("/api/blogs?page=2&limit=3&author={ada}{query}"))
                        .await;
                    let expected_page: Vec<String> = expected.iter().skip(3).take(3).cloned().collect();
                    assert_eq!(slugs(&second["blogs"]), expected_page, "{query}");
                    assert_eq!(second["totalPages"], expected.len().div_ceil(3), "{query}");
                    non_empty += usize::from(!expected.is_empty());
                }
            }
        }
    }
    assert!(non_empty > 40, "{non_empty} of the lists hold posts");
}

#[tokio::test]
async fn filters_by_author_without_paging_with_texts_and_on_the_public_path() {
    let site = Site::with_posts(&thirty_posts());
    let ada = author_of(&site, "post-3").await;
    let expected: Vec<String> = (1..=10)
        .rev()
        .map(|third| format!("post-{}", third * 3))
        .collect();
    for path in ["/api/blogs", "/api/blogs/public"] {
        let body = site.get(&format!("{path}?author={ada}")).await;
        assert_eq!(slugs(&body["blogs"]), expected);
        assert_eq!(body["author"]["_id"], ada);
        assert_eq!(body["author"]["username"], "Ada");
        assert_eq!(body["author"], body["blogs"][0]["author"]);
    }
    let body = site.get(&format!("/api/blogs?author={ada}&fields=content")).await;
    assert_eq!(slugs(&body["blogs"]), expected);
    assert_eq!(body["blogs"][0]["content"], "<p>Text about lists</p>");
    let everybody = site.get("/api/blogs?author=").await;
    assert_eq!((&everybody["total"], everybody.get("author")), (&json!(30), None));
}

#[tokio::test]
async fn streams_long_texts_with_the_name_of_the_author() {
    let long = format!("<p>{}</p>", "word ".repeat(150_000));
    let posts: Vec<_> = (1..=3)
        .map(|number| post_with_changes(number, json!({"contentHtml": long})))
        .collect();
    let site = Site::with_posts(&posts);
    let ada = author_of(&site, "post-1").await;
    let body = site.get(&format!("/api/blogs?author={ada}&fields=content")).await;
    assert_eq!(slugs(&body["blogs"]), ["post-3", "post-2", "post-1"]);
    assert_eq!(body["author"]["username"], "Ada");
    assert!(body["blogs"][2]["content"].as_str().unwrap().len() > 700_000);
}

#[tokio::test]
async fn rejects_a_malformed_author_and_returns_no_posts_of_an_unknown_one() {
    let site = Site::with_posts(&[post(1)]);
    for bad in [
        "Ada",
        "1",
        "%00",
        "01a1fcb0",
        "{01a1fcb0-b5b0-7156-81ed-654973130318}",
    ] {
        for path in ["/api/blogs", "/api/blogs/public"] {
            let response = site.server.get(&format!("{path}?author={bad}")).await;
            assert_eq!(response.status_code(), StatusCode::BAD_REQUEST, "{bad}");
            assert_eq!(
                response.json::<Value>()["errors"],
                json!({"author": "author is the id of an author"}),
                "{bad}"
            );
        }
    }
    let body = site.get(&format!("/api/blogs?author={UNKNOWN_AUTHOR}")).await;
    assert_eq!(
        (
            &body["blogs"],
            &body["total"],
            &body["totalPages"],
            body.get("author")
        ),
        (&json!([]), &json!(0), &json!(0), None)
    );
}

#[tokio::test]
async fn excludes_drafts_and_shows_every_change_at_once() {
    let site = Site::new();
    let root = site.admin("root");
    let list = format!("/api/blogs?author={}&page=1&limit=9", root.id);
    let page = format!("/treasure?author={}", root.id);
    let create = async |title: &str, status: &str| {
        let body = json!({
            "title": title, "content": "<p>Text</p>", "category": "Other", "tags": [],
            "featuredImage": "https://example.org/a.png", "status": status,
        });
        let response = site
            .request(Method::POST, "/api/blogs/create", &root.token, Some(&body))
            .await;
        assert_eq!(response.status_code(), StatusCode::CREATED);
        response.json::<Value>()["blog"]["_id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let empty = site.get(&list).await;
    assert_eq!(
        (&empty["total"], &empty["author"]["username"]),
        (&json!(0), &json!("root"))
    );
    create("A draft", "draft").await;
    assert_eq!(site.get(&list).await["total"], 0);
    let id = create("A post", "published").await;
    assert_eq!(site.slugs(&list, "blogs").await, ["a-post"]);
    assert!(site.server.get(&page).await.text().contains("Posts by root</h1>"));

    let rename = json!({"username": "grace", "email": root.email, "currentPassword": PASSWORD});
    let response = site
        .request(
            Method::PUT,
            "/api/admin/settings/profile",
            &root.token,
            Some(&rename),
        )
        .await;
    response.assert_status_ok();
    assert_eq!(site.get(&list).await["author"]["username"], "grace");
    assert!(
        site.server
            .get(&page)
            .await
            .text()
            .contains("Posts by grace</h1>")
    );

    let path = format!("/api/blogs/{id}");
    site.request(Method::DELETE, &path, &root.token, None)
        .await
        .assert_status_ok();
    assert_eq!(site.get(&list).await["total"], 0);
}

struct RenderedPage(Html);

impl RenderedPage {
    async fn load(site: &Site, path: &str) -> Self {
        let response = site.server.get(path).await;
        response.assert_status_ok();
        Self(Html::parse_document(&response.text()))
    }

    fn all(&self, selector: &str) -> Vec<scraper::ElementRef<'_>> {
        self.0.select(&Selector::parse(selector).unwrap()).collect()
    }

    fn texts(&self, selector: &str) -> Vec<String> {
        self.all(selector)
            .iter()
            .map(|element| element.text().collect())
            .collect()
    }

    fn attributes(&self, selector: &str, name: &str) -> Vec<&str> {
        self.all(selector)
            .iter()
            .filter_map(|element| element.attr(name))
            .collect()
    }
}

#[tokio::test]
async fn renders_the_page_of_an_author_with_the_list_of_the_api() {
    let site = Site::configured(&[("SERVER__BASE_URL", ORIGIN)]);
    site.import(&thirty_posts());
    let bo = author_of(&site, "post-1").await;
    for (query, number, title, canonical) in [
        ("", 1, "Posts by Bo <b>", Some("/author/bo-b")),
        (
            "&page=2",
            2,
            "Posts by Bo <b> – Page 2",
            Some("/author/bo-b?page=2"),
        ),
        (
            "&category=Other",
            1,
            "Other · Posts by Bo <b>",
            Some("/treasure?category=Other&author=BO"),
        ),
        ("&search=text&sort=oldest", 1, "text · Posts by Bo <b>", None),
    ] {
        let page = RenderedPage::load(&site, &format!("/treasure?author={bo}{query}")).await;
        let rest = query.replace("&page=2", "");
        let listed = site
            .slugs(
                &format!("/api/blogs?author={bo}{rest}&page={number}&limit=9"),
                "blogs",
            )
            .await;
        let links: Vec<String> = listed.iter().map(|slug| format!("/blog/{slug}")).collect();
        assert!(!links.is_empty(), "{query}");
        assert_eq!(page.attributes(".card .card-link", "href"), links, "{query}");
        assert_eq!(page.texts("h1"), ["Posts by Bo <b>"]);
        assert_eq!(page.texts("title"), [format!("{title} · Community Blog")]);
        assert_eq!(page.attributes("a.section-all", "href"), ["/treasure"]);
        let without_scripts = page.texts("noscript").concat();
        assert!(
            without_scripts.contains(&format!("name=\"author\" value=\"{bo}\"")),
            "a search without scripts stays with the author: {without_scripts}"
        );
        let expected_canonical: Vec<String> = canonical
            .iter()
            .map(|path| format!("{ORIGIN}{}", path.replace("BO", &bo)))
            .collect();
        assert_eq!(page.attributes("link[rel=canonical]", "href"), expected_canonical);
        let robots = page.attributes("meta[name=robots]", "content");
        assert_eq!(robots.is_empty(), canonical.is_some(), "{query}");
    }
}

#[tokio::test]
async fn renders_an_empty_noindex_page_for_an_unknown_author() {
    let site = Site::with_posts(&[post(1)]);
    for author in [UNKNOWN_AUTHOR, "Ada"] {
        let page = RenderedPage::load(&site, &format!("/treasure?author={author}")).await;
        assert_eq!(page.texts("h1"), ["Posts by this author"]);
        assert_eq!(page.texts(".state-title"), ["This author is not known here"]);
        assert_eq!(
            page.texts(".state-text"),
            ["They may have left, or the address may be mistyped."]
        );
        assert_eq!(page.attributes("meta[name=robots]", "content"), ["noindex"]);
        assert!(page.all(".card").is_empty());
        let data: Value = serde_json::from_str(&page.texts("#bootstrap-data")[0]).unwrap();
        let list = &data[format!("/blogs?author={author}&page=1&limit=9")];
        assert_eq!(
            *list,
            json!({"success": true, "blogs": [], "total": 0, "page": 1, "totalPages": 0})
        );
    }
}

#[tokio::test]
async fn links_authors_to_their_pages() {
    let site = Site::with_demo_content();
    let blog = site.get("/api/blogs/sqlite-is-enough").await["blog"].clone();
    let (slug, name) = (
        blog["author"]["slug"].as_str().unwrap(),
        blog["author"]["username"].as_str(),
    );
    let target = format!("/author/{slug}");
    let article = RenderedPage::load(&site, "/blog/sqlite-is-enough").await;
    assert_eq!(article.attributes("a.article-author", "href"), [target.as_str()]);
    assert_eq!(article.texts("a.article-author"), [name.unwrap()]);
    let json_ld = article.texts("script[type='application/ld+json']").join("\n");
    assert!(json_ld.contains(&format!("{target}\"")), "{json_ld}");
    for path in ["/", "/treasure", "/trending", "/blog/sqlite-is-enough"] {
        let page = RenderedPage::load(&site, path).await;
        let links = page.attributes("a.card-author", "href");
        assert_eq!(links.len(), page.all(".card").len(), "{path}");
        assert!(page.all("a a").is_empty(), "{path}");
    }
    let home = RenderedPage::load(&site, "/").await;
    assert_eq!(home.all("a.slide-author").len(), home.all(".slide").len());
    assert!(!home.all(".slide").is_empty());
    let sitemap = site.server.get("/sitemap.xml").await.text();
    assert!(
        sitemap.contains(&format!("{target}<")) && !sitemap.contains("author="),
        "{sitemap}"
    );
}
