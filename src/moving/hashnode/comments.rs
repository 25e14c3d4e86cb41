//! The comments on a post of Hashnode, with the replies to them.

use serde_json::Value;

use super::{is_number, left_out, refused};
use crate::moving::item::{CommentContent, CommentedText, ForeignComment, Item, Kind};
use crate::moving::json::{first_text, first_time, flag, text as field};
use crate::moving::public_names::public_name;
use crate::moving::threads::DELETED;
use crate::moving::{ReadError, Sink};

/// The lists of comments of a post.
const LISTS: [&str; 2] = ["responses", "comments"];

/// Hands on the comments that a post holds.
pub(super) fn take(post: &Value, post_id: &str, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let mut open: Vec<(Option<String>, &Value)> = Vec::new();
    open.extend(replies(post, &LISTS).map(|comment| (None, comment)));
    open.reverse();
    while let Some((parent, comment)) = open.pop() {
        // The text has a word about these.
        if comment.as_str().is_some_and(is_number) {
            continue;
        }
        let id = first_text(comment, &["_id", "id"]).unwrap_or_default();
        let taken = match content(comment) {
            _ if id.is_empty() => Err("It has no id"),
            _ if flag(comment, "isActive") == Some(false) => Err(DELETED),
            None => Err("It has no text"),
            Some(text) => Ok(text),
        };
        let above = match taken {
            Ok(text) => {
                let author = comment.get("author").unwrap_or(&Value::Null);
                let names = ["name", "username"]
                    .into_iter()
                    .filter_map(|name| field(author, name));
                let mut names = names.map(|name| public_name(&name));
                let name = names.find(|name| !name.is_empty()).unwrap_or_default();
                let source_id = format!("comment-{id}");
                sink.take(Item::Comment(Box::new(ForeignComment {
                    source_id: source_id.clone(),
                    on: CommentedText::Source(post_id.to_owned()),
                    parent,
                    author: name,
                    text,
                    created_at: first_time(comment, &["dateAdded", "stamp", "createdAt"]),
                    is_approved: flag(comment, "isApproved") != Some(false),
                })))?;
                Some(source_id)
            }
            Err(reason) => {
                sink.take(if reason == DELETED {
                    left_out(&id, reason)
                } else {
                    refused(Kind::Comment, id, String::new(), reason)
                })?;
                parent
            }
        };
        let first = open.len();
        open.extend(replies(comment, &["replies"]).map(|reply| (above.clone(), reply)));
        if let Some(new) = open.get_mut(first..) {
            new.reverse();
        }
    }
    Ok(())
}

/// Returns how many comments the export has by their number alone.
pub(super) fn unknown(post: &Value) -> usize {
    replies(post, &LISTS)
        .filter(|comment| comment.as_str().is_some_and(is_number))
        .count()
}

/// Returns the entries of the first of some lists that is there: as a list, or as GraphQL answers it.
fn replies<'v>(value: &'v Value, keys: &[&str]) -> impl Iterator<Item = &'v Value> + use<'v> {
    let list = keys.iter().find_map(|key| {
        let list = value.get(key)?;
        list.get("edges")
            .or_else(|| list.get("nodes"))
            .unwrap_or(list)
            .as_array()
    });
    list.into_iter()
        .flatten()
        .map(|entry| entry.get("node").unwrap_or(entry))
}

fn content(comment: &Value) -> Option<CommentContent> {
    let inner = comment.get("content").unwrap_or(&Value::Null);
    let markdown = field(comment, "contentMarkdown").or_else(|| field(inner, "markdown"));
    let html = || field(comment, "content").or_else(|| field(inner, "html"));
    markdown
        .map(CommentContent::Plain)
        .or_else(|| html().map(CommentContent::Html))
}
