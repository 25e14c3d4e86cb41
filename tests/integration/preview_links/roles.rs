//! Who may make and revoke the link of a draft.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{create, draft, link, save, send};
use crate::support::{Site, database};

#[tokio::test]
async fn each_role_manages_the_links_of_the_drafts_that_it_may_see() {
    let site = Site::new();
    for role in Role::ALL {
        let name = role.name();
        let own = &site.staff(name, role).token;
        let other = &site.staff(&format!("{name}2"), role).token;
        let (slug, others) = (format!("own-{name}"), format!("others-{name}"));
        create(&site, own, &slug).await;
        create(&site, other, &others).await;
        for (slug, is_allowed) in [(&slug, true), (&others, role >= Role::Editor)] {
            for (method, body, success) in [
                (Method::POST, Some(json!({"days": 7})), 201),
                (Method::GET, None, 200),
                (Method::DELETE, None, 200),
            ] {
                let expected = if is_allowed { success } else { 403 };
                let response = send(&site, method.clone(), own, slug, body).await;
                assert_eq!(response.status_code(), expected, "{method} {slug}");
            }
        }
    }
    let reader = site.reader("Ada").token;
    for (token, status) in [("", 401), (reader.as_str(), 403)] {
        let refused = send(&site, Method::POST, token, "own-author", Some(json!({"days": 7}))).await;
        assert_eq!(refused.status_code(), status);
    }
    let admin = site.admin("root").token;
    let unknown = send(&site, Method::POST, &admin, "nothing", Some(json!({"days": 7}))).await;
    assert_eq!(unknown.status_code(), 404);
}

#[tokio::test]
async fn a_link_is_for_a_draft_and_lives_for_1_to_30_days() {
    let site = Site::new();
    let token = &site.admin("root").token;
    create(&site, token, "Alpha").await;
    for body in [
        json!({}),
        json!({"days": null}),
        json!({"days": 0}),
        json!({"days": -1}),
        json!({"days": 31}),
        json!({"days": 1.5}),
        json!({"days": "7"}),
        json!({"days": 4_294_967_297_i64}),
    ] {
        let refused = send(&site, Method::POST, token, "alpha", Some(body.clone())).await;
        assert_eq!(refused.status_code(), 400, "{body}");
        assert!(refused.json::<Value>()["errors"]["days"].is_string(), "{body}");
    }
    for days in [1, 30] {
        site.clock.advance_seconds(1);
        link(&site, token, "alpha", days).await;
    }
    save(&site, token, "alpha", &draft("Alpha", "published")).await;
    let refused = send(&site, Method::POST, token, "alpha", Some(json!({"days": 7}))).await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(refused.json::<Value>()["code"], "already_published");
    // One that was made before can still be revoked.
    site.clock.advance_seconds(1);
    let revoked = send(&site, Method::DELETE, token, "alpha", None).await;
    revoked.assert_status_ok();
    let rows =
        "select trim(action || ' ' || detail) from audit where action like 'post.preview%' order by at, id";
    assert_eq!(
        database::query(site.folder(), rows),
        [
            "post.preview_linked 2026-03-02T12:00:01.000Z",
            "post.preview_linked 2026-03-31T12:00:02.000Z",
            "post.preview_revoked",
        ]
    );
}
