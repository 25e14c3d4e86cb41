//! What other servers are to be told: hubs (WebSub) of the feeds that have changed, and search engines (IndexNow) of the
//! pages. A row is written in the transaction of the change, and stays until it was told or is given up.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::engine::{Row, StoreError, each_text, params, strings};
use super::{settings, tasks};
use crate::domain::retries::next_try;
use crate::domain::{Category, CollectionKind, PostId, SeriesId, Slug, Time, feed};
use crate::store::Tx;

/// The setting that says who is told.
const RECEIVERS: &str = "pings";
/// The task of telling search engines.
const PAGES: &str = "indexnow";
/// The time between two calls of search engines, in milliseconds (beyond.md §5.2).
const PAGES_INTERVAL: i64 = 60_000;
/// The most pages of a call (indexnow.org).
const PAGES_MAX: u32 = 10_000;
/// Pages of which nobody could be told for so long are given up, in milliseconds (beyond.md §0).
const GIVEN_UP_AFTER: i64 = 86_400_000;

/// Who is told. It is stored since whatever process changes a post has to know it, and no row is written for nobody.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receivers {
    /// Whether a hub is told of feeds.
    pub hub: bool,
    /// Whether search engines are told of pages.
    pub engines: bool,
}

fn receivers(tx: &Tx<'_>) -> Result<Receivers, StoreError> {
    let stored = settings::get::<Receivers>(tx, RECEIVERS)?;
    Ok(stored.map(|stored| stored.value).unwrap_or_default())
}

/// Sets who is told, and forgets what those were to be told who are not any more.
pub fn set_receivers(tx: &mut Tx<'_>, receivers: Receivers, now: Time) -> Result<(), StoreError> {
    let stored = settings::get::<Receivers>(tx, RECEIVERS)?.unwrap_or_default();
    if stored.value == receivers {
        return Ok(());
    }
    settings::put(tx, RECEIVERS, &receivers, stored.version, now)?;
    for (kind, is_told) in [("feed", receivers.hub), ("page", receivers.engines)] {
        if !is_told {
            tx.execute("delete from pings where kind = ?1", params![kind])?;
        }
    }
    Ok(())
}

/// Queues what is to be told of a post that was published, changed, or is published no more; before it is removed.
pub fn post_changed(tx: &mut Tx<'_>, post: PostId, now: Time) -> Result<(), StoreError> {
    let told = receivers(tx)?;
    if told == Receivers::default() {
        return Ok(());
    }
    let found = tx.query_one(
        "select seq, slug, category from posts where id = ?1",
        params![post],
        |row| Ok((row.get::<i64>(0)?, row.get::<Slug>(1)?, row.get::<Category>(2)?)),
    )?;
    let Some((seq, slug, category)) = found else {
        return Ok(());
    };
    if told.engines {
        queue(tx, "page", [page(post, &slug)].into(), now)?;
    }
    if told.hub {
        let mut feeds: BTreeSet<String> = tx
            .query_all(FEEDS, params![seq], collection_feed)?
            .into_iter()
            .collect();
        feeds.insert(feed::SITE.to_owned());
        feeds.insert(feed::of_category(category));
        queue(tx, "feed", feeds, now)?;
    }
    Ok(())
}

/// Queues the former page of a published post that has another slug now.
pub fn page_moved(tx: &mut Tx<'_>, post: PostId, former: &Slug, now: Time) -> Result<(), StoreError> {
    if receivers(tx)?.engines {
        queue(tx, "page", [page(post, former)].into(), now)?;
    }
    Ok(())
}

/// Queues the feed of a series whose published posts have changed.
pub(super) fn series_changed(tx: &mut Tx<'_>, series: SeriesId, now: Time) -> Result<(), StoreError> {
    if !receivers(tx)?.hub {
        return Ok(());
    }
    let slug: Option<Slug> = tx.query_value(
        "select slug from series where id = ?1 and post_count > 0",
        params![series],
    )?;
    match slug {
        Some(slug) => {
            let feed = feed::of_collection(CollectionKind::Series, slug.as_str());
            queue(tx, "feed", [feed].into(), now)
        }
        None => Ok(()),
    }
}

