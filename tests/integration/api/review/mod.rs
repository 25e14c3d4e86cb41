//! The review of drafts: submission, decision and notes.

mod staff;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{AdminId, Clock as _, Role};
use serde_json::{Value, json};

use crate::support::accounts::{Account, assert_rejected};
use crate::support::{Site, database, post, run_concurrently, slugs};

const DAY_MILLISECONDS: i64 = 24 * 3_600_000;
const NOT_ALLOWED: &str = "Your role does not allow this";

/// A site with a member of each role.
struct Team {
    site: Site,
    contributor: Account<AdminId>,
    author: Account<AdminId>,
    editor: Account<AdminId>,
    admin: Account<AdminId>,
}

impl Team {
    fn new() -> Self {
        Self::on(Site::new())
    }

    fn on(site: Site) -> Self {
        Self {
            contributor: site.staff("cleo", Role::Contributor),
            author: site.staff("ada", Role::Author),
            editor: site.staff("edith", Role::Editor),
            admin: site.admin("root"),
            site,
        }
    }

    /// Creates a draft, whose slug is its title in small letters.
    async fn draft(&self, token: &str, title: &str) {
        let created = self
            .send(
                Method::POST,
                "/api/blogs/create",
                token,
                draft(title, "Bergamotte."),
            )
            .await;
        assert_eq!(created.status_code(), 201, "{}", created.text());
    }

    async fn send(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        self.site.request(method, path, token, Some(&body)).await
    }

    async fn submit(&self, token: &str, slug: &str, body: Value) -> TestResponse {
        let path = format!("/api/blogs/{slug}/submit");
        self.send(Method::POST, &path, token, body).await
    }

    async fn review(&self, token: &str, slug: &str, body: Value) -> TestResponse {
        let path = format!("/api/blogs/{slug}/review");
        self.send(Method::POST, &path, token, body).await
    }

    async fn note(&self, token: &str, slug: &str, text: &str) -> TestResponse {
        let path = format!("/api/blogs/{slug}/notes");
        self.send(Method::POST, &path, token, json!({"text": text})).await
    }

    async fn update(&self, token: &str, slug: &str, text: &str) -> TestResponse {
        let path = format!("/api/blogs/update/{slug}");
        self.send(Method::PUT, &path, token, draft(slug, text)).await
    }

    async fn notes(&self, slug: &str) -> Vec<Value> {
        let path = format!("/api/blogs/{slug}/notes");
        let notes = self.site.get_as(&self.editor.token, &path).await;
        notes["notes"].as_array().unwrap().clone()
    }

    /// Returns what the staff sees of a post.
    async fn managed(&self, slug: &str) -> Value {
        let path = format!("/api/blogs/admin/blogs/{slug}");
        self.site.get_as(&self.editor.token, &path).await["blog"].clone()
    }

    async fn assert_review(&self, slug: &str, expected: &str) {
        assert_eq!(self.managed(slug).await["review"], expected);
    }

    /// Returns the slugs of the drafts that wait for a decision.
    async fn submitted(&self, token: &str) -> Vec<String> {
        let path = "/api/blogs/admin/blogs?review=submitted";
        let list = self.site.get_as(token, path).await;
        let slugs = slugs(&list["blogs"]);
        assert_eq!(list["total"], slugs.len());
        slugs
    }
}

fn draft(title: &str, text: &str) -> Value {
    json!({
        "title": title, "content": format!("<p>{text}</p>"), "category": "Other", "tags": ["tea"],
        "featuredImage": "https://example.org/a.png", "status": "draft",
    })
}

