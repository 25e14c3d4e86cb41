//! What readers follow, and the posts that come of it.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Notices, follow_tags};
use crate::support::accounts::assert_rejected;
use crate::support::slugs;

#[tokio::test]
async fn follows_and_stops_following_as_often_as_asked() {
    let site = Notices::new().await;
    let (token, author) = (&site.ada.token, site.author.id.to_string());
    for (kind, target) in [
        ("author", author.as_str()),
        ("tag", "gReen"),
        ("post", &site.post),
    ] {
        let target = json!({"kind": kind, "target": target});
        for (method, following) in [("PUT", true), ("PUT", true), ("DELETE", false), ("DELETE", false)] {
            let response = site
                .call(&format!("{method} /follows"), token, target.clone())
                .await;
            assert_eq!(response, json!({"success": true, "following": following}));
        }
        assert_eq!(site.get_as(token, "/follows").await["total"], 0);
    }
}

#[tokio::test]
async fn stops_following_what_the_query_names() {
    let site = Notices::new().await;
    let token = &site.ada.token;
    for kind in ["tag", "post"] {
        let target = if kind == "tag" { "Green" } else { &site.post };
        site.follow(token, kind, target).await;
        let path = format!("/api/follows?kind={kind}&target={target}");
        let response = site.site.request(Method::DELETE, &path, token, None).await;
        assert_eq!(response.json::<Value>()["following"], false);
    }
    assert_eq!(site.get_as(token, "/follows").await["total"], 0);
}

#[tokio::test]
async fn lists_what_a_reader_follows_with_names_and_paths() {
    let site = Notices::new().await;
    let (token, author) = (&site.ada.token, site.author.id.to_string());
    let post = site.get_as(token, &format!("/blogs/{}", site.post)).await["blog"]["_id"].clone();
    site.follow(token, "author", &author).await;
    site.site.clock.advance_seconds(1);
    site.follow(token, "tag", "GREEN").await;
    site.site.clock.advance_seconds(1);
    site.follow(token, "post", &site.post).await;
    let list = site.get_as(token, "/follows").await;
    let shown: Vec<[&Value; 4]> = list["follows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|follow| ["kind", "target", "name", "path"].map(|field| &follow[field]))
        .collect();
    let path = |path: String| json!(path);
    assert_eq!(
        shown,
        [
            [
                &json!("post"),
                &post,
                &json!("On gardens"),
                &path(format!("/blog/{}", site.post))
            ],
            [
                &json!("tag"),
                &json!("green"),
                &json!("Green"),
                &json!("/tag/green")
            ],
            [
                &json!("author"),
                &json!(author),
                &json!("arthur"),
                &json!("/author/arthur")
            ],
        ]
    );
    assert_eq!(list["follows"][2]["at"], "2026-03-01T12:01:00.000Z");
    assert_eq!((&list["total"], &list["totalPages"]), (&json!(3), &json!(1)));
    assert!(list["following"].is_null());
    let tags = site.get_as(token, "/follows?kind=tag").await;
    assert_eq!(
        (&tags["total"], &tags["follows"][0]["name"]),
        (&json!(1), &json!("Green"))
    );
    for (query, following) in [
        (format!("kind=author&target={author}"), true),
        ("kind=tag&target=Green".to_owned(), true),
        ("kind=tag&target=red".to_owned(), false),
        (format!("kind=post&target={}", site.post), true),
        (format!("kind=post&target={}", post.as_str().unwrap()), true),
        ("kind=post&target=unknown".to_owned(), false),
    ] {
        let one = site.get_as(token, &format!("/follows?{query}")).await;
        assert_eq!(one["following"], following, "{query}");
        assert_eq!(one["total"], u64::from(following), "{query}");
    }
    let second = site.get_as(token, "/follows?page=2&limit=2").await;
    assert_eq!(
        (&second["follows"][0]["kind"], &second["page"]),
        (&json!("author"), &json!(2))
    );
    assert_eq!(site.get_as(&site.bo.token, "/follows").await["total"], 0);
}

#[tokio::test]
async fn refuses_unknown_kinds_and_targets() {
    let site = Notices::new().await;
    let draft = site
        .save(
            &site.author.token,
            "A draft",
            json!({"status": "draft", "tags": ["Secret"]}),
        )
        .await;
    let draft = draft["slug"].as_str().unwrap();
    let message = "There is nothing of this name to follow";
    for (kind, target) in [
        ("author", "0198c0de-0000-7000-8000-000000000000"),
        ("author", "arthur"),
        ("tag", "nothing"),
        ("tag", "secret"),
        ("series", "0198c0de-0000-7000-8000-000000000000"),
        ("series", "a-series"),
        ("post", "nothing"),
        ("post", draft),
    ] {
        let body = json!({"kind": kind, "target": target});
        let response = site.send(Method::PUT, "/follows", &site.ada.token, body).await;
        assert_rejected(&response, 404, message);
    }
    for (body, field) in [
        (json!({}), "kind"),
        (json!({"kind": "reader", "target": "a"}), "kind"),
        (json!({"kind": "tag"}), "target"),
        (json!({"kind": "tag", "target": " "}), "target"),
        (json!({"kind": "tag", "target": "a\0"}), "target"),
    ] {
        for method in [Method::PUT, Method::DELETE] {
            let response = site.send(method, "/follows", &site.ada.token, body.clone()).await;
            assert_eq!(response.status_code(), 400, "{body}");
            assert!(response.json::<Value>()["errors"][field].is_string(), "{body}");
        }
    }
    let without_kind = site
        .send(Method::GET, "/follows?target=green", &site.ada.token, json!(null))
        .await;
    assert!(without_kind.json::<Value>()["errors"]["kind"].is_string());
}

#[tokio::test]
async fn a_reader_follows_at_most_500() {
    let site = Notices::new().await;
    follow_tags(&site.site, site.ada.id, 499);
    site.follow(&site.ada.token, "tag", "green").await;
    site.follow(&site.ada.token, "tag", "green").await;
    let one_more = json!({"kind": "post", "target": site.post});
    let refused = site
        .send(Method::PUT, "/follows", &site.ada.token, one_more)
        .await;
    let message = "You follow 500 authors, tags, series and posts already. Stop following one first.";
    assert_eq!(refused.status_code(), 409);
    let body: Value = refused.json();
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("too_many_follows"), &json!(message))
    );
    site.follow(&site.bo.token, "post", &site.post).await;
}

