//! The comments that moderators look through.

use std::collections::HashMap;

use super::row::{comment_on_post, select_comments};
use super::texts;
use crate::domain::comment::CommentState;
use crate::domain::moderation::{EarlierText, ManagedComment, QueueTotals};
use crate::domain::search::SearchWords;
use crate::domain::{CommentId, Page, Paging, PostId, UserId};
use crate::store::engine::{StoreError, each_text, folded_words, has_every_word, params, strings};
use crate::store::{Tx, reports};

/// The filter of a list of comments. Without a state it holds the visible ones and those that are held back.
#[derive(Debug, Clone, Default)]
pub struct QueueFilter {
    /// Words that all occur in the text, the commenter's name or the title of the post.
    pub words: SearchWords,
    /// The state.
    pub state: Option<CommentState>,
    /// Whether there are open reports.
    pub is_reported: bool,
    /// The reader who wrote them.
    pub user: Option<UserId>,
    /// The post.
    pub post: Option<PostId>,
}

macro_rules! filters {
    () => {
        concat!(
            " and (cast(?1 as text) is null or ",
            has_every_word!(
                "c.content_folded || ' ' || coalesce(u.name_folded, '') || ' ' || p.title_folded",
                "?1"
            ),
            ") and (cast(?2 as text) is null or c.state = ?2)
               and (cast(?3 as text) is null or c.user_id = ?3)
               and (cast(?4 as text) is null or c.post_id = ?4)
               and (cast(?5 as bigint) = 0 or c.report_count > 0)"
        )
    };
}

/// A list and its length, in SQL.
pub(in crate::store) struct Source {
    pub(in crate::store) page: &'static str,
    count: &'static str,
}

/// Defines a list by a condition whose order an index has. The other filters restrict it further.
macro_rules! source {
    ($name:ident, $condition:literal, $order:literal) => {
        pub(in crate::store) const $name: Source = Source {
            page: select_comments!(
                columns: ", p.slug, p.title, c.held_for, c.report_count",
                "join posts p on p.id = c.post_id where ",
                $condition,
                filters!(),
                " order by ",
                $order,
                " limit ?6 offset ?7"
            ),
            count: concat!(
                "select count(*) from comments c
                 join posts p on p.id = c.post_id
                 left join users u on u.id = c.user_id
                 where ",
                $condition,
                filters!()
            ),
        };
    };
}

source!(
    ALL,
    "c.state in ('visible', 'held')",
    "c.created_at desc, c.id desc"
);
source!(HELD, "c.state = 'held'", "c.created_at desc, c.id desc");
// Once the text is erased there is nothing to decide.
source!(
    REMOVED,
    "c.state = 'removed' and c.removed_at is not null",
    "c.removed_at desc, c.id desc"
);
source!(
    REPORTED,
    "c.report_count > 0 and c.state in ('visible', 'held')",
    "c.report_count desc, c.created_at desc, c.id desc"
);
source!(
    OF_USER,
    "c.user_id = ?3 and c.state in ('visible', 'held')",
    "c.created_at desc, c.id desc"
);
source!(
    ON_POST,
    "c.post_id = ?4 and c.state in ('visible', 'held')",
    "c.created_at desc, c.id desc"
);

impl QueueFilter {
    fn source(&self) -> Source {
        match self.state {
            _ if self.is_reported => REPORTED,
            Some(CommentState::Held) => HELD,
            Some(CommentState::Removed) => REMOVED,
            _ if self.user.is_some() => OF_USER,
            _ if self.post.is_some() => ON_POST,
            _ => ALL,
        }
    }

    /// Returns the number that is counted already, if the filter is one of those.
    fn counted(&self, totals: QueueTotals) -> Option<u64> {
        if !self.words.is_empty() || self.user.is_some() || self.post.is_some() {
            return None;
        }
        match (self.state, self.is_reported) {
            (None, false) => Some(totals.all),
            (None, true) => Some(totals.reported),
            (Some(CommentState::Held), false) => Some(totals.held),
            (Some(CommentState::Visible), false) => Some(totals.all.saturating_sub(totals.held)),
            _ => None,
        }
    }
}

