//! The first pass over an export: which texts there are, where each will be, and what links to them lead to.

use std::collections::HashMap;
use std::mem;

use super::addresses::{AddressBook, REDIRECTS_MAX};
use super::names;
use super::paths::within;
use super::slots::Slots;
use crate::config::PostUrlStyle;
use crate::content;
use crate::domain::{Entropy, PostId, Slug, StaticPageId, Time, static_page};
use crate::moving::item::{Base, ForeignContent, ForeignText, Item, Kind};
use crate::moving::{ReadError, Sink, System};
use crate::store::{Store, StoreError, Tx, import_sources, posts, static_pages};

/// The texts that are looked up together.
const TOGETHER: usize = 200;
/// The most bytes that are held of the texts of an export, about: their ids, slugs and old addresses.
const HELD_BYTES_MAX: usize = 56 << 20;
/// What the tables need for a text beside these, and for each of its addresses.
const TEXT_BYTES: usize = 400;
const ADDRESS_BYTES: usize = 60;
/// The words of a text that make the slug of one without a title.
const TEXT_FOR_SLUG: usize = 60;

/// A post or a page of this site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Object {
    Post(PostId),
    Page(StaticPageId),
}

/// A text of the export.
#[derive(Debug, Clone)]
pub(super) struct PlannedText {
    pub(super) object: Object,
    pub(super) slug: Slug,
    /// Whether it has been imported before.
    pub(super) is_here: bool,
}

/// What the first pass has found.
#[derive(Debug, Default)]
pub(super) struct Plan {
    texts: Vec<PlannedText>,
    by_source: HashMap<(Kind, String), usize>,
    pub(super) addresses: AddressBook,
}

impl Plan {
    /// Returns a text by its number.
    pub(super) fn text(&self, number: usize) -> Option<&PlannedText> {
        self.texts.get(number)
    }

    /// Returns the text with this id in its system.
    pub(super) fn by_source(&self, kind: Kind, source_id: &str) -> Option<&PlannedText> {
        let number = self.by_source.get(&(kind, source_id.to_owned()))?;
        self.text(*number)
    }
}

impl PlannedText {
    /// The path of its page here.
    pub(super) fn path(&self, style: PostUrlStyle) -> String {
        match self.object {
            Object::Post(id) => style.path(id, &self.slug),
            Object::Page(_) => static_page::path(self.slug.as_str()),
        }
    }
}

/// Makes the plan of an export while it is read.
pub(super) struct Planner<'a> {
    store: &'a Store,
    system: System,
    entropy: &'a dyn Entropy,
    now: Time,
    on_read: &'a mut dyn FnMut(u64),
    plan: Plan,
    waiting: Vec<WaitingText>,
    slots: Slots,
    held_bytes: usize,
    failure: Option<StoreError>,
}

/// A text that has no slug yet.
struct WaitingText {
    kind: Kind,
    source_id: String,
    wanted: Slug,
    old_addresses: Vec<String>,
    base: Base,
}

