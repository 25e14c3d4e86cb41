//! What an import did, or would do: an entry for each thing, and the totals.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::left_out::LeftOut;
use crate::moving::System;
use crate::moving::item::{Change, Kind};

/// What became of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is here now.
    New,
    /// It was here already.
    Skipped,
    /// It was not taken.
    Refused,
}

impl Outcome {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Skipped => "skipped",
            Self::Refused => "refused",
        }
    }
}

/// Something that was changed, lost or refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportChange {
    /// The part that it is about.
    pub field: &'static str,
    /// What happened to it and why.
    pub reason: String,
}

impl From<Change> for ReportChange {
    fn from(change: Change) -> Self {
        Self {
            field: change.field,
            reason: change.reason,
        }
    }
}

/// An entry of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportItem {
    /// `post`, `page`, `comment`, `picture` or `redirect`; of another site of this kind also `person`, `settings`,
    /// `tag` and `series`.
    pub kind: &'static str,
    /// What names it in its system: an id, a path, an address.
    pub source: String,
    /// The title; of a comment, the name of who wrote it.
    pub title: String,
    /// The address that it has here; empty if it has none.
    pub address: String,
    /// What became of it.
    pub outcome: Outcome,
    /// `published`, `draft` or `scheduled`; of a comment its state; of a redirect its status; of a member of the staff the role;
    /// else empty.
    pub status: &'static str,
    /// What was changed or lost, and why; for something refused, why it was.
    pub changes: Vec<ReportChange>,
}

impl ReportItem {
    /// Creates the entry of something that is taken.
    pub(super) fn new(kind: Kind, source: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            kind: kind.name(),
            source: source.into(),
            title: title.into(),
            address: String::new(),
            outcome: Outcome::New,
            status: "",
            changes: Vec::new(),
        }
    }

    /// Makes it the entry of something that is not taken.
    #[must_use]
    pub(super) fn refused(mut self, reason: impl Into<String>) -> Self {
        self.outcome = Outcome::Refused;
        self.status = "";
        self.address.clear();
        self.changes = vec![ReportChange {
            field: self.kind,
            reason: reason.into(),
        }];
        self
    }

    /// Makes it the entry of something that is here already.
    #[must_use]
    pub(super) fn skipped(mut self) -> Self {
        self.outcome = Outcome::Skipped;
        self.changes.clear();
        self
    }

    /// Returns why it was refused.
    pub fn refusal(&self) -> Option<&str> {
        let reason = self.changes.first().map(|change| change.reason.as_str());
        reason.filter(|_| self.outcome == Outcome::Refused)
    }
}

/// The number of things of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Those that are new.
    pub new: u64,
    /// Those that were here already.
    pub skipped: u64,
    /// Those that were not taken.
    pub refused: u64,
}

impl Count {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The number of things of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Posts.
    pub posts: Count,
    /// Static pages.
    pub pages: Count,
    /// Comments.
    pub comments: Count,
    /// Pictures.
    pub pictures: Count,
    /// Redirects.
    pub redirects: Count,
    /// People, whom only another site of this kind brings along.
    #[serde(default, skip_serializing_if = "Count::is_empty")]
    pub people: Count,
    /// Groups of settings, which only another site of this kind brings along.
    #[serde(default, skip_serializing_if = "Count::is_empty")]
    pub settings: Count,
    /// Tags with their pages, which only another site of this kind brings along.
    #[serde(default, skip_serializing_if = "Count::is_empty")]
    pub tags: Count,
    /// Series of posts, which only another site of this kind brings along.
    #[serde(default, skip_serializing_if = "Count::is_empty")]
    pub series: Count,
}

impl Totals {
    /// The kinds with their names, in the order of reports, without those that only another site of this kind has if there are
    /// none.
    pub fn by_kind(&self) -> Vec<(&'static str, Count)> {
        let of_all = [
            ("posts", self.posts),
            ("pages", self.pages),
            ("comments", self.comments),
            ("pictures", self.pictures),
            ("redirects", self.redirects),
        ];
        let of_sites = [
            ("people", self.people),
            ("settings", self.settings),
            ("tags", self.tags),
            ("series", self.series),
        ];
        let of_sites = of_sites.into_iter().filter(|(_, count)| !count.is_empty());
        of_all.into_iter().chain(of_sites).collect()
    }

    /// The number of things that were not taken.
    pub fn refused(&self) -> u64 {
        self.by_kind().iter().map(|(_, count)| count.refused).sum()
    }

