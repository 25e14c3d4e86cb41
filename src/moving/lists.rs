//! The lists of posts that old sites have: of a tag, of a category, of an author, each with a feed.

use std::collections::{BTreeMap, BTreeSet};

use url::form_urlencoded::byte_serialize;

use super::item::{ForeignRedirect, Item};

/// The most lists whose addresses lead on.
const LISTS_MAX: usize = 20_000;
/// The page of this site with all its posts.
const ALL: &str = "/treasure";
/// The feed of this site.
pub(super) const FEED: &str = "/feed.xml";

/// The addresses of lists, which lead to those of this site.
pub(super) struct Lists {
    /// What follows the address of a list in that of its feed.
    feed: &'static str,
    /// The names of tags by the addresses of their lists.
    tags: BTreeMap<String, String>,
    others: BTreeSet<String>,
}

impl Lists {
    /// Creates one without lists. `feed` follows the address of a list in that of its feed.
    pub(super) fn new(feed: &'static str) -> Self {
        Self {
            feed,
            tags: BTreeMap::new(),
            others: BTreeSet::new(),
        }
    }

    /// Adds the list of a tag, whose address ends with a slash.
    pub(super) fn add_tag(&mut self, path: String, name: &str) {
        if self.has_room() {
            self.tags.entry(path).or_insert_with(|| name.to_owned());
        }
    }

    /// Adds a list that this site has only as a part of all posts. Its address ends with a slash.
    pub(super) fn add(&mut self, path: String) {
        if self.has_room() {
            self.others.insert(path);
        }
    }

    fn has_room(&self) -> bool {
        self.tags.len() + self.others.len() < LISTS_MAX
    }

    /// Returns the redirects from all of them, and from their feeds.
    pub(super) fn redirects(self) -> impl Iterator<Item = Item> {
        let feed = self.feed;
        let tags = self.tags.into_iter().map(|(path, name)| {
            let name: String = byte_serialize(name.as_bytes()).collect();
            (path, format!("{ALL}?tag={name}"))
        });
        let others = self.others.into_iter().map(|path| (path, ALL.to_owned()));
        tags.chain(others).flat_map(move |(path, target)| {
            let of_feed = format!("{path}{feed}");
            [permanent(path, target), permanent(of_feed, FEED.to_owned())]
        })
    }
}

/// Returns a redirect that browsers may remember.
pub(super) fn permanent(path: String, target: String) -> Item {
    Item::Redirect(ForeignRedirect {
        path,
        target: Some(target),
        is_permanent: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lead_to_those_of_this_site() {
        let mut lists = Lists::new("feed/");
        lists.add("/author/ada/".to_owned());
        lists.add_tag("/tag/c/".to_owned(), "C & co");
        lists.add_tag("/tag/c/".to_owned(), "Other");
        let expected = [
            ("/tag/c/", "/treasure?tag=C+%26+co"),
            ("/tag/c/feed/", "/feed.xml"),
            ("/author/ada/", "/treasure"),
            ("/author/ada/feed/", "/feed.xml"),
        ]
        .map(|(path, target)| permanent(path.to_owned(), target.to_owned()));
        assert_eq!(lists.redirects().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn their_number_is_bounded() {
        let mut lists = Lists::new("feed/");
        for number in 0..LISTS_MAX + 9 {
            lists.add(format!("/{number}/"));
        }
        assert_eq!(lists.redirects().count(), 2 * LISTS_MAX);
    }
}
