//! The authors of a post: the first one stands in the row of the post, the others in `post_authors`.

use crate::domain::post::Author;
use crate::domain::{AuthorId, PostId};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, each_integer, integers, params, strings};

/// The position of the second author.
const SECOND: usize = 2;

pub(in crate::store) const OF_POSTS: &str = concat!(
    "select c.post_seq, c.author_id, coalesce(admin.username, author.name) as author_name, author.slug
     from post_authors c
     join authors author on author.id = c.author_id
     left join admins admin on admin.id = author.admin_id
     where c.post_seq in ",
    each_integer!("?1"),
    " order by c.post_seq, c.position"
);

pub(in crate::store) const IS_CO_AUTHOR: &str = "select 1 from post_authors where author_id = ?1 limit 1";

/// Selects the posts that an author shares: those where others stand beside them, or they beside others.
pub(in crate::store) const SHARED_BY: &str = "
    select post_seq from post_authors where author_id = ?1
    union all
    select seq from posts where author_id = ?1 and has_co_authors = 1";

/// Returns the other authors of these posts, each with the row number of the post, in their order.
pub(super) fn of_posts(tx: &Tx<'_>, seqs: &[i64]) -> Result<Vec<(i64, Author)>, StoreError> {
    if seqs.is_empty() {
        return Ok(Vec::new());
    }
    tx.query_all(OF_POSTS, params![integers(seqs)], |row| {
        let author = Author {
            id: row.get("author_id")?,
            name: row.get("author_name")?,
            slug: row.get("slug")?,
        };
        Ok((row.get("post_seq")?, author))
    })
}

/// Whether an author is another than the first one of any post. Few are, and the lists of all others have an index that
/// holds their order.
pub(super) fn is_co_author(tx: &Tx<'_>, author: AuthorId) -> Result<bool, StoreError> {
    tx.exists(IS_CO_AUTHOR, params![author])
}

/// Sets the authors of a post, the first one first. They exist, and none occurs twice. The time of the post's last change
/// remains.
pub fn set_authors(tx: &mut Tx<'_>, id: PostId, authors: &[AuthorId]) -> Result<(), StoreError> {
    let Some((first, others)) = authors.split_first() else {
        return Ok(());
    };
    tx.execute(
        "delete from post_authors where post_seq = (select seq from posts where id = ?1)",
        params![id],
    )?;
    tx.execute(
        "update posts set author_id = ?2, has_co_authors = ?3 where id = ?1",
        params![id, first, !others.is_empty()],
    )?;
    let numbered: Vec<String> = others
        .iter()
        .zip(SECOND..)
        .map(|(author, position)| format!("{position} {author}"))
        .collect();
    tx.execute(
        "insert into post_authors (post_seq, author_id, position)
         select p.seq, substr(numbered.value, 3), cast(substr(numbered.value, 1, 1) as bigint)
         from posts p, (select value from json_each(?2)) as numbered
         where p.id = ?1",
        params![id, strings(&numbered)],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}

/// Takes an author out of all posts. `new_author` takes their place, unless they are an author of the post already;
/// without one, the next author of a post becomes its first.
pub fn replace_author(
    tx: &mut Tx<'_>,
    author: AuthorId,
    new_author: Option<AuthorId>,
) -> Result<(), StoreError> {
    let shared: Vec<i64> = tx.query_column(SHARED_BY, params![author])?;
    if let Some(new_author) = new_author {
        tx.execute(
            "update post_authors set author_id = ?2
             where author_id = ?1
               and not exists (select 1 from post_authors other
                               where other.post_seq = post_authors.post_seq and other.author_id = ?2)
               and not exists (select 1 from posts p where p.seq = post_authors.post_seq and p.author_id = ?2)",
            params![author, new_author],
        )?;
        tx.execute(
            "update posts set author_id = ?2 where author_id = ?1",
            params![author, new_author],
        )?;
    }
    tx.execute("delete from post_authors where author_id = ?1", params![author])?;
    if shared.is_empty() {
        tx.changed(Change::Everything);
        return Ok(());
    }
    let shared = integers(&shared);
    tx.execute(
        concat!(
            "update posts set author_id = (select c.author_id from post_authors c where c.post_seq = posts.seq
                                           order by c.position limit 1)
             where author_id = ?1 and seq in ",
            each_integer!("?2")
        ),
        params![author, shared],
    )?;
    tx.execute(
        concat!(
            "delete from post_authors
             where author_id = (select p.author_id from posts p where p.seq = post_authors.post_seq)
               and post_seq in ",
            each_integer!("?1")
        ),
        params![shared],
    )?;
    tx.execute(
        concat!(
            "update posts
             set has_co_authors = (select count(*) from (select 1 from post_authors c where c.post_seq = posts.seq
                                                         limit 1) as others)
             where seq in ",
            each_integer!("?1")
        ),
        params![shared],
    )?;
    tx.changed(Change::Everything);
    Ok(())
}