    /// Counts an entry.
    pub fn count(&mut self, item: &ReportItem) {
        let count = match item.kind {
            "post" => &mut self.posts,
            "page" => &mut self.pages,
            "comment" => &mut self.comments,
            "picture" => &mut self.pictures,
            "person" => &mut self.people,
            "settings" => &mut self.settings,
            "tag" => &mut self.tags,
            "series" => &mut self.series,
            _ => &mut self.redirects,
        };
        match item.outcome {
            Outcome::New => count.new += 1,
            Outcome::Skipped => count.skipped += 1,
            Outcome::Refused => count.refused += 1,
        }
    }
}

/// A report that is written to a file while the import goes on. The file gets its name when the report is complete.
pub struct ReportFile {
    path: PathBuf,
    items: BufWriter<File>,
    is_empty: bool,
}

impl ReportFile {
    /// Begins a report.
    ///
    /// # Errors
    /// If no file can be made in its folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            items: BufWriter::new(tempfile::tempfile_in(folder(path))?),
            is_empty: true,
        })
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, item: &ReportItem) -> io::Result<()> {
        self.items
            .write_all(if self.is_empty { b"\n    " } else { b",\n    " })?;
        self.is_empty = false;
        serde_json::to_writer(&mut self.items, item).map_err(io::Error::from)
    }

    /// Completes the report, and gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(
        self,
        system: System,
        is_dry_run: bool,
        totals: &Totals,
        left_out: &LeftOut,
    ) -> io::Result<()> {
        let mut items = self.items.into_inner().map_err(io::IntoInnerError::into_error)?;
        items.rewind()?;
        let mut file = NamedTempFile::new_in(folder(&self.path))?;
        let mut output = BufWriter::new(file.as_file_mut());
        let totals = serde_json::to_string(totals)?;
        writeln!(output, "{{")?;
        writeln!(output, "  \"system\": \"{}\",", system.name())?;
        writeln!(output, "  \"dryRun\": {is_dry_run},")?;
        writeln!(output, "  \"totals\": {totals},")?;
        write!(output, "  \"items\": [")?;
        io::copy(&mut items, &mut output)?;
        write!(output, "{}]", if self.is_empty { "" } else { "\n  " })?;
        if !left_out.is_empty() {
            write!(output, ",\n  \"leftOut\": {}", serde_json::to_string(left_out)?)?;
        }
        writeln!(output, "\n}}")?;
        output.flush()?;
        drop(output);
        file.persist(&self.path).map(drop).map_err(|error| error.error)
    }
}

fn folder(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::moving::item::LeftOutItem;

    #[test]
    fn a_report_has_the_documented_form() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        let mut report = ReportFile::create(&path).unwrap();
        let mut totals = Totals::default();
        let mut taken = ReportItem::new(Kind::Post, "1", "Title");
        taken.address = "/blog/title".to_owned();
        taken.status = "draft";
        taken.changes.push(Change::new("tags", "Too many").into());
        for item in [
            taken,
            ReportItem::new(Kind::Comment, "2", "Ada").refused("It is empty"),
        ] {
            totals.count(&item);
            report.add(&item).unwrap();
        }
        assert!(!path.exists());
        let mut left_out = LeftOut::default();
        left_out.add(&LeftOutItem {
            source_id: "README.md".to_owned(),
            reason: "It is no text".to_owned(),
        });
        report.finish(System::Ghost, true, &totals, &left_out).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let none = json!({"new": 0, "skipped": 0, "refused": 0});
        assert_eq!(
            read,
            json!({
                "system": "ghost",
                "dryRun": true,
                "totals": {
                    "posts": {"new": 1, "skipped": 0, "refused": 0}, "pages": none,
                    "comments": {"new": 0, "skipped": 0, "refused": 1}, "pictures": none, "redirects": none,
                },
                "items": [
                    {"kind": "post", "source": "1", "title": "Title", "address": "/blog/title", "outcome": "new",
                     "status": "draft", "changes": [{"field": "tags", "reason": "Too many"}]},
                    {"kind": "comment", "source": "2", "title": "Ada", "address": "", "outcome": "refused",
                     "status": "", "changes": [{"field": "comment", "reason": "It is empty"}]},
                ],
                "leftOut": [{"reason": "It is no text", "count": 1, "sources": ["README.md"]}],
            })
        );
    }

    #[test]
    fn an_empty_report_is_valid_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        let report = ReportFile::create(&path).unwrap();
        report
            .finish(System::Site, false, &Totals::default(), &LeftOut::default())
            .unwrap();
        let read: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!((&read["items"], &read["dryRun"]), (&json!([]), &json!(false)));
        assert_eq!(read.get("leftOut"), None);
    }
}
