//! The statements by which the things of another site are stored as they were there.

use super::entries::{
    AuthorPage, Body, NewComment, NewPageBody, NewPostBody, NewSeries, NewTag, NewText, Person, SettingsBody,
};
use crate::actions::embedded_pictures::new_media;
use crate::actions::moving::writing::Context;
use crate::actions::spam;
use crate::domain::post::{NewPost, Status};
use crate::domain::revision::Reason;
use crate::domain::static_page::PageContent;
use crate::domain::thread::Position;
use crate::domain::{AuthorId, Slug, StaticPageId, Time};
use crate::store::comments::{self, MovedAuthor, MovedComment};
use crate::store::posts::PostHistory;
use crate::store::series::MovedSeries;
use crate::store::static_pages::revisions::{self as page_revisions, NewPageRevision};
use crate::store::static_pages::{self, StoredPage};
use crate::store::tags::MovedTag;
use crate::store::{StoreError, Tx, admins, authors, media, posts, series, site, tags, users};

/// Stores somebody who is not here.
pub(super) fn insert_person(tx: &mut Tx<'_>, person: Person) -> Result<(), StoreError> {
    match person {
        Person::Author(new_id, name, page) => {
            let id = authors::find_or_create_imported(tx, &name, new_id)?;
            set_author_page(tx, id, &page)
        }
        Person::Member(new, page) => {
            admins::insert(tx, &new)?;
            set_author_page(tx, new.id.into(), &page)
        }
        Person::Reader(new) => users::insert_moved(tx, &new),
    }
}

fn set_author_page(tx: &mut Tx<'_>, id: AuthorId, page: &AuthorPage) -> Result<(), StoreError> {
    authors::set_moved_slugs(tx, id, page.slug.as_ref(), &page.former_slugs)?;
    authors::set_profile(tx, id, &page.bio, &page.links)
}

/// Stores a tag that is not here.
pub(super) fn insert_tag(tx: &mut Tx<'_>, new: &NewTag) -> Result<(), StoreError> {
    let moved = MovedTag {
        name: &new.name,
        slug: &new.slug,
        former_slugs: &new.former_slugs,
        description: &new.description,
        cover: new.cover.as_ref(),
    };
    tags::insert_moved(tx, &moved)
}

/// Stores a series that is not here, with posts that are here and in none.
pub(super) fn insert_series(tx: &mut Tx<'_>, context: &Context, new: &NewSeries) -> Result<(), StoreError> {
    let author = authors_here(tx, context, new.author.as_slice())?;
    let moved = MovedSeries {
        id: new.id,
        slug: &new.slug,
        former_slugs: &new.former_slugs,
        title: &new.title,
        description: &new.description,
        author: author.first().copied(),
        posts: &new.posts,
        created_at: new.created_at,
        updated_at: new.updated_at,
    };
    series::insert_moved(tx, &moved)
}

/// Stores a post or a page that is not here, at its slug, which is free.
pub(super) fn insert_text(tx: &mut Tx<'_>, context: &Context, text: NewText) -> Result<(), StoreError> {
    let times = (text.created_at, text.updated_at);
    match text.body {
        Body::Post(body) => insert_post(tx, context, *body, text.slug, times, &text.media_hashes),
        Body::Page(body) => insert_page(tx, &body, &text.slug, times, &text.media_hashes),
    }
}

fn insert_post(
    tx: &mut Tx<'_>,
    context: &Context,
    body: NewPostBody,
    slug: Slug,
    (created_at, updated_at): (Time, Time),
    media_hashes: &[String],
) -> Result<(), StoreError> {
    let id = body.id;
    let authors = authors_here(tx, context, &body.authors)?;
    let is_published = body.article.status == Status::Published;
    let post = NewPost {
        id,
        slug,
        article: body.article,
        cover: body.cover,
        author: authors.first().copied(),
        is_featured: body.is_featured,
        created_at,
        updated_at,
    };
    posts::insert_all(tx, &[post])?;
    if authors.len() > 1 {
        posts::set_authors(tx, id, &authors)?;
    }
    let first_published_at = body.history.first_published_at;
    let history = PostHistory {
        first_published_at: first_published_at.or(is_published.then_some(created_at)),
        ..body.history
    };
    posts::set_history(tx, id, history)?;
    if let Some(url) = &body.canonical_url {
        posts::set_canonical_url(tx, id, Some(url))?;
    }
    if body.comments_closed {
        posts::set_comments_closed(tx, id, true)?;
    }
    for slug in &body.former_slugs {
        posts::add_former_slug(tx, id, slug)?;
    }
    posts::link_media(tx, id, media_hashes)
}

