//! Posts and pages, from what another system says to what is stored here.

use super::addresses::REDIRECTS_MAX;
use super::authors::authors;
use super::entries::{Body, Entry, NewPageBody, NewPostBody, NewText};
use super::names;
use super::plan::{Object, PlannedText};
use super::preparer::Preparer;
use super::report::ReportItem;
use super::rules::{self, Publication};
use super::text_addresses::{Shown, TextAddresses, cover};
use crate::actions::embedded_pictures::image_sizes;
use crate::actions::revisions;
use crate::content::{self, ForeignAddresses as _, ForeignHtml, ForeignPicture, ImageSizes};
use crate::domain::post::{CONTENT_BYTES_MAX, RenderedArticle, Title};
use crate::domain::redirect::{Redirect, SitePlace};
use crate::domain::static_page::Description;
use crate::moving::item::{Change, ForeignContent, ForeignText, Kind};
use crate::store::StoreError;

/// The most changes of the report about the same part of a text.
const CHANGES_MAX: usize = 20;

impl Preparer<'_> {
    /// Makes a post or a page ready.
    pub(super) fn text(&mut self, text: &ForeignText) -> Result<Entry, StoreError> {
        let mut report = ReportItem::new(text.kind, &text.source_id, text.title.trim());
        let Some(planned) = self.plan.by_source(text.kind, &text.source_id).cloned() else {
            return Ok(Entry::Done(
                report.refused("It was not there when the export was read first"),
            ));
        };
        let path = planned.path(self.options.post_addresses);
        if planned.is_here {
            let publication = self.publication(text, &mut Vec::new());
            let redirects = self.redirects_of(text, publication, &path, &mut Vec::new());
            report.address = path;
            return Ok(Entry::Here(report.skipped(), redirects));
        }
        let reason = Self::refusal_of_id(&text.source_id);
        let is_repeated = !self.seen.insert(planned.object);
        if let Some(reason) = reason.or(is_repeated.then_some("Another one before it has the same id")) {
            return Ok(Entry::Done(report.refused(reason)));
        }
        let (shown, html) = match self.adapted(text)? {
            Ok(adapted) => adapted,
            Err(reason) => return Ok(Entry::Done(report.refused(reason))),
        };
        let mut changes = text.changes.clone();
        changes.extend(lost(&html));
        changes.extend(shown.changes.clone());
        changes.extend(slug_change(text.slug.as_deref(), &planned));
        let plain = content::plain_text(&html.html);
        report.title = rules::title(&text.title, &plain, &mut changes);
        report.address = path;
        self.complete(text, planned, html.html, shown, changes, report)
    }

    /// Returns the sanitised HTML of a text and what it shows, or why it is none.
    fn adapted(&mut self, text: &ForeignText) -> Result<Result<(Shown, ForeignHtml), String>, StoreError> {
        let given = match &text.text {
            ForeignContent::Html(html) => Ok(html.replace('\0', "")),
            ForeignContent::Markdown(markdown) => {
                content::markdown_to_unsanitised_html(&markdown.replace('\0', ""))
            }
        };
        let mut addresses = TextAddresses::new(self, &text.base);
        let html = given.and_then(|given| content::adapt_foreign(&given, &mut addresses));
        let cover = text
            .cover
            .as_deref()
            .map(str::trim)
            .filter(|cover| !cover.is_empty());
        let cover = cover.map(|cover| addresses.picture(cover));
        let mut shown = addresses.finish()?;
        let html = match html {
            Ok(html) => html,
            Err(reason) => return Ok(Err(reason.to_string())),
        };
        if html.html.len() > CONTENT_BYTES_MAX {
            return Ok(Err("The content must be at most 1 MiB large".to_owned()));
        }
        if content::is_blank(&html.html) {
            return Ok(Err("It has no text".to_owned()));
        }
        shown.cover = match cover {
            Some(ForeignPicture::At(address)) => Some(address),
            Some(ForeignPicture::Nowhere) | None => content::first_picture(&html.html),
        };
        Ok(Ok((shown, html)))
    }

    fn complete(
        &self,
        text: &ForeignText,
        planned: PlannedText,
        html: String,
        shown: Shown,
        mut changes: Vec<Change>,
        mut report: ReportItem,
    ) -> Result<Entry, StoreError> {
        let given_at = text.created_at.or(text.visibility.planned_at());
        let (created_at, updated_at) = rules::dates(given_at, text.updated_at, self.now, &mut changes);
        let publication = self.publication(text, &mut changes);
        let title = match Title::parse(&report.title) {
            Ok(title) => title,
            Err(invalid) => return Ok(Entry::Done(report.refused(invalid.to_string()))),
        };
        let mut sizes = image_sizes(self.store, &html, &[])?;
        for used in &shown.pictures {
            used.picture.add_size(&mut sizes);
        }
        let size = html.len() * 4 + 2_000;
        let media_hashes = content::media_hashes(&html);
        let body = match planned.object {
            Object::Post(id) => {
                let body = self.post(text, title, html, &sizes, &shown, publication, &mut changes)?;
                Body::Post(id, Box::new(body))
            }
            Object::Page(id) => {
                let description = names::description(text.summary.as_deref(), &mut changes);
                let Ok(description) = Description::parse(&description) else {
                    return Ok(Entry::Done(report.refused("Its description is not valid")));
                };
                let body = NewPageBody {
                    title,
                    description,
                    excerpt: content::excerpt_of_html(&html),
                    compressed: revisions::compress(&html)?,
                    rendered: rendered_without_diagrams(&html, &sizes),
                    html,
                    status: publication.status(),
                };
                Body::Page(id, Box::new(body))
            }
        };
        let redirects = self.redirects_of(text, publication, &report.address, &mut changes);
        report.status = publication.name();
        report.changes = limited(changes).into_iter().map(Into::into).collect();
        Ok(Entry::Text(Box::new(NewText {
            source_id: text.source_id.clone(),
            redirects,
            slug: planned.slug,
            body,
            created_at,
            updated_at,
            pictures: shown.pictures,
            media_hashes,
            report,
            refused: shown.refused,
            size,
        })))
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each is a part of the post, made by a step before"
    )]
    fn post(
        &self,
        text: &ForeignText,
        title: Title,
        html: String,
        sizes: &ImageSizes,
        shown: &Shown,
        publication: Publication,
        changes: &mut Vec<Change>,
    ) -> Result<NewPostBody, StoreError> {
        let category = self
            .options
            .categories
            .choose(&text.categories, &text.tags, changes);
        let tags = rules::tags(&text.tags, changes);
        let mut article = content::article(title, category, tags, publication.status(), html, sizes);
        if !content::diagrams(&article.html).is_empty() {
            // A worker draws them, and renders the text with them.
            article.rendered = None;
        }
        Ok(NewPostBody {
            authors: authors(&text.authors, self.team, &self.options.default_author, changes),
            cover: cover(self.store, shown)?,
            is_featured: text.is_featured,
            comments_closed: text.comments_closed,
            canonical_url: rules::canonical_url(text.canonical_url.as_deref(), changes),
            publish_at: match publication {
                Publication::Scheduled(at) => Some(at),
                Publication::Published | Publication::Draft => None,
            },
            article,
        })
    }

    /// Returns whether and when a text is public here.
    fn publication(&self, text: &ForeignText, changes: &mut Vec<Change>) -> Publication {
        let publication = rules::publication(
            &text.visibility,
            text.created_at,
            self.now,
            self.options.as_drafts,
            changes,
        );
        if text.kind == Kind::Page && matches!(publication, Publication::Scheduled(_)) {
            changes.push(Change::new(
                "status",
                "Pages cannot be planned here; it is a draft",
            ));
            return Publication::Draft;
        }
        publication
    }

    /// Returns the redirects from the addresses that readers knew, or will know.
    fn redirects_of(
        &self,
        text: &ForeignText,
        publication: Publication,
        new_path: &str,
        changes: &mut Vec<Change>,
    ) -> Vec<Redirect> {
        // What was planned too far ahead is a draft that nobody knew; drafts that were asked for come back to their readers.
        let is_unknown = publication == Publication::Draft && !self.options.as_drafts;
        if !self.options.with_redirects || !text.visibility.is_public() || is_unknown {
            return Vec::new();
        }
        let mut redirects: Vec<Redirect> = Vec::new();
        for (number, address) in text.old_addresses.iter().enumerate() {
            if redirects.len() == REDIRECTS_MAX {
                let further = text.old_addresses.len() - number;
                let reason = format!(
                    "At most {REDIRECTS_MAX} old addresses lead to a text; {further} further ones do not"
                );
                changes.push(Change::new("redirect", reason));
                break;
            }
            match self.new_redirect(address, Some(new_path), 301) {
                Ok(redirect) => {
                    let is_same = redirect.path.as_str() == new_path;
                    let is_known = redirects.iter().any(|known| known.path == redirect.path);
                    let is_of_site = matches!(redirect.path.place(), SitePlace::Page | SitePlace::Folder);
                    if is_of_site {
                        let reason = format!("{address}: the site itself has something at this address");
                        changes.push(Change::new("redirect", reason));
                    } else if !is_same && !is_known {
                        redirects.push(redirect);
                    }
                }
                Err(invalid) => {
                    let reason = format!("{address} is not redirected: {}", invalid.message);
                    changes.push(Change::new("redirect", reason));
                }
            }
        }
        redirects
    }
}

