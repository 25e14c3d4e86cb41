//! Exports of every system, read by its importer: a dry run, an import, a second one, and the way from each old address.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::header;
use blog_app::actions::moving::{self, Event, Export, Options, Outcome};
use blog_app::domain::{Entropy, SystemEntropy};
use blog_app::moving::item::{ForeignText, Item};
use blog_app::moving::source::Source;
use blog_app::moving::{ReadError, Sink, System, read};
use url::Url;

use super::{Moved, dry_run, options, rows};
use crate::support::{Site, blocking, database};

const EXPORTS: [(System, &str); 18] = [
    (System::Ghost, "ghost/site"),
    (System::Ghost, "ghost/v1.json"),
    (System::Wordpress, "wordpress/garden.wordpress.xml"),
    (System::Wordpress, "wordpress/classic-1.0.xml"),
    (System::Medium, "medium/archive"),
    (System::Devto, "devto/me-all.json"),
    (System::Devto, "devto/articles.json"),
    (System::Hashnode, "hashnode/export.json"),
    (System::Hashnode, "hashnode/answer.json"),
    (System::Hashnode, "hashnode/backup"),
    (System::Markdown, "markdown/jekyll"),
    (System::Markdown, "markdown/hugo"),
    (System::Markdown, "markdown/astro"),
    (System::Markdown, "markdown/eleventy"),
    (System::Markdown, "markdown/plain"),
    (System::Disqus, "disqus/export.xml"),
    (System::Commento, "commento/export.json"),
    (System::Commento, "commento/version3.json"),
];
/// What no reader may see, and what nobody may.
const FOR_STAFF_ALONE: [&str; 2] = ["SECRET-OF-PAYERS", "SECRET-OF-DRAFTS"];
const FOR_NOBODY: [&str; 4] = [
    "KEY-OF-SETTINGS",
    "$2a$10$hash",
    "@reader.example",
    "@old.example",
];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/moving")
        .join(name)
}

fn import(site: &Site, system: System, name: &str, options: &Options) -> Moved {
    let mut items = Vec::new();
    let totals = blocking(|| {
        let export = Export::open(system, &fixture(name)).unwrap();
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        moving::run(&site.store, &site.clock, &entropy, &export, options, |event| {
            if let Event::Item(item) = event {
                items.push(item.clone());
            }
        })
    });
    Moved {
        totals: totals.unwrap(),
        items,
    }
}

/// Everything that is in the database.
fn contents(site: &Site) -> Vec<(String, Vec<u8>)> {
    let mut contents = blocking(|| database::texts_and_bytes(site.folder()));
    // There the nodes of a server tell each other of each commit, also of one that has changed nothing.
    contents.retain(|(column, _)| !column.starts_with("commits."));
    contents.sort();
    contents
}

