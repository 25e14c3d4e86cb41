//! The HTML of a text while it is drawn, with what was found in it.

use std::collections::HashSet;

use url::Url;

use super::{MENTIONS_MAX, Mentions};

/// The most links and mentions that are drawn: links are many times longer than their texts.
const LINKS_MAX: usize = 100;
/// The most quotes and lists that are drawn.
const CONTAINERS_MAX: usize = 200;

/// The most names that are found after those that are drawn.
const FURTHER_NAMES_MAX: usize = 9 * MENTIONS_MAX;

pub(super) struct Output<'people> {
    pub(super) html: String,
    /// The names that are mentioned.
    pub(super) names: Vec<String>,
    /// Those after the first [`MENTIONS_MAX`].
    pub(super) further_names: Vec<String>,
    /// The same in lower case.
    further_keys: HashSet<String>,
    /// The hosts of the links.
    pub(super) hosts: Vec<String>,
    people: &'people Mentions,
    mentions: usize,
    containers: usize,
}

impl<'people> Output<'people> {
    pub(super) fn new(people: &'people Mentions, length: usize) -> Self {
        Self {
            html: String::with_capacity(length + length / 4 + 32),
            names: Vec::new(),
            further_names: Vec::new(),
            further_keys: HashSet::new(),
            hosts: Vec::new(),
            people,
            mentions: 0,
            containers: 0,
        }
    }

    /// Adds markup.
    pub(super) fn markup(&mut self, markup: &str) {
        self.html.push_str(markup);
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['&', '<', '>', '"']) {
            let (before, from) = rest.split_at(at);
            self.html.push_str(before);
            self.html.push_str(match from.as_bytes()[0] {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => "&quot;",
            });
            rest = &from[1..];
        }
        self.html.push_str(rest);
    }

    /// Whether another quote or list can begin.
    pub(super) fn has_room_for_container(&self) -> bool {
        self.containers < CONTAINERS_MAX
    }

    /// Begins a quote or a list.
    pub(super) fn open_container(&mut self, start_tag: &str) {
        self.containers += 1;
        self.markup(start_tag);
    }

    /// Whether another link or mention can be drawn.
    pub(super) fn has_room_for_link(&self) -> bool {
        self.hosts.len() + self.mentions < LINKS_MAX
    }

    /// Begins a link to another site.
    pub(super) fn open_link(&mut self, url: &Url) {
        let host = url.host_str().unwrap_or_default();
        self.hosts.push(host.trim_end_matches('.').to_ascii_lowercase());
        self.markup("<a href=\"");
        self.text(url.as_str());
        self.markup("\" rel=\"nofollow ugc noopener\" target=\"_blank\">");
    }

    /// Notes a name that is not drawn as a mention.
    fn note_further(&mut self, name: &str, lower_case: String) {
        if self.further_names.len() < FURTHER_NAMES_MAX && self.further_keys.insert(lower_case) {
            self.further_names.push(name.to_owned());
        }
    }

    /// Adds the mention of a name, with its `@`; a link if there is such a person.
    pub(super) fn mention(&mut self, mention: &str) {
        let name = mention.trim_start_matches('@');
        let lower_case = name.to_lowercase();
        let is_known = self.names.iter().any(|known| known.to_lowercase() == lower_case);
        if !is_known && self.names.len() < MENTIONS_MAX {
            self.names.push(name.to_owned());
        } else if !is_known {
            self.note_further(name, lower_case);
            return self.text(mention);
        }
        let path = self.people.get(name).or_else(|| self.people.get(&lower_case));
        let Some(path) = path.filter(|_| self.has_room_for_link()) else {
            return self.text(mention);
        };
        self.mentions += 1;
        self.markup("<a href=\"");
        self.text(path);
        self.markup("\">");
        self.text(mention);
        self.markup("</a>");
    }
}
