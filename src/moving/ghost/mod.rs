//! The exports of Ghost 1 to 6: a JSON file, or an archive or a folder with one and the pictures.
//!
//! | File | What it is |
//! |---|---|
//! | [`rows`], [`scanner`], [`value`] | the rows of the tables, and their values |
//! | [`survey`] | the tables around the posts |
//! | [`post`], [`permalinks`], [`comment`] | from rows to items |
//! | [`html`], [`pieces`], [`parts`] | the HTML that Ghost made, with its cards |
//! | [`lexical`], [`mobiledoc`] | what the editors keep, for posts without that HTML |
//! | [`cards`], [`page`], [`addresses`] | what the three have in common |
//! | [`redirects`] | the redirects that people set |
//!
//! The file is read in passes: the tables around the posts, the posts, the comments if there are any.

mod addresses;
mod cards;
mod comment;
mod html;
mod lexical;
mod mobiledoc;
mod page;
mod parts;
mod permalinks;
mod pieces;
mod post;
mod redirects;
mod rows;
mod scanner;
mod survey;
mod value;

use serde_json::Value;

use super::item::{Item, Kind, LeftOutItem, RefusedItem, Visibility};
use super::json::parse;
use super::lists::{FEED, Lists, permanent};
use super::source::Source;
use super::threads::Threads;
use super::{ReadError, Sink};
use addresses::Addresses;
use permalinks::Permalinks;
use post::Context;
use rows::{Walk, walk};
use survey::Survey;
use value::time;

const POSTS: &str = "posts";
const COMMENTS: &str = "comments";
/// The most bytes of a `routes.yaml`.
const ROUTES_BYTES_MAX: u64 = 1 << 20;
/// The folders in which JSON is something else.
const OTHER_FOLDERS: [&str; 4] = ["themes", "node_modules", "__MACOSX", "images"];

/// Hands every item of the export to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub(super) fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let path = newest(source, sink)?;
    let survey = Survey::of(source, &path)?;
    let addresses = Addresses::new(source);
    let routes = text_of(source, "routes.yaml", ROUTES_BYTES_MAX)?.pop();
    let routes = routes.as_ref().map(|(_, routes)| routes.as_str());
    let permalinks = Permalinks::new(survey.permalink.as_deref(), routes);
    let context = Context {
        survey: &survey,
        addresses: &addresses,
        permalinks: &permalinks,
    };
    let mut lists = Lists::new("rss/");
    let result = each(source, &path, POSTS, sink, |sink, row, place| {
        let item = context.item(row, place);
        add_lists(&mut lists, row, &item, &survey);
        sink.take(item)
    });
    // What stands before a damage is there; the damage is told at the end.
    if !matches!(result, Ok(()) | Err(ReadError::Form(_))) {
        return result;
    }
    if result.is_ok() && survey.has_comments {
        let mut threads = Threads::default();
        each(source, &path, COMMENTS, sink, |sink, row, place| {
            comment::take(row, place, &survey, &mut threads, sink)
        })?;
        threads.finish(sink)?;
    }
    let feed = permanent("/rss/".to_owned(), FEED.to_owned());
    for item in lists.redirects().chain([feed]) {
        sink.take(item)?;
    }
    for name in ["redirects.yaml", "redirects.json"] {
        for (path, text) in text_of(source, name, redirects::FILE_BYTES_MAX)? {
            for item in redirects::read(&path, &text) {
                sink.take(item)?;
            }
        }
    }
    result
}

/// Returns the path of the export. A server keeps copies of it: the newest counts, and the others are reported.
fn newest(source: &Source, sink: &mut dyn Sink) -> Result<String, ReadError> {
    let is_json = |path: &str| {
        let path = path.to_ascii_lowercase();
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_json = name.rsplit_once('.').is_some_and(|(_, end)| end == "json");
        is_json && name != "redirects.json" && !path.split('/').any(|part| OTHER_FOLDERS.contains(&part))
    };
    let files = source
        .files()
        .filter(|(path, _)| source.is_file() || is_json(path));
    let paths: Vec<String> = files.map(|(path, _)| path.to_owned()).collect();
    let (mut exports, mut failure) = (Vec::new(), None);
    for path in paths {
        match exported_at(source, &path) {
            Ok(Some(at)) => exports.push((at, path)),
            Ok(None) => {}
            Err(error @ ReadError::Form(_)) => failure = Some(error),
            Err(error) => return Err(error),
        }
    }
    exports.sort();
    let Some((_, newest)) = exports.pop() else {
        return Err(failure.filter(|_| source.is_file()).unwrap_or_else(|| {
            ReadError::Form("there is no export of Ghost in it: a JSON file with posts".to_owned())
        }));
    };
    for (_, path) in exports {
        sink.take(Item::LeftOut(LeftOutItem {
            reason: format!("It is an older copy of {newest}, which is read instead"),
            source_id: path,
        }))?;
    }
    Ok(newest)
}