/// The texts of an export by the kind and the id that reports have.
#[derive(Default)]
struct Texts(BTreeMap<(&'static str, String), ForeignText>);

impl Sink for Texts {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        if let Item::Text(text) = item {
            let key = (text.kind.name(), text.source_id.clone());
            self.0.entry(key).or_insert(*text);
        }
        Ok(())
    }

    fn read(&mut self, _: u64) {}
}

fn texts(system: System, name: &str) -> Texts {
    let mut texts = Texts::default();
    read(system, &Source::open(&fixture(name)).unwrap(), &mut texts).unwrap();
    texts
}

/// Returns the path of an old address with its query.
fn path_of(address: &str) -> String {
    let url = Url::parse("https://old.example/").unwrap().join(address).unwrap();
    url[url::Position::BeforePath..url::Position::AfterQuery].to_owned()
}

/// Follows up to five redirects from a path, and returns the last path and its status, which is 302 if that leads on still;
/// the path may lead to another site.
async fn end_of(site: &Site, path: &str) -> (String, u16) {
    let mut path = path.to_owned();
    for _ in 0..5 {
        let response = site.server.get(&path).await;
        let status = response.status_code().as_u16();
        if !matches!(status, 301 | 302) {
            return (path, status);
        }
        let location = response.header(header::LOCATION);
        location.to_str().unwrap().clone_into(&mut path);
        if !path.starts_with('/') {
            return (path, 200);
        }
    }
    (path, 302)
}

#[tokio::test]
async fn a_dry_run_writes_nothing_and_a_second_import_skips_everything() {
    for (system, name) in EXPORTS {
        let site = Site::new();
        let before = contents(&site);
        let dry = import(&site, system, name, &dry_run());
        assert!(contents(&site) == before, "{name}");
        let real = import(&site, system, name, &options());
        assert_eq!(dry.totals, real.totals, "{name}");
        assert_eq!(dry.items, real.items, "{name}");
        assert!(!real.items.is_empty(), "{name}");
        site.assert_counts_are_correct();
        let imported = contents(&site);
        let again = import(&site, system, name, &options());
        for (kind, count) in again.totals.by_kind() {
            assert_eq!(count.new, 0, "{name} {kind}");
        }
        let refused = |moved: &Moved| {
            let texts = [moved.totals.posts, moved.totals.pages, moved.totals.comments];
            texts.map(|count| count.refused)
        };
        assert_eq!(refused(&again), refused(&real), "{name}");
        assert!(contents(&site) == imported, "{name}");
    }
}

#[tokio::test]
async fn every_old_address_of_a_public_text_leads_to_it() {
    let mut followed = 0;
    for (system, name) in EXPORTS {
        let site = Site::new();
        let moved = import(&site, system, name, &options());
        let texts = texts(system, name).0;
        for item in &moved.items {
            let Some(text) = texts.get(&(item.kind, item.source.clone())) else {
                continue;
            };
            if item.outcome != Outcome::New || item.status != "published" {
                continue;
            }
            assert_eq!(
                site.server.get(&item.address).await.status_code(),
                200,
                "{item:?}"
            );
            for address in &text.old_addresses {
                let is_reported = item
                    .changes
                    .iter()
                    .any(|change| change.field == "redirect" && change.reason.starts_with(address.as_str()));
                if is_reported {
                    continue;
                }
                let end = end_of(&site, &path_of(address)).await;
                assert_eq!(end, (item.address.clone(), 200), "{name}: {address}");
                followed += 1;
            }
        }
        // Those of lists, feeds and files of redirects lead to something as well.
        for path in rows(&site, "select path from redirects where status <> 410") {
            let (end, status) = end_of(&site, &path).await;
            let planned = "select count(*) from posts where publish_at is not null and '/blog/' || slug = ";
            let is_planned = rows(&site, &format!("{planned}'{}'", end.replace('\'', "''"))) == ["1"];
            assert!(
                status == 200 || is_planned,
                "{name}: {path} leads to {end}, {status}"
            );
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed}");
}

#[tokio::test]
async fn no_secret_of_an_export_is_told() {
    for (system, name) in EXPORTS {
        let site = Site::new();
        import(&site, system, name, &options());
        for (place, bytes) in contents(&site) {
            let text = String::from_utf8_lossy(&bytes);
            for secret in FOR_NOBODY {
                assert!(!text.contains(secret), "{name}: {secret} is in {place}");
            }
        }
        let pages = rows(
            &site,
            "select '/blog/' || slug from posts union all select '/page/' || slug from static_pages",
        );
        let lists = [
            "/",
            "/treasure",
            "/trending",
            "/feed.xml",
            "/sitemap.xml",
            "/api/blogs?page=1&limit=100",
            "/api/blogs/featured",
            "/api/blogs/trending",
        ];
        let texts = pages.iter().map(|page| format!("{page}.md"));
        let all = lists.map(str::to_owned).into_iter();
        for path in all.chain(texts).chain(pages.clone()) {
            let text = site.server.get(&path).await.text();
            for secret in FOR_STAFF_ALONE.iter().chain(&FOR_NOBODY) {
                assert!(!text.contains(secret), "{name}: {secret} is at {path}");
            }
        }
        for secret in FOR_STAFF_ALONE {
            let found = site.get(&format!("/api/blogs?page=1&search={secret}")).await;
            assert_eq!(found["total"], 0, "{name}: {secret}");
        }
    }
}
