//! What is looked for in the audit log, and its export.

use std::sync::Arc;

use axum::http::Method;
use blog_app::domain::audit::{Action, Auditor};
use blog_app::domain::{AdminId, Clock as _, Role, SystemEntropy, Time};
use blog_app::store::audit;
use serde_json::{Value, json};

use crate::support::Site;

/// A row of the log: its time, who made the change, the change, its target, and the detail, which names the row.
type Logged<'a> = (&'a str, Option<AdminId>, Action, &'a str, &'a str);

async fn log(site: &Site, rows: &[Logged<'_>]) {
    let entries: Vec<_> = rows
        .iter()
        .map(|(at, actor, action, target, detail)| {
            let auditor = Auditor::new(*actor, Time::parse(at).unwrap(), Arc::new(SystemEntropy));
            auditor.entry(*action, target, *detail)
        })
        .collect();
    let write = site
        .store
        .write(move |tx| entries.iter().try_for_each(|entry| audit::insert(tx, entry)));
    write.await.unwrap();
}

async fn details(site: &Site, token: &str, query: &str) -> Vec<String> {
    let log = site.get_as(token, &format!("/api/admin/audit?{query}")).await;
    let rows = log["entries"].as_array().unwrap();
    assert_eq!(log["total"], rows.len(), "{query}");
    let details = rows.iter().map(|row| row["detail"].as_str().unwrap().to_owned());
    details.collect()
}

/// Exports the log, and returns its lines with the names of the columns.
async fn export(site: &Site, token: &str, query: &str) -> Vec<Value> {
    let path = format!("/api/admin/audit/export?{query}");
    let response = site.server.get(&path).authorization_bearer(token).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(response.header("cache-control"), "private, no-store");
    let text = response.text();
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let names = lines.headers().unwrap().clone();
    let line = |line: csv::StringRecord| {
        let cells = names.iter().zip(line.iter());
        cells.map(|(name, cell)| (name.to_owned(), json!(cell))).collect()
    };
    lines.records().map(|record| line(record.unwrap())).collect()
}

#[tokio::test]
async fn finds_rows_by_time_actor_change_and_target() {
    let site = Site::new();
    let token = site.admin("root").token;
    let ada = site.staff("ada", Role::Editor).id;
    let bo = site.staff("bo", Role::Author).id;
    let rows = [
        ("2026-02-01T08:00:00Z", Some(ada), Action::PostCreated, "one", "a"),
        ("2026-02-01T09:00:00Z", Some(bo), Action::PostDeleted, "two", "b"),
        ("2026-02-02T08:00:00Z", None, Action::PostPublished, "one", "c"),
        (
            "2026-02-03T08:00:00Z",
            Some(ada),
            Action::CommentRemoved,
            "three",
            "d",
        ),
    ];
    log(&site, &rows).await;
    let (ada, bo) = (format!("actor={ada}"), format!("actor={bo}&action=post.created"));
    for (query, expected) in [
        ("", "d c b a"),
        (&ada, "d a"),
        (&bo, ""),
        ("actor=none", "c"),
        ("action=post", "c b a"),
        ("action=post.deleted", "b"),
        ("action=static_page", ""),
        ("target=one", "c a"),
        ("target=%27%20or%201=1", ""),
        ("from=2026-02-01T09:00:00Z", "d c b"),
        ("to=2026-02-01T09:00:00Z", "a"),
        ("from=2026-02-01T10:00:00%2B01:00&to=2026-02-03T08:00:00Z", "c b"),
        ("from=&to=&actor=&action=&target=", "d c b a"),
        ("from=2027-01-01T00:00:00Z&to=2020-01-01T00:00:00Z", ""),
    ] {
        let found = details(&site, &token, query).await;
        assert_eq!(found.join(" "), expected, "{query}");
        let exported = export(&site, &token, query).await;
        let exported: Vec<_> = exported
            .iter()
            .map(|line| line["detail"].as_str().unwrap())
            .collect();
        assert_eq!(exported, found, "{query}");
    }
}

#[tokio::test]
async fn says_what_it_cannot_look_for() {
    let site = Site::new();
    let token = site.admin("root").token;
    let long = format!("target={}", "x".repeat(301));
    for (query, field) in [
        ("from=yesterday", "from"),
        ("to=2026-02-01", "to"),
        ("actor=ada", "actor"),
        ("action=posts", "action"),
        ("action=post.", "action"),
        ("target=%00", "target"),
        (&long, "target"),
    ] {
        for path in ["/api/admin/audit", "/api/admin/audit/export"] {
            let response = site
                .server
                .get(&format!("{path}?{query}"))
                .authorization_bearer(&token)
                .await;
            assert_eq!(response.status_code(), 400, "{query}");
            assert!(response.json::<Value>()["errors"][field].is_string(), "{query}");
        }
    }
}

#[tokio::test]
async fn names_what_was_changed_while_it_is_there() {
    let site = Site::with_demo_content();
    let root = site.admin("root");
    let path = "/api/blogs?limit=1&page=1";
    let post = site.get(path).await["blogs"][0].clone();
    let id = post["_id"].as_str().unwrap();
    let grace = site.reader("Grace");
    let reader = grace.id.to_string();
    let created = async |path: &str, token: &str, body: Value, field: &str| {
        let response = site.request(Method::POST, path, token, Some(&body)).await;
        response.json::<Value>()[field]["_id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let path = format!("/api/blogs/{id}/comments");
    let comment = created(&path, &grace.token, json!({"content": "Well said"}), "comment").await;
    let invitation = json!({"email": "new@example.org", "role": "author"});
    let invited = created("/api/admin/invites", &root.token, invitation, "invite").await;
    let member = root.id.to_string();
    let at = "2026-02-01T08:00:00Z";
    let rows = [
        (at, Some(root.id), Action::PostUpdated, id, "post"),
        (at, Some(root.id), Action::ReaderBanned, &reader, "reader"),
        (at, Some(root.id), Action::RoleChanged, &member, "member"),
        (at, Some(root.id), Action::CommentRemoved, &comment, "comment"),
        (at, Some(root.id), Action::PostDeleted, "gone", "gone"),
    ];
    log(&site, &rows).await;
    let logged = "2026-02-01T08:00:00.000Z";
    let now = site.clock.now().to_string();
    for (target, name, at) in [
        (id, post["title"].clone(), logged),
        (&reader, json!("Grace"), logged),
        (&member, json!("root"), logged),
        (&comment, post["title"].clone(), logged),
        (&invited, json!("new@example.org"), now.as_str()),
        ("gone", Value::Null, logged),
    ] {
        let query = format!("target={target}");
        let log = site
            .get_as(&root.token, &format!("/api/admin/audit?{query}"))
            .await;
        assert_eq!(log["entries"][0]["targetName"], name);
        let line = export(&site, &root.token, &query).await.remove(0);
        assert_eq!(line["targetName"], name.as_str().unwrap_or_default());
        assert_eq!((&line["actor"], &line["at"]), (&json!("root"), &json!(at)));
    }
}

#[tokio::test]
async fn exports_each_of_many_rows_once_in_order() {
    let site = Site::new();
    let root = site.admin("root");
    // More than one part of the file, and rows of the same millisecond on both sides of each border.
    let details: Vec<String> = (0..1_203).map(|number| number.to_string()).collect();
    let time = |number: usize| format!("2026-02-01T08:{:02}:00Z", number / 100);
    let times: Vec<String> = (0..details.len()).map(time).collect();
    let rows: Vec<Logged<'_>> = times
        .iter()
        .zip(&details)
        .map(|(at, detail)| (&**at, None, Action::PostUpdated, "one", &**detail))
        .collect();
    log(&site, &rows).await;
    let lines = export(&site, &root.token, "").await;
    let times_of_lines: Vec<_> = lines.iter().map(|line| line["at"].as_str().unwrap()).collect();
    assert!(times_of_lines.is_sorted_by(|earlier, later| earlier >= later));
    let mut exported: Vec<u32> = lines
        .iter()
        .map(|line| line["detail"].as_str().unwrap().parse().unwrap())
        .collect();
    exported.sort_unstable();
    assert!(exported.into_iter().eq(0..1_203));
    assert_eq!(
        export(&site, &root.token, "target=two").await,
        Vec::<Value>::new()
    );
}

#[tokio::test]
async fn no_cell_of_the_export_is_a_formula() {
    let site = Site::new();
    let root = site.admin("root");
    let detail = "=HYPERLINK(\"https://example.org\", \"a, b\")";
    let row = ("2026-02-01T08:00:00Z", None, Action::PostUpdated, "one", detail);
    log(&site, &[row]).await;
    let line = export(&site, &root.token, "target=one").await.remove(0);
    assert_eq!(line["detail"], format!("'{detail}"));
}
