//! What editors enter.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Editor, PATH, assert_refuses, id_of, leads};
use crate::support::{Site, database};

#[tokio::test]
async fn shows_what_was_entered_in_one_form() {
    let editor = Editor::new();
    let redirect = editor.lead(" /Über uns/ ", " /blog/Über uns#wer ").await;
    let expected = json!({
        "_id": redirect["id"], "id": redirect["id"], "path": "/%C3%9Cber%20uns",
        "target": "/blog/%C3%9Cber%20uns#wer", "status": 301, "source": "panel", "hits": 0, "lastAt": null,
    });
    assert_eq!(redirect, expected);
    assert_eq!(editor.list("").await["redirects"], json!([redirect]));
    let changed = editor
        .changed(&redirect, json!({"path": "/about-us", "status": 302}))
        .await;
    assert_eq!(
        (
            &changed["path"],
            &changed["status"],
            &changed["target"],
            &changed["id"]
        ),
        (
            &json!("/about-us"),
            &json!(302),
            &redirect["target"],
            &redirect["id"]
        )
    );
    let gone = editor.changed(&redirect, json!({"status": 410})).await;
    assert_eq!((&gone["status"], &gone["target"]), (&json!(410), &Value::Null));
    let unchanged = editor.changed(&redirect, json!({})).await;
    assert_eq!(unchanged, gone);
}

#[tokio::test]
async fn refuses_what_leads_nowhere_or_anywhere() {
    let editor = Editor::new();
    let long = format!("/{}", "a".repeat(2_000));
    for (path, target, status, field) in [
        ("old", "/", 301, "path"),
        ("https://example.org/old", "/", 301, "path"),
        ("//example.org", "/", 301, "path"),
        ("/old?a=b", "/", 301, "path"),
        ("/old#part", "/", 301, "path"),
        ("/a/../b", "/", 301, "path"),
        (long.as_str(), "/", 301, "path"),
        ("/old\0", "/", 301, "path"),
        ("/old", "", 301, "target"),
        ("/old", "new", 301, "target"),
        ("/old", "//example.org", 302, "target"),
        ("/old", "/.//example.org", 302, "target"),
        ("/old", "javascript:alert(1)", 301, "target"),
        ("/old", "ftp://example.org/", 301, "target"),
        ("/old", "https://a:b@example.org/", 301, "target"),
        ("/old", "/a\r\nset-cookie: a=b", 301, "target"),
        ("/old", long.as_str(), 301, "target"),
        ("/old", "/", 410, "target"),
        ("/old", "/", 308, "status"),
        ("/old", "/", 200, "status"),
    ] {
        let body = json!({"path": path, "target": target, "status": status});
        assert_refuses(&editor.create(body.clone()).await, 400, field, &body.to_string());
    }
    for (body, field) in [
        (json!({"path": 7, "target": "/"}), "path"),
        (json!({"path": "/old", "target": "/", "status": 70_000}), "status"),
    ] {
        assert_refuses(&editor.create(body).await, 400, field, "another type");
    }
    assert_eq!(editor.list("").await["total"], 0);
}

#[tokio::test]
async fn refuses_paths_of_the_site_itself() {
    let editor = Editor::new();
    let admin = editor.site.admin("root").token;
    let page = json!({"title": "Rules", "description": "", "content": "<p>Text.</p>", "status": "draft"});
    let made = editor
        .site
        .request(Method::POST, "/api/admin/pages", &admin, Some(&page));
    made.await.assert_status_success();
    let post = editor.site.get("/api/blogs/post-1").await["blog"]["_id"].clone();
    let reader = editor.site.reader("Ada").id;
    let change = json!({"slug": "renamed", "title": "Post 2", "content": "<p>Text.</p>", "category": "Other", "status": "draft"});
    let renamed = editor
        .site
        .request(Method::PUT, "/api/blogs/update/post-2", &admin, Some(&change));
    renamed.await.assert_status_ok();
    for path in [
        "/".to_owned(),
        "/trending".to_owned(),
        "/%74rending/".to_owned(),
        "/robots.txt".to_owned(),
        "/sitemap-1.xml".to_owned(),
        "/feed/system-design.xml".to_owned(),
        "/admin/anything".to_owned(),
        "/api/anything".to_owned(),
        "/media/anything".to_owned(),
        "/assets/anything".to_owned(),
        "/unsubscribe/token".to_owned(),
        "/favicon.svg".to_owned(),
        "/blog/post-1".to_owned(),
        "/blog/post-1.md/".to_owned(),
        // Of a draft, and the slug that it had before.
        "/blog/renamed".to_owned(),
        "/blog/post-2".to_owned(),
        format!("/blog/{}", post.as_str().unwrap()),
        "/page/rules".to_owned(),
        format!("/profile/{reader}"),
    ] {
        let body = json!({"path": path, "target": "/blog/post-1"});
        assert_refuses(&editor.create(body).await, 400, "path", &path);
    }
    let redirect = editor.lead("/free", "/").await;
    let taken = editor.change(&redirect, json!({"path": "/blog/post-1"})).await;
    assert_refuses(&taken, 400, "path", "a change");
}