/// Selects the tags, authors and series in whose feeds a post is.
pub(super) const FEEDS: &str = "
    select 'tag' as kind, t.slug from post_tags p join tags t on t.key = p.tag where p.post_seq = ?1
    union all
    select 'author', a.slug from posts p join authors a on a.id = p.author_id where p.seq = ?1
    union all
    select 'author', a.slug from post_authors p join authors a on a.id = p.author_id where p.post_seq = ?1
    union all
    select 'series', s.slug from series_posts p join series s on s.id = p.series_id where p.post_seq = ?1";

fn collection_feed(row: &Row<'_>) -> Result<String, StoreError> {
    let kind = match row.get_str("kind")? {
        "tag" => CollectionKind::Tag,
        "author" => CollectionKind::Author,
        _ => CollectionKind::Series,
    };
    Ok(feed::of_collection(kind, row.get_str("slug")?))
}

fn page(post: PostId, slug: &Slug) -> String {
    format!("{post} {slug}")
}

pub(super) const QUEUE: &str = concat!(
    "insert into pings (kind, subject, queued_at, next_try_at)
     select cast(?1 as text), changed.value, cast(?3 as bigint), cast(?3 as bigint) from ",
    each_text!("?2"),
    " as changed where true
     on conflict (kind, subject) do update
     set changes = pings.changes + 1, tries = 0, queued_at = excluded.queued_at, next_try_at = excluded.next_try_at"
);

fn queue(tx: &mut Tx<'_>, kind: &str, subjects: BTreeSet<String>, now: Time) -> Result<(), StoreError> {
    let subjects: Vec<String> = subjects.into_iter().collect();
    tx.execute(QUEUE, params![kind, strings(&subjects), now])?;
    Ok(())
}

/// A feed of which the caller alone tells the hub, until the end of its lease.
#[derive(Debug, Clone)]
pub struct ClaimedFeed {
    /// The path of the feed, without the end that says the format.
    pub path: String,
    changes: u32,
    tries: u32,
    lease_end: Time,
}

pub(super) const DUE: &str = "
    select 1 from pings where kind = 'feed' and next_try_at <= ?1 and claimed_until <= ?1 limit 1";

/// Whether the hub is to be told of a feed of which nobody tells it at present.
pub fn is_feed_due(tx: &Tx<'_>, now: Time) -> Result<bool, StoreError> {
    tx.exists(DUE, params![now])
}

pub(super) const CLAIM: &str = "
    update pings set claimed_until = ?2
    where kind = 'feed'
      and subject = (select due.subject from pings due
                     where due.kind = 'feed' and due.next_try_at <= ?1 and due.claimed_until <= ?1
                     order by due.next_try_at, due.subject limit 1)
    returning subject, changes, tries";

/// Claims the feed of which the hub has been to be told for longest.
pub fn claim_feed(tx: &mut Tx<'_>, now: Time, lease_end: Time) -> Result<Option<ClaimedFeed>, StoreError> {
    tx.query_one(CLAIM, params![now, lease_end], |row| {
        Ok(ClaimedFeed {
            path: row.get("subject")?,
            changes: row.get("changes")?,
            tries: row.get("tries")?,
            lease_end,
        })
    })
}

