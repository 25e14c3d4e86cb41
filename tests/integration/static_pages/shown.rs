//! Where a page is shown: at its address, in the API and in the sitemap, from the next request on.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Editor, PATH, id_of, page};
use crate::support::{Site, database};

#[tokio::test]
async fn a_published_page_is_shown_at_the_next_request_and_a_draft_never() {
    let editor = Editor::new();
    let draft = editor.created(page("House rules", "draft")).await;
    assert_eq!(
        (
            &draft["slug"],
            &draft["path"],
            &draft["status"],
            &draft["version"]
        ),
        (
            &json!("house-rules"),
            &json!("/page/house-rules"),
            &json!("draft"),
            &json!(1)
        )
    );
    let paths = ["/page/house-rules", "/api/pages/house-rules"];
    for path in paths {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    assert_eq!(editor.site.get("/api/pages").await["total"], 0);

    let published = editor.updated(&draft, json!({"status": "published"})).await;
    for path in paths {
        assert!(
            editor.text(path).await.contains("The words of House rules."),
            "{path}"
        );
    }
    assert_eq!(
        editor.site.get("/api/pages").await["pages"][0]["path"],
        "/page/house-rules"
    );

    let changed = json!({"title": "Our rules", "content": "<p>Other words.</p>"});
    let changed = editor.updated(&published, changed).await;
    assert_eq!(changed["slug"], "house-rules", "links stay good");
    for path in paths {
        let text = editor.text(path).await;
        assert!(
            text.contains("Other words.") && text.contains("Our rules"),
            "{path}"
        );
        assert!(!text.contains("House rules"), "{path}");
    }

    let withdrawn = editor.updated(&changed, json!({"status": "draft"})).await;
    for path in paths {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    editor.updated(&withdrawn, json!({"status": "published"})).await;
    let path = format!("/{}", id_of(&changed));
    let deleted = editor.send(Method::DELETE, &path, None).await;
    deleted.assert_status_ok();
    for path in paths {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    let again = editor.send(Method::DELETE, &path, None).await;
    assert_eq!(again.status_code(), 404);
    for table in ["static_pages", "static_page_revisions", "static_page_media"] {
        let rows = format!("select count(*) from {table}");
        assert_eq!(database::query(editor.site.folder(), &rows), ["0"], "{table}");
    }
}

#[tokio::test]
async fn the_page_has_the_layout_of_the_site_and_what_search_engines_read() {
    let editor = Editor::new();
    let body = json!({
        "title": "Terms & <rules>", "slug": "terms", "description": "What holds \"here\"",
        "content": "<h2>One</h2><p>a</p><h2>Two</h2><p>b</p><h2>Three</h2><p>c</p>", "status": "published",
    });
    editor.created(body).await;
    let html = editor.text("/page/terms").await;
    for expected in [
        "<title>Terms &#38; &#60;rules&#62; · Community Blog</title>",
        "<meta name=\"description\" content=\"What holds &#34;here&#34;\">",
        "<meta property=\"og:title\" content=\"Terms &#38; &#60;rules&#62;\">",
        "<meta property=\"og:type\" content=\"website\">",
        "/page/terms\">\n<meta property=\"og:url\"",
        "\"@type\":\"WebPage\"",
        "\"@type\":\"BreadcrumbList\"",
        "<h1 class=\"article-title\" tabindex=\"-1\">Terms &#38; &#60;rules&#62;</h1>",
        "<h2 id=\"one\"",
        "On this page",
        "<nav aria-label=\"Main\"",
        "<footer class=\"site-footer\">",
        "\"/pages/terms\"",
    ] {
        assert!(html.contains(expected), "{expected} in {html}");
    }
    for absent in ["article-byline", "id=\"comments\"", "noindex", "text/markdown"] {
        assert!(!html.contains(absent), "{absent}");
    }
    assert_eq!(
        html.matches("<p>a</p>").count(),
        1,
        "the text is in the page once"
    );

    let response = editor.site.get("/api/pages/terms").await;
    assert_eq!(response["page"]["reading"]["headings"][1]["text"], "Two");
    assert_eq!(response["page"]["description"], "What holds \"here\"");
    for secret in ["status", "version", "content"] {
        assert!(response["page"][secret].is_null(), "{secret}");
    }
}

#[tokio::test]
async fn the_beginning_of_the_text_stands_for_a_description() {
    let editor = Editor::new();
    editor.created(page("Plain", "published")).await;
    let html = editor.text("/page/plain").await;
    assert!(
        html.contains("<meta name=\"description\" content=\"Who The words of Plain.\">"),
        "{html}"
    );
}

#[tokio::test]
async fn published_pages_are_in_the_sitemap_and_in_no_list_of_posts() {
    let editor = Editor::new();
    editor.created(page("Imprint", "published")).await;
    editor.created(page("Hidden", "draft")).await;
    let mut about = page("About us", "published");
    about["slug"] = json!("about");
    editor.created(about).await;
    let sitemap = editor.text("/sitemap.xml").await;
    assert!(sitemap.contains("/page/imprint</loc><lastmod>2026-03-01T12:00:00.000Z</lastmod>"));
    assert!(sitemap.contains("/about</loc>"), "{sitemap}");
    for absent in ["/page/about<", "hidden"] {
        assert!(!sitemap.contains(absent), "{sitemap}");
    }
    for path in [
        "/api/blogs",
        "/api/blogs?search=imprint",
        "/feed.xml",
        "/treasure?search=imprint",
    ] {
        assert!(
            !editor.text(path).await.contains("The words of Imprint"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn pages_are_listed_for_editors_the_latest_change_first() {
    let editor = Editor::new();
    let mut pages = Vec::new();
    for title in ["One", "Two", "Three"] {
        pages.push(editor.created(page(title, "draft")).await);
        editor.site.clock.advance_seconds(1);
    }
    editor.updated(&pages[0], json!({"status": "published"})).await;
    let titles = async |query: &str| {
        let path = format!("{PATH}{query}");
        let list = editor.site.get_as(&editor.token, &path).await;
        let pages = list["pages"].as_array().unwrap().clone();
        let titles: Vec<String> = pages
            .iter()
            .map(|page| page["title"].as_str().unwrap().to_owned())
            .collect();
        (titles, list["total"].as_u64(), list["totalPages"].as_u64())
    };
    let all = ["One", "Three", "Two"].map(str::to_owned).to_vec();
    assert_eq!(titles("").await, (all, Some(3), Some(1)));
    let second = vec!["Two".to_owned()];
    assert_eq!(titles("?page=2&limit=2").await, (second, Some(3), Some(2)));
}

#[tokio::test]
async fn nobody_below_an_editor_reads_or_writes_pages() {
    let editor = Editor::new();
    let draft = editor.created(page("Secret plans", "draft")).await;
    let path = format!("{PATH}/{}", id_of(&draft));
    let mut others = vec![(String::new(), 401), (editor.site.reader("Ada").token, 403)];
    for role in [Role::Contributor, Role::Author] {
        others.push((editor.site.staff(role.name(), role).token, 403));
    }
    for (token, expected) in &others {
        for (method, path, body) in [
            (Method::GET, PATH.to_owned(), None),
            (Method::POST, PATH.to_owned(), Some(page("Theirs", "published"))),
            (Method::GET, path.clone(), None),
            (Method::PUT, path.clone(), Some(super::fields_of(&draft))),
            (Method::DELETE, path.clone(), None),
            (Method::GET, format!("{path}/revisions"), None),
            (Method::GET, format!("{path}/revisions/1"), None),
            (
                Method::POST,
                format!("{path}/revisions/1/restore"),
                Some(json!({"version": 1})),
            ),
            (Method::GET, format!("{path}/preview-link"), None),
            (
                Method::POST,
                format!("{path}/preview-link"),
                Some(json!({"days": 1})),
            ),
            (Method::DELETE, format!("{path}/preview-link"), None),
        ] {
            let response = editor
                .site
                .request(method.clone(), &path, token, body.as_ref())
                .await;
            assert_eq!(response.status_code().as_u16(), *expected, "{method} {path}");
            assert!(!response.text().contains("Secret"), "{method} {path}");
        }
    }
    for path in ["/page/secret-plans", "/api/pages/secret-plans"] {
        for (token, _) in &others {
            let read = editor.site.request(Method::GET, path, token, None).await;
            assert_eq!(read.status_code(), 404, "{path}");
        }
    }
    assert_eq!(
        database::query(editor.site.folder(), "select title from static_pages"),
        ["Secret plans"]
    );
}

#[tokio::test]
async fn every_change_is_in_the_audit_log() {
    let editor = Editor::new();
    let made = editor.created(page("About", "draft")).await;
    editor.site.clock.advance_seconds(1);
    let published = editor.updated(&made, json!({"status": "published"})).await;
    editor.site.clock.advance_seconds(1);
    editor.updated(&published, json!({})).await;
    let path = format!("/{}", id_of(&made));
    editor.send(Method::DELETE, &path, None).await.assert_status_ok();
    let log = database::query(
        editor.site.folder(),
        "select action || ' ' || detail || ' ' || target from audit order by id",
    );
    let expected = ["created draft", "updated published", "deleted About"]
        .map(|change| format!("static_page.{change} {}", id_of(&made)));
    assert_eq!(log, expected, "a change of nothing is none");
}

#[tokio::test]
async fn rejects_fields_out_of_bounds() {
    let editor = Editor::new();
    let rejected = async |changes: Value, field: &str| {
        let mut body = page("Fine", "draft");
        body.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        let response = editor.create(&body).await;
        assert_eq!(response.status_code(), 400, "{changes}");
        let errors = response.json::<Value>()["errors"].clone();
        assert!(errors[field].is_string(), "{changes}: {errors}");
    };
    rejected(json!({"title": " "}), "title").await;
    rejected(json!({"title": "t".repeat(201)}), "title").await;
    rejected(json!({"title": "nul\u{0}"}), "title").await;
    rejected(json!({"title": 7}), "title").await;
    rejected(json!({"content": "<p> </p>"}), "content").await;
    rejected(json!({"content": "<p>nul\u{0}</p>"}), "content").await;
    rejected(
        json!({"content": format!("<p>{}</p>", "a".repeat(1 << 20))}),
        "content",
    )
    .await;
    rejected(
        json!({"content": "<img src=\"data:image/png;base64,AAAA\">"}),
        "content",
    )
    .await;
    rejected(json!({"description": "d".repeat(301)}), "description").await;
    rejected(json!({"description": "two\nlines"}), "description").await;
    rejected(json!({"status": "hidden"}), "status").await;
    for slug in ["", "Über", "a/b", "../admin", "a b", "-a"] {
        rejected(json!({"slug": slug}), "slug").await;
    }
    let made = editor.created(page("Fine", "draft")).await;
    let mut without_version = super::fields_of(&made);
    without_version.as_object_mut().unwrap().remove("version");
    let path = format!("/{}", id_of(&made));
    let response = editor.send(Method::PUT, &path, Some(&without_version)).await;
    assert_eq!(response.status_code(), 400);
    for unknown in ["/nothing", "/0198c0de-0000-7000-8000-000000000000"] {
        let body = super::fields_of(&made);
        let response = editor.send(Method::PUT, unknown, Some(&body)).await;
        assert_eq!(response.status_code(), 404, "{unknown}");
    }
}

#[tokio::test]
async fn a_write_of_another_process_is_followed() {
    let editor = Editor::on(Site::new());
    editor.created(page("Ours", "published")).await;
    assert!(editor.text("/page/ours").await.contains("Ours"));
    editor
        .site
        .execute_elsewhere("update static_pages set title = 'Restored'")
        .await;
    assert!(editor.text("/page/ours").await.contains("Restored"));
}
