//! Tags: their lists, and what editors make of them.

use serde_json::{Value, json};

use super::{Staffed, assert_refused, id, names};
use crate::api::posts_admin::{data_url, png};
use crate::support::{database, slugs};

#[tokio::test]
async fn lists_the_tags_of_published_posts_the_most_used_first() {
    let site = Staffed::new();
    for (title, tags) in [
        ("one", &["Rust", "tea"][..]),
        ("two", &["rust", "Type parameters"]),
        ("three", &["RUST", "Type Parameters", "a"]),
    ] {
        site.publish(title, tags).await;
    }
    site.post(&site.author.token, "draft", "draft", &["secret", "tea"])
        .await;
    let list = site.get("/tags").await;
    assert_eq!(names(&list["tags"]), ["Rust", "Type parameters", "a", "tea"]);
    assert_eq!(list["tags"][0]["postCount"], 3);
    assert_eq!(
        list["tags"][1],
        json!({
            "_id": "type parameters", "id": "type parameters", "slug": "type-parameters",
            "name": "Type parameters", "description": "", "cover": null, "coverSmall": null, "postCount": 2,
        })
    );
    assert_eq!((&list["total"], &list["totalPages"]), (&json!(4), &json!(1)));
    for (query, expected) in [
        ("?search=TYPE", &["Type parameters"][..]),
        ("?search=eters+ty", &["Type parameters"]),
        ("?search=secret", &[]),
        ("?page=2&limit=3", &["tea"]),
        ("?page=9", &[]),
    ] {
        let list = site.get(&format!("/tags{query}")).await;
        assert_eq!(names(&list["tags"]), expected, "{query}");
    }
    for query in ["?limit=101", "?page=0", "?search=%00"] {
        let refused = site.send(&format!("GET /tags{query}"), "", &json!(null)).await;
        assert_refused(&refused, 400, "validation_failed", query);
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn counts_follow_every_change_of_a_post() {
    let site = Staffed::new();
    let post = site.publish("one", &["a", "b"]).await;
    let counts = async || {
        let list = site.get("/tags").await;
        let tags = list["tags"].as_array().unwrap().clone();
        let counts = tags.iter().map(|tag| {
            let name = tag["name"].as_str().unwrap();
            (name.to_owned(), tag["postCount"].as_u64().unwrap())
        });
        counts.collect::<Vec<_>>()
    };
    let count = |name: &str, count: u64| (name.to_owned(), count);
    assert_eq!(counts().await, [count("a", 1), count("b", 1)]);
    let update = format!("PUT /blogs/update/{}", id(&post));
    for (tags, status, expected) in [
        (&["b", "c"][..], "published", vec![count("b", 1), count("c", 1)]),
        (&["b", "c"], "draft", vec![]),
        (&["c"], "draft", vec![]),
        (&["c", "a"], "published", vec![count("a", 1), count("c", 1)]),
        (&[], "published", vec![]),
        (&["d"], "published", vec![count("d", 1)]),
    ] {
        let body = json!({
            "title": "one", "content": "<p>Words.</p>", "category": "Other", "tags": tags, "status": status,
        });
        site.call(&update, &site.author.token, body).await;
        assert_eq!(counts().await, expected, "{tags:?} {status}");
        site.site.assert_counts_are_correct();
    }
    site.call(
        &format!("DELETE /blogs/{}", id(&post)),
        &site.author.token,
        json!({}),
    )
    .await;
    assert!(counts().await.is_empty());
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn shows_a_tag_with_its_posts_by_slug_and_by_name() {
    let site = Staffed::new();
    for title in ["one", "two", "three"] {
        site.publish(title, &["Type parameters"]).await;
    }
    site.publish("other", &["else"]).await;
    for reference in ["type-parameters", "Type%20parameters", "TYPE%20PARAMETERS"] {
        let shown = site.get(&format!("/tags/{reference}?page=1&limit=2")).await;
        assert_eq!(shown["tag"]["slug"], "type-parameters", "{reference}");
        assert_eq!(slugs(&shown["blogs"]), ["three", "two"]);
        assert_eq!((&shown["total"], &shown["totalPages"]), (&json!(3), &json!(2)));
    }
    let detail = site.get("/blogs/one").await;
    assert_eq!(detail["blog"]["tags"], json!(["Type parameters"]));
    assert_eq!(detail["blog"]["tagSlugs"], json!(["type-parameters"]));
    for reference in ["nothing", "%00", "%ff", "type"] {
        let missing = site
            .send(&format!("GET /tags/{reference}"), "", &json!(null))
            .await;
        assert_eq!(missing.status_code(), 404, "{reference}");
    }
}

#[tokio::test]
async fn a_reader_sees_their_own_marks_on_the_posts_of_a_tag() {
    let site = Staffed::new();
    let post = site.publish("one", &["a"]).await;
    let reader = site.site.reader("Reader").token;
    site.call(&format!("POST /blogs/{}/like", id(&post)), &reader, json!({}))
        .await;
    for (token, is_liked) in [("", false), (reader.as_str(), true)] {
        for path in ["/tags/a", "/authors/ada"] {
            let shown = site.call(&format!("GET {path}"), token, json!(null)).await;
            assert_eq!(shown["blogs"][0]["isLiked"], is_liked, "{path}");
        }
    }
}

#[tokio::test]
async fn renames_a_tag_in_all_posts_and_leads_from_its_old_address() {
    let site = Staffed::new();
    site.publish("one", &["a", "JS", "z"]).await;
    let draft = site.post(&site.author.token, "two", "draft", &["js"]).await;
    site.publish("three", &["other"]).await;
    let before = site.get("/blogs/one").await["blog"]["updatedAt"].clone();
    let changed = site.edit("PATCH /tags/js", json!({"name": "JavaScript"})).await;
    assert_eq!(changed["posts"], 2);
    assert_eq!(
        (&changed["tag"]["slug"], &changed["tag"]["name"]),
        (&json!("javascript"), &json!("JavaScript"))
    );
    let shown = site.get("/blogs/one").await["blog"].clone();
    assert_eq!(shown["tags"], json!(["a", "JavaScript", "z"]));
    assert_eq!(shown["tagSlugs"], json!(["a", "javascript", "z"]));
    assert_eq!(shown["updatedAt"], before);
    let path = format!("GET /blogs/admin/blogs/{}", id(&draft));
    let stored = site.call(&path, &site.author.token, json!(null)).await;
    assert_eq!(stored["blog"]["tags"], json!(["JavaScript"]));
    // By its new name, by its old slug, and not by its old name in lists.
    assert_eq!(slugs(&site.get("/blogs?tag=javascript").await["blogs"]), ["one"]);
    assert_eq!(site.get("/blogs?tag=js").await["total"], 0);
    assert_eq!(site.get("/tags/js").await["tag"]["slug"], "javascript");
    assert_eq!(
        site.follow("/tag/js?page=2").await,
        (301, "/tag/javascript?page=2".to_owned())
    );
    assert_eq!(
        site.follow("/tag/js/feed.json").await,
        (301, "/tag/javascript/feed.json".to_owned())
    );
    // Another tag never gets the old address; its own one does.
    site.publish("four", &["js"]).await;
    assert_eq!(site.get("/blogs/four").await["blog"]["tagSlugs"], json!(["js-2"]));
    let taken = site
        .send("PATCH /tags/js-2", &site.editor.token, &json!({"slug": "js"}))
        .await;
    assert_refused(&taken, 409, "slug_taken", "a former slug of another tag");
    let back = site.edit("PATCH /tags/javascript", json!({"slug": "js"})).await;
    assert_eq!(back["tag"]["slug"], "js");
    assert_eq!(site.follow("/tag/javascript").await, (301, "/tag/js".to_owned()));
    assert_eq!(site.follow("/tag/js").await.0, 200);
    site.site.assert_counts_are_correct();
    assert_eq!(
        database::query(
            site.site.folder(),
            "select target || ' ' || detail from audit where action = 'tag.changed' order by id"
        ),
        ["js JS", "javascript JavaScript"]
    );
}

#[tokio::test]
async fn a_chain_of_names_leads_to_the_last_one() {
    let site = Staffed::new();
    site.publish("one", &["a"]).await;
    for (from, to) in [("a", "b"), ("b", "c"), ("c", "a")] {
        site.edit(&format!("PATCH /tags/{from}"), json!({"name": to}))
            .await;
    }
    for old in ["b", "c"] {
        assert_eq!(
            site.follow(&format!("/tag/{old}")).await,
            (301, "/tag/a".to_owned())
        );
    }
    assert_eq!(site.follow("/tag/a").await.0, 200);
    assert_eq!(site.get("/blogs/one").await["blog"]["tags"], json!(["a"]));
}

#[tokio::test]
async fn changes_the_spelling_of_a_tag() {
    let site = Staffed::new();
    site.publish("one", &["github"]).await;
    site.publish("two", &["GitHub"]).await;
    let changed = site.edit("PATCH /tags/github", json!({"name": "GitHub"})).await;
    assert_eq!(
        (&changed["posts"], &changed["tag"]["slug"]),
        (&json!(1), &json!("github"))
    );
    for post in ["one", "two"] {
        let post = site.get(&format!("/blogs/{post}")).await;
        assert_eq!(post["blog"]["tags"], json!(["GitHub"]));
    }
}

#[tokio::test]
async fn merges_a_tag_into_another_one() {
    let site = Staffed::new();
    site.publish("one", &["js", "a"]).await;
    site.publish("two", &["JavaScript", "js"]).await;
    site.publish("three", &["javascript"]).await;
    let draft = site.post(&site.author.token, "draft", "draft", &["JS"]).await;
    site.edit("PATCH /tags/js", json!({"slug": "older"})).await;
    let reader = site.site.reader("Reader").token;
    let both = site.site.reader("Both").token;
    for (token, tag) in [(&reader, "js"), (&both, "js"), (&both, "javascript")] {
        site.call("PUT /follows", token, json!({"kind": "tag", "target": tag}))
            .await;
    }
    let merged = site
        .edit("POST /tags/older/merge", json!({"into": "javascript"}))
        .await;
    // The third one has the tag in this spelling, and the second one both.
    assert_eq!(merged["posts"], 3);
    assert_eq!(merged["tag"]["postCount"], 3);
    for (post, tags) in [
        ("one", json!(["JavaScript", "a"])),
        ("two", json!(["JavaScript"])),
        ("three", json!(["javascript"])),
    ] {
        assert_eq!(site.get(&format!("/blogs/{post}")).await["blog"]["tags"], tags);
    }
    let path = format!("GET /blogs/admin/blogs/{}", id(&draft));
    let stored = site.call(&path, &site.author.token, json!(null)).await;
    assert_eq!(stored["blog"]["tags"], json!(["JavaScript"]));
    for old in ["js", "older"] {
        let target = "/tag/javascript".to_owned();
        assert_eq!(site.follow(&format!("/tag/{old}")).await, (301, target));
    }
    assert_eq!(names(&site.get("/tags").await["tags"]), ["JavaScript", "a"]);
    for token in [&reader, &both] {
        let follows = site.call("GET /follows", token, json!(null)).await;
        assert_eq!(follows["total"], 1);
        assert_eq!(follows["follows"][0]["path"], "/tag/javascript");
    }
    site.site.assert_counts_are_correct();
    assert_eq!(
        database::query(
            site.site.folder(),
            "select target || ' ' || detail from audit where action = 'tag.merged'"
        ),
        ["javascript js"]
    );
}

#[tokio::test]
async fn refuses_merges_that_are_none() {
    let site = Staffed::new();
    site.publish("one", &["a", "b"]).await;
    let editor = &site.editor.token;
    for (tag, into, status) in [
        ("a", json!("a"), 400),
        ("a", json!("A"), 400),
        ("a", json!("nothing"), 400),
        ("a", json!(""), 400),
        ("a", json!(null), 400),
        ("nothing", json!("a"), 404),
    ] {
        let operation = format!("POST /tags/{tag}/merge");
        let refused = site.send(&operation, editor, &json!({"into": into})).await;
        assert_eq!(
            refused.status_code(),
            status,
            "{tag} into {into}: {}",
            refused.text()
        );
    }
    assert_eq!(site.get("/tags").await["total"], 2);
}

#[tokio::test]
async fn sets_the_text_and_the_picture_of_a_tag() {
    let site = Staffed::new();
    site.publish("one", &["a"]).await;
    let changed = site
        .edit(
            "PATCH /tags/a",
            json!({"description": "  All about it ", "cover": "https://example.org/a.png"}),
        )
        .await;
    assert_eq!(changed["tag"]["description"], "All about it");
    assert_eq!(changed["tag"]["cover"], "https://example.org/a.png");
    let stored = site
        .edit("PATCH /tags/a", json!({"cover": data_url(&png(9, 900))}))
        .await;
    let cover = stored["tag"]["cover"].as_str().unwrap();
    assert!(cover.starts_with("/media/"), "{cover}");
    for address in [cover, stored["tag"]["coverSmall"].as_str().unwrap()] {
        site.site.server.get(address).await.assert_status_ok();
    }
    assert_eq!(stored["tag"]["description"], "All about it");
    // What is sent back as it is stays.
    let same = site.edit("PATCH /tags/a", json!({"cover": cover})).await;
    assert_eq!(same["tag"]["cover"], cover);
    let removed = site
        .edit("PATCH /tags/a", json!({"cover": null, "description": ""}))
        .await;
    assert_eq!(
        (&removed["tag"]["cover"], &removed["tag"]["description"]),
        (&Value::Null, &json!(""))
    );
    assert_eq!(site.follow(cover).await.0, 404);
}

#[tokio::test]
async fn refuses_invalid_fields_of_a_tag() {
    let site = Staffed::new();
    site.publish("one", &["a", "b"]).await;
    for (body, field) in [
        (json!({"name": ""}), "name"),
        (json!({"name": "a,b"}), "name"),
        (json!({"name": "x".repeat(41)}), "name"),
        (json!({"name": "a\u{202e}b"}), "name"),
        (json!({"slug": "Not A Slug"}), "slug"),
        (json!({"slug": ""}), "slug"),
        (json!({"description": "x".repeat(501)}), "description"),
        (json!({"description": "two\nlines"}), "description"),
        (json!({"cover": "javascript:alert(1)"}), "cover"),
        (json!({"cover": "data:image/png;base64,AAAA"}), "cover"),
    ] {
        let refused = site.send("PATCH /tags/a", &site.editor.token, &body).await;
        assert_refused(&refused, 400, "validation_failed", &body.to_string());
        assert!(refused.json::<Value>()["errors"][field].is_string(), "{body}");
    }
    let taken = site
        .send("PATCH /tags/a", &site.editor.token, &json!({"name": "B"}))
        .await;
    assert_refused(&taken, 409, "tag_exists", "the name of another tag");
    let taken = site
        .send("PATCH /tags/a", &site.editor.token, &json!({"slug": "b"}))
        .await;
    assert_refused(&taken, 409, "slug_taken", "the slug of another tag");
    assert_eq!(names(&site.get("/tags").await["tags"]), ["a", "b"]);
}

#[tokio::test]
async fn editors_see_all_tags_with_their_drafts() {
    let site = Staffed::new();
    site.publish("one", &["a"]).await;
    site.post(&site.author.token, "two", "draft", &["a", "planned"])
        .await;
    let list = site.edit("GET /admin/tags", json!(null)).await;
    let shown: Vec<_> = list["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| [&tag["name"], &tag["postCount"], &tag["draftCount"]])
        .collect();
    assert_eq!(
        shown,
        [
            [&json!("a"), &json!(1), &json!(1)],
            [&json!("planned"), &json!(0), &json!(1)]
        ]
    );
    let found = site.edit("GET /admin/tags?search=plan", json!(null)).await;
    assert_eq!(names(&found["tags"]), ["planned"]);
}

#[tokio::test]
async fn only_editors_change_tags() {
    let site = Staffed::new();
    site.publish("one", &["a", "b"]).await;
    let reader = site.site.reader("Reader").token;
    let callers = [
        ("", 401),
        (reader.as_str(), 403),
        (site.contributor.token.as_str(), 403),
        (site.author.token.as_str(), 403),
    ];
    for (token, status) in callers {
        for (operation, body) in [
            ("PATCH /tags/a", json!({"name": "c"})),
            ("POST /tags/a/merge", json!({"into": "b"})),
            ("GET /admin/tags", json!(null)),
        ] {
            let refused = site.send(operation, token, &body).await;
            assert_eq!(refused.status_code(), status, "{operation}");
        }
    }
    assert_eq!(names(&site.get("/tags").await["tags"]), ["a", "b"]);
}
