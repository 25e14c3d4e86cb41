//! Sign-in by providers: the way there and back, and the identities that are linked to accounts.

mod arrival;
mod error;
mod github;
mod oidc;
mod requests;

use std::sync::Arc;

use thiserror::Error;
use url::Url;

pub use arrival::Arrival;
pub use error::{Failure, ProviderError};

use crate::actions::mail_queue::{MailQueue, QueueError};
use crate::auth::link_token::LinkToken;
use crate::auth::login_state::{LoginState, LoginStates};
use crate::auth::oidc::code_challenge;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, LoginKind, LoginProvider};
use crate::domain::identity::{IdentityLink, Person, SIGN_IN_MILLISECONDS};
use crate::domain::passkey::UsedChallenge;
use crate::domain::user::EmailAddress;
use crate::domain::{Entropy, IdentityId, Time, UserId};
use crate::mail::{EmailTemplates, TemplateError};
use crate::outgoing::OutgoingClient;
use crate::store::provider_sign_ins::{self, SignInHashes};
use crate::store::{StoreError, Tx, identities, passkeys, users};
use oidc::Oidc;

/// The error of somebody who does not agree (RFC 6749, §4.1.2.1).
const DENIED: &str = "access_denied";

/// The providers of a site.
pub struct Providers {
    configured: Vec<Provider>,
    client: OutgoingClient,
    states: LoginStates,
    /// The origin of the site, to which providers send browsers back.
    origin: String,
    templates: EmailTemplates,
    mail_queue: Arc<MailQueue>,
    entropy: Arc<dyn Entropy>,
}

/// A provider by which readers sign in.
pub struct Provider {
    settings: LoginProvider,
    flow: Flow,
}

/// The protocol of a provider, with what is cached of it.
enum Flow {
    Oidc(Oidc),
    GitHub,
}

/// The way of a browser to a provider.
#[derive(Debug)]
pub struct Departure {
    /// The page of the provider.
    pub address: Url,
    /// The encrypted state of the sign-in, for the cookie.
    pub sealed_state: String,
}

/// The response of a provider, as the browser brings it (RFC 6749, §4.1.2).
#[derive(Debug, Clone, Default)]
pub struct ProviderAnswer {
    /// The authorization code.
    pub code: Option<String>,
    /// The error code in place of it.
    pub error: Option<String>,
    /// The issuer (RFC 9207).
    pub issuer: Option<String>,
}

/// The secrets with which a browser finishes a sign-in after the callback: it needs both.
pub struct SignInSecrets {
    /// For the page.
    pub code: LinkToken,
    /// For the cookie.
    pub browser: LinkToken,
}

/// A request to a provider: what it needs to know of the site, and of the sign-in.
struct Request<'a> {
    client: &'a OutgoingClient,
    settings: &'a LoginProvider,
    redirect_address: String,
    state: &'a LoginState,
    now: Time,
}

/// An error of linking an identity, or of removing the link.
#[derive(Debug, Error)]
pub enum IdentityError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail could not be written.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The mail could not be queued.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

impl Providers {
    /// Creates the providers of the settings.
    pub fn new(
        config: &Config,
        secret: &SigningSecret,
        templates: EmailTemplates,
        mail_queue: Arc<MailQueue>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        let provider = |settings: &LoginProvider| Provider {
            flow: match settings.kind {
                LoginKind::Oidc => Flow::Oidc(Oidc::default()),
                LoginKind::GitHub => Flow::GitHub,
            },
            settings: settings.clone(),
        };
        Self {
            configured: config.login.iter().map(provider).collect(),
            client: OutgoingClient::new(config.outgoing.allow_private),
            states: LoginStates::new(secret),
            origin: config.server.origin(),
            templates,
            mail_queue,
            entropy,
        }
    }

    /// The name and the label of each provider, in the order of the settings.
    pub fn labels(&self) -> impl Iterator<Item = (&str, &str)> {
        let settings = self.configured.iter().map(|provider| &provider.settings);
        settings.map(|settings| (settings.name.as_str(), settings.label.as_str()))
    }

    /// Returns the label of a provider by its own name. One that is configured no more has none but that.
    pub fn label<'a>(&'a self, issuer: &'a str) -> &'a str {
        let mut settings = self.configured.iter().map(|provider| &provider.settings);
        settings
            .find(|settings| settings.issuer == issuer)
            .map_or(issuer, |settings| settings.label.as_str())
    }

    /// Returns the provider with this name.
    pub fn find(&self, name: &str) -> Option<&Provider> {
        self.configured
            .iter()
            .find(|provider| provider.settings.name.as_str() == name)
    }

    /// Begins a sign-in.
    pub async fn depart(&self, provider: &Provider, now: Time) -> Result<Departure, ProviderError> {
        let state = LoginState::random(now, self.entropy.as_ref());
        let request = self.request(provider, &state, now);
        let address = match &provider.flow {
            Flow::Oidc(flow) => flow.page(&request).await?,
            Flow::GitHub => github::page(&request)?,
        };
        let name = &provider.settings.name;
        Ok(Departure {
            address,
            sealed_state: self.states.seal(name, &state, self.entropy.as_ref())?,
        })
    }

    /// Returns the sign-in that a browser began, if it is the one that has come back.
    pub fn returning(
        &self,
        provider: &Provider,
        sealed_state: &str,
        returned: &str,
        now: Time,
    ) -> Result<LoginState, ProviderError> {
        let name = &provider.settings.name;
        let state = self.states.open(name, sealed_state, returned, now);
        state.ok_or(ProviderError::UnknownState)
    }

