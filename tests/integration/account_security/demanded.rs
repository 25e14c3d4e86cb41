//! A site that demands a second factor of its staff.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::accounts::assert_rejected;
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, post};

const REFUSED: &str = "This site asks its staff for a second factor. Please set one up first.";

fn site() -> Site {
    let site = Site::configured(&[
        ("SECURITY__SECOND_FACTOR", "staff"),
        ("RATE_LIMIT__ENABLED", "false"),
    ]);
    site.import(&[post(1)]);
    site
}

/// The operations that a member without one may call.
const OPEN: [&str; 17] = [
    "GET /auth/verify-token",
    "GET /sessions",
    "DELETE /sessions/{id}",
    "DELETE /sessions",
    "GET /second-factor",
    "DELETE /second-factor",
    "POST /second-factor/totp",
    "POST /second-factor/totp/confirm",
    "POST /second-factor/recovery-codes",
    "GET /passkeys",
    "POST /passkeys/options",
    "POST /passkeys",
    "PATCH /passkeys/{id}",
    "DELETE /passkeys/{id}",
    "GET /admin/profile",
    "POST /admin/logout",
    "POST /admin/logout-all",
];

#[tokio::test]
async fn refuses_everything_else_until_one_is_set_up() {
    let site = site();
    let document = site.get("/api/openapi.json").await;
    let mut open = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            // Those without `security` look at no token.
            if operation["security"].is_null() {
                continue;
            }
            let route = format!("{} {path}", method.to_uppercase());
            let (method, address) = (
                method.to_uppercase().parse().unwrap(),
                path.replace("{id}", "post-1"),
            );
            let member = site.staff(&format!("member{}", open.len()), Role::Admin);
            let body = (method != Method::GET).then(|| json!({}));
            let response = site
                .request(method, &format!("/api{address}"), &member.token, body.as_ref())
                .await;
            let code = response.json::<Value>()["code"].clone();
            if code == json!("second_factor_required") {
                assert_rejected(&response, 403, REFUSED);
                site.store
                    .write(move |tx| blog_app::store::admins::remove(tx, member.id, None))
                    .await
                    .unwrap();
            } else {
                open.push(route);
            }
        }
    }
    let mut expected = OPEN.map(str::to_owned);
    expected.sort();
    open.sort();
    assert_eq!(open, expected);
}

#[tokio::test]
async fn lets_a_member_in_who_has_set_one_up() {
    let site = site();
    let member = site.staff("ann", Role::Contributor);
    let token = token_of(&site.sign_in(LOGINS[1], &member.email).await);
    let state = site.get_as(&token, "/api/second-factor").await;
    assert_eq!(
        (&state["enabled"], &state["required"]),
        (&json!(false), &json!(true))
    );
    let drafts = "/api/blogs/admin/blogs";
    let refused = site.request(Method::GET, drafts, &token, None).await;
    assert_rejected(&refused, 403, REFUSED);
    let factor = site.enrol(&token).await;
    site.get_as(&token, drafts).await;
    let ticket = site.ticket(LOGINS[1], &member.email).await;
    let second = site
        .second_step(LOGINS[1], &ticket, &site.next_totp(&factor.secret))
        .await;
    site.get_as(&token_of(&second.json()), drafts).await;
}

#[tokio::test]
async fn asks_no_reader_for_one() {
    let site = site();
    let reader = site.reader("Ada");
    let token = token_of(&site.sign_in(LOGINS[0], &reader.email).await);
    site.get_as(&token, "/api/notifications").await;
    let state = site.get_as(&token, "/api/second-factor").await;
    assert_eq!(state["required"], json!(false));
}
