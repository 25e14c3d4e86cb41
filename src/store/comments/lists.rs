//! Lists of comments that know no threads: of a post, of a reader, and for the staff.

use super::row::{comment, comment_on_post, select_comments};
use super::texts;
use crate::domain::comment::{Comment, CommentOnPost};
use crate::domain::search::SearchQuery;
use crate::domain::{Page, Paging, PostId, UserId};
use crate::store::Tx;
use crate::store::engine::{StoreError, folded_words, has_every_word, params};

/// Returns a page of the visible comments on a post, newest first. `total` is their number.
pub fn list_of_post(
    tx: &Tx<'_>,
    post: PostId,
    total: u64,
    paging: Paging,
) -> Result<Page<Comment>, StoreError> {
    tx.depends_on_post(post);
    let mut items = tx.query_all(ON_POST, params![post, paging.limit, paging.offset()], comment)?;
    texts::render(tx, &mut items)?;
    Ok(Page { items, total, paging })
}

pub(in crate::store) const ON_POST: &str = select_comments!(
    "where c.post_id = ?1 and c.state = 'visible'
     order by c.created_at desc, c.id desc limit ?2 offset ?3"
);

/// Returns a page of the visible comments of a reader on published posts, newest first; with those that wait for a
/// moderator too if the viewer is that reader.
pub fn list_of_user(
    tx: &Tx<'_>,
    user: UserId,
    is_viewer: bool,
    paging: Paging,
) -> Result<Vec<CommentOnPost>, StoreError> {
    let mut comments = tx.query_all(
        BY_USER,
        params![user, paging.limit, paging.offset(), is_viewer],
        comment_on_post,
    )?;
    texts::render(tx, comments.iter_mut().map(|on_post| &mut on_post.comment))?;
    Ok(comments)
}

pub(in crate::store) const BY_USER: &str = select_comments!(
    columns: ", p.slug, p.title",
    "join posts p on p.id = c.post_id
     where c.user_id = ?1 and p.status = 'published'
       and (c.state = 'visible' or (c.state = 'held' and cast(?4 as bigint) = 1))
     order by c.created_at desc, c.id desc limit ?2 offset ?3"
);

macro_rules! where_words {
    () => {
        concat!(
            " where c.state in ('visible', 'held') and (cast(?1 as text) is null or ",
            has_every_word!(
                "c.content_folded || ' ' || coalesce(u.name_folded, '') || ' ' || p.title_folded",
                "?1"
            ),
            ")"
        )
    };
}

pub(in crate::store) const MANAGED: &str = select_comments!(
    columns: ", p.slug, p.title",
    "join posts p on p.id = c.post_id",
    where_words!(),
    " order by c.created_at desc, c.id desc limit ?2 offset ?3"
);

const COUNT_MATCHING: &str = concat!(
    "select count(*) from comments c
     join posts p on p.id = c.post_id
     left join users u on u.id = c.user_id",
    where_words!()
);

/// Returns a page of the comments with all words in the text, the commenter's name or the post's title, newest first.
pub fn list_for_admin(
    tx: &Tx<'_>,
    words: &SearchQuery,
    paging: Paging,
) -> Result<Page<CommentOnPost>, StoreError> {
    let words = folded_words(words);
    let mut items = tx.query_all(
        MANAGED,
        params![words, paging.limit, paging.offset()],
        comment_on_post,
    )?;
    texts::render(tx, items.iter_mut().map(|on_post| &mut on_post.comment))?;
    let count = if words.is_some() {
        COUNT_MATCHING
    } else {
        "select comments + held_comments from totals where cast(?1 as text) is null"
    };
    let total = tx.query_value(count, params![words])?;
    Ok(Page {
        items,
        total: total.unwrap_or(0),
        paging,
    })
}
