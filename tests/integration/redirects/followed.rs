//! What visitors get who follow old addresses.

use axum::http::{Method, header};
use serde_json::{Value, json};

use super::{Editor, PATH, answer, leads, missing};
use crate::support::database;

#[tokio::test]
async fn leads_on_from_an_old_address_however_it_is_written() {
    let editor = Editor::new();
    editor.lead("/2019/05/Über", "/blog/post-1").await;
    for path in [
        "/2019/05/%C3%9Cber",
        "/2019/05/%c3%9cber/",
        "/2019/%30%35/%C3%9Cber",
    ] {
        assert_eq!(editor.follow(path).await, leads(301, "/blog/post-1"), "{path}");
    }
    for path in ["/2019/05", "/2019/05/%C3%9Cber/more", "/2019%2F05/%C3%9Cber"] {
        assert_eq!(editor.follow(path).await, missing(), "{path}");
    }
    let moved = editor.site.server.get("/2019/05/%C3%9Cber").await;
    assert_eq!(moved.header("cache-control"), "no-cache", "it may be changed");
}

#[tokio::test]
async fn keeps_the_query_of_a_request_where_the_target_has_none() {
    let editor = Editor::new();
    editor.lead("/a", "/blog/post-1").await;
    editor.lead("/b", "/treasure?tag=rust").await;
    editor.lead("/c", "/blog/post-1#comments").await;
    editor.lead("/d", "https://example.org").await;
    for (path, location) in [
        ("/a?utm_source=x&y=%20", "/blog/post-1?utm_source=x&y=%20"),
        ("/a/?y", "/blog/post-1?y"),
        ("/b?utm_source=x", "/treasure?tag=rust"),
        ("/c?y=1", "/blog/post-1?y=1#comments"),
        ("/d?y=1", "https://example.org/?y=1"),
    ] {
        assert_eq!(editor.follow(path).await, leads(301, location), "{path}");
    }
}

#[tokio::test]
async fn leads_on_from_the_addresses_of_wordpress_at_the_home_page() {
    let editor = Editor::new();
    editor.lead("/?p=12", "/blog/post-1").await;
    editor.lead("/?page_id=3", "/").await;
    for (path, location) in [
        ("/?p=12", "/blog/post-1"),
        ("/?p=0012&utm_source=x", "/blog/post-1?utm_source=x"),
        ("/?page_id=3", "/"),
        ("/?a=b&page_id=3", "/?a=b"),
    ] {
        assert_eq!(editor.follow(path).await, leads(301, location), "{path}");
    }
    for path in ["/", "/?p=13", "/?p=x", "/?p=", "/?q=12"] {
        assert_eq!(editor.follow(path).await, leads(200, ""), "{path}");
    }
    assert_eq!(editor.follow("/trending?p=12").await, leads(200, ""));
}

#[tokio::test]
async fn leads_on_from_the_addresses_of_wordpress_in_a_folder() {
    let editor = Editor::new();
    editor.lead("/log/?p=12", "/blog/post-1").await;
    editor.lead("/log/?p=13", "/blog/post-2").await;
    for (path, location) in [
        ("/log/?p=12", "/blog/post-1"),
        ("/log?utm_source=x&p=13", "/blog/post-2?utm_source=x"),
    ] {
        assert_eq!(editor.follow(path).await, leads(301, location), "{path}");
    }
    for path in ["/log/", "/log/?p=14"] {
        assert_eq!(editor.follow(path).await, missing(), "{path}");
    }
    // Where no redirect has the number, it is a part of the query.
    editor.lead("/log", "/trending").await;
    assert_eq!(editor.follow("/log/?p=12").await, leads(301, "/blog/post-1"));
    assert_eq!(editor.follow("/log/?p=14").await, leads(301, "/trending?p=14"));
}

