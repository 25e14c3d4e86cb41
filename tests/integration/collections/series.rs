//! Series: their order, the places of posts in them, and who changes them.

use serde_json::{Value, json};

use super::{Staffed, assert_refused, id};
use crate::support::{database, slugs};

/// Returns the position of a post, the number of posts, and the titles of its neighbours.
async fn place(site: &Staffed, slug: &str) -> Value {
    let series = site.get(&format!("/blogs/{slug}")).await["blog"]["series"].clone();
    if series.is_null() {
        return Value::Null;
    }
    let (previous, next) = (&series["previous"]["title"], &series["next"]["title"]);
    json!([series["position"], series["total"], previous, next])
}

#[tokio::test]
async fn posts_have_places_among_the_published_ones() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    let draft = site.post(&site.author.token, "draft", "draft", &[]).await;
    let two = site.publish("two", &[]).await;
    let three = site.publish("three", &[]).await;
    let series = site.series("On order", &[&one, &draft, &two, &three]).await;
    for (slug, expected) in [
        ("one", json!([1, 3, null, "two"])),
        ("two", json!([2, 3, "one", "three"])),
        ("three", json!([3, 3, "two", null])),
    ] {
        assert_eq!(place(&site, slug).await, expected, "{slug}");
    }
    let shown = site.get("/blogs/two").await["blog"]["series"].clone();
    assert_eq!(
        (&shown["slug"], &shown["title"], &shown["_id"]),
        (&json!("on-order"), &json!("On order"), &series["_id"])
    );
    assert_eq!(shown["previous"]["slug"], "one");
    assert_eq!(shown["next"]["_id"], three["_id"]);
    let publish = json!({
        "title": "draft", "content": "<p>Words.</p>", "category": "Other", "tags": [], "status": "published",
    });
    let update = format!("PUT /blogs/update/{}", id(&draft));
    site.call(&update, &site.author.token, publish).await;
    assert_eq!(place(&site, "draft").await, json!([2, 4, "one", "two"]));
    assert_eq!(place(&site, "three").await, json!([4, 4, "two", null]));
    site.call(
        &format!("DELETE /blogs/{}", id(&one)),
        &site.author.token,
        json!({}),
    )
    .await;
    assert_eq!(place(&site, "draft").await, json!([1, 3, null, "two"]));
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn puts_the_posts_into_another_order() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    let two = site.publish("two", &[]).await;
    let draft = site.post(&site.author.token, "draft", "draft", &[]).await;
    let series = site.series("Order", &[&one, &two, &draft]).await;
    let order = format!("PUT /series/{}/order", id(&series));
    let put = json!({"blogs": [id(&two), id(&draft), id(&one)]});
    let ordered = site.call(&order, &site.author.token, put).await;
    assert_eq!(slugs(&ordered["blogs"]), ["two", "draft", "one"]);
    assert_eq!(slugs(&site.get("/series/order").await["blogs"]), ["two", "one"]);
    assert_eq!(place(&site, "one").await, json!([2, 2, "two", null]));
    let other = site.publish("other", &[]).await;
    for blogs in [
        json!([]),
        json!([id(&one), id(&two)]),
        json!([id(&one), id(&two), id(&draft), id(&draft)]),
        json!([id(&one), id(&two), id(&other)]),
    ] {
        let refused = site
            .send(&order, &site.author.token, &json!({"blogs": blogs}))
            .await;
        assert_refused(&refused, 409, "series_changed", &blogs.to_string());
    }
    let refused = site
        .send(&order, &site.author.token, &json!({"blogs": ["one"]}))
        .await;
    assert_refused(&refused, 400, "validation_failed", "a slug");
    assert_eq!(slugs(&site.get("/series/order").await["blogs"]), ["two", "one"]);
}

