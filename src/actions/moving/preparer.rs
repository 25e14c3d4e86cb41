//! The second pass over an export: makes its items ready to be stored. Nothing is written here.

use std::collections::{HashMap, HashSet};

use super::Options;
use super::addresses::{Destination, looked_up, old_path, redirect_path};
use super::authors::Team;
use super::entries::{CommentedPost, Entry, NewComment};
use super::pictures::Pictures;
use super::plan::{Object, Plan};
use super::report::ReportItem;
use super::{names, rules};
use crate::content::comment;
use crate::domain::comment::CommentText;
use crate::domain::redirect::{self, Redirect, RedirectTarget};
use crate::domain::{CommentId, Entropy, RedirectId, Time, ValidationError};
use crate::moving::System;
use crate::moving::item::{Base, CommentContent, CommentedText, ForeignComment, ForeignRedirect, Item, Kind};
use crate::store::{Store, StoreError, redirects};

/// The most bytes of what names something in its system.
const SOURCE_ID_MAX: usize = 1_000;
/// The addresses of earlier imports that are remembered.
const REMEMBERED: usize = 10_000;

/// Makes items ready.
pub(super) struct Preparer<'a> {
    pub(super) store: &'a Store,
    pub(super) system: System,
    pub(super) options: &'a Options,
    pub(super) plan: &'a Plan,
    pub(super) team: &'a Team,
    pub(super) entropy: &'a dyn Entropy,
    pub(super) now: Time,
    pub(super) pictures: Pictures<'a>,
    /// The texts that have come.
    pub(super) seen: HashSet<Object>,
    /// What the addresses of earlier imports lead to.
    pub(super) earlier: HashMap<String, Option<String>>,
}

