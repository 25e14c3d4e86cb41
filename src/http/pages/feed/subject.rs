//! What a feed is about.

use crate::domain::{Category, CollectionKind, feed};
use crate::http::pages::frame;
use crate::store::posts::LatestOf;
use crate::store::{StoreError, Tx, authors, series, tags};

/// The posts of a feed, and the page that lists them too.
pub(super) struct Subject {
    pub(super) posts: LatestOf,
    /// Its name; `None` for the whole site.
    pub(super) name: Option<String>,
    /// What it is about, unless that is what the site is about.
    pub(super) description: Option<String>,
    /// The path of the page.
    pub(super) page: String,
    /// The path of the feed without the end that says the format.
    pub(super) feed: String,
}

impl Subject {
    pub(super) fn site() -> Self {
        Self {
            posts: LatestOf::All,
            name: None,
            description: None,
            page: "/".to_owned(),
            feed: feed::SITE.to_owned(),
        }
    }

    pub(super) fn category(category: Category) -> Self {
        Self {
            posts: LatestOf::Category(category),
            name: Some(category.name().to_owned()),
            description: None,
            page: frame::category_address(category.name()),
            feed: feed::of_category(category),
        }
    }

    /// Returns the tag, the author or the series that has this slug or had it before.
    pub(super) fn collection(
        tx: &Tx<'_>,
        kind: CollectionKind,
        slug: &str,
    ) -> Result<Option<Self>, StoreError> {
        Ok(match kind {
            CollectionKind::Tag => tags::published_by_slug_or_name(tx, slug)?.map(|tag| {
                Self::of(
                    kind,
                    tag.slug.as_str(),
                    tag.name,
                    tag.description,
                    LatestOf::Tag(tag.key),
                )
            }),
            CollectionKind::Author => authors::profile_by_slug(tx, slug)?.and_then(|profile| {
                let (id, slug) = (profile.author.id?, profile.author.slug?);
                let name = profile.author.name?;
                Some(Self::of(
                    kind,
                    slug.as_str(),
                    name,
                    profile.bio,
                    LatestOf::Author(id),
                ))
            }),
            CollectionKind::Series => series::published_by_id_or_slug(tx, slug)?.map(|series| {
                let posts = LatestOf::Series(series.id);
                Self::of(
                    kind,
                    series.slug.as_str(),
                    series.title,
                    series.description,
                    posts,
                )
            }),
        })
    }

    fn of(kind: CollectionKind, slug: &str, name: String, description: String, posts: LatestOf) -> Self {
        Self {
            posts,
            name: Some(name),
            description: Some(description).filter(|text| !text.is_empty()),
            feed: feed::of_collection(kind, slug),
            page: kind.path(slug),
        }
    }
}
