//! Webhooks: what they are told of, how it is signed, and what becomes of calls that fail.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use blog_app::domain::webhook::WebhookEvent;
use blog_app::domain::{Clock as _, Role, SystemEntropy, UserId};
use blog_app::store::{StoreError, Tx, webhooks};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::api::spam_rules::rules_with;
use crate::support::webhooks::{Names, Receiver};
use crate::support::{Site, post};

const WEBHOOKS: &str = "/api/admin/webhooks";
const EVENTS: [&str; 6] = [
    "post.published",
    "post.updated",
    "post.unpublished",
    "comment.visible",
    "comment.held",
    "user.joined",
];
const HOUR_SECONDS: i64 = 3_600;

/// A site with a post, whose webhooks may be on this machine.
fn site() -> Site {
    let site = Site::configured(&[
        ("OUTGOING__ALLOW_PRIVATE", "true"),
        ("RATE_LIMIT__ENABLED", "false"),
    ]);
    site.import(&[post(1)]);
    site
}

/// Sends a request a second later than the last one, asserts that it succeeds, and returns the JSON.
async fn call(site: &Site, route: &str, token: &str, body: Value) -> Value {
    site.clock.advance_seconds(1);
    let (method, path) = route.split_once(' ').unwrap();
    let path = format!("/api{path}");
    let response = site
        .request(method.parse().unwrap(), &path, token, Some(&body))
        .await;
    assert!(
        response.status_code().is_success(),
        "{route}: {}",
        response.text()
    );
    response.json()
}

fn draft(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": "<p>The words of the post.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": status,
    })
}

fn id_of(object: &Value) -> String {
    object["id"].as_str().unwrap().to_owned()
}

async fn deliveries(site: &Site, admin: &str, webhook: &Value) -> Vec<Value> {
    let path = format!("{WEBHOOKS}/{}/deliveries?limit=100", id_of(webhook));
    let list = site.get_as(admin, &path).await;
    list["deliveries"].as_array().unwrap().clone()
}

#[tokio::test]
async fn tells_of_each_event_with_a_signature() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let reader = site.reader("Ada").token;
    let made = site.make_webhook(&admin, &receiver.url(), &EVENTS).await;
    let key = made["key"].as_str().unwrap();

    call(&site, "POST /blogs/create", &admin, draft("Hooked", "published")).await;
    call(
        &site,
        "PUT /blogs/update/hooked",
        &admin,
        draft("Hooked again", "published"),
    )
    .await;
    let text = json!({"content": "A secret of the comment"});
    let visible = call(&site, "POST /blogs/hooked/comments", &reader, text).await;
    call(
        &site,
        "PUT /admin/spam-rules",
        &admin,
        rules_with(json!({"level": "strict"})),
    )
    .await;
    let other = site.reader("Bo").token;
    let text = json!({"content": "Another secret"});
    call(&site, "POST /blogs/hooked/comments", &other, text).await;
    call(
        &site,
        "PUT /blogs/update/hooked",
        &admin,
        draft("Hooked", "draft"),
    )
    .await;
    site.clock.advance_seconds(1);
    let registered = site.register("Cleo", "cleo@example.org").await;
    registered.assert_status(StatusCode::CREATED);
    let code = json!({"email": "cleo@example.org", "otp": site.last_code("cleo@example.org")});
    call(&site, "POST /auth/verify-otp", "", code).await;

    assert_eq!(site.call_webhooks().await, 6);
    let calls = receiver.take_calls();
    let bodies: Vec<Value> = calls
        .iter()
        .map(|(_, body)| serde_json::from_str(body).unwrap())
        .collect();
    let events: Vec<&str> = bodies
        .iter()
        .map(|body| body["event"].as_str().unwrap())
        .collect();
    assert_eq!(
        events,
        [
            "post.published",
            "post.updated",
            "comment.visible",
            "comment.held",
            "post.unpublished",
            "user.joined",
        ]
    );
    for ((headers, text), body) in calls.iter().zip(&bodies) {
        assert_eq!(headers["content-type"], "application/json");
        assert_eq!(headers["x-blog-event"], body["event"].as_str().unwrap());
        assert_eq!(headers["x-blog-event-id"], body["id"].as_str().unwrap());
        let time = site.clock.now().milliseconds() / 1_000;
        let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
        mac.update(format!("{time}.{text}").as_bytes());
        let signature = hex::encode(mac.finalize().into_bytes());
        assert_eq!(headers["x-blog-signature"], format!("t={time},v1={signature}"));
        assert!(!text.contains("secret") && !text.contains("words"), "{text}");
        assert!(!text.contains("cleo"), "{text}");
    }
    assert_eq!(bodies[0]["data"]["blog"]["slug"], "hooked");
    assert_eq!(bodies[1]["data"]["blog"]["title"], "Hooked again");
    let url = bodies[0]["data"]["blog"]["url"].as_str().unwrap();
    assert!(url.ends_with("/blog/hooked"), "{url}");
    let comment = &bodies[2]["data"]["comment"];
    assert_eq!(comment["id"], visible["comment"]["id"]);
    assert_eq!(
        comment["url"],
        format!("{url}#comment-{}", comment["id"].as_str().unwrap())
    );
    assert!(bodies[5]["data"]["user"]["id"].is_string());

    let done = deliveries(&site, &admin, &made["webhook"]).await;
    assert_eq!(done.len(), 6);
    assert!(done.iter().all(|delivery| delivery["state"] == "delivered"
        && delivery["status"] == 200
        && delivery["tries"] == 1));
    assert_eq!(done[0]["event"], "user.joined");
}

