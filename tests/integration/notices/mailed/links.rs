//! The links of mails, which work without signing in.

use axum::http::{Method, StatusCode, header as http_header};
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{HTTPS, Notices, paths, unsubscribe_path};

/// The body of RFC 8058.
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

impl Notices {
    /// Sends a form as a mail program does: without any header of a browser.
    async fn post_form(&self, path: &str, content_type: &str, body: &str) -> TestResponse {
        self.site
            .server
            .post(path)
            .content_type(content_type)
            .bytes(body.to_owned().into())
            .await
    }

    async fn click(&self, path: &str) -> TestResponse {
        self.post_form(path, "application/x-www-form-urlencoded", ONE_CLICK)
            .await
    }

    async fn preferences(&self, id: impl ToString, token: &str) -> Value {
        let path = format!("/users/{}/preferences", id.to_string());
        self.get_as(token, &path).await["preferences"].clone()
    }

    /// Returns everything that a link of a mail could change.
    fn what_links_change(&self) -> Vec<String> {
        [
            "select account || kind || how from mail_preferences order by 1",
            "select user_id || kind || target from follows order by 1",
            "select id || how || coalesce(confirmed_at, 0) from subscribers order by 1",
            "select id || coalesce(read_at, 0) from notifications order by 1",
            "select id || coalesce(done_at, 0) from outbox order by 1",
        ]
        .into_iter()
        .flat_map(|sql| self.query(sql))
        .collect()
    }
}

/// A site on which Bo has replied to Ada and follows the post, with their mails in the outbox.
async fn with_mails() -> Notices {
    let site = Notices::configured(&[HTTPS]).await;
    site.follow(&site.cy.token, "post", &site.post).await;
    let each = json!({"preferences": {"thread": "each"}});
    let path = format!("PUT /users/{}/preferences", site.cy.id);
    site.call(&path, &site.cy.token, each).await;
    let parent = site.said(&site.ada.token, None, "Which spade?").await;
    site.said(&site.bo.token, Some(&parent), "This one").await;
    site.call("POST /newsletter", "", json!({"email": "dee@example.net"}))
        .await;
    site.write_mails().await;
    site
}

#[tokio::test]
async fn opening_the_links_of_all_mails_changes_nothing() {
    let site = with_mails().await;
    let before = site.what_links_change();
    let mut opened = 0;
    for address in [
        &site.ada.email,
        &site.cy.email,
        &site.author.email,
        &"dee@example.net".to_owned(),
    ] {
        for mail in site.mails_to(address) {
            for path in paths(&mail) {
                for method in [Method::GET, Method::HEAD] {
                    let response = site.site.server.method(method, &path).await;
                    assert_eq!(response.status_code(), 200, "{path}");
                    opened += 1;
                }
            }
        }
    }
    assert!(opened >= 20, "{opened}");
    assert_eq!(site.what_links_change(), before);
}

#[tokio::test]
async fn the_page_of_a_link_has_two_buttons_and_is_hidden() {
    let site = with_mails().await;
    let path = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
    let response = site.site.server.get(&path).await;
    let page = response.text();
    for part in [
        "Do you want to stop mails about replies to your comments?",
        "<button type=\"submit\" class=\"primary\">Unsubscribe</button>",
        "<input type=\"hidden\" name=\"all\" value=\"1\"><button type=\"submit\">Stop all mail</button>",
        "<meta name=\"robots\" content=\"noindex\">",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("<script"), "{page}");
    for (name, value) in [
        (http_header::CACHE_CONTROL.as_str(), "no-store"),
        (http_header::REFERRER_POLICY.as_str(), "no-referrer"),
        ("x-robots-tag", "noindex"),
    ] {
        assert_eq!(response.header(name), value, "{name}");
    }
}

#[tokio::test]
async fn a_post_of_a_mail_program_ends_mails_of_the_kind_alone() {
    let site = with_mails().await;
    let path = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
    let others = site.preferences(site.bo.id, &site.bo.token).await;
    for _ in 0..2 {
        let response = site.click(&path).await;
        response.assert_status_ok();
        assert!(response.maybe_header(http_header::LOCATION).is_none());
        assert!(
            response.text().contains("You are unsubscribed"),
            "{}",
            response.text()
        );
    }
    let preferences = site.preferences(site.ada.id, &site.ada.token).await;
    assert_eq!(
        (
            &preferences["reply"],
            &preferences["mention"],
            &preferences["comment"]
        ),
        (&json!("off"), &json!("each"), &json!("each"))
    );
    assert_eq!(site.preferences(site.bo.id, &site.bo.token).await, others);
    let author = site.preferences(site.author.id, &site.author.token).await;
    assert_eq!(author["comment"], "each");
}

