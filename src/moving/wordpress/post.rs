//! Posts and pages in the neutral form.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url::Url;

use super::comments;
use super::dates;
use super::entry::{COMMENTS_MAX, Entry, Term};
use super::library::Library;
use super::site::Site;
use super::text::{Surroundings, convert};
use crate::domain::Time;
use crate::moving::item::{
    Base, Change, ForeignAuthor, ForeignContent, ForeignText, Kind, LeftOutItem, RefusedItem, Visibility,
};
use crate::moving::public_names::author_name;

/// What an item of the file is here.
pub(super) enum Taken {
    Text(Box<ForeignText>),
    Refused(RefusedItem),
    LeftOut(LeftOutItem),
    /// Nothing: attachments, menus and other things that WordPress keeps beside texts.
    Nothing,
}

/// Things of WordPress itself that are no texts.
const BESIDE: &[&str] = &[
    "attachment",
    "custom_css",
    "customize_changeset",
    "guest-author",
    "nav_menu_item",
    "oembed_cache",
    "revision",
    "user_request",
    "wp_block",
    "wp_font_face",
    "wp_font_family",
    "wp_global_styles",
    "wp_navigation",
    "wp_template",
    "wp_template_part",
];
/// Lists of terms that say nothing about a text, or are dealt with elsewhere.
const OTHER_TERMS: &[&str] = &[
    "author",
    "category",
    "language",
    "nav_menu",
    "post_format",
    "post_tag",
    "post_translations",
    "tag",
    "term_language",
    "term_translations",
    "wp_pattern_category",
    "wp_theme",
];

/// Returns what an item is here.
pub(super) fn item(entry: &Entry, site: &Site, library: &Library) -> Taken {
    let kind = match entry.kind.as_str() {
        // The first exports knew nothing else.
        "post" | "" => Kind::Post,
        "page" => Kind::Page,
        kind if BESIDE.contains(&kind) => return Taken::Nothing,
        kind => {
            let reason = format!("It is of the type {kind}, and this site has posts and pages only");
            return left_out(entry, site, reason);
        }
    };
    if entry.status == "trash" {
        return left_out(entry, site, "It is in the bin of WordPress".to_owned());
    }
    if entry.is_too_large {
        return Taken::Refused(refused(entry, site, "Its text has more than 4 MiB".to_owned()));
    }
    if entry.has_too_many_comments {
        let reason = format!("It has more than {COMMENTS_MAX} comments");
        return Taken::Refused(refused(entry, site, reason));
    }
    let mut changes = Vec::new();
    let visibility = visibility(entry, &mut changes);
    let surroundings = Surroundings {
        library,
        post: entry.id,
        footnotes: entry.meta(&["footnotes"]),
    };
    let (html, text_changes) = convert(&entry.content, &surroundings);
    changes.extend(text_changes);
    if entry.content.contains('\u{fffd}') || entry.title.contains('\u{fffd}') {
        changes.push(Change::new(
            "text",
            "Characters that cannot be read became \u{fffd}",
        ));
    }
    changes.extend(lost_terms(&entry.terms));
    changes.extend(comments::left_out(&entry.comments));
    let cover = cover(entry, library, &mut changes);
    let summary = entry.meta(&[
        "_yoast_wpseo_metadesc",
        "rank_math_description",
        "_aioseo_description",
    ]);
    let summary = summary.filter(|summary| !summary.contains(['%', '#']));
    Taken::Text(Box::new(ForeignText {
        kind,
        source_id: source_id(entry, site),
        title: entry.title.clone(),
        slug: slug(&entry.slug),
        text: ForeignContent::Html(html),
        authors: authors(entry, library),
        tags: names(&entry.terms, &["post_tag", "tag"]),
        categories: names(&entry.terms, &["category"]),
        visibility,
        created_at: created_at(entry),
        updated_at: dates::of_database(&entry.modified_gmt),
        cover,
        canonical_url: canonical_url(entry, site),
        summary: Some(entry.excerpt.as_str())
            .filter(|excerpt| !excerpt.is_empty())
            .or(summary)
            .map(str::to_owned),
        is_featured: entry.is_sticky,
        comments_closed: entry.comment_status == "closed",
        old_addresses: site.addresses(entry, kind),
        base: base(entry, site),
        changes,
    }))
}

/// What names an item for good. Its number does so within its site only, and texts of several sites may come together.
pub(super) fn source_id(entry: &Entry, site: &Site) -> String {
    match entry.id {
        Some(id) if site.name.is_empty() => format!("?p={id}"),
        Some(id) => format!("{}/?p={id}", site.name),
        None if entry.guid.is_empty() => entry.link.clone(),
        None => entry.guid.clone(),
    }
}

fn left_out(entry: &Entry, site: &Site, reason: String) -> Taken {
    Taken::LeftOut(LeftOutItem {
        source_id: source_id(entry, site),
        reason,
    })
}

pub(super) fn refused(entry: &Entry, site: &Site, reason: String) -> RefusedItem {
    RefusedItem {
        kind: if entry.kind == "page" {
            Kind::Page
        } else {
            Kind::Post
        },
        source_id: source_id(entry, site),
        title: entry.title.clone(),
        reason,
    }
}

