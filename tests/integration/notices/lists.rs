//! The list of notices: its pages, what is read, and whose it is.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Notices;
use crate::support::accounts::assert_rejected;

/// Returns the texts of a field of notices.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let notices = list["notifications"].as_array().unwrap();
    notices
        .iter()
        .map(|notice| notice[field].as_str().unwrap().to_owned())
        .collect()
}

async fn with_five_notices() -> Notices {
    let site = Notices::new().await;
    for number in 0..5 {
        site.said(&site.ada.token, None, &format!("Number {number}"))
            .await;
    }
    site
}

#[tokio::test]
async fn is_paged_newest_first() {
    let site = with_five_notices().await;
    let token = &site.author.token;
    let all = texts(&site.get_as(token, "/notifications").await, "at");
    assert_eq!(all.len(), 5);
    assert!(all.is_sorted_by(|one, next| one > next), "{all:?}");
    let mut paged = Vec::new();
    for page in 1..=3 {
        let list = site
            .get_as(token, &format!("/notifications?page={page}&limit=2"))
            .await;
        assert_eq!(
            [
                &list["total"],
                &list["page"],
                &list["totalPages"],
                &list["unread"]
            ],
            [&json!(5), &json!(page), &json!(3), &json!(5)]
        );
        paged.extend(texts(&list, "at"));
    }
    assert_eq!(paged, all);
}

#[tokio::test]
async fn marks_some_as_read_or_all_up_to_a_time() {
    let site = with_five_notices().await;
    let token = &site.author.token;
    let list = site.get_as(token, "/notifications").await;
    let (ids, at) = (texts(&list, "id"), texts(&list, "at"));
    let read = async |body: Value| site.call("POST /notifications/read", token, body).await["unread"].clone();
    assert_eq!(read(json!({"ids": [ids[0], "nothing"]})).await, 4);
    assert_eq!(read(json!({"ids": [ids[0]]})).await, 4);
    assert_eq!(read(json!({"before": at[3]})).await, 2);
    let unread = site.get_as(token, "/notifications?unread=true").await;
    assert_eq!(texts(&unread, "id"), ids[1..3]);
    assert_eq!((&unread["total"], &unread["unread"]), (&json!(2), &json!(2)));
    assert_eq!(
        site.get_as(token, "/notifications?unread=false").await["total"],
        5
    );
    let first = site.get_as(token, "/notifications").await["notifications"][0]["readAt"].clone();
    site.site.clock.advance_seconds(60);
    assert_eq!(read(json!({"before": "2030-01-01T00:00:00+02:00"})).await, 0);
    let again = site.get_as(token, "/notifications").await["notifications"][0]["readAt"].clone();
    assert!(first.is_string() && first == again, "{first} {again}");
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn refuses_other_bodies_with_the_field() {
    let site = Notices::new().await;
    let many: Vec<String> = (0..101).map(|number| number.to_string()).collect();
    for (body, field) in [
        (json!({}), "ids"),
        (json!({"ids": [], "before": "2026-03-01T00:00:00Z"}), "before"),
        (json!({"ids": many}), "ids"),
        (json!({"before": "yesterday"}), "before"),
        (json!({"before": "2026-03-01T00:00:00"}), "before"),
    ] {
        let response = site
            .send(Method::POST, "/notifications/read", &site.ada.token, body.clone())
            .await;
        assert_eq!(response.status_code(), 400, "{body}");
        assert!(response.json::<Value>()["errors"][field].is_string(), "{body}");
    }
    let unknown = site
        .send(
            Method::GET,
            "/notifications?unread=perhaps",
            &site.ada.token,
            json!(null),
        )
        .await;
    assert!(unknown.json::<Value>()["errors"]["unread"].is_string());
}

#[tokio::test]
async fn nobody_reads_or_marks_the_notices_of_others() {
    let site = with_five_notices().await;
    let id = site.notices(&site.author.token).await[0]["id"].clone();
    for token in [&site.ada.token, &site.root.token] {
        assert_eq!(site.get_as(token, "/notifications").await["total"], 0);
        let read = site
            .call("POST /notifications/read", token, json!({"ids": [id]}))
            .await;
        assert_eq!(read["unread"], 0);
    }
    assert_eq!(
        site.get_as(&site.author.token, "/notifications/count").await["unread"],
        5
    );
    for path in ["/notifications", "/notifications/count"] {
        let visitor = site.send(Method::GET, path, "", json!(null)).await;
        assert_rejected(&visitor, 401, "Please login to continue");
        let newcomer = site.site.reader_before_onboarding(&format!("New{}", path.len()));
        let newcomer = site.send(Method::GET, path, &newcomer.token, json!(null)).await;
        assert_rejected(&newcomer, 403, "Please complete your profile first");
    }
}

#[tokio::test]
async fn shows_nothing_of_a_post_that_is_a_draft_again() {
    let site = with_five_notices().await;
    site.follow(&site.bo.token, "post", &site.post).await;
    site.said(&site.ada.token, None, "Number 5").await;
    site.tell();
    assert_eq!(site.told(&site.bo.token).await, ["thread by Ada"]);
    let update = format!("PUT /blogs/update/{}", site.post);
    let body = super::body("On gardens", json!({"status": "draft"}));
    site.call(&update, &site.author.token, body).await;
    for token in [&site.author.token, &site.bo.token] {
        assert!(site.notices(token).await.is_empty());
    }
    let follows = site.get_as(&site.bo.token, "/follows").await;
    assert_eq!(follows["total"], 0);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn is_never_cached() {
    let site = Notices::new().await;
    for path in ["/api/notifications", "/api/notifications/count", "/api/follows"] {
        let request = site.site.request(Method::GET, path, &site.ada.token, None);
        let response = request.await;
        assert_eq!(response.status_code(), StatusCode::OK);
        assert_eq!(response.header("cache-control"), "private, no-store", "{path}");
    }
}
