//! The second factor of the caller, a reader or a member of the staff. One file per operation.

pub mod confirm;
pub mod remove;
pub mod renew_recovery_codes;
pub mod set_up;
pub mod show;

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::log_refusal;
use super::passkeys::PasskeyAssertion;
use super::password_check::{self, require_session};
use super::second_proof::SecondProof;
use crate::actions::second_factor::{FactorError, UsedCode};
use crate::actions::security_log::{self, Event};
use crate::auth::token::VerifiedToken;
use crate::domain::audit::{Action, Auditor};
use crate::domain::second_factor::RecoveryCode;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, ValidationError};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState};
use crate::store::{Tx, admins, audit, second_factors, users};

const PASSWORD: &str = "password";

/// What a change of the second factors needs: the password, and a code or a passkey if the caller has a second factor.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    /// The caller's password.
    password: String,
    /// Six digits of the authenticator app, or a recovery code. Not needed with `passkey`.
    code: Option<String>,
    /// The response of an authenticator to `POST /auth/passkey/options`.
    passkey: Option<PasskeyAssertion>,
}

/// New recovery codes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesResponse {
    success: bool,
    message: &'static str,
    /// Ten, each good for one sign-in in place of the app. They are not shown again.
    recovery_codes: Vec<String>,
}

impl RecoveryCodesResponse {
    fn new(message: &'static str, codes: &[RecoveryCode]) -> Self {
        Self {
            success: true,
            message,
            recovery_codes: codes.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The caller of a change, with what their secrets are checked against.
pub(super) struct Caller {
    pub(super) token: VerifiedToken,
    pub(super) account: Account,
    pub(super) email: EmailAddress,
    password_hash: String,
    network: Option<IpAddr>,
    /// The source of rows of the audit log, for a member of the staff.
    pub(super) auditor: Option<Auditor>,
}

impl Caller {
    pub(super) async fn read(
        state: &AppState,
        token: VerifiedToken,
        network: Option<IpAddr>,
    ) -> Result<Self, ApiError> {
        let account = token.subject;
        let known =
            state
                .read(move |tx| {
                    Ok::<_, ApiError>(match account {
                        Account::Reader(id) => users::credentials_by_id(tx, id)?
                            .map(|known| (known.user.email, known.password_hash)),
                        Account::Admin(id) => admins::credentials_of(tx, id)?
                            .map(|known| (known.admin.email, known.password_hash)),
                    })
                })
                .await?;
        let (email, password_hash) = known.ok_or(ApiError::Unauthorized)?;
        Ok(Self {
            token,
            account,
            email,
            password_hash,
            network,
            auditor: match account {
                Account::Admin(id) => Some(state.auditor(id)),
                Account::Reader(_) => None,
            },
        })
    }

    /// Checks the password. A wrong one counts towards the login throttle.
    pub(super) async fn check_password(&self, state: &AppState, password: String) -> Result<(), ApiError> {
        if password.is_empty() {
            return Err(ValidationError::new(PASSWORD, "Please enter your password").into());
        }
        let mismatch = ApiError::WrongPassword(ValidationError::new(PASSWORD, "Incorrect password"));
        let hash = self.password_hash.clone();
        password_check::check(
            state,
            self.account,
            &self.email,
            self.network,
            password,
            hash,
            mismatch,
        )
        .await
    }

    /// Runs a write that needs a code or a passkey, which `check` uses up. The inner error is that of a wrong one, which
    /// counts towards the login throttle.
    async fn write_with_proof<T: Send + 'static>(
        &self,
        state: &AppState,
        check: impl FnOnce(&mut Tx<'_>) -> Result<Result<T, ApiError>, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let token = self.token;
        let written = async {
            state
                .write(move |tx| {
                    require_session(tx, &token)?;
                    check(tx)
                })
                .await?
        };
        let secret = Secret::second_factor(self.account, &self.email);
        let checked = state.login_throttle.check(secret, self.network, written).await;
        if let Err(error) = &checked {
            log_refusal(
                Event::SecondFactorRefused,
                error,
                Some(self.account),
                self.network,
            );
        }
        checked
    }

    /// Runs a change that needs the password, and a code or a passkey if the account has a second factor: with the password
    /// alone, whoever has a session as well would get around that one.
    pub(super) async fn confirmed<T: Send + 'static>(
        &self,
        state: &AppState,
        confirmation: Confirmation,
        change: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if self.is_enrolled(state).await? {
            return self.change(state, confirmation, change).await;
        }
        self.check_password(state, confirmation.password).await?;
        let (token, account) = (self.token, self.account);
        state
            .write(move |tx| {
                require_session(tx, &token)?;
                // Another request may have begun the first one meanwhile.
                if second_factors::is_enrolled(tx, account)? {
                    return Err(FactorError::Active.into());
                }
                change(tx)
            })
            .await
    }

    /// Runs a change of a second factor, without which there is nothing to change. It needs the password, and a code or a
    /// passkey.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        state: &AppState,
        confirmation: Confirmation,
        change: impl FnOnce(&mut Tx<'_>) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let proof = SecondProof::parse(confirmation.code.as_deref(), confirmation.passkey.as_ref())?;
        if !self.is_enrolled(state).await? {
            return Err(FactorError::Inactive.into());
        }
        self.check_password(state, confirmation.password).await?;
        let (account, network) = (self.account, self.network);
        let (site, now) = (state.clone(), state.clock.now());
        let (value, used) = self
            .write_with_proof(state, move |tx| {
                Ok(match proof.check(tx, &site, account, network, now)? {
                    Ok(used) => Ok((change(tx)?, used)),
                    Err(error) => Err(error),
                })
            })
            .await?;
        if used == UsedCode::Recovery {
            self.log(Event::RecoveryCodeUsed);
        }
        Ok(value)
    }

    async fn is_enrolled(&self, state: &AppState) -> Result<bool, ApiError> {
        let account = self.account;
        state
            .read(move |tx| second_factors::is_enrolled(tx, account))
            .await
    }

    pub(super) fn log(&self, event: Event) {
        security_log::record(event, self.account, self.network);
    }
}

/// Adds a row to the audit log, for a member of the staff.
fn record(
    tx: &mut Tx<'_>,
    auditor: Option<&Auditor>,
    account: Account,
    action: Action,
) -> Result<(), ApiError> {
    record_with_detail(tx, auditor, account, action, "")
}

/// Adds a row with a detail to the audit log, for a member of the staff.
pub(super) fn record_with_detail(
    tx: &mut Tx<'_>,
    auditor: Option<&Auditor>,
    account: Account,
    action: Action,
    detail: &str,
) -> Result<(), ApiError> {
    if let Some(auditor) = auditor {
        audit::insert(tx, &auditor.entry(action, &account, detail))?;
    }
    Ok(())
}