impl Preparer<'_> {
    pub(super) fn prepare(&mut self, item: Item) -> Result<Option<Entry>, StoreError> {
        Ok(match item {
            Item::Text(text) => Some(self.text(&text)?),
            Item::Comment(comment) => Some(self.comment(*comment)),
            Item::Redirect(redirect) => {
                let is_wanted = self.options.with_redirects;
                is_wanted.then(|| self.redirect(&redirect)).transpose()?
            }
            Item::Refused(refused) => {
                let item = ReportItem::new(refused.kind, refused.source_id, refused.title);
                Some(Entry::Done(item.refused(refused.reason)))
            }
            Item::LeftOut(left_out) => Some(Entry::LeftOut(left_out)),
        })
    }

    /// Returns why something with this id cannot be taken.
    pub(super) fn refusal_of_id(source_id: &str) -> Option<&'static str> {
        if source_id.is_empty() || source_id.contains('\0') {
            return Some("It has no id by which it could be known again");
        }
        (source_id.len() > SOURCE_ID_MAX).then_some("Its id is longer than 1,000 bytes")
    }

    fn comment(&self, comment: ForeignComment) -> Entry {
        let name = names::commenter_name(&comment.author);
        let mut report = ReportItem::new(Kind::Comment, &comment.source_id, &name);
        if let Some(reason) = Self::refusal_of_id(&comment.source_id) {
            return Entry::Done(report.refused(reason));
        }
        let mut changes = Vec::new();
        let text = match &comment.text {
            CommentContent::Html(html) => comment::text_of_html(html),
            CommentContent::Plain(text) => text.clone(),
        };
        let text = names::comment_text(&text, &mut changes);
        let Ok(text) = CommentText::parse(&text) else {
            return Entry::Done(report.refused("It has no text"));
        };
        let on = match self.commented(&comment.on) {
            Ok(on) => on,
            Err(reason) => return Entry::Done(report.refused(reason)),
        };
        let (created_at, _) = rules::dates(comment.created_at, None, self.now, &mut changes);
        report.status = if comment.is_approved { "visible" } else { "held" };
        report.changes = changes.into_iter().map(Into::into).collect();
        // Ids sort by time, as the comments of a thread do.
        let new_id = || CommentId::new(created_at, self.entropy);
        let kept = CommentId::parse(&comment.source_id).filter(|_| self.system == System::Site);
        Entry::Comment(Box::new(NewComment {
            id: kept.unwrap_or_else(new_id),
            source_id: comment.source_id,
            on,
            parent: comment.parent.filter(|parent| !parent.is_empty()),
            name,
            text,
            is_visible: comment.is_approved,
            created_at,
            report,
        }))
    }

    /// Returns the post that a comment is on, or why there is none.
    fn commented(&self, on: &CommentedText) -> Result<CommentedPost, &'static str> {
        let (planned, otherwise) = match on {
            CommentedText::Source(id) => (
                self.plan
                    .by_source(Kind::Post, id)
                    .or_else(|| self.plan.by_source(Kind::Page, id)),
                Some(CommentedPost::Source(id.clone())),
            ),
            CommentedText::Address(address) => {
                let number = self.plan.addresses.text_at(address);
                (
                    number.and_then(|number| self.plan.text(number)),
                    old_path(address).map(|path| CommentedPost::Path(looked_up(&path))),
                )
            }
        };
        match planned.map(|text| text.object) {
            Some(Object::Post(id)) => Ok(CommentedPost::Planned(id)),
            Some(Object::Page(_)) => Err("It is on a page, and pages have no comments here"),
            None => otherwise.ok_or("What it is on has no address"),
        }
    }

    fn redirect(&mut self, given: &ForeignRedirect) -> Result<Entry, StoreError> {
        let report = ReportItem::new(Kind::Redirect, &given.path, "");
        let refuse = |reason: &str| Ok(Entry::Done(report.clone().refused(reason)));
        let target = match &given.target {
            None => None,
            Some(target) => match self.destination(target)? {
                Ok(target) => Some(target),
                Err(reason) => return refuse(reason),
            },
        };
        let status = match (&target, given.is_permanent) {
            (None, _) => 410,
            (Some(_), true) => 301,
            (Some(_), false) => 302,
        };
        match self.new_redirect(&given.path, target.as_deref(), status) {
            Ok(redirect) => Ok(Entry::Redirect(redirect)),
            Err(invalid) => refuse(&invalid.message),
        }
    }

    /// Returns a redirect from an old address.
    pub(super) fn new_redirect(
        &self,
        address: &str,
        target: Option<&str>,
        status: u16,
    ) -> Result<Redirect, ValidationError> {
        let target = target
            .map(|target| RedirectTarget::parse(target, &self.options.site_url))
            .transpose()?;
        Ok(Redirect {
            id: RedirectId::new(self.now, self.entropy),
            path: redirect_path(address)?,
            destination: redirect::Destination::new(status, target)?,
            source: self.system.name().to_owned(),
        })
    }

    /// Returns what the target of a redirect is here, or why it leads nowhere.
    fn destination(&mut self, target: &str) -> Result<Result<String, &'static str>, StoreError> {
        Ok(match self.plan.addresses.destination(target, &Base::None) {
            Destination::Text(number, part) => {
                let style = self.options.post_addresses;
                let text = self.plan.text(number);
                text.map(|text| text.path(style) + &part)
                    .ok_or("It leads to nothing that is here")
            }
            Destination::OldSite { path, address, part } => match (self.earlier(&path)?, address) {
                (Some(here), _) => Ok(here + &part),
                (None, None) => Ok(target.to_owned()),
                (None, Some(_)) => Err("It leads to a page of the old site that is not here"),
            },
            Destination::Elsewhere(address) => Ok(address),
            Destination::Unchanged if target.starts_with("https://") || target.starts_with("http://") => {
                Ok(target.to_owned())
            }
            Destination::Unchanged | Destination::Nowhere => Err("It leads to no page"),
        })
    }

    /// Returns what an address of the old site leads to since an earlier import.
    pub(super) fn earlier(&mut self, path: &str) -> Result<Option<String>, StoreError> {
        if let Some(known) = self.earlier.get(path) {
            return Ok(known.clone());
        }
        let asked = looked_up(path);
        let found = self
            .store
            .read_blocking(move |tx| redirects::of_address(tx, &asked))?;
        let target = found.and_then(|found| Some(found.destination.target()?.as_str().to_owned()));
        if self.earlier.len() == REMEMBERED {
            self.earlier.clear();
        }
        self.earlier.insert(path.to_owned(), target.clone());
        Ok(target)
    }
}
