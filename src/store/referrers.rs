//! The sites from which readers come to a post.

use super::engine::{StoreError, params};
use crate::domain::ReferrerHost;
use crate::store::Tx;

/// The most sites that a post has in a day, so that nobody fills the database with names of sites. All beyond them are
/// counted together.
const HOSTS_OF_DAY_MAX: u64 = 50;
/// The name under which the others are counted. It is none of a site, which has a dot.
const OTHER_HOSTS: &str = "other";

/// A site that led to a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    /// Its host.
    pub host: String,
    /// The views.
    pub views: u64,
}

/// Counts a view that another site led to. A site that has no row of the day gets one if there is room, and if the view
/// is that of a new reader, of whom a client network adds only a few.
pub(super) fn count(
    tx: &mut Tx<'_>,
    post_seq: i64,
    host: &ReferrerHost,
    is_unique: bool,
    day: i64,
) -> Result<(), StoreError> {
    let counted = tx.execute(
        "update post_referrers set views = views + 1 where post_seq = ?1 and day = ?2 and host = ?3",
        params![post_seq, day, host.as_str()],
    )?;
    if counted > 0 {
        return Ok(());
    }
    let name = if is_unique && has_room(tx, post_seq, day)? {
        host.as_str()
    } else {
        OTHER_HOSTS
    };
    tx.execute(
        "insert into post_referrers (post_seq, day, host, views) values (?1, ?2, ?3, 1)
         on conflict (post_seq, day, host) do update set views = post_referrers.views + 1",
        params![post_seq, day, name],
    )?;
    Ok(())
}

fn has_room(tx: &Tx<'_>, post_seq: i64, day: i64) -> Result<bool, StoreError> {
    let hosts: Option<u64> = tx.query_value(HOSTS_OF_DAY, params![post_seq, day])?;
    Ok(hosts.unwrap_or_default() < HOSTS_OF_DAY_MAX)
}

pub(super) const HOSTS_OF_DAY: &str =
    "select count(*) from post_referrers where post_seq = ?1 and day = ?2 and host <> 'other'";

/// Returns at most `limit` sites that led to a post from the day `first` to the day `last`, those with most views first.
pub(super) fn of_post(
    tx: &Tx<'_>,
    post_seq: i64,
    first: i64,
    last: i64,
    limit: u32,
) -> Result<Vec<Referrer>, StoreError> {
    tx.query_all(OF_POST, params![post_seq, first, last, limit], |row| {
        Ok(Referrer {
            host: row.get("host")?,
            views: row.get("views")?,
        })
    })
}

pub(super) const OF_POST: &str = "
    select host, cast(sum(views) as bigint) as views from post_referrers
    where post_seq = ?1 and day between ?2 and ?3 and host <> 'other'
    group by host order by sum(views) desc, host limit ?4";

/// Returns the views of a post from the day `first` to the day `last` that any other site led to.
pub(super) fn views_of_post(tx: &Tx<'_>, post_seq: i64, first: i64, last: i64) -> Result<u64, StoreError> {
    let views: Option<u64> = tx.query_value(VIEWS_OF_POST, params![post_seq, first, last])?;
    Ok(views.unwrap_or_default())
}

pub(super) const VIEWS_OF_POST: &str = "
    select cast(coalesce(sum(views), 0) as bigint) from post_referrers
    where post_seq = ?1 and day between ?2 and ?3";

/// Deletes at most `limit` rows of days before `day`, and returns their number.
pub fn delete_before(tx: &mut Tx<'_>, day: i64, limit: u32) -> Result<usize, StoreError> {
    tx.execute(FORGET, params![day, limit])
}

pub(super) const FORGET: &str = "
    delete from post_referrers where (post_seq, day, host) in
        (select post_seq, day, host from post_referrers where day < ?1 limit ?2)";
