//! Reads the export of a site from its beginning to its end, and hands batches of what is ready to the writer.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use tempfile::TempDir;

use super::entries::{Entry, Prepared};
use crate::actions::moving::pictures::Picture;
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::actions::moving::{Export, MovingError, Options};
use crate::domain::redirect::{Destination, Redirect, RedirectPath, RedirectTarget};
use crate::domain::{Entropy, RedirectId, Time, ValidationError};
use crate::moving::item::{ForeignRedirect, Kind};
use crate::moving::redirect_file::{self, RedirectFormat};
use crate::moving::site::{COMMENTS, HTML, Line, MARKDOWN, PEOPLE, REDIRECTS, SERIES, SiteExport, TAGS};
use crate::moving::{ReadError, System};
use crate::store::Store;

/// The folders of posts and of pages.
const POSTS: &str = "posts";
const PAGES: &str = "pages";

/// Makes everything ready.
pub(super) struct Preparer<'a> {
    pub(super) store: &'a Store,
    pub(super) export: &'a Export<'a>,
    pub(super) archive: &'a SiteExport<'a>,
    pub(super) options: &'a Options,
    pub(super) entropy: &'a dyn Entropy,
    pub(super) now: Time,
    /// Where pictures are kept until they are stored.
    pub(super) files: &'a TempDir,
    /// The last pictures, since texts that follow each other often show the same.
    pub(super) remembered: VecDeque<(String, Arc<Picture>)>,
}

/// What is ready and not sent yet.
pub(super) struct Outgoing<'a> {
    export: &'a Export<'a>,
    batches: SyncSender<Prepared>,
    batch: Prepared,
}

impl Outgoing<'_> {
    /// Counts bytes of the export that were read.
    pub(super) fn count(&mut self, bytes: u64) {
        self.batch.bytes += bytes;
    }

    pub(super) fn add(&mut self, entry: Entry) -> Result<(), ReadError> {
        self.export.go_on()?;
        if self.batch.add(entry) {
            return self.send();
        }
        Ok(())
    }

    fn send(&mut self) -> Result<(), ReadError> {
        let next = Prepared::after(self.batch.bytes);
        let batch = mem::replace(&mut self.batch, next);
        self.batches.send(batch).map_err(|_| ReadError::Stopped)
    }
}

