//! What becomes of an entry, by what is here already: the same for an import and for a dry run.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use super::entries::{Body, CommentedPost, NewComment, NewText};
use crate::domain::redirect::RedirectPath;
use crate::domain::thread::Position;
use crate::domain::{CommentId, PostId, Slug};
use crate::moving::System;
use crate::moving::item::Kind;
use crate::store::import_sources::{self, ImportSource};
use crate::store::{StoreError, Tx, comments, posts, redirects, static_pages};

/// The path below which posts are.
const POSTS: &str = "/blog/";

/// What a dry run would have stored by now.
#[derive(Debug, Default)]
pub(super) struct Imagined {
    pub(super) posts: HashSet<PostId>,
    /// Hashes of the ids of comments, since there may be millions.
    comments: HashSet<u64>,
    pub(super) pictures: HashSet<String>,
    pub(super) redirects: HashSet<String>,
}

impl Imagined {
    pub(super) fn add_comment(&mut self, source_id: &str) {
        self.comments.insert(hash(source_id));
    }

    pub(super) fn has_comment(&self, source_id: &str) -> bool {
        self.comments.contains(&hash(source_id))
    }
}

fn hash(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}

/// What becomes of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TextPlace {
    Free,
    /// It is here already.
    Here,
    /// Another text has its slug since the plan was made.
    Taken,
}

/// What becomes of a comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CommentPlace {
    /// It belongs there.
    At(PostId, Position),
    /// It belongs to this post, but the one that it replies to is not there.
    Orphan(PostId),
    /// It is here already.
    Here,
    /// The post that it is on is not there.
    NoPost,
}

/// What names an entry in its system.
pub(super) fn source(system: System, kind: Kind, id: &str) -> ImportSource<'_> {
    ImportSource {
        system: system.name(),
        kind: kind.name(),
        id,
    }
}

/// The kind of a text.
pub(super) fn kind(text: &NewText) -> Kind {
    match text.body {
        Body::Post(..) => Kind::Post,
        Body::Page(..) => Kind::Page,
    }
}

/// Returns what becomes of a text.
pub(super) fn place_text(tx: &Tx<'_>, system: System, text: &NewText) -> Result<TextPlace, StoreError> {
    if import_sources::object(tx, source(system, kind(text), &text.source_id))?.is_some() {
        return Ok(TextPlace::Here);
    }
    let is_taken = match text.body {
        Body::Post(..) => posts::holder_of_slug(tx, &text.slug)?.is_some(),
        Body::Page(..) => static_pages::holder_of_slug(tx, &text.slug)?.is_some(),
    };
    Ok(if is_taken {
        TextPlace::Taken
    } else {
        TextPlace::Free
    })
}

/// Returns what becomes of a comment.
pub(super) fn place_comment(
    tx: &Tx<'_>,
    system: System,
    comment: &NewComment,
    imagined: Option<&Imagined>,
) -> Result<CommentPlace, StoreError> {
    let own = source(system, Kind::Comment, &comment.source_id);
    let is_imagined = imagined.is_some_and(|imagined| imagined.has_comment(&comment.source_id));
    if is_imagined || import_sources::object(tx, own)?.is_some() || comments::exists(tx, comment.id)? {
        return Ok(CommentPlace::Here);
    }
    let Some(post) = commented_post(tx, system, &comment.on, imagined)? else {
        return Ok(CommentPlace::NoPost);
    };
    let root = Position::of_root(comment.id);
    let Some(parent) = &comment.parent else {
        return Ok(CommentPlace::At(post, root));
    };
    if imagined.is_some_and(|imagined| imagined.has_comment(parent)) {
        return Ok(CommentPlace::At(post, root));
    }
    let parent = import_sources::object(tx, source(system, Kind::Comment, parent))?;
    let Some(parent) = parent.as_deref().and_then(CommentId::parse) else {
        return Ok(CommentPlace::Orphan(post));
    };
    Ok(match comments::position_on_post(tx, parent, post)? {
        Some(position) => CommentPlace::At(post, position.of_reply(parent, comment.id)),
        None => CommentPlace::Orphan(post),
    })
}

fn commented_post(
    tx: &Tx<'_>,
    system: System,
    on: &CommentedPost,
    imagined: Option<&Imagined>,
) -> Result<Option<PostId>, StoreError> {
    match on {
        CommentedPost::Planned(id) => {
            let is_imagined = imagined.is_some_and(|imagined| imagined.posts.contains(id));
            let is_there = is_imagined || !posts::slugs_of(tx, &[*id])?.is_empty();
            Ok(is_there.then_some(*id))
        }
        CommentedPost::Source(id) => {
            let object = import_sources::object(tx, source(system, Kind::Post, id))?;
            Ok(object.as_deref().and_then(PostId::parse))
        }
        CommentedPost::Path(path) => post_at(tx, path),
    }
}

/// Returns the post that has or had this path: by a redirect, or else by the last part of the path.
fn post_at(tx: &Tx<'_>, path: &RedirectPath) -> Result<Option<PostId>, StoreError> {
    if let Some(redirect) = redirects::of_address(tx, path)?
        && let Some(target) = redirect.destination.target()
        && let Some(post) = target.as_str().strip_prefix(POSTS)
    {
        return post_by_name(tx, post);
    }
    let page = path.without_parameter();
    let page = page.as_ref().unwrap_or(path).as_str();
    let last = page.rsplit('/').next().unwrap_or_default();
    post_by_name(tx, last)
}

fn post_by_name(tx: &Tx<'_>, name: &str) -> Result<Option<PostId>, StoreError> {
    if let Some(id) = PostId::parse(name) {
        let is_there = !posts::slugs_of(tx, &[id])?.is_empty();
        return Ok(is_there.then_some(id));
    }
    match Slug::parse(name) {
        Ok(slug) => posts::holder_of_slug(tx, &slug),
        Err(_) => Ok(None),
    }
}