#[tokio::test]
async fn every_way_to_publish_is_told_once() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let contributor = site.staff("cara", Role::Contributor).token;
    site.make_webhook(&admin, &receiver.url(), &EVENTS[..3]).await;
    let published = async || {
        assert_eq!(site.call_webhooks().await, 1);
        assert_eq!(receiver.take_events(), ["post.published"]);
    };
    call(&site, "POST /blogs/create", &admin, draft("Created", "published")).await;
    published().await;

    call(&site, "POST /blogs/create", &admin, draft("Saved", "draft")).await;
    assert_eq!(site.call_webhooks().await, 0);
    call(
        &site,
        "PUT /blogs/update/saved",
        &admin,
        draft("Saved", "published"),
    )
    .await;
    published().await;

    call(
        &site,
        "POST /blogs/create",
        &contributor,
        draft("Reviewed", "draft"),
    )
    .await;
    call(&site, "POST /blogs/reviewed/submit", &contributor, json!({})).await;
    let approve = json!({"decision": "approve"});
    call(&site, "POST /blogs/reviewed/review", &admin, approve).await;
    published().await;

    call(&site, "POST /blogs/create", &admin, draft("Planned", "draft")).await;
    let at = site.clock.now().plus_milliseconds(HOUR_SECONDS * 1_000);
    let plan = json!({"publishAt": at.to_string()});
    call(&site, "PUT /blogs/planned/schedule", &admin, plan).await;
    assert_eq!(site.call_webhooks().await, 0);
    site.clock.advance_seconds(HOUR_SECONDS);
    site.publish_due();
    published().await;

    call(&site, "DELETE /blogs/created", &admin, json!({})).await;
    assert_eq!(site.call_webhooks().await, 1);
    assert_eq!(receiver.take_events(), ["post.unpublished"]);
    call(&site, "POST /blogs/create", &admin, draft("Unseen", "draft")).await;
    call(&site, "DELETE /blogs/unseen", &admin, json!({})).await;
    assert_eq!(site.call_webhooks().await, 0);
}

