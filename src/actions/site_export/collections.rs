//! The tags and the series of an export.

use std::collections::HashMap;
use std::io::Write;

use super::{CHUNK_ROWS, ExportError, Exporter};
use crate::domain::CollectionKind;
use crate::domain::post::Cover;
use crate::domain::series::Series;
use crate::domain::tag::Tag;
use crate::moving::site::{
    AuthorRecord, SERIES, SeriesRecord, TAG_PICTURES, TAGS, TagRecord, picture_name, small_picture_name,
};
use crate::store::{StoreError, Tx, former_slugs, series, tags};

/// A picture of a tag: its hash and that of its small form.
type Picture = (String, Option<String>);

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Adds all series with the ids of their posts.
    pub(super) fn series(&mut self) -> Result<(), ExportError> {
        let mut last = None;
        self.counts.series = self.lines(SERIES, |tx| {
            let found = series::following(tx, last, CHUNK_ROWS)?;
            last = found.last().map(|series| series.id).or(last);
            let keys: Vec<String> = found.iter().map(|series| series.id.to_string()).collect();
            let mut former = former_slugs_of(tx, CollectionKind::Series, &keys)?;
            let records = found.into_iter().map(|series| {
                let former = former.remove(&series.id.to_string()).unwrap_or_default();
                series_record(tx, series, former)
            });
            Ok(records.collect::<Result<Vec<_>, StoreError>>()?)
        })?;
        Ok(())
    }

    /// Adds all tags, each with the number of its posts, and their pictures.
    pub(super) fn tags(&mut self) -> Result<(), ExportError> {
        let mut last = String::new();
        let mut pictures: Vec<Picture> = Vec::new();
        self.counts.tags = self.lines(TAGS, |tx| {
            let found = tags::following(tx, &last, CHUNK_ROWS)?;
            if let Some(newest) = found.last() {
                last.clone_from(&newest.key);
            }
            let keys: Vec<String> = found.iter().map(|tag| tag.key.clone()).collect();
            let posts = tags::post_counts(tx, &keys)?;
            let mut former = former_slugs_of(tx, CollectionKind::Tag, &keys)?;
            let records = found.into_iter().map(|tag| {
                if let Some(Cover::Media { hash, small_hash }) = &tag.cover {
                    pictures.push((hash.clone(), small_hash.clone()));
                }
                let posts = posts.get(&tag.key).copied().unwrap_or(0);
                let former = former.remove(&tag.key).unwrap_or_default();
                tag_record(tag, posts, former)
            });
            Ok(records.collect())
        })?;
        pictures.sort_unstable();
        pictures.dedup();
        for (hash, small_hash) in &pictures {
            self.picture(&format!("{TAG_PICTURES}/{}", picture_name(hash)), hash)?;
            self.counts.pictures += 1;
            if let Some(small_hash) = small_hash {
                self.picture(
                    &format!("{TAG_PICTURES}/{}", small_picture_name(hash)),
                    small_hash,
                )?;
            }
        }
        Ok(())
    }
}

/// Returns the slugs that these had before, in their order, by their keys or ids.
pub(super) fn former_slugs_of(
    tx: &Tx<'_>,
    kind: CollectionKind,
    targets: &[String],
) -> Result<HashMap<String, Vec<String>>, StoreError> {
    let mut slugs: HashMap<String, Vec<String>> = HashMap::new();
    for (target, slug) in former_slugs::of_targets(tx, kind, targets)? {
        slugs.entry(target).or_default().push(slug.to_string());
    }
    Ok(slugs)
}

fn series_record(tx: &Tx<'_>, found: Series, former_slugs: Vec<String>) -> Result<SeriesRecord, StoreError> {
    let posts = series::post_ids(tx, found.id)?;
    let author = found.author.id.zip(found.author.name);
    Ok(SeriesRecord {
        id: found.id.to_string(),
        slug: found.slug.to_string(),
        former_slugs,
        title: found.title,
        description: found.description,
        author: author.map(|(id, name)| AuthorRecord {
            id: id.to_string(),
            name,
        }),
        posts: posts.iter().map(ToString::to_string).collect(),
        created_at: found.created_at.to_string(),
        updated_at: found.updated_at.to_string(),
    })
}

fn tag_record(tag: Tag, posts: u64, former_slugs: Vec<String>) -> TagRecord {
    TagRecord {
        key: tag.key,
        posts,
        name: Some(tag.name),
        slug: tag.slug.to_string(),
        former_slugs,
        description: tag.description,
        cover: tag.cover.map(|cover| match cover {
            Cover::Address(address) => address,
            Cover::Media { hash, .. } => picture_name(&hash),
        }),
    }
}