/// Records whether the hub was told of a feed, and returns `false` if that is given up. A feed that has changed meanwhile
/// is told of again, at once.
pub fn record_feed(
    tx: &mut Tx<'_>,
    claimed: &ClaimedFeed,
    was_told: bool,
    now: Time,
) -> Result<bool, StoreError> {
    let next = next_try(claimed.tries + 1, now).filter(|_| !was_told);
    let (path, changes, lease_end) = (&claimed.path, claimed.changes, claimed.lease_end);
    match next {
        Some(next) => tx.execute(
            "update pings set tries = tries + 1, next_try_at = ?4
             where kind = 'feed' and subject = ?1 and changes = ?2 and claimed_until = ?3",
            params![path, changes, lease_end, next],
        )?,
        None => tx.execute(
            "delete from pings where kind = 'feed' and subject = ?1 and changes = ?2 and claimed_until = ?3",
            params![path, changes, lease_end],
        )?,
    };
    tx.execute(
        "update pings set claimed_until = 0 where kind = 'feed' and subject = ?1 and claimed_until = ?2",
        params![path, lease_end],
    )?;
    Ok(was_told || next.is_some())
}

/// The page of a post of which search engines are to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPage {
    /// The id of the post, which may be gone.
    pub post: PostId,
    /// The slug that it has or had.
    pub slug: Slug,
    changes: u32,
    tries: u32,
}

/// Whether search engines are to be told of a page.
pub fn is_page_due(tx: &Tx<'_>, now: Time) -> Result<bool, StoreError> {
    tx.exists(
        "select 1 from pings where kind = 'page' and next_try_at <= ?1 limit 1",
        params![now],
    )
}

pub(super) const DUE_PAGES: &str = "
    select subject, changes, tries from pings where kind = 'page' and next_try_at <= ?1
    order by next_try_at, subject limit ?2";

/// Returns the pages of which search engines are to be told, at most once a minute, whichever node asks.
pub fn claim_pages(tx: &mut Tx<'_>, now: Time) -> Result<Vec<ChangedPage>, StoreError> {
    if !tasks::claim(tx, PAGES, now, PAGES_INTERVAL)? {
        return Ok(Vec::new());
    }
    tx.query_all(DUE_PAGES, params![now, PAGES_MAX], |row| {
        let subject = row.get_str("subject")?;
        let corrupt = || StoreError::Corrupt("pings.subject".to_owned());
        let (post, slug) = subject.split_once(' ').ok_or_else(corrupt)?;
        Ok(ChangedPage {
            post: PostId::parse(post).ok_or_else(corrupt)?,
            slug: Slug::parse(slug).map_err(|_| corrupt())?,
            changes: row.get("changes")?,
            tries: row.get("tries")?,
        })
    })
}

pub(super) const FORGET_TOLD: &str = concat!(
    "delete from pings where kind = 'page' and subject || ' ' || changes in ",
    each_text!("?1")
);

/// Forgets the pages of which search engines were told, unless they have changed meanwhile.
pub fn forget_pages(tx: &mut Tx<'_>, told: &[ChangedPage]) -> Result<(), StoreError> {
    let told: Vec<String> = told
        .iter()
        .map(|told| format!("{} {}", page(told.post, &told.slug), told.changes))
        .collect();
    tx.execute(FORGET_TOLD, params![strings(&told)])?;
    Ok(())
}

/// Postpones the pages of which search engines could not be told, from a call at the time `called`, and returns the number
/// of those that are given up. The pause is that of the page that was tried least.
pub fn postpone_pages(
    tx: &mut Tx<'_>,
    pages: &[ChangedPage],
    called: Time,
    now: Time,
) -> Result<usize, StoreError> {
    let fewest = pages.iter().map(|page| page.tries).min().unwrap_or_default();
    let next = next_try(fewest + 1, now).unwrap_or(now.plus_milliseconds(GIVEN_UP_AFTER));
    let given_up = tx.execute(
        "delete from pings where kind = 'page' and next_try_at <= ?1 and queued_at <= ?2",
        params![called, next.plus_milliseconds(-GIVEN_UP_AFTER)],
    )?;
    tx.execute(
        "update pings set tries = tries + 1, next_try_at = ?2 where kind = 'page' and next_try_at <= ?1",
        params![called, next],
    )?;
    Ok(given_up)
}
