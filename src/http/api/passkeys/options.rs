//! What a browser needs to make a passkey.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::webauthn::{self, ALGORITHMS, Ceremony};
use crate::domain::passkey::CHALLENGE_MILLISECONDS;
use crate::http::api::second_factor::{Caller, Confirmation};
use crate::http::extract::{ClientNetwork, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::passkeys::{self, CredentialDescriptor};
use crate::store::second_factors;

const TYPE: &str = "public-key";

/// What a browser needs to make a passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyOptionsResponse {
    success: bool,
    public_key: PasskeyCreation,
}

/// `PublicKeyCredentialCreationOptionsJSON` of Web Authentication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCreation {
    rp: PasskeySite,
    user: PasskeyUser,
    /// In base 64 for URLs. It is good once, for five minutes, in the session of the caller.
    challenge: String,
    pub_key_cred_params: Vec<PasskeyAlgorithm>,
    /// In milliseconds.
    timeout: i64,
    /// The passkeys of the caller: an authenticator makes no second one.
    exclude_credentials: Vec<PasskeyDescriptor>,
    authenticator_selection: PasskeySelection,
    attestation: &'static str,
}

/// The site.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeySite {
    id: String,
    name: String,
}

/// The account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyUser {
    /// In base 64 for URLs.
    id: String,
    name: String,
    display_name: String,
}

/// A kind of key.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyAlgorithm {
    #[serde(rename = "type")]
    kind: &'static str,
    alg: i64,
}

/// A passkey of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyDescriptor {
    #[serde(rename = "type")]
    kind: &'static str,
    /// In base 64 for URLs.
    id: String,
    transports: Vec<String>,
}

/// What the authenticator has to do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeySelection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

impl From<CredentialDescriptor> for PasskeyDescriptor {
    fn from(known: CredentialDescriptor) -> Self {
        Self {
            kind: TYPE,
            id: webauthn::encode(&known.id),
            transports: known.transports,
        }
    }
}

/// Checks the caller's password, and a code or another passkey if they have a second factor. Returns a challenge for a new
/// passkey, which `POST /passkeys` takes.
#[utoipa::path(post, path = "/passkeys/options", operation_id = "passkeyOptions", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    responses(
        (status = 200, description = "The challenge", body = PasskeyOptionsResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password, or the address of the site does not allow passkeys"),
        (status = 409, description = "The account has as many passkeys as it may have")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Confirmation>,
) -> Result<Json<PasskeyOptionsResponse>, ApiError> {
    let party = state.passkeys.party()?;
    let caller = Caller::read(&state, caller.token(), network).await?;
    let (site, account) = (state.clone(), caller.account);
    let (known, is_enrolled) = caller
        .confirmed(&state, body, move |tx| {
            site.passkeys.require_room(tx, account)?;
            let is_enrolled = second_factors::is_enrolled(tx, account)?;
            Ok((passkeys::descriptors(tx, account)?, is_enrolled))
        })
        .await?;
    let ceremony = Ceremony::Registration {
        account,
        session: caller.token.id,
        is_enrolled,
    };
    let name = caller.email.as_str().to_owned();
    Ok(Json(PasskeyOptionsResponse {
        success: true,
        public_key: PasskeyCreation {
            rp: PasskeySite {
                id: party.id.clone(),
                name: state.site().name.clone(),
            },
            user: PasskeyUser {
                id: webauthn::encode(account.to_string().as_bytes()),
                display_name: match caller.auditor {
                    // Somebody may have both kinds of accounts, and chooses in a list of their browser.
                    Some(_) => format!("{name} (team)"),
                    None => name.clone(),
                },
                name,
            },
            challenge: state.passkeys.challenge(ceremony, state.clock.now()),
            pub_key_cred_params: ALGORITHMS.map(|alg| PasskeyAlgorithm { kind: TYPE, alg }).into(),
            timeout: CHALLENGE_MILLISECONDS,
            exclude_credentials: known.into_iter().map(PasskeyDescriptor::from).collect(),
            authenticator_selection: PasskeySelection {
                resident_key: "required",
                require_resident_key: true,
                user_verification: "required",
            },
            attestation: "none",
        },
    }))
}
