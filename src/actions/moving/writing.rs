//! The writes of an import: a batch of entries, each with what it came from.

use std::slice;
use std::sync::Arc;

use super::authors::NewAuthor;
use super::entries::{Body, Entry, NewComment, NewPageBody, NewPostBody, NewText, UsedPicture};
use super::placing::{CommentPlace, Imagined, TextPlace, kind, place_comment, place_text, source};
use super::report::{ReportChange, ReportItem};
use crate::actions::redirects::{self, RedirectError};
use crate::domain::post::{NewPost, Status};
use crate::domain::redirect::Redirect;
use crate::domain::revision::Reason;
use crate::domain::static_page::PageContent;
use crate::domain::thread::Position;
use crate::domain::{AuthorId, Entropy, PostId, Slug, StaticPageId, Time};
use crate::moving::System;
use crate::moving::item::{Kind, LeftOutItem};
use crate::store::comments::{self, ImportedComment};
use crate::store::redirects as store_redirects;
use crate::store::static_pages::revisions::{self as page_revisions, NewPageRevision};
use crate::store::static_pages::{self, StoredPage};
use crate::store::{StoreError, Tx, authors, import_sources, media, posts};

/// What a batch has come to.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    pub(super) items: Vec<ReportItem>,
    pub(super) left_out: Vec<LeftOutItem>,
    /// The comments that wait for what they are on or reply to.
    pub(super) waiting: Vec<NewComment>,
}

/// What all batches of an import share.
#[derive(Clone)]
pub(super) struct Context {
    pub(super) system: System,
    pub(super) now: Time,
    pub(super) entropy: Arc<dyn Entropy>,
}

/// Where what is imported goes.
pub(super) enum Target<'tx, 'connection> {
    /// Into the database.
    Database(&'tx mut Tx<'connection>),
    /// Nowhere: what would be there is imagined.
    Nowhere(&'tx Tx<'connection>, &'tx mut Imagined),
}

/// Stores one batch.
pub(super) struct Batch<'tx, 'connection> {
    target: Target<'tx, 'connection>,
    context: &'tx Context,
    /// How many redirects can be added, once that was needed.
    room: Option<u64>,
    outcomes: Outcomes,
}

impl<'tx, 'connection> Batch<'tx, 'connection> {
    pub(super) fn new(target: Target<'tx, 'connection>, context: &'tx Context) -> Self {
        Self {
            target,
            context,
            room: None,
            outcomes: Outcomes::default(),
        }
    }

    fn tx(&self) -> &Tx<'connection> {
        match &self.target {
            Target::Database(tx) => tx,
            Target::Nowhere(tx, _) => tx,
        }
    }

    fn imagined(&self) -> Option<&Imagined> {
        match &self.target {
            Target::Database(_) => None,
            Target::Nowhere(_, imagined) => Some(imagined),
        }
    }

    /// Stores the entries in their order, and returns what has become of them. Comments whose post or parent is not there
    /// wait if they `may_wait`; otherwise they are refused, or begin a thread.
    pub(super) fn take(mut self, entries: Vec<Entry>, may_wait: bool) -> Result<Outcomes, StoreError> {
        for entry in entries {
            match entry {
                Entry::Here(item, redirects) => {
                    self.outcomes.items.push(item);
                    self.redirects_here(&redirects)?;
                }
                Entry::Done(item) => self.outcomes.items.push(item),
                Entry::LeftOut(item) => self.outcomes.left_out.push(item),
                Entry::Text(text) => self.text(*text)?,
                Entry::Comment(comment) => self.comment(*comment, may_wait)?,
                Entry::Redirect(redirect) => self.redirect(&redirect)?,
            }
        }
        Ok(self.outcomes)
    }

    fn text(&mut self, text: NewText) -> Result<(), StoreError> {
        let item = text.report.clone();
        match place_text(self.tx(), self.context.system, &text)? {
            TextPlace::Here => {
                self.outcomes.items.push(item.skipped());
                return Ok(());
            }
            TextPlace::Taken => {
                let reason = "Another text has got its address meanwhile; import it again";
                self.outcomes.items.push(item.refused(reason));
                return Ok(());
            }
            TextPlace::Free => self.outcomes.items.push(item),
        }
        self.outcomes.items.extend(text.refused.iter().cloned());
        for used in &text.pictures {
            self.picture(used)?;
        }
        let redirects = text.redirects.clone();
        let post = match text.body {
            Body::Post(id, _) => Some(id),
            Body::Page(..) => None,
        };
        match &mut self.target {
            Target::Database(tx) => insert_text(tx, self.context, text)?,
            Target::Nowhere(_, imagined) => imagined.posts.extend(post),
        }
        redirects.iter().try_for_each(|redirect| self.redirect(redirect))
    }

    fn picture(&mut self, used: &UsedPicture) -> Result<(), StoreError> {
        let mut item = ReportItem::new(Kind::Picture, &used.address, "");
        item.address = used.picture.address();
        let hash = used.picture.hash().to_owned();
        let mut is_here = !media::sizes(self.tx(), slice::from_ref(&hash))?.is_empty();
        match &mut self.target {
            Target::Database(tx) => used.picture.store(tx, self.context.now)?,
            Target::Nowhere(_, imagined) => is_here |= !imagined.pictures.insert(hash),
        }
        self.outcomes
            .items
            .push(if is_here { item.skipped() } else { item });
        Ok(())
    }

    /// Reports those of the redirects of a text that are still there. Those that somebody has deleted since do not come back.
    fn redirects_here(&mut self, redirects: &[Redirect]) -> Result<(), StoreError> {
        for redirect in redirects {
            if store_redirects::by_path(self.tx(), &redirect.path)?.is_some() {
                self.outcomes.items.push(redirect_item(redirect).skipped());
            }
        }
        Ok(())
    }

