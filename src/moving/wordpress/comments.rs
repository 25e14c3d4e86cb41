//! Comments in the neutral form.

use std::collections::HashMap;

use super::dates;
use super::entry::CommentEntry;
use super::site::Site;
use super::text;
use crate::moving::item::{
    Change, CommentContent, CommentedText, ForeignComment, Item, Kind, LeftOutItem, RefusedItem,
};
use crate::moving::reply_order::{parents_first, taken_parents};
use crate::moving::threads::{DELETED, SPAM};
use crate::moving::{ReadError, Sink};

/// What happens to a comment.
enum Fate {
    Taken,
    /// A note of another site that it links here, or a thing of a plugin.
    NoComment,
    LeftOut(&'static str),
    Refused(&'static str),
}

fn fate(comment: &CommentEntry) -> Fate {
    if !matches!(comment.kind.as_str(), "" | "comment" | "review") {
        return Fate::NoComment;
    }
    match comment.approved.as_str() {
        "spam" => Fate::LeftOut(SPAM),
        "trash" | "post-trashed" => Fate::LeftOut(DELETED),
        _ if comment.is_too_large => Fate::Refused("It has more than 4 MiB"),
        _ => Fate::Taken,
    }
}

/// Reports how many comments of a text were left out because they are none.
pub(super) fn left_out(comments: &[CommentEntry]) -> Option<Change> {
    let pings = comments
        .iter()
        .filter(|comment| matches!(fate(comment), Fate::NoComment))
        .count();
    let reason = match pings {
        0 => return None,
        1 => "1 ping or other entry among the comments that is none was left out".to_owned(),
        pings => format!("{pings} pings or other entries among the comments that are none were left out"),
    };
    Some(Change::new("comments", reason))
}

/// Hands on the comments of a text, each after the one that it replies to.
pub(super) fn hand_on(
    comments: Vec<CommentEntry>,
    on: &str,
    site: &Site,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (number, comment) in comments.iter().enumerate() {
        numbers.entry(comment.id.as_str()).or_insert(number);
    }
    let parents: Vec<Option<usize>> = comments
        .iter()
        .map(|comment| numbers.get(parent(comment)?).copied())
        .collect();
    let is_taken: Vec<bool> = comments
        .iter()
        .map(|comment| matches!(fate(comment), Fate::Taken))
        .collect();
    let order = parents_first(&taken_parents(&parents, &is_taken));
    let ids: Vec<String> = (1..)
        .zip(&comments)
        .map(|(number, comment)| {
            // One without a number of its own is known by its place.
            let id = if comment.id.is_empty() {
                format!("{on}-{number}")
            } else {
                comment.id.clone()
            };
            format!("{}/#comment-{id}", site.name)
        })
        .collect();
    let mut comments: Vec<Option<CommentEntry>> = comments.into_iter().map(Some).collect();
    for (number, parent) in order {
        let Some(comment) = comments.get_mut(number).and_then(Option::take) else {
            continue;
        };
        let source_id = ids.get(number).cloned().unwrap_or_default();
        sink.take(match fate(&comment) {
            Fate::NoComment => continue,
            Fate::LeftOut(reason) => Item::LeftOut(LeftOutItem {
                source_id,
                reason: reason.to_owned(),
            }),
            Fate::Refused(reason) => Item::Refused(RefusedItem {
                kind: Kind::Comment,
                source_id,
                title: String::new(),
                reason: reason.to_owned(),
            }),
            Fate::Taken => Item::Comment(Box::new(ForeignComment {
                source_id,
                on: CommentedText::Source(on.to_owned()),
                parent: parent.and_then(|parent| ids.get(parent).cloned()),
                text: CommentContent::Html(text::comment(&comment.content)),
                created_at: dates::of_database(&comment.date_gmt)
                    .or_else(|| dates::of_database(&comment.date)),
                is_approved: matches!(comment.approved.as_str(), "1" | "approve" | "approved"),
                author: comment.author,
            })),
        })?;
    }
    Ok(())
}

/// Returns the number of the comment that one replies to; that of one which replies to nothing is 0.
fn parent(comment: &CommentEntry) -> Option<&str> {
    let parent = comment.parent.as_str();
    (!matches!(parent, "" | "0")).then_some(parent)
}
