//! Sessions: who sees them, who ends them, and what happens to those that are too many or too old.

use axum::http::Method;
use blog_app::actions::clean_up::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, database};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A site with a reader and an administrator, and their addresses in the order of [`LOGINS`].
fn site() -> (Site, [String; 2]) {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let emails = [site.reader("Ada").email, site.admin("root").email];
    (site, emails)
}

#[tokio::test]
async fn lists_the_callers_sessions_with_the_present_one_marked() {
    let (site, emails) = site();
    for (login, email) in LOGINS.into_iter().zip(&emails) {
        let first = token_of(&site.sign_in(login, email).await);
        site.clock.advance_seconds(60);
        let body = json!({"email": email, "password": PASSWORD});
        let second = site
            .server
            .post(login)
            .add_header("user-agent", FIREFOX)
            .json(&body)
            .await;
        let second = token_of(&second.json());
        let sessions = site.sessions(&second).await;
        let shown: Vec<_> = sessions
            .iter()
            .map(|session| {
                (
                    session["agent"].as_str().unwrap(),
                    session["isCurrent"].as_bool().unwrap(),
                )
            })
            .collect();
        assert_eq!(shown, [("Firefox on Linux", true), ("Unknown browser", false)]);
        assert!(
            sessions
                .iter()
                .all(|session| session["isSameNetwork"] == json!(true))
        );
        assert_eq!(sessions[0]["createdAt"], json!(site.clock.now().to_string()));
        let of_first = site.sessions(&first).await;
        assert_eq!(of_first[1]["isCurrent"], json!(true));
        assert_eq!(of_first[1]["id"], sessions[1]["id"]);
    }
}

#[tokio::test]
async fn ends_one_session_of_the_caller_and_no_other() {
    let (site, emails) = site();
    let other = token_of(&site.sign_in(LOGINS[0], &site.reader("Eve").email).await);
    for (login, email) in LOGINS.into_iter().zip(&emails) {
        let (token, stolen) = (
            token_of(&site.sign_in(login, email).await),
            token_of(&site.sign_in(login, email).await),
        );
        let sessions = site.sessions(&token).await;
        let stolen_id = sessions
            .iter()
            .find(|session| session["isCurrent"] == json!(false));
        let path = format!("/api/sessions/{}", stolen_id.unwrap()["id"].as_str().unwrap());
        // Somebody else's session is as unknown as one that does not exist.
        let refused = site.request(Method::DELETE, &path, &other, None).await;
        assert_rejected(&refused, 404, "There is no such session");
        site.assert_token(&stolen, true).await;
        let ended = site.request(Method::DELETE, &path, &token, None).await;
        ended.assert_status_ok();
        site.assert_token(&stolen, false).await;
        site.assert_token(&token, true).await;
        assert_eq!(site.sessions(&token).await.len(), 1);
        let again = site.request(Method::DELETE, &path, &token, None).await;
        assert_rejected(&again, 404, "There is no such session");
    }
    let actions = database::query(site.folder(), "select action || ' ' || detail from audit");
    assert_eq!(actions, ["account.session_ended one"]);
}

#[tokio::test]
async fn ends_all_other_sessions_and_goes_on_with_a_new_token() {
    let (site, emails) = site();
    for (login, email) in LOGINS.into_iter().zip(&emails) {
        let token = token_of(&site.sign_in(login, email).await);
        let others = [
            token_of(&site.sign_in(login, email).await),
            token_of(&site.sign_in(login, email).await),
        ];
        let ended = site.request(Method::DELETE, "/api/sessions", &token, None).await;
        ended.assert_status_ok();
        let new = token_of(&ended.json());
        for token in others.iter().chain([&token]) {
            site.assert_token(token, false).await;
        }
        let sessions = site.sessions(&new).await;
        assert_eq!((sessions.len(), &sessions[0]["isCurrent"]), (1, &json!(true)));
    }
    let actions = database::query(site.folder(), "select action || ' ' || detail from audit");
    assert_eq!(actions, ["account.session_ended all others"]);
}