impl WaitingText {
    /// The bytes that the plan takes for it, about.
    fn size(&self) -> usize {
        let addresses: usize = self
            .old_addresses
            .iter()
            .map(|address| ADDRESS_BYTES + address.len())
            .sum();
        TEXT_BYTES + 3 * self.source_id.len() + 3 * self.wanted.as_str().len() + addresses
    }
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        store: &'a Store,
        system: System,
        entropy: &'a dyn Entropy,
        now: Time,
        on_read: &'a mut dyn FnMut(u64),
    ) -> Self {
        Self {
            store,
            system,
            entropy,
            now,
            on_read,
            plan: Plan::default(),
            waiting: Vec::new(),
            slots: Slots::default(),
            held_bytes: 0,
            failure: None,
        }
    }

    /// Returns the plan, or the error of the database that ended the reading.
    pub(super) fn finish(mut self) -> Result<Plan, StoreError> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.look_up().map(|()| self.plan),
        }
    }

    /// Gives the waiting texts their places: those that are here keep theirs, the others get free slugs.
    fn look_up(&mut self) -> Result<(), StoreError> {
        let waiting = mem::take(&mut self.waiting);
        let mut slots = mem::take(&mut self.slots);
        let ids: Vec<(PostId, StaticPageId)> = waiting
            .iter()
            .map(|_| {
                (
                    PostId::new(self.now, self.entropy),
                    StaticPageId::new(self.now, self.entropy),
                )
            })
            .collect();
        let system = self.system;
        let (waiting, slots, planned) = self.store.read_blocking(move |tx| {
            let here = objects_here(tx, system, &waiting)?;
            let without_slug = waiting
                .iter()
                .filter(|text| !here.contains_key(&(text.kind, text.source_id.as_str())));
            let wanted: Vec<(Kind, &Slug)> = without_slug.map(|text| (text.kind, &text.wanted)).collect();
            let assigned = slots.assign(&wanted, |kind, slugs| held_among(tx, kind, slugs))?;
            let mut assigned = assigned.into_iter();
            let mut planned = Vec::with_capacity(waiting.len());
            for (text, (post, page)) in waiting.iter().zip(ids) {
                let found = here.get(&(text.kind, text.source_id.as_str())).cloned();
                let new = || {
                    assigned.next().map(|slug| PlannedText {
                        object: new_object(system, text, post, page),
                        slug,
                        is_here: false,
                    })
                };
                planned.extend(found.or_else(new));
            }
            drop(here);
            Ok::<_, StoreError>((waiting, slots, planned))
        })?;
        self.slots = slots;
        for (text, planned) in waiting.into_iter().zip(planned) {
            self.add(text, planned);
        }
        Ok(())
    }

    fn add(&mut self, text: WaitingText, planned: PlannedText) {
        let number = self.plan.texts.len();
        for address in &text.old_addresses {
            self.plan.addresses.add(address, number);
        }
        match &text.base {
            Base::Address(address) => self.plan.addresses.add_host(address),
            Base::Folder(folder) | Base::Site { folder, .. } => {
                // The folder is that within the source, and the id begins at that of the site.
                let name = text.source_id.rsplit('/').next().unwrap_or_default();
                let paths = [within(folder, name), Some(text.source_id.clone())];
                for path in paths.into_iter().flatten() {
                    self.plan.addresses.add_file(&path, number);
                }
            }
            Base::None => {}
        }
        self.plan.texts.push(planned);
        self.plan.by_source.insert((text.kind, text.source_id), number);
    }
}

impl Sink for Planner<'_> {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        let Item::Text(text) = item else {
            return Ok(());
        };
        let key = (text.kind, text.source_id.clone());
        let is_known = self.plan.by_source.contains_key(&key)
            || self
                .waiting
                .iter()
                .any(|waiting| (waiting.kind, &waiting.source_id) == (key.0, &key.1));
        if !is_known {
            let waiting = WaitingText {
                kind: text.kind,
                wanted: wanted_slug(&text),
                source_id: text.source_id,
                old_addresses: text.old_addresses.into_iter().take(REDIRECTS_MAX).collect(),
                base: text.base,
            };
            self.held_bytes += waiting.size();
            if self.held_bytes > HELD_BYTES_MAX {
                return Err(ReadError::Form(
                    "it has more posts and pages than fit into the memory; divide it into several".to_owned(),
                ));
            }
            self.waiting.push(waiting);
        }
        if self.waiting.len() == TOGETHER
            && let Err(failure) = self.look_up()
        {
            self.failure = Some(failure);
            return Err(ReadError::Stopped);
        }
        Ok(())
    }

    fn read(&mut self, bytes: u64) {
        (self.on_read)(bytes);
    }
}