    fn redirect(&mut self, redirect: &Redirect) -> Result<(), StoreError> {
        let item = redirect_item(redirect);
        let mut room = match self.room {
            Some(room) => room,
            None => redirects::room(self.tx())?,
        };
        let added = match &mut self.target {
            Target::Database(tx) => redirects::add(tx, redirect, &mut room),
            Target::Nowhere(_, imagined) if imagined.redirects.contains(redirect.path.as_str()) => {
                Err(RedirectError::Exists)
            }
            Target::Nowhere(tx, imagined) => redirects::require_addable(tx, redirect, room).inspect(|()| {
                imagined.redirects.insert(redirect.path.as_str().to_owned());
                room -= 1;
            }),
        };
        self.room = Some(room);
        self.outcomes.items.push(match added {
            Ok(()) => item,
            Err(RedirectError::Exists) => item.skipped(),
            Err(RedirectError::Invalid(invalid)) => item.refused(invalid.message),
            Err(RedirectError::Store(failure)) => return Err(failure),
        });
        Ok(())
    }

    fn comment(&mut self, comment: NewComment, may_wait: bool) -> Result<(), StoreError> {
        let mut item = comment.report.clone();
        let (post, position) = match place_comment(self.tx(), self.context.system, &comment, self.imagined())?
        {
            CommentPlace::Here => {
                self.outcomes.items.push(item.skipped());
                return Ok(());
            }
            CommentPlace::NoPost | CommentPlace::Orphan(_) if may_wait => {
                self.outcomes.waiting.push(comment);
                return Ok(());
            }
            CommentPlace::NoPost => {
                let refused = item.refused("The text that it is on is not here");
                self.outcomes.items.push(refused);
                return Ok(());
            }
            CommentPlace::Orphan(post) => {
                item.changes.push(ReportChange {
                    field: "parent",
                    reason: "What it replies to is not here; it begins a thread".to_owned(),
                });
                (post, Position::of_root(comment.id))
            }
            CommentPlace::At(post, position) => (post, position),
        };
        match &mut self.target {
            Target::Database(tx) => insert_comment(tx, self.context, post, position, comment)?,
            Target::Nowhere(_, imagined) => imagined.add_comment(&comment.source_id),
        }
        self.outcomes.items.push(item);
        Ok(())
    }
}

fn redirect_item(redirect: &Redirect) -> ReportItem {
    let mut item = ReportItem::new(Kind::Redirect, redirect.path.as_str(), "");
    let target = redirect.destination.target();
    item.address = target.map_or_else(String::new, |target| target.as_str().to_owned());
    item.status = match redirect.destination.status() {
        301 => "301",
        302 => "302",
        _ => "410",
    };
    item
}

fn insert_comment(
    tx: &mut Tx<'_>,
    context: &Context,
    post: PostId,
    position: Position,
    comment: NewComment,
) -> Result<(), StoreError> {
    let own = source(context.system, Kind::Comment, &comment.source_id);
    import_sources::insert(tx, own, &comment.id.to_string())?;
    let new = ImportedComment {
        id: comment.id,
        post,
        position,
        name: comment.name,
        text: comment.text,
        is_visible: comment.is_visible,
        created_at: comment.created_at,
    };
    comments::insert_imported(tx, &new)
}

fn insert_text(tx: &mut Tx<'_>, context: &Context, text: NewText) -> Result<(), StoreError> {
    let own = source(context.system, kind(&text), &text.source_id);
    match &text.body {
        Body::Post(id, _) => import_sources::insert(tx, own, &id.to_string())?,
        Body::Page(id, _) => import_sources::insert(tx, own, &id.to_string())?,
    }
    let times = (text.created_at, text.updated_at);
    match text.body {
        Body::Post(id, body) => insert_post(tx, context, (id, text.slug), *body, times, &text.media_hashes),
        Body::Page(id, body) => insert_page(tx, (id, text.slug), &body, times, &text.media_hashes),
    }
}

fn insert_post(
    tx: &mut Tx<'_>,
    context: &Context,
    (id, slug): (PostId, Slug),
    body: NewPostBody,
    (created_at, updated_at): (Time, Time),
    media_hashes: &[String],
) -> Result<(), StoreError> {
    let authors = body
        .authors
        .iter()
        .map(|author| match author {
            NewAuthor::Member(id) => Ok(*id),
            NewAuthor::Named(name) => {
                let new_id = AuthorId::new(context.now, &*context.entropy);
                authors::find_or_create_imported(tx, name, new_id)
            }
        })
        .collect::<Result<Vec<AuthorId>, StoreError>>()?;
    let Some(author) = authors.first().copied() else {
        return Err(StoreError::Corrupt(
            "an imported post without an author".to_owned(),
        ));
    };
    let post = NewPost {
        id,
        slug,
        article: body.article,
        cover: body.cover,
        author: Some(author),
        is_featured: body.is_featured,
        created_at,
        updated_at,
    };
    posts::insert_all(tx, &[post])?;
    if authors.len() > 1 {
        posts::set_authors(tx, id, &authors)?;
    }
    if let Some(url) = &body.canonical_url {
        posts::set_canonical_url(tx, id, Some(url))?;
    }
    if body.comments_closed {
        posts::set_comments_closed(tx, id, true)?;
    }
    if body.publish_at.is_some() {
        posts::set_publish_at(tx, id, body.publish_at)?;
    }
    posts::link_media(tx, id, media_hashes)
}

fn insert_page(
    tx: &mut Tx<'_>,
    (id, slug): (StaticPageId, Slug),
    body: &NewPageBody,
    (created_at, updated_at): (Time, Time),
    media_hashes: &[String],
) -> Result<(), StoreError> {
    let stored = StoredPage {
        slug: &slug,
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
