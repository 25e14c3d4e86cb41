//! The rendered texts of posts. A text that is not stored, or of another version of the renderer, can be rendered from
//! the post's HTML at any time. While nodes of two versions share a database, texts of the newer one stay.

use crate::content::RENDERER_VERSION;
use crate::domain::PostId;
use crate::domain::post::RenderedArticle;
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// The place of a post among all posts, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// When the post was written, in milliseconds.
    created_at: i64,
    /// The row number.
    seq: i64,
}

impl Position {
    /// Before the newest post.
    pub const START: Self = Self {
        created_at: i64::MAX,
        seq: i64::MAX,
    };
}

/// A post without a rendered text of the current or a newer version.
#[derive(Debug, Clone)]
pub struct UnrenderedPost {
    /// The place in the order of [`without_current_rendering`].
    pub position: Position,
    /// The HTML.
    pub html: String,
}

pub(in crate::store) const CURRENT: &str =
    "select html, headings from rendered_posts where post_seq = ?1 and renderer_version = ?2";
pub(in crate::store) const NOT_CURRENT: &str = "select p.seq, p.created_at, c.html
     from posts p
     join post_contents c on c.post_seq = p.seq
     left join rendered_posts r on r.post_seq = p.seq
     where (p.created_at, p.seq) < (?1, ?2) and coalesce(r.renderer_version, 0) < ?3
     order by p.created_at desc, p.seq desc
     limit ?4";

/// Returns the rendered text of a post, if one of the current version is stored.
pub fn rendered(tx: &Tx<'_>, seq: i64) -> Result<Option<RenderedArticle>, StoreError> {
    tx.query_one(CURRENT, params![seq, RENDERER_VERSION], |row| {
        Ok(RenderedArticle {
            html: row.get("html")?,
            headings: row.get_json("headings")?,
        })
    })
}

/// Returns the next posts after `position`, newest first, that have no rendered text of the current or a newer version.
pub fn without_current_rendering(
    tx: &Tx<'_>,
    position: Position,
    limit: u32,
) -> Result<Vec<UnrenderedPost>, StoreError> {
    let Position { created_at, seq } = position;
    tx.query_all(
        NOT_CURRENT,
        params![created_at, seq, RENDERER_VERSION, limit],
        |row| {
            Ok(UnrenderedPost {
                position: Position {
                    created_at: row.get("created_at")?,
                    seq: row.get("seq")?,
                },
                html: row.get("html")?,
            })
        },
    )
}

/// Stores the rendered text of a post, unless its HTML has changed meanwhile, or a newer version has rendered it, and
/// returns the id of the post if it did. What the post displays stays the same, so that this is no change of the post.
pub fn renew_rendered(
    tx: &mut Tx<'_>,
    post: &UnrenderedPost,
    rendered: &RenderedArticle,
) -> Result<Option<PostId>, StoreError> {
    let outdated = tx.query_one(
        "select p.id, c.html, coalesce(r.renderer_version, 0) as version
         from posts p
         join post_contents c on c.post_seq = p.seq
         left join rendered_posts r on r.post_seq = p.seq
         where p.seq = ?1",
        params![post.position.seq],
        |row| {
            let is_outdated =
                row.get_str("html")? == post.html && row.get::<u32>("version")? < RENDERER_VERSION;
            Ok(is_outdated.then_some(row.get("id")?))
        },
    )?;
    let outdated = outdated.flatten();
    if outdated.is_some() {
        store(tx, post.position.seq, rendered)?;
    }
    Ok(outdated)
}

/// Stores the rendered text of a new or changed post, or removes the previous one if there is none, whichever version
/// that had: it is not of this HTML.
pub(super) fn set(tx: &mut Tx<'_>, seq: i64, rendered: Option<&RenderedArticle>) -> Result<(), StoreError> {
    if let Some(rendered) = rendered {
        return store(tx, seq, rendered);
    }
    tx.execute("delete from rendered_posts where post_seq = ?1", params![seq])?;
    Ok(())
}

fn store(tx: &mut Tx<'_>, seq: i64, rendered: &RenderedArticle) -> Result<(), StoreError> {
    let headings = serde_json::to_string(&rendered.headings);
    tx.execute(
        "insert into rendered_posts (post_seq, renderer_version, html, headings) values (?1, ?2, ?3, ?4)
         on conflict (post_seq) do update set renderer_version = ?2, html = ?3, headings = ?4",
        params![
            seq,
            RENDERER_VERSION,
            rendered.html,
            headings.map_err(|_| StoreError::Corrupt("headings".to_owned()))?
        ],
    )?;
    Ok(())
}
