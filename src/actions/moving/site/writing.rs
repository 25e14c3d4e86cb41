//! The writes of an import of a site: a batch of entries, each stored as it was there, unless it is here already.

use super::entries::{
    Body, Entry, NewComment, NewPerson, NewSeries, NewSettings, NewTag, NewText, Person, SettingsBody,
};
use super::storing::{insert_comment, insert_person, insert_series, insert_tag, insert_text, put_settings};
use crate::actions::moving::entries as foreign;
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::actions::moving::writing::{Batch as ForeignBatch, Context, Target};
use crate::actions::spam;
use crate::domain::thread::Position;
use crate::domain::{AuthorId, CollectionKind, CommentId, PostId, Slug, tag};
use crate::moving::item::{Kind, LeftOutItem};
use crate::store::{
    StoreError, Tx, admins, authors, comments, former_slugs, media, posts, series, site, static_pages, tags,
    users,
};

/// What a batch has come to.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    pub(super) items: Vec<ReportItem>,
    pub(super) left_out: Vec<LeftOutItem>,
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
                Entry::LeftOut(item) => self.outcomes.left_out.push(item),
                Entry::Person(person) => self.person(*person)?,
                Entry::Tag(tag) => self.tag(*tag)?,
                Entry::Text(text) => self.text(*text)?,
                Entry::Series(series) => self.series(*series)?,
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
        let NewPerson { mut body, mut report } = person;
        let place = person_place(self.tx(), &body)?;
        let item = match place {
            PersonPlace::Here => report.skipped(),
            PersonPlace::Taken(reason) => report.refused(reason),
            PersonPlace::Free => {
                if let Person::Author(_, _, page) | Person::Member(_, page) = &mut body
                    && let Some(slug) = &mut page.slug
                {
                    let free = former_slugs::free(self.tx(), CollectionKind::Author, slug, "")?;
                    change_to_free(slug, free, &mut report);
                }
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
        change_to_free(&mut text.slug, free, &mut text.report);
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

    fn tag(&mut self, mut new: NewTag) -> Result<(), StoreError> {
        if tags::by_key(self.tx(), &tag::key(&new.name))?.is_some() {
            self.outcomes.items.push(new.report.skipped());
            return Ok(());
        }
        let free = former_slugs::free(self.tx(), CollectionKind::Tag, &new.slug, "")?;
        change_to_free(&mut new.slug, free, &mut new.report);
        self.outcomes.items.push(new.report.clone());
        self.outcomes.items.extend(new.refused.take());
        if let Some(used) = &new.picture {
            self.picture(used)?;
        }
        match &mut self.target {
            Target::Database(tx) => insert_tag(tx, &new),
            Target::Nowhere(..) => Ok(()),
        }
    }

    fn series(&mut self, mut new: NewSeries) -> Result<(), StoreError> {
        if series::by_id(self.tx(), new.id)?.is_some() {
            self.outcomes.items.push(new.report.skipped());
            return Ok(());
        }
        let free = former_slugs::free(self.tx(), CollectionKind::Series, &new.slug, "")?;
        change_to_free(&mut new.slug, free, &mut new.report);
        let taken = series::in_a_series(self.tx(), &new.posts)?;
        let mut posts = Vec::new();
        for post in &new.posts {
            if !taken.contains(post) && self.has_post(*post)? {
                posts.push(*post);
            }
        }
        let lost = new.posts.len() - posts.len();
        if lost > 0 {
            new.report.changes.push(ReportChange {
                field: "posts",
                reason: format!("Left out, since they are not here or in another series: {lost}"),
            });
        }
        new.posts = posts;
        if let Target::Database(tx) = &mut self.target {
            insert_series(tx, self.context, &new)?;
        }
        self.outcomes.items.push(new.report);
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

/// Gives something a slug that is free, and says so if it is another one.
fn change_to_free(slug: &mut Slug, free: Slug, report: &mut ReportItem) {
    if free == *slug {
        return;
    }
    report.changes.push(ReportChange {
        field: "slug",
        reason: format!("{slug} became {free}, since something here has it"),
    });
    report.address = report.address.replace(slug.as_str(), free.as_str());
    *slug = free;
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
        Person::Author(id, name, _) => {
            let is_here = !authors::among(tx, &[*id])?.is_empty() || authors::is_named(tx, name)?;
            if is_here {
                PersonPlace::Here
            } else {
                PersonPlace::Free
            }
        }
        Person::Member(new, _) if !admins::among(tx, &[new.id])?.is_empty() => PersonPlace::Here,
        Person::Member(new, _) if !authors::among(tx, &[AuthorId::from(new.id)])?.is_empty() => {
            PersonPlace::Taken("An author without an account stands for them here")
        }
        Person::Member(new, _) if admins::is_taken(tx, &new.username, &new.email)? => {
            PersonPlace::Taken("Another member of the staff here has this name or address")
        }
        Person::Reader(new) if !users::among(tx, &[new.user.id])?.is_empty() => PersonPlace::Here,
        Person::Reader(new) if users::id_by_email(tx, new.user.email.as_str())?.is_some() => {
            PersonPlace::Taken("Another reader here has this address; their comments show the name alone")
        }
        Person::Member(..) | Person::Reader(_) => PersonPlace::Free,
    })
}