#[tokio::test]
async fn a_post_with_any_body_or_none_ends_the_mails() {
    let multipart =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    for (content_type, body) in [
        ("multipart/form-data; boundary=x", multipart.to_owned()),
        ("application/x-www-form-urlencoded", String::new()),
        ("text/plain", "anything".to_owned()),
        ("application/x-www-form-urlencoded", "a".repeat(200_000)),
        // What comes after the first kilobyte is not read.
        (
            "application/x-www-form-urlencoded",
            format!("{}&all=1", "a".repeat(2_000)),
        ),
    ] {
        let site = with_mails().await;
        let path = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
        site.post_form(&path, content_type, &body)
            .await
            .assert_status_ok();
        let preferences = site.preferences(site.ada.id, &site.ada.token).await;
        assert_eq!(
            (&preferences["reply"], &preferences["mention"]),
            (&json!("off"), &json!("each"))
        );
    }
}

#[tokio::test]
async fn the_second_button_ends_all_mails() {
    let site = with_mails().await;
    let path = unsubscribe_path(&site.mails_to(&site.author.email)[0]);
    let response = site
        .post_form(&path, "application/x-www-form-urlencoded", "all=1")
        .await;
    response.assert_status_ok();
    let preferences = site.preferences(site.author.id, &site.author.token).await;
    let ways = preferences.as_object().unwrap().values();
    assert!(
        ways.clone().count() == 7 && ways.clone().all(|how| how == "off"),
        "{preferences}"
    );
    let ada = site.preferences(site.ada.id, &site.ada.token).await;
    assert_eq!(ada["reply"], "each");
}

#[tokio::test]
async fn the_link_of_a_followed_post_ends_following_it() {
    let site = with_mails().await;
    site.publish(&site.author.token, "Forks", json!({})).await;
    site.follow(&site.cy.token, "post", "forks").await;
    let path = unsubscribe_path(&site.mails_to(&site.cy.email)[0]);
    site.click(&path).await.assert_status_ok();
    let follows = site.get_as(&site.cy.token, "/follows").await;
    assert_eq!(follows["total"], 1);
    assert_eq!(follows["follows"][0]["name"], "Forks");
    let preferences = site.preferences(site.cy.id, &site.cy.token).await;
    assert_eq!(preferences["thread"], "each");
}

#[tokio::test]
async fn refuses_links_that_the_site_has_not_made() {
    let site = with_mails().await;
    let before = site.what_links_change();
    let valid = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
    let shortened = &valid[..valid.len() - 2];
    let confirmation = paths(&site.mails_to("dee@example.net")[0]);
    let confirmation = confirmation
        .iter()
        .find(|path| path.contains("/confirm/"))
        .unwrap();
    let foreign = confirmation.replace("/newsletter/confirm/", "/unsubscribe/");
    let unsubscription = valid.replace("/unsubscribe/", "/newsletter/confirm/");
    for path in [
        shortened,
        &foreign,
        &unsubscription,
        "/unsubscribe/abc",
        "/unsubscribe/a%00b",
        "/newsletter/confirm/abc",
    ] {
        for method in [Method::GET, Method::POST] {
            let response = site.site.server.method(method, path).await;
            assert_eq!(response.status_code(), StatusCode::NOT_FOUND, "{path}");
            assert_eq!(response.header("x-robots-tag"), "noindex");
        }
    }
    assert_eq!(site.what_links_change(), before);
}

#[tokio::test]
async fn the_link_of_an_account_that_was_deleted_changes_nothing() {
    let site = with_mails().await;
    let path = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
    let account = format!("DELETE /users/{}", site.ada.id);
    let password = json!({"password": crate::support::accounts::PASSWORD});
    site.call(&account, &site.ada.token, password).await;
    site.click(&path).await.assert_status_ok();
    assert_eq!(
        site.query(&format!(
            "select count(*) from mail_preferences where account = '{}'",
            site.ada.id
        )),
        ["0"]
    );
}
