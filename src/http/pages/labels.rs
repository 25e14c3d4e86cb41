//! The labels and image sizes of the pages, in files that the client imports too.

use std::sync::LazyLock;

use serde::Deserialize;

/// The labels of the frame around every page.
pub(super) static FRAME: LazyLock<Frame> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/frame.json")));

/// The labels of the pages with lists of posts.
pub(super) static LISTS: LazyLock<Lists> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/lists.json")));

/// The values of `sizes` of images, and the widths in `srcset`.
pub(super) static IMAGE_SIZES: LazyLock<ImageSizes> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/image-sizes.json")));

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Frame {
    pub(super) home: &'static str,
    pub(super) trending: &'static str,
    pub(super) treasure: &'static str,
    pub(super) recent: &'static str,
    pub(super) light_theme: &'static str,
    pub(super) system_theme: &'static str,
    pub(super) dark_theme: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Lists {
    /// The names of the categories, in display order.
    #[serde(borrow)]
    pub(super) categories: Vec<&'static str>,
    /// The sort orders of /treasure.
    pub(super) sorts: Vec<Sort>,
    pub(super) trending_posts: &'static str,
    pub(super) latest_posts: &'static str,
    pub(super) no_posts: &'static str,
    pub(super) no_trending_posts: &'static str,
    pub(super) trending_title: &'static str,
    pub(super) nothing_trending: &'static str,
    pub(super) browse_all: &'static str,
    pub(super) treasure_title: &'static str,
    pub(super) nothing_found: &'static str,
    pub(super) unknown_author: &'static str,
    pub(super) this_author: &'static str,
    pub(super) show_all: &'static str,
    pub(super) past_the_end: &'static str,
    pub(super) first_page: &'static str,
}

/// A sort order: the value of the query parameter, and its label.
#[derive(Deserialize)]
pub(super) struct Sort {
    pub(super) value: &'static str,
    pub(super) label: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ImageSizes {
    pub(super) card: &'static str,
    pub(super) slide: &'static str,
    pub(super) article: &'static str,
    pub(super) small_width: u32,
    pub(super) large_width: u32,
}

#[expect(
    clippy::expect_used,
    reason = "the files are compiled in, and a test reads each of them"
)]
fn parsed<T: Deserialize<'static>>(file: &'static str) -> T {
    serde_json::from_str(file).expect("the file has the fields of its type")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::category::CATEGORIES;
    use crate::domain::post::{IMAGE_WIDTH_MAX, SMALL_IMAGE_WIDTH};

    #[test]
    fn every_file_has_the_fields_of_its_type() {
        assert_eq!(FRAME.home, "Home");
        assert_eq!(LISTS.sorts.len(), 6);
        assert!(IMAGE_SIZES.card.ends_with("vw"));
    }

    #[test]
    fn the_client_offers_the_categories_of_posts() {
        let categories = CATEGORIES.map(crate::domain::Category::name);
        assert_eq!(LISTS.categories, categories);
    }

    #[test]
    fn the_widths_are_those_of_stored_images() {
        let widths = (IMAGE_SIZES.small_width, IMAGE_SIZES.large_width);
        assert_eq!(widths, (SMALL_IMAGE_WIDTH, IMAGE_WIDTH_MAX));
    }
}
