//! The settings of the site: as they hold now, and their changes in the panel.

use std::sync::Arc;

use parking_lot::RwLock;
use thiserror::Error;

use crate::config::Config;
use crate::domain::ValidationError;
use crate::domain::audit::{Action, Auditor};
use crate::domain::site::{Field, LockedField, SiteDefaults, SiteFields, SiteSettings, SiteSource};
use crate::store::site::StoredSettings;
use crate::store::{Store, StoreError, Tx, audit, site};

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
    let locked = Field::ALL.into_iter().filter_map(|field| {
        let variable = config.environment.get(field.key())?.clone();
        Some(LockedField { field, variable })
    });
    SiteDefaults {
        fields: SiteFields {
            name: config.site.name.clone(),
            description: config.site.description.clone(),
            comment_policy: config.comments.policy.clone(),
            default_author: config.site.default_author.clone(),
            ..SiteFields::default()
        },
        locked: locked.collect(),
    }
}

/// Returns the settings that hold for a command, which does not read the database.
pub fn of_config(config: &Config) -> SiteSettings {
    defaults(config).settings(&StoredSettings::default().site, 0)
}

/// Stores the settings in place of their version `expected`, and returns whether that is the present one.
pub fn change(
    tx: &mut Tx<'_>,
    defaults: &SiteDefaults,
    wanted: SiteFields,
    expected: u32,
    auditor: &Auditor,
) -> Result<bool, SiteError> {
    let present = site::load(tx)?;
    if present.version != expected {
        return Ok(false);
    }
    let next = defaults.change(&present.site, wanted)?;
    let changed = defaults
        .fields(&next)
        .changed_from(&defaults.fields(&present.site));
    if changed.is_empty() {
        return Ok(true);
    }
    let Some(version) = site::put(tx, &next, expected, auditor.now)? else {
        return Ok(false);
    };
    let entry = auditor.entry(Action::SiteChanged, &version, changed.join(" "));
    audit::insert(tx, &entry)?;
    Ok(true)
}
