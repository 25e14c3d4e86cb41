//! The links and pictures in a text of another system, and where they lead now.

use super::addresses::{AddressBook, Destination};
use super::entries::UsedPicture;
use super::paths::web_address;
use super::pictures::Found;
use super::preparer::Preparer;
use super::report::ReportItem;
use crate::content::{self, ForeignAddresses, ForeignPicture};
use crate::domain::post::Cover;
use crate::moving::html::video;
use crate::moving::item::{Base, Change, Kind};
use crate::store::{Store, StoreError, media};

/// What a text shows, and what was noted on the way.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) pictures: Vec<UsedPicture>,
    /// The address of the picture that is to be the cover.
    pub(super) cover: Option<String>,
    pub(super) changes: Vec<Change>,
    /// The entries of pictures that were refused.
    pub(super) refused: Vec<ReportItem>,
}

/// Where the addresses in a text lead now.
pub(super) struct TextAddresses<'p, 'a> {
    preparer: &'p mut Preparer<'a>,
    base: &'p Base,
    shown: Shown,
    failure: Option<StoreError>,
}

impl<'p, 'a> TextAddresses<'p, 'a> {
    pub(super) fn new(preparer: &'p mut Preparer<'a>, base: &'p Base) -> Self {
        Self {
            preparer,
            base,
            shown: Shown::default(),
            failure: None,
        }
    }

    /// Returns what the text shows.
    pub(super) fn finish(self) -> Result<Shown, StoreError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.shown),
        }
    }

    fn addresses(&self) -> &AddressBook {
        &self.preparer.plan.addresses
    }

    /// Returns the result of a look-up, or the default after an error, which ends the import later.
    fn or_fail<T: Default>(&mut self, result: Result<T, StoreError>) -> T {
        result.unwrap_or_else(|failure| {
            self.failure.get_or_insert(failure);
            T::default()
        })
    }

    /// Whether this site has the picture already.
    fn is_stored(&mut self, address: &str) -> bool {
        let Some(hash) = content::media_hash(address).map(str::to_owned) else {
            return false;
        };
        let stored = self
            .preparer
            .store
            .read_blocking(move |tx| media::sizes(tx, &[hash]));
        !self.or_fail(stored).is_empty()
    }
}

impl ForeignAddresses for TextAddresses<'_, '_> {
    fn link(&mut self, address: &str) -> Option<String> {
        match self.addresses().destination(address, self.base) {
            Destination::Unchanged => None,
            Destination::Elsewhere(address) => Some(address),
            Destination::Text(number, part) => {
                let style = self.preparer.options.post_addresses;
                let text = self.preparer.plan.text(number)?;
                Some(text.path(style) + &part)
            }
            Destination::OldSite {
                path,
                address: absolute,
                part,
            } => {
                let earlier = self.preparer.earlier(&path);
                match self.or_fail(earlier) {
                    Some(here) => Some(here + &part),
                    None => absolute,
                }
            }
            Destination::Nowhere => {
                let reason = format!("{address} is no text of this import; the link was removed");
                self.shown.changes.push(Change::new("links", reason));
                None
            }
        }
    }

    fn picture(&mut self, address: &str) -> ForeignPicture {
        if self.is_stored(address) {
            return ForeignPicture::At(address.to_owned());
        }
        let found = self
            .preparer
            .pictures
            .find(address, self.base, &self.preparer.plan.addresses);
        let (reason, is_refused) = match found {
            Found::Picture(picture) => {
                let new = picture.address();
                let is_known = self
                    .shown
                    .pictures
                    .iter()
                    .any(|used| used.picture.hash() == picture.hash());
                if !is_known {
                    let address = shown_address(address);
                    self.shown.pictures.push(UsedPicture { address, picture });
                }
                return ForeignPicture::At(new);
            }
            Found::Nothing { reason, is_refused } => (reason, is_refused),
        };
        let shown = shown_address(address);
        if is_refused {
            let item = ReportItem::new(Kind::Picture, &shown, "");
            self.shown.refused.push(item.refused(&reason));
        }
        let stays = web_address(address, self.base);
        let end = if stays.is_some() {
            "it stays where it is"
        } else {
            "it was removed"
        };
        self.shown
            .changes
            .push(Change::new("picture", format!("{shown}: {reason}; {end}")));
        stays.map_or(ForeignPicture::Nowhere, |url| ForeignPicture::At(url.into()))
    }

    fn player(&mut self, address: &str) -> Option<String> {
        video(address)
    }
}

/// Returns an address for the report, where a `data:` URL would be too long.
fn shown_address(address: &str) -> String {
    if content::is_data_url(address) {
        "a picture in the text".to_owned()
    } else {
        address.to_owned()
    }
}

/// Returns the cover of a post, if a picture can be one.
pub(super) fn cover(store: &Store, shown: &Shown) -> Result<Option<Cover>, StoreError> {
    let Some(address) = &shown.cover else {
        return Ok(None);
    };
    let Some(hash) = content::media_hash(address) else {
        return Ok(Cover::from_address(address).ok());
    };
    let used = shown.pictures.iter().find(|used| used.picture.hash() == hash);
    let small_hash = if let Some(used) = used {
        used.picture.small_hash().map(str::to_owned)
    } else {
        let stored = hash.to_owned();
        match store.read_blocking(move |tx| media::picture(tx, &stored))? {
            Some(stored) => stored.small_hash,
            None => return Ok(None),
        }
    };
    Ok(Some(Cover::Media {
        hash: hash.to_owned(),
        small_hash,
    }))
}