#[tokio::test]
async fn refuses_loops_over_any_number_of_redirects() {
    let editor = Editor::on(Site::configured(&[(
        "SERVER__BASE_URL",
        "https://blog.example.org",
    )]));
    for (path, target) in [
        ("/a", "/a"),
        ("/a", "/a/"),
        ("/a", "/%61?x=y"),
        ("/a", "https://blog.example.org/a"),
        ("/a", "http://blog.example.org/a/"),
        ("/?p=1", "/?p=01"),
        ("/log?p=1", "/log/?p=01"),
        ("/log", "/log?p=1"),
    ] {
        let body = json!({"path": path, "target": target});
        assert_refuses(&editor.create(body).await, 400, "target", target);
    }
    editor.lead("/a", "/b").await;
    editor.lead("/b", "/c?x=y").await;
    let last = editor.lead("/c", "/blog/post-1").await;
    for target in ["/a", "/b/", "/c"] {
        let change = editor.change(&last, json!({"target": target})).await;
        assert_refuses(&change, 400, "target", target);
    }
    for target in ["/a", "/b", "/c", "/d"] {
        let body = json!({"path": "/d", "target": target});
        let response = editor.create(body).await;
        assert_eq!(
            response.status_code(),
            if target == "/d" { 400 } else { 201 },
            "{target}"
        );
        if target != "/d" {
            let made = response.json::<Value>()["redirect"].clone();
            let path = format!("/{}", id_of(&made));
            editor.send(Method::DELETE, &path, json!({})).await;
        }
    }
    // The redirect itself, at the path that it has no more, is no loop.
    editor.changed(&last, json!({"path": "/e", "target": "/c"})).await;
    assert_eq!(editor.follow("/b").await, leads(301, "/c?x=y"));
    let back = editor.change(&last, json!({"path": "/c", "target": "/a"})).await;
    assert_refuses(&back, 400, "target", "/c to /a");
}

#[tokio::test]
async fn refuses_a_chain_that_browsers_would_give_up() {
    let editor = Editor::new();
    for number in (0..10).rev() {
        editor
            .lead(&format!("/{number}"), &format!("/{}", number + 1))
            .await;
    }
    editor.lead("/short", "/0").await;
    let body = json!({"path": "/long", "target": "/short"});
    assert_refuses(&editor.create(body).await, 400, "target", "the eleventh");
}

#[tokio::test]
async fn one_redirect_leads_from_a_path() {
    let editor = Editor::new();
    editor.lead("/old", "/blog/post-1").await;
    let other = editor.lead("/other", "/blog/post-2").await;
    for path in ["/old", "/old/", "/%6fld"] {
        let body = json!({"path": path, "target": "/"});
        let response = editor.create(body).await;
        assert_refuses(&response, 409, "path", path);
        assert_eq!(response.json::<Value>()["code"], "redirect_exists");
        let response = editor.change(&other, json!({"path": path})).await;
        assert_refuses(&response, 409, "path", path);
    }
    editor.changed(&other, json!({"path": "/other/"})).await;
    assert_eq!(editor.follow("/old").await, leads(301, "/blog/post-1"));
}