#[tokio::test]
async fn only_readers_follow() {
    let site = Notices::new().await;
    let body = json!({"kind": "post", "target": site.post});
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        for (token, status) in [("", 401), (&*site.root.token, 403), (&*site.author.token, 403)] {
            let response = site.send(method.clone(), "/follows", token, body.clone()).await;
            assert_eq!(response.status_code(), status, "{method}");
        }
    }
    let list = site
        .send(Method::GET, "/blogs/following", &site.root.token, json!(null))
        .await;
    assert_rejected(&list, 403, "Please login with a reader's account");
}

#[tokio::test]
async fn lists_the_posts_of_followed_authors_and_tags_newest_first() {
    let site = Notices::new().await;
    let token = &site.ada.token;
    let by_root = site
        .publish(&site.root.token, "By root", json!({"tags": ["Red"]}))
        .await;
    let by_author = site
        .publish(&site.author.token, "By arthur", json!({"tags": ["Blue", "red"]}))
        .await;
    let others = site
        .publish(&site.editor.token, "By edith", json!({"tags": ["Blue"]}))
        .await;
    site.save(&site.author.token, "A draft", json!({"status": "draft"}))
        .await;
    let list = async || slugs(&site.get_as(token, "/blogs/following").await["blogs"]);
    assert!(list().await.is_empty());
    site.follow(token, "author", &site.author.id.to_string()).await;
    assert_eq!(list().await, [by_author.clone(), site.post.clone()]);
    site.follow(token, "tag", "RED").await;
    assert_eq!(
        list().await,
        [by_author.clone(), by_root.clone(), site.post.clone()]
    );
    site.follow(token, "post", &others).await;
    assert_eq!(
        list().await.len(),
        3,
        "a post that is followed for its comments is not listed"
    );
    let page = site.get_as(token, "/blogs/following?page=2&limit=2").await;
    assert_eq!(slugs(&page["blogs"]), [site.post.as_str()]);
    assert_eq!(
        [
            &page["success"],
            &page["total"],
            &page["page"],
            &page["totalPages"]
        ],
        [&json!(true), &json!(3), &json!(2), &json!(2)]
    );
    let authors = json!({"authors": [site.editor.id.to_string(), site.author.id.to_string()]});
    site.call(&format!("PUT /blogs/{others}/authors"), &site.root.token, authors)
        .await;
    assert_eq!(list().await[0], others, "the second author counts");
}

#[tokio::test]
async fn followers_of_a_series_are_told_of_its_posts() {
    let site = Notices::new().await;
    let (reader, author) = (&site.ada.token, &site.author.token);
    let created = site
        .call("POST /series", author, json!({"title": "On growing"}))
        .await;
    let series = created["series"]["_id"].as_str().unwrap().to_owned();
    let join = async |slug: &str| {
        let body = json!({"series": series});
        site.call(&format!("PUT /blogs/{slug}/series"), author, body)
            .await;
    };
    join(&site.post).await;
    site.follow(reader, "series", &series).await;
    let follows = site.get_as(reader, "/follows?kind=series").await;
    let shown = &follows["follows"][0];
    assert_eq!(
        (&shown["name"], &shown["path"]),
        (&json!("On growing"), &json!("/series/on-growing"))
    );
    let posts = site.get_as(reader, "/blogs/following").await;
    assert_eq!(slugs(&posts["blogs"]), [site.post.as_str()]);

    let draft = site
        .save(author, "On seeds", json!({"status": "draft", "tags": []}))
        .await;
    join(draft["slug"].as_str().unwrap()).await;
    let update = format!("PUT /blogs/update/{}", draft["_id"].as_str().unwrap());
    let published = json!({
        "title": "On seeds", "content": "<p>Text.</p>", "category": "Other", "tags": [], "status": "published",
    });
    site.call(&update, author, published).await;
    site.tell();
    assert_eq!(site.told(reader).await, ["post by arthur"]);
    assert_eq!(site.told(&site.bo.token).await, Vec::<String>::new());
    // A series that is deleted is followed by nobody.
    site.call(&format!("DELETE /series/{series}"), author, json!({}))
        .await;
    assert_eq!(site.get_as(reader, "/follows").await["total"], 0);
}
