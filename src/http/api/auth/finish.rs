//! The end of a sign-in by a provider.

use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login::{LoginResponse, require_not_banned};
use super::{email_taken, invalid_code, log_refusal, require_right_code};
use crate::actions::provider_sign_in::Arrival;
use crate::actions::security_log::{self, Event};
use crate::actions::sessions::{self, SignIn};
use crate::actions::spam::{self, SpamError};
use crate::domain::code::{Code, Purpose};
use crate::domain::identity::{IdentityLink, Person};
use crate::domain::user::{Bio, EmailAddress, Name, NewUser, User};
use crate::domain::{Account, Time, UserId};
use crate::http::api::provider_sign_in::{arrival, hashes, unknown_sign_in};
use crate::http::api::sign_in::{self, Begun, FIRST_EPOCH, SecondStepResponse};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::limits::login_throttle::Secret;
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::provider_sign_ins::{self, SignInHashes};
use crate::store::users::{self, Credentials};
use crate::store::{Tx, identities, networks};

const WRONG_PASSWORD: &str = "Incorrect password";
const STAFF: &str =
    "This address belongs to a member of the team, who signs in with a password or a passkey at /admin/login";
/// The name of a reader whose provider gives none, until they choose one.
const UNNAMED: &str = "New reader";

/// The code of a sign-in by a provider, and what shows that an account is that of the same person.
#[derive(Deserialize, ToSchema)]
pub struct Finish {
    /// The part of the address after the `#`.
    code: String,
    /// The password of the account that has the address.
    password: Option<String>,
    /// Six digits, mailed by `POST /auth/finish/code`, in place of the password.
    otp: Option<String>,
}

/// What is needed before the sign-in is finished.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextStepResponse {
    success: bool,
    message: &'static str,
    /// `account`: an account has the address; its password or a mailed code shows that it is the same person's, once.
    /// `invitation`: the address is invited to the team; `POST /admin/join` accepts that with the same code.
    next_step: &'static str,
    /// The label of the provider.
    provider: String,
    /// The address that the provider has verified.
    email: String,
}

/// The answer to somebody who has come from a provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum FinishAnswer {
    /// They are signed in.
    SignedIn(Box<LoginResponse>),
    /// The account has a second factor.
    Second(SecondStepResponse),
    /// Something else comes first.
    Next(NextStepResponse),
}

/// Signs somebody in who has come from a provider. It needs the code of the address to which they were led, and the cookie
/// that their browser got with it. A code is good for ten minutes and for one sign-in. Nobody has an account with the
/// address: a new one is made. An account has it that the provider's is not linked to: its password or a mailed code links
/// them. If that account has a second factor, the response has a ticket, and they are linked with `POST /auth/login/second`.
#[utoipa::path(post, path = "/auth/finish", operation_id = "finishProviderLogin", tag = "auth", request_body = Finish,
    responses(
        (status = 200, description = "Signed in, or what is needed before", body = FinishAnswer),
        (status = 400, description = "An unknown or expired code, another browser, or a wrong password or mailed code"),
        (status = 403, description = "The account is banned, or the address is that of a member of the team"),
        (status = 409, description = "Somebody else has just registered the address")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    headers: HeaderMap,
    Json(body): Json<Finish>,
) -> Result<Json<FinishAnswer>, ApiError> {
    let finish = Finishing {
        hashes: hashes(&state, &headers, &body.code)?,
        now: state.clock.now(),
        state,
        client,
    };
    let (person, arrival, is_new_device) = finish.look().await?;
    let email = &person.email;
    let answer = match arrival {
        Arrival::Linked(known) => finish.begin(&known, By::Identity, is_new_device).await?,
        Arrival::Account(known) => match Proof::parse(&body)? {
            Some(Proof::Password(password)) => {
                finish.by_password(&known, password, email, is_new_device).await?
            }
            Some(Proof::Code(code)) => finish.by_code(&known, code, email, is_new_device).await?,
            None => finish.next(&person, "account", "Please show that this account is yours"),
        },
        Arrival::Invited(_) => finish.next(&person, "invitation", "You are invited to the team"),
        Arrival::Staff => return Err(ApiError::Forbidden(ErrorCode::StaffAddress, STAFF.into())),
        Arrival::Nobody(_) => finish.sign_up().await?,
    };
    Ok(Json(answer))
}

/// What shows that an account is that of the same person.
enum Proof {
    Password(String),
    Code(Code),
}

impl Proof {
    /// Reads what a request holds, the password first.
    fn parse(body: &Finish) -> Result<Option<Self>, ApiError> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        if let Some(password) = given(&body.password) {
            return Ok(Some(Self::Password(password)));
        }
        let code = given(&body.otp).map(|text| Code::parse(&text).map_err(invalid_code));
        Ok(code.transpose()?.map(Self::Code))
    }
}

