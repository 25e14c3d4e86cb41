//! A comment, from its row: exports that were asked for them have those of Ghost 5 and later.

use serde_json::Value;

use super::survey::Survey;
use super::value::{filled, text, time};
use crate::moving::item::{CommentContent, CommentedText, ForeignComment};
use crate::moving::threads::{DELETED, Threads};
use crate::moving::{ReadError, Sink};

/// The most bytes of a comment.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Hands on the comment of a row. `place` names a row that does not name itself.
pub(super) fn take(
    row: &Value,
    place: &str,
    survey: &Survey,
    threads: &mut Threads,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let parent = filled(row, "in_reply_to_id").or_else(|| filled(row, "parent_id"));
    let (Some(source_id), Some(post)) = (filled(row, "id"), filled(row, "post_id")) else {
        let reason = "It has no id, or does not say what it is on";
        return threads.refuse(place, parent, reason, sink);
    };
    let html = text(row, "html");
    if html.len() > TEXT_BYTES_MAX {
        return threads.refuse(&source_id, parent, "Its text is larger than 256 KiB", sink);
    }
    let status = text(row, "status");
    if status == "deleted" {
        // Replies to replies name the root too.
        let above = filled(row, "parent_id").or(parent);
        return threads.leave_out(&source_id, above, DELETED, sink);
    }
    let author = survey.members.get(&*text(row, "member_id"));
    let comment = ForeignComment {
        source_id,
        on: CommentedText::Source(post),
        parent,
        author: author.cloned().unwrap_or_default(),
        text: CommentContent::Html(html.into_owned()),
        created_at: time(row, "created_at"),
        is_approved: matches!(&*status, "published" | ""),
    };
    threads.take(comment, sink)
}
