//! The shared state of all handlers.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{Notify, Semaphore};

use super::ApiError;
use super::account_status_cache::AccountStatusCache;
use super::cache::ResponseCache;
use super::limits::email_exposure::EmailExposure;
use super::limits::login_throttle::LoginThrottle;
use super::limits::mail_tests::MailTests;
use super::limits::rate_limit::RateLimits;
use super::limits::read_cost::CostlyReads;
use super::limits::response_budget::ResponseBudget;
use super::limits::untrusted_proxy::UntrustedProxyWarning;
use super::metrics::Metrics;
use super::pages::Pages;
use super::pages::sitemap::Sitemap;
use super::single_worker::SingleWorker;
use super::toggle_coalescing::ToggleCoalescing;
use crate::actions::email_changes::EmailChangeNotifier;
use crate::actions::imports::Imports;
use crate::actions::mail_queue::MailQueue;
use crate::actions::mail_settings::MailSettings;
use crate::actions::newsletter::Newsletter;
use crate::actions::notice_mails::NoticeMails;
use crate::actions::one_time_codes::OneTimeCodes;
use crate::actions::passkeys::Passkeys;
use crate::actions::pings::Pings;
use crate::actions::provider_sign_in::Providers;
use crate::actions::redirects::RedirectHits;
use crate::actions::second_factor::SecondFactors;
use crate::actions::sessions::{SeenSessions, Sessions};
use crate::actions::setup::Setup;
use crate::actions::site::LiveSite;
use crate::actions::team::Invitations;
use crate::actions::webhooks::Webhooks;
use crate::auth::api_key::KeyHasher;
use crate::auth::code::CodeHasher;
use crate::auth::network::NetworkHasher;
use crate::auth::password::PasswordHasher;
use crate::auth::secret::SigningSecret;
use crate::auth::token::TokenIssuer;
use crate::auth::webauthn::RelyingParty;
use crate::config::Config;
use crate::domain::audit::Auditor;
use crate::domain::site::{SiteSettings, SiteSource as _};
use crate::domain::{AdminId, ApiKeyId, Clock, CommentClosing, Entropy, SystemClock, SystemEntropy};
use crate::mail::EmailTemplates;
use crate::store::{Store, StoreError, Tx};

/// The most archives that are made at the same time: each holds a connection to the database, and a file as large as it.
const EXPORTS_MAX: usize = 2;

/// The shared state of the running site. Clones are cheap and share it.
#[derive(Clone)]
pub struct AppState(Arc<Site>);

impl Deref for AppState {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.0
    }
}

/// The member of the staff who makes changes, and the API key that makes them in their name.
pub(super) struct Actor {
    pub(super) id: AdminId,
    pub(super) api_key: Option<ApiKeyId>,
}

impl From<AdminId> for Actor {
    fn from(id: AdminId) -> Self {
        Self { id, api_key: None }
    }
}

