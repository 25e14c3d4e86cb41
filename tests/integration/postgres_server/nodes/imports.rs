//! Imports on several nodes of one database: the node that has the file does the work.

use axum::http::Method;
use serde_json::{Value, json};

use super::SharedDatabase;
use crate::support::Site;
use crate::support::imports::{IMPORTS, ghost_export};

async fn state(site: &Site, token: &str, path: &str) -> Value {
    site.get_as(token, path).await["import"]["state"].clone()
}

#[tokio::test]
async fn the_node_that_took_the_upload_does_the_work_that_any_node_is_asked_for() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let (one, other) = (database.site(), database.site());
    let admin = one.admin("root").token;
    let uploaded = one.upload(&admin, "ghost", "a.json", &ghost_export(3)).await;
    let id = uploaded.json::<Value>()["import"]["_id"].clone();
    let path = format!("{IMPORTS}/{}", id.as_str().unwrap());
    other.follow(&one.store).await;
    let second = other.upload(&admin, "ghost", "b.json", &ghost_export(3)).await;
    assert_eq!(second.status_code(), 409, "one at a time on all nodes");
    other.work_on_imports();
    assert_eq!(state(&other, &admin, &path).await, "uploaded", "it has no file");
    one.work_on_imports();
    other.follow(&one.store).await;
    assert_eq!(state(&other, &admin, &path).await, "ready");

    let apply = format!("{path}/apply");
    let applied = other.request(Method::POST, &apply, &admin, Some(&json!({})));
    applied.await.assert_status_success();
    other.work_on_imports();
    assert_eq!(state(&other, &admin, &path).await, "applying");
    one.follow(&other.store).await;
    one.work_on_imports();
    other.follow(&one.store).await;
    assert_eq!(state(&other, &admin, &path).await, "done");
    let post = other.get("/api/blogs/number-3").await;
    assert_eq!(post["blog"]["title"], "Number 3");

    let third = one.upload(&admin, "ghost", "c.json", &ghost_export(1)).await;
    let id = third.json::<Value>()["import"]["_id"].clone();
    other.follow(&one.store).await;
    let path = format!("{IMPORTS}/{}", id.as_str().unwrap());
    let deleted = other.request(Method::DELETE, &path, &admin, None);
    deleted.await.assert_status_ok();
    other.work_on_imports();
    assert_eq!(
        std::fs::read_dir(one.folder().join("imports")).unwrap().count(),
        1
    );
    one.work_on_imports();
    assert_eq!(
        std::fs::read_dir(one.folder().join("imports")).unwrap().count(),
        0,
        "the node that has the file removes it"
    );
}

#[tokio::test]
async fn two_processes_with_one_file_do_not_work_on_it_together() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let (one, copy) = (database.site(), database.site());
    let admin = one.admin("root").token;
    let uploaded = one.upload(&admin, "ghost", "a.json", &ghost_export(3)).await;
    uploaded.assert_status_success();
    // As after a copy of a whole machine.
    let folder = copy.folder().join("imports");
    std::fs::create_dir(&folder).unwrap();
    for entry in std::fs::read_dir(one.folder().join("imports")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    copy.follow(&one.store).await;
    let next = |site: &Site| {
        crate::support::blocking(|| site.imports.next(&site.store, &site.clock, &|| false).unwrap())
    };
    let first = next(&one).unwrap();
    assert!(next(&copy).is_none());
    database.clock.advance_seconds(31);
    let second = next(&copy).unwrap();
    // The first one has said nothing for too long; what it writes now is refused.
    crate::support::blocking(|| {
        one.imports
            .work(&first, &one.store, &one.clock, &|| false)
            .unwrap();
        assert_eq!(database.query("select state from imports"), ["checking"]);
        copy.imports
            .work(&second, &copy.store, &copy.clock, &|| false)
            .unwrap();
    });
    assert_eq!(database.query("select state from imports"), ["ready"]);
    let kinds = "select count(*) from import_entries where kind = 1";
    assert_eq!(database.query(kinds), ["3"]);
}
