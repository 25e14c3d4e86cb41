//! Tags, series and the pages of authors, in sites that have some already, and in exports that are not as they were made.

use axum::http::Method;
use blog_app::actions::moving::Outcome;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::imports::{changed, outcomes, path_of};
use super::{Import, Imported, export, files, full_site, records};
use crate::support::{Site, blocking, database, post_with_changes};

fn rows(site: &Site, sql: &str) -> Vec<String> {
    blocking(|| database::query(site.folder(), sql))
}

/// The parts of something that were changed.
fn fields(imported: &Imported, kind: &str, title: &str) -> Vec<&'static str> {
    let changes = &imported.titled(kind, title).changes;
    changes.iter().map(|change| change.field).collect()
}

#[tokio::test]
async fn what_is_here_keeps_its_address_and_its_text() {
    let site = full_site().await;
    let other = Site::configured(&super::full_site::SETTINGS);
    other.import(&[post_with_changes(
        5,
        json!({"slug": "ours", "tags": ["sample", "Samples"]}),
    )]);
    let editor = other.staff("Ruth", Role::Editor).token;
    let ours = json!({"title": "Ours", "slug": "all-parts"});
    let made = other.request(Method::POST, "/api/series", &editor, Some(&ours));
    made.await.assert_status_success();
    let imported = Import::default().archive(&other, &export(&site, false));
    assert_eq!(imported.totals.refused(), 0, "{:#?}", imported.items);
    assert_eq!(imported.titled("tag", "Sample").outcome, Outcome::Skipped);
    assert_eq!(
        rows(
            &other,
            "select slug || name || description from tags where key = 'sample'"
        ),
        ["samplesample"]
    );
    let parts = imported.titled("series", "Parts & \"more\"");
    assert_eq!(
        (parts.outcome, parts.address.as_str()),
        (Outcome::New, "/series/all-parts-2")
    );
    assert_eq!(fields(&imported, "series", "Parts & \"more\""), ["slug"]);
    // An address that somebody has here does not lead to another one.
    let holder = "select m.username from authors a join admins m on m.id = a.admin_id where a.slug = 'ruth'";
    assert_eq!(rows(&other, holder), ["Ruth"]);
    let former = "select count(*) from former_slugs where kind = 'author' and slug = 'ruth'";
    assert_eq!(rows(&other, former), ["0"]);
    other.assert_counts_are_correct();
}

#[tokio::test]
async fn a_series_comes_without_posts_that_are_not_here_or_in_another_one() {
    let site = full_site().await;
    let mut files = files(&export(&site, false));
    for end in ["index.md", "index.html"] {
        let path = path_of(&files, "posts/2026-03-01-third-slug/", end);
        files.remove(&path);
    }
    let series = records(&files, "series.jsonl");
    let (parts, mut empty) = (series[0].clone(), series[1].clone());
    empty["posts"] = json!([parts["posts"][0], parts["posts"][0]]);
    changed(&mut files, "series.jsonl", |_| format!("{parts}\n{empty}\n"));
    let other = Site::configured(&super::full_site::SETTINGS);
    let imported = Import::default().files(&other, &files);
    assert_eq!(fields(&imported, "series", "Parts & \"more\""), ["file", "posts"]);
    assert_eq!(
        fields(&imported, "series", "Of nobody"),
        ["file", "posts", "posts"]
    );
    let placed = "select p.slug || ' ' || s.position from series_posts s join posts p on p.seq = s.post_seq
                  order by s.position";
    assert_eq!(rows(&other, placed), ["post-2 1", "post-1 2"]);
    other.assert_counts_are_correct();
}

#[tokio::test]
async fn damaged_lines_are_refused_one_by_one() {
    let site = full_site().await;
    let mut files = files(&export(&site, true));
    let cover = records(&files, "tags.jsonl")
        .into_iter()
        .find_map(|tag| tag["cover"].as_str().map(str::to_owned))
        .unwrap();
    files.insert(format!("tags/{cover}"), b"no picture".to_vec());
    let tag = |name: &str, key: &str, slug: &str| json!({"key": key, "posts": 0, "name": name, "slug": slug, "description": "", "cover": "javascript:alert(1)"});
    let odd_tags = [
        tag("Other", "another", "other"),
        tag("", "", "empty"),
        tag("Bad slug", "bad slug", "Not a slug"),
        tag("Good", "good", "good"),
    ];
    changed(&mut files, "tags.jsonl", |text| {
        format!(
            "{text}{}\nnot json\n",
            odd_tags.map(|tag| tag.to_string()).join("\n")
        )
    });
    let untitled = json!({"id": "0198c0de-0000-7000-8000-000000000000", "slug": "untitled", "title": "",
        "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"});
    changed(&mut files, "series.jsonl", |text| {
        format!("{text}{untitled}\n{{\"id\": \"x\"}}\n")
    });
    changed(&mut files, "people.jsonl", |text| {
        text.replace("https://grace.example", "javascript:alert(1)")
    });
    let other = Site::configured(&super::full_site::SETTINGS);
    let imported = Import::default().files(&other, &files);
    let refused = |kind: &str| {
        let outcomes = outcomes(&imported, kind);
        outcomes
            .iter()
            .filter(|outcome| **outcome == Outcome::Refused)
            .count()
    };
    assert_eq!(
        (refused("tag"), refused("series"), refused("picture")),
        (4, 2, 1),
        "{:#?}",
        imported.items
    );
    assert_eq!(fields(&imported, "tag", "Good"), ["file", "cover"]);
    assert_eq!(fields(&imported, "tag", "Sample"), ["file", "cover"]);
    assert_eq!(fields(&imported, "person", "Grace 👩‍💻"), ["file", "links"]);
    assert_eq!(
        rows(
            &other,
            "select count(*) from tags where cover_url is not null or cover_media is not null"
        ),
        ["0"]
    );
    other.assert_counts_are_correct();
}

/// Returns the records of a file without these fields.
fn without(text: &str, fields: &[&str]) -> String {
    let lines = text.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        let of_record = record.as_object_mut().unwrap();
        of_record.retain(|name, _| !fields.contains(&name.as_str()));
        format!("{record}\n")
    });
    lines.collect()
}

#[tokio::test]
async fn takes_exports_of_programs_without_such_pages() {
    let site = full_site().await;
    let mut files = files(&export(&site, false));
    let of_pages = ["name", "slug", "formerSlugs", "description", "cover"];
    changed(&mut files, "tags.jsonl", |text| without(text, &of_pages));
    changed(&mut files, "people.jsonl", |text| without(text, &["page"]));
    changed(&mut files, "series.jsonl", |_| String::new());
    let other = Site::configured(&super::full_site::SETTINGS);
    let imported = Import::default().files(&other, &files);
    assert_eq!(imported.totals.refused(), 0, "{:#?}", imported.items);
    assert!(outcomes(&imported, "tag").is_empty() && outcomes(&imported, "series").is_empty());
    // The posts bring the tags, and the names make the addresses.
    assert_eq!(
        rows(&other, "select slug from tags where key = 'sample'"),
        ["sample"]
    );
    assert_eq!(
        rows(&other, "select count(*) from authors where slug is null"),
        ["0"]
    );
    other.assert_counts_are_correct();
}