/// Returns the numbers of comments that moderators see.
pub fn queue_totals(tx: &Tx<'_>) -> Result<QueueTotals, StoreError> {
    let totals = tx.query_one(
        "select comments + held_comments as all_comments, held_comments, reported_comments from totals",
        params![],
        |row| {
            Ok(QueueTotals {
                all: row.get("all_comments")?,
                held: row.get("held_comments")?,
                reported: row.get("reported_comments")?,
            })
        },
    )?;
    Ok(totals.unwrap_or_default())
}

pub(in crate::store) const HELD_AND_REPORTED: &str =
    "select count(*) from comments where state = 'held' and report_count > 0";

/// Returns the number of comments that are held back or have open reports.
pub fn waiting(tx: &Tx<'_>) -> Result<u64, StoreError> {
    let totals = queue_totals(tx)?;
    let both: Option<u64> = tx.query_value(HELD_AND_REPORTED, params![])?;
    Ok((totals.held + totals.reported).saturating_sub(both.unwrap_or(0)))
}

/// Returns a page of comments, newest first; of the removed ones, those first that were removed last, and of the
/// reported ones, those with the most reports.
pub fn queue(
    tx: &Tx<'_>,
    filter: &QueueFilter,
    totals: QueueTotals,
    paging: Paging,
) -> Result<Page<ManagedComment>, StoreError> {
    let source = filter.source();
    let words = folded_words(&filter.words);
    let QueueFilter {
        state,
        is_reported,
        user,
        post,
        ..
    } = filter;
    let mut items = tx.query_all(
        source.page,
        params![
            words,
            state,
            user,
            post,
            is_reported,
            paging.limit,
            paging.offset()
        ],
        |row| {
            Ok(ManagedComment {
                on_post: comment_on_post(row)?,
                held_for: row.get_json("held_for")?,
                report_count: row.get("report_count")?,
                reports: Vec::new(),
                edits: Vec::new(),
            })
        },
    )?;
    texts::render(tx, items.iter_mut().map(|item| &mut item.on_post.comment))?;
    let ids: Vec<CommentId> = items.iter().map(|item| item.on_post.comment.id).collect();
    let mut reports = reports::open_of_comments(tx, &ids)?;
    let mut edits = earlier_texts(tx, &ids)?;
    for item in &mut items {
        let id = item.on_post.comment.id;
        item.reports = reports.remove(&id).unwrap_or_default();
        item.edits = edits.remove(&id).unwrap_or_default();
    }
    let total = match filter.counted(totals) {
        Some(total) => total,
        None => tx
            .query_value(source.count, params![words, state, user, post, is_reported])?
            .unwrap_or(0),
    };
    Ok(Page { items, total, paging })
}

pub(in crate::store) const EARLIER_TEXTS: &str = concat!(
    "select comment_id, content, at from comment_edits where comment_id in ",
    each_text!("?1"),
    " order by comment_id desc, number desc"
);

/// Returns the earlier texts of each of these comments, newest first.
fn earlier_texts(
    tx: &Tx<'_>,
    comments: &[CommentId],
) -> Result<HashMap<CommentId, Vec<EarlierText>>, StoreError> {
    let ids: Vec<String> = comments.iter().map(CommentId::to_string).collect();
    let rows = tx.query_all(EARLIER_TEXTS, params![strings(&ids)], |row| {
        let text = EarlierText {
            content: row.get("content")?,
            at: row.get("at")?,
        };
        Ok((row.get::<CommentId>("comment_id")?, text))
    })?;
    let mut texts: HashMap<CommentId, Vec<EarlierText>> = HashMap::new();
    for (comment, text) in rows {
        texts.entry(comment).or_default().push(text);
    }
    Ok(texts)
}
