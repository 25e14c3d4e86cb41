//! The announcement of posts to those who follow their authors and tags.

use std::sync::{Arc, Mutex};

use axum::http::Method;
use blog_app::actions::announcements::{TellSubscribers, tell_due};
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Notices, USER_COLUMNS, body, insert_rows, nobody_subscribes, user_row};
use crate::support::{Site, blocking, database};

async fn with_followers() -> Notices {
    let site = Notices::new().await;
    site.follow(&site.ada.token, "author", &site.author.id.to_string())
        .await;
    site.follow(&site.bo.token, "tag", "green").await;
    site
}

#[tokio::test]
async fn tells_followers_of_the_authors_and_tags_once() {
    let site = with_followers().await;
    site.follow(&site.ada.token, "tag", "GREEN").await;
    let slug = site.publish(&site.author.token, "News", json!({})).await;
    site.tell();
    site.tell();
    for token in [&site.ada.token, &site.bo.token] {
        let notices = site.notices(token).await;
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0]["kind"], "post");
        assert_eq!(notices[0]["actor"]["name"], "arthur");
        assert_eq!(notices[0]["blog"]["slug"], slug);
        assert_eq!(notices[0]["commentId"], json!(null));
    }
    assert!(site.notices(&site.cy.token).await.is_empty());
    site.publish(&site.root.token, "Elsewhere", json!({"tags": ["Red"]}))
        .await;
    site.tell();
    assert_eq!(site.notices(&site.ada.token).await.len(), 1);
    assert_eq!(site.query("select count(*) from announcements"), ["0"]);
}

#[tokio::test]
async fn tells_followers_of_every_author_of_a_post() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "author", &site.root.id.to_string())
        .await;
    let draft = site
        .save(&site.author.token, "Together", json!({"status": "draft"}))
        .await;
    let (id, slug) = (draft["_id"].as_str().unwrap(), draft["slug"].as_str().unwrap());
    let authors = json!({"authors": [site.author.id.to_string(), site.root.id.to_string()]});
    site.call(&format!("PUT /blogs/{id}/authors"), &site.root.token, authors)
        .await;
    site.call(
        &format!("PUT /blogs/update/{id}"),
        &site.author.token,
        body("Together", json!({})),
    )
    .await;
    site.tell();
    assert_eq!(site.notices(&site.cy.token).await[0]["blog"]["slug"], slug);
}

/// Publishes a draft in one of the ways in which that is possible.
async fn publish(site: &Notices, way: &str, changes: Value) -> String {
    let draft = |changes: Value| {
        let mut all = json!({"status": "draft"});
        if let (Value::Object(all), Value::Object(changes)) = (&mut all, changes) {
            all.extend(changes);
        }
        all
    };
    if way == "create" {
        let saved = site.save(&site.author.token, way, changes).await;
        return saved["_id"].as_str().unwrap().to_owned();
    }
    let saved = site.save(&site.author.token, way, draft(changes)).await;
    let id = saved["_id"].as_str().unwrap().to_owned();
    assert_eq!(saved["announcedAt"], json!(null));
    site.tell();
    let told = site.notices(&site.ada.token).await;
    assert!(told.iter().all(|notice| notice["blog"]["id"] != id), "{way}");
    match way {
        "update" => {
            let update = format!("PUT /blogs/update/{id}");
            site.call(&update, &site.author.token, body(way, json!({}))).await;
        }
        "review" => {
            site.call(&format!("POST /blogs/{id}/submit"), &site.author.token, json!({}))
                .await;
            let approval = json!({"decision": "approve"});
            site.call(&format!("POST /blogs/{id}/review"), &site.editor.token, approval)
                .await;
        }
        _ => {
            assert_eq!(way, "schedule");
            let tomorrow = json!({"publishAt": "2026-03-02T12:00:00Z"});
            site.call(&format!("PUT /blogs/{id}/schedule"), &site.author.token, tomorrow)
                .await;
            site.site.clock.advance_seconds(24 * 3_600);
            site.site.publish_due();
        }
    }
    id
}

