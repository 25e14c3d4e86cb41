//! The navigation, addresses and pagination of the pages.

use std::sync::LazyLock;

use url::form_urlencoded::{self, Serializer};

use super::labels::FRAME;
use crate::domain::CollectionKind;

/// A link to a main page.
pub(super) struct NavigationItem {
    pub(super) label: &'static str,
    pub(super) path: &'static str,
    pub(super) icon: &'static str,
}

/// The navigation items of every page (product.md §2).
pub(super) static NAVIGATION: LazyLock<[NavigationItem; 4]> = LazyLock::new(|| {
    let item = |label, path, icon| NavigationItem { label, path, icon };
    [
        item(FRAME.home, "/", "House"),
        item(FRAME.trending, "/trending", "TrendingUp"),
        item(FRAME.treasure, "/treasure", "Gem"),
        item(FRAME.recent, "/recent", "History"),
    ]
});

/// The buttons of the theme: the label and the icon.
pub(super) static THEMES: LazyLock<[(&str, &str); 3]> = LazyLock::new(|| {
    [
        (FRAME.light_theme, "Sun"),
        (FRAME.system_theme, "Monitor"),
        (FRAME.dark_theme, "Moon"),
    ]
});

pub(super) fn category_address(category: &str) -> String {
    with_query("/treasure", &[("category", category)])
}

pub(super) fn tag_path(slug: &str) -> String {
    CollectionKind::Tag.path(slug)
}

pub(super) fn author_path(slug: &str) -> String {
    CollectionKind::Author.path(slug)
}

pub(super) fn series_path(slug: &str) -> String {
    CollectionKind::Series.path(slug)
}

/// Returns a path with the parameters that are not empty.
pub(super) fn with_query(path: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = Serializer::new(String::new());
    query.extend_pairs(parameters.iter().filter(|(_, value)| !value.is_empty()));
    match query.finish().as_str() {
        "" => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// Returns the first value of a query parameter, as the client does; empty if there is none.
pub(super) fn parameter(query: &str, name: &str) -> String {
    form_urlencoded::parse(query.as_bytes())
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

/// Returns the page number in a query, written in digits alone; 1 if it is absent or invalid.
pub(super) fn page_number(query: &str) -> u32 {
    page_number_in(query, "page")
}

/// The same for a parameter with another name.
pub(super) fn page_number_in(query: &str, name: &str) -> u32 {
    Some(parameter(query, name))
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .filter(|number| (1..=1 << 31).contains(number))
        .unwrap_or(1)
}

/// Returns the title of a page of a list, as the client does.
pub(super) fn numbered(title: &str, number: u32) -> String {
    if number > 1 {
        format!("{title} – Page {number}")
    } else {
        title.to_owned()
    }
}

pub(super) struct Pagination {
    pub(super) total: u64,
    pub(super) total_pages: u64,
    pub(super) page: u64,
    pub(super) path: String,
    /// The other parameters of the list.
    pub(super) query: Vec<(&'static str, String)>,
}

impl Pagination {
    /// Returns the first page, the last and those around the current one; `None` is a gap.
    pub(super) fn pages(&self) -> Vec<Option<u64>> {
        let around = self.page.saturating_sub(1)..=self.page.saturating_add(1);
        let mut numbers: Vec<u64> = around.chain([1, self.total_pages]).collect();
        numbers.retain(|number| (1..=self.total_pages).contains(number));
        numbers.sort_unstable();
        numbers.dedup();
        let mut previous = 0;
        let mut pages = Vec::with_capacity(numbers.len() + 2);
        for number in numbers {
            match number - previous {
                2 => pages.push(Some(number - 1)),
                3.. => pages.push(None),
                _ => {}
            }
            pages.push(Some(number));
            previous = number;
        }
        pages
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    pub(super) fn is_current(&self, number: &u64) -> bool {
        *number == self.page
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    pub(super) fn address(&self, number: &u64) -> String {
        let number = if *number > 1 {
            number.to_string()
        } else {
            String::new()
        };
        let mut parameters: Vec<(&str, &str)> = self
            .query
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        parameters.push(("page", &number));
        with_query(&self.path, &parameters)
    }

    pub(super) fn previous(&self) -> Option<String> {
        (self.page > 1).then(|| self.address(&(self.page - 1)))
    }

    pub(super) fn next(&self) -> Option<String> {
        (self.page < self.total_pages).then(|| self.address(&(self.page + 1)))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    fn pages(page: u32, total_pages: u64) -> Pagination {
        Pagination {
            total: total_pages * 9,
            total_pages,
            page: page.into(),
            path: "/trending".to_owned(),
            query: Vec::new(),
        }
    }

    /// Cases that the client's tests read too.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        page_numbers: Vec<(String, u32)>,
        shown_pages: Vec<(u32, u64, Vec<Option<u64>>)>,
        titles: Vec<(String, u32, String)>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../../../tests/fixtures/paging.json")).unwrap()
    }

    #[test]
    fn reads_page_numbers_as_the_client_does() {
        for (query, expected) in cases().page_numbers {
            assert_eq!(page_number(&query), expected, "{query}");
        }
    }

    #[test]
    fn shows_the_pages_that_the_client_shows() {
        for (page, total, expected) in cases().shown_pages {
            assert_eq!(pages(page, total).pages(), expected, "{page} of {total}");
        }
    }

    #[test]
    fn numbers_titles_as_the_client_does() {
        for (title, page, expected) in cases().titles {
            assert_eq!(numbered(&title, page), expected);
        }
    }

    #[test]
    fn omits_the_number_in_the_address_of_the_first_page() {
        assert_eq!(pages(2, 3).previous().as_deref(), Some("/trending"));
        assert_eq!(pages(2, 3).next().as_deref(), Some("/trending?page=3"));
        assert_eq!(pages(1, 3).previous(), None);
        assert_eq!(pages(3, 3).next(), None);
    }

    #[test]
    fn reads_the_first_of_several_values() {
        assert_eq!(parameter("a=1&search=x+y&search=z", "search"), "x y");
        assert_eq!(parameter("a=1", "search"), "");
    }

    #[test]
    fn omits_empty_parameters() {
        let address = with_query("/treasure", &[("search", ""), ("category", "DevOps & Cloud")]);
        assert_eq!(address, "/treasure?category=DevOps+%26+Cloud");
    }
}