/// Returns the id that a new text gets. One of this site's own export keeps its id.
fn new_object(system: System, text: &WaitingText, post: PostId, page: StaticPageId) -> Object {
    let keeps_id = system == System::Site;
    if text.kind == Kind::Page {
        let kept = StaticPageId::parse(&text.source_id).filter(|_| keeps_id);
        Object::Page(kept.unwrap_or(page))
    } else {
        let kept = PostId::parse(&text.source_id).filter(|_| keeps_id);
        Object::Post(kept.unwrap_or(post))
    }
}

/// Returns the texts that are here already: those that were imported, and those of this site's own export.
fn objects_here<'a>(
    tx: &Tx<'_>,
    system: System,
    texts: &'a [WaitingText],
) -> Result<HashMap<(Kind, &'a str), PlannedText>, StoreError> {
    let mut here = HashMap::new();
    for kind in [Kind::Post, Kind::Page] {
        let of_kind: Vec<&'a WaitingText> = texts.iter().filter(|text| text.kind == kind).collect();
        let ids: Vec<String> = of_kind.iter().map(|text| text.source_id.clone()).collect();
        let mut objects: HashMap<String, String> =
            import_sources::among(tx, system.name(), kind.name(), &ids)?
                .into_iter()
                .collect();
        if system == System::Site {
            objects.extend(ids.iter().map(|id| (id.clone(), id.clone())));
        }
        let slugs = slugs_of(tx, kind, objects.values())?;
        for text in of_kind {
            let object = objects.get(&text.source_id);
            if let Some((object, slug)) = object.and_then(|object| slugs.get(object)) {
                let planned = PlannedText {
                    object: *object,
                    slug: slug.clone(),
                    is_here: true,
                };
                here.insert((kind, text.source_id.as_str()), planned);
            }
        }
    }
    Ok(here)
}

/// Returns those of the posts or pages that exist, with their slugs, by their ids.
fn slugs_of<'a>(
    tx: &Tx<'_>,
    kind: Kind,
    ids: impl Iterator<Item = &'a String>,
) -> Result<HashMap<String, (Object, Slug)>, StoreError> {
    if kind == Kind::Page {
        let ids: Vec<StaticPageId> = ids.filter_map(|id| StaticPageId::parse(id)).collect();
        let slugs = static_pages::slugs_of(tx, &ids)?.into_iter();
        return Ok(slugs
            .map(|(id, slug)| (id.to_string(), (Object::Page(id), slug)))
            .collect());
    }
    let ids: Vec<PostId> = ids.filter_map(|id| PostId::parse(id)).collect();
    let slugs = posts::slugs_of(tx, &ids)?.into_iter();
    Ok(slugs
        .map(|(id, slug)| (id.to_string(), (Object::Post(id), slug)))
        .collect())
}

/// Returns those of the slugs that posts or pages have, or that posts had before.
fn held_among(tx: &Tx<'_>, kind: Kind, slugs: &[Slug]) -> Result<Vec<Slug>, StoreError> {
    if kind == Kind::Page {
        static_pages::held_among(tx, slugs)
    } else {
        posts::held_among(tx, slugs)
    }
}

/// Returns the slug that a text would like to have.
fn wanted_slug(text: &ForeignText) -> Slug {
    let given = text.slug.as_deref().map(percent_decoded);
    let of_text = || {
        let html = match &text.text {
            ForeignContent::Html(html) => html.clone(),
            ForeignContent::Markdown(markdown) => {
                content::markdown_to_unsanitised_html(markdown).unwrap_or_default()
            }
        };
        Slug::from_foreign(names::cut_at_word(&content::plain_text(&html), TEXT_FOR_SLUG))
    };
    let titled = || {
        let has_title = !text.title.trim().is_empty();
        has_title.then(|| Slug::from_title(&text.title))
    };
    given
        .and_then(|given| Slug::from_foreign(&given))
        .or_else(titled)
        .or_else(of_text)
        .unwrap_or_else(|| Slug::from_title(text.kind.name()))
}

fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8_lossy()
        .into_owned()
}