/// Returns who may see a text.
fn visibility(entry: &Entry, changes: &mut Vec<Change>) -> Visibility {
    if !entry.password.is_empty() {
        return Visibility::Restricted("It was protected by a password".to_owned());
    }
    let mut draft = |reason: String| {
        changes.push(Change::new("status", reason));
        Visibility::Draft
    };
    match entry.status.as_str() {
        "publish" => Visibility::Public,
        "draft" | "auto-draft" => Visibility::Draft,
        "private" => Visibility::Restricted("It was private, for its authors alone".to_owned()),
        "future" => match created_at(entry) {
            Some(time) => Visibility::Scheduled(time),
            None => draft(
                "It was scheduled for a time that the export does not say, and becomes a draft".to_owned(),
            ),
        },
        "pending" => draft("It was waiting for a review, and becomes a draft".to_owned()),
        "" => draft("The export does not say that it was published, so that it becomes a draft".to_owned()),
        other => draft(format!(
            "It had the status {other}, which this site has not, and becomes a draft"
        )),
    }
}

/// Returns when a text was published or written. Drafts have the time of the site alone.
fn created_at(entry: &Entry) -> Option<Time> {
    dates::of_database(&entry.date_gmt)
        .or_else(|| dates::of_feed(&entry.feed_date))
        .or_else(|| dates::of_database(&entry.date))
}

fn slug(encoded: &str) -> Option<String> {
    let decoded = percent_decode_str(encoded)
        .decode_utf8()
        .unwrap_or(Cow::Borrowed(encoded));
    (!decoded.trim().is_empty()).then(|| decoded.into_owned())
}

/// Returns the authors: those of Co-Authors Plus, which name the first as well, or the one of WordPress.
fn authors(entry: &Entry, library: &Library) -> Vec<ForeignAuthor> {
    let mut authors: Vec<ForeignAuthor> = Vec::new();
    let mut add = |author: ForeignAuthor| {
        if !author.name.is_empty() && !authors.contains(&author) {
            authors.push(author);
        }
    };
    for term in entry.terms.iter().filter(|term| term.domain == "author") {
        let nicename = term.nicename.strip_prefix("cap-").unwrap_or(&term.nicename);
        let known = library.author(&term.name).or_else(|| library.author(nicename));
        add(known.cloned().unwrap_or_else(|| named(&[&term.name, nicename])));
    }
    if authors.is_empty() && !entry.creator.is_empty() {
        let known = library.author(&entry.creator);
        authors.push(known.cloned().unwrap_or_else(|| named(&[&entry.creator])));
    }
    authors
}

fn named(names: &[&str]) -> ForeignAuthor {
    ForeignAuthor {
        name: author_name(names),
        email: None,
    }
}

/// Returns the names of the terms of some lists, each once. What WordPress files texts under that nobody has filed is none.
fn names(terms: &[Term], domains: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for term in terms
        .iter()
        .filter(|term| domains.contains(&term.domain.as_str()))
    {
        let name = if term.name.is_empty() {
            &term.nicename
        } else {
            &term.name
        };
        let is_filed = !(term.nicename == "uncategorized" || name.eq_ignore_ascii_case("uncategorized"));
        if !name.is_empty() && is_filed && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Reports the terms of lists that this site has not.
fn lost_terms(terms: &[Term]) -> Vec<Change> {
    let mut lost: Vec<(&str, Vec<&str>)> = Vec::new();
    for term in terms
        .iter()
        .filter(|term| !OTHER_TERMS.contains(&term.domain.as_str()))
    {
        match lost.iter_mut().find(|(domain, _)| *domain == term.domain) {
            Some((_, names)) => names.push(&term.name),
            None => lost.push((&term.domain, vec![&term.name])),
        }
    }
    let changes = lost.into_iter().map(|(domain, names)| {
        let names = names.join(", ");
        Change::new(
            "tags",
            format!("Its terms of the list {domain} were left out: {names}"),
        )
    });
    changes.collect()
}

fn cover(entry: &Entry, library: &Library, changes: &mut Vec<Change>) -> Option<String> {
    let id = entry
        .meta(&["_thumbnail_id"])
        .and_then(|id| id.parse::<u64>().ok());
    let id = id.filter(|id| *id > 0);
    let elsewhere = entry.meta(&["fifu_image_url"]).map(str::to_owned);
    let Some(id) = id else {
        return elsewhere;
    };
    let cover = library
        .attachment(id)
        .map(|attachment| attachment.url.clone())
        .or(elsewhere);
    if cover.is_none() {
        changes.push(Change::new(
            "cover",
            "The export does not hold the attachment that is its cover",
        ));
    }
    cover
}

/// Returns the address at which a text was published first, if that is on another site.
fn canonical_url(entry: &Entry, site: &Site) -> Option<String> {
    let named = entry.meta(&[
        "_yoast_wpseo_canonical",
        "rank_math_canonical_url",
        "_aioseo_canonical_url",
        "_genesis_canonical_uri",
    ])?;
    let url = Url::parse(named)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))?;
    (!site.has(&url)).then(|| named.to_owned())
}

fn base(entry: &Entry, site: &Site) -> Base {
    match (Url::parse(&entry.link), &site.url) {
        (Ok(link), _) if matches!(link.scheme(), "http" | "https") => Base::Address(link.to_string()),
        (_, Some(url)) => Base::Address(url.to_string()),
        _ => Base::None,
    }
}