#[tokio::test]
async fn lists_and_finds_redirects() {
    let editor = Editor::new();
    for (path, target) in [
        ("/c", "/blog/post-1"),
        ("/Straße/1", "https://example.org/a"),
        ("/?p=7", "/treasure?tag=rust"),
        ("/a/b", "/blog/post-2"),
    ] {
        editor.lead(path, target).await;
    }
    let all = ["/?p=7", "/Stra%C3%9Fe/1", "/a/b", "/c"];
    assert_eq!(editor.paths("").await, all);
    for (query, expected) in [
        ("?search=strasse", &all[1..2]),
        ("?search=STRA%C3%9FE", &all[1..2]),
        ("?search=/Stra%25C3%259Fe", &all[1..2]),
        ("?search=example.org", &all[1..2]),
        ("?search=post", &all[2..]),
        ("?search=post+c", &all[3..]),
        ("?search=p%3D7", &all[..1]),
        ("?search=nothing", &[][..]),
        ("?search=%25", &[][..]),
        ("?page=2&limit=3", &all[3..]),
        ("?page=9", &[][..]),
    ] {
        assert_eq!(editor.paths(query).await, expected, "{query}");
    }
    let page = editor.list("?search=post&limit=1").await;
    assert_eq!(
        (&page["total"], &page["totalPages"], &page["page"]),
        (&json!(2), &json!(2), &json!(1))
    );
}

#[tokio::test]
async fn is_for_editors_alone() {
    let editor = Editor::new();
    let redirect = editor.lead("/old", "/").await;
    let author = editor.site.staff("ann", Role::Author).token;
    let reader = editor.site.reader("Ada").token;
    for (token, status) in [("", 401), (&reader, 403), (&author, 403)] {
        for (method, path) in [
            (Method::GET, String::new()),
            (Method::POST, String::new()),
            (Method::PATCH, format!("/{}", id_of(&redirect))),
            (Method::DELETE, format!("/{}", id_of(&redirect))),
            (Method::GET, "/export".to_owned()),
            (Method::POST, "/import".to_owned()),
        ] {
            let body = json!({"path": "/new", "target": "/"});
            let response = editor
                .site
                .request(method.clone(), &format!("{PATH}{path}"), token, Some(&body));
            assert_eq!(response.await.status_code(), status, "{method} {path}");
        }
    }
    assert_eq!(editor.list("").await["redirects"], json!([redirect]));
}

#[tokio::test]
async fn says_in_the_audit_log_which_redirect_it_was() {
    let editor = Editor::new();
    let redirect = editor.lead("/old", "/").await;
    editor.site.clock.advance_seconds(1);
    editor.changed(&redirect, json!({"path": "/older"})).await;
    let admin = editor.site.admin("root").token;
    let rows = async || {
        let log = editor
            .site
            .get_as(&admin, "/api/admin/audit?action=redirect")
            .await;
        let rows = log["entries"].as_array().unwrap().iter();
        rows.map(|row| json!([row["action"], row["targetName"], row["detail"]]))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        rows().await,
        [
            json!(["redirect.changed", "/older", "/old"]),
            json!(["redirect.created", "/older", "/old"]),
        ]
    );
    editor.site.clock.advance_seconds(1);
    let deletion = format!("/{}", id_of(&redirect));
    for status in [200, 404] {
        let deleted = editor.send(Method::DELETE, &deletion, json!({})).await;
        assert_eq!(deleted.status_code(), status);
    }
    assert_eq!(
        rows().await,
        [
            json!(["redirect.deleted", null, "/older"]),
            json!(["redirect.changed", null, "/old"]),
            json!(["redirect.created", null, "/old"]),
        ]
    );
}

#[tokio::test]
async fn has_at_most_100_000_redirects() {
    let editor = Editor::new();
    let rows = "
        with recursive numbers (number) as (
            select 100000 union all select number + 1 from numbers where number < 199999
        )
        insert into redirects (path, id, target, status, source, folded)
        select '/old/' || number, '0198c0de-0000-7000-8000-000000' || number, '/trending', 301, 'ghost', '/old/' || number
        from numbers";
    editor.site.execute_elsewhere(rows).await;
    let more = json!({"path": "/more", "target": "/"});
    assert_refuses(&editor.create(more).await, 400, "path", "one more");
    let two = json!([{"from": "/more", "to": "/"}, {"from": "/old/100001", "to": "/"}]);
    let imported = editor.send(Method::POST, "/import", two).await;
    assert_eq!(
        imported.json::<Value>()["totals"],
        json!({"new": 0, "skipped": 1, "refused": 1})
    );
    let list = editor.list("?page=5000").await;
    assert_eq!(list["total"], 100_000);
    assert_eq!(list["redirects"][19]["path"], "/old/199999");
    assert_eq!(editor.follow("/old/154321").await, leads(301, "/trending"));
    let deletion = format!("/{}", id_of(&list["redirects"][0]));
    editor.send(Method::DELETE, &deletion, json!({})).await;
    editor.lead("/more", "/").await;
    let count = "select count(*) from redirects";
    assert_eq!(database::query(editor.site.folder(), count), ["100000"]);
}
