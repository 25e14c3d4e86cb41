//! Moving in: exports of a made-up system, handed to the import as its importers do.

mod command_line;
mod comments;
mod dry_runs;
mod killed_program;
mod kills;
mod links;
mod pictures;
mod public;
mod systems;
mod texts;

use std::path::Path;
use std::sync::Arc;

use blog_app::actions::moving::{
    self, Categories, Event, Export, MovingError, Options, Outcome, ReportItem, Totals,
};
use blog_app::config::PostUrlStyle;
use blog_app::domain::{Entropy, SystemEntropy, Time};
use blog_app::moving::System;
use blog_app::moving::item::{
    Base, CommentContent, CommentedText, ForeignAuthor, ForeignComment, ForeignContent, ForeignText, Item,
    Kind, Visibility,
};
use tempfile::TempDir;
use url::Url;

use crate::support::{Site, blocking, database};

/// An export with these items, and the files beside them.
struct Exported {
    folder: TempDir,
    items: Vec<Item>,
}

/// What an import has said.
struct Moved {
    totals: Totals,
    items: Vec<ReportItem>,
}

impl Exported {
    fn new(items: Vec<Item>) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            items,
        }
    }

    fn with_files(items: Vec<Item>, files: &[(&str, &[u8])]) -> Self {
        let exported = Self::new(items);
        for (path, bytes) in files {
            let path = exported.folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        exported
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Imports it, and calls `on_item` with each entry of the report.
    fn import_observed(
        &self,
        site: &Site,
        options: &Options,
        mut on_item: impl FnMut(&ReportItem) + Send,
    ) -> Result<Totals, MovingError> {
        blocking(|| {
            let export = Export::read_by(System::Ghost, self.path(), |_, sink| {
                for (number, item) in (1..).zip(&self.items) {
                    sink.take(item.clone())?;
                    sink.read(number);
                }
                Ok(())
            })
            .unwrap();
            let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
            moving::run(&site.store, &site.clock, &entropy, &export, options, |event| {
                if let Event::Item(item) = event {
                    on_item(item);
                }
            })
        })
    }

    fn import_with(&self, site: &Site, options: &Options) -> Moved {
        let mut items = Vec::new();
        let totals = self
            .import_observed(site, options, |item| items.push(item.clone()))
            .unwrap();
        Moved { totals, items }
    }

    fn import(&self, site: &Site) -> Moved {
        self.import_with(site, &options())
    }
}

impl Moved {
    /// The entry of this kind with this source.
    fn item(&self, kind: &str, source: &str) -> &ReportItem {
        let found = self
            .items
            .iter()
            .find(|item| (item.kind, item.source.as_str()) == (kind, source));
        assert!(found.is_some(), "no {kind} {source} in {:#?}", self.items);
        found.unwrap()
    }

    fn address(&self, kind: &str, source: &str) -> &str {
        let item = self.item(kind, source);
        assert_eq!(item.outcome, Outcome::New, "{item:?}");
        &item.address
    }

    /// The fields that the report names for an entry.
    fn changed(&self, kind: &str, source: &str) -> Vec<&'static str> {
        let changes = &self.item(kind, source).changes;
        changes.iter().map(|change| change.field).collect()
    }
}

pub fn options() -> Options {
    Options {
        is_dry_run: false,
        as_drafts: false,
        with_redirects: true,
        categories: Categories::default(),
        pictures: None,
        client: None,
        default_author: "The editors".to_owned(),
        post_addresses: PostUrlStyle::Slug,
        site_url: Url::parse("https://blog.example.org").unwrap(),
        temporary_folder: None,
        recorder: None,
    }
}

fn dry_run() -> Options {
    Options {
        is_dry_run: true,
        ..options()
    }
}

/// Returns a public post with this id, whose slug and old address are the id.
fn text(id: &str, html: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: format!("Text {id}"),
        slug: Some(id.to_owned()),
        text: ForeignContent::Html(html.to_owned()),
        authors: vec![ForeignAuthor {
            name: "Ada".to_owned(),
            email: None,
        }],
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Public,
        created_at: Time::parse("2020-05-01T10:00:00Z"),
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: vec![format!("https://old.example/2020/{id}/")],
        base: Base::None,
        changes: Vec::new(),
    }
}

/// Returns [`text`] with some fields changed.
fn text_with(id: &str, html: &str, change: impl FnOnce(&mut ForeignText)) -> Item {
    let mut text = text(id, html);
    change(&mut text);
    Item::Text(Box::new(text))
}

fn post(id: &str, html: &str) -> Item {
    text_with(id, html, |_| {})
}

/// Returns an approved comment on a text, which was written so many minutes after it.
fn comment(id: &str, on: &str, parent: Option<&str>, minutes: i64) -> ForeignComment {
    let begin = Time::parse("2020-05-02T10:00:00Z").unwrap();
    ForeignComment {
        source_id: id.to_owned(),
        on: CommentedText::Source(on.to_owned()),
        parent: parent.map(str::to_owned),
        author: format!("Reader {id}"),
        text: CommentContent::Html(format!("<p>Says <b>{id}</b></p>")),
        created_at: Some(begin.plus_milliseconds(minutes * 60_000)),
        is_approved: true,
    }
}

fn comment_item(comment: ForeignComment) -> Item {
    Item::Comment(Box::new(comment))
}

/// Returns the number of rows of a table.
fn count(site: &Site, table: &str) -> u64 {
    let rows = blocking(|| database::query(site.folder(), &format!("select count(*) from {table}")));
    rows[0].parse().unwrap()
}

fn rows(site: &Site, sql: &str) -> Vec<String> {
    blocking(|| database::query(site.folder(), sql))
}