#[tokio::test]
async fn a_draft_goes_back_and_forth_until_an_editor_publishes_it() {
    let team = Team::new();
    let (cleo, edith) = (&team.contributor.token, &team.editor.token);
    team.draft(cleo, "mine").await;
    team.assert_review("mine", "none").await;

    let submitted = team
        .submit(cleo, "mine", json!({"note": " Please\r\nread "}))
        .await;
    submitted.assert_status_ok();
    assert_eq!(submitted.json::<Value>()["blog"]["review"], "submitted");
    assert_eq!(team.submitted(edith).await, ["mine"]);
    assert_eq!(team.submitted(cleo).await, ["mine"]);

    let refused = team.review(edith, "mine", json!({"decision": "changes"})).await;
    assert_eq!(refused.status_code(), 400);
    assert!(refused.json::<Value>()["errors"]["note"].is_string());
    team.site.clock.advance_seconds(1);
    let changes = json!({"decision": "changes", "note": "Shorter"});
    team.review(edith, "mine", changes.clone())
        .await
        .assert_status_ok();
    team.assert_review("mine", "changesRequested").await;
    assert_eq!(team.submitted(edith).await, Vec::<String>::new());
    let again = team.review(edith, "mine", changes).await;
    assert_rejected(&again, 409, "This draft does not wait for a review any more");

    // The contributor's changes leave the step as it is, until they submit again.
    team.update(cleo, "mine", "Shorter.").await.assert_status_ok();
    team.assert_review("mine", "changesRequested").await;
    team.site.clock.advance_seconds(1);
    team.submit(cleo, "mine", json!({})).await.assert_status_ok();
    team.update(cleo, "mine", "Bergamotte, shorter.")
        .await
        .assert_status_ok();
    team.assert_review("mine", "submitted").await;

    team.site.clock.advance_seconds(1);
    let approved = team
        .review(edith, "mine", json!({"decision": "approve", "note": "Thanks"}))
        .await;
    approved.assert_status_ok();
    let now = approved.json::<Value>()["blog"].clone();
    assert_eq!(
        (&now["status"], &now["review"]),
        (&json!("published"), &json!("none"))
    );
    let found = team.site.get("/api/blogs?search=bergamotte").await;
    assert_eq!(found["total"], 1);
    assert_eq!(found["blogs"][0]["createdAt"], now["createdAt"]);
    assert_eq!(found["blogs"][0]["createdAt"], found["blogs"][0]["updatedAt"]);

    let notes = team.notes("mine").await;
    let told = |note: &Value| {
        let of = |name: &str| note[name].as_str().unwrap_or_default().to_owned();
        let writer = note["author"]["username"].as_str().unwrap_or_default().to_owned();
        (of("event"), of("text"), writer)
    };
    let expected = [
        ("approved", "Thanks", "edith"),
        ("submitted", "", "cleo"),
        ("changesRequested", "Shorter", "edith"),
        ("submitted", "Please\nread", "cleo"),
    ];
    let expected =
        expected.map(|(event, text, writer)| (event.to_owned(), text.to_owned(), writer.to_owned()));
    assert_eq!(notes.iter().map(told).collect::<Vec<_>>(), expected);
    let actions = database::query(
        team.site.folder(),
        "select action from audit where action in ('post.submitted', 'post.approved', 'post.changes_requested')
         order by at, id",
    );
    let expected = [
        "post.submitted",
        "post.changes_requested",
        "post.submitted",
        "post.approved",
    ];
    assert_eq!(actions, expected);
    team.site.assert_counts_are_correct();
}

#[tokio::test]
async fn an_approved_draft_waits_for_its_time_of_publication() {
    let team = Team::new();
    let (cleo, edith) = (&team.contributor.token, &team.editor.token);
    team.draft(cleo, "later").await;
    team.submit(cleo, "later", json!({})).await.assert_status_ok();
    for publish_at in ["2001-01-01T00:00:00Z", "tomorrow", "2999-01-01T00:00:00Z"] {
        let body = json!({"decision": "approve", "publishAt": publish_at});
        let refused = team.review(edith, "later", body).await;
        assert_eq!(refused.status_code(), 400, "{publish_at}");
        assert!(refused.json::<Value>()["errors"]["publishAt"].is_string());
    }
    let tomorrow = team
        .site
        .clock
        .now()
        .plus_milliseconds(DAY_MILLISECONDS)
        .to_string();
    let body = json!({"decision": "changes", "note": "No", "publishAt": tomorrow});
    assert_eq!(team.review(edith, "later", body).await.status_code(), 400);
    team.assert_review("later", "submitted").await;

    let body = json!({"decision": "approve", "publishAt": tomorrow});
    let approved = team.review(edith, "later", body).await;
    approved.assert_status_ok();
    let post = approved.json::<Value>()["blog"].clone();
    assert_eq!(post["publishAt"], json!(tomorrow));
    assert_eq!(
        (&post["status"], &post["review"]),
        (&json!("draft"), &json!("none"))
    );
    assert_eq!(team.site.get("/api/blogs").await["total"], 0);
    let details = database::query(
        team.site.folder(),
        "select detail from audit where action = 'post.approved'",
    );
    assert_eq!(details, [tomorrow]);

    // Requested changes end the plan: it does not go public without them.
    team.submit(edith, "later", json!({})).await.assert_status_ok();
    assert!(team.managed("later").await["publishAt"].is_string());
    let changes = json!({"decision": "changes", "note": "Not yet"});
    team.review(edith, "later", changes).await.assert_status_ok();
    assert!(team.managed("later").await["publishAt"].is_null());
}

