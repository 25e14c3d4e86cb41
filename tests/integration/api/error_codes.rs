//! Error codes: every error response of the API has one, and each means one situation.

use std::collections::BTreeSet;

use axum::http::{Method, header};
use axum_test::TestRequest;
use blog_app::domain::{Clock as _, Role, SystemEntropy, UserId};
use blog_app::store::{Tx, webhooks};
use serde_json::{Value, json};

use crate::api::posts_admin::post_body_with;
use crate::api::spam_rules::{rules_with, set_rules};
use crate::moderation::mutes::mute_999;
use crate::notices::follow_tags;
use crate::provider_sign_in::site_with;
use crate::site_settings::settings_with;
use crate::support::accounts::{PASSWORD, documented_codes, wrong_code};
use crate::support::authenticator::{Authenticator, WITH_PASSKEYS, confirmation};
use crate::support::imports::{IMPORTS, ghost_export};
use crate::support::provider::Provider;
use crate::support::{Site, post, post_with_changes};

const MASTER: (&str, &str) = ("AUTH__MASTER_PASSWORD", "open sesame");
const GUESSES_AN_HOUR: usize = 5;
const GUESSES: (&str, &str) = ("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "5");
const CODES_A_DAY: usize = 10;
/// The codes of errors that no request can cause here; the unit test of the errors has them.
const OF_THE_SERVER: [&str; 6] = [
    "insufficient_storage",
    "internal_error",
    "outcome_unknown",
    "request_timeout",
    "service_unavailable",
    "too_many_requests",
];

/// A site, and the codes of all errors that it sent.
struct Recorder {
    site: Site,
    codes: BTreeSet<String>,
}

impl Recorder {
    async fn expect(&mut self, request: TestRequest, status: u16, code: &str) {
        let response = request.await;
        let body: Value = response.json();
        assert_eq!(
            (
                response.status_code().as_u16(),
                &body["success"],
                &body["code"],
                body["message"].is_string()
            ),
            (status, &json!(false), &json!(code), true),
            "{body}"
        );
        self.codes.insert(code.to_owned());
    }

    async fn get(&mut self, path: &str, token: &str, status: u16, code: &str) {
        let request = self.site.request(Method::GET, path, token, None);
        self.expect(request, status, code).await;
    }

    async fn send(&mut self, call: (Method, &str), token: &str, body: Value, status: u16, code: &str) {
        let request = self.site.request(call.0, call.1, token, Some(&body));
        self.expect(request, status, code).await;
    }

    async fn post(&mut self, path: &str, body: Value, status: u16, code: &str) {
        self.send((Method::POST, path), "", body, status, code).await;
    }
}

#[tokio::test]
async fn every_error_has_the_code_of_its_situation() {
    let site = Site::configured(&[MASTER, GUESSES]);
    site.import(&[post(1)]);
    let mut seen = Recorder {
        site,
        codes: BTreeSet::new(),
    };
    reject_requests(&mut seen).await;
    reject_accounts(&mut seen).await;
    reject_sign_ins(&mut seen).await;
    reject_codes(&mut seen).await;
    reject_second_factors(&mut seen).await;
    reject_changes_of_the_team(&mut seen).await;
    reject_a_taken_slug(&mut seen).await;
    reject_a_second_redirect(&mut seen).await;
    reject_a_tag_and_an_order_that_clash(&mut seen).await;
    reject_a_second_import(&mut seen).await;
    reject_steps_of_a_review(&mut seen).await;
    reject_plans_for_a_published_post(&mut seen).await;
    reject_an_outdated_text(&mut seen).await;
    reject_too_many_autosaves(&mut seen).await;
    reject_late_comments(&mut seen).await;
    reject_the_silenced_and_many_mutes(&mut seen).await;
    reject_outdated_rules(&mut seen).await;
    reject_comments(&mut seen).await;
    reject_the_provider_of_a_member(&mut seen).await;
    seen.site = Site::new();
    let signup = admin_signup("grace", "grace@example.org", "open sesame");
    seen.post("/api/admin/signup", signup, 403, "signup_disabled")
        .await;

    seen.codes.extend(OF_THE_SERVER.map(str::to_owned));
    assert_eq!(&seen.codes, documented_codes());
}

/// Requests that do not reach a handler.
async fn reject_requests(seen: &mut Recorder) {
    for path in ["/api", "/api/nothing", "/api/blogs/nothing", "/api/blogs/%ff"] {
        seen.get(path, "", 404, "not_found").await;
    }
    for path in ["/api/blogs?page=0", "/api/blogs?limit=x", "/api/users?limit=101"] {
        seen.get(path, "", 400, "validation_failed").await;
    }
    let request = seen.site.server.delete("/api/avatars");
    seen.expect(request, 405, "method_not_allowed").await;
    let request = |text: String, content_type: &str| {
        let request = seen.site.server.post("/api/blogs/recently-viewed");
        request.text(text).content_type(content_type)
    };
    let malformed: Vec<_> = ["{", "[]", "{\"blogIds\": []} more"]
        .map(|text| request(text.to_owned(), "application/json"))
        .into();
    let mistyped = request("{\"blogIds\": \"x\"}".to_owned(), "application/json");
    let untyped = request("{}".to_owned(), "text/plain");
    let large = format!("{{\"blogIds\": [\"{}\"]}}", "x".repeat(70_000));
    let large = request(large, "application/json");
    for malformed in malformed {
        seen.expect(malformed, 400, "malformed_request").await;
    }
    seen.expect(mistyped, 400, "validation_failed").await;
    seen.expect(untyped, 415, "unsupported_media_type").await;
    seen.expect(large, 413, "payload_too_large").await;
    let admin = seen.site.admin("Ada").token;
    let form = |content_type: &str| {
        let request = seen.site.request(Method::POST, "/api/blogs/create", &admin, None);
        request.text("no form").content_type(content_type)
    };
    let broken = form("multipart/form-data; boundary=x");
    seen.expect(broken, 400, "malformed_request").await;
}

/// Requests of accounts that may not do this.
async fn reject_accounts(seen: &mut Recorder) {
    let (reader, admin) = (seen.site.reader("Grace"), seen.site.admin("Hopper"));
    let newcomer = seen.site.reader_before_onboarding("Newcomer");
    let banned = seen.site.reader("Banned");
    seen.site.ban(banned.id, "spam");
    let like = "/api/blogs/post-1/like";
    for token in ["", "stale", &banned.token] {
        seen.send((Method::POST, like), token, json!({}), 401, "unauthorized")
            .await;
    }
    seen.send(
        (Method::POST, like),
        &newcomer.token,
        json!({}),
        403,
        "not_onboarded",
    )
    .await;
    seen.send((Method::POST, like), &admin.token, json!({}), 403, "readers_only")
        .await;
    seen.get("/api/admin/users", &reader.token, 403, "admins_only")
        .await;
    let login = json!({"email": banned.email, "password": PASSWORD});
    seen.post("/api/auth/login", login, 403, "banned").await;

    let other = format!("/api/users/{}", newcomer.id);
    let body = json!({"password": PASSWORD});
    seen.send((Method::DELETE, &other), &reader.token, body, 403, "not_owner")
        .await;
    let own = format!("/api/users/{}", reader.id);
    let wrong = json!({"password": "wrong password"});
    seen.send(
        (Method::DELETE, &own),
        &reader.token,
        wrong,
        400,
        "incorrect_password",
    )
    .await;
    let wrong = json!({"currentPassword": "wrong password", "newPassword": "a new secret"});
    let password = format!("{own}/password");
    seen.send(
        (Method::PUT, &password),
        &reader.token,
        wrong.clone(),
        403,
        "incorrect_password",
    )
    .await;
    let password = "/api/admin/settings/password";
    seen.send(
        (Method::PUT, password),
        &admin.token,
        wrong,
        400,
        "incorrect_password",
    )
    .await;
    let resend = "/api/admin/settings/resend-code";
    seen.send(
        (Method::POST, resend),
        &admin.token,
        json!({}),
        400,
        "no_pending_email",
    )
    .await;
}

/// Changes of the team that a role does not allow, or that would leave nobody to administer the site.
async fn reject_changes_of_the_team(seen: &mut Recorder) {
    seen.site = Site::new();
    let (admin, editor) = (seen.site.admin("root"), seen.site.staff("edith", Role::Editor));
    seen.get("/api/admin/team", &editor.token, 403, "role_not_allowed")
        .await;
    let own = format!("/api/admin/team/{}", admin.id);
    let role = json!({"role": "editor"});
    seen.send((Method::PATCH, &own), &admin.token, role, 409, "last_admin")
        .await;
    let reader = seen.site.reader("Ada");
    let path = format!("/api/users/{}/author-request", reader.id);
    let note = json!({"note": "About Rust."});
    let ask = seen.site.request(Method::POST, &path, &reader.token, Some(&note));
    ask.await.assert_status_ok();
    seen.send((Method::POST, &path), &reader.token, note, 409, "request_pending")
        .await;
}

/// A slug that another post has.
async fn reject_a_taken_slug(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let admin = seen.site.admin("root").token;
    let create = (Method::POST, "/api/blogs/create");
    let body = post_body_with(json!({"slug": "post-1"}));
    seen.send(create, &admin, body, 409, "slug_taken").await;
}

/// A redirect from a path that another one has.
async fn reject_a_second_redirect(seen: &mut Recorder) {
    let editor = seen.site.staff("edna", Role::Editor).token;
    let create = (Method::POST, "/api/admin/redirects");
    let body = json!({"path": "/old", "target": "/"});
    let created = seen
        .site
        .request(create.0.clone(), create.1, &editor, Some(&body));
    created.await.assert_status_success();
    seen.send(create, &editor, body, 409, "redirect_exists").await;
}

/// A name that another tag has, and the order of posts that a series does not have.
async fn reject_a_tag_and_an_order_that_clash(seen: &mut Recorder) {
    let other = post_with_changes(2, json!({"tags": ["other"]}));
    seen.site.import(&[other]);
    let editor = seen.site.staff("edwin", Role::Editor).token;
    let rename = (Method::PATCH, "/api/tags/other");
    seen.send(rename, &editor, json!({"name": "Sample"}), 409, "tag_exists")
        .await;
    let create = seen.site.request(
        Method::POST,
        "/api/series",
        &editor,
        Some(&json!({"title": "Parts"})),
    );
    let id = create.await.json::<Value>()["series"]["_id"].clone();
    let path = format!("/api/series/{}/order", id.as_str().unwrap());
    let order = json!({"blogs": ["0198c0de-0000-7000-8000-000000000000"]});
    seen.send((Method::PUT, &path), &editor, order, 409, "series_changed")
        .await;
}

/// An upload beside another one, and the application of what is not checked yet.
async fn reject_a_second_import(seen: &mut Recorder) {
    let editor = seen.site.staff("emil", Role::Editor).token;
    let uploaded = seen
        .site
        .upload(&editor, "ghost", "one.json", &ghost_export(1))
        .await;
    let id = uploaded.json::<Value>()["import"]["_id"].clone();
    let second = seen.site.upload(&editor, "ghost", "two.json", &ghost_export(1));
    seen.expect(second, 409, "import_running").await;
    let apply = format!("{IMPORTS}/{}/apply", id.as_str().unwrap());
    seen.send(
        (Method::POST, &apply),
        &editor,
        json!({}),
        409,
        "import_not_ready",
    )
    .await;
}

/// Steps of a review that a post is not ready for.
async fn reject_steps_of_a_review(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let admin = seen.site.admin("root").token;
    let (submit, review) = ("/api/blogs/post-1/submit", "/api/blogs/draft/review");
    seen.send(
        (Method::POST, submit),
        &admin,
        json!({}),
        409,
        "already_published",
    )
    .await;
    let draft = post_body_with(json!({"title": "Draft", "status": "draft"}));
    let create = seen
        .site
        .request(Method::POST, "/api/blogs/create", &admin, Some(&draft));
    create.await.assert_status_success();
    let approve = json!({"decision": "approve", "revision": 0});
    let decide = (Method::POST, review);
    seen.send(decide.clone(), &admin, approve.clone(), 409, "not_submitted")
        .await;
    let submit = seen
        .site
        .request(Method::POST, "/api/blogs/draft/submit", &admin, Some(&json!({})));
    submit.await.assert_status_ok();
    seen.site
        .execute_elsewhere("update posts set revision = revision + 1 where slug = 'draft'")
        .await;
    seen.send(decide, &admin, approve, 409, "revision_conflict").await;
}

/// Operations on drafts alone.
async fn reject_plans_for_a_published_post(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let admin = seen.site.admin("root").token;
    let plan = json!({"publishAt": "2026-05-01T08:00:00Z"});
    let schedule = (Method::PUT, "/api/blogs/post-1/schedule");
    seen.send(schedule, &admin, plan, 409, "already_published").await;
    let link = (Method::POST, "/api/blogs/post-1/preview-link");
    seen.send(link, &admin, json!({"days": 7}), 409, "already_published")
        .await;
}

/// A change of a text that somebody else has changed meanwhile.
async fn reject_an_outdated_text(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let admin = seen.site.admin("root").token;
    let update = (Method::PUT, "/api/blogs/update/post-1");
    let body = post_body_with(json!({}));
    let changed = seen.site.request(update.0.clone(), update.1, &admin, Some(&body));
    changed.await.assert_status_ok();
    let body = post_body_with(json!({"title": "Mine", "revision": 0}));
    seen.send(update, &admin, body, 409, "revision_conflict").await;
}

/// One unsaved text more than somebody may have.
async fn reject_too_many_autosaves(seen: &mut Recorder) {
    let admin = seen.site.admin("writer").token;
    let path = |number: usize| format!("/api/admin/autosaves/67e55044-10b1-426f-9247-{number:012}");
    for number in 0..50 {
        let kept = seen
            .site
            .request(Method::PUT, &path(number), &admin, Some(&json!({})));
        kept.await.assert_status_ok();
    }
    let call = (Method::PUT, &*path(50));
    seen.send(call, &admin, json!({}), 409, "too_many_autosaves")
        .await;
}

/// A comment that can no longer be edited, and one on a post whose comments are closed.
async fn reject_late_comments(seen: &mut Recorder) {
    seen.site = Site::configured(&[("AUTH__TOKEN_HOURS", "100")]);
    seen.site.import(&[post(1)]);
    let reader = seen.site.reader("Ada").token;
    let body = json!({"content": "Hello"});
    let comments = "/api/blogs/post-1/comments";
    let added = seen
        .site
        .request(Method::POST, comments, &reader, Some(&body))
        .await;
    let id = added.json::<Value>()["comment"]["_id"].clone();
    seen.site
        .execute_elsewhere("update posts set comments_closed = 1")
        .await;
    seen.send((Method::POST, comments), &reader, body, 403, "comments_closed")
        .await;
    seen.site.clock.advance_seconds(24 * 3_600 + 1);
    let path = format!("/api/blogs/comments/{}", id.as_str().unwrap());
    let late = json!({"content": "Too late"});
    seen.send((Method::PATCH, &path), &reader, late, 403, "edit_expired")
        .await;
}

/// A comment of a reader who is silenced, and one mute and one follow more than a reader may have.
async fn reject_the_silenced_and_many_mutes(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let (reader, editor) = (seen.site.reader("Ada"), seen.site.staff("edith", Role::Editor));
    mute_999(&seen.site, reader.id);
    for (name, is_last) in [("Last", false), ("More", true)] {
        let path = format!("/api/users/{}/mute", seen.site.reader(name).id);
        let mute = (Method::PUT, &*path);
        if is_last {
            seen.send(mute, &reader.token, json!({}), 409, "too_many_mutes")
                .await;
        } else {
            let muted = seen.site.request(mute.0, mute.1, &reader.token, None);
            muted.await.assert_status_ok();
        }
    }
    follow_tags(&seen.site, reader.id, 500);
    let follow = (Method::PUT, "/api/follows");
    let one_more = json!({"kind": "tag", "target": "sample"});
    seen.send(follow, &reader.token, one_more, 409, "too_many_follows")
        .await;
    let path = format!("/api/admin/users/{}/standing", reader.id);
    let silence = json!({"silencedUntil": "9999-01-01T00:00:00Z"});
    let silenced = seen
        .site
        .request(Method::PATCH, &path, &editor.token, Some(&silence));
    silenced.await.assert_status_ok();
    let comments = (Method::POST, "/api/blogs/post-1/comments");
    let body = json!({"content": "Hello"});
    seen.send(comments, &reader.token, body, 403, "silenced").await;
}

/// Rules against spam that somebody else has changed meanwhile.
async fn reject_outdated_rules(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    let editor = seen.site.staff("edith", Role::Editor).token;
    let rules = (Method::PUT, "/api/admin/spam-rules");
    let outdated = rules_with(json!({"version": 5}));
    seen.send(rules, &editor, outdated, 409, "version_conflict").await;
    let admin = seen.site.admin("ada").token;
    let settings = (Method::PUT, "/api/admin/site");
    let outdated = settings_with(json!({"version": 5}));
    seen.send(settings, &admin, outdated, 409, "version_conflict")
        .await;
}

/// A provider that has verified the address of a member of the staff.
async fn reject_the_provider_of_a_member(seen: &mut Recorder) {
    let provider = Provider::start();
    seen.site = site_with(&provider, "oidc", &[]);
    seen.site.admin("ada");
    let arrived = seen.site.arrive(&provider).await;
    let body = json!({"code": arrived.code});
    let request = seen
        .site
        .request(Method::POST, "/api/auth/finish", "", Some(&body))
        .add_header(header::COOKIE, arrived.cookie.as_str());
    seen.expect(request, 403, "staff_address").await;
}

/// Comments that the rules against spam refuse.
async fn reject_comments(seen: &mut Recorder) {
    seen.site = Site::with_posts(&[post(1)]);
    set_rules(&seen.site, json!({"level": "guarded"})).await;
    let reader = seen.site.reader("Grace");
    let path = "/api/blogs/post-1/comments";
    let comment = async |seen: &mut Recorder, text: &str, code: &str, status| {
        let body = json!({"content": text});
        seen.send((Method::POST, path), &reader.token, body, status, code)
            .await;
    };
    let body = json!({"content": "Hello"});
    let first = seen.site.request(Method::POST, path, &reader.token, Some(&body));
    first.await.assert_status_success();
    comment(seen, "Hello", "already_said", 409).await;
    comment(seen, "Hello again", "too_fast", 429).await;
    seen.site.clock.advance_seconds(30);
    let body = json!({"content": "https://example.org"});
    let held = seen.site.request(Method::POST, path, &reader.token, Some(&body));
    held.await.assert_status_success();
    comment(seen, "Another", "comment_held", 429).await;
}

/// Sign-ins and sign-ups with wrong secrets or taken names.
async fn reject_sign_ins(seen: &mut Recorder) {
    let (reader, admin) = (seen.site.reader("Mary"), seen.site.admin("Jackson"));
    let login = "/api/auth/login";
    let unknown = json!({"email": "nobody@example.org", "password": PASSWORD});
    seen.post(login, unknown.clone(), 401, "email_not_registered")
        .await;
    seen.post("/api/admin/login", unknown, 401, "invalid_credentials")
        .await;
    let wrong = json!({"email": reader.email, "password": "wrong password"});
    for _ in 0..GUESSES_AN_HOUR {
        seen.post(login, wrong.clone(), 401, "incorrect_password").await;
    }
    seen.post(login, wrong, 429, "too_many_attempts").await;

    let registration = json!({"name": "Mary", "email": reader.email, "password": PASSWORD});
    seen.post("/api/auth/register", registration, 409, "email_taken")
        .await;
    let signup = "/api/admin/signup";
    let body = admin_signup("Jackson", "other@example.org", "open sesame");
    seen.post(signup, body, 409, "username_taken").await;
    let body = admin_signup("Johnson", &admin.email, "open sesame");
    seen.post(signup, body, 409, "email_taken").await;
    let body = admin_signup("Johnson", "other@example.org", "wrong");
    seen.post(signup, body, 403, "invalid_master_password").await;
}

/// One-time codes and links.
async fn reject_codes(seen: &mut Recorder) {
    const EMAIL: &str = "dorothy@example.org";
    let (verify, resend) = ("/api/auth/verify-otp", "/api/auth/resend-otp");
    let link = json!({"token": "nothing"});
    seen.post("/api/auth/undo-email-change", link, 400, "invalid_link")
        .await;
    let unknown = json!({"email": "nobody@example.org"});
    seen.post(resend, unknown, 404, "email_not_registered").await;
    let verified = seen.site.reader("Katherine").email;
    seen.post(resend, json!({"email": verified}), 400, "email_already_verified")
        .await;

    seen.site.register("Dorothy", EMAIL).await;
    let email = json!({"email": EMAIL});
    seen.post(resend, email.clone(), 429, "code_sent_recently").await;
    for _ in 1..CODES_A_DAY {
        seen.site.clock.advance_seconds(61);
        seen.site.post(resend, email.clone()).await.assert_status_ok();
    }
    seen.site.clock.advance_seconds(61);
    seen.post(resend, email, 429, "daily_code_limit").await;

    seen.site.clock.advance_seconds(601);
    let expired = json!({"email": EMAIL, "otp": seen.site.last_code(EMAIL)});
    seen.post(verify, expired, 400, "code_expired").await;
    seen.post(verify, json!({"email": EMAIL, "otp": "12"}), 400, "invalid_code")
        .await;
    seen.site.register("Annie", "annie@example.org").await;
    let code = seen.site.last_code("annie@example.org");
    let wrong = json!({"email": "annie@example.org", "otp": wrong_code(&code)});
    for _ in 0..5 {
        seen.post(verify, wrong.clone(), 400, "invalid_code").await;
    }
    seen.post(verify, wrong, 429, "too_many_attempts").await;
}

async fn reject_second_factors(seen: &mut Recorder) {
    let reader = seen.site.reader("Margaret");
    let none = json!({"password": PASSWORD, "code": "123456"});
    let (path, token) = ("/api/second-factor", &reader.token);
    seen.send((Method::DELETE, path), token, none, 409, "second_factor_inactive")
        .await;
    seen.site.enrol(token).await;
    let again = json!({"password": PASSWORD});
    let path = "/api/second-factor/totp";
    seen.send((Method::POST, path), token, again, 409, "second_factor_active")
        .await;
    let second = json!({"ticket": "0", "code": "123456"});
    seen.post("/api/auth/login/second", second, 400, "invalid_ticket")
        .await;
    seen.post(
        "/api/auth/passkey/options",
        json!({}),
        403,
        "passkeys_unavailable",
    )
    .await;
    reject_passkeys(seen).await;
    let mut demanding = Recorder {
        site: Site::configured(&[("SECURITY__SECOND_FACTOR", "staff")]),
        codes: BTreeSet::new(),
    };
    let admin = demanding.site.admin("root").token;
    demanding
        .get("/api/admin/authors", &admin, 403, "second_factor_required")
        .await;
    seen.codes.append(&mut demanding.codes);
    let key = json!({"name": "Reading", "role": "editor", "scopes": ["posts:read"]});
    let admin = seen.site.admin("keeper").token;
    let path = "/api/admin/api-keys";
    let made = seen.site.request(Method::POST, path, &admin, Some(&key)).await;
    let key = made.json::<Value>()["key"].as_str().unwrap().to_owned();
    seen.get(path, &key, 403, "key_not_allowed").await;
    reject_webhooks(seen, &admin).await;
}

async fn reject_webhooks(seen: &mut Recorder, admin: &str) {
    let made = seen
        .site
        .make_webhook(admin, "https://example.org/hook", &["user.joined"])
        .await;
    let path = format!("/api/admin/webhooks/{}", made["webhook"]["id"].as_str().unwrap());
    let now = seen.site.clock.now();
    let user = UserId::new(now, &SystemEntropy);
    let join = move |tx: &mut Tx<'_>| webhooks::user_joined(tx, user, now);
    seen.site.store.write(join).await.unwrap();
    let list = seen.site.get_as(admin, &format!("{path}/deliveries")).await;
    let delivery = list["deliveries"][0]["id"].as_str().unwrap().to_owned();
    let off = json!({"isOn": false});
    let switched = seen.site.request(Method::PATCH, &path, admin, Some(&off)).await;
    switched.assert_status_ok();
    let again = format!("/api/admin/webhook-deliveries/{delivery}/send-again");
    seen.send((Method::POST, &again), admin, json!({}), 409, "webhook_off")
        .await;
}

async fn reject_passkeys(seen: &mut Recorder) {
    let mut offering = Recorder {
        site: Site::configured(&[WITH_PASSKEYS, ("RATE_LIMIT__ENABLED", "false")]),
        codes: BTreeSet::new(),
    };
    let reader = offering.site.reader("Ada");
    let unknown = Authenticator::new().sign(&offering.site.challenge().await);
    offering
        .post("/api/auth/passkey/login", unknown, 401, "invalid_passkey")
        .await;
    let (mut first, _) = offering.site.add_passkey(&reader.token).await;
    for _ in 1..20 {
        let proof = offering.site.passkey_proof(&mut first).await;
        offering.site.add_passkey_with(&reader.token, proof).await;
    }
    let call = (Method::POST, "/api/passkeys/options");
    let body = confirmation(offering.site.passkey_proof(&mut first).await);
    offering
        .send(call, &reader.token, body, 409, "too_many_passkeys")
        .await;
    seen.codes.append(&mut offering.codes);
}

fn admin_signup(username: &str, email: &str, master_password: &str) -> Value {
    json!({
        "username": username, "email": email, "password": PASSWORD, "masterPassword": master_password
    })
}