/// Returns the authors of a text or of a series. Those who are not here are known by their names, as authors without an account.
fn authors_here(
    tx: &mut Tx<'_>,
    context: &Context,
    given: &[(AuthorId, String)],
) -> Result<Vec<AuthorId>, StoreError> {
    let ids: Vec<AuthorId> = given.iter().map(|(id, _)| *id).collect();
    let here = authors::among(tx, &ids)?;
    let mut found: Vec<AuthorId> = Vec::new();
    for (id, name) in given {
        let author = if here.contains(id) {
            *id
        } else {
            let new_id = AuthorId::new(context.now, &*context.entropy);
            authors::find_or_create_imported(tx, name, new_id)?
        };
        if !found.contains(&author) {
            found.push(author);
        }
    }
    Ok(found)
}

fn insert_page(
    tx: &mut Tx<'_>,
    body: &NewPageBody,
    slug: &Slug,
    (created_at, updated_at): (Time, Time),
    media_hashes: &[String],
) -> Result<(), StoreError> {
    let id: StaticPageId = body.id;
    let stored = StoredPage {
        slug,
        title: &body.title,
        description: &body.description,
        excerpt: &body.excerpt,
        html: &body.html,
        status: body.status,
        rendered: body.rendered.as_ref(),
    };
    static_pages::insert(tx, id, &stored, created_at, updated_at)?;
    let content = PageContent {
        title: body.title.as_str().to_owned(),
        description: body.description.as_str().to_owned(),
        slug: slug.clone(),
        html: body.html.clone(),
    };
    let revision = NewPageRevision {
        content: &content,
        html: &body.compressed,
        media_hashes,
        admin: None,
        reason: Reason::of_save(Status::Draft, body.status),
        created_at: updated_at,
    };
    let number = page_revisions::insert(tx, id, &revision)?;
    static_pages::set_version(tx, id, number)
}

/// Stores a comment that is not here, at its place in its thread.
pub(super) fn insert_comment(
    tx: &mut Tx<'_>,
    comment: NewComment,
    position: Position,
) -> Result<(), StoreError> {
    let author = comment_author(tx, &comment)?;
    let moved = MovedComment {
        id: comment.id,
        post: comment.post,
        position,
        author,
        state: comment.state,
        held_for: comment.held_for,
        text: comment.text,
        created_at: comment.created_at,
        edited_at: comment.edited_at,
        removed_at: comment.removed_at,
        edits: comment.edits,
    };
    comments::insert_moved(tx, &moved)
}

/// Returns who wrote a comment. An account that is not here is a name alone, and so is one that an export of a stranger names
/// and that belongs to somebody.
fn comment_author(tx: &Tx<'_>, comment: &NewComment) -> Result<MovedAuthor, StoreError> {
    if let Some(reader) = comment.reader {
        let found = if comment.is_by_owner {
            users::among(tx, &[reader])?
        } else {
            users::without_address_among(tx, &[reader])?
        };
        if !found.is_empty() {
            return Ok(MovedAuthor::Reader(reader));
        }
    }
    if let Some(member) = comment.member.filter(|_| comment.is_by_owner)
        && !admins::among(tx, &[member])?.is_empty()
    {
        return Ok(MovedAuthor::Member(member));
    }
    let name = comment.name.clone();
    Ok(name.map_or(MovedAuthor::Gone, MovedAuthor::Named))
}

/// Stores a group of settings, of which there are none here.
pub(super) fn put_settings(tx: &mut Tx<'_>, settings: SettingsBody, now: Time) -> Result<(), StoreError> {
    match settings {
        SettingsBody::SpamRules(rules) => spam::put_first_rules(tx, &rules, now),
        SettingsBody::Site(stored, logo, icon) => {
            site::put(tx, &stored, 0, now)?;
            if let Some(logo) = logo {
                media::insert(tx, &new_media(&logo, None), now)?;
                site::set_logo(tx, Some(&logo.hash))?;
            }
            match icon {
                Some(icon) => site::set_icon(tx, &icon.files),
                None => Ok(()),
            }
        }
    }
}
