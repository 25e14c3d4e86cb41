//! Authors of posts.

mod exported;
mod profile;
mod slugs;

pub use exported::{is_named, named_following, profiles, set_moved_slugs};
pub use profile::{by_id, in_sitemap, profile, profile_by_slug, set_profile};
pub(super) use slugs::{free_slug, hand_over_page, rename};

use super::engine::{Row, StoreError, each_text, folded_words, has_every_word, params, strings};
use crate::domain::post::Author;
use crate::domain::search::SearchWords;
use crate::domain::{AuthorId, author};
use crate::store::Tx;

/// A condition: the author is one of those of a published post.
macro_rules! has_published {
    ($author:literal) => {
        concat!(
            "(exists (select 1 from posts p where p.author_id = ",
            $author,
            ".id and p.status = 'published')
              or exists (select 1 from post_authors c join posts p on p.seq = c.post_seq
                         where c.author_id = ",
            $author,
            ".id and p.status = 'published'))"
        )
    };
}
use has_published;

/// Returns the display name of an author.
pub fn name(tx: &Tx<'_>, id: AuthorId) -> Result<Option<String>, StoreError> {
    tx.query_value(
        "select coalesce(admin.username, author.name)
         from authors author left join admins admin on admin.id = author.admin_id
         where author.id = ?1",
        params![id],
    )
}

/// Returns those of the given authors who exist.
pub fn among(tx: &Tx<'_>, ids: &[AuthorId]) -> Result<Vec<AuthorId>, StoreError> {
    let texts: Vec<String> = ids.iter().map(AuthorId::to_string).collect();
    tx.query_column(
        concat!("select id from authors where id in ", each_text!("?1")),
        params![strings(&texts)],
    )
}

pub(in crate::store) const BY_WORDS: &str = concat!(
    "select a.id, coalesce(admin.username, a.name) as name, a.slug
     from authors a left join admins admin on admin.id = a.admin_id
     where ",
    has_every_word!("a.name_folded", "?1"),
    " and ",
    has_published!("a"),
    " order by a.name_folded, a.id limit ?2"
);

/// Returns at most `limit` authors of published posts whose names have all words, by name.
pub fn by_words(tx: &Tx<'_>, words: &SearchWords, limit: u32) -> Result<Vec<Author>, StoreError> {
    let Some(words) = folded_words(words) else {
        return Ok(Vec::new());
    };
    tx.query_all(BY_WORDS, params![words, limit], row)
}

fn row(row: &Row<'_>) -> Result<Author, StoreError> {
    Ok(Author {
        id: row.get("id")?,
        name: row.get("name")?,
        slug: row.get("slug")?,
    })
}

/// Returns the id of the imported author with this name, and creates the author with `new_id` if there is none.
pub fn find_or_create_imported(
    tx: &mut Tx<'_>,
    name: &str,
    new_id: AuthorId,
) -> Result<AuthorId, StoreError> {
    let known = tx.query_value("select id from authors where name = ?1", params![name])?;
    if let Some(id) = known {
        return Ok(id);
    }
    let slug = free_slug(tx, name)?;
    tx.execute(
        "insert into authors (id, name, slug, name_folded) values (?1, ?2, ?3, ?4)",
        params![new_id, name, slug, author::folded_name(name)],
    )?;
    Ok(new_id)
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::exported::{NAMED_FOLLOWING, PROFILES};
    pub(in crate::store) use super::profile::{BY_ID, BY_SLUG, IN_SITEMAP};
}