#[tokio::test]
async fn everything_that_ends_tokens_ends_their_sessions() {
    let (site, [email, _]) = site();
    let count = || database::query(site.folder(), "select id from sessions").len();
    let token = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.post_as("/api/auth/logout", &token).await.assert_status_ok();
    assert_eq!(count(), 0);
    let token = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.sign_in(LOGINS[0], &email).await;
    let id = site.get_as(&token, "/api/auth/verify-token").await["user"]["_id"].clone();
    let change = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let path = format!("/api/users/{}/password", id.as_str().unwrap());
    let changed = site.send(Method::PUT, &path, &token, change).await;
    changed.assert_status_ok();
    assert_eq!(count(), 1);
    let token = token_of(&changed.json());
    assert_eq!(site.sessions(&token).await[0]["isCurrent"], json!(true));
    site.post_as("/api/auth/logout-all", &token)
        .await
        .assert_status_ok();
    assert_eq!(count(), 0);
}

#[tokio::test]
async fn the_session_that_was_not_used_for_longest_ends_when_there_are_too_many() {
    let (site, [email, _]) = site();
    let first = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.clock.advance_seconds(60);
    let second = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.clock.advance_seconds(60);
    // The first one is in use.
    site.assert_token(&first, true).await;
    site.seen_sessions
        .write(&site.store, site.clock.now())
        .await
        .unwrap();
    for _ in 0..48 {
        site.sign_in(LOGINS[0], &email).await;
    }
    site.assert_token(&second, true).await;
    let last = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.assert_token(&second, false).await;
    site.assert_token(&first, true).await;
    assert_eq!(site.sessions(&last).await.len(), 50);
}

/// Each ended token is stored until it expires, up to a bound: then a new epoch ends them all.
#[tokio::test]
async fn very_many_sign_ins_leave_the_last_one_good() {
    let (site, [email, _]) = site();
    for _ in 0..150 {
        site.sign_in(LOGINS[0], &email).await;
    }
    let last = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.assert_token(&last, true).await;
    assert_eq!(site.sessions(&last).await.len(), 1);
}

#[tokio::test]
async fn notes_when_a_session_was_last_used_without_a_write_for_each_request() {
    let (site, emails) = site();
    for (login, email) in LOGINS.into_iter().zip(&emails) {
        let token = token_of(&site.sign_in(login, email).await);
        site.clock.advance_seconds(3_600);
        let seen = |sessions: Vec<Value>| sessions[0]["seenAt"].as_str().unwrap().to_owned();
        let before = seen(site.sessions(&token).await);
        assert_eq!(before, seen(site.sessions(&token).await), "a read wrote");
        site.seen_sessions
            .write(&site.store, site.clock.now())
            .await
            .unwrap();
        assert_eq!(seen(site.sessions(&token).await), site.clock.now().to_string());
    }
}

#[tokio::test]
async fn forgets_sessions_that_have_expired() {
    let (site, [email, _]) = site();
    site.sign_in(LOGINS[0], &email).await;
    site.clock.advance_seconds(24 * 3_600);
    let token = token_of(&site.sign_in(LOGINS[0], &email).await);
    assert_eq!(site.sessions(&token).await.len(), 1, "the other one has expired");
    let removed = clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(removed.account_sessions, 1);
    assert_eq!(site.sessions(&token).await.len(), 1);
}

#[tokio::test]
async fn an_account_that_is_removed_leaves_no_session() {
    let (site, [email, _]) = site();
    let token = token_of(&site.sign_in(LOGINS[0], &email).await);
    site.enrol(&token).await;
    site.ticket(LOGINS[0], &email).await;
    let id = site.get_as(&token, "/api/auth/verify-token").await["user"]["_id"].clone();
    let path = format!("/api/users/{}", id.as_str().unwrap());
    let removed = site
        .send(Method::DELETE, &path, &token, json!({"password": PASSWORD}))
        .await;
    removed.assert_status_ok();
    for table in ["sessions", "totp_secrets", "recovery_codes", "login_tickets"] {
        let rows = database::query(site.folder(), &format!("select count(*) || '' from {table}"));
        assert_eq!(rows, ["0"], "{table}");
    }
}
