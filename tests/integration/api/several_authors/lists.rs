//! The lists of posts by several authors.

use blog_app::domain::Role;
use serde_json::json;

use super::{create, set_authors};
use crate::support::{Site, slugs};

#[tokio::test]
async fn every_list_of_an_author_has_the_posts_that_they_share() {
    let site = Site::new();
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    let cy = site.staff("cy", Role::Author);
    for (title, status) in [
        ("one", "published"),
        ("two", "published"),
        ("three", "draft"),
        ("four", "published"),
    ] {
        create(&site, &ada.token, title, status).await;
        site.clock.advance_seconds(60);
    }
    create(&site, &bo.token, "five", "published").await;
    for slug in ["one", "three", "four"] {
        set_authors(&site, &ada.token, slug, &[&ada, &bo])
            .await
            .assert_status_ok();
    }
    let id = bo.id.to_string();
    for (query, expected) in [
        ("", &["five", "four", "one"][..]),
        ("&sort=newest", &["five", "four", "one"]),
        ("&sort=oldest", &["one", "four", "five"]),
        ("&sort=oldest&page=2&limit=2", &["five"]),
        ("&sort=mostLiked", &["five", "four", "one"]),
        ("&tag=tea", &["five", "four", "one"]),
        ("&category=Other", &["five", "four", "one"]),
        ("&category=DevOps+%26+Cloud", &[]),
        ("&search=words+four", &["four"]),
        ("&search=words&sort=oldest", &["one", "four", "five"]),
    ] {
        let list = site.get(&format!("/api/blogs?author={id}{query}")).await;
        assert_eq!(slugs(&list["blogs"]), expected, "{query}");
        if !query.contains("page") {
            assert_eq!(list["total"], expected.len(), "{query}");
        }
    }
    let first = site.get(&format!("/api/blogs?author={}", ada.id)).await;
    assert_eq!(slugs(&first["blogs"]), ["four", "two", "one"]);
    assert_eq!(
        site.get(&format!("/api/blogs?author={}", cy.id)).await["total"],
        0
    );
    let page = site.server.get(&format!("/treasure?author={id}")).await.text();
    assert!(page.contains(">four<") && page.contains(">one<") && !page.contains(">two<"));

    for (token, query, expected) in [
        (&bo.token, "", &["five", "four", "three", "one"][..]),
        (&bo.token, "?status=draft", &["three"]),
        (&bo.token, "?search=four", &["four"]),
        (&bo.token, "?page=2&limit=3", &["one"]),
        (&ada.token, "", &["four", "three", "two", "one"]),
        (&cy.token, "", &[]),
    ] {
        let list = site
            .get_as(token, &format!("/api/blogs/admin/blogs{query}"))
            .await;
        assert_eq!(slugs(&list["blogs"]), expected, "{query}");
        if !query.contains("page") {
            assert_eq!(list["total"], expected.len(), "{query}");
        }
    }
    let team = site.get_as(&site.admin("root").token, "/api/admin/team").await;
    for (name, expected) in [("ada", 4), ("bo", 4), ("cy", 0), ("root", 0)] {
        let members = team["members"].as_array().unwrap();
        let member = members.iter().find(|member| member["username"] == name);
        assert_eq!(member.unwrap()["postCount"], expected, "{name}");
    }
}

#[tokio::test]
async fn lists_the_members_who_can_be_authors_by_name() {
    let site = Site::new();
    let bo = site.staff("bo", Role::Author);
    let cleo = site.staff("cleo", Role::Contributor);
    site.staff("ada", Role::Editor);
    let list = site.get_as(&bo.token, "/api/admin/authors").await;
    let rows = list["authors"].as_array().unwrap();
    let shown: Vec<_> = rows.iter().map(|row| (&row["username"], &row["role"])).collect();
    let expected = [("ada", "editor"), ("bo", "author"), ("cleo", "contributor")]
        .map(|(name, role)| (json!(name), json!(role)));
    assert_eq!(
        shown,
        expected
            .iter()
            .map(|(name, role)| (name, role))
            .collect::<Vec<_>>()
    );
    assert_eq!(rows[2]["id"], cleo.id.to_string());
    assert!(!list.to_string().contains("example.org"), "{list}");
}