/// Returns a text as its page shows it. One with diagrams is rendered once a worker has drawn them.
fn rendered_without_diagrams(html: &str, sizes: &ImageSizes) -> Option<RenderedArticle> {
    if content::diagrams(html).is_empty() {
        content::render_if_images_stored(html, sizes)
    } else {
        None
    }
}

/// Returns what the sanitiser has taken out of a text.
fn lost(html: &ForeignHtml) -> Vec<Change> {
    let mut changes = Vec::new();
    for (count, what) in [
        (html.scripts, "scripts, which no text here may have"),
        (html.forms, "forms or parts of them, which no text here may have"),
        (html.drawings, "drawings or formulas in a language of their own"),
    ] {
        if count > 0 {
            changes.push(Change::new("text", format!("Removed: {count} {what}")));
        }
    }
    let embedded = html.embedded.iter();
    changes.extend(
        embedded.map(|address| Change::new("text", format!("{address} was embedded, and is a link now"))),
    );
    changes
}

fn slug_change(given: Option<&str>, planned: &PlannedText) -> Option<Change> {
    let given = given.filter(|given| *given != planned.slug.as_str())?;
    Some(Change::new("slug", format!("{given} became {}", planned.slug)))
}

/// Leaves at most so many changes about the same part, each once, and says how many there are more.
fn limited(changes: Vec<Change>) -> Vec<Change> {
    let mut kept: Vec<Change> = Vec::new();
    let mut left_out: Vec<(&'static str, usize)> = Vec::new();
    for change in changes {
        if kept.contains(&change) {
            continue;
        }
        let same = kept.iter().filter(|other| other.field == change.field).count();
        if same < CHANGES_MAX {
            kept.push(change);
        } else if let Some((_, count)) = left_out.iter_mut().find(|(field, _)| *field == change.field) {
            *count += 1;
        } else {
            left_out.push((change.field, 1));
        }
    }
    let more = left_out.into_iter();
    kept.extend(more.map(|(field, count)| Change::new(field, format!("And {count} more"))));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_some_changes_and_counts_the_others() {
        let many = (0..30).map(|number| Change::new("picture", number.to_string()));
        let other = Change::new("tags", "Cut");
        let limited = limited(many.chain([other.clone(), other.clone()]).collect());
        assert_eq!(limited.len(), CHANGES_MAX + 2);
        assert!(limited.contains(&other));
        assert_eq!(limited.last().unwrap().reason, "And 10 more");
    }

    #[test]
    fn says_what_was_lost() {
        let html = ForeignHtml {
            scripts: 2,
            embedded: vec!["https://codepen.io/x".to_owned()],
            ..ForeignHtml::default()
        };
        let reasons: Vec<String> = lost(&html).into_iter().map(|change| change.reason).collect();
        assert_eq!(reasons.len(), 2);
        assert!(
            reasons[0].contains("2 scripts") && reasons[1].contains("codepen.io"),
            "{reasons:?}"
        );
    }
}
