//! The sitemap, robots.txt, the OpenSearch description and the web manifest.

use std::path::Path;

use axum::http::Method;
use blog_app::domain::Clock as _;
use roxmltree::Document;
use serde_json::json;

use super::{ORIGIN, all, document, header, locations, settings, text};
use crate::support::{Site, database, post};

const MEDIA_TYPE: &str = "application/xml; charset=utf-8";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

async fn sitemap(site: &Site) -> String {
    document(site, "/sitemap.xml", MEDIA_TYPE).await
}

#[tokio::test]
async fn lists_every_public_page_in_the_sitemap() {
    let site = Site::configured(&settings());
    site.import(&[post(1), post(2)]);
    let reader = site.reader("Ada").id;
    let banned = site.reader("Mallory").id;
    site.ban(banned, "spam");
    let draft = json!({
        "title": "Not yet", "content": "<p>Words.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/cover.png", "status": "draft",
    });
    let token = site.admin("root").token;
    let response = site
        .request(Method::POST, "/api/blogs/create", &token, Some(&draft))
        .await;
    assert_eq!(response.status_code(), 201);

    let xml = sitemap(&site).await;
    let parsed = Document::parse(&xml).unwrap();
    assert_eq!(parsed.root_element().tag_name(), (NAMESPACE, "urlset").into());
    let blogs = site.get("/api/blogs").await["blogs"].clone();
    let mut expected: Vec<String> = ["/", "/trending", "/treasure", "/recent", "/login", "/signup"]
        .map(str::to_owned)
        .into();
    expected.extend([0, 1].map(|number| format!("/blog/{}", blogs[number]["slug"].as_str().unwrap())));
    expected.extend(["/tag/sample", "/author/ada"].map(str::to_owned));
    expected.push(format!("/profile/{reader}"));
    let expected: Vec<String> = expected.iter().map(|path| format!("{ORIGIN}{path}")).collect();
    assert_eq!(locations(&parsed), expected);

    let entries = all(parsed.root_element(), "url");
    let modified: Vec<_> = entries
        .iter()
        .flat_map(|entry| all(*entry, "lastmod"))
        .map(|time| time.text().unwrap())
        .collect();
    assert_eq!(modified, ["2026-01-02T08:00:00.000Z", "2026-01-01T08:00:00.000Z"]);
    assert_eq!(text(entries[0], "priority"), "1.0");
    assert!(entries[1..].iter().all(|entry| text(*entry, "priority") == "0.8"));
    assert!(entries.iter().all(|entry| text(*entry, "changefreq") == "daily"));
}

#[tokio::test]
async fn rebuilds_the_sitemap_after_an_hour() {
    let site = Site::new();
    let count = async || sitemap(&site).await.matches("<url>").count();
    assert_eq!(count().await, 6);
    site.import(&[post(1)]);
    site.clock.advance_seconds(3_599);
    assert_eq!(count().await, 6);
    site.clock.advance_seconds(1);
    // The post, its tag and its author.
    assert_eq!(count().await, 9);
    let response = site.server.get("/sitemap.xml").await;
    assert_eq!(
        header(&response, "cache-control"),
        "public, max-age=0, s-maxage=3600"
    );
}

#[tokio::test]
async fn splits_a_sitemap_of_more_than_50_000_addresses() {
    let site = Site::configured(&settings());
    let no_part = site.server.get("/sitemap-1.xml").await;
    assert_eq!(
        (no_part.status_code().as_u16(), header(&no_part, "content-type")),
        (404, "text/html; charset=utf-8".to_owned())
    );
    insert_readers(&site, 50_000);
    site.clock.advance_seconds(3_600);

    let xml = sitemap(&site).await;
    let index = Document::parse(&xml).unwrap();
    assert_eq!(
        index.root_element().tag_name(),
        (NAMESPACE, "sitemapindex").into()
    );
    let parts = [1, 2].map(|number| format!("{ORIGIN}/sitemap-{number}.xml"));
    assert_eq!(locations(&index), parts);
    for (part, addresses) in parts.iter().zip([50_000, 6]) {
        let xml = document(&site, part.strip_prefix(ORIGIN).unwrap(), MEDIA_TYPE).await;
        let part = Document::parse(&xml).unwrap();
        assert_eq!(locations(&part).len(), addresses);
    }
    for missing in [
        "/sitemap-0.xml",
        "/sitemap-3.xml",
        "/sitemap-.xml",
        "/sitemap-x.xml",
    ] {
        assert_eq!(site.server.get(missing).await.status_code(), 404, "{missing}");
    }
    let posted = site.server.post("/sitemap-1.xml").await;
    assert_eq!(posted.status_code(), 405);
}