/// Returns when a file was exported, in milliseconds; `None` if it is no export.
fn exported_at(source: &Source, path: &str) -> Result<Option<i64>, ReadError> {
    let (mut has_posts, mut exported_at) = (false, 0);
    let result = source.with_reader(path, |reader| {
        walk(reader, path, &["meta", POSTS], &mut |row| {
            let meta = (row.table == "meta").then_some(row.json).flatten();
            if let Some(meta) = meta.and_then(|json| parse(json).ok()) {
                let at = time(&meta, "exported_on");
                exported_at = at.map_or(0, crate::domain::Time::milliseconds);
            }
            has_posts |= row.table == POSTS;
            if has_posts && exported_at != 0 {
                Walk::Stop
            } else {
                Walk::On
            }
        })
    })?;
    match result {
        _ if has_posts => Ok(Some(exported_at)),
        Ok(()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Hands each row of a table to `item`, which hands on what it is.
fn each(
    source: &Source,
    path: &str,
    table: &str,
    sink: &mut dyn Sink,
    mut item: impl FnMut(&mut dyn Sink, &Value, &str) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let (mut next, mut stopped) = (0, None);
    let result = source.with_reader(path, |reader| {
        walk(reader, path, &[table], &mut |row| {
            let place = format!("{table}[{next}]");
            next += 1;
            let taken = match row.json.map(parse) {
                Some(Ok(value)) => item(sink, &value, &place),
                Some(Err(error)) => sink.take(damaged(table, place, format!("It is damaged: {error}"))),
                None => sink.take(damaged(table, place, "It is larger than 12 MiB".to_owned())),
            };
            // The comments are read in a pass of their own.
            if table == POSTS {
                sink.read(row.position);
            }
            match taken {
                Ok(()) => Walk::On,
                Err(error) => {
                    stopped = Some(error);
                    Walk::Stop
                }
            }
        })
    })?;
    stopped.map_or(result, Err)
}

fn damaged(table: &str, source_id: String, reason: String) -> Item {
    Item::Refused(RefusedItem {
        kind: if table == COMMENTS {
            Kind::Comment
        } else {
            Kind::Post
        },
        source_id,
        title: String::new(),
        reason,
    })
}

/// Returns the texts of all files with a name, wherever they are.
fn text_of(source: &Source, name: &str, size_max: u64) -> Result<Vec<(String, String)>, ReadError> {
    let is_named = |path: &str| path == name || path.ends_with(&format!("/{name}"));
    let files = source
        .files()
        .filter(|(path, size)| is_named(path) && *size <= size_max);
    let paths: Vec<String> = files.map(|(path, _)| path.to_owned()).collect();
    let mut texts = Vec::new();
    for path in paths {
        if let Some(bytes) = source.bytes(&path, size_max)? {
            texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(texts)
}

/// Adds the lists of the tags and the authors of a post that everybody may see.
fn add_lists(lists: &mut Lists, row: &Value, item: &Item, survey: &Survey) {
    let Item::Text(text) = item else { return };
    if text.kind != Kind::Post || text.visibility != Visibility::Public {
        return;
    }
    for tag in survey.tags_of(&text.source_id).0 {
        if !tag.is_internal && !tag.slug.is_empty() {
            lists.add_tag(format!("/tag/{}/", tag.slug), &tag.name);
        }
    }
    let author = value::text(row, "author_id");
    for user in survey.authors_of(&text.source_id, &author).0 {
        if !user.slug.is_empty() {
            lists.add(format!("/author/{}/", user.slug));
        }
    }
}

#[cfg(test)]
mod tests;
