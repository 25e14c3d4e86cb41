//! Redirects on several nodes of one database.

use axum::http::Method;
use serde_json::{Value, json};

use super::SharedDatabase;

#[tokio::test]
async fn a_redirect_of_one_node_stands_in_for_what_another_one_has_cached_as_missing() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let (one, other) = (database.site(), database.site());
    let admin = one.admin("root").token;
    for site in [&one, &other] {
        assert_eq!(site.server.get("/blog/former").await.status_code(), 404);
    }
    let new = json!({"path": "/blog/former", "target": "/trending"});
    let created = one.request(Method::POST, "/api/admin/redirects", &admin, Some(&new));
    created.await.assert_status_success();
    other.follow(&one.store).await;
    for site in [&one, &other] {
        let moved = site.server.get("/blog/former").await;
        assert_eq!(moved.status_code(), 301);
        assert_eq!(moved.header("location"), "/trending");
        site.redirect_hits.write(&site.store).await.unwrap();
    }
    let list: Value = other.get_as(&admin, "/api/admin/redirects").await;
    assert_eq!(list["redirects"][0]["hits"], 2, "of all nodes together");
}
