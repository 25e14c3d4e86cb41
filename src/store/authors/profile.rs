//! What the page of an author shows of them.

use super::has_published;
use crate::domain::author::AuthorProfile;
use crate::domain::post::Author;
use crate::domain::user::{Bio, SocialLinks};
use crate::domain::{AuthorId, CollectionKind, Slug};
use crate::store::commits::Change;
use crate::store::engine::{Row, StoreError, params};
use crate::store::{Tx, former_slugs};

macro_rules! select_profiles {
    ($condition:expr) => {
        concat!(
            "select author.id, coalesce(admin.username, author.name) as author_name, author.slug, author.bio,
                    author.website, author.github, author.linkedin, author.x
             from authors author left join admins admin on admin.id = author.admin_id
             where ",
            $condition
        )
    };
}
pub(super) use select_profiles;

pub(in crate::store) const BY_ID: &str = select_profiles!("author.id = ?1");
pub(in crate::store) const BY_SLUG: &str = select_profiles!("author.slug = ?1");

/// Selects the slugs of the authors of published posts.
pub(in crate::store) const IN_SITEMAP: &str = concat!(
    "select author.slug from authors author where author.slug is not null and ",
    has_published!("author"),
    " order by author.slug"
);

/// Returns the author with this id.
pub fn by_id(tx: &Tx<'_>, id: AuthorId) -> Result<Option<Author>, StoreError> {
    Ok(profile(tx, id)?.map(|profile| profile.author))
}

/// Returns the author with this id, and what they say of themselves.
pub fn profile(tx: &Tx<'_>, id: AuthorId) -> Result<Option<AuthorProfile>, StoreError> {
    tx.query_one(BY_ID, params![id], row)
}

/// Returns the author who has this slug or had it before.
pub fn profile_by_slug(tx: &Tx<'_>, slug: &str) -> Result<Option<AuthorProfile>, StoreError> {
    let Ok(slug) = Slug::parse(slug) else {
        return Ok(None);
    };
    let present = tx.query_one(BY_SLUG, params![slug], row)?;
    if present.is_some() {
        return Ok(present);
    }
    let former = former_slugs::target(tx, CollectionKind::Author, &slug)?;
    match former.as_deref().and_then(AuthorId::parse) {
        Some(id) => profile(tx, id),
        None => Ok(None),
    }
}

/// Returns the slugs of the authors of published posts, for the sitemap.
pub fn in_sitemap(tx: &Tx<'_>) -> Result<Vec<Slug>, StoreError> {
    tx.query_column(IN_SITEMAP, params![])
}

/// Sets what an author says of themselves.
pub fn set_profile(tx: &mut Tx<'_>, id: AuthorId, bio: &Bio, links: &SocialLinks) -> Result<(), StoreError> {
    tx.execute(
        "update authors set bio = ?2, website = ?3, github = ?4, linkedin = ?5, x = ?6 where id = ?1",
        params![id, bio, links.website, links.github, links.linkedin, links.x],
    )?;
    tx.changed(Change::People);
    Ok(())
}

pub(super) fn row(row: &Row<'_>) -> Result<AuthorProfile, StoreError> {
    Ok(AuthorProfile {
        author: Author {
            id: row.get("id")?,
            name: row.get("author_name")?,
            slug: row.get("slug")?,
        },
        bio: row.get("bio")?,
        links: SocialLinks {
            website: row.get("website")?,
            github: row.get("github")?,
            linkedin: row.get("linkedin")?,
            x: row.get("x")?,
        },
    })
}