#[tokio::test]
async fn a_contributor_publishes_by_no_way() {
    let team = Team::new();
    let cleo = &team.contributor.token;
    team.draft(cleo, "mine").await;
    team.submit(cleo, "mine", json!({})).await.assert_status_ok();
    let mut published = draft("mine", "Text.");
    published["status"] = json!("published");
    let id = team.managed("mine").await["id"].as_str().unwrap().to_owned();
    let authors = json!({"authors": [team.contributor.id.to_string()]});
    for (method, path, body) in [
        (Method::POST, "/api/blogs/create".to_owned(), published.clone()),
        (Method::PUT, "/api/blogs/update/mine".to_owned(), published),
        (
            Method::POST,
            format!("/api/blogs/{id}/review"),
            json!({"decision": "approve"}),
        ),
        (
            Method::PATCH,
            format!("/api/blogs/{id}"),
            json!({"isFeatured": true}),
        ),
        (Method::PUT, format!("/api/blogs/{id}/authors"), authors),
    ] {
        let refused = team.send(method, &path, cleo, body).await;
        assert_rejected(&refused, 403, NOT_ALLOWED);
    }
    assert_eq!(team.site.get("/api/blogs").await["total"], 0);

    let approved = team
        .review(&team.editor.token, "mine", json!({"decision": "approve"}))
        .await;
    approved.assert_status_ok();
    let refused = team.submit(cleo, "mine", json!({})).await;
    assert_rejected(&refused, 403, NOT_ALLOWED);
    team.note(cleo, "mine", "Thank you").await.assert_status_success();
}

#[tokio::test]
async fn a_published_post_is_not_submitted_and_publication_ends_the_review() {
    let team = Team::on(Site::with_posts(&[post(1)]));
    let (ada, edith) = (&team.author.token, &team.editor.token);
    let refused = team.submit(edith, "post-1", json!({})).await;
    assert_rejected(&refused, 409, "This post is published already");
    team.draft(ada, "mine").await;
    team.submit(ada, "mine", json!({})).await.assert_status_ok();
    // Without a note, a second submission changes nothing; with one, the note is added.
    team.submit(ada, "mine", json!({})).await.assert_status_ok();
    assert_eq!(team.notes("mine").await.len(), 1);
    team.submit(ada, "mine", json!({"note": "And this"}))
        .await
        .assert_status_ok();
    assert_eq!(team.notes("mine").await.len(), 2);
    let mut published = draft("mine", "Text.");
    for status in ["published", "draft"] {
        published["status"] = json!(status);
        let saved = team
            .send(Method::PUT, "/api/blogs/update/mine", ada, published.clone())
            .await;
        saved.assert_status_ok();
        team.assert_review("mine", "none").await;
    }
    let decided = team.review(edith, "mine", json!({"decision": "approve"})).await;
    assert_rejected(&decided, 409, "This draft does not wait for a review any more");
}

#[tokio::test]
async fn a_draft_that_was_changed_since_it_was_read_is_not_approved() {
    let team = Team::new();
    let (cleo, edith) = (&team.contributor.token, &team.editor.token);
    team.draft(cleo, "mine").await;
    team.submit(cleo, "mine", json!({})).await.assert_status_ok();
    let revision = team.managed("mine").await["revision"].as_u64().unwrap();
    team.site
        .execute_elsewhere("update posts set revision = revision + 1")
        .await;
    for decision in [
        json!({"decision": "approve", "revision": revision}),
        json!({"decision": "changes", "note": "No", "revision": revision}),
    ] {
        let refused = team.review(edith, "mine", decision).await;
        assert_rejected(
            &refused,
            409,
            "The draft was changed since you read it. Please read it again.",
        );
    }
    let unknown = json!({"decision": "approve", "revision": revision + 2});
    let refused = team.review(edith, "mine", unknown).await;
    assert_eq!(refused.status_code(), 400);
    assert!(refused.json::<Value>()["errors"]["revision"].is_string());
    team.assert_review("mine", "submitted").await;
    assert_eq!(team.notes("mine").await.len(), 1);
    let current = json!({"decision": "approve", "revision": revision + 1});
    team.review(edith, "mine", current).await.assert_status_ok();
}

#[tokio::test]
async fn one_of_two_decisions_at_once_wins() {
    let team = Team::new();
    team.draft(&team.contributor.token, "mine").await;
    team.submit(&team.contributor.token, "mine", json!({}))
        .await
        .assert_status_ok();
    let decisions = run_concurrently(4, |number| {
        let decision = if number % 2 == 0 { "approve" } else { "changes" };
        team.review(
            &team.editor.token,
            "mine",
            json!({"decision": decision, "note": "So"}),
        )
    })
    .await;
    let accepted = decisions.iter().filter(|decided| decided.status_code() == 200);
    assert_eq!(accepted.count(), 1);
    let refused = decisions.iter().filter(|decided| decided.status_code() == 409);
    assert_eq!(refused.count(), 3);
    assert_eq!(team.notes("mine").await.len(), 2);
    team.site.assert_counts_are_correct();
}
