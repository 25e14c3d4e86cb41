//! Odd strings in all fields of the API: each is either rejected with an error of its field, or returned unchanged by
//! the API and the pages.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::UserId;
use scraper::{Html, Selector};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::support::accounts::{Account, PASSWORD};
use crate::support::{Site, corpus, post};

/// Returns the body of a successful response, or `None` if the field was rejected.
fn accepted(response: &TestResponse, field: &str, odd: &str) -> Option<Value> {
    let body: Value = response.json();
    let status = response.status_code().as_u16();
    assert!(
        matches!(status, 200 | 201 | 400),
        "{field}: {odd:?}: {status} {body}"
    );
    if status == 400 {
        assert!(body["errors"][field].is_string(), "{field}: {odd:?}: {body}");
        return None;
    }
    Some(body)
}

/// Returns the text of the only element that matches the selector, as browsers parse it.
async fn text_on_page(site: &Site, page: &str, selector: &str) -> String {
    let response = site.server.get(page).await;
    response.assert_status_ok();
    let html = Html::parse_document(&response.text());
    let elements: Vec<_> = html.select(&Selector::parse(selector).unwrap()).collect();
    assert_eq!(elements.len(), 1, "{page}: {selector}");
    elements[0].text().collect()
}

/// Normalises line breaks as HTML parsers do.
fn normalised(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

struct Fixture {
    site: Site,
    reader: Account<UserId>,
    /// Bans go to a reader whose token is not used, because a ban ends all tokens.
    banned: UserId,
    admin: String,
}

impl Fixture {
    fn new() -> Self {
        let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
        site.import(&[post(1)]);
        let reader = site.reader("Ada");
        let banned = site.reader("Eve").id;
        let admin = site.admin("root").token;
        Self {
            site,
            reader,
            banned,
            admin,
        }
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        self.site.request(method, path, token, Some(&body)).await
    }

    async fn update_profile(&self, odd: &str) {
        let id = self.reader.id;
        let path = format!("/api/users/{id}/profile");
        for (field, class) in [("name", "profile-name"), ("bio", "profile-bio")] {
            let response = self.call(Method::PATCH, &path, &self.reader.token, json!({field: odd}));
            if let Some(body) = accepted(&response.await, field, odd) {
                assert_eq!(body["user"][field], odd.trim());
                if !odd.trim().is_empty() {
                    let page = format!("/profile/{id}");
                    assert_eq!(
                        text_on_page(&self.site, &page, &format!(".{class}")).await,
                        normalised(odd.trim())
                    );
                }
            }
        }
        for link in ["website", "github", "linkedin", "x"] {
            let body = json!({"socialLinks": {link: odd}});
            let response = self.call(Method::PATCH, &path, &self.reader.token, body).await;
            if let Some(body) = accepted(&response, &format!("socialLinks.{link}"), odd) {
                let typed = odd.trim();
                let is_absolute = typed.is_empty() || typed.to_ascii_lowercase().starts_with("http");
                let stored = if is_absolute {
                    typed.to_owned()
                } else {
                    format!("https://{typed}")
                };
                assert_eq!(body["user"]["socialLinks"][link], stored);
            }
        }
        let response = self.call(Method::PATCH, &path, &self.reader.token, json!({"email": odd}));
        assert!(accepted(&response.await, "email", odd).is_none(), "{odd:?}");
    }

    async fn create_post_and_comment(&self, odd: &str) {
        let draft = json!({
            "title": "A title", "content": "<p>Words</p>", "category": "Other", "tags": [],
            "featuredImage": "https://example.org/cover.png", "status": "published",
        });
        for (field, value) in [
            ("title", json!(odd)),
            ("tags", json!([odd])),
            ("category", json!(odd)),
            ("status", json!(odd)),
            ("featuredImage", json!(odd)),
        ] {
            let mut draft = draft.clone();
            draft[field] = value;
            let response = self
                .call(Method::POST, "/api/blogs/create", &self.admin, draft)
                .await;
            let is_missing = odd.trim().is_empty() && response.status_code() == 400;
            let Some(body) = (if is_missing {
                None
            } else {
                accepted(&response, field, odd)
            }) else {
                continue;
            };
            let (id, stored) = (&body["blog"]["id"], &body["blog"][field]);
            match field {
                "title" => {
                    assert_eq!(stored, odd.trim());
                    let page = format!("/blog/{}", id.as_str().unwrap());
                    assert_eq!(
                        text_on_page(&self.site, &page, ".article-title").await,
                        normalised(odd.trim())
                    );
                }
                "tags" if !odd.trim().is_empty() => assert_eq!(stored, &json!([odd.trim()])),
                _ => {}
            }
        }
        let content = json!({"content": odd});
        let response = self.call(
            Method::POST,
            "/api/blogs/post-1/comments",
            &self.reader.token,
            content,
        );
        if let Some(body) = accepted(&response.await, "content", odd) {
            assert_eq!(body["comment"]["content"], odd.replace("\r\n", "\n").trim());
        }
    }

    async fn update_as_admin(&self, odd: &str) {
        let settings = json!({"username": odd, "email": "root@example.org"});
        let response = self.call(Method::PUT, "/api/admin/settings/profile", &self.admin, settings);
        if let Some(body) = accepted(&response.await, "username", odd) {
            assert_eq!(body["admin"]["username"], odd.trim());
        }
        let path = format!("/api/admin/users/{}/ban", self.banned);
        let ban = json!({"isBanned": true, "banReason": odd});
        if let Some(body) = accepted(
            &self.call(Method::PATCH, &path, &self.admin, ban).await,
            "banReason",
            odd,
        ) {
            assert_eq!(body["user"]["banReason"], odd.trim());
        }
    }

    async fn search_and_visit(&self, odd: &str) {
        let encoded: String = byte_serialize(odd.as_bytes()).collect();
        for field in ["search", "tag", "category", "sort", "fields"] {
            let response = self
                .site
                .server
                .get(&format!("/api/blogs?{field}={encoded}"))
                .await;
            accepted(&response, field, odd);
        }
        let in_path = encoded.replace('+', "%20");
        for path in [
            "/api/blogs/",
            "/api/users/profile/",
            "/api/admin/",
            "/blog/",
            "/profile/",
            "/feed/",
        ] {
            let response = self.site.server.get(&format!("{path}{in_path}x")).await;
            let status = response.status_code().as_u16();
            assert!(matches!(status, 401 | 404), "{path}: {odd:?}: {status}");
        }
    }

    async fn sign_up_and_in(&self, odd: &str) {
        for (path, field, body) in [
            (
                "register",
                "email",
                json!({"name": "Ada", "email": odd, "password": PASSWORD}),
            ),
            (
                "register",
                "name",
                json!({"name": odd, "email": "no address", "password": PASSWORD}),
            ),
            ("login", "email", json!({"email": odd, "password": PASSWORD})),
            (
                "verify-otp",
                "otp",
                json!({"email": "ada@example.org", "otp": odd}),
            ),
            (
                "reset-password",
                "otp",
                json!({"email": "ada@example.org", "otp": odd, "newPassword": PASSWORD}),
            ),
        ] {
            let response = self.site.post(&format!("/api/auth/{path}"), body).await;
            assert_eq!(response.status_code(), 400, "{path}: {field}: {odd:?}");
            let errors = response.json::<Value>()["errors"].clone();
            assert!(
                errors[field].is_string() || errors["email"].is_string(),
                "{path}: {odd:?}: {errors}"
            );
        }
    }
}

#[tokio::test]
async fn rejects_odd_strings_by_field_or_returns_them_unchanged() {
    let fixture = Fixture::new();
    for odd in &corpus::odd_strings() {
        fixture.update_profile(odd).await;
        fixture.create_post_and_comment(odd).await;
        fixture.update_as_admin(odd).await;
        fixture.search_and_visit(odd).await;
        fixture.sign_up_and_in(odd).await;
    }
    for document in ["/feed.xml", "/sitemap.xml"] {
        let response = fixture.site.server.get(document).await;
        response.assert_status_ok();
        roxmltree::Document::parse(&response.text()).unwrap();
    }
    for page in ["/", "/treasure", "/trending", "/blog/post-1"] {
        fixture.site.server.get(page).await.assert_status_ok();
    }
}
