//! Readers whom other readers mute.

use axum::http::Method;
use blog_app::domain::UserId;
use serde_json::{Value, json};

use super::Forum;
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database};

impl Forum {
    async fn set_muted(&self, token: &str, reader: UserId, is_muted: bool) -> Value {
        let method = if is_muted { Method::PUT } else { Method::DELETE };
        let path = format!("/users/{reader}/mute");
        let response = self.send(method, &path, token, json!({})).await;
        response.assert_status_ok();
        response.json()
    }

    async fn muted(&self, reader: UserId, token: &str) -> Vec<String> {
        let list = self.get_as(token, &format!("/users/{reader}/mutes")).await;
        let users = list["users"].as_array().unwrap();
        users.iter().map(|user| super::text_of(&user["_id"])).collect()
    }
}

#[tokio::test]
async fn a_reader_mutes_others_and_ends_it() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let other = site.site.reader("Other");
    for reader in [&other, bo, bo] {
        let body = site.set_muted(&ada.token, reader.id, true).await;
        assert_eq!(body, json!({"success": true, "isMuted": true}));
        site.site.clock.advance_seconds(1);
    }
    let list = site.get_as(&ada.token, &format!("/users/{}/mutes", ada.id)).await;
    let id = bo.id.to_string();
    assert_eq!(
        list["users"][0],
        json!({"_id": id, "id": id, "name": "Bo", "username": "bo"})
    );
    assert_eq!(list["users"].as_array().unwrap().len(), 2);
    assert_eq!(site.muted(bo.id, &bo.token).await, Vec::<String>::new());
    for _ in 0..2 {
        let body = site.set_muted(&ada.token, bo.id, false).await;
        assert_eq!(body, json!({"success": true, "isMuted": false}));
    }
    assert_eq!(site.muted(ada.id, &ada.token).await, [other.id.to_string()]);
}

#[tokio::test]
async fn refuses_mutes_of_oneself_and_of_nobody() {
    let site = Forum::new();
    let ada = &site.ada;
    let own = format!("/users/{}/mute", ada.id);
    let response = site.send(Method::PUT, &own, &ada.token, json!({})).await;
    assert_rejected(&response, 400, "You cannot mute yourself");
    for id in ["0198c0de-0000-7000-8000-000000000000", "nothing"] {
        let path = format!("/users/{id}/mute");
        let response = site.send(Method::PUT, &path, &ada.token, json!({})).await;
        assert_rejected(&response, 404, "User not found");
    }
    let others = format!("/api/users/{}/mutes", site.bo.id);
    let response = site.site.request(Method::GET, &others, &ada.token, None).await;
    assert_eq!(response.status_code(), 403);
}

/// Lets a reader mute 999 others, who are new.
pub fn mute_999(site: &Site, reader: UserId) {
    let numbers = if database::is_postgres() {
        "select number from generate_series(1, 999) as number"
    } else {
        "with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 999)
         select number from numbers"
    };
    let users = format!(
        "insert into users (id, name, name_folded, username, email, password_hash, verified_at, onboarded, bio,
                            created_at, updated_at)
         select 'muted' || number, 'Muted', 'muted', 'muted' || number, 'muted' || number || '@example.org', '', 1, 1, '',
                number, number
         from ({numbers}) as numbers"
    );
    database::execute(site.folder(), &users);
    let mutes = format!(
        "insert into user_mutes (user_id, muted_id, at) select '{reader}', id, 1 from users where name = 'Muted'"
    );
    database::execute(site.folder(), &mutes);
}

#[tokio::test]
async fn a_reader_mutes_at_most_1000_others() {
    let site = Forum::new();
    let ada = &site.ada;
    mute_999(&site.site, ada.id);
    site.set_muted(&ada.token, site.bo.id, true).await;
    let other = site.site.reader("Other");
    let path = format!("/users/{}/mute", other.id);
    let response = site.send(Method::PUT, &path, &ada.token, json!({})).await;
    assert_rejected(
        &response,
        409,
        "You mute 1,000 readers already. End a mute first.",
    );
    // One who is muted already stays so, and one less makes room.
    site.set_muted(&ada.token, site.bo.id, true).await;
    site.set_muted(&ada.token, site.bo.id, false).await;
    site.set_muted(&ada.token, other.id, true).await;
}