    /// Asks the provider who has signed in there. Whether the person may sign in here is not known yet.
    pub async fn ask(
        &self,
        provider: &Provider,
        state: &LoginState,
        answer: &ProviderAnswer,
        now: Time,
    ) -> Result<Person, ProviderError> {
        let request = self.request(provider, state, now);
        let person = match &provider.flow {
            Flow::Oidc(flow) => flow.person(&request, answer).await?,
            Flow::GitHub => github::person(&request, answer).await?,
        };
        let domains = &provider.settings.allowed_domains;
        if domains.is_empty() || domains.iter().any(|domain| domain == person.email.host()) {
            return Ok(person);
        }
        Err(ProviderError::OtherDomain)
    }

    /// Stores somebody who has come from a provider, until they finish the sign-in.
    pub fn admit(&self, tx: &mut Tx<'_>, person: &Person, now: Time) -> Result<SignInSecrets, StoreError> {
        let secrets = SignInSecrets {
            code: LinkToken::random(self.entropy.as_ref()),
            browser: LinkToken::random(self.entropy.as_ref()),
        };
        let expires_at = now.plus_milliseconds(SIGN_IN_MILLISECONDS);
        provider_sign_ins::insert(tx, &secrets.hashes(), person, expires_at)?;
        Ok(secrets)
    }

    /// Links an identity to the account of a reader, and queues the mail about it. Nothing happens if it was linked to an
    /// account since the sign-in began. Returns whether it is linked now.
    pub fn link(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        link: &IdentityLink,
        now: Time,
    ) -> Result<bool, IdentityError> {
        if identities::owner(tx, &link.identity)?.is_some() {
            return Ok(false);
        }
        self.link_new(tx, user, link, now)?;
        self.tell(tx, user, &link.identity.issuer, true, now)?;
        Ok(true)
    }

    /// Links an identity, which belongs to nobody yet, to the account that was made for it.
    pub fn link_new(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        link: &IdentityLink,
        now: Time,
    ) -> Result<(), StoreError> {
        let id = IdentityId::new(now, self.entropy.as_ref());
        identities::insert(tx, id, user, link, now)
    }

    /// Removes the link of an identity, and queues the mail about it. Returns whether there was one with the id.
    pub fn unlink(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        id: IdentityId,
        now: Time,
    ) -> Result<bool, IdentityError> {
        let Some(issuer) = identities::remove(tx, user, id)? else {
            return Ok(false);
        };
        self.tell(tx, user, &issuer, false, now)?;
        Ok(true)
    }

    fn tell(
        &self,
        tx: &mut Tx<'_>,
        user: UserId,
        issuer: &str,
        is_linked: bool,
        now: Time,
    ) -> Result<(), IdentityError> {
        if let Some(reader) = users::by_id(tx, user)? {
            let label = self.label(issuer);
            let mail = self
                .templates
                .identity_changed(&reader.email, label, is_linked, now)?;
            self.mail_queue.add(tx, &mail, now)?;
        }
        Ok(())
    }

    fn request<'a>(&'a self, provider: &'a Provider, state: &'a LoginState, now: Time) -> Request<'a> {
        let name = provider.settings.name.as_str();
        Request {
            client: &self.client,
            settings: &provider.settings,
            redirect_address: format!("{}/api/auth/{name}/callback", self.origin),
            state,
            now,
        }
    }
}

impl Request<'_> {
    /// Adds the parameters that each page of a provider takes (RFC 6749, §4.1.1; RFC 7636, §4.3).
    fn add_parameters(&self, page: &mut Url, scope: &str) {
        page.query_pairs_mut().extend_pairs([
            ("client_id", self.settings.client_id.as_str()),
            ("redirect_uri", &self.redirect_address),
            ("scope", scope),
            ("state", &self.state.state()),
            ("code_challenge", &code_challenge(&self.state.verifier())),
            ("code_challenge_method", "S256"),
        ]);
    }
}

impl ProviderAnswer {
    /// Returns the code, or the error in its place.
    fn code(&self) -> Result<&str, ProviderError> {
        match (&self.error, &self.code) {
            (Some(error), _) if error == DENIED => Err(ProviderError::Denied),
            (Some(error), _) => Err(ProviderError::refused(error)),
            (None, Some(code)) => Ok(code),
            (None, None) => Err(ProviderError::Unreadable("a code")),
        }
    }
}

impl SignInSecrets {
    /// The hashes that are stored.
    pub fn hashes(&self) -> SignInHashes {
        SignInHashes {
            code: self.code.hash(),
            browser: self.browser.hash(),
        }
    }
}

/// Uses up the state of a sign-in, and returns whether it was not used before.
pub fn use_state(tx: &mut Tx<'_>, state: &LoginState) -> Result<bool, StoreError> {
    let used = UsedChallenge {
        nonce: state.hash(),
        expires_at: state.expires_at(),
    };
    passkeys::use_challenge(tx, &used)
}

/// Returns the address of a person, if the site takes it.
fn address_of(verified_email: Option<&str>) -> Result<EmailAddress, ProviderError> {
    let email = verified_email.and_then(|email| EmailAddress::parse(email).ok());
    email.ok_or(ProviderError::Unverified)
}