#[tokio::test]
async fn tells_each_webhook_only_of_its_events() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    site.make_webhook(&admin, &receiver.url(), &["comment.visible"])
        .await;
    let made = site
        .make_webhook(&admin, &receiver.url(), &["post.updated"])
        .await;
    call(
        &site,
        "PUT /blogs/update/post-1",
        &admin,
        draft("Post 1", "published"),
    )
    .await;
    assert_eq!(site.call_webhooks().await, 1);
    assert_eq!(receiver.take_events(), ["post.updated"]);
    let path = format!("DELETE /admin/webhooks/{}", id_of(&made["webhook"]));
    call(
        &site,
        "PUT /blogs/update/post-1",
        &admin,
        draft("Post 1", "published"),
    )
    .await;
    call(&site, &path, &admin, json!({})).await;
    assert_eq!(site.call_webhooks().await, 0);
}

#[tokio::test]
async fn an_event_of_a_write_that_fails_is_not_told() {
    let site = site();
    let admin = site.admin("root").token;
    let made = site
        .make_webhook(&admin, "http://127.0.0.1:9/", &["post.updated"])
        .await;
    let (post, now) = (site.post_id("post-1"), site.clock.now());
    let fail = move |tx: &mut Tx<'_>| -> Result<(), StoreError> {
        webhooks::post_event(tx, WebhookEvent::PostUpdated, post, now)?;
        Err(StoreError::Busy)
    };
    assert!(site.store.write(fail).await.is_err());
    assert!(deliveries(&site, &admin, &made["webhook"]).await.is_empty());
}

#[tokio::test]
async fn tries_ten_times_within_a_day_and_gives_up() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root");
    let made = site
        .make_webhook(&admin.token, &receiver.url(), &["post.updated"])
        .await;
    receiver.respond(503);
    let change = draft("Post 1", "published");
    call(&site, "PUT /blogs/update/post-1", &admin.token, change).await;
    let first = site.clock.now();
    let mut calls = 0;
    while site.clock.now() < first.plus_milliseconds(23 * HOUR_SECONDS * 1_000) {
        calls += site.call_webhooks().await;
        if calls == 1 {
            let waiting = &deliveries(&site, &admin.token, &made["webhook"]).await[0];
            assert_eq!(waiting["state"], "waiting");
            assert_eq!(waiting["status"], 503);
            assert!(waiting["error"].as_str().unwrap().contains("503"), "{waiting}");
            let next = first.plus_milliseconds(30_000).to_string();
            assert_eq!(waiting["nextTryAt"], next);
        }
        site.clock.advance_seconds(30);
    }
    assert_eq!(calls, 10);
    let tries = receiver.take_calls();
    assert!(
        tries.iter().all(|(headers, body)| *body == tries[0].1
            && headers["x-blog-event-id"] == tries[0].0["x-blog-event-id"])
    );
    let given_up = &deliveries(&site, &admin.token, &made["webhook"]).await[0];
    assert_eq!(given_up["state"], "failed");
    assert_eq!(given_up["tries"], 10);
    assert!(given_up["nextTryAt"].is_null());
}

