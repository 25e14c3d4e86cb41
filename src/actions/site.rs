//! The settings of the site: as they hold now, and their changes in the panel.

use std::sync::Arc;

use parking_lot::RwLock;
use thiserror::Error;

use super::embedded_pictures::{self, new_media};
use crate::config::Config;
use crate::content;
use crate::domain::audit::{Action, Auditor};
use crate::domain::site::{
    IconForm, LockedField, SiteDefaults, SiteFields, SiteIcon, SiteLogo, SiteSettings, SiteSource,
};
use crate::domain::{Time, ValidationError};
use crate::media::{IconSet, ImageVariant};
use crate::store::site::StoredSettings;
use crate::store::{Store, StoreError, Tx, audit, media, site};

/// An error of a change.
#[derive(Debug, Error)]
pub enum SiteError {
    /// A field is invalid or locked.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The settings of a running site. They follow the commits of the store without reading the database.
pub struct LiveSite {
    store: Store,
    defaults: SiteDefaults,
    /// What was stored, and the settings that hold with it.
    merged: RwLock<(Arc<StoredSettings>, Arc<SiteSettings>)>,
}

impl LiveSite {
    /// Creates the settings of the site with this store.
    pub fn new(store: Store, config: &Config) -> Self {
        let defaults = defaults(config);
        let stored = store.site_settings();
        let settings = Arc::new(defaults.settings(&stored.site, stored.version));
        Self {
            store,
            defaults,
            merged: RwLock::new((stored, settings)),
        }
    }

    /// What the configuration gives.
    pub fn defaults(&self) -> &SiteDefaults {
        &self.defaults
    }
}

impl SiteSource for LiveSite {
    fn current(&self) -> Arc<SiteSettings> {
        let stored = self.store.site_settings();
        {
            let merged = self.merged.read();
            if Arc::ptr_eq(&merged.0, &stored) {
                return Arc::clone(&merged.1);
            }
        }
        let settings = Arc::new(self.defaults.settings(&stored.site, stored.version));
        *self.merged.write() = (stored, Arc::clone(&settings));
        settings
    }
}

/// Returns the settings that the configuration gives.
pub fn defaults(config: &Config) -> SiteDefaults {
    SiteDefaults {
        fields: SiteFields {
            name: config.site.name.clone(),
            description: config.site.description.clone(),
            comment_policy: config.comments.policy.clone(),
            default_author: config.site.default_author.clone(),
            newsletter_days: config.mail.newsletter_days.clone(),
            ..SiteFields::default()
        },
        locked: LockedField::all(|key| config.environment.get(key).cloned()),
    }
}

/// Returns the settings that hold for a command, which does not read the database.
pub fn of_config(config: &Config) -> SiteSettings {
    defaults(config).settings(&StoredSettings::default().site, 0)
}

/// What becomes of a picture.
#[derive(Debug, Clone, Default)]
enum PictureChange<Picture> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It stays as it is, and has this address.
    KeepAt(String),
    /// There is none.
    Remove,
    /// It is another one.
    Set(Picture),
}

impl<Picture> PictureChange<Picture> {
    /// Reads the value of a field: `None` and the present address keep what there is, an empty text removes it, and a
    /// `data:` address brings another one along.
    fn parse(
        text: Option<String>,
        read: impl FnOnce(&str) -> Result<Picture, ValidationError>,
    ) -> Result<Self, ValidationError> {
        Ok(match text {
            None => Self::Keep,
            Some(text) if text.trim().is_empty() => Self::Remove,
            Some(text) if content::is_data_url(&text) => Self::Set(read(&text)?),
            Some(text) => Self::KeepAt(text),
        })
    }

