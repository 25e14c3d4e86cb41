//! Authors: their pages, and what they say of themselves.

use serde_json::{Value, json};

use super::{Staffed, assert_refused, id};
use crate::support::slugs;

const OWN: &str = "/admin/settings/author";

#[tokio::test]
async fn shows_an_author_with_their_posts() {
    let site = Staffed::new();
    for title in ["one", "two", "three"] {
        site.publish(title, &[]).await;
    }
    site.post(&site.author.token, "draft", "draft", &[]).await;
    let shared = site
        .post(&site.other_author.token, "shared", "published", &[])
        .await;
    let authors = json!({"authors": [site.other_author.id.to_string(), site.author.id.to_string()]});
    site.edit(&format!("PUT /blogs/{}/authors", id(&shared)), authors)
        .await;
    let shown = site.get("/authors/ada?limit=3").await;
    assert_eq!(slugs(&shown["blogs"]), ["shared", "three", "two"]);
    assert_eq!((&shown["total"], &shown["totalPages"]), (&json!(4), &json!(2)));
    let author = &shown["author"];
    assert_eq!(id(author), site.author.id.to_string());
    assert_eq!(
        (&author["slug"], &author["username"]),
        (&json!("ada"), &json!("ada"))
    );
    assert_eq!(author["bio"], "");
    assert!(!shown.to_string().contains("example.org\",\"email"), "{shown}");
    assert!(!shown.to_string().contains("@example.org"), "{shown}");
    for reference in ["nobody", "%00", &site.author.id.to_string()] {
        let missing = site
            .send(&format!("GET /authors/{reference}"), "", &json!(null))
            .await;
        assert_eq!(missing.status_code(), 404, "{reference}");
    }
}

#[tokio::test]
async fn authors_say_who_they_are() {
    let site = Staffed::new();
    site.publish("one", &[]).await;
    let empty = site
        .call(&format!("GET {OWN}"), &site.author.token, json!(null))
        .await;
    assert_eq!(
        (&empty["author"]["bio"], &empty["author"]["slug"]),
        (&json!(""), &json!("ada"))
    );
    let body = json!({
        "bio": " Writes about engines. ",
        "socialLinks": {"website": "example.org", "github": "https://github.com/ada", "twitter": "https://x.com/ada"},
    });
    let changed = site.call(&format!("PUT {OWN}"), &site.author.token, body).await;
    let expected = json!({
        "website": "https://example.org", "github": "https://github.com/ada", "linkedin": "",
        "x": "https://x.com/ada", "twitter": "https://x.com/ada",
    });
    assert_eq!(changed["author"]["socialLinks"], expected);
    let shown = site.get("/authors/ada").await;
    assert_eq!(shown["author"]["bio"], "Writes about engines.");
    assert_eq!(shown["author"]["socialLinks"], expected);
    // A contributor has a page as well, and each changes their own.
    site.call(
        &format!("PUT {OWN}"),
        &site.contributor.token,
        json!({"bio": "Learns."}),
    )
    .await;
    assert_eq!(site.get("/authors/cleo").await["author"]["bio"], "Learns.");
    assert_eq!(
        site.get("/authors/ada").await["author"]["bio"],
        "Writes about engines."
    );
    for (body, field) in [
        (json!({"bio": "x".repeat(501)}), "bio"),
        (json!({"bio": "a\0b"}), "bio"),
        (
            json!({"bio": "", "socialLinks": {"website": "javascript:alert(1)"}}),
            "socialLinks.website",
        ),
    ] {
        let refused = site.send(&format!("PUT {OWN}"), &site.author.token, &body).await;
        assert_refused(&refused, 400, "validation_failed", field);
        assert!(refused.json::<Value>()["errors"][field].is_string(), "{body}");
    }
}

#[tokio::test]
async fn the_address_of_an_author_follows_their_name() {
    let site = Staffed::new();
    site.publish("one", &[]).await;
    let rename = async |name: &str| {
        let body = json!({"username": name, "email": site.author.email});
        site.call("PUT /admin/settings/profile", &site.author.token, body)
            .await;
    };
    // Only the case changes.
    rename("Ada").await;
    assert_eq!(site.follow("/author/ada").await.0, 200);
    rename("Grace Hopper").await;
    assert_eq!(
        site.get("/blogs/one").await["blog"]["author"]["slug"],
        "grace-hopper"
    );
    assert_eq!(site.get("/authors/ada").await["author"]["slug"], "grace-hopper");
    assert_eq!(
        site.follow("/author/ada?page=2").await,
        (301, "/author/grace-hopper?page=2".to_owned())
    );
    // The name of another one, and back.
    rename("BO").await;
    assert_eq!(site.get("/authors/ada").await["author"]["slug"], "bo-2");
    assert_eq!(site.get("/authors/bo").await["author"]["username"], "bo");
    rename("ada").await;
    assert_eq!(site.follow("/author/ada").await.0, 200);
    for old in ["grace-hopper", "bo-2"] {
        let expected = (301, "/author/ada".to_owned());
        assert_eq!(site.follow(&format!("/author/{old}")).await, expected);
    }
}

#[tokio::test]
async fn the_page_of_who_leaves_leads_to_who_gets_their_posts() {
    let site = Staffed::new();
    let admin = site.site.admin("root");
    let post = site.publish("one", &[]).await;
    let series = site.series("Series", &[&post]).await;
    let remove = format!("DELETE /admin/team/{}", site.author.id);
    site.call(
        &remove,
        &admin.token,
        json!({"postsTo": site.other_author.id.to_string()}),
    )
    .await;
    assert_eq!(site.follow("/author/ada").await, (301, "/author/bo".to_owned()));
    let kept = site.get(&format!("/series/{}", id(&series))).await;
    assert_eq!(kept["series"]["author"]["username"], "bo");
    // Without one, there is nobody, and the series belongs to nobody.
    let remove = format!("DELETE /admin/team/{}", site.other_author.id);
    site.call(&remove, &admin.token, json!({})).await;
    for gone in ["ada", "bo"] {
        assert_eq!(site.follow(&format!("/author/{gone}")).await.0, 404, "{gone}");
    }
    let kept = site.get(&format!("/series/{}", id(&series))).await;
    assert_eq!(kept["series"]["author"]["_id"], Value::Null);
    let post = site.get("/blogs/one").await["blog"].clone();
    assert_eq!(post["author"]["slug"], Value::Null);
    site.page("/blog/one").await;
    site.page("/series/series").await;
    site.site.assert_counts_are_correct();
}
