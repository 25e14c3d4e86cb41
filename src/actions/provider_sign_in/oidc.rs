//! Sign-in by OpenID Connect: the authorization code flow with PKCE.

use parking_lot::Mutex;
use serde::Deserialize;
use url::Url;

use super::requests::{address, get, post, read};
use super::{ProviderAnswer, ProviderError, Request, address_of};
use crate::auth::oidc::{Expected, KeySet, PersonClaims, ProviderMetadata, basic_credentials};
use crate::domain::Time;
use crate::domain::identity::{Identity, Person};
use crate::domain::user::Name;

/// The time after which a provider is asked for its description again.
const DESCRIPTION_MILLISECONDS: i64 = 60 * 60_000;
/// The time after which a provider is asked again that gave none: those who come meanwhile do not wait for it as well.
const PAUSE_MILLISECONDS: i64 = 5_000;
const SCOPE: &str = "openid email profile";

const DESCRIPTION: &str = "its description";
const KEYS: &str = "its keys";
const TOKENS: &str = "tokens";
const USER_INFO: &str = "the person";

/// A provider that speaks OpenID Connect.
#[derive(Default)]
pub(super) struct Oidc(Mutex<Known>);

/// What is known of a provider, until a time.
#[derive(Default)]
enum Known {
    #[default]
    Nothing,
    Description(Box<ProviderMetadata>, Time),
    Failure(Time),
}

#[derive(Deserialize)]
struct Tokens {
    id_token: String,
    access_token: Option<String>,
}

impl Oidc {
    /// Returns the page where people sign in.
    pub(super) async fn page(&self, request: &Request<'_>) -> Result<Url, ProviderError> {
        let mut page = self.description(request).await?.authorization_endpoint;
        request.add_parameters(&mut page, SCOPE);
        page.query_pairs_mut()
            .extend_pairs([("response_type", "code"), ("nonce", &request.state.nonce())]);
        Ok(page)
    }

    /// Returns the person who has signed in.
    pub(super) async fn person(
        &self,
        request: &Request<'_>,
        answer: &ProviderAnswer,
    ) -> Result<Person, ProviderError> {
        let description = self.description(request).await?;
        check_issuer(&description, answer)?;
        let tokens = exchange(request, &description, answer.code()?).await?;
        // Asked for each time: a key that the provider has given up is good no more, and a new one at once.
        let keys = get(request.client, KEYS, &description.jwks_uri, None).await?;
        let nonce = request.state.nonce();
        let expected = Expected {
            issuer: &description.issuer,
            client_id: &request.settings.client_id,
            nonce: &nonce,
            now: request.now,
        };
        let mut claims = PersonClaims::verify(&tokens.id_token, &KeySet::parse(&keys)?, expected)?;
        if claims.verified_email.is_none()
            && let (Some(endpoint), Some(token)) = (&description.userinfo_endpoint, &tokens.access_token)
        {
            let info = get(request.client, USER_INFO, endpoint, Some(token)).await?;
            claims = claims.with_user_info(&info)?;
        }
        Ok(Person {
            email: address_of(claims.verified_email.as_deref())?,
            name: claims.name.and_then(|name| Name::parse(&name).ok()),
            identity: Identity {
                issuer: description.issuer,
                subject: claims.subject,
            },
        })
    }

    /// Returns the description of the provider, which is asked for once an hour.
    async fn description(&self, request: &Request<'_>) -> Result<ProviderMetadata, ProviderError> {
        match &*self.0.lock() {
            Known::Description(description, until) if request.now < *until => {
                return Ok(description.as_ref().clone());
            }
            Known::Failure(until) if request.now < *until => return Err(ProviderError::UnreachableBefore),
            Known::Description(..) | Known::Failure(_) | Known::Nothing => {}
        }
        let described = describe(request).await;
        *self.0.lock() = match &described {
            Ok(description) => {
                let until = request.now.plus_milliseconds(DESCRIPTION_MILLISECONDS);
                Known::Description(Box::new(description.clone()), until)
            }
            Err(_) => Known::Failure(request.now.plus_milliseconds(PAUSE_MILLISECONDS)),
        };
        described
    }
}

async fn describe(request: &Request<'_>) -> Result<ProviderMetadata, ProviderError> {
    let issuer = &request.settings.issuer;
    let place = address(DESCRIPTION, &ProviderMetadata::address(issuer))?;
    let document = get(request.client, DESCRIPTION, &place, None).await?;
    Ok(ProviderMetadata::parse(&document, issuer)?)
}

/// Refuses the answer of another provider (RFC 9207): one that is compromised could pass codes of this one on as its own.
fn check_issuer(description: &ProviderMetadata, answer: &ProviderAnswer) -> Result<(), ProviderError> {
    let is_named = answer.issuer.is_some() || description.names_itself_in_answers;
    if is_named && answer.issuer.as_ref() != Some(&description.issuer) {
        return Err(ProviderError::OtherIssuer);
    }
    Ok(())
}

async fn exchange(
    request: &Request<'_>,
    description: &ProviderMetadata,
    code: &str,
) -> Result<Tokens, ProviderError> {
    let settings = request.settings;
    let verifier = request.state.verifier();
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", &request.redirect_address),
        ("code_verifier", &verifier),
    ];
    let (client_id, secret) = (settings.client_id.as_str(), settings.client_secret.expose());
    let credentials = if description.takes_basic_credentials() {
        Some(basic_credentials(client_id, secret))
    } else {
        form.extend([("client_id", client_id), ("client_secret", secret)]);
        None
    };
    let endpoint = &description.token_endpoint;
    let response = post(request.client, TOKENS, endpoint, &form, credentials).await?;
    read(TOKENS, &response)
}
