//! The tags and the series of a site.

use serde::de::DeserializeOwned;

use super::entries::{Entry, NewSeries, NewTag};
use super::preparer::{Outgoing, Preparer, refused_line};
use super::texts::{slugs, time};
use crate::actions::moving::MovingError;
use crate::actions::moving::entries::UsedPicture;
use crate::actions::moving::report::ReportItem;
use crate::domain::collection::CollectionDescription;
use crate::domain::post::Cover;
use crate::domain::series::{POSTS_MAX, SeriesTitle};
use crate::domain::{AuthorId, CollectionKind, PostId, SeriesId, Slug, ValidationError, tag};
use crate::moving::item::{Change, Kind};
use crate::moving::site::{
    Line, SERIES, SeriesRecord, TAG_PICTURES, TAGS, TagRecord, TextFolder, picture_hash, picture_name,
    small_picture_name,
};

/// The most bytes of the lines of tags that wait until their pictures can be read: some ten thousand tags.
const WAITING_BYTES_MAX: usize = 16 << 20;

impl Preparer<'_> {
    /// Makes all tags ready. While the lines are read no other file can be, so that tags with pictures come last.
    pub(super) fn tags(&mut self, outgoing: &mut Outgoing<'_>) -> Result<(), MovingError> {
        let mut waiting: Vec<NewTag> = Vec::new();
        let mut bytes = 0;
        self.lines(TAGS, outgoing, |preparer, line| match preparer.tag(line) {
            Some(Entry::Tag(mut tag)) if tag.picture_hash.is_some() => {
                bytes += line.text.map_or(0, str::len);
                if bytes <= WAITING_BYTES_MAX {
                    waiting.push(*tag);
                    return None;
                }
                tag.picture_hash = None;
                let change = Change::new("cover", "Too many tags have pictures; it has none now");
                tag.report.changes.push(change.into());
                Some(Entry::Tag(tag))
            }
            entry => entry,
        })?;
        for tag in waiting {
            let tag = self.with_picture(tag, outgoing);
            outgoing.add(Entry::Tag(Box::new(tag)))?;
        }
        Ok(())
    }

    /// Makes a line of the tags ready, without the picture. Tags of programs that had no pages for them come with the posts
    /// that have them.
    fn tag(&self, line: &Line<'_>) -> Option<Entry> {
        let record: TagRecord = match parsed(line) {
            Ok(record) => record,
            Err(reason) => return Some(refused_line(Kind::Tag, TAGS, line.number, &reason)),
        };
        let name = record.name.as_deref()?;
        let mut report = ReportItem::new(Kind::Tag, &record.key, name);
        self.note_change(TAGS, &mut report);
        Some(match new_tag(&record, name, report.clone()) {
            Ok(tag) => Entry::Tag(Box::new(tag)),
            Err(reason) => Entry::Done(report.refused(reason)),
        })
    }

    /// Reads the picture of a tag.
    fn with_picture(&mut self, mut tag: NewTag, outgoing: &mut Outgoing<'_>) -> NewTag {
        let Some(hash) = tag.picture_hash.take() else {
            return tag;
        };
        let folder = TextFolder {
            path: TAG_PICTURES.to_owned(),
            files: vec![picture_name(&hash), small_picture_name(&hash)],
        };
        outgoing.count(self.archive.size(&folder));
        let address = format!("{TAG_PICTURES}/{}", picture_name(&hash));
        match self.picture(&folder, &hash) {
            Ok(picture) => {
                tag.cover = Some(Cover::Media {
                    hash,
                    small_hash: picture.small_hash().map(str::to_owned),
                });
                tag.picture = Some(UsedPicture { address, picture });
            }
            Err(reason) => {
                let change = Change::new("cover", format!("{address} is not there; it has none now"));
                tag.report.changes.push(change.into());
                tag.refused = Some(ReportItem::new(Kind::Picture, address, "").refused(reason));
            }
        }
        tag
    }

    /// Makes a line of the series ready.
    pub(super) fn series(&self, line: &Line<'_>) -> Entry {
        let record: SeriesRecord = match parsed(line) {
            Ok(record) => record,
            Err(reason) => return refused_line(Kind::Series, SERIES, line.number, &reason),
        };
        let mut report = ReportItem::new(Kind::Series, &record.id, &record.title);
        self.note_change(SERIES, &mut report);
        match new_series(&record, report.clone()) {
            Ok(series) => Entry::Series(Box::new(series)),
            Err(reason) => Entry::Done(report.refused(reason)),
        }
    }
}

/// Reads the record of a line.
fn parsed<Record: DeserializeOwned>(line: &Line<'_>) -> Result<Record, String> {
    let text = line.text.map_err(str::to_owned)?;
    serde_json::from_str(text).map_err(|error| format!("It cannot be read: {error}"))
}

fn new_tag(record: &TagRecord, name: &str, mut report: ReportItem) -> Result<NewTag, String> {
    let text = |invalid: ValidationError| invalid.to_string();
    if tag::parse_all([name]).map_err(text)? != [name] || tag::key(name) != record.key {
        return Err("Its name is empty, or another one than its key says".to_owned());
    }
    let slug = Slug::parse(&record.slug).map_err(text)?;
    let given = record.cover.as_deref();
    let picture_hash = given.and_then(picture_hash).map(str::to_owned);
    let cover = given.filter(|_| picture_hash.is_none()).and_then(|given| {
        let cover = Cover::from_address(given).ok();
        if cover.is_none() {
            let change = Change::new("cover", format!("{given} is no address; it has none now"));
            report.changes.push(change.into());
        }
        cover
    });
    report.address = CollectionKind::Tag.path(slug.as_str());
    Ok(NewTag {
        name: name.to_owned(),
        slug,
        former_slugs: slugs(&record.former_slugs),
        description: CollectionDescription::parse(&record.description).map_err(text)?,
        cover,
        picture_hash,
        picture: None,
        report,
        refused: None,
    })
}

fn new_series(record: &SeriesRecord, mut report: ReportItem) -> Result<NewSeries, String> {
    let text = |invalid: ValidationError| invalid.to_string();
    let slug = Slug::parse(&record.slug).map_err(text)?;
    let author = record.author.as_ref().map(|author| {
        let id = AuthorId::parse(&author.id).ok_or("Its author has no id")?;
        Ok::<_, &str>((id, author.name.clone()))
    });
    let mut posts: Vec<PostId> = Vec::new();
    for id in &record.posts {
        let id = PostId::parse(id).ok_or("One of its posts has no id")?;
        if !posts.contains(&id) && posts.len() < POSTS_MAX {
            posts.push(id);
        }
    }
    if posts.len() < record.posts.len() {
        let reason = format!("Repeated ones and those after the first {POSTS_MAX} were left out");
        report.changes.push(Change::new("posts", reason).into());
    }
    report.address = CollectionKind::Series.path(slug.as_str());
    Ok(NewSeries {
        id: SeriesId::parse(&record.id).ok_or("It has no id")?,
        slug,
        former_slugs: slugs(&record.former_slugs),
        title: SeriesTitle::parse(&record.title).map_err(text)?,
        description: CollectionDescription::parse(&record.description).map_err(text)?,
        author: author.transpose()?,
        posts,
        created_at: time(&record.created_at, "createdAt")?,
        updated_at: time(&record.updated_at, "updatedAt")?,
        report,
    })
}
