//! The addresses of a post that its author chooses: the slug, and the canonical URL of a text from elsewhere.

use crate::domain::post::PostSummary;
use crate::domain::{CanonicalUrl, PostId, Slug, ValidationError};
use crate::store::{StoreError, Tx, posts};

/// The addresses as submitted. Absent ones stay as they are.
#[derive(Debug, Clone, Default)]
pub struct DraftAddresses {
    /// The readable part of the post's URL.
    pub slug: Option<String>,
    /// An https URL; an empty text removes the present one.
    pub canonical_url: Option<String>,
}

/// Validated addresses.
#[derive(Debug, Clone, Default)]
pub struct PostAddresses {
    slug: Option<Slug>,
    canonical_url: CanonicalUrlChange,
}

#[derive(Debug, Clone, Default)]
enum CanonicalUrlChange {
    #[default]
    Keep,
    Remove,
    Set(CanonicalUrl),
}

impl DraftAddresses {
    /// Validates the form of the addresses. Whether a post may get the slug depends on the other posts.
    pub fn parse(&self) -> Result<PostAddresses, ValidationError> {
        Ok(PostAddresses {
            slug: self.slug.as_deref().map(Slug::parse).transpose()?,
            canonical_url: match self.canonical_url.as_deref().map(str::trim) {
                None => CanonicalUrlChange::Keep,
                Some("") => CanonicalUrlChange::Remove,
                Some(url) => CanonicalUrlChange::Set(CanonicalUrl::parse(url)?),
            },
        })
    }
}

impl PostAddresses {
    /// A slug, and the canonical URL that the post has.
    pub(super) fn of_slug(slug: Slug) -> Self {
        Self {
            slug: Some(slug),
            canonical_url: CanonicalUrlChange::Keep,
        }
    }

    /// Returns the slug if it is not the one that the post has. `post` is `None` for a new one.
    pub fn new_slug(&self, post: Option<&PostSummary>) -> Option<&Slug> {
        let slug = self.slug.as_ref();
        slug.filter(|slug| post.is_none_or(|post| post.slug != **slug))
    }

    /// Whether the post gets another canonical URL than it has.
    pub fn changes_canonical_url(&self, post: Option<&PostSummary>) -> bool {
        let present = post.and_then(|post| post.canonical_url.as_ref());
        match &self.canonical_url {
            CanonicalUrlChange::Keep => false,
            CanonicalUrlChange::Remove => present.is_some(),
            CanonicalUrlChange::Set(url) => present != Some(url),
        }
    }

    /// Returns the slug for a new post: the chosen one, else one derived from the title.
    pub(super) fn slug_for(&self, tx: &Tx<'_>, title: &str) -> Result<Slug, StoreError> {
        match &self.slug {
            Some(slug) => Ok(slug.clone()),
            None => posts::free_slug(tx, &Slug::from_title(title)),
        }
    }

    /// Gives an existing post the addresses. No other post may have or have had the slug.
    pub(super) fn apply(&self, tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
        if let Some(slug) = &self.slug {
            posts::change_slug(tx, post, slug)?;
        }
        self.apply_canonical_url(tx, post)
    }

    /// Gives a post the canonical URL.
    pub(super) fn apply_canonical_url(&self, tx: &mut Tx<'_>, post: PostId) -> Result<(), StoreError> {
        match &self.canonical_url {
            CanonicalUrlChange::Keep => Ok(()),
            CanonicalUrlChange::Remove => posts::set_canonical_url(tx, post, None),
            CanonicalUrlChange::Set(url) => posts::set_canonical_url(tx, post, Some(url)),
        }
    }
}
