//! A comment, from its row: exports that were asked for them have those of Ghost 5 and later.

use serde_json::Value;

use super::survey::Survey;
use super::value::{filled, text, time};
use crate::moving::item::{CommentContent, CommentedText, ForeignComment, Item, Kind, RefusedItem};

/// The most bytes of a comment.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Returns the comment of a row. `place` names a row that does not name itself.
pub(super) fn item(row: &Value, place: &str, survey: &Survey) -> Item {
    let id = filled(row, "id");
    let refused = |reason: &str| {
        Item::Refused(RefusedItem {
            kind: Kind::Comment,
            source_id: id.clone().unwrap_or_else(|| place.to_owned()),
            title: String::new(),
            reason: reason.to_owned(),
        })
    };
    let (Some(source_id), Some(post)) = (id.clone(), filled(row, "post_id")) else {
        return refused("It has no id, or does not say what it is on");
    };
    let html = text(row, "html");
    if html.len() > TEXT_BYTES_MAX {
        return refused("Its text is larger than 256 KiB");
    }
    let status = text(row, "status");
    if status == "deleted" {
        return refused("It was deleted there");
    }
    let author = survey.members.get(&*text(row, "member_id"));
    Item::Comment(Box::new(ForeignComment {
        source_id,
        on: CommentedText::Source(post),
        parent: filled(row, "in_reply_to_id").or_else(|| filled(row, "parent_id")),
        author: author.cloned().unwrap_or_default(),
        text: CommentContent::Html(html.into_owned()),
        created_at: time(row, "created_at"),
        is_approved: matches!(&*status, "published" | ""),
    }))
}