/// The store, the settings, the clock, the entropy and the components of the site.
pub struct Site {
    /// The database.
    pub store: Store,
    /// The configuration.
    pub config: Arc<Config>,
    /// The settings of the site that the panel may change.
    pub(super) settings: Arc<LiveSite>,
    /// Queues mails, and opens those that wait.
    pub mail_queue: Arc<MailQueue>,
    /// The settings of the mail server.
    pub mail_settings: Arc<MailSettings>,
    /// The first start.
    pub setup: Arc<Setup>,
    /// Bounds the mails that test settings.
    pub(super) mail_tests: MailTests,
    /// Writes mails.
    pub(super) templates: EmailTemplates,
    /// The source of the current time.
    pub clock: Arc<dyn Clock>,
    /// The source of random bytes.
    pub entropy: Arc<dyn Entropy>,
    /// Signs and verifies session tokens.
    pub tokens: Arc<TokenIssuer>,
    /// Begins sessions.
    pub(super) sessions: Arc<Sessions>,
    /// The sessions that were in use since they were last written.
    pub seen_sessions: Arc<SeenSessions>,
    /// The requests that followed redirects since they were last written.
    pub redirect_hits: Arc<RedirectHits>,
    /// Takes uploaded exports, and imports them.
    pub imports: Arc<Imports>,
    /// Sets up second factors, and checks their codes.
    pub(super) second_factors: Arc<SecondFactors>,
    /// Adds and checks passkeys.
    pub(super) passkeys: Arc<Passkeys>,
    /// The providers by which readers sign in.
    pub(super) providers: Arc<Providers>,
    /// Calls webhooks, and knows their keys.
    pub webhooks: Arc<Webhooks>,
    /// Tells the hub of the feeds and search engines of changes.
    pub pings: Arc<Pings>,
    /// Hashes API keys.
    pub(super) key_hasher: KeyHasher,
    /// Hashes and verifies passwords, a bounded number at once.
    pub passwords: PasswordHasher,
    /// Decodes uploaded images, one at a time.
    pub(super) image_worker: SingleWorker,
    /// Renders preview images, one at a time.
    pub(super) preview_worker: SingleWorker,
    /// Sends and checks one-time codes.
    pub codes: Arc<OneTimeCodes>,
    /// Notifies the previous address of an email change.
    pub(super) email_changes: Arc<EmailChangeNotifier>,
    /// Invites people to the staff.
    pub(super) invitations: Arc<Invitations>,
    /// Writes the mails about notices, the digests and the newsletter.
    pub notice_mails: Arc<NoticeMails>,
    /// Takes subscriptions to the newsletter.
    pub(super) newsletter: Arc<Newsletter>,
    pub(super) email_exposure: EmailExposure,
    /// The rate limits per client network, unless switched off.
    pub(super) rate_limits: Option<RateLimits>,
    pub(super) untrusted_proxy_warning: UntrustedProxyWarning,
    pub(super) networks: Arc<NetworkHasher>,
    pub(super) login_throttle: LoginThrottle,
    pub(super) cache: ResponseCache,
    pub(super) response_budget: ResponseBudget,
    pub(super) costly_reads: CostlyReads,
    pub(super) account_status: AccountStatusCache,
    /// The likes and bookmarks that are being toggled.
    pub(super) toggles: ToggleCoalescing,
    pub(super) metrics: Metrics,
    /// Notified when an email was put into the outbox.
    pub email_is_due: Arc<Notify>,
    /// The archives that can be made at the same time.
    pub(super) exports: Arc<Semaphore>,
    pub(super) pages: Pages,
    pub(super) sitemap: Sitemap,
    is_ending: AtomicBool,
}

impl AppState {
    /// Creates the state with the system's clock and entropy. `secret` signs the tokens.
    pub fn new(store: Store, config: Config, secret: &SigningSecret) -> Self {
        Self::at(Arc::new(SystemClock), store, config, secret)
    }

