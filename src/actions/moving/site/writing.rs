//! The writes of an import of a site: a batch of entries, each stored as it was there, unless it is here already.

use super::entries::{Body, Entry, NewComment, NewPageBody, NewPerson, NewPostBody, NewSettings, NewText};
use super::entries::{Person, SettingsBody};
use crate::actions::embedded_pictures::new_media;
use crate::actions::moving::entries as foreign;
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::actions::moving::writing::{Batch as ForeignBatch, Context, Target};
use crate::actions::spam;
use crate::domain::post::{NewPost, Status};
use crate::domain::revision::Reason;
use crate::domain::static_page::PageContent;
use crate::domain::thread::Position;
use crate::domain::{AuthorId, CommentId, PostId, Slug, StaticPageId, Time};
use crate::moving::item::Kind;
use crate::store::comments::{self, MovedAuthor, MovedComment};
use crate::store::posts::PostHistory;
use crate::store::static_pages::revisions::{self as page_revisions, NewPageRevision};
use crate::store::static_pages::{self, StoredPage};
use crate::store::{StoreError, Tx, admins, authors, media, posts, site, users};

/// What a batch has come to.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    pub(super) items: Vec<ReportItem>,
    /// The comments that wait for what they reply to.
    pub(super) waiting: Vec<NewComment>,
}

/// Stores one batch.
pub(super) struct Batch<'tx, 'connection> {
    target: Target<'tx, 'connection>,
    context: &'tx Context,
    outcomes: Outcomes,
}

impl<'tx, 'connection> Batch<'tx, 'connection> {
    pub(super) fn new(target: Target<'tx, 'connection>, context: &'tx Context) -> Self {
        Self {
            target,
            context,
            outcomes: Outcomes::default(),
        }
    }

    fn tx(&self) -> &Tx<'connection> {
        match &self.target {
            Target::Database(tx) => tx,
            Target::Nowhere(tx, _) => tx,
        }
    }

    /// Stores the entries in their order, and returns what has become of them. Comments whose parent is not there wait if
    /// they `may_wait`; otherwise they begin a thread.
    pub(super) fn take(mut self, entries: Vec<Entry>, may_wait: bool) -> Result<Outcomes, StoreError> {
        // Together, since the number of all redirects is counted for each call.
        let mut shared = Vec::new();
        for entry in entries {
            match entry {
                Entry::Done(item) => self.outcomes.items.push(item),
                Entry::Person(person) => self.person(*person)?,
                Entry::Text(text) => self.text(*text)?,
                Entry::Comment(comment) => self.comment(*comment, may_wait)?,
                Entry::Redirect(redirect) => shared.push(foreign::Entry::Redirect(redirect)),
                Entry::Settings(settings) => self.settings(*settings)?,
            }
        }
        if !shared.is_empty() {
            let outcomes = ForeignBatch::new(self.target, self.context).take(shared, false)?;
            self.outcomes.items.extend(outcomes.items);
        }
        Ok(self.outcomes)
    }

    fn person(&mut self, person: NewPerson) -> Result<(), StoreError> {
        let NewPerson { body, report } = person;
        let place = person_place(self.tx(), &body)?;
        let item = match place {
            PersonPlace::Here => report.skipped(),
            PersonPlace::Taken(reason) => report.refused(reason),
            PersonPlace::Free => {
                if let Target::Database(tx) = &mut self.target {
                    insert_person(tx, body)?;
                }
                report
            }
        };
        self.outcomes.items.push(item);
        Ok(())
    }

    fn text(&mut self, mut text: NewText) -> Result<(), StoreError> {
        let is_here = match &text.body {
            Body::Post(post) => !posts::slugs_of(self.tx(), &[post.id])?.is_empty(),
            Body::Page(page) => static_pages::by_id(self.tx(), page.id)?.is_some(),
        };
        if is_here {
            self.outcomes.items.push(text.report.skipped());
            return Ok(());
        }
        let free = match &text.body {
            Body::Post(_) => posts::free_slug(self.tx(), &text.slug)?,
            Body::Page(_) => static_pages::free_slug(self.tx(), &text.slug)?,
        };
        if free != text.slug {
            text.report.changes.push(ReportChange {
                field: "slug",
                reason: format!("{} became {free}, since something here has it", text.slug),
            });
            let address = &mut text.report.address;
            *address = address.replace(text.slug.as_str(), free.as_str());
            text.slug = free;
        }
        self.outcomes.items.push(text.report.clone());
        self.outcomes.items.append(&mut text.refused);
        for used in &text.pictures {
            self.picture(used)?;
        }
        match &mut self.target {
            Target::Database(tx) => insert_text(tx, self.context, text)?,
            Target::Nowhere(_, imagined) => {
                if let Body::Post(post) = &text.body {
                    imagined.posts.insert(post.id);
                }
            }
        }
        Ok(())
    }

    fn picture(&mut self, used: &foreign::UsedPicture) -> Result<(), StoreError> {
        let mut item = ReportItem::new(Kind::Picture, &used.address, "");
        item.address = used.picture.address();
        let hash = used.picture.hash().to_owned();
        let mut is_here = !media::sizes(self.tx(), std::slice::from_ref(&hash))?.is_empty();
        match &mut self.target {
            Target::Database(tx) => used.picture.store(tx, self.context.now)?,
            Target::Nowhere(_, imagined) => is_here |= !imagined.pictures.insert(hash),
        }
        self.outcomes
            .items
            .push(if is_here { item.skipped() } else { item });
        Ok(())
    }

    fn comment(&mut self, comment: NewComment, may_wait: bool) -> Result<(), StoreError> {
        let mut item = comment.report.clone();
        if self.has_comment(comment.id)? {
            self.outcomes.items.push(item.skipped());
            return Ok(());
        }
        if !self.has_post(comment.post)? {
            let refused = item.refused("The text that it is on is not here");
            self.outcomes.items.push(refused);
            return Ok(());
        }
        let root = Position::of_root(comment.id);
        let position = match comment.parent {
            None => root,
            Some(parent) => match self.position_of_reply(&comment, parent)? {
                Some(position) => position,
                None if may_wait => {
                    self.outcomes.waiting.push(comment);
                    return Ok(());
                }
                None => {
                    item.changes.push(ReportChange {
                        field: "parent",
                        reason: "What it replies to is not here; it begins a thread".to_owned(),
                    });
                    root
                }
            },
        };
        match &mut self.target {
            Target::Database(tx) => insert_comment(tx, comment, position)?,
            Target::Nowhere(_, imagined) => imagined.add_comment(&comment.id.to_string()),
        }
        self.outcomes.items.push(item);
        Ok(())
    }

    fn has_post(&self, id: PostId) -> Result<bool, StoreError> {
        let is_imagined = match &self.target {
            Target::Database(_) => false,
            Target::Nowhere(_, imagined) => imagined.posts.contains(&id),
        };
        Ok(is_imagined || !posts::slugs_of(self.tx(), &[id])?.is_empty())
    }

    fn has_comment(&self, id: CommentId) -> Result<bool, StoreError> {
        let is_imagined = match &self.target {
            Target::Database(_) => false,
            Target::Nowhere(_, imagined) => imagined.has_comment(&id.to_string()),
        };
        Ok(is_imagined || comments::exists(self.tx(), id)?)
    }

    /// Returns the place of a reply, if what it replies to is there. In a dry run any place will do.
    fn position_of_reply(
        &self,
        comment: &NewComment,
        parent: CommentId,
    ) -> Result<Option<Position>, StoreError> {
        if let Target::Nowhere(_, imagined) = &self.target
            && imagined.has_comment(&parent.to_string())
        {
            return Ok(Some(Position::of_root(comment.id)));
        }
        let position = comments::position_on_post(self.tx(), parent, comment.post)?;
        Ok(position.map(|position| position.of_reply(parent, comment.id)))
    }

    fn settings(&mut self, settings: NewSettings) -> Result<(), StoreError> {
        let NewSettings { body, report } = settings;
        let version = match &body {
            SettingsBody::Site(..) => site::load(self.tx())?.version,
            SettingsBody::SpamRules(_) => spam::load_rules(self.tx())?.version,
        };
        if version > 0 {
            self.outcomes.items.push(report.skipped());
            return Ok(());
        }
        if let Target::Database(tx) = &mut self.target {
            put_settings(tx, body, self.context.now)?;
        }
        self.outcomes.items.push(report);
        Ok(())
    }
}

