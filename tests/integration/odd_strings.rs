//! Strings that break other sites, through the fields of the API: each is refused by the name of its field, or
//! comes back as it was, from the API and from the pages.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::UserId;
use scraper::{Html, Selector};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::support::people::{Account, PASSWORD};
use crate::support::{Site, corpus, post};

/// The answer to what was taken, or none where it was refused by the name of its field.
fn taken(response: &TestResponse, field: &str, odd: &str) -> Option<Value> {
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

/// The text of the only element that is chosen, as a browser sees it.
async fn shown(site: &Site, page: &str, selector: &str) -> String {
    let response = site.server.get(page).await;
    response.assert_status_ok();
    let html = Html::parse_document(&response.text());
    let found: Vec<_> = html.select(&Selector::parse(selector).unwrap()).collect();
    assert_eq!(found.len(), 1, "{page}: {selector}");
    found[0].text().collect()
}

/// What becomes of a text on its way through HTML.
fn in_html(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

struct Desk {
    site: Site,
    reader: Account<UserId>,
    /// A ban ends all tokens, so it is for somebody who needs none.
    outcast: UserId,
    admin: String,
}

impl Desk {
    fn new() -> Self {
        let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
        site.import(&[post(1)]);
        let reader = site.reader("Ada");
        let outcast = site.reader("Eve").id;
        let admin = site.admin("root").token;
        Self {
            site,
            reader,
            outcast,
            admin,
        }
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        self.site.call(method, path, token, Some(&body)).await
    }

    async fn tell_of_oneself(&self, odd: &str) {
        let id = self.reader.id;
        let path = format!("/api/users/{id}/profile");
        for (field, class) in [("name", "profile-name"), ("bio", "profile-bio")] {
            let response = self.call(Method::PATCH, &path, &self.reader.token, json!({field: odd}));
            if let Some(body) = taken(&response.await, field, odd) {
                assert_eq!(body["user"][field], odd.trim());
                if !odd.trim().is_empty() {
                    let page = format!("/profile/{id}");
                    assert_eq!(
                        shown(&self.site, &page, &format!(".{class}")).await,
                        in_html(odd.trim())
                    );
                }
            }
        }
        for link in ["website", "github", "linkedin", "x"] {
            let body = json!({"socialLinks": {link: odd}});
            let response = self.call(Method::PATCH, &path, &self.reader.token, body).await;
            if let Some(body) = taken(&response, &format!("socialLinks.{link}"), odd) {
                let typed = odd.trim();
                let is_whole = typed.is_empty() || typed.to_ascii_lowercase().starts_with("http");
                let kept = if is_whole {
                    typed.to_owned()
                } else {
                    format!("https://{typed}")
                };
                assert_eq!(body["user"]["socialLinks"][link], kept);
            }
        }
        let response = self.call(Method::PATCH, &path, &self.reader.token, json!({"email": odd}));
        assert!(taken(&response.await, "email", odd).is_none(), "{odd:?}");
    }

    async fn write(&self, odd: &str) {
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
                taken(&response, field, odd)
            }) else {
                continue;
            };
            let (id, kept) = (&body["blog"]["id"], &body["blog"][field]);
            match field {
                "title" => {
                    assert_eq!(kept, odd.trim());
                    let page = format!("/blog/{}", id.as_str().unwrap());
                    assert_eq!(
                        shown(&self.site, &page, ".article-title").await,
                        in_html(odd.trim())
                    );
                }
                "tags" if !odd.trim().is_empty() => assert_eq!(kept, &json!([odd.trim()])),
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
        if let Some(body) = taken(&response.await, "content", odd) {
            assert_eq!(body["comment"]["content"], odd.replace("\r\n", "\n").trim());
        }
    }

    async fn administer(&self, odd: &str) {
        let settings = json!({"username": odd, "email": "root@example.org"});
        let response = self.call(Method::PUT, "/api/admin/settings/profile", &self.admin, settings);
        if let Some(body) = taken(&response.await, "username", odd) {
            assert_eq!(body["admin"]["username"], odd.trim());
        }
        let path = format!("/api/admin/users/{}/ban", self.outcast);
        let ban = json!({"isBanned": true, "banReason": odd});
        if let Some(body) = taken(
            &self.call(Method::PATCH, &path, &self.admin, ban).await,
            "banReason",
            odd,
        ) {
            assert_eq!(body["user"]["banReason"], odd.trim());
        }
    }

    async fn look_for(&self, odd: &str) {
        let encoded: String = byte_serialize(odd.as_bytes()).collect();
        for field in ["search", "tag", "category", "sort", "fields"] {
            let response = self
                .site
                .server
                .get(&format!("/api/blogs?{field}={encoded}"))
                .await;
            taken(&response, field, odd);
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

    async fn knock(&self, odd: &str) {
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
async fn naughty_strings_are_refused_by_name_or_come_back() {
    let desk = Desk::new();
    for odd in &corpus::odd_strings() {
        desk.tell_of_oneself(odd).await;
        desk.write(odd).await;
        desk.administer(odd).await;
        desk.look_for(odd).await;
        desk.knock(odd).await;
    }
    for document in ["/feed.xml", "/sitemap.xml"] {
        let response = desk.site.server.get(document).await;
        response.assert_status_ok();
        roxmltree::Document::parse(&response.text()).unwrap();
    }
    for page in ["/", "/treasure", "/trending", "/blog/post-1"] {
        desk.site.server.get(page).await.assert_status_ok();
    }
}
