//! The rankings of lists, in memory: with an index in the database for each, a like would write a dozen pages.
//!
//! They are read from the tables in a few milliseconds for ten thousand posts, and follow every commit before it is
//! acknowledged.

mod orders;

use std::collections::HashSet;

use parking_lot::RwLock;

use super::Derived;
use crate::domain::PostId;
use crate::domain::post::PostCounters;
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, Transaction, each_text, params, strings};
use orders::RankedPost;
pub(in crate::store) use orders::Rankings;

#[derive(Debug, Default)]
pub(in crate::store) struct SharedRankings(RwLock<Rankings>);

/// Runs `work` on the current rankings, which may be slightly newer than the snapshot. A write does not share them, and
/// reads all posts.
pub(in crate::store) fn read<T>(
    transaction: Transaction<'_>,
    derived: Option<&Derived>,
    work: impl FnOnce(&Rankings) -> T,
) -> Result<T, StoreError> {
    match derived {
        Some(derived) => Ok(work(&derived.rankings.0.read())),
        None => Ok(work(&Rankings::new(select_all(transaction)?))),
    }
}

impl SharedRankings {
    /// Reads all posts.
    pub(in crate::store) fn load(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let rankings = Rankings::new(select_all(transaction)?);
        *self.0.write() = rankings;
        Ok(())
    }

    /// Reads the posts that changed.
    pub(in crate::store) fn follow(
        &self,
        transaction: Transaction<'_>,
        changes: &[Change],
    ) -> Result<(), StoreError> {
        if changes.contains(&Change::Everything) {
            self.load(transaction)
        } else {
            self.refresh(transaction, &changed_posts(changes))
        }
    }

    fn refresh(&self, transaction: Transaction<'_>, changed: &HashSet<PostId>) -> Result<(), StoreError> {
        if changed.is_empty() {
            return Ok(());
        }
        let posts = select_by_ids(transaction, changed)?;
        let mut rankings = self.0.write();
        let published: HashSet<PostId> = posts.iter().map(|post| post.id).collect();
        for unpublished in changed.difference(&published) {
            rankings.remove(*unpublished);
        }
        for post in posts {
            rankings.set(post);
        }
        Ok(())
    }
}

fn changed_posts(changes: &[Change]) -> HashSet<PostId> {
    let post = |change: &Change| match change {
        Change::PostViews(post) | Change::PostActivity(post) | Change::Post(post) => Some(*post),
        Change::People
        | Change::Site
        | Change::StaticPage
        | Change::Redirects
        | Change::Collections
        | Change::Accounts
        | Change::Everything => None,
    };
    changes.iter().filter_map(post).collect()
}

macro_rules! select_ranked {
    ($condition:expr) => {
        concat!(
            "select seq, id, category, created_at, like_count, comment_count, view_total, view_unique
             from posts where status = 'published'",
            $condition
        )
    };
}

fn select_all(transaction: Transaction<'_>) -> Result<Vec<RankedPost>, StoreError> {
    transaction.query_all(select_ranked!(""), params![], ranked_post)
}

fn select_by_ids(
    transaction: Transaction<'_>,
    posts: &HashSet<PostId>,
) -> Result<Vec<RankedPost>, StoreError> {
    let ids: Vec<String> = posts.iter().map(PostId::to_string).collect();
    let sql = select_ranked!(concat!(" and id in ", each_text!("?1")));
    transaction.query_all(sql, params![strings(&ids)], ranked_post)
}

fn ranked_post(row: &Row<'_>) -> Result<RankedPost, StoreError> {
    Ok(RankedPost {
        seq: row.get("seq")?,
        id: row.get("id")?,
        category: row.get("category")?,
        created_at: row.get("created_at")?,
        counts: PostCounters {
            likes: row.get("like_count")?,
            comments: row.get("comment_count")?,
            views: row.get("view_total")?,
            unique_views: row.get("view_unique")?,
        },
    })
}