#[tokio::test]
async fn a_post_is_in_one_series_at_most() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    site.series("First", &[&one]).await;
    let second = site.series("Second", &[]).await;
    let set = format!("PUT /blogs/{}/series", id(&one));
    let post = site
        .call(&set, &site.author.token, json!({"series": "second"}))
        .await;
    assert_eq!(post["blog"]["seriesId"], second["_id"]);
    assert_eq!(site.follow("/series/first").await.0, 404);
    assert_eq!(site.get("/series/second").await["series"]["postCount"], 1);
    // The same again changes nothing, and null takes it out.
    for (wanted, expected) in [(json!(id(&second)), 1), (json!(null), 0), (json!(null), 0)] {
        site.call(&set, &site.author.token, json!({"series": wanted}))
            .await;
        let managed = format!("GET /admin/series/{}", id(&second));
        let managed = site.call(&managed, &site.author.token, json!(null)).await;
        assert_eq!(managed["blogs"].as_array().unwrap().len(), expected);
        site.site.assert_counts_are_correct();
    }
    assert_eq!(place(&site, "one").await, Value::Null);
}

#[tokio::test]
async fn changes_and_deletes_a_series() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    let series = site.series("A first title", &[&one]).await;
    let operation = format!("PATCH /series/{}", id(&series));
    let changed = site
        .call(
            &operation,
            &site.author.token,
            json!({"title": "Another", "description": "About"}),
        )
        .await;
    assert_eq!(
        (&changed["series"]["title"], &changed["series"]["slug"]),
        (&json!("Another"), &json!("a-first-title"))
    );
    site.call(&operation, &site.author.token, json!({"slug": "another"}))
        .await;
    assert_eq!(
        site.follow("/series/a-first-title").await,
        (301, "/series/another".to_owned())
    );
    assert_eq!(
        site.follow("/series/a-first-title/feed.xml").await,
        (301, "/series/another/feed.xml".to_owned())
    );
    let shown = site.get("/series/a-first-title").await["series"].clone();
    assert_eq!(
        (&shown["slug"], &shown["description"]),
        (&json!("another"), &json!("About"))
    );
    let other = site.series("Another", &[]).await;
    assert_eq!(other["slug"], "another-2");
    for slug in ["another", "a-first-title"] {
        let operation = format!("PATCH /series/{}", id(&other));
        let taken = site
            .send(&operation, &site.author.token, &json!({"slug": slug}))
            .await;
        assert_refused(&taken, 409, "slug_taken", slug);
    }
    let delete = format!("DELETE /series/{}", id(&series));
    site.call(&delete, &site.author.token, json!({})).await;
    for gone in ["another", "a-first-title"] {
        assert_eq!(site.follow(&format!("/series/{gone}")).await.0, 404, "{gone}");
    }
    assert_eq!(place(&site, "one").await, Value::Null);
    assert_eq!(
        database::query(
            site.site.folder(),
            "select slug from former_slugs where kind = 'series'"
        ),
        Vec::<String>::new()
    );
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn refuses_invalid_fields_of_a_series() {
    let site = Staffed::new();
    for (body, field) in [
        (json!({}), "title"),
        (json!({"title": " "}), "title"),
        (json!({"title": "x".repeat(201)}), "title"),
        (json!({"title": "two\nlines"}), "title"),
        (
            json!({"title": "a", "description": "x".repeat(501)}),
            "description",
        ),
        (json!({"title": "a", "slug": "Not A Slug"}), "slug"),
    ] {
        let refused = site.send("POST /series", &site.author.token, &body).await;
        assert_refused(&refused, 400, "validation_failed", &body.to_string());
        assert!(refused.json::<Value>()["errors"][field].is_string(), "{body}");
    }
    assert_eq!(
        database::query(site.site.folder(), "select slug from series"),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn a_series_has_at_most_100_posts() {
    let site = Staffed::new();
    let series = site.series("Full", &[]).await;
    let rows =
        format!(
        "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at)
         select value, value, value, '', 1, 'Other', 'draft', 1, 1 from json_each('{}')",
        json!((0..100).map(|number| format!("0198c0de-0000-7000-8000-{number:012}")).collect::<Vec<_>>())
    );
    database::execute(site.site.folder(), &rows);
    database::execute(
        site.site.folder(),
        &format!(
            "insert into series_posts (post_seq, series_id, position)
             select seq, '{}', seq from posts where slug like '0198c0de-%'",
            id(&series)
        ),
    );
    let post = site.publish("one", &[]).await;
    let set = format!("PUT /blogs/{}/series", id(&post));
    let refused = site
        .send(&set, &site.author.token, &json!({"series": id(&series)}))
        .await;
    assert_refused(&refused, 400, "validation_failed", "the 101st");
}

#[tokio::test]
async fn lists_the_series_that_readers_and_the_staff_may_see() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    site.series("With posts", &[&one]).await;
    site.series("Empty", &[]).await;
    site.call(
        "POST /series",
        &site.other_author.token,
        json!({"title": "Of bo"}),
    )
    .await;
    let titles = |list: &Value| -> Vec<String> {
        let series = list["series"].as_array().unwrap().iter();
        let mut titles: Vec<String> = series
            .map(|one| one["title"].as_str().unwrap().to_owned())
            .collect();
        titles.sort_unstable();
        titles
    };
    assert_eq!(titles(&site.get("/series").await), ["With posts"]);
    for (token, expected) in [
        (&site.author.token, &["Empty", "With posts"][..]),
        (&site.other_author.token, &["Of bo"]),
        (&site.editor.token, &["Empty", "Of bo", "With posts"]),
    ] {
        let list = site.call("GET /admin/series", token, json!(null)).await;
        assert_eq!(titles(&list), expected);
        assert_eq!(list["total"], expected.len());
    }
}

#[tokio::test]
async fn authors_change_their_own_series_and_editors_all() {
    let site = Staffed::new();
    let one = site.publish("one", &[]).await;
    let theirs = site.post(&site.other_author.token, "theirs", "draft", &[]).await;
    let series = site.series("Series", &[&one, &theirs]).await;
    let reader = site.site.reader("Reader").token;
    let path = format!("/series/{}", id(&series));
    let order = json!({"blogs": [id(&theirs), id(&one)]});
    let operations = [
        (format!("PATCH {path}"), json!({"title": "Taken"})),
        (format!("PUT {path}/order"), order.clone()),
        (format!("GET /admin{path}"), json!(null)),
        (format!("DELETE {path}"), json!({})),
    ];
    for (token, status) in [
        ("", 401),
        (reader.as_str(), 403),
        (site.contributor.token.as_str(), 403),
        (site.other_author.token.as_str(), 403),
    ] {
        for (operation, body) in &operations {
            let refused = site.send(operation, token, body).await;
            assert_eq!(refused.status_code(), status, "{operation}");
        }
    }
    // Nobody but editors puts posts into the series of others, or the posts of others into their own.
    for (token, post, status) in [
        (&site.other_author.token, &theirs, 200),
        (&site.other_author.token, &one, 403),
        (&site.author.token, &theirs, 403),
        (&site.contributor.token, &one, 403),
    ] {
        let set = format!("PUT /blogs/{}/series", id(post));
        let response = site.send(&set, token, &json!({"series": id(&series)})).await;
        assert_eq!(response.status_code(), status, "{}", response.text());
    }
    let own = site.post(&site.other_author.token, "own", "draft", &[]).await;
    let set = format!("PUT /blogs/{}/series", id(&own));
    let refused = site
        .send(&set, &site.other_author.token, &json!({"series": id(&series)}))
        .await;
    assert_refused(&refused, 400, "validation_failed", "the series of another author");
    // The author orders the draft of somebody else, whose title they may not read.
    let ordered = site
        .call(&format!("PUT {path}/order"), &site.author.token, order)
        .await;
    assert_eq!(ordered["blogs"][0]["title"], Value::Null);
    assert_eq!(ordered["blogs"][1]["title"], "one");
    assert!(!ordered.to_string().contains("theirs"), "{ordered}");
    site.edit(&format!("PATCH {path}"), json!({"title": "Edited"}))
        .await;
    site.edit(&format!("DELETE {path}"), json!({})).await;
    let log = database::query(
        site.site.folder(),
        "select action from audit where action like 'series.%' order by id",
    );
    assert_eq!(
        log,
        [
            "series.created",
            "series.reordered",
            "series.changed",
            "series.deleted"
        ]
    );
}