#[tokio::test]
async fn stands_in_for_everything_that_is_missing_but_the_api_and_files() {
    let editor = Editor::new();
    let paths = [
        "/blog/former",
        "/blog/former.html",
        "/blog",
        "/page/former",
        "/page/2",
        "/feed",
        "/feed/atom",
        "/profile/former",
        "/author/ada",
        "/tag/rust",
        "/wp-content/uploads/a.jpg",
        "/index.php",
        "/sitemap-posts.xml",
    ];
    for path in paths {
        assert_eq!(editor.follow(path).await, missing(), "{path}");
        editor.lead(path, "/trending").await;
        assert_eq!(editor.follow(path).await, leads(301, "/trending"), "{path}");
        let head = editor.site.server.method(Method::HEAD, path).await;
        assert_eq!(answer(&head), leads(301, "/trending"), "{path}");
        let signed_in = editor.site.server.get(path).authorization_bearer(&editor.token);
        assert_eq!(answer(&signed_in.await), leads(301, "/trending"), "{path}");
        let posted = editor.site.server.post(path).await;
        assert_eq!(posted.status_code(), 405, "{path}");
    }
    for path in ["/api/former", "/media/former.webp", "/assets/former.js"] {
        let row = format!(
            "insert into redirects (path, id, target, status, source, folded)
             values ('{path}', '{path}', '/', 301, 'panel', '')"
        );
        database::execute(editor.site.folder(), &row);
        assert_eq!(editor.follow(path).await, missing(), "{path}");
    }
}

#[tokio::test]
async fn a_page_that_exists_wins() {
    let editor = Editor::new();
    editor.lead("/blog/coming", "/trending").await;
    assert_eq!(editor.follow("/blog/coming").await, leads(301, "/trending"));
    editor
        .site
        .import(&[crate::support::post_with_changes(3, json!({"slug": "coming"}))]);
    assert_eq!(editor.follow("/blog/coming").await, leads(200, ""));
}

#[tokio::test]
async fn an_address_of_the_site_with_a_slash_at_its_end_leads_to_it() {
    let editor = Editor::new();
    for (path, location) in [
        ("/blog/post-1/", "/blog/post-1"),
        ("/blog/post-1/?a=b", "/blog/post-1?a=b"),
        ("/trending/", "/trending"),
        ("/about/", "/about"),
    ] {
        assert_eq!(editor.follow(path).await, leads(301, location), "{path}");
    }
    for path in ["/nothing/", "/api/", "/admin/dashboard/", "/media/"] {
        assert_eq!(editor.follow(path).await, missing(), "{path}");
    }
}

#[tokio::test]
async fn says_of_what_is_gone_that_it_is() {
    let editor = Editor::new();
    for path in ["/gone", "/blog/gone", "/?p=9"] {
        let new = json!({"path": path, "status": 410});
        let redirect = editor.created(new).await;
        assert_eq!(redirect["target"], Value::Null);
        let response = editor.site.server.get(path).await;
        assert_eq!(response.status_code(), 410, "{path}");
        assert_eq!(response.header("cache-control"), "no-cache", "{path}");
        assert_eq!(response.header("content-type"), "text/html; charset=utf-8");
    }
    let text = editor.site.server.get("/gone").await.text();
    assert!(text.contains("Oops! Something went wrong"), "{text}");
    let text = editor.site.server.get("/?p=9").await.text();
    assert!(text.contains("Oops! Something went wrong"), "{text}");
    assert!(
        !text.contains("name=\"client\""),
        "the client would draw the home page"
    );
    let text = editor.site.server.get("/blog/gone").await.text();
    assert!(text.contains("Blog not found"), "{text}");
}

#[tokio::test]
async fn a_change_shows_at_the_next_request() {
    let editor = Editor::new();
    let path = "/blog/former";
    let cached = async || {
        let first = editor.site.server.get(path).await;
        let again = editor.site.server.get(path).await;
        assert_eq!(first.status_code(), 404);
        assert!(again.maybe_header("x-request-id").is_none(), "it is cached");
    };
    cached().await;
    let redirect = editor.lead(path, "/trending").await;
    assert_eq!(editor.follow(path).await, leads(301, "/trending"));
    let change = json!({"target": "https://example.org/", "status": 302});
    editor.changed(&redirect, change).await;
    assert_eq!(editor.follow(path).await, leads(302, "https://example.org/"));
    editor.changed(&redirect, json!({"status": 410})).await;
    assert_eq!(editor.follow(path).await, leads(410, ""));
    let moved = json!({"path": "/blog/other", "target": "/", "status": 301});
    editor.changed(&redirect, moved).await;
    cached().await;
    let back = json!({"path": path});
    editor.changed(&redirect, back).await;
    assert_eq!(editor.follow(path).await, leads(301, "/"));
    let deletion = format!("{PATH}/{}", super::id_of(&redirect));
    let deleted = editor
        .site
        .request(Method::DELETE, &deletion, &editor.token, None);
    deleted.await.assert_status_ok();
    cached().await;
}

