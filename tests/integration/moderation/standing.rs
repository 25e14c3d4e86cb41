//! Silence, bans for a time, and trust.

use axum::http::Method;
use blog_app::domain::UserId;
use serde_json::{Value, json};

use super::{DAY_SECONDS, Forum};
use crate::support::accounts::{Account, PASSWORD, assert_rejected};
use crate::support::database;

const SILENCED: &str = "You may not write comments at the moment";

impl Forum {
    /// The eight calls of a reader that write where others see or count it, or that reach the moderators.
    fn writes(&self, own: &str, other: &str) -> [(Method, String, Value); 8] {
        let report = json!({"reason": "other"});
        [
            (
                Method::POST,
                "/blogs/post-1/comments".to_owned(),
                json!({"content": "Text"}),
            ),
            (
                Method::POST,
                "/blogs/post-1/comments".to_owned(),
                json!({"content": "Text", "parentId": other}),
            ),
            (
                Method::PATCH,
                format!("/blogs/comments/{own}"),
                json!({"content": "Changed"}),
            ),
            (Method::POST, "/blogs/post-1/like".to_owned(), json!({})),
            (Method::POST, "/blogs/post-1/bookmark".to_owned(), json!({})),
            (Method::POST, format!("/blogs/comments/{other}/like"), json!({})),
            (
                Method::POST,
                format!("/blogs/comments/{other}/report"),
                report.clone(),
            ),
            (Method::POST, format!("/users/{}/report", self.bo.id), report),
        ]
    }

    async fn statuses(&self, reader: &Account<UserId>, own: &str, other: &str) -> Vec<u16> {
        let mut statuses = Vec::new();
        for (method, path, body) in self.writes(own, other) {
            self.site.clock.advance_seconds(60);
            let response = self.send(method, &path, &reader.token, body).await;
            if response.status_code() == 403 {
                assert_rejected(&response, 403, SILENCED);
                assert_eq!(response.json::<Value>()["code"], "silenced");
            }
            statuses.push(response.status_code().as_u16());
        }
        statuses
    }

    fn time_in(&self, days: i64) -> String {
        use blog_app::domain::Clock as _;
        let now = self.site.clock.now();
        now.plus_milliseconds(days * DAY_SECONDS * 1_000).to_string()
    }
}

const ALLOWED: [u16; 8] = [201, 201, 200, 200, 200, 200, 200, 200];

#[tokio::test]
async fn a_silenced_reader_writes_nothing_from_the_next_request_until_the_silence_ends() {
    let site = Forum::new();
    let ada = &site.ada;
    let own = site.said(&ada.token, None, "Mine").await;
    let other = site.said(&site.bo.token, None, "Yours").await;
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);
    let until = site.time_in(1);
    let response = site.set_standing(ada.id, json!({"silencedUntil": until})).await;
    response.assert_status_ok();
    let user = response.json::<Value>()["user"].clone();
    assert_eq!(
        (&user["silencedUntil"], &user["bannedUntil"], &user["isTrusted"]),
        (&json!(until), &Value::Null, &json!(false))
    );
    assert_eq!(site.statuses(ada, &own, &other).await, [403; 8]);
    // Reading, muting and deleting one's own stay.
    site.get_as(&ada.token, "/blogs/bookmarks").await;
    let mute = format!("/users/{}/mute", site.bo.id);
    site.send(Method::PUT, &mute, &ada.token, json!({}))
        .await
        .assert_status_ok();
    let path = format!("/blogs/comments/{own}");
    let deleted = site.send(Method::DELETE, &path, &ada.token, json!({})).await;
    deleted.assert_status_ok();
    // Nothing is written when it ends.
    site.site.clock.advance_seconds(DAY_SECONDS);
    let own = site.said(&ada.token, None, "Mine").await;
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);

    let forever = json!({"silencedUntil": "9999-12-31T23:59:59Z"});
    site.set_standing(ada.id, forever).await.assert_status_ok();
    assert_eq!(site.statuses(ada, &own, &other).await, [403; 8]);
    site.set_standing(ada.id, json!({"silencedUntil": null}))
        .await
        .assert_status_ok();
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_banned_reader_is_refused_from_the_next_request_until_the_ban_ends() {
    let site = Forum::new();
    let ada = &site.ada;
    let own = site.said(&ada.token, None, "Mine").await;
    let other = site.said(&site.bo.token, None, "Yours").await;
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);
    let until = site.time_in(2);
    site.set_standing(ada.id, json!({"bannedUntil": until}))
        .await
        .assert_status_ok();
    assert_eq!(site.statuses(ada, &own, &other).await, [401; 8]);
    let read = site
        .site
        .request(Method::GET, "/api/blogs/bookmarks", &ada.token, None);
    assert_eq!(read.await.status_code(), 401);
    let login = json!({"email": ada.email, "password": PASSWORD});
    let response = site.site.post("/api/auth/login", login.clone()).await;
    assert_eq!(response.status_code(), 403);
    let body: Value = response.json();
    assert_eq!(body["code"], "banned");
    let message = body["message"].as_str().unwrap();
    assert!(
        message.starts_with("Your account has been banned until "),
        "{message}"
    );
    site.site.clock.advance_seconds(2 * DAY_SECONDS);
    site.site
        .post("/api/auth/login", login.clone())
        .await
        .assert_status_ok();
    let own = site.said(&ada.token, None, "Mine").await;
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);

    let for_good = json!({"bannedUntil": "9999-01-01T00:00:00Z"});
    site.set_standing(ada.id, for_good).await.assert_status_ok();
    assert_eq!(site.statuses(ada, &own, &other).await, [401; 8]);
    let response = site.site.post("/api/auth/login", login).await;
    assert_rejected(&response, 403, "Your account has been banned");
    // The other ban, which ends the token as well.
    site.set_standing(ada.id, json!({"bannedUntil": null}))
        .await
        .assert_status_ok();
    assert_eq!(site.statuses(ada, &own, &other).await, ALLOWED);
    site.site.ban(ada.id, "");
    assert_eq!(site.statuses(ada, &own, &other).await, [401; 8]);
}

