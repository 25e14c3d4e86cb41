//! Whole sites of each system, and the rules for what one of them can hold.

mod damage;
mod hugo;
mod jekyll;
mod others;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::domain::Time;
use crate::moving::item::{Change, ForeignAuthor};
use crate::moving::{System, read as read_system};

#[derive(Default)]
struct Items {
    items: Vec<Item>,
    bytes: u64,
}

impl Sink for Items {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.items.push(item);
        Ok(())
    }

    fn read(&mut self, bytes: u64) {
        assert!(bytes >= self.bytes);
        self.bytes = bytes;
    }
}

fn read_path(path: &Path) -> Vec<Item> {
    let source = Source::open(path).unwrap();
    let mut items = Items::default();
    read_system(System::Markdown, &source, &mut items).unwrap();
    assert_eq!(items.bytes, source.size());
    items.items
}

/// The items of one of the sites among the fixtures.
fn fixture(name: &str) -> Vec<Item> {
    read_path(&fixtures().join(name))
}

/// The folder of the fixtures, also where this file is compiled for itself.
fn fixtures() -> PathBuf {
    let root = Path::new(file!()).ancestors().nth(5).unwrap();
    root.join("tests/fixtures/moving/markdown")
}

/// The items of a site with these files.
fn site(files: &[(&str, &str)]) -> Vec<Item> {
    let folder = folder(files);
    read_path(folder.path())
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The text with this source id, whose blank lines in a row are one.
fn text(items: &[Item], id: &str) -> ForeignText {
    let text = items.iter().find_map(|item| match item {
        Item::Text(text) if text.source_id == id => Some(text.as_ref().clone()),
        _ => None,
    });
    let mut text = text.unwrap_or_else(|| panic!("there is no text {id} in {items:#?}"));
    match &mut text.text {
        ForeignContent::Html(content) | ForeignContent::Markdown(content) => {
            while content.contains("\n\n\n") {
                *content = content.replace("\n\n\n", "\n\n");
            }
            *content = content.trim().to_owned();
        }
    }
    text
}

fn markdown(text: &ForeignText) -> &str {
    match &text.text {
        ForeignContent::Markdown(text) | ForeignContent::Html(text) => text,
    }
}

/// The ids of what was refused, with a part of each reason.
fn assert_refused(items: &[Item], expected: &[(&str, &str)]) {
    let refused = items.iter().filter_map(|item| match item {
        Item::Refused(refused) => Some((refused.source_id.as_str(), refused.reason.as_str())),
        _ => None,
    });
    assert_reasons(&refused.collect::<Vec<_>>(), expected);
}

/// The ids of what was left out, with a part of each reason.
fn assert_left_out(items: &[Item], expected: &[(&str, &str)]) {
    let left_out = items.iter().filter_map(|item| match item {
        Item::LeftOut(left_out) => Some((left_out.source_id.as_str(), left_out.reason.as_str())),
        _ => None,
    });
    assert_reasons(&left_out.collect::<Vec<_>>(), expected);
}

fn assert_reasons(found: &[(&str, &str)], expected: &[(&str, &str)]) {
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((id, reason), (expected_id, part)) in found.iter().zip(expected) {
        assert_eq!(id, expected_id);
        assert!(reason.contains(part), "{id}: {reason}");
    }
}

fn redirects(items: &[Item]) -> Vec<(&str, Option<&str>)> {
    let redirects = items.iter().filter_map(|item| match item {
        Item::Redirect(redirect) => Some((redirect.path.as_str(), redirect.target.as_deref())),
        _ => None,
    });
    redirects.collect()
}

fn time(text: &str) -> Option<Time> {
    Time::parse(text)
}

fn public_from(text: &str) -> Visibility {
    Visibility::From(Time::parse(text).unwrap())
}

fn person(name: &str, email: Option<&str>) -> ForeignAuthor {
    ForeignAuthor {
        name: name.to_owned(),
        email: email.map(str::to_owned),
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// A public post without anything but an id and a title.
fn bare(id: &str, title: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: title.to_owned(),
        slug: None,
        text: ForeignContent::Markdown(String::new()),
        authors: Vec::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Public,
        created_at: None,
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: Vec::new(),
        base: base_of(id, ""),
        changes: Vec::new(),
    }
}

/// Where addresses begin in a file of a site whose root has this path on the web.
fn base_of(id: &str, path: &str) -> Base {
    Base::Site {
        folder: id.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
        path: path.to_owned(),
    }
}

fn in_markdown(text: &str) -> ForeignContent {
    ForeignContent::Markdown(text.to_owned())
}

const ATTRIBUTES_LOST: &str = "Attributes in braces such as {: .class} or {#id} were left out";

fn unknown(what: &str) -> Change {
    Change::new("text", format!("The {what} is not known here and stays as text"))
}
