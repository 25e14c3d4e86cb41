//! What pages say to search engines, in the vocabulary of schema.org.

use serde_json::{Value, json};

use super::{Site, frame};
use crate::http::api::posts::dto::{AuthorBody, PostSummaryBody};

/// Returns the author, or a list where there are several.
pub(super) fn authors(site: &Site, post: &PostSummaryBody) -> Value {
    match post.authors.as_slice() {
        [author] => person(site, author),
        authors => authors.iter().map(|author| person(site, author)).collect(),
    }
}

pub(super) fn person(site: &Site, author: &AuthorBody) -> Value {
    let mut person = json!({ "@type": "Person", "name": author.username });
    if let Some(slug) = &author.slug {
        person["url"] = site.address(&frame::author_path(slug)).into();
    }
    person
}

pub(super) fn counted(action: &str, count: u64) -> Value {
    json!({
        "@type": "InteractionCounter",
        "interactionType": format!("https://schema.org/{action}"),
        "userInteractionCount": count,
    })
}

pub(super) fn breadcrumbs(site: &Site, steps: &[(&str, &str)]) -> Value {
    let items: Vec<Value> = [("Home", "/")]
        .iter()
        .chain(steps)
        .zip(1_u32..)
        .map(|((name, path), position)| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": site.address(path) })
        })
        .collect();
    json!({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": items,
    })
}

/// Returns a series, as its posts refer to it.
pub(super) fn series(site: &Site, title: &str, slug: &str) -> Value {
    json!({
        "@type": "CreativeWorkSeries",
        "name": title,
        "url": site.address(&frame::series_path(slug)),
    })
}

/// Returns a page with posts that belong together. `first` is the number of the first of them.
pub(super) fn collection_page(
    site: &Site,
    (name, description, path): (&str, &str, &str),
    posts: &[PostSummaryBody],
    (first, total): (u64, u64),
) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "CollectionPage",
        "name": name,
        "description": description,
        "url": site.address(path),
        "isPartOf": { "@type": "WebSite", "name": site.name, "url": site.address("/") },
        "mainEntity": item_list(site, posts, first, total),
    })
}

fn item_list(site: &Site, posts: &[PostSummaryBody], first: u64, total: u64) -> Value {
    let items: Vec<Value> = (first..)
        .zip(posts)
        .map(|(position, post)| {
            json!({
                "@type": "ListItem",
                "position": position,
                "name": post.title,
                "url": site.address(&site.post_path(post)),
            })
        })
        .collect();
    json!({ "@type": "ItemList", "numberOfItems": total, "itemListElement": items })
}

/// Returns the page of an author. `links` are their pages elsewhere.
pub(super) fn profile_page(
    site: &Site,
    author: &AuthorBody,
    (bio, links, path): (&str, &[&str], &str),
) -> Value {
    let mut person = person(site, author);
    person["image"] = site.address(&author.avatar).into();
    if !bio.is_empty() {
        person["description"] = bio.into();
    }
    if !links.is_empty() {
        person["sameAs"] = links.into();
    }
    json!({
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        "name": author.username,
        "url": site.address(path),
        "isPartOf": { "@type": "WebSite", "name": site.name, "url": site.address("/") },
        "mainEntity": person,
    })
}
