//! The comments of an export: those of every state, with the texts that they had before.

use std::collections::HashMap;
use std::io::Write;

use super::{CHUNK_ROWS, ExportError, Exporter};
use crate::domain::{CommentId, Time};
use crate::moving::site::{COMMENTS, CommentRecord, CommenterRecord, EditRecord};
use crate::store::comments::{self, ExportedComment};

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Adds all comments.
    pub(super) fn comments(&mut self) -> Result<(), ExportError> {
        let mut last = None;
        self.counts.comments = self.lines(COMMENTS, |tx| {
            let found = comments::following(tx, last, CHUNK_ROWS)?;
            last = found.last().map(|comment| comment.id).or(last);
            let edited = found.iter().filter(|comment| comment.edited_at.is_some());
            let edited: Vec<CommentId> = edited.map(|comment| comment.id).collect();
            let mut edits: HashMap<CommentId, Vec<EditRecord>> = HashMap::new();
            for (id, text, at) in comments::edits(tx, &edited)? {
                let at = at.to_string();
                edits.entry(id).or_default().push(EditRecord { text, at });
            }
            let records = found.into_iter().map(|comment| {
                let edits = edits.remove(&comment.id).unwrap_or_default();
                record(comment, edits)
            });
            Ok(records.collect())
        })?;
        Ok(())
    }
}

fn record(comment: ExportedComment, edits: Vec<EditRecord>) -> CommentRecord {
    let time = |time: Option<Time>| time.map(|time| time.to_string());
    CommentRecord {
        id: comment.id.to_string(),
        post: comment.post.to_string(),
        parent: comment.parent.map(|parent| parent.to_string()),
        by: CommenterRecord {
            reader: comment.reader.map(|id| id.to_string()),
            member: comment.member.map(|id| id.to_string()),
            name: comment.name,
        },
        state: comment.state.name().to_owned(),
        held_for: comment.held_for,
        text: comment.text,
        created_at: comment.created_at.to_string(),
        edited_at: time(comment.edited_at),
        removed_at: time(comment.removed_at),
        edits,
    }
}