impl Preparer<'_> {
    /// Reads everything, and sends it in batches; the last one says how it ended.
    pub(super) fn run(mut self, batches: SyncSender<Prepared>) {
        let mut outgoing = Outgoing {
            export: self.export,
            batches,
            batch: Prepared::default(),
        };
        outgoing.batch.failure = self.read(&mut outgoing).err();
        // The receiver is gone only after an error of its own.
        drop(outgoing.send());
    }

    fn read(&mut self, outgoing: &mut Outgoing<'_>) -> Result<(), MovingError> {
        let archive = self.archive;
        for path in archive.missing() {
            let item = ReportItem::new(kind_of(path), path, "");
            outgoing.add(Entry::Done(
                item.refused("The file is named in manifest.json, and is not there"),
            ))?;
        }
        self.lines(PEOPLE, outgoing, |preparer, line| Some(preparer.person(line)))?;
        self.tags(outgoing)?;
        for folder in archive.folders(POSTS) {
            let entry = self.post(&folder)?;
            outgoing.count(archive.size(&folder));
            outgoing.add(entry)?;
        }
        for folder in archive.folders(PAGES) {
            let entry = self.page(&folder)?;
            outgoing.count(archive.size(&folder));
            outgoing.add(entry)?;
        }
        self.lines(SERIES, outgoing, |preparer, line| Some(preparer.series(line)))?;
        self.lines(COMMENTS, outgoing, |preparer, line| Some(preparer.comment(line)))?;
        if self.options.with_redirects {
            self.lines(REDIRECTS, outgoing, Self::redirect)?;
        }
        for entry in self.settings() {
            outgoing.add(entry)?;
        }
        Ok(())
    }

    pub(super) fn lines(
        &self,
        path: &str,
        outgoing: &mut Outgoing<'_>,
        mut prepare: impl FnMut(&Self, &Line<'_>) -> Option<Entry>,
    ) -> Result<(), ReadError> {
        self.archive.lines(path, |line| {
            outgoing.count(line.text.map_or(0, str::len) as u64);
            match prepare(self, &line) {
                Some(entry) => outgoing.add(entry),
                None => Ok(()),
            }
        })
    }

    /// Notes in the entry of a report that a file is not as it was exported.
    pub(super) fn note_change(&self, path: &str, item: &mut ReportItem) {
        if self.archive.is_changed(path) {
            item.changes.push(ReportChange {
                field: "file",
                reason: format!("{path} is not as it was exported; it was taken as it is now"),
            });
        }
    }

    /// Makes a line of the redirects ready. The first one names the columns.
    fn redirect(&self, line: &Line<'_>) -> Option<Entry> {
        let refuse = |reason: &str| Some(refused_line(Kind::Redirect, REDIRECTS, line.number, reason));
        let text = match line.text {
            Ok(text) => text,
            Err(reason) => return refuse(reason),
        };
        if line.number == 1 {
            return None;
        }
        let mut found = None;
        let read = redirect_file::read(RedirectFormat::Csv, text.as_bytes(), &mut |line| {
            found = Some(line.redirect);
            Ok(())
        });
        match (read, found?) {
            (Err(error), _) => refuse(&error.to_string()),
            (Ok(()), Err(reason)) => refuse(&reason),
            (Ok(()), Ok(foreign)) => Some(match self.new_redirect(&foreign) {
                Ok(redirect) => Entry::Redirect(redirect),
                Err(invalid) => {
                    let item = ReportItem::new(Kind::Redirect, foreign.path, "");
                    Entry::Done(item.refused(invalid.message))
                }
            }),
        }
    }

    fn new_redirect(&self, foreign: &ForeignRedirect) -> Result<Redirect, ValidationError> {
        let target = foreign.target.as_deref();
        let target = target
            .map(|target| RedirectTarget::parse(target, &self.options.site_url))
            .transpose()?;
        Ok(Redirect {
            id: RedirectId::new(self.now, self.entropy),
            path: RedirectPath::parse(&foreign.path)?,
            destination: match target {
                None => Destination::Gone,
                Some(target) if foreign.is_permanent => Destination::Permanent(target),
                Some(target) => Destination::Temporary(target),
            },
            source: System::Site.name().to_owned(),
        })
    }
}

/// Returns the entry of a line that cannot be read.
pub(super) fn refused_line(kind: Kind, path: &str, number: u64, reason: &str) -> Entry {
    let item = ReportItem::new(kind, format!("{path}:{number}"), "");
    Entry::Done(item.refused(reason))
}

/// Returns what a file is about, for the report.
fn kind_of(path: &str) -> Kind {
    let is_text = [MARKDOWN, HTML].iter().any(|name| path.ends_with(name));
    let is_picture = [".webp", ".png"].iter().any(|end| path.ends_with(end));
    match path.split('/').next() {
        Some(POSTS) if is_text => Kind::Post,
        Some(PAGES) if is_text => Kind::Page,
        Some(COMMENTS) => Kind::Comment,
        Some(PEOPLE) => Kind::Person,
        Some(REDIRECTS) => Kind::Redirect,
        Some(TAGS) => Kind::Tag,
        Some(SERIES) => Kind::Series,
        _ if is_picture => Kind::Picture,
        _ => Kind::Settings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_reported_as_what_it_is_about() {
        for (path, kind) in [
            ("posts/a/index.html", Kind::Post),
            ("pages/a/index.md", Kind::Page),
            ("posts/a/0a.webp", Kind::Picture),
            ("site/icon-192.png", Kind::Picture),
            ("comments.jsonl", Kind::Comment),
            ("people.jsonl", Kind::Person),
            ("redirects.csv", Kind::Redirect),
            ("tags.jsonl", Kind::Tag),
            ("tags/0a.webp", Kind::Picture),
            ("series.jsonl", Kind::Series),
            ("settings.json", Kind::Settings),
        ] {
            assert_eq!(kind_of(path), kind, "{path}");
        }
    }
}