/// What becomes of somebody.
enum PersonPlace {
    Free,
    /// They are here already.
    Here,
    /// Somebody else here is in their place, for this reason.
    Taken(&'static str),
}

fn person_place(tx: &Tx<'_>, person: &Person) -> Result<PersonPlace, StoreError> {
    Ok(match person {
        Person::Author(id, name) => {
            let is_here = !authors::among(tx, &[*id])?.is_empty() || authors::is_named(tx, name)?;
            if is_here {
                PersonPlace::Here
            } else {
                PersonPlace::Free
            }
        }
        Person::Member(new) if !admins::among(tx, &[new.id])?.is_empty() => PersonPlace::Here,
        Person::Member(new) if !authors::among(tx, &[AuthorId::from(new.id)])?.is_empty() => {
            PersonPlace::Taken("An author without an account stands for them here")
        }
        Person::Member(new) if admins::is_taken(tx, &new.username, &new.email)? => {
            PersonPlace::Taken("Another member of the staff here has this name or address")
        }
        Person::Reader(new) if !users::among(tx, &[new.user.id])?.is_empty() => PersonPlace::Here,
        Person::Reader(new) if users::id_by_email(tx, new.user.email.as_str())?.is_some() => {
            PersonPlace::Taken("Another reader here has this address; their comments show the name alone")
        }
        Person::Member(_) | Person::Reader(_) => PersonPlace::Free,
    })
}

fn insert_person(tx: &mut Tx<'_>, person: Person) -> Result<(), StoreError> {
    match person {
        Person::Author(id, name) => authors::find_or_create_imported(tx, &name, id).map(drop),
        Person::Member(new) => admins::insert(tx, &new),
        Person::Reader(new) => users::insert_moved(tx, &new),
    }
}

fn insert_text(tx: &mut Tx<'_>, context: &Context, text: NewText) -> Result<(), StoreError> {
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

/// Returns the authors of a text. Those who are not here are known by their names, as authors without an account.
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

fn insert_comment(tx: &mut Tx<'_>, comment: NewComment, position: Position) -> Result<(), StoreError> {
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

/// Returns who wrote a comment. An account that is not here is a name alone.
fn comment_author(tx: &Tx<'_>, comment: &NewComment) -> Result<MovedAuthor, StoreError> {
    if let Some(reader) = comment.reader
        && !users::among(tx, &[reader])?.is_empty()
    {
        return Ok(MovedAuthor::Reader(reader));
    }
    if let Some(member) = comment.member
        && !admins::among(tx, &[member])?.is_empty()
    {
        return Ok(MovedAuthor::Member(member));
    }
    let name = comment.name.clone();
    Ok(name.map_or(MovedAuthor::Gone, MovedAuthor::Named))
}

fn put_settings(tx: &mut Tx<'_>, settings: SettingsBody, now: Time) -> Result<(), StoreError> {
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
