//! Posts and pages of another system.

use axum::http::Method;
use blog_app::actions::moving::{Categories, Count, Options, Outcome};
use blog_app::domain::Time;
use blog_app::moving::item::{
    Change, ForeignAuthor, ForeignContent, ForeignRedirect, Item, Kind, RefusedItem, Visibility,
};
use serde_json::json;

use super::{Exported, count, options, post, rows, text_with};
use crate::support::{Site, blocking, database};

#[tokio::test]
async fn a_post_comes_with_all_that_belongs_to_it() {
    let site = Site::new();
    let item = text_with("one", "<p>Words of <em>one</em>.</p>", |text| {
        text.title = "  The   first\n".to_owned();
        text.tags = vec!["Go".to_owned(), "go".to_owned(), "Tools".to_owned()];
        text.categories = vec!["Travel".to_owned(), "System Design".to_owned()];
        text.authors.push(ForeignAuthor {
            name: "Bo".to_owned(),
            email: None,
        });
        text.updated_at = Time::parse("2021-06-01T10:00:00Z");
        text.canonical_url = Some("https://elsewhere.example/one".to_owned());
        text.is_featured = true;
        text.comments_closed = true;
        text.changes = vec![Change::new("text", "A card became a link")];
    });
    let moved = Exported::new(vec![item]).import(&site);
    assert_eq!(moved.address("post", "one"), "/blog/one");
    assert_eq!(moved.item("post", "one").status, "published");
    assert_eq!(moved.changed("post", "one"), ["text", "tags"]);
    let blog = &site.get("/api/blogs/one").await["blog"];
    assert_eq!(blog["title"], "The first");
    assert_eq!(blog["tags"], json!(["Go", "Tools"]));
    assert_eq!(blog["category"], "System Design");
    assert_eq!(blog["createdAt"], "2020-05-01T10:00:00.000Z");
    assert_eq!(blog["updatedAt"], "2021-06-01T10:00:00.000Z");
    assert_eq!(blog["canonicalUrl"], "https://elsewhere.example/one");
    assert_eq!(blog["isFeatured"], true);
    assert_eq!(blog["commentsClosed"], true);
    let names: Vec<&str> = blog["authors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|author| author["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Ada", "Bo"]);
    let found = site.get("/api/blogs?page=1&search=words").await;
    assert_eq!(found["total"], 1);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn markdown_becomes_the_same_html_as_in_the_editor() {
    let site = Site::new();
    let markdown = "# Heading\n\n```rust\nfn a() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nNote[^1].\n\n[^1]: The note.\n";
    let item = text_with("one", "", |text| {
        text.text = ForeignContent::Markdown(markdown.to_owned());
    });
    Exported::new(vec![item]).import(&site);
    let html = rows(&site, "select html from post_contents").join("\n");
    for part in ["<h1>Heading</h1>", "language-rust", "<table>", "footnote"] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[tokio::test]
async fn pages_become_static_pages() {
    let site = Site::new();
    let page = |id: &str, visibility: Visibility| {
        text_with(id, "<p>Who we are.</p>", |text| {
            text.kind = Kind::Page;
            text.summary = Some("About\nus".to_owned());
            text.visibility = visibility;
        })
    };
    let future = Visibility::Scheduled(Time::parse("2026-09-01T00:00:00Z").unwrap());
    let moved = Exported::new(vec![
        page("about", Visibility::Public),
        page("rules", Visibility::Draft),
        page("later", future),
    ])
    .import(&site);
    assert_eq!(moved.totals.pages.new, 3);
    assert_eq!(moved.address("page", "about"), "/about");
    assert_eq!(moved.item("page", "rules").status, "draft");
    assert_eq!(moved.item("page", "later").status, "draft");
    assert_eq!(moved.changed("page", "later"), ["status"]);
    let shown = site.server.get("/about").await;
    shown.assert_status_ok();
    let html = shown.text();
    assert!(
        html.contains("Who we are.") && html.contains("About us"),
        "{html}"
    );
    assert_eq!(site.server.get("/page/rules").await.status_code(), 404);
    assert_eq!(count(&site, "static_page_revisions"), 3);
}

#[tokio::test]
async fn a_second_import_changes_nothing() {
    let site = Site::new();
    let exported = Exported::new(vec![post("one", "<p>One.</p>"), post("two", "<p>Two.</p>")]);
    exported.import(&site);
    blocking(|| {
        database::execute(
            site.folder(),
            "update posts set title = 'Edited here' where slug = 'one'",
        );
        database::announce(site.folder());
    });
    let dump = "select id || slug || title || updated_at from posts order by slug";
    let before = rows(&site, dump);
    let again = exported.import(&site);
    assert_eq!((again.totals.posts.new, again.totals.posts.skipped), (0, 2));
    let redirects = &again.totals.redirects;
    assert_eq!((redirects.new, redirects.skipped), (0, 2));
    assert_eq!(again.item("post", "one").address, "/blog/one");
    assert_eq!(rows(&site, dump), before);
    assert!(before[0].contains("Edited here"));
}

#[tokio::test]
async fn a_redirect_that_was_deleted_does_not_come_back() {
    let site = Site::new();
    let exported = Exported::new(vec![post("one", "<p>One.</p>")]);
    exported.import(&site);
    blocking(|| {
        database::execute(site.folder(), "delete from redirects");
        database::announce(site.folder());
    });
    let again = exported.import(&site);
    assert_eq!(again.totals.redirects, Count::default());
    assert_eq!(count(&site, "redirects"), 0);
}

#[tokio::test]
async fn a_post_that_was_removed_can_be_imported_again() {
    let site = Site::new();
    let exported = Exported::new(vec![post("one", "<p>One.</p>")]);
    exported.import(&site);
    let admin = site.admin("root");
    let id = site.get("/api/blogs/one").await["blog"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let removed = site
        .request(Method::DELETE, &format!("/api/blogs/{id}"), &admin.token, None)
        .await;
    removed.assert_status_ok();
    assert_eq!(count(&site, "import_sources"), 0);
    assert_eq!(exported.import(&site).totals.posts.new, 1);
}

#[tokio::test]
async fn every_text_gets_an_address_of_its_own() {
    let site = Site::with_posts(&[crate::support::post(1)]);
    let named = |id: &str, slug: Option<&str>, title: &str| {
        text_with(id, "<p>Words of this text.</p>", |text| {
            text.slug = slug.map(str::to_owned);
            text.title = title.to_owned();
        })
    };
    let long = "word-".repeat(40);
    let moved = Exported::new(vec![
        named("a", Some("post-1"), "A"),
        named("b", Some("post-1"), "B"),
        named("c", Some("trending"), "C"),
        named("d", Some("%C3%BCber_uns"), "D"),
        named("e", None, "A title"),
        named("f", None, "A title"),
        named("g", None, ""),
        named("h", Some(&long), "H"),
    ])
    .import(&site);
    for (id, address) in [
        ("a", "/blog/post-1-2"),
        ("b", "/blog/post-1-3"),
        ("c", "/blog/trending-2"),
        ("d", "/blog/uber-uns"),
        ("e", "/blog/a-title"),
        ("f", "/blog/a-title-2"),
        ("g", "/blog/words-of-this-text"),
    ] {
        assert_eq!(moved.address("post", id), address, "{id}");
        site.server.get(address).await.assert_status_ok();
    }
    assert!(moved.address("post", "h").len() <= "/blog/".len() + 120);
    assert_eq!(moved.changed("post", "a"), ["slug"]);
    assert_eq!(moved.item("post", "g").title, "Words of this text.");
}

#[tokio::test]
async fn texts_of_the_future_wait_and_those_of_the_past_are_public() {
    let site = Site::new();
    let planned = |id: &str, at: &str| {
        text_with(id, "<p>Words.</p>", |text| {
            text.visibility = Visibility::Scheduled(Time::parse(at).unwrap());
        })
    };
    let moved = Exported::new(vec![
        planned("past", "2026-02-01T00:00:00Z"),
        planned("soon", "2026-03-02T00:00:00Z"),
    ])
    .import(&site);
    assert_eq!(moved.item("post", "past").status, "published");
    assert_eq!(moved.item("post", "soon").status, "scheduled");
    assert_eq!(site.server.get("/api/blogs/soon").await.status_code(), 404);
    site.clock.advance_seconds(86_400);
    site.publish_due();
    assert_eq!(
        site.get("/api/blogs/soon").await["blog"]["createdAt"],
        "2026-03-02T00:00:00.000Z"
    );
}

#[tokio::test]
async fn categories_follow_the_map_and_drafts_are_made_on_demand() {
    let site = Site::new();
    let mut categories = Categories::default();
    categories.add_map("Reisen = \"Cybersecurity\"").unwrap();
    let chosen = Options {
        categories,
        as_drafts: true,
        with_redirects: false,
        ..options()
    };
    let item = text_with("one", "<p>One.</p>", |text| {
        text.categories = vec!["reisen".to_owned()];
    });
    let moved = Exported::new(vec![item]).import_with(&site, &chosen);
    assert_eq!(moved.item("post", "one").status, "draft");
    assert_eq!(
        rows(&site, "select category || ' ' || status from posts"),
        ["Cybersecurity draft"]
    );
    assert_eq!(count(&site, "redirects"), 0);
}

#[tokio::test]
async fn authors_are_members_of_the_team_or_names() {
    let site = Site::new();
    site.admin("ada");
    let by = |id: &str, authors: &[(&str, Option<&str>)]| {
        text_with(id, "<p>Words.</p>", |text| {
            text.authors = authors
                .iter()
                .map(|(name, email)| ForeignAuthor {
                    name: (*name).to_owned(),
                    email: email.map(str::to_owned),
                })
                .collect();
        })
    };
    let moved = Exported::new(vec![
        by("a", &[("A. L.", Some("ADA@example.org"))]),
        by("b", &[("Bo", None)]),
        by("c", &[]),
    ])
    .import(&site);
    let names = rows(
        &site,
        "select p.slug || ' ' || coalesce(m.username, a.name) from posts p join authors a on a.id = p.author_id
         left join admins m on m.id = a.admin_id order by p.slug",
    );
    assert_eq!(names, ["a ada", "b Bo", "c The editors"]);
    assert_eq!(moved.changed("post", "c"), ["author"]);
    // No address of anybody is kept.
    let texts = blocking(|| database::texts_and_bytes(site.folder()));
    let kept = texts.iter().filter(|(column, text)| {
        !column.starts_with("admins.")
            && String::from_utf8_lossy(text)
                .to_lowercase()
                .contains("ada@example.org")
    });
    assert_eq!(kept.count(), 0);
}

#[tokio::test]
async fn wrong_texts_are_refused_and_the_rest_is_taken() {
    let site = Site::new();
    let refused = RefusedItem {
        kind: Kind::Post,
        source_id: "damaged".to_owned(),
        title: "Damaged".to_owned(),
        reason: "It is cut off".to_owned(),
    };
    let moved = Exported::new(vec![
        Item::Refused(refused),
        post("empty", "<p> </p><script>x</script>"),
        post("deep", &"<div>".repeat(500)),
        post("large", &format!("<p>{}</p>", "x".repeat(1 << 20))),
        post("", "<p>No id.</p>"),
        post("one", "<p>One.</p>"),
        post("one", "<p>Another one.</p>"),
        text_with("null", "<p>N\0ull.</p>", |text| text.title = "Nu\0ll".to_owned()),
    ])
    .import(&site);
    assert_eq!((moved.totals.posts.new, moved.totals.posts.refused), (2, 6));
    for (source, reason) in [
        ("damaged", "cut off"),
        ("empty", "no text"),
        ("deep", "128 levels"),
        ("large", "1 MiB"),
        ("", "no id"),
    ] {
        let item = moved.item("post", source);
        assert_eq!(item.outcome, Outcome::Refused);
        assert!(item.refusal().unwrap().contains(reason), "{item:?}");
    }
    assert_eq!(count(&site, "posts"), 2);
    assert_eq!(
        rows(&site, "select title from posts where slug = 'null'"),
        ["Nu ll"]
    );
}

#[tokio::test]
async fn addresses_that_are_no_texts_own_are_redirected() {
    let site = Site::new();
    let redirect = |path: &str, target: Option<&str>, is_permanent: bool| {
        Item::Redirect(ForeignRedirect {
            path: path.to_owned(),
            target: target.map(str::to_owned),
            is_permanent,
        })
    };
    let moved = Exported::new(vec![
        post("one", "<p>One.</p>"),
        redirect("/rss/", Some("/feed.xml"), true),
        redirect("/?p=1", Some("https://old.example/2020/one/"), true),
        redirect("/partner", Some("https://partner.example/"), false),
        redirect("/gone", None, true),
        redirect("/x", Some("https://old.example/unknown"), true),
        redirect("/self/", Some("/self"), true),
        redirect("/js", Some("javascript:x()"), true),
        redirect("/rss", Some("/other"), true),
        redirect("/trending/", Some("/blog/one"), true),
    ])
    .import(&site);
    let redirects = &moved.totals.redirects;
    assert_eq!((redirects.new, redirects.skipped, redirects.refused), (5, 1, 4));
    assert_eq!(
        rows(
            &site,
            "select path || ' ' || coalesce(target, '') || ' ' || status || ' ' || source from redirects order by path"
        ),
        [
            "/2020/one /blog/one 301 ghost",
            "/?p=1 /blog/one 301 ghost",
            "/gone  410 ghost",
            "/partner https://partner.example/ 302 ghost",
            "/rss /feed.xml 301 ghost",
        ]
    );
}

#[tokio::test]
async fn each_number_of_wordpress_in_a_folder_leads_to_its_post() {
    let site = Site::new();
    let numbered = |id: &str, number: u32| {
        text_with(id, "<p>Text.</p>", |text| {
            text.old_addresses.push(format!("/log/?p={number}"));
        })
    };
    let moved = Exported::new(vec![numbered("one", 3), numbered("two", 4)]).import(&site);
    assert_eq!(moved.totals.redirects.new, 4);
    assert_eq!(
        rows(
            &site,
            "select path || ' ' || target from redirects where path like '/log%' order by path"
        ),
        ["/log?p=3 /blog/one", "/log?p=4 /blog/two"]
    );
}

#[tokio::test]
async fn a_text_has_a_bounded_number_of_redirects() {
    let site = Site::new();
    let many = text_with("one", "<p>Text.</p>", |text| {
        text.old_addresses
            .extend((0..5_000).map(|number| format!("/old/{number}")));
    });
    let moved = Exported::new(vec![many]).import(&site);
    assert_eq!(moved.totals.redirects.new, 100);
    let changes = &moved.item("post", "one").changes;
    assert!(
        changes
            .iter()
            .any(|change| change.field == "redirect" && change.reason.contains("4901 further ones")),
        "{changes:?}"
    );
    assert_eq!(
        rows(&site, "select path from redirects where path = '/2020/one'"),
        ["/2020/one"]
    );
}