#[tokio::test]
async fn is_switched_off_after_fifty_failures_in_a_row_with_a_mail() {
    let (site, receiver) = (site(), Receiver::start().await);
    let root = site.admin("root");
    site.staff("ed", Role::Editor);
    let made = site
        .make_webhook(&root.token, &receiver.url(), &["user.joined"])
        .await;
    // All at one time, so that no earlier call is repeated meanwhile.
    let now = site.clock.now();
    let join = async || {
        let user = UserId::new(now, &SystemEntropy);
        let joined = move |tx: &mut Tx<'_>| webhooks::user_joined(tx, user, now);
        site.store.write(joined).await.unwrap();
        site.call_webhooks().await
    };
    let listed = async || site.get_as(&root.token, WEBHOOKS).await["webhooks"][0].clone();
    receiver.respond(500);
    for _ in 0..49 {
        assert_eq!(join().await, 1);
    }
    assert_eq!(listed().await["failures"], 49);
    // A success begins the count anew.
    receiver.respond(200);
    assert_eq!(join().await, 1);
    assert_eq!(listed().await["failures"], 0);
    receiver.respond(500);
    for _ in 0..50 {
        assert_eq!(listed().await["isOn"], true);
        assert_eq!(join().await, 1);
    }
    assert_eq!(listed().await["isOn"], false);
    assert_eq!(listed().await["failures"], 50);
    let mails = site.emails_to("root@example.org");
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains("127.0.0.1") && !mails[0].text.contains("/hook"));
    assert!(site.emails_to("ed@example.org").is_empty());
    let states = deliveries(&site, &root.token, &made["webhook"]).await;
    assert!(states.iter().all(|delivery| delivery["state"] != "waiting"));

    // What happens while it is off is not told, and nothing is sent again.
    receiver.take_calls();
    let again = format!("/api/admin/webhook-deliveries/{}/send-again", id_of(&states[0]));
    let refused = site.request(Method::POST, &again, &root.token, None).await;
    refused.assert_status(StatusCode::CONFLICT);
    assert_eq!(refused.json::<Value>()["code"], "webhook_off");
    site.clock.advance_seconds(HOUR_SECONDS);
    assert_eq!(join().await, 0);

    let path = format!("PATCH /admin/webhooks/{}", id_of(&made["webhook"]));
    let on = call(&site, &path, &root.token, json!({"isOn": true})).await;
    assert_eq!(on["webhook"]["failures"], 0);
    receiver.respond(200);
    let sent = call(
        &site,
        again.replacen("/api/", "POST /", 1).as_str(),
        &root.token,
        json!({}),
    )
    .await;
    assert_eq!(sent["delivery"]["eventId"], states[0]["eventId"]);
    assert_ne!(sent["delivery"]["id"], states[0]["id"]);
    assert_eq!(site.call_webhooks().await, 1);
    let (headers, _) = &receiver.take_calls()[0];
    assert_eq!(headers["x-blog-event-id"], states[0]["eventId"].as_str().unwrap());
}

#[tokio::test]
async fn follows_no_redirect() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let made = site
        .make_webhook(&admin, &receiver.url(), &["post.updated"])
        .await;
    receiver.respond(307);
    call(
        &site,
        "PUT /blogs/update/post-1",
        &admin,
        draft("Post 1", "published"),
    )
    .await;
    assert_eq!(site.call_webhooks().await, 1);
    assert_eq!(receiver.take_calls().len(), 1);
    let failed = &deliveries(&site, &admin, &made["webhook"]).await[0];
    assert_eq!(failed["status"], 307);
    assert_eq!(failed["state"], "waiting");
}

#[tokio::test]
async fn a_name_that_leads_to_a_forbidden_network_the_second_time_is_not_called() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let url = format!("http://hook.example.org:{}/", receiver.address.port());
    let made = site.make_webhook(&admin, &url, &["post.updated"]).await;
    let names = Arc::new(Names::default());
    names.lead_to("127.0.0.1");
    for calls in [1, 0] {
        let change = draft("Post 1", "published");
        call(&site, "PUT /blogs/update/post-1", &admin, change).await;
        assert_eq!(site.call_webhooks_through(names.clone()).await, 1);
        assert_eq!(receiver.take_calls().len(), calls);
        names.lead_to("169.254.169.254");
    }
    let failed = &deliveries(&site, &admin, &made["webhook"]).await[0];
    assert!(failed["status"].is_null());
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("public internet"), "{error}");
}

