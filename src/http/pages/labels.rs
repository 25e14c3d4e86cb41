//! The labels and image sizes of the pages, in files that the client imports too.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::domain::Role;
use crate::domain::comment::CommentState;

/// The labels of the frame around every page.
pub(super) static FRAME: LazyLock<Frame> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/frame.json")));

/// The labels of the pages with lists of posts.
pub(super) static LISTS: LazyLock<Lists> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/lists.json")));

/// The labels of searches.
pub(super) static SEARCH: LazyLock<Search> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/search.json")));

/// The labels of the comments on a post.
pub(super) static COMMENTS: LazyLock<Comments> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/comments.json")));

/// The labels of the newsletter.
pub(super) static NEWSLETTER: LazyLock<Newsletter> =
    LazyLock::new(|| parsed(include_str!("../../../web/src/shared/labels/newsletter.json")));

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
pub(super) struct Newsletter {
    pub(super) title: &'static str,
    pub(super) lead: &'static str,
    /// How often the mails come, the default first.
    pub(super) hows: Vec<Sort>,
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
    /// The spans of time of /trending, the present first: it has no value.
    pub(super) trending_windows: Vec<Sort>,
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Search {
    pub(super) tips: Vec<SearchTip>,
    pub(super) similar_words: &'static str,
}

/// A way to search for more than words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchTip {
    /// An example, as it is typed.
    pub(super) example: String,
    /// What it finds.
    pub(super) meaning: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Comments {
    /// The orders of threads.
    pub(super) sorts: Vec<Sort>,
    roles: Roles,
    gone: Gone,
    pub(super) closed: &'static str,
    pub(super) deleted_user: &'static str,
}

/// The names of the roles of the staff.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Roles {
    contributor: &'static str,
    author: &'static str,
    editor: &'static str,
    admin: &'static str,
}

/// The texts in the places of comments that are no longer visible.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Gone {
    deleted: &'static str,
    removed: &'static str,
    held: &'static str,
}

impl Comments {
    /// Returns the name of a role; empty if there is no such role.
    pub(super) fn role(&self, name: &str) -> &'static str {
        let of_role = |role| match role {
            Role::Contributor => self.roles.contributor,
            Role::Author => self.roles.author,
            Role::Editor => self.roles.editor,
            Role::Admin => self.roles.admin,
        };
        Role::parse(name).map_or("", of_role)
    }

    /// Returns the text in the place of a comment in this state, which is not visible.
    pub(super) fn gone(&self, state: &str) -> &'static str {
        match CommentState::parse(state) {
            Ok(CommentState::Held) => self.gone.held,
            Ok(CommentState::Removed) => self.gone.removed,
            _ => self.gone.deleted,
        }
    }
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
    use crate::domain::comment::ThreadOrder;
    use crate::domain::post::{IMAGE_WIDTH_MAX, SMALL_IMAGE_WIDTH};

    #[test]
    fn every_file_has_the_fields_of_its_type() {
        assert_eq!(FRAME.home, "Home");
        assert_eq!(LISTS.sorts.len(), 6);
        assert!(IMAGE_SIZES.card.ends_with("vw"));
        assert_eq!(COMMENTS.closed, "Comments are closed");
        assert_eq!(NEWSLETTER.title, "Newsletter");
    }

    #[test]
    fn the_comments_can_be_sorted_by_every_order() {
        let orders = [ThreadOrder::Newest, ThreadOrder::Oldest, ThreadOrder::MostLiked];
        let values: Vec<&str> = COMMENTS.sorts.iter().map(|sort| sort.value).collect();
        assert_eq!(values, orders.map(ThreadOrder::name));
    }

    #[test]
    fn every_role_and_every_state_that_is_not_visible_has_its_text() {
        assert_eq!(COMMENTS.role("editor"), "Editor");
        assert_eq!(COMMENTS.role("reader"), "");
        let gone = ["held", "removed", "deleted"].map(|state| COMMENTS.gone(state));
        assert_eq!(
            gone,
            [
                "This comment is waiting for a moderator",
                "This comment was removed by a moderator",
                "This comment was deleted"
            ]
        );
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
