//! The backup that Hashnode keeps in a repository of GitHub, and the files from which it publishes: Markdown with front
//! matter.

use super::text::to_markdown;
use super::{ORIGIN, canonical, old_addresses, with_subtitle};
use crate::moving::front_fields;
use crate::moving::item::{Base, ForeignContent, ForeignText, Item, Kind, Visibility};
use crate::moving::marks::report;
use crate::moving::times;

/// Returns the post of a file; `None` if it is none of Hashnode.
pub(super) fn post(path: &str, text: &str) -> Option<Item> {
    let (front, markdown) = front_fields::split(text);
    if ["cuid", "slug", "datePublished", "title"]
        .iter()
        .all(|name| front.text(name).is_none())
    {
        return None;
    }
    let mut changes = Vec::new();
    let slug = front.text("slug");
    let cuid = front.text("cuid");
    let domain = front.text("domain").map(|domain| format!("https://{domain}"));
    if let Some(series) = front.text("seriesSlug").or_else(|| front.text("series")) {
        let reason = format!("It is part of the series \"{series}\", and stands alone here");
        report(&mut changes, "series", reason);
    }
    let is_draft = ["saveAsDraft", "ignorePost", "draft"]
        .iter()
        .any(|name| front.flag(name) == Some(true));
    let visibility = if is_draft {
        Visibility::Draft
    } else if front.flag("delisted") == Some(true) {
        Visibility::Restricted(
            "It was delisted, so that only those who knew its address could read it".to_owned(),
        )
    } else {
        Visibility::Public
    };
    let has_formulas = front.flag("hasLatex") == Some(true);
    let markdown = to_markdown(markdown, has_formulas, &mut changes);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = with_subtitle(
        ForeignContent::Markdown(markdown),
        front.text("subtitle"),
        &mut changes,
    );
    let time = |name: &str| front.text(name).and_then(|text| times::time(&text));
    let origin = domain.as_deref().unwrap_or(ORIGIN);
    Some(Item::Text(Box::new(ForeignText {
        kind: Kind::Post,
        source_id: cuid
            .clone()
            .or_else(|| slug.clone())
            .unwrap_or_else(|| path.to_owned()),
        title: front.text("title").unwrap_or_default(),
        old_addresses: if is_draft {
            Vec::new()
        } else {
            old_addresses(None, slug.as_deref(), cuid.as_deref())
        },
        slug,
        text,
        authors: Vec::new(),
        tags: front.names("tags"),
        categories: Vec::new(),
        visibility,
        created_at: time("datePublished")
            .or_else(|| time("publishedAt"))
            .or_else(|| time("date")),
        updated_at: time("dateUpdated"),
        cover: front.text("cover").or_else(|| front.text("coverImage")),
        canonical_url: front.text("canonical").and_then(|url| canonical(&url, origin)),
        summary: front.text("seoDescription"),
        is_featured: false,
        comments_closed: front.flag("disableComments") == Some(true),
        base: Base::Folder(folder.to_owned()),
        changes,
    })))
}
