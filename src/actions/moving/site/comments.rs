//! The comments of a site, with their states and the texts that they had before.

use super::entries::{Entry, NewComment};
use super::preparer::{Preparer, refused_line};
use super::texts::{optional_time, time};
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::domain::comment::{CommentState, CommentText, EDITS_KEPT};
use crate::domain::spam::Rule;
use crate::domain::{AdminId, CommentId, PostId, Time, UserId, ValidationError};
use crate::moving::item::Kind;
use crate::moving::site::{COMMENTS, CommentRecord, EditRecord, Line};

/// The most characters of the name of somebody without an account.
const NAME_MAX: usize = 200;

impl Preparer<'_> {
    /// Makes a line of the comments ready.
    pub(super) fn comment(&self, line: &Line<'_>) -> Entry {
        let record = line.text.map_err(str::to_owned);
        let record = record.and_then(|text| {
            serde_json::from_str::<CommentRecord>(text).map_err(|error| format!("It cannot be read: {error}"))
        });
        let record = match record {
            Ok(record) => record,
            Err(reason) => return refused_line(Kind::Comment, COMMENTS, line.number, &reason),
        };
        let name = record.by.name.clone().unwrap_or_default();
        let mut report = ReportItem::new(Kind::Comment, &record.id, name);
        self.note_change(COMMENTS, &mut report);
        match self.new_comment(record, report.clone()) {
            Ok(comment) => Entry::Comment(Box::new(comment)),
            Err(reason) => Entry::Done(report.refused(reason)),
        }
    }

    fn new_comment(&self, record: CommentRecord, mut report: ReportItem) -> Result<NewComment, String> {
        let invalid = |invalid: ValidationError| invalid.to_string();
        let state = CommentState::parse(&record.state).map_err(invalid)?;
        report.status = state.name();
        let text = record.text.as_deref().map(CommentText::parse);
        let text = text.transpose().map_err(invalid)?;
        if text.is_none() && matches!(state, CommentState::Visible | CommentState::Held) {
            return Err("It has no text".to_owned());
        }
        // What its author has deleted does not come back.
        let is_deleted = state == CommentState::Deleted;
        let edits = if is_deleted {
            Vec::new()
        } else {
            edits(&record.edits)?
        };
        let removed_at = optional_time(record.removed_at.as_deref(), "removedAt")?;
        let parse = |id: &Option<String>| id.as_deref().map(CommentId::parse);
        let parent = match parse(&record.parent) {
            Some(None) => return Err("What it replies to has no id".to_owned()),
            Some(parent) => parent,
            None => None,
        };
        let name = record.by.name.map(|name| name.replace('\0', ""));
        Ok(NewComment {
            id: CommentId::parse(&record.id).ok_or("It has no id")?,
            post: PostId::parse(&record.post).ok_or("The post that it is on has no id")?,
            parent,
            reader: record.by.reader.as_deref().and_then(UserId::parse),
            member: record.by.member.as_deref().and_then(AdminId::parse),
            is_by_owner: self.export.is_by_owner,
            name: name.map(|name| name.chars().take(NAME_MAX).collect()),
            state,
            held_for: held_for(record.held_for, &mut report),
            created_at: time(&record.created_at, "createdAt")?,
            edited_at: optional_time(record.edited_at.as_deref(), "editedAt")?,
            // Its text is kept for a time after that.
            removed_at: match (state, &text) {
                (CommentState::Removed, Some(_)) => Some(removed_at.unwrap_or(self.now)),
                _ => None,
            },
            text: text.filter(|_| !is_deleted),
            edits,
            report,
        })
    }
}

/// Returns the newest of the texts that a comment had before.
fn edits(records: &[EditRecord]) -> Result<Vec<(CommentText, Time)>, String> {
    let kept = usize::try_from(EDITS_KEPT).unwrap_or(usize::MAX);
    let newest = &records[records.len().saturating_sub(kept)..];
    let edits = newest.iter().map(|edit| {
        let text = CommentText::parse(&edit.text).map_err(|invalid| invalid.to_string())?;
        Ok((text, time(&edit.at, "at")?))
    });
    edits.collect()
}

/// Returns the rules that there are.
fn held_for(names: Vec<String>, report: &mut ReportItem) -> Vec<String> {
    let (known, unknown): (Vec<_>, Vec<_>) = names
        .into_iter()
        .partition(|name| Rule::ALL.iter().any(|rule| rule.name() == name));
    if !unknown.is_empty() {
        report.changes.push(ReportChange {
            field: "heldFor",
            reason: "It names rules that there are not; they were left out".to_owned(),
        });
    }
    known
}
