//! The sessions of an account, one for each sign-in whose token is still good.

use super::{Account, NetworkHash, Time, TokenId};

/// The most sessions of one account. The next sign-in ends the one that was not used for longest.
pub const SESSIONS_MAX: u32 = 50;

/// What a sign-in comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The browser and the system (see [`super::user_agent`]).
    pub agent: String,
    /// The client network.
    pub network: NetworkHash,
}

/// A session to be stored.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The id of its token.
    pub id: TokenId,
    /// The account.
    pub account: Account,
    /// When it begins.
    pub at: Time,
    /// When its token expires.
    pub expires_at: Time,
    /// What it comes from.
    pub device: Device,
}

/// A stored session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The id of its token.
    pub id: TokenId,
    /// When it began.
    pub at: Time,
    /// When its token was last used, to the minute.
    pub seen_at: Time,
    /// When its token expires.
    pub expires_at: Time,
    /// The browser and the system.
    pub agent: String,
    /// The hash of the client network at the sign-in.
    pub network: String,
}
