//! The pages, feeds and pictures of posts by several authors.

use axum::http::Method;
use blog_app::domain::{AdminId, Role};
use serde_json::json;

use super::{authors_of, create, name, set_authors};
use crate::support::accounts::Account;
use crate::support::{Site, post};

#[tokio::test]
async fn a_name_of_any_author_is_the_present_one() {
    let site = Site::new();
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    create(&site, &ada.token, "mine", "published").await;
    set_authors(&site, &ada.token, "mine", &[&ada, &bo])
        .await
        .assert_status_ok();
    assert!(site.server.get("/blog/mine").await.text().contains(">bo</a>"));
    let profile = json!({"username": "bodil", "email": bo.email});
    site.request(
        Method::PUT,
        "/api/admin/settings/profile",
        &bo.token,
        Some(&profile),
    )
    .await
    .assert_status_ok();
    assert_eq!(authors_of(&site, "mine").await, ["ada", "bodil"]);
    assert!(site.server.get("/blog/mine").await.text().contains(">bodil</a>"));
}

#[tokio::test]
async fn the_pages_show_every_author() {
    let site = Site::new();
    let members = ["ada", "bo", "cy", "di"].map(|name| site.staff(name, Role::Author));
    let [ada, bo, cy, di] = &members;
    create(&site, &ada.token, "mine", "published").await;
    set_authors(&site, &ada.token, "mine", &[ada, bo, cy, di])
        .await
        .assert_status_ok();
    let link = |class: &str, author: &Account<AdminId>| {
        format!("<a class=\"{class}\" href=\"/author/{0}\">{0}</a>", name(author))
    };
    let of_article = |author| link("article-author", author);
    let article = site.server.get("/blog/mine").await.text();
    let all = format!(
        "<span class=\"authors\">{}, {}, {} and {}</span>",
        of_article(ada),
        of_article(bo),
        of_article(cy),
        of_article(di)
    );
    assert!(article.contains(&all), "{article}");
    for author in &members {
        let property = format!("property=\"article:author\" content=\"{}\"", name(author));
        assert!(article.contains(&property), "{property}");
        let person = format!("\"@type\":\"Person\",\"name\":\"{}\"", name(author));
        assert!(article.contains(&person), "{person}");
    }
    let card = format!(
        "<span class=\"authors\">{}, {} and 2 others</span>",
        link("card-author", ada),
        link("card-author", bo)
    );
    let home = site.server.get("/").await.text();
    assert!(home.contains(&card), "{home}");

    let markdown = site.server.get("/blog/mine.md").await.text();
    assert!(
        markdown.contains("author: \"ada\"\nauthors: [\"ada\",\"bo\",\"cy\",\"di\"]\n"),
        "{markdown}"
    );
    let feed = site.server.get("/feed.xml").await.text();
    let names: Vec<&str> = feed.split("<author><name>").skip(2).collect();
    assert_eq!(names.len(), members.len(), "{feed}");
    for (element, author) in names.iter().zip(&members) {
        let (name_of, rest) = element.split_once("</name><uri>").unwrap();
        let (address, _) = rest.split_once("</uri></author>").unwrap();
        assert_eq!(name_of, name(author));
        assert!(address.ends_with(&format!("/author/{name_of}")), "{address}");
    }
}

#[tokio::test]
async fn a_post_of_one_author_is_shown_as_ever() {
    let site = Site::new();
    let ada = site.staff("ada", Role::Author);
    create(&site, &ada.token, "mine", "published").await;
    let article = site.server.get("/blog/mine").await.text();
    let link = "<a class=\"article-author\" href=\"/author/ada\">ada</a>";
    assert!(
        article.contains(&format!("<div class=\"article-byline-text\">{link}<ul")),
        "{article}"
    );
    assert!(
        article.contains("\"author\":{\"@type\":\"Person\",\"name\":\"ada\""),
        "{article}"
    );
    assert!(!article.contains("class=\"authors\""));
    let markdown = site.server.get("/blog/mine.md").await.text();
    assert!(markdown.contains("author: \"ada\"\ndate:"), "{markdown}");
}

#[tokio::test]
async fn the_preview_picture_of_a_post_changes_with_its_authors() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, admin) = (site.staff("ada", Role::Author), site.admin("root"));
    let picture = async || {
        let page = site.server.get("/blog/post-1").await.text();
        let (_, from) = page.split_once("/media/preview/").unwrap();
        from.split('"').next().unwrap().to_owned()
    };
    let mut seen = vec![picture().await];
    for authors in [&[&ada][..], &[&ada, &admin], &[&admin, &ada]] {
        set_authors(&site, &admin.token, "post-1", authors)
            .await
            .assert_status_ok();
        let name = picture().await;
        let drawn = site.server.get(&format!("/media/preview/{name}")).await;
        drawn.assert_status_ok();
        assert!(!seen.contains(&name), "{name}");
        seen.push(name);
    }
}
