//! The comments of Commento, and of Comentario, which went on from it: one JSON file, packed by gzip or not. Version 1 is
//! that of both, version 3 that of Comentario.

use std::collections::HashMap;

use serde_json::Value;

use super::item::{CommentContent, CommentedText, ForeignComment, Item, Kind};
use super::json::{self, first_text, first_time, flag, text};
use super::public_names::public_name;
use super::source::Source;
use super::threads::{DELETED, Threads};
use super::{ReadError, Sink};

/// The lists of an export.
const LISTS: [&str; 3] = ["comments", "commenters", "pages"];
/// The most bytes of names of commenters and of paths of pages.
const NAMES_MAX: usize = 48 << 20;
/// What the tables take for a name beside it and its id.
const NAME_BYTES: usize = 120;
/// What begins the names of the fields of a comment, of a commenter and of a page in both versions.
const COMMENT_ID: [&str; 2] = ["commentHex", "id"];
const COMMENTER_ID: [&str; 2] = ["commenterHex", "id"];
const PARENT_ID: [&str; 2] = ["parentHex", "parentId"];

/// Hands every comment to `sink`.
///
/// # Errors
/// If it is no such export, or cannot be read to its end.
pub fn read(source: &Source, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let files = json::files(source);
    // Commenters and pages come after the comments that name them, so the file is read twice. What is damaged is reported
    // by the second reading.
    let mut names = Names::default();
    let _ = json::walk_files(
        source,
        &files,
        &LISTS,
        Kind::Comment,
        &mut NoSink,
        &mut |_, _, list, entry| names.add(list, &entry),
    );
    if names.size > NAMES_MAX {
        return Err(ReadError::Form(
            "the export has more commenters and pages than can be kept".to_owned(),
        ));
    }
    let mut threads = Threads::default();
    let mut is_export = false;
    let items = json::walk_files(
        source,
        &files,
        &LISTS,
        Kind::Comment,
        sink,
        &mut |sink, _, list, entry| {
            is_export |= entry.get("version").is_some_and(Value::is_u64) || list == "commenters";
            match list {
                "comments" => take(&entry, &names, &mut threads, sink),
                _ => Ok(()),
            }
        },
    )?;
    threads.finish(sink)?;
    if items == 0 && !is_export {
        return Err(ReadError::Form(
            "there is no JSON with the comments of Commento in it".to_owned(),
        ));
    }
    Ok(())
}

/// The sink of the first reading, in which nothing is handed on.
struct NoSink;

impl Sink for NoSink {
    fn take(&mut self, _: Item) -> Result<(), ReadError> {
        Ok(())
    }

    fn read(&mut self, _: u64) {}
}

/// What the comments refer to.
#[derive(Default)]
struct Names {
    commenters: HashMap<String, String>,
    pages: HashMap<String, String>,
    size: usize,
}

impl Names {
    fn add(&mut self, list: &str, entry: &Value) -> Result<(), ReadError> {
        let found = match list {
            "commenters" => first_text(entry, &COMMENTER_ID).zip(text(entry, "name")),
            "pages" => text(entry, "id").zip(first_text(entry, &["path", "url"])),
            _ => None,
        };
        let Some((id, name)) = found else {
            return Ok(());
        };
        self.size += NAME_BYTES + id.len() + name.len();
        if self.size > NAMES_MAX {
            return Err(ReadError::Stopped);
        }
        let names = if list == "pages" {
            &mut self.pages
        } else {
            &mut self.commenters
        };
        names.insert(id, name);
        Ok(())
    }
}

fn take(comment: &Value, names: &Names, threads: &mut Threads, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let id = first_text(comment, &COMMENT_ID).unwrap_or_default();
    let parent = first_text(comment, &PARENT_ID).filter(|parent| is_comment(parent));
    let markdown = text(comment, "markdown");
    let is_deleted = flag(comment, "deleted").or_else(|| flag(comment, "isDeleted")) == Some(true)
        || markdown.as_deref().is_some_and(|text| text.trim() == "[deleted]");
    if is_deleted {
        return threads.leave_out(&id, parent, DELETED, sink);
    }
    let html = text(comment, "html").map(CommentContent::Html);
    let Some(content) = markdown.map(CommentContent::Plain).or(html) else {
        return threads.refuse(&id, parent, "It has no text", sink);
    };
    let Some(address) = address(comment, names) else {
        return threads.refuse(&id, parent, "The export does not say which page it is on", sink);
    };
    if id.is_empty() {
        return threads.refuse(&id, parent, "It has no id", sink);
    }
    threads.take(
        ForeignComment {
            source_id: id,
            on: CommentedText::Address(address),
            parent,
            author: author(comment, names),
            text: content,
            created_at: first_time(comment, &["creationDate", "createdTime"]),
            is_approved: is_approved(comment),
        },
        sink,
    )
}

/// Whether an id is that of a comment. `root` and a row of zeros stand for the page.
fn is_comment(id: &str) -> bool {
    id != "root" && id.bytes().any(|byte| !matches!(byte, b'0' | b'-'))
}

/// Returns the address of the page that a comment is on. Versions of both systems call its path otherwise, and some have
/// none for the page of the domain itself.
fn address(comment: &Value, names: &Names) -> Option<String> {
    let page = text(comment, "pageId").and_then(|id| names.pages.get(&id).cloned());
    let path = first_text(comment, &["path", "url"]).or(page);
    let host = first_text(comment, &["domain", "host"]).unwrap_or_default();
    match path {
        Some(path) if path.starts_with("http://") || path.starts_with("https://") => Some(path),
        None if host.is_empty() => None,
        path => {
            let path = path.unwrap_or_default();
            let path = path.trim_start_matches('/');
            if host.is_empty() {
                Some(format!("/{path}"))
            } else {
                Some(format!("https://{host}/{path}"))
            }
        }
    }
}

fn author(comment: &Value, names: &Names) -> String {
    let id = first_text(comment, &["commenterHex", "userCreated"]);
    let known = id.and_then(|id| names.commenters.get(&id));
    let name = match known {
        Some(name) => name.clone(),
        None => text(comment, "authorName").unwrap_or_default(),
    };
    // How Commento shows who has no name.
    let name = public_name(&name);
    if name.eq_ignore_ascii_case("anonymous") {
        String::new()
    } else {
        name
    }
}

/// Whether everybody could see a comment. Without a state it was one of a site that moderates nothing.
fn is_approved(comment: &Value) -> bool {
    let is_pending = flag(comment, "isPending") == Some(true);
    let is_approved = flag(comment, "isApproved").unwrap_or(true);
    match text(comment, "state") {
        Some(state) => state == "approved",
        None => is_approved && !is_pending,
    }
}

#[cfg(test)]
mod tests;