/// A sign-in that is being finished.
struct Finishing {
    state: AppState,
    client: ClientDevice,
    hashes: SignInHashes,
    now: Time,
}

impl Finishing {
    /// Returns who has come, unless they are banned, and whether their account has not met this device before.
    async fn look(&self) -> Result<(Person, Arrival, bool), ApiError> {
        let (hashes, device, now) = (self.hashes.clone(), self.client.device.clone(), self.now);
        let looked = self.state.read(move |tx| {
            let (person, arrival) = arrival(tx, &hashes, now)?;
            // Before the password is checked: a right one makes the network a known one.
            let is_new_device = match &arrival {
                Arrival::Linked(known) | Arrival::Account(known) => {
                    sessions::is_new_device(tx, Account::Reader(known.user.id), &device)?
                }
                Arrival::Nobody(_) | Arrival::Invited(_) | Arrival::Staff => false,
            };
            Ok::<_, ApiError>((person, arrival, is_new_device))
        });
        let looked = looked.await?;
        let user = match &looked.1 {
            Arrival::Linked(known) | Arrival::Account(known) => Some(&known.user),
            Arrival::Nobody(unverified) => unverified.as_deref(),
            Arrival::Invited(_) | Arrival::Staff => None,
        };
        if let Some(user) = user
            && let Err(error) = require_not_banned(user, now)
        {
            let account = Account::Reader(user.id);
            log_refusal(Event::SignInFailed, &error, Some(account), self.client.network);
            return Err(error);
        }
        Ok(looked)
    }

    fn next(&self, person: &Person, next_step: &'static str, message: &'static str) -> FinishAnswer {
        FinishAnswer::Next(NextStepResponse {
            success: true,
            message,
            next_step,
            provider: self.state.providers.label(&person.identity.issuer).to_owned(),
            email: person.email.to_string(),
        })
    }

    /// Checks the password of an account, and links the identity to it.
    async fn by_password(
        &self,
        known: &Credentials,
        password: String,
        email: &EmailAddress,
        is_new_device: bool,
    ) -> Result<FinishAnswer, ApiError> {
        let network = self.client.network;
        let check = async {
            let hash = known.password_hash.clone();
            let is_right = self.state.passwords.verify(network, password, hash).await?;
            if is_right {
                return Ok(());
            }
            let hashes = self.hashes.clone();
            self.state
                .write(move |tx| provider_sign_ins::count_wrong_try(tx, &hashes))
                .await?;
            Err(ApiError::rejected(
                ErrorCode::IncorrectPassword,
                "password",
                WRONG_PASSWORD,
            ))
        };
        let account = Account::Reader(known.user.id);
        let secret = Secret::ReaderPassword(email);
        sign_in::check(&self.state, secret, network, Some(account), check).await?;
        self.begin(known, By::Proof, is_new_device).await
    }

    /// Checks a code that was mailed to an account, and links the identity to it.
    async fn by_code(
        &self,
        known: &Credentials,
        code: Code,
        email: &EmailAddress,
        is_new_device: bool,
    ) -> Result<FinishAnswer, ApiError> {
        let (network, account) = (self.client.network, Account::Reader(known.user.id));
        let sign_in = self.sign_in(known, is_new_device);
        let (site, hashes, now) = (self.state.clone(), self.hashes.clone(), self.now);
        let address = email.clone();
        let check = async {
            let checked = self.state.write(move |tx| {
                let (purpose, network) = (Purpose::LinkIdentity, &sign_in.device.network);
                let verdict = site.codes.check(tx, account, purpose, &address, network, &code)?;
                // A wrong one is counted, so the write must not fail.
                if let Err(refusal) = require_right_code(verdict) {
                    provider_sign_ins::count_wrong_try(tx, &hashes)?;
                    return Ok(Err(refusal));
                }
                begin(tx, &site, &hashes, sign_in, By::Proof, now).map(Ok)
            });
            checked.await?
        };
        let secret = Secret::Code(Purpose::LinkIdentity, email);
        let checked = self.state.login_throttle.check(secret, network, check).await;
        if let Err(error) = &checked {
            log_refusal(Event::CodeRefused, error, Some(account), network);
        }
        let (user, begun) = checked?;
        Ok(self.answer(user, begun, By::Proof, is_new_device))
    }

    /// Begins the session of an account, or its second step.
    async fn begin(
        &self,
        known: &Credentials,
        by: By,
        is_new_device: bool,
    ) -> Result<FinishAnswer, ApiError> {
        let (site, hashes, now) = (self.state.clone(), self.hashes.clone(), self.now);
        let sign_in = self.sign_in(known, is_new_device);
        let (user, begun) = self
            .state
            .write(move |tx| begin(tx, &site, &hashes, sign_in, by, now))
            .await?;
        Ok(self.answer(user, begun, by, is_new_device))
    }

