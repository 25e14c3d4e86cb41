//! The links by which anybody may read the draft of a page.

use axum::http::Method;
use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use super::{Editor, id_of, page};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database};

const DAY_SECONDS: i64 = 86_400;

impl Editor {
    async fn link_request(
        &self,
        method: Method,
        page: &Value,
        body: Option<Value>,
    ) -> axum_test::TestResponse {
        let path = format!("/{}/preview-link", id_of(page));
        self.send(method, &path, body.as_ref()).await
    }

    /// Makes a link for a week, and returns its token.
    async fn link(&self, page: &Value) -> String {
        let made = self
            .link_request(Method::POST, page, Some(json!({"days": 7})))
            .await;
        assert_eq!(made.status_code(), 201, "{}", made.text());
        let url = made.json::<Value>()["url"].as_str().unwrap().to_owned();
        url.split_once("/preview/").unwrap().1.to_owned()
    }

    /// Returns the statuses of the page and of the response of the API of a link, whose headers hide it.
    async fn follow(&self, token: &str) -> [u16; 2] {
        let paths = [format!("/preview/{token}"), format!("/api/preview-links/{token}")];
        let mut statuses = [0; 2];
        for (path, status) in paths.iter().zip(&mut statuses) {
            let response = self.site.server.get(path).await;
            for (name, value) in [
                ("cache-control", "no-store"),
                ("referrer-policy", "no-referrer"),
                ("x-robots-tag", "noindex"),
            ] {
                assert_eq!(response.header(name), value, "{path}");
            }
            *status = response.status_code().as_u16();
        }
        statuses
    }
}

#[tokio::test]
async fn opens_the_draft_of_one_page_and_nothing_else() {
    let editor = Editor::new();
    let mut links = Vec::new();
    for title in ["Alpha", "Beta"] {
        let draft = editor.created(page(title, "draft")).await;
        links.push(editor.link(&draft).await);
    }
    for (link, own, other) in [(&links[0], "Alpha", "Beta"), (&links[1], "Beta", "Alpha")] {
        assert_eq!(editor.follow(link).await, [200, 200]);
        let html = editor.text(&format!("/preview/{link}")).await;
        for expected in [
            &format!("The words of {own}."),
            "Preview of a draft",
            "this page is not published yet",
            "<meta name=\"robots\" content=\"noindex\">",
            &format!("\"/preview-links/{link}\""),
        ] {
            assert!(html.contains(expected), "{expected} in {html}");
        }
        for foreign in [other, "rel=\"canonical\"", "ld+json"] {
            assert!(!html.contains(foreign), "{foreign} in {html}");
        }
        let shown = editor.site.get(&format!("/api/preview-links/{link}")).await;
        assert_eq!(shown["page"]["title"], own);
        assert!(shown["blog"].is_null());
        assert_eq!(shown["expiresAt"], "2026-03-08T12:00:00.000Z");
    }
    for path in ["/page/alpha", "/api/pages/alpha", "/preview/alpha"] {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    for bytes in links.iter().map(String::as_bytes) {
        let stored = database::contents(editor.site.folder());
        assert!(!stored.windows(bytes.len()).any(|window| window == bytes));
    }
}

#[tokio::test]
async fn shows_the_draft_as_it_is_at_each_request_and_leads_to_the_page_once_it_is_published() {
    let editor = Editor::new();
    let draft = editor.created(page("About", "draft")).await;
    let link = editor.link(&draft).await;
    let changed = editor
        .updated(&draft, json!({"content": "<p>Second text</p>"}))
        .await;
    assert!(
        editor
            .text(&format!("/preview/{link}"))
            .await
            .contains("Second text")
    );
    editor.updated(&changed, json!({"status": "published"})).await;
    assert_eq!(editor.follow(&link).await, [302, 404]);
    let moved = editor.site.server.get(&format!("/preview/{link}")).await;
    assert_eq!(moved.header("location"), "/about");
    let refused = editor
        .link_request(Method::POST, &draft, Some(json!({"days": 7})))
        .await;
    assert_rejected(&refused, 409, "The page is published already");
}

#[tokio::test]
async fn dies_when_it_is_revoked_replaced_or_too_old_and_with_its_page() {
    let editor = Editor::on(Site::configured(&[("AUTH__TOKEN_HOURS", "1000")]));
    let mut drafts = Vec::new();
    for title in ["Revoked", "Replaced", "Old", "Deleted"] {
        drafts.push(editor.created(page(title, "draft")).await);
    }
    let revoked = editor.link(&drafts[0]).await;
    for _ in 0..2 {
        let done = editor.link_request(Method::DELETE, &drafts[0], None).await;
        done.assert_status_ok();
    }
    assert_eq!(editor.follow(&revoked).await, [404, 404]);
    let replaced = editor.link(&drafts[1]).await;
    let present = editor.link(&drafts[1]).await;
    assert_eq!(editor.follow(&replaced).await, [404, 404]);
    let deleted = editor.link(&drafts[3]).await;
    let path = format!("/{}", id_of(&drafts[3]));
    editor.send(Method::DELETE, &path, None).await.assert_status_ok();
    assert_eq!(editor.follow(&deleted).await, [404, 404]);

    editor.site.clock.advance_seconds(7 * DAY_SECONDS - 1);
    assert_eq!(editor.follow(&present).await, [200, 200]);
    editor.site.clock.advance_seconds(1);
    assert_eq!(editor.follow(&present).await, [404, 404]);
    let link = editor.link_request(Method::GET, &drafts[1], None).await;
    assert_eq!(link.json::<Value>()["link"], json!(null));
    let rows = "select count(*) from static_page_preview_links";
    assert_eq!(database::query(editor.site.folder(), rows), ["1"]);
    let cleaned = clean_up::clean_up(&editor.site.store, editor.site.clock.now());
    assert_eq!(cleaned.await.unwrap().preview_links, 1);
    assert_eq!(database::query(editor.site.folder(), rows), ["0"]);
    let log = "select action from audit where action like 'static_page.preview%' order by id";
    let log = database::query(editor.site.folder(), log);
    assert_eq!(log.iter().filter(|action| action.ends_with("revoked")).count(), 1);
}

#[tokio::test]
async fn a_link_lives_for_1_to_30_days() {
    let editor = Editor::new();
    let draft = editor.created(page("About", "draft")).await;
    for days in [json!(null), json!(0), json!(31), json!("7")] {
        let refused = editor
            .link_request(Method::POST, &draft, Some(json!({"days": days})))
            .await;
        assert_eq!(refused.status_code(), 400, "{days}");
    }
}
