//! The site's settings on several nodes of one database.

use serde_json::json;

use super::SharedDatabase;
use crate::site_settings::change;

#[tokio::test]
async fn a_change_at_one_node_is_shown_at_all() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let (one, other) = (database.site(), database.site());
    let admin = one.admin("root").token;
    for name in ["First", "Second"] {
        change(&one, &admin, json!({"name": name})).await;
        other.follow(&one.store).await;
        for site in [&one, &other] {
            let page = site.server.get("/").await.text();
            assert!(page.contains(&format!("<title>{name}</title>")), "{page}");
            assert_eq!(site.get("/api/site").await["site"]["name"], name);
        }
    }
}
