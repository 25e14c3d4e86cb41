//! The addresses that posts had, by the forms that are set in Ghost 1 or in the `routes.yaml` of later versions.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::Value;

use super::value::{filled, text};
use crate::domain::Time;
use crate::moving::item::Kind;

/// The most forms that are looked at.
const FORMS_MAX: usize = 20;

/// The forms of addresses, beside `/{slug}/`, which Ghost has where nothing else is set.
pub(super) struct Permalinks {
    forms: Vec<String>,
}

#[derive(Deserialize)]
struct Routes {
    #[serde(default)]
    collections: Option<BTreeMap<String, Option<Collection>>>,
}

#[derive(Deserialize)]
struct Collection {
    #[serde(default)]
    permalink: Option<String>,
}

impl Permalinks {
    /// Takes the setting of Ghost 1 and the text of a `routes.yaml`. The addresses of posts in several collections cannot
    /// be told apart without the filters of those, so that every form counts for each post.
    pub(super) fn new(setting: Option<&str>, routes: Option<&str>) -> Self {
        let routes = routes.and_then(|routes| serde_saphyr::from_str::<Routes>(routes).ok());
        let collections = routes.and_then(|routes| routes.collections).unwrap_or_default();
        let of_routes = collections.into_values().flatten();
        let forms = of_routes
            .filter_map(|collection| collection.permalink)
            .chain(setting.map(str::to_owned))
            .filter(|form| form.starts_with('/') && form.len() <= 200)
            .map(|form| with_braces(&form))
            .take(FORMS_MAX)
            .collect();
        Self { forms }
    }

    /// Returns the addresses of a post or page. A page has the usual form alone.
    pub(super) fn of(
        &self,
        row: &Value,
        kind: Kind,
        tag: Option<&str>,
        author: Option<&str>,
        published: Option<Time>,
    ) -> Vec<String> {
        let mut addresses: Vec<String> = Vec::new();
        if let Some(slug) = filled(row, "slug") {
            let date = published.map(date_of);
            let forms = if kind == Kind::Page {
                &[][..]
            } else {
                self.forms.as_slice()
            };
            let values = |part: &str| match part {
                "slug" => Some(slug.clone()),
                "id" => filled(row, "id"),
                "year" => date.as_ref().map(|(year, _, _)| year.clone()),
                "month" => date.as_ref().map(|(_, month, _)| month.clone()),
                "day" => date.as_ref().map(|(_, _, day)| day.clone()),
                "author" | "primary_author" => author.map(str::to_owned),
                // Ghost's own word for a post without a tag.
                "primary_tag" => Some(tag.unwrap_or("all").to_owned()),
                _ => None,
            };
            let made = forms.iter().filter_map(|form| filled_in(form, values));
            let amp = (kind == Kind::Post).then(|| format!("/{slug}/amp/"));
            for address in made.chain([format!("/{slug}/")]).chain(amp) {
                if !addresses.contains(&address) {
                    addresses.push(address);
                }
            }
        }
        if let Some(uuid) = filled(row, "uuid") {
            addresses.push(format!("/p/{uuid}/"));
            if text(row, "status") == "sent" {
                addresses.push(format!("/email/{uuid}/"));
            }
        }
        addresses
    }
}

/// Returns a form of Ghost 1, with `:slug`, as later versions write it.
fn with_braces(form: &str) -> String {
    let parts = form.split('/').map(|part| match part.strip_prefix(':') {
        Some(name) => format!("{{{name}}}"),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Returns the address of a form; `None` if it has a part without a value.
fn filled_in(form: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut address = String::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        address.push_str(before);
        address.push_str(&value(name)?);
        rest = after;
    }
    Some(address + rest)
}

/// Returns the year, the month and the day of a time, in UTC: the time zone of the old site may move it by a day.
fn date_of(time: Time) -> (String, String, String) {
    let date = jiff::Timestamp::from_millisecond(time.milliseconds())
        .unwrap_or_default()
        .to_zoned(TimeZone::UTC)
        .date();
    (
        date.year().to_string(),
        format!("{:02}", date.month()),
        format!("{:02}", date.day()),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn addresses(permalinks: &Permalinks, kind: Kind) -> Vec<String> {
        let row = json!({ "id": "1", "slug": "a", "uuid": "u", "status": "published" });
        let published = Time::parse("2018-03-04T23:00:00Z");
        permalinks.of(&row, kind, Some("rust"), Some("ada"), published)
    }

    #[test]
    fn makes_addresses_of_every_form() {
        let dated = Permalinks::new(Some("/:year/:month/:day/:slug/"), None);
        assert_eq!(
            addresses(&dated, Kind::Post),
            ["/2018/03/04/a/", "/a/", "/a/amp/", "/p/u/"]
        );
        assert_eq!(addresses(&dated, Kind::Page), ["/a/", "/p/u/"]);
        let routes = "routes:\n\ncollections:\n  /blog/:\n    permalink: /blog/{primary_tag}/{slug}/\n    filter: tag:blog\n  /:\n    permalink: /{author}/{unknown}/{slug}/\n\ntaxonomies:\n  tag: /tag/{slug}/\n";
        let of_collections = Permalinks::new(None, Some(routes));
        assert_eq!(
            addresses(&of_collections, Kind::Post),
            ["/blog/rust/a/", "/a/", "/a/amp/", "/p/u/"]
        );
        let damaged = Permalinks::new(Some("javascript:"), Some("collections: [}"));
        assert_eq!(addresses(&damaged, Kind::Post), ["/a/", "/a/amp/", "/p/u/"]);
    }
}
