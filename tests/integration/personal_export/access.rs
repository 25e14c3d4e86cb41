//! Who gets the archive of a reader, and how often.

use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{ask, exported, parsed};
use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::{Site, database};

#[tokio::test]
async fn a_reader_gets_their_data_with_their_password() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let response = ask(&site, ada.id, &ada.token, json!({"password": PASSWORD})).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), "application/zip");
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(
        response.header("content-disposition"),
        "attachment; filename=\"my-data.zip\""
    );
}

#[tokio::test]
async fn nobody_else_does() {
    let site = Site::new();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let password = json!({"password": PASSWORD});
    assert_eq!(ask(&site, ada.id, "", password.clone()).await.status_code(), 401);
    let refused = ask(&site, ada.id, &bo.token, password.clone()).await;
    assert_rejected(&refused, 403, "Not authorized to update this profile");
    for role in [Role::Contributor, Role::Admin] {
        let member = site.staff(role.name(), role);
        let refused = ask(&site, ada.id, &member.token, password.clone()).await;
        assert_eq!(refused.status_code(), 403, "{role:?}");
    }
    for (body, status) in [
        (json!({}), 400),
        (json!({"password": ""}), 400),
        (json!({"password": "wrong horse"}), 403),
    ] {
        let refused = ask(&site, ada.id, &ada.token, body).await;
        assert_eq!(refused.status_code(), status);
    }
    site.ban(bo.id, "Spam");
    assert_eq!(ask(&site, bo.id, &bo.token, password).await.status_code(), 401);
    assert!(database::query(site.folder(), "select 1 from personal_exports").is_empty());
}

#[tokio::test]
async fn once_an_hour() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    exported(&site, ada.id, &ada.token).await;
    let password = json!({"password": PASSWORD});
    site.clock.advance_seconds(3_599);
    let refused = ask(&site, ada.id, &ada.token, password.clone()).await;
    assert_rejected(
        &refused,
        429,
        "Your data can be exported once an hour. Please try again later",
    );
    assert_eq!(refused.header("retry-after"), "1");
    // A wrong password is not told how long to wait.
    let wrong = ask(&site, ada.id, &ada.token, json!({"password": "wrong horse"})).await;
    assert_eq!(wrong.status_code(), 403);
    exported(&site, bo.id, &bo.token).await;
    site.clock.advance_seconds(1);
    let files = exported(&site, ada.id, &ada.token).await;
    assert_eq!(parsed(&files, "exports")["at"], "2026-03-01T13:00:00.000Z");
}

#[tokio::test]
async fn a_second_factor_is_asked_for_where_there_is_one() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let factor = site.enrol(&ada.token).await;
    let refused = ask(&site, ada.id, &ada.token, json!({"password": PASSWORD})).await;
    assert_eq!(refused.status_code(), 400, "{}", refused.text());
    let right = json!({"password": PASSWORD, "code": site.next_totp(&factor.secret)});
    let response = ask(&site, ada.id, &ada.token, right).await;
    response.assert_status_ok();
    let code: Value = json!({"password": PASSWORD, "code": site.wrong_totp(&factor.secret)});
    assert_eq!(ask(&site, ada.id, &ada.token, code).await.status_code(), 400);
}