#[tokio::test]
async fn a_change_leaves_what_it_does_not_name_and_is_audited() {
    let site = Forum::new();
    let ada = &site.ada;
    let until = "2030-01-01T12:00:00+02:00";
    for (change, expected) in [
        (json!({"isTrusted": true}), json!([null, null, true])),
        (
            json!({"silencedUntil": until}),
            json!(["2030-01-01T10:00:00.000Z", null, true]),
        ),
        (
            json!({"bannedUntil": "2020-01-01T00:00:00Z"}),
            json!(["2030-01-01T10:00:00.000Z", "2020-01-01T00:00:00.000Z", true]),
        ),
        (
            json!({"silencedUntil": null, "isTrusted": false}),
            json!([null, "2020-01-01T00:00:00.000Z", false]),
        ),
    ] {
        let response = site.set_standing(ada.id, change.clone()).await;
        response.assert_status_ok();
        let body: Value = response.json();
        let user = &body["user"];
        let standing = json!([user["silencedUntil"], user["bannedUntil"], user["isTrusted"]]);
        assert_eq!(standing, expected, "{change}");
        // Editors do not manage accounts.
        assert_eq!(user["email"], "");
        site.site.clock.advance_seconds(1);
    }
    let list = site.get_as(&site.root.token, "/admin/users?search=ada").await;
    assert_eq!(list["users"][0]["bannedUntil"], "2020-01-01T00:00:00.000Z");
    assert_eq!(list["users"][0]["email"], ada.email.as_str());
    let audit = "select detail from audit where action = 'reader.standing_changed' order by at";
    assert_eq!(
        database::query(site.site.folder(), audit),
        [
            "isTrusted true",
            "silencedUntil 2030-01-01T10:00:00.000Z",
            "bannedUntil 2020-01-01T00:00:00.000Z",
            "silencedUntil none, isTrusted false",
        ]
    );
}

#[tokio::test]
async fn refuses_times_without_an_offset_and_unknown_readers() {
    let site = Forum::new();
    for field in ["silencedUntil", "bannedUntil"] {
        for text in ["tomorrow", "2030-01-01", "2030-01-01T00:00:00"] {
            let response = site.set_standing(site.ada.id, json!({field: text})).await;
            assert_eq!(response.status_code(), 400);
            let body: Value = response.json();
            assert!(body["errors"][field].is_string(), "{body}");
        }
    }
    for id in [site.root.id.to_string(), "nobody".to_owned()] {
        let path = format!("/admin/users/{id}/standing");
        let response = site
            .send(Method::PATCH, &path, &site.editor.token, json!({}))
            .await;
        assert_rejected(&response, 404, "User not found");
    }
}