/// Only what is missing depends on redirects. Another one costs the pages that exist nothing, but for lists by activity,
/// which any change makes stale.
#[tokio::test]
async fn a_redirect_leaves_cached_pages_as_they_are() {
    let editor = Editor::new();
    let pages = ["/blog/post-1", "/treasure", "/recent", "/feed.xml"];
    for page in pages {
        editor.site.server.get(page).await.assert_status_ok();
    }
    editor.lead("/former", "/trending").await;
    for page in pages {
        let again = editor.site.server.get(page).await;
        assert!(again.maybe_header("x-request-id").is_none(), "{page} is cached");
    }
}

#[tokio::test]
async fn another_process_is_followed() {
    let editor = Editor::new();
    assert_eq!(editor.follow("/blog/former").await, missing());
    let row = "insert into redirects (path, id, target, status, source, folded)
        values ('/blog/former', 'x', '/trending', 301, 'ghost', '')";
    editor.site.execute_elsewhere(row).await;
    assert_eq!(editor.follow("/blog/former").await.0, 500, "the id is none");
    let row = "update redirects set id = '0198c0de-0000-7000-8000-000000000000'";
    editor.site.execute_elsewhere(row).await;
    assert_eq!(editor.follow("/blog/former").await, leads(301, "/trending"));
}

#[tokio::test]
async fn counts_the_requests_that_follow_a_redirect() {
    let editor = Editor::new();
    editor.lead("/old", "/trending").await;
    editor.lead("/unused", "/trending").await;
    for seconds in [10, 0, 60] {
        editor.site.clock.advance_seconds(seconds);
        for path in ["/old", "/old/?a=b"] {
            editor.follow(path).await;
        }
    }
    let count = async || editor.list("?search=old").await["redirects"][0]["hits"].clone();
    assert_eq!(count().await, 0, "no request writes");
    for expected in [6, 6] {
        editor.site.redirect_hits.write(&editor.site.store).await.unwrap();
        assert_eq!(count().await, expected);
    }
    editor.follow("/old").await;
    editor.site.redirect_hits.write(&editor.site.store).await.unwrap();
    let list = editor.list("").await;
    let [old, unused] = [&list["redirects"][0], &list["redirects"][1]];
    assert_eq!((&old["hits"], &unused["hits"]), (&json!(7), &json!(0)));
    assert_eq!(old["lastAt"], "2026-03-01T12:01:10.000Z");
    assert_eq!(unused["lastAt"], Value::Null);
}

#[tokio::test]
async fn a_change_keeps_the_count_and_a_deletion_forgets_what_is_not_written() {
    let editor = Editor::new();
    let redirect = editor.lead("/old", "/trending").await;
    editor.follow("/old").await;
    editor.changed(&redirect, json!({"path": "/older"})).await;
    editor.site.redirect_hits.write(&editor.site.store).await.unwrap();
    assert_eq!(editor.list("").await["redirects"][0]["hits"], 1);
    editor.follow("/older").await;
    let deletion = format!("/{}", super::id_of(&redirect));
    editor.send(Method::DELETE, &deletion, json!({})).await;
    editor.lead("/older", "/trending").await;
    editor.site.redirect_hits.write(&editor.site.store).await.unwrap();
    assert_eq!(editor.list("").await["redirects"][0]["hits"], 0);
}

#[tokio::test]
async fn a_target_is_a_header_and_no_more() {
    let editor = Editor::new();
    editor.lead("/old", "/blog/ä b?c=\"d\"").await;
    let response = editor.site.server.get("/old").await;
    assert_eq!(response.header(header::LOCATION), "/blog/%C3%A4%20b?c=%22d%22");
}
