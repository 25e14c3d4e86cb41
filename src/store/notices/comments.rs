//! Notices of comments: to whom they reply, whom they mention, and whose post they are on.

use std::collections::{BTreeSet, HashMap};

use super::recipients::{Event, tell};
use crate::content::comment::all_mentioned_names;
use crate::domain::comment::CommentState;
use crate::domain::notice::NoticeKind;
use crate::domain::post::Status;
use crate::domain::{AccountId, CommentId, PostId, Time};
use crate::store::Tx;
use crate::store::announcements;
use crate::store::engine::{StoreError, each_text, params, strings};

/// The most people who are told that a comment mentions them.
pub const MENTIONS_TOLD_MAX: usize = 10;

/// The effect of a comment on those whom it mentions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// Whether it mentions more people than are told.
    pub has_more_mentions: bool,
}

struct Commented {
    post: PostId,
    author: Option<AccountId>,
    /// The author of the comment that it replies to.
    replied_to: Option<AccountId>,
    content: String,
    is_shown: bool,
}

pub(in crate::store) const COMMENT: &str = "
    select c.post_id, c.content, c.state, p.status, coalesce(c.user_id, c.admin_id) as author,
           coalesce(parent.user_id, parent.admin_id) as replied_to
    from comments c
    join posts p on p.id = c.post_id
    left join comments parent on parent.id = c.parent_id and parent.state = 'visible'
    where c.id = ?1";

pub(in crate::store) const AUTHORS_OF_POST: &str = "
    select author_id from posts where id = ?1 and author_id is not null
    union
    select c.author_id from posts p join post_authors c on c.post_seq = p.seq where p.id = ?1";

/// The readers' names are stored in lower case, and those of the staff as they are written.
pub(in crate::store) const MENTIONED: &str = concat!(
    "select id, username from users where username in ",
    each_text!("?1"),
    " and verified_at is not null and is_banned = 0
     union all
     select id, username from admins where username in ",
    each_text!("?1")
);

/// Tells those concerned of a comment that has become visible.
pub fn comment_shown(tx: &mut Tx<'_>, id: CommentId, now: Time) -> Result<Told, StoreError> {
    let Some(comment) = shown(tx, id)? else {
        return Ok(Told::default());
    };
    announcements::of_comment(tx, comment.post, id, now)?;
    tell_of(tx, id, &comment, now)
}

/// Tells those whom a visible comment mentions only since its text changed.
pub fn comment_changed(tx: &mut Tx<'_>, id: CommentId, now: Time) -> Result<Told, StoreError> {
    match shown(tx, id)? {
        Some(comment) => tell_of(tx, id, &comment, now),
        None => Ok(Told::default()),
    }
}

fn tell_of(tx: &mut Tx<'_>, id: CommentId, comment: &Commented, now: Time) -> Result<Told, StoreError> {
    let mut mentioned = mentioned(tx, &comment.content)?;
    let has_more_mentions = mentioned.len() > MENTIONS_TOLD_MAX;
    mentioned.truncate(MENTIONS_TOLD_MAX);
    let name = id.to_string();
    // The first notice of a comment stays a person's only one.
    for (kind, accounts) in [
        (NoticeKind::Reply, comment.replied_to.into_iter().collect()),
        (NoticeKind::Mention, mentioned.into_iter().collect()),
        (NoticeKind::Comment, authors_of_post(tx, comment.post)?),
    ] {
        let event = Event {
            kind,
            name: &name,
            actor: comment.author,
            post: Some(comment.post),
            comment: Some(id),
            detail: "",
            count: 1,
            now,
        };
        tell(tx, &accounts, &event)?;
    }
    Ok(Told { has_more_mentions })
}

/// Returns a comment that readers see.
fn shown(tx: &Tx<'_>, id: CommentId) -> Result<Option<Commented>, StoreError> {
    let comment = tx.query_one(COMMENT, params![id], |row| {
        let is_visible = row.get::<CommentState>("state")? == CommentState::Visible;
        let is_published = row.get::<Status>("status")? == Status::Published;
        Ok(Commented {
            post: row.get("post_id")?,
            author: row.get("author")?,
            replied_to: row.get("replied_to")?,
            content: row.get("content")?,
            is_shown: is_visible && is_published,
        })
    })?;
    Ok(comment.filter(|comment| comment.is_shown))
}

/// Returns the people whom a text mentions, in its order, each once.
fn mentioned(tx: &Tx<'_>, text: &str) -> Result<Vec<AccountId>, StoreError> {
    let names = all_mentioned_names(text);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let asked: BTreeSet<String> = names
        .iter()
        .flat_map(|name| [name.clone(), name.to_lowercase()])
        .collect();
    let asked: Vec<String> = asked.into_iter().collect();
    let found: HashMap<String, AccountId> = tx
        .query_all(MENTIONED, params![strings(&asked)], |row| {
            Ok((row.get("username")?, row.get("id")?))
        })?
        .into_iter()
        .collect();
    let mut people = Vec::new();
    for name in names {
        let person = found.get(&name).or_else(|| found.get(&name.to_lowercase()));
        if let Some(person) = person.filter(|person| !people.contains(*person)) {
            people.push(*person);
        }
    }
    Ok(people)
}

/// Returns the authors of a post. Those from an import have no account, and nobody finds them among the accounts.
pub(in crate::store) fn authors_of_post(
    tx: &Tx<'_>,
    post: PostId,
) -> Result<BTreeSet<AccountId>, StoreError> {
    let authors: Vec<AccountId> = tx.query_column(AUTHORS_OF_POST, params![post])?;
    Ok(authors.into_iter().collect())
}
