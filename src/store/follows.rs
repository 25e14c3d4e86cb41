//! What readers follow: authors, tags, series and posts.

use super::engine::{Row, StoreError, params};
use super::posts;
use crate::domain::follow::{FOLLOWS_MAX, FollowKind};
use crate::domain::{AuthorId, CollectionKind, Page, Paging, SeriesId, Slug, Time, UserId};
use crate::store::Tx;

/// Something that a reader follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    /// Its kind.
    pub kind: FollowKind,
    /// The id of the author, the series or the post, or the tag in the form by which tags are compared.
    pub target: String,
    /// The name of the author, the tag as it is written, or the title of the series or the post; `None` for an author whose
    /// account was deleted.
    pub name: Option<String>,
    /// The slug of its page.
    slug: Option<Slug>,
    /// Since when.
    pub at: Time,
}

impl Follow {
    /// The path of its page.
    pub fn path(&self) -> String {
        let query = |name| {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            format!("/treasure?{}", query.append_pair(name, &self.target).finish())
        };
        let name = self.slug.as_ref().map_or(self.target.as_str(), Slug::as_str);
        match (self.kind, &self.slug) {
            (FollowKind::Author, Some(slug)) => CollectionKind::Author.path(slug.as_str()),
            (FollowKind::Tag, Some(slug)) => CollectionKind::Tag.path(slug.as_str()),
            // Of those without a page there is still a list.
            (FollowKind::Author, None) => query("author"),
            (FollowKind::Tag, None) => query("tag"),
            (FollowKind::Series, _) => CollectionKind::Series.path(name),
            (FollowKind::Post, _) => format!("/blog/{name}"),
        }
    }
}

/// The result of following something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// The reader follows it.
    Yes,
    /// There is no such author, tag, series or published post.
    UnknownTarget,
    /// The reader follows as much as one may.
    TooMany,
}

/// A filter of what a reader follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Everything.
    All,
    /// What is of this kind.
    Kind(FollowKind),
    /// At most this target.
    Target(FollowKind, String),
}

pub(super) const TAG_EXISTS: &str = "
    select 1 from post_tags t join posts p on p.seq = t.post_seq
    where t.tag = ?1 and p.status = 'published' limit 1";

pub(super) const SERIES_EXISTS: &str = "select id from series where id = ?1 and post_count > 0";

/// Follows a target, which is in the form of [`FollowKind::target`]. Following it again changes nothing.
pub fn add(
    tx: &mut Tx<'_>,
    reader: UserId,
    kind: FollowKind,
    target: &str,
    now: Time,
) -> Result<Followed, StoreError> {
    let Some(target) = existing(tx, kind, target)? else {
        return Ok(Followed::UnknownTarget);
    };
    if is_following(tx, reader, kind, &target)? {
        return Ok(Followed::Yes);
    }
    let added = tx.execute(
        "insert into follows (user_id, kind, target, at)
         select u.id, ?2, ?3, ?4 from users u
         where u.id = ?1 and (select count(*) from follows where user_id = ?1) < ?5",
        params![reader, kind, target, now, FOLLOWS_MAX],
    )?;
    Ok(if added > 0 {
        Followed::Yes
    } else {
        Followed::TooMany
    })
}

/// Stops following a target, if the reader follows it.
pub fn remove(tx: &mut Tx<'_>, reader: UserId, kind: FollowKind, target: &str) -> Result<(), StoreError> {
    let target = stored(tx, kind, target)?;
    tx.execute(
        "delete from follows where user_id = ?1 and kind = ?2 and target = ?3",
        params![reader, kind, target],
    )?;
    Ok(())
}

fn is_following(tx: &Tx<'_>, reader: UserId, kind: FollowKind, target: &str) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from follows where user_id = ?1 and kind = ?2 and target = ?3",
        params![reader, kind, target],
    )
}

/// Returns a target as it is stored, if there is one to follow.
fn existing(tx: &Tx<'_>, kind: FollowKind, target: &str) -> Result<Option<String>, StoreError> {
    match kind {
        FollowKind::Author => match AuthorId::parse(target) {
            Some(id) => tx.query_value("select id from authors where id = ?1", params![id]),
            None => Ok(None),
        },
        FollowKind::Tag => Ok(tx.exists(TAG_EXISTS, params![target])?.then(|| target.to_owned())),
        FollowKind::Series => match SeriesId::parse(target) {
            Some(id) => tx.query_value(SERIES_EXISTS, params![id]),
            None => Ok(None),
        },
        FollowKind::Post => {
            let id = posts::published_id_by_id_or_slug(tx, target)?;
            Ok(id.map(|id| id.to_string()))
        }
    }
}

/// Returns a target as it is stored, whether it can be followed or not: a post by its id.
fn stored(tx: &Tx<'_>, kind: FollowKind, target: &str) -> Result<String, StoreError> {
    if kind != FollowKind::Post {
        return Ok(target.to_owned());
    }
    let post = posts::by_id_or_slug(tx, target)?;
    Ok(post.map_or_else(|| target.to_owned(), |post| post.id.to_string()))
}

macro_rules! follows {
    ($columns:literal, $rest:literal) => {
        concat!(
            "select ",
            $columns,
            " from follows f
             left join posts p on f.kind = 'post' and p.id = f.target
             left join series s on f.kind = 'series' and s.id = f.target
             left join tags t on f.kind = 'tag' and t.key = f.target
             left join authors author on f.kind = 'author' and author.id = f.target
             left join admins admin on admin.id = author.admin_id
             where f.user_id = ?1 and (f.kind <> 'post' or p.status = 'published')
               and (f.kind <> 'series' or s.post_count > 0)
               and (cast(?2 as text) is null or f.kind = ?2)
               and (cast(?3 as text) is null or f.target = ?3)",
            $rest
        )
    };
}

pub(super) const OF_READER: &str = follows!(
    "f.kind, f.target, f.at,
     coalesce(p.title, s.title, t.name, admin.username, author.name) as name,
     coalesce(p.slug, s.slug, t.slug, author.slug) as slug",
    " order by f.at desc, f.kind, f.target limit ?4 offset ?5"
);

pub(super) const TOTAL: &str = follows!("count(*)", "");

/// Returns a page of what a reader follows, the latest first.
pub fn list(
    tx: &Tx<'_>,
    reader: UserId,
    filter: &Filter,
    paging: Paging,
) -> Result<Page<Follow>, StoreError> {
    let (kind, target) = match filter {
        Filter::All => (None, None),
        Filter::Kind(kind) => (Some(*kind), None),
        Filter::Target(kind, target) => (Some(*kind), Some(stored(tx, *kind, target)?)),
    };
    let items = tx.query_all(
        OF_READER,
        params![reader, kind, target, paging.limit, paging.offset()],
        follow,
    )?;
    let total = tx.query_value(TOTAL, params![reader, kind, target])?.unwrap_or(0);
    Ok(Page { items, total, paging })
}

fn follow(row: &Row<'_>) -> Result<Follow, StoreError> {
    let kind = row.get("kind")?;
    let (target, name): (String, Option<String>) = (row.get("target")?, row.get("name")?);
    Ok(Follow {
        kind,
        // A tag without a page is shown as it is compared.
        name: name.or_else(|| (kind == FollowKind::Tag).then(|| target.clone())),
        target,
        slug: row.get("slug")?,
        at: row.get("at")?,
    })
}
