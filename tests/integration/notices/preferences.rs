//! Which mails people want.

use axum::http::Method;
use serde_json::{Value, json};

use super::Notices;
use crate::support::accounts::assert_rejected;
use crate::support::database;

fn defaults() -> Value {
    json!({
        "reply": "each", "mention": "each", "thread": "off", "comment": "each", "post": "weekly",
        "moderation": "each", "review": "each",
    })
}

#[tokio::test]
async fn readers_and_the_staff_change_some_kinds_of_their_own() {
    let site = Notices::new().await;
    for (id, token) in [
        (site.ada.id.to_string(), &site.ada.token),
        (site.author.id.to_string(), &site.author.token),
    ] {
        let path = format!("/users/{id}/preferences");
        let response = site.get_as(token, &path).await;
        assert_eq!(
            response,
            json!({"success": true, "preferences": defaults(), "suppressed": false})
        );
        for (kind, how) in [
            ("thread", "daily"),
            ("reply", "off"),
            ("post", "each"),
            ("review", "weekly"),
        ] {
            let change = json!({"preferences": {kind: how}});
            let changed = site.call(&format!("PUT {path}"), token, change).await;
            assert_eq!(changed["preferences"][kind], how);
        }
        let mut expected = defaults();
        expected["thread"] = json!("daily");
        expected["reply"] = json!("off");
        expected["post"] = json!("each");
        expected["review"] = json!("weekly");
        assert_eq!(site.get_as(token, &path).await["preferences"], expected);
        let back = json!({"preferences": defaults()});
        site.call(&format!("PUT {path}"), token, back).await;
        assert_eq!(site.get_as(token, &path).await["preferences"], defaults());
    }
    assert_eq!(site.query("select count(*) from mail_preferences"), ["0"]);
    let audited = site.query("select distinct actor from audit where action = 'account.preferences_changed'");
    assert_eq!(audited, [site.author.id.to_string()]);
}

#[tokio::test]
async fn refuses_unknown_kinds_and_ways_with_the_field() {
    let site = Notices::new().await;
    let path = format!("/users/{}/preferences", site.ada.id);
    for (preferences, field) in [
        (json!({"newsletter": "each"}), "preferences.newsletter"),
        (json!({"reply": "hourly"}), "preferences.reply"),
        (json!({"thread": "each", "reply": ""}), "preferences.reply"),
        (json!({"reply": null}), "preferences.reply"),
        (json!(null), "preferences"),
    ] {
        let body = json!({"preferences": preferences});
        let response = site.send(Method::PUT, &path, &site.ada.token, body).await;
        assert_eq!(response.status_code(), 400, "{preferences}");
        let errors = response.json::<Value>()["errors"].clone();
        assert!(errors[field].is_string(), "{preferences}: {errors}");
    }
    assert_eq!(site.query("select count(*) from mail_preferences"), ["0"]);
}

#[tokio::test]
async fn nobody_sees_or_changes_those_of_others() {
    let site = Notices::new().await;
    let own = format!("/users/{}/preferences", site.ada.id);
    let of_staff = format!("/users/{}/preferences", site.author.id);
    let change = json!({"preferences": {"reply": "off"}});
    for (path, tokens) in [
        (&own, [&site.bo.token, &site.root.token]),
        (&of_staff, [&site.ada.token, &site.root.token]),
    ] {
        for method in [Method::GET, Method::PUT] {
            for token in tokens {
                let response = site.send(method.clone(), path, token, change.clone()).await;
                assert_rejected(&response, 403, "Not authorized to update this profile");
            }
            let visitor = site.send(method.clone(), path, "", change.clone()).await;
            assert_rejected(&visitor, 401, "Please login to continue");
        }
    }
    assert_eq!(site.query("select count(*) from mail_preferences"), ["0"]);
}

#[tokio::test]
async fn says_that_an_address_refuses_mail() {
    let site = Notices::new().await;
    for (id, token, email) in [
        (site.ada.id.to_string(), &site.ada.token, &site.ada.email),
        (site.editor.id.to_string(), &site.editor.token, &site.editor.email),
    ] {
        let refused =
            format!("insert into suppressed (email, reason, at) values ('{email}', '550 unknown', 1)");
        database::execute(site.site.folder(), &refused);
        let response = site.get_as(token, &format!("/users/{id}/preferences")).await;
        assert_eq!(response["suppressed"], true);
    }
}