#[tokio::test]
async fn networks_of_the_site_are_not_called_by_default() {
    let site = Site::with_posts(&[post(1)]);
    let (admin, receiver) = (site.admin("root").token, Receiver::start().await);
    for url in [
        receiver.url(),
        format!("https://{}/", receiver.address),
        "https://10.0.0.1/".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://[::1]/".to_owned(),
        "https://user:word@example.org/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let body = json!({"url": url, "events": EVENTS});
        let response = site.request(Method::POST, WEBHOOKS, &admin, Some(&body)).await;
        response.assert_status(StatusCode::BAD_REQUEST);
        assert!(response.json::<Value>()["errors"]["url"].is_string(), "{url}");
    }
    // A name is looked up with each call.
    let url = format!("https://localhost:{}/", receiver.address.port());
    let made = site.make_webhook(&admin, &url, &["post.updated"]).await;
    call(
        &site,
        "PUT /blogs/update/post-1",
        &admin,
        draft("Post 1", "published"),
    )
    .await;
    assert_eq!(site.call_webhooks().await, 1);
    assert!(receiver.take_calls().is_empty());
    let failed = &deliveries(&site, &admin, &made["webhook"]).await[0];
    let error = failed["error"].as_str().unwrap();
    assert!(error.contains("public internet"), "{error}");
}

#[tokio::test]
async fn a_call_that_was_not_recorded_is_repeated_after_its_lease() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let url = receiver.url();
    site.make_webhook(&admin, &url, &["post.updated"]).await;
    let change = draft("Post 1", "published");
    call(&site, "PUT /blogs/update/post-1", &admin, change).await;
    let now = site.clock.now();
    let lease_end = now.plus_milliseconds(65_000);
    let claimed = site
        .store
        .write(move |tx| webhooks::claim(tx, now, lease_end))
        .await
        .unwrap();
    assert_eq!(claimed.unwrap().url, url);
    assert_eq!(site.call_webhooks().await, 0);
    site.clock.advance_seconds(64);
    assert_eq!(site.call_webhooks().await, 0);
    site.clock.advance_seconds(1);
    assert_eq!(site.call_webhooks().await, 1);
    assert_eq!(receiver.take_events(), ["post.updated"]);
}

#[tokio::test]
async fn keeps_the_last_hundred_deliveries() {
    let (site, receiver) = (site(), Receiver::start().await);
    let admin = site.admin("root").token;
    let made = site
        .make_webhook(&admin, &receiver.url(), &["post.updated"])
        .await;
    let change = draft("Post 1", "published");
    call(&site, "PUT /blogs/update/post-1", &admin, change).await;
    site.call_webhooks().await;
    let first = id_of(&deliveries(&site, &admin, &made["webhook"]).await[0]);
    for _ in 0..100 {
        let newest = id_of(&deliveries(&site, &admin, &made["webhook"]).await[0]);
        let again = format!("POST /admin/webhook-deliveries/{newest}/send-again");
        call(&site, &again, &admin, json!({})).await;
        site.call_webhooks().await;
    }
    let kept = deliveries(&site, &admin, &made["webhook"]).await;
    assert_eq!(kept.len(), 100);
    assert!(kept.iter().all(|delivery| id_of(delivery) != first));
    let list = site
        .get_as(
            &admin,
            &format!("{WEBHOOKS}/{}/deliveries", id_of(&made["webhook"])),
        )
        .await;
    assert_eq!(list["total"], 100);
    assert_eq!(list["deliveries"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn the_key_is_shown_once_and_is_not_in_the_database() {
    let site = site();
    let admin = site.admin("root").token;
    let made = site
        .make_webhook(&admin, "https://example.org/hook", &EVENTS)
        .await;
    let key = made["key"].as_str().unwrap();
    assert!(key.starts_with("whsec_"));
    for path in [WEBHOOKS, "/api/admin/audit"] {
        let body = site.get_as(&admin, path).await;
        assert!(!body.to_string().contains(key), "{path}");
    }
    let row = "select id || url || events from webhooks";
    let rows = crate::support::database::query(site.folder(), row);
    assert!(!rows.concat().contains(key), "{rows:?}");
    let editor = site.staff("ed", Role::Editor).token;
    let refused = site.request(Method::GET, WEBHOOKS, &editor, None).await;
    refused.assert_status(StatusCode::FORBIDDEN);
}
