//! The first start: a token from the log of the machine makes the first administrator, once.

use std::sync::Arc;

use thiserror::Error;

use super::mail_settings::{MailSettings, MailSettingsError};
use super::site::{self, SiteError, SitePictures};
use super::team;
use crate::auth::link_token::LinkToken;
use crate::auth::secret::SigningSecret;
use crate::auth::setup_token::SetupTokenHasher;
use crate::domain::audit::Auditor;
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::mail_settings::MailFields;
use crate::domain::site::SiteDefaults;
use crate::domain::{Entropy, Time};
use crate::store::admins::NewAdmin;
use crate::store::setup::SetupToken;
use crate::store::{Store, StoreError, Tx, admins, mail_settings, setup, site as stored_site};

/// The most tokens at once: one of each node that was started lately.
const TOKENS_MAX: usize = 16;

/// The setup of a site.
pub struct Setup {
    hasher: SetupTokenHasher,
    entropy: Arc<dyn Entropy>,
}

/// What the setup stores, beside the administrator.
pub struct FirstSettings {
    /// The name of the site.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its accent; empty for the usual one.
    pub accent: String,
    /// The mail server, unless it is set later or by the configuration.
    pub mail: Option<MailFields>,
}

/// An error of the setup.
#[derive(Debug, Error)]
pub enum SetupError {
    /// The site has an administrator.
    #[error("the site has an administrator already")]
    Done,
    /// The token is wrong, was used or has expired.
    #[error("the token is not valid")]
    InvalidToken,
    /// A setting of the site is invalid.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// A setting of the mail server is invalid.
    #[error(transparent)]
    Mail(#[from] MailSettingsError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Setup {
    /// Creates the setup of the site with this secret.
    pub fn new(secret: SigningSecret, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            hasher: SetupTokenHasher::new(secret),
            entropy,
        }
    }

    /// Stores a new token, valid for a day, or returns `None` if there is an administrator. On a file it replaces earlier
    /// ones; on a database that several nodes share, each node has its own.
    pub async fn start(&self, store: &Store, now: Time) -> Result<Option<LinkToken>, StoreError> {
        // Without a write, which every start would make.
        if store.read(admins::has_admin).await? {
            return Ok(None);
        }
        let token = LinkToken::random(self.entropy.as_ref());
        let stored = SetupToken::new(self.hasher.hash(&token), now.plus_milliseconds(DAY_MILLISECONDS));
        let is_shared = store.is_shared();
        let is_open = store.write(move |tx| {
            if admins::has_admin(tx)? {
                return Ok(false);
            }
            let mut tokens = if is_shared {
                setup::tokens(tx, now)?
            } else {
                Vec::new()
            };
            let surplus = (tokens.len() + 1).saturating_sub(TOKENS_MAX);
            tokens.drain(..surplus);
            tokens.push(stored);
            setup::put(tx, &tokens, now)?;
            Ok::<_, StoreError>(true)
        });
        Ok(is_open.await?.then_some(token))
    }

    /// Checks a token; `None` is a text that cannot be one.
    ///
    /// # Errors
    /// If it is not valid, or there is an administrator.
    pub fn check(&self, tx: &Tx<'_>, token: Option<&LinkToken>, now: Time) -> Result<(), SetupError> {
        if admins::has_admin(tx)? {
            return Err(SetupError::Done);
        }
        let tokens = setup::tokens(tx, now)?;
        // All are compared, whichever it is.
        let is_one_of_them = |token| {
            tokens.iter().fold(false, |found, stored| {
                self.hasher.matches(token, &stored.hash) | found
            })
        };
        if token.is_some_and(is_one_of_them) {
            Ok(())
        } else {
            Err(SetupError::InvalidToken)
        }
    }

    /// Makes the first administrator, stores the settings, and uses all tokens up.
    pub fn complete(
        &self,
        tx: &mut Tx<'_>,
        token: &LinkToken,
        admin: &NewAdmin,
        settings: FirstSettings,
        (defaults, mail): (&SiteDefaults, &MailSettings),
        auditor: &Auditor,
    ) -> Result<(), SetupError> {
        self.check(tx, Some(token), auditor.now)?;
        setup::put(tx, &[], auditor.now)?;
        team::add(tx, admin, auditor)?;
        let present = stored_site::load(tx)?;
        let mut wanted = defaults.fields(&present.site);
        wanted.name = settings.name;
        wanted.description = settings.description;
        wanted.accent = settings.accent;
        let pictures = SitePictures::default();
        site::change(tx, defaults, wanted, &pictures, present.version, auditor)?;
        if let Some(fields) = &settings.mail {
            let version = mail_settings::load(tx)?.version;
            mail.change(tx, Some(fields), version, auditor)?;
        }
        Ok(())
    }
}