/// Stores `count` readers with public profiles.
fn insert_readers(site: &Site, count: u32) {
    // Far fewer at once than all: a transaction of PostgreSQL that changes one row of totals very often is slow.
    const PART: u32 = 2_500;
    let now = site.clock.now().milliseconds();
    for first in (0..count).step_by(PART as usize) {
        let last = (first + PART).min(count) - 1;
        database::execute(
            site.folder(),
            &format!(
                "with recursive numbers(n) as (select {first} union all select n + 1 from numbers where n < {last})
                 insert into users (id, name, username, email, password_hash, verified_at, onboarded, created_at, updated_at)
                 select '00000000-0000-7000-8000-' || substr('00000000000' || n, length('' || n), 12),
                        'Reader ' || n, 'reader-' || n, 'reader-' || n || '@example.org', 'none', {now}, 1, {now}, {now}
                 from numbers"
            ),
        );
    }
}

#[tokio::test]
async fn disallows_robots_on_admin_pages_and_the_api() {
    let site = Site::configured(&settings());
    let rules = document(&site, "/robots.txt", "text/plain; charset=utf-8").await;
    assert_eq!(
        rules,
        "User-agent: *\nAllow: /assets/\nAllow: /media/\nDisallow: /admin\nDisallow: /api\n\n\
         Sitemap: https://blog.example.org/sitemap.xml\n"
    );
}

#[tokio::test]
async fn serves_an_opensearch_description() {
    let site = Site::configured(&[
        ("SERVER__BASE_URL", ORIGIN),
        ("SITE__NAME", "Student Developers & Friends"),
    ]);
    let media_type = "application/opensearchdescription+xml; charset=utf-8";
    let xml = document(&site, "/opensearch.xml", media_type).await;
    let parsed = Document::parse(&xml).unwrap();
    let root = parsed.root_element();
    let namespace = "http://a9.com/-/spec/opensearch/1.1/";
    assert_eq!(root.tag_name(), (namespace, "OpenSearchDescription").into());
    assert_eq!(text(root, "ShortName"), "Student Develope");
    assert_eq!(text(root, "LongName"), "Student Developers & Friends");
    assert_eq!(
        text(root, "Description"),
        "Articles by and for our student developer community."
    );
    assert_eq!(text(root, "Image"), format!("{ORIGIN}/icon-192.png"));
    assert_eq!(text(root, "Language"), "en");
    let templates: Vec<_> = all(root, "Url")
        .iter()
        .map(|url| url.attribute("template").unwrap().to_owned())
        .collect();
    assert_eq!(
        templates,
        [
            format!("{ORIGIN}/treasure?search={{searchTerms}}"),
            format!("{ORIGIN}/opensearch.xml")
        ]
    );
}

#[tokio::test]
async fn serves_a_manifest_with_the_site_name_and_existing_icons() {
    let site = Site::configured(&settings());
    let response = site.server.get("/manifest.webmanifest").await;
    assert_eq!(
        header(&response, "content-type"),
        "application/manifest+json; charset=utf-8"
    );
    let manifest = site.get("/manifest.webmanifest").await;
    assert_eq!(manifest["name"], "Tea & <Code>");
    assert_eq!(manifest["description"], "\"Quoted\" words");
    assert_eq!(
        (&manifest["start_url"], &manifest["display"]),
        (&json!("/"), &json!("minimal-ui"))
    );
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(
        icons.iter().filter(|icon| icon["purpose"] == "maskable").count(),
        1
    );
    let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/public");
    for icon in icons {
        let file = public.join(icon["src"].as_str().unwrap().trim_start_matches('/'));
        if icon["type"] == "image/png" {
            let (width, height) = image::image_dimensions(&file).unwrap();
            assert_eq!(icon["sizes"], format!("{width}x{height}"));
        } else {
            assert!(file.is_file(), "{}", file.display());
        }
    }
}