    /// Makes the account of somebody whom the site does not know.
    async fn sign_up(&self) -> Result<FinishAnswer, ApiError> {
        let (site, hashes, now) = (self.state.clone(), self.hashes.clone(), self.now);
        let (client, network) = (self.client.clone(), self.client.network);
        let (user, token) = self
            .state
            .write(move |tx| {
                let (person, Arrival::Nobody(_)) = arrival(tx, &hashes, now)? else {
                    return Err(unknown_sign_in());
                };
                provider_sign_ins::delete(tx, &hashes)?;
                let user = create(tx, &site, &person, now)?;
                let account = Account::Reader(user);
                networks::insert(tx, account, &client.device.network, now)?;
                site.providers.link_new(tx, user, &person.into(), now)?;
                let token = sign_in::begin_first(tx, &site, account, FIRST_EPOCH, client.device, now)?;
                let user = users::by_id(tx, user)?.ok_or(ApiError::Unauthorized)?;
                Ok((user, token))
            })
            .await?;
        let account = Account::Reader(user.id);
        security_log::record(Event::SignedUp, account, network);
        sign_in::record(&self.state, account, network, false);
        Ok(FinishAnswer::SignedIn(Box::new(LoginResponse::signed_in(
            user, token,
        ))))
    }

    fn sign_in(&self, known: &Credentials, is_new_device: bool) -> SignIn {
        SignIn {
            account: Account::Reader(known.user.id),
            // A password that was changed since then ends this sign-in.
            epoch: known.token_epoch,
            device: self.client.device.clone(),
            is_new_device,
        }
    }

    fn answer(&self, user: User, begun: Begun, by: By, is_new_device: bool) -> FinishAnswer {
        let token = match begun {
            Begun::Session(token) => token,
            Begun::SecondStep(response) => return FinishAnswer::Second(response),
        };
        let account = Account::Reader(user.id);
        if by == By::Proof {
            sign_in::record_link(&self.state, account, self.client.network);
        }
        sign_in::record(&self.state, account, self.client.network, is_new_device);
        FinishAnswer::SignedIn(Box::new(LoginResponse::signed_in(user, token)))
    }
}

/// What lets somebody in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Their identity, which is linked to the account.
    Identity,
    /// A secret of the account, to which their identity is linked now.
    Proof,
}

/// Uses a sign-in up, and begins the session of the account, or its second step.
fn begin(
    tx: &mut Tx<'_>,
    state: &AppState,
    hashes: &SignInHashes,
    sign_in: SignIn,
    by: By,
    now: Time,
) -> Result<(User, Begun), ApiError> {
    let (person, arrival) = arrival(tx, hashes, now)?;
    let user = match (by, arrival) {
        (By::Identity, Arrival::Linked(present)) | (By::Proof, Arrival::Account(present)) => present.user,
        _ => return Err(unknown_sign_in()),
    };
    if Account::Reader(user.id) != sign_in.account {
        return Err(unknown_sign_in());
    }
    require_not_banned(&user, now)?;
    provider_sign_ins::delete(tx, hashes)?;
    identities::set_used(tx, &person.identity, now)?;
    let link = (by == By::Proof).then(|| IdentityLink::from(person));
    let begun = sign_in::begin_in(tx, state, sign_in, link.as_ref(), now)?;
    Ok((user, begun))
}

/// Stores an account for a person, in place of one whose address was never verified.
fn create(tx: &mut Tx<'_>, state: &AppState, person: &Person, now: Time) -> Result<UserId, ApiError> {
    spam::check_email(tx, &person.email)?;
    users::remove_unverified_by_email(tx, &person.email)?;
    let name = name_of(tx, person)?;
    let new = NewUser {
        id: UserId::new(now, state.entropy.as_ref()),
        username: name.username(),
        name,
        email: person.email.clone(),
        // None fits: a forgotten password is how they get one.
        password_hash: String::new(),
        verified_at: None,
        onboarded: false,
        bio: String::new(),
        avatar: None,
        created_at: now,
    };
    users::insert(tx, &new).map_err(email_taken)?;
    users::verify(tx, new.id, now)?;
    Ok(new.id)
}

/// Returns the name that the provider gives, unless the rules of the site refuse it.
fn name_of(tx: &Tx<'_>, person: &Person) -> Result<Name, ApiError> {
    if let Some(name) = &person.name {
        match spam::check_new_profile(tx, name, &Bio::default()) {
            Ok(()) => return Ok(name.clone()),
            Err(SpamError::Store(error)) => return Err(error.into()),
            Err(SpamError::Invalid(_) | SpamError::Refused(_)) => {}
        }
    }
    Ok(Name::parse(UNNAMED)?)
}