    /// Returns the value of the settings after the change of the present one.
    fn applied<Value>(
        &self,
        field: &'static str,
        present: Option<Value>,
        address: impl FnOnce(&Value) -> String,
        value: impl FnOnce(&Picture) -> Value,
    ) -> Result<Option<Value>, ValidationError> {
        match self {
            Self::Keep => Ok(present),
            Self::Remove => Ok(None),
            Self::Set(picture) => Ok(Some(value(picture))),
            Self::KeepAt(wanted) if present.as_ref().map(address).as_ref() == Some(wanted) => Ok(present),
            Self::KeepAt(_) => ValidationError::reject(field, "Send the picture itself, as a data: address"),
        }
    }
}

/// The pictures of a change.
#[derive(Debug, Clone, Default)]
pub struct SitePictures {
    logo: PictureChange<ImageVariant>,
    icon: PictureChange<IconSet>,
}

impl SitePictures {
    /// Decodes the pictures in the fields of a change. An absent field and the present address keep what there is; an
    /// empty text removes it. CPU-bound.
    ///
    /// # Errors
    /// If a picture cannot be decoded.
    pub fn read(logo: Option<String>, icon: Option<String>) -> Result<Self, ValidationError> {
        let read_logo = |address: &str| {
            let picture = embedded_pictures::read_data_url("logo", address)?;
            // The side bar is narrower than the small variant.
            Ok(picture.small.unwrap_or(picture.large))
        };
        Ok(Self {
            logo: PictureChange::parse(logo, read_logo)?,
            icon: PictureChange::parse(icon, |address| embedded_pictures::read_icon("icon", address))?,
        })
    }

    /// Puts the pictures into the wanted fields in place of the present ones.
    fn apply(&self, wanted: &mut SiteFields, present: &SiteFields) -> Result<(), ValidationError> {
        let logo = |picture: &ImageVariant| SiteLogo {
            hash: picture.hash.clone(),
            width: picture.width,
            height: picture.height,
        };
        wanted.logo = self
            .logo
            .applied("logo", present.logo.clone(), SiteLogo::url, logo)?;
        let icon = |set: &IconSet| SiteIcon {
            version: set.version.clone(),
        };
        let address = |icon: &SiteIcon| SiteIcon::url(Some(icon), IconForm::Large);
        wanted.icon = self.icon.applied("icon", present.icon.clone(), address, icon)?;
        Ok(())
    }

    /// Stores the pictures, and removes those that are replaced.
    fn store(&self, tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
        match &self.icon {
            PictureChange::Keep | PictureChange::KeepAt(_) => {}
            PictureChange::Remove => site::set_icon(tx, &[])?,
            PictureChange::Set(icon) => site::set_icon(tx, &icon.files)?,
        }
        match &self.logo {
            PictureChange::Keep | PictureChange::KeepAt(_) => return Ok(()),
            PictureChange::Remove => site::set_logo(tx, None)?,
            PictureChange::Set(logo) => {
                media::insert(tx, &new_media(logo, None), now)?;
                site::set_logo(tx, Some(&logo.hash))?;
            }
        }
        media::remove_unused(tx).map(drop)
    }
}

/// Stores the settings in place of their version `expected`, and returns whether that is the present one. The pictures of
/// the wanted fields do not count.
pub fn change(
    tx: &mut Tx<'_>,
    defaults: &SiteDefaults,
    mut wanted: SiteFields,
    pictures: &SitePictures,
    expected: u32,
    auditor: &Auditor,
) -> Result<bool, SiteError> {
    let present = site::load(tx)?;
    if present.version != expected {
        return Ok(false);
    }
    let fields = defaults.fields(&present.site);
    pictures.apply(&mut wanted, &fields)?;
    let next = defaults.change(&present.site, wanted, auditor.now)?;
    let changed = defaults.fields(&next).changed_from(&fields);
    if changed.is_empty() {
        return Ok(true);
    }
    let Some(version) = site::put(tx, &next, expected, auditor.now)? else {
        return Ok(false);
    };
    pictures.store(tx, auditor.now)?;
    let entry = auditor.entry(Action::SiteChanged, &version, changed.join(" "));
    audit::insert(tx, &entry)?;
    Ok(true)
}
