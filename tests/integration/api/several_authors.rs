//! Posts of several authors: who may change them, where they are listed, and how they are shown.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{AdminId, Role};
use serde_json::{Value, json};

use crate::support::accounts::{Account, assert_rejected};
use crate::support::{Site, database, post, slugs};

const NOT_ALLOWED: &str = "Your role does not allow this";
const UNKNOWN: &str = "0198c0de-0000-7000-8000-000000000000";

/// Creates a post, whose slug is its title in small letters.
async fn create(site: &Site, token: &str, title: &str, status: &str) -> Value {
    let body = json!({
        "title": title, "content": format!("<p>Words of {title}.</p>"), "category": "Other",
        "tags": ["tea"], "featuredImage": "https://example.org/a.png", "status": status,
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", token, Some(&body))
        .await;
    assert_eq!(created.status_code(), 201, "{}", created.text());
    created.json::<Value>()["blog"].clone()
}

async fn set_authors(site: &Site, token: &str, slug: &str, authors: &[&Account<AdminId>]) -> TestResponse {
    let ids: Vec<String> = authors.iter().map(|author| author.id.to_string()).collect();
    send_authors(site, token, slug, json!({"authors": ids})).await
}

async fn send_authors(site: &Site, token: &str, slug: &str, body: Value) -> TestResponse {
    let path = format!("/api/blogs/{slug}/authors");
    site.request(Method::PUT, &path, token, Some(&body)).await
}

fn name(account: &Account<AdminId>) -> &str {
    account.email.split('@').next().unwrap()
}

/// Returns the names of the authors of a post, after asserting that the first one is `author`.
fn names(post: &Value) -> Vec<String> {
    let authors = post["authors"].as_array().unwrap();
    assert_eq!(post["author"], authors[0], "{post}");
    let name = |author: &Value| author["username"].as_str().unwrap().to_owned();
    authors.iter().map(name).collect()
}

async fn authors_of(site: &Site, slug: &str) -> Vec<String> {
    names(&site.get(&format!("/api/blogs/{slug}")).await["blog"])
}

async fn remove(site: &Site, admin: &str, member: &Account<AdminId>, posts_to: Option<&Account<AdminId>>) {
    let path = format!("/api/admin/team/{}", member.id);
    let body = json!({"postsTo": posts_to.map(|to| to.id.to_string())});
    let removed = site.request(Method::DELETE, &path, admin, Some(&body)).await;
    removed.assert_status_ok();
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn authors_keep_the_order_in_which_they_are_set() {
    let site = Site::new();
    let [ada, bo, cy, di, eve, finn] =
        ["ada", "bo", "cy", "di", "eve", "finn"].map(|name| site.staff(name, Role::Author));
    let created = create(&site, &ada.token, "shared", "published").await;
    assert_eq!(names(&created), ["ada"]);
    for authors in [
        &[&ada, &bo][..],
        &[&eve, &ada, &di, &bo, &cy],
        &[&cy, &ada, &bo],
        &[&ada],
    ] {
        let changed = set_authors(&site, &ada.token, "shared", authors).await;
        changed.assert_status_ok();
        let expected: Vec<&str> = authors.iter().map(|author| name(author)).collect();
        assert_eq!(names(&changed.json::<Value>()["blog"]), expected);
        assert_eq!(authors_of(&site, "shared").await, expected);
        assert_eq!(names(&site.get("/api/blogs").await["blogs"][0]), expected);
        site.assert_counts_are_correct();
    }
    let six = [&ada, &bo, &cy, &di, &eve, &finn];
    let refused = set_authors(&site, &ada.token, "shared", &six).await;
    assert_rejected(&refused, 400, "A post has 1 to 5 authors");
    let details = database::query(
        site.folder(),
        "select detail from audit where action = 'post.authors_changed' order by length(detail)",
    );
    assert_eq!(details.len(), 4);
    assert_eq!(
        details[..2],
        [ada.id.to_string(), format!("{} {}", ada.id, bo.id)]
    );
}

#[tokio::test]
async fn refuses_no_authors_doubles_and_unknown_ones() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, admin) = (site.staff("ada", Role::Author), site.admin("root"));
    create(&site, &ada.token, "mine", "draft").await;
    let id = ada.id.to_string();
    for authors in [
        json!([]),
        json!([id, id]),
        json!([id, id.to_uppercase()]),
        json!([id, UNKNOWN]),
        json!([id, "bo"]),
        json!("ada"),
        json!([1]),
        json!(null),
    ] {
        let body = json!({"authors": authors});
        let refused = send_authors(&site, &ada.token, "mine", body.clone()).await;
        assert_eq!(refused.status_code(), 400, "{body}");
    }
    let imported = site.get("/api/blogs/post-1").await["blog"]["author"]["_id"].clone();
    let with_imported = json!({"authors": [id, imported]});
    send_authors(&site, &ada.token, "mine", with_imported)
        .await
        .assert_status_ok();
    let nothing = set_authors(&site, &admin.token, "nothing", &[&ada]).await;
    assert_eq!(nothing.status_code(), 404);
}

#[tokio::test]
async fn each_role_changes_the_authors_of_the_posts_that_it_may() {
    let site = Site::new();
    let (cleo, ada) = (
        site.staff("cleo", Role::Contributor),
        site.staff("ada", Role::Author),
    );
    let (bo, edith) = (site.staff("bo", Role::Author), site.staff("edith", Role::Editor));
    create(&site, &cleo.token, "draft", "draft").await;
    create(&site, &ada.token, "mine", "published").await;

    for slug in ["draft", "mine"] {
        for member in [&cleo, &bo] {
            let refused = set_authors(&site, &member.token, slug, &[&bo, &cleo]).await;
            assert_rejected(&refused, 403, NOT_ALLOWED);
        }
    }
    let leaving = set_authors(&site, &ada.token, "mine", &[&bo]).await;
    assert_rejected(&leaving, 400, "You stay one of the authors");
    set_authors(&site, &ada.token, "mine", &[&bo, &ada])
        .await
        .assert_status_ok();
    // Each of them is an author, the first and the second alike.
    set_authors(&site, &bo.token, "mine", &[&ada, &bo])
        .await
        .assert_status_ok();
    let pushed_out = set_authors(&site, &bo.token, "mine", &[&bo]).await;
    pushed_out.assert_status_ok();
    let refused = set_authors(&site, &ada.token, "mine", &[&ada, &bo]).await;
    assert_rejected(&refused, 403, NOT_ALLOWED);
    // Editors change those of every post, also without being one of them.
    set_authors(&site, &edith.token, "mine", &[&ada])
        .await
        .assert_status_ok();
    set_authors(&site, &edith.token, "draft", &[&cleo, &ada])
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn each_author_has_all_rights_of_one() {
    let site = Site::new();
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    let (cleo, other) = (
        site.staff("cleo", Role::Contributor),
        site.staff("other", Role::Author),
    );
    create(&site, &ada.token, "mine", "draft").await;
    set_authors(&site, &ada.token, "mine", &[&ada, &bo, &cleo])
        .await
        .assert_status_ok();
    let mut body = json!({
        "title": "mine", "content": "<p>Words.</p>", "category": "Other", "tags": [], "status": "draft",
    });
    for (member, expected) in [(&ada, 200), (&bo, 200), (&cleo, 200), (&other, 403)] {
        let path = "/api/blogs/admin/blogs/mine";
        let opened = site.request(Method::GET, path, &member.token, None).await;
        assert_eq!(opened.status_code(), expected);
        let notes = site
            .request(Method::GET, "/api/blogs/mine/notes", &member.token, None)
            .await;
        assert_eq!(notes.status_code(), expected);
        let path = "/api/blogs/update/mine";
        let saved = site.request(Method::PUT, path, &member.token, Some(&body)).await;
        assert_eq!(saved.status_code(), expected);
        let submitted = site
            .request(Method::POST, "/api/blogs/mine/submit", &member.token, None)
            .await;
        assert_eq!(submitted.status_code(), expected);
    }
    body["status"] = json!("published");
    let publish = async |token: &str| {
        let path = "/api/blogs/update/mine";
        site.request(Method::PUT, path, token, Some(&body))
            .await
            .status_code()
    };
    assert_eq!(publish(&cleo.token).await, 403);
    assert_eq!(publish(&bo.token).await, 200);
    assert_eq!(authors_of(&site, "mine").await, ["ada", "bo", "cleo"]);
    let deleted = site
        .request(Method::DELETE, "/api/blogs/mine", &bo.token, None)
        .await;
    deleted.assert_status_ok();
    let left = database::query(site.folder(), "select count(*) from post_authors");
    assert_eq!(left, ["0"]);
}

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
    assert_flags_are_correct(&site);
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
    assert_flags_are_correct(&site);
    remove(&site, &admin.token, &cy, None).await;
    remove(&site, &admin.token, &ada, None).await;
    assert_eq!(authors_of(&site, "before").await, ["The team"]);
    assert_flags_are_correct(&site);
}

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
        format!(
            "<a class=\"{class}\" href=\"/treasure?author={}\">{}</a>",
            author.id,
            name(author)
        )
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
    let elements = members.map(|author| format!("<author><name>{}</name></author>", name(&author)));
    assert!(feed.contains(&elements.join("\n    ")), "{feed}");
}

#[tokio::test]
async fn a_post_of_one_author_is_shown_as_ever() {
    let site = Site::new();
    let ada = site.staff("ada", Role::Author);
    create(&site, &ada.token, "mine", "published").await;
    let article = site.server.get("/blog/mine").await.text();
    let link = format!(
        "<a class=\"article-author\" href=\"/treasure?author={}\">ada</a>",
        ada.id
    );
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

/// Asserts that exactly the posts with several authors are marked so.
fn assert_flags_are_correct(site: &Site) {
    let wrong = database::query(
        site.folder(),
        "select p.slug from posts p
         where p.has_co_authors <> (select count(*) from (select 1 from post_authors c where c.post_seq = p.seq limit 1) as others)",
    );
    assert_eq!(wrong, Vec::<String>::new());
    let doubles = database::query(
        site.folder(),
        "select p.slug from posts p join post_authors c on c.post_seq = p.seq and c.author_id = p.author_id",
    );
    assert_eq!(doubles, Vec::<String>::new());
}
