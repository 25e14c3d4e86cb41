//! The posts and static pages of an export, each in a folder of its own: its fields and the text as Markdown, the text exactly
//! as it is stored, and the pictures that it shows.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;

use super::{CHUNK_ROWS, ExportError, Exporter};
use crate::content::html_to_markdown;
use crate::domain::post::{Cover, PostSummary};
use crate::domain::static_page::StaticPage;
use crate::domain::{PostId, Time};
use crate::moving::site::{
    AuthorRecord, HTML, MARKDOWN, PageFields, PostFields, page_folder, picture_name, post_folder,
    small_picture_name, write_front_matter,
};
use crate::store::media::{self, MediaFormat};
use crate::store::{posts, static_pages};

/// The hashes of a picture and of its small form.
type Picture = (String, Option<String>);

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Adds all posts and drafts.
    pub(super) fn posts(&mut self) -> Result<(), ExportError> {
        let mut last = None;
        loop {
            let found = posts::following(self.tx, last, CHUNK_ROWS)?;
            let Some(newest) = found.last() else {
                return Ok(());
            };
            last = Some(newest.id);
            let seqs: Vec<i64> = found.iter().map(|post| post.seq).collect();
            let ids: Vec<PostId> = found.iter().map(|post| post.id).collect();
            let published = posts::first_publications(self.tx, &seqs)?;
            let mut slugs: HashMap<PostId, Vec<String>> = HashMap::new();
            for (id, slug) in posts::former_slugs(self.tx, &ids)? {
                slugs.entry(id).or_default().push(slug.to_string());
            }
            for post in found {
                let former = slugs.remove(&post.id).unwrap_or_default();
                self.post(&post, published.get(&post.seq).copied(), former)?;
            }
        }
    }

    fn post(
        &mut self,
        post: &PostSummary,
        first_published_at: Option<Time>,
        former_slugs: Vec<String>,
    ) -> Result<(), ExportError> {
        let folder = post_folder(post.created_at, post.slug.as_str());
        let html = posts::html(self.tx, post.seq)?.unwrap_or_default();
        let pictures = posts::pictures(self.tx, post.seq)?;
        let fields = post_fields(post, first_published_at, former_slugs);
        self.text(&folder, &fields, &html, &pictures)?;
        self.counts.posts += 1;
        self.advance(1);
        Ok(())
    }

    /// Adds all static pages, drafts included.
    pub(super) fn pages(&mut self) -> Result<(), ExportError> {
        let mut last = None;
        loop {
            let found = static_pages::following(self.tx, last, CHUNK_ROWS)?;
            let Some(newest) = found.last() else {
                return Ok(());
            };
            last = Some(newest.id);
            for page in found {
                let folder = page_folder(page.slug.as_str());
                let html = static_pages::html(self.tx, page.id)?.unwrap_or_default();
                let pictures = static_pages::pictures(self.tx, page.id)?;
                self.text(&folder, &page_fields(page), &html, &pictures)?;
                self.counts.pages += 1;
                self.advance(1);
            }
        }
    }

    fn text<Fields: Serialize>(
        &mut self,
        folder: &str,
        fields: &Fields,
        html: &str,
        pictures: &[Picture],
    ) -> Result<(), ExportError> {
        let mut file = write_front_matter(fields).map_err(io::Error::from)?;
        file.push(b'\n');
        file.extend_from_slice(markdown(html, pictures).as_bytes());
        self.archive.add(&format!("{folder}/{MARKDOWN}"), &file)?;
        self.archive.add(&format!("{folder}/{HTML}"), html.as_bytes())?;
        for (hash, small_hash) in pictures {
            self.picture(&format!("{folder}/{}", picture_name(hash)), hash)?;
            self.counts.pictures += 1;
            if let Some(small_hash) = small_hash {
                self.picture(&format!("{folder}/{}", small_picture_name(hash)), small_hash)?;
            }
        }
        Ok(())
    }

    /// Adds a stored picture.
    pub(super) fn picture(&mut self, path: &str, hash: &str) -> Result<(), ExportError> {
        if let Some(bytes) = media::bytes(self.tx, hash, MediaFormat::WebP)? {
            self.archive.add(path, &bytes)?;
        }
        Ok(())
    }
}

/// Returns a text as Markdown, in which the pictures are those beside it. One beyond the limits, which older versions
/// accepted, stays HTML, which Markdown allows.
fn markdown(html: &str, pictures: &[Picture]) -> String {
    let mut source = html_to_markdown(html).map_or_else(|_| html.to_owned(), |markdown| markdown.source);
    for (hash, _) in pictures {
        let name = picture_name(hash);
        for before in ["](", "\""] {
            source = source.replace(&format!("{before}/media/{name}"), &format!("{before}{name}"));
        }
    }
    source
}

fn post_fields(
    post: &PostSummary,
    first_published_at: Option<Time>,
    former_slugs: Vec<String>,
) -> PostFields {
    let time = |time: Option<Time>| time.map(|time| time.to_string());
    PostFields {
        id: post.id.to_string(),
        title: post.title.clone(),
        slug: post.slug.to_string(),
        former_slugs,
        status: post.status.name().to_owned(),
        review: post.review.name().to_owned(),
        created_at: post.created_at.to_string(),
        updated_at: post.updated_at.to_string(),
        first_published_at: time(first_published_at),
        publish_at: time(post.publish_at),
        announce: post.announce,
        announced_at: time(post.announced_at),
        authors: post
            .authors()
            .filter_map(|author| {
                Some(AuthorRecord {
                    id: author.id?.to_string(),
                    name: author.name.clone()?,
                })
            })
            .collect(),
        category: post.category.name().to_owned(),
        tags: post.tags.clone(),
        featured: post.is_featured,
        cover: post.cover.as_ref().map(|cover| match cover {
            Cover::Address(address) => address.clone(),
            Cover::Media { hash, .. } => picture_name(hash),
        }),
        canonical_url: post.canonical_url.as_ref().map(|url| url.as_str().to_owned()),
        comments_open: !post.comments_closed,
    }
}

fn page_fields(page: StaticPage) -> PageFields {
    PageFields {
        id: page.id.to_string(),
        title: page.title,
        slug: page.slug.to_string(),
        description: page.description,
        status: page.status.name().to_owned(),
        created_at: page.created_at.to_string(),
        updated_at: page.updated_at.to_string(),
    }
}