    /// Creates the state with another clock.
    pub fn at(clock: Arc<dyn Clock>, store: Store, config: Config, secret: &SigningSecret) -> Self {
        let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
        let config = Arc::new(config);
        let settings = Arc::new(LiveSite::new(store.clone(), &config));
        let templates = EmailTemplates::new(settings.clone(), config.server.base_url.as_str());
        let mail_queue = Arc::new(MailQueue::new(secret, entropy.clone()));
        let hasher = CodeHasher::new(secret.clone());
        let codes = OneTimeCodes::new(
            hasher,
            templates.clone(),
            mail_queue.clone(),
            entropy.clone(),
            clock.clone(),
        );
        let email_changes = EmailChangeNotifier::new(templates.clone(), mail_queue.clone(), entropy.clone());
        let invitations = Invitations::new(templates.clone(), mail_queue.clone(), entropy.clone());
        let tokens = Arc::new(TokenIssuer::new(secret, config.auth.token_hours, entropy.clone()));
        let sessions = Sessions::new(tokens.clone(), templates.clone(), mail_queue.clone());
        let webhooks = Webhooks::new(
            templates.clone(),
            &config,
            secret,
            mail_queue.clone(),
            entropy.clone(),
        );
        let second_factors = Arc::new(SecondFactors::new(secret.clone(), entropy.clone()));
        let passkeys = Passkeys::new(
            RelyingParty::at(&config.server.base_url),
            secret.clone(),
            second_factors.clone(),
            templates.clone(),
            mail_queue.clone(),
            entropy.clone(),
        );
        let providers = Providers::new(
            &config,
            secret,
            templates.clone(),
            mail_queue.clone(),
            entropy.clone(),
        );
        let newsletter = Newsletter::new(templates.clone(), secret, mail_queue.clone(), entropy.clone());
        let notice_mails = NoticeMails::new(settings.clone(), &config, secret, mail_queue.clone());
        let imports = Imports::new(config.clone(), settings.clone(), entropy.clone());
        let networks = Arc::new(NetworkHasher::new(secret.clone()));
        Self(Arc::new(Site {
            tokens,
            sessions: Arc::new(sessions),
            seen_sessions: Arc::default(),
            redirect_hits: Arc::default(),
            imports: Arc::new(imports),
            second_factors,
            passkeys: Arc::new(passkeys),
            providers: Arc::new(providers),
            webhooks: Arc::new(webhooks),
            pings: Arc::new(Pings::new(&config, secret)),
            key_hasher: KeyHasher::new(secret.clone()),
            passwords: PasswordHasher::for_this_machine(),
            image_worker: SingleWorker::default(),
            preview_worker: SingleWorker::default(),
            codes: Arc::new(codes),
            email_changes: Arc::new(email_changes),
            invitations: Arc::new(invitations),
            notice_mails: Arc::new(notice_mails),
            newsletter: Arc::new(newsletter),
            email_exposure: EmailExposure::default(),
            rate_limits: RateLimits::new(&config.rate_limit),
            login_throttle: LoginThrottle::new(
                &config.rate_limit,
                store.clone(),
                networks.clone(),
                clock.clone(),
            ),
            untrusted_proxy_warning: UntrustedProxyWarning::default(),
            networks,
            cache: ResponseCache::new(config.server.cache_megabytes << 20),
            response_budget: ResponseBudget::new(config.server.response_megabytes.get() << 20),
            costly_reads: CostlyReads::default(),
            account_status: AccountStatusCache::default(),
            toggles: ToggleCoalescing::default(),
            metrics: Metrics::default(),
            email_is_due: Arc::default(),
            exports: Arc::new(Semaphore::new(EXPORTS_MAX)),
            pages: Pages::new(),
            mail_queue,
            mail_settings: Arc::new(MailSettings::new(config.clone(), secret, entropy.clone())),
            setup: Arc::new(Setup::new(secret.clone(), entropy.clone())),
            mail_tests: MailTests::default(),
            templates,
            settings,
            config,
            store,
            clock,
            entropy,
            sitemap: Sitemap::default(),
            is_ending: AtomicBool::default(),
        }))
    }

    /// The settings of the site as they hold now. A request reads them once.
    pub fn site(&self) -> Arc<SiteSettings> {
        self.settings.current()
    }

    /// Whether readers reach the site by https.
    pub(super) fn is_https(&self) -> bool {
        self.config.server.base_url.scheme() == "https"
    }

    /// The rule by which posts close for comments.
    pub(super) fn comment_closing(&self) -> CommentClosing {
        CommentClosing::after_days(self.config.comments.close_after_days)
    }

    /// Returns the source of the audit log's rows about what a member of the staff changes now.
    pub(super) fn auditor(&self, staff: impl Into<Actor>) -> Auditor {
        let Actor { id, api_key } = staff.into();
        Auditor::new(Some(id), self.clock.now(), self.entropy.clone()).with_key(api_key)
    }

    /// Runs `work` on a snapshot of the database; see [`Store::read`].
    pub(super) async fn read<T, E>(
        &self,
        work: impl FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: From<StoreError> + Into<ApiError> + Send + 'static,
    {
        self.store.read(work).await.map_err(Into::into)
    }

    /// Runs `work` as one atomic write; see [`Store::write`].
    pub(super) async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: From<StoreError> + Into<ApiError> + Send + 'static,
    {
        self.store.write(work).await.map_err(Into::into)
    }

    /// Makes the site report that it is not ready.
    pub fn begin_shutdown(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    /// Whether the site is shutting down.
    pub fn is_shutting_down(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }
}