#[tokio::test]
async fn a_post_is_announced_once_in_its_life_in_whatever_way_it_is_published() {
    let site = with_followers().await;
    for (number, way) in ["create", "update", "review", "schedule"].into_iter().enumerate() {
        let id = publish(&site, way, json!({})).await;
        site.tell();
        let notices = site.notices(&site.ada.token).await;
        assert_eq!(notices.len(), number + 1, "{way}");
        assert_eq!(notices[0]["blog"]["id"], id, "{way}");
    }
    let all = site.notices(&site.ada.token).await;
    for notice in &all {
        let id = notice["blog"]["id"].as_str().unwrap();
        let detail = site
            .get_as(&site.root.token, &format!("/blogs/admin/blogs/{id}"))
            .await;
        assert_eq!(detail["blog"]["announce"], true);
        assert!(detail["blog"]["announcedAt"].is_string());
        let title = notice["blog"]["title"].as_str().unwrap();
        for status in ["draft", "published", "published"] {
            let update = format!("PUT /blogs/update/{id}");
            let change = body(title, json!({"status": status}));
            site.call(&update, &site.root.token, change).await;
        }
    }
    site.tell();
    assert!(
        site.notices(&site.ada.token).await.is_empty(),
        "withdrawn with the posts, and never again"
    );
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_post_is_not_announced_whose_authors_do_not_want_that() {
    let site = with_followers().await;
    for way in ["create", "update", "review", "schedule"] {
        let id = publish(&site, way, json!({"announce": false})).await;
        site.tell();
        assert!(site.notices(&site.ada.token).await.is_empty(), "{way}");
        let detail = site
            .get_as(&site.root.token, &format!("/blogs/admin/blogs/{id}"))
            .await;
        assert_eq!(
            (&detail["blog"]["announce"], &detail["blog"]["announcedAt"]),
            (&json!(false), &json!(null))
        );
        let update = format!("PUT /blogs/update/{id}");
        site.call(&update, &site.root.token, body(way, json!({"announce": true})))
            .await;
        site.tell();
        assert!(
            site.notices(&site.ada.token).await.is_empty(),
            "{way}: it is published already"
        );
    }
}

#[tokio::test]
async fn a_form_can_say_that_a_post_is_not_announced() {
    let site = with_followers().await;
    let fields = [
        ("title", "By form"),
        ("content", "<p>Text.</p>"),
        ("category", "Other"),
        ("tags", "green"),
        ("featuredImage", "https://example.org/a.png"),
        ("status", "published"),
    ];
    for (announce, status) in [("false", 201), ("perhaps", 400)] {
        let form = fields.iter().fold(
            axum_test::multipart::MultipartForm::new(),
            |form, (name, value)| form.add_text(*name, *value),
        );
        let request = site.site.server.post("/api/blogs/create");
        let response = request
            .authorization_bearer(&site.author.token)
            .multipart(form.add_text("announce", announce))
            .await;
        assert_eq!(response.status_code(), status, "{}", response.text());
    }
    site.tell();
    assert!(site.notices(&site.ada.token).await.is_empty());
}

#[tokio::test]
async fn an_imported_post_is_not_announced() {
    let site = with_followers().await;
    let post = crate::support::post_with_changes(1, json!({"tags": ["green"]}));
    site.site.import(&[post]);
    site.tell();
    assert!(site.notices(&site.bo.token).await.is_empty());
}

/// The steps are 500 followers long. Two stores take them in turns, as two nodes do, and each begins anew where the
/// other one ended.
#[tokio::test]
async fn each_of_1200_followers_is_told_once_by_two_nodes_at_once() {
    let site = Notices::new().await;
    let author = site.author.id;
    let users: Vec<String> = (0..1_200).map(user_row).collect();
    insert_rows(site.site.folder(), USER_COLUMNS, &users);
    database::execute(
        site.site.folder(),
        &format!(
            "insert into follows (user_id, kind, target, at) select id, 'author', '{author}', 1 from users where name = 'F'"
        ),
    );
    site.publish(&site.author.token, "News", json!({})).await;
    let other = site.site.open_second_store();
    blocking(|| {
        std::thread::scope(|scope| {
            let clock = &site.site.clock;
            let nodes = [&site.site.store, &other]
                .map(|store| scope.spawn(move || tell_due(store, clock, &nobody_subscribes())));
            for node in nodes {
                node.join().unwrap().unwrap();
            }
        });
    });
    assert_eq!(site.query("select count(*) from announcements"), ["0"]);
    assert_eq!(
        site.query("select count(*) from notifications where kind = 'post'"),
        ["1200"]
    );
    assert_eq!(
        site.query("select count(distinct account) from notifications where kind = 'post'"),
        ["1200"]
    );
    site.site.follow(&other).await;
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_contributor_says_in_a_draft_whether_it_is_announced_later() {
    let site = with_followers().await;
    let contributor = site.site.staff("connie", Role::Contributor);
    let quiet = json!({"status": "draft", "announce": false});
    let draft = site.save(&contributor.token, "Quiet", quiet).await;
    assert_eq!(draft["announce"], false);
    let id = draft["_id"].as_str().unwrap();
    site.call(&format!("POST /blogs/{id}/submit"), &contributor.token, json!({}))
        .await;
    let approve = json!({"decision": "approve"});
    site.call(&format!("POST /blogs/{id}/review"), &site.editor.token, approve)
        .await;
    site.tell();
    assert!(site.notices(&site.bo.token).await.is_empty());
    let public: Site = site.site;
    let shown = public
        .request(Method::GET, &format!("/api/blogs/{id}"), "", None)
        .await;
    assert!(!shown.text().contains("announce"), "{}", shown.text());
}

#[tokio::test]
async fn the_subscribers_of_the_newsletter_come_after_the_followers() {
    let site = with_followers().await;
    let subscriber = "insert into subscribers (id, email, how, created_at, confirmed_at)
                      values ('one', 'one@example.net', 'each', 1, 1)";
    database::execute(site.site.folder(), subscriber);
    site.publish(&site.author.token, "News", json!({})).await;
    let steps: Arc<Mutex<Vec<String>>> = Arc::default();
    let taken = steps.clone();
    let tell: Arc<TellSubscribers> = Arc::new(move |_, _, after, _, _| {
        let mut steps = taken.lock().unwrap();
        steps.push(after.to_owned());
        Ok((steps.len() < 3).then(|| format!("last-of-{}", steps.len())))
    });
    let (store, clock) = (&site.site.store, &site.site.clock);
    blocking(|| tell_due(store, clock, &tell)).unwrap();
    assert!(steps.lock().unwrap().is_empty(), "their mails wait two minutes");
    clock.advance_seconds(120);
    for _ in 0..2 {
        blocking(|| tell_due(store, clock, &tell)).unwrap();
    }
    assert_eq!(*steps.lock().unwrap(), ["", "last-of-1", "last-of-2"]);
    assert_eq!(site.notices(&site.ada.token).await.len(), 1);
}
