//! Members who leave the posts that they wrote with others.

use axum::http::Method;
use blog_app::actions::check;
use blog_app::domain::{AdminId, Role};
use serde_json::json;

use super::{authors_of, create, set_authors};
use crate::support::accounts::Account;
use crate::support::{Site, blocking};

async fn remove(site: &Site, admin: &str, member: &Account<AdminId>, posts_to: Option<&Account<AdminId>>) {
    let path = format!("/api/admin/team/{}", member.id);
    let body = json!({"postsTo": posts_to.map(|to| to.id.to_string())});
    let removed = site.request(Method::DELETE, &path, admin, Some(&body)).await;
    removed.assert_status_ok();
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_member_who_leaves_hands_over_their_place() {
    let site = Site::new();
    let admin = site.admin("root");
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|name| site.staff(name, Role::Author));
    for (title, authors) in [
        ("alone", &[&bo][..]),
        ("first", &[&bo, &ada]),
        ("before", &[&bo, &ada, &cy]),
        ("second", &[&ada, &bo]),
        ("between", &[&ada, &bo, &cy]),
        ("behind", &[&cy, &bo]),
        ("foreign", &[&ada, &cy]),
    ] {
        create(&site, &admin.token, title, "published").await;
        set_authors(&site, &admin.token, title, authors)
            .await
            .assert_status_ok();
    }
    remove(&site, &admin.token, &bo, Some(&cy)).await;
    for (slug, expected) in [
        ("alone", &["cy"][..]),
        ("first", &["cy", "ada"]),
        ("before", &["cy", "ada"]),
        ("second", &["ada", "cy"]),
        ("between", &["ada", "cy"]),
        ("behind", &["cy"]),
        ("foreign", &["ada", "cy"]),
    ] {
        assert_eq!(authors_of(&site, slug).await, expected, "{slug}");
    }
    site.assert_counts_are_correct();
    let list = site.get(&format!("/api/blogs?author={}", cy.id)).await;
    assert_eq!(list["total"], 7);
}

#[tokio::test]
async fn the_next_author_becomes_the_first_when_nobody_takes_the_place() {
    let site = Site::configured(&[("SITE__DEFAULT_AUTHOR", "The team")]);
    let admin = site.admin("root");
    let [ada, bo, cy] = ["ada", "bo", "cy"].map(|name| site.staff(name, Role::Author));
    for (title, authors) in [
        ("alone", &[&bo][..]),
        ("first", &[&bo, &ada]),
        ("before", &[&bo, &cy, &ada]),
        ("behind", &[&cy, &bo]),
        ("foreign", &[&ada, &cy]),
    ] {
        create(&site, &admin.token, title, "published").await;
        set_authors(&site, &admin.token, title, authors)
            .await
            .assert_status_ok();
    }
    remove(&site, &admin.token, &bo, None).await;
    for (slug, expected) in [
        ("alone", &["The team"][..]),
        ("first", &["ada"]),
        ("before", &["cy", "ada"]),
        ("behind", &["cy"]),
        ("foreign", &["ada", "cy"]),
    ] {
        assert_eq!(authors_of(&site, slug).await, expected, "{slug}");
    }
    assert!(site.get("/api/blogs/alone").await["blog"]["authors"][0]["_id"].is_null());
    site.assert_counts_are_correct();
    remove(&site, &admin.token, &cy, None).await;
    remove(&site, &admin.token, &ada, None).await;
    assert_eq!(authors_of(&site, "before").await, ["The team"]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn the_check_finds_posts_that_are_marked_wrongly() {
    let site = Site::new();
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    for title in ["one", "two", "three"] {
        create(&site, &ada.token, title, "published").await;
    }
    for slug in ["one", "two"] {
        set_authors(&site, &ada.token, slug, &[&ada, &bo])
            .await
            .assert_status_ok();
    }
    site.assert_counts_are_correct();
    let wrong = [
        "update posts set has_co_authors = 0 where slug = 'one'".to_owned(),
        format!("update posts set author_id = '{}' where slug = 'two'", bo.id),
        "update posts set has_co_authors = 1 where slug = 'three'".to_owned(),
    ];
    for sql in wrong {
        site.execute_elsewhere(&sql).await;
    }
    let problems = blocking(|| check::problems(&site.store)).unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(format!("{problems:?}").contains('3'), "{problems:?}");
}
