//! The errors of sign-ins by providers.

use hyper::StatusCode;
use thiserror::Error;

use crate::auth::oidc::{IdTokenError, KeySetError, MetadataError};
use crate::auth::sealing::SealError;
use crate::outgoing::OutgoingError;

/// The reason for which a sign-in by a provider ends before the site knows who it is.
#[derive(Debug, Error)]
pub enum ProviderError {
    /// The person has not agreed, there.
    #[error("the person has not agreed")]
    Denied,
    /// The sign-in is over, went on already, or began in another browser.
    #[error("the sign-in is over, or another browser's")]
    UnknownState,
    /// The provider gave no answer.
    #[error("the provider cannot be asked for {0}")]
    Unreachable(&'static str, #[source] OutgoingError),
    /// The provider gave none for some seconds.
    #[error("the provider could not be asked a moment ago")]
    UnreachableBefore,
    /// The provider gave another answer than the one that was asked for.
    #[error("the provider responds to the request for {0} with {1}")]
    Status(&'static str, StatusCode),
    /// An answer is none of the protocol.
    #[error("the answer to the request for {0} cannot be read")]
    Unreadable(&'static str),
    /// The provider's description cannot be used.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// The provider's keys cannot be used.
    #[error(transparent)]
    Keys(#[from] KeySetError),
    /// The provider gave an error, the beginning of which this is.
    #[error("the provider refuses: {0:?}")]
    Refused(String),
    /// The answer comes from another provider than the one that was asked.
    #[error("the answer comes from another provider")]
    OtherIssuer,
    /// The ID token is refused.
    #[error("the ID token is refused: {0}")]
    Token(#[from] IdTokenError),
    /// There is no address that the provider has verified and that the site takes.
    #[error("the provider has verified no address")]
    Unverified,
    /// The address is of a domain that may not sign in.
    #[error("the address is of another domain")]
    OtherDomain,
    /// The state of the sign-in could not be encrypted.
    #[error("the state of a sign-in could not be encrypted")]
    Seal(#[from] SealError),
}

/// The reason of a failed sign-in, as the login page shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// It was their own choice.
    Cancelled,
    /// They have to begin again.
    Expired,
    /// The provider does not work at the moment.
    Unavailable,
    /// The response of the provider is not valid.
    Refused,
    /// They have to verify their address there.
    Unverified,
    /// Their address may not sign in.
    OtherDomain,
}

impl ProviderError {
    /// The longest part of a provider's own text that an error holds, in characters.
    const TEXT_LENGTH_MAX: usize = 60;

    /// Creates the error of a provider that gives this one.
    pub(super) fn refused(text: &str) -> Self {
        Self::Refused(text.chars().take(Self::TEXT_LENGTH_MAX).collect())
    }

    /// Returns the reason that the login page shows.
    pub fn failure(&self) -> Failure {
        match self {
            Self::Denied => Failure::Cancelled,
            Self::UnknownState => Failure::Expired,
            Self::Unreachable(..)
            | Self::UnreachableBefore
            | Self::Status(..)
            | Self::Unreadable(_)
            | Self::Metadata(_)
            | Self::Keys(_)
            | Self::Seal(_) => Failure::Unavailable,
            Self::Refused(_) | Self::OtherIssuer | Self::Token(_) => Failure::Refused,
            Self::Unverified => Failure::Unverified,
            Self::OtherDomain => Failure::OtherDomain,
        }
    }
}

impl Failure {
    /// The name in the address of the login page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Unavailable => "unavailable",
            Self::Refused => "refused",
            Self::Unverified => "unverified",
            Self::OtherDomain => "domain",
        }
    }

    /// Whether the operator should look into it: the provider or its settings are at fault.
    pub fn is_a_fault(self) -> bool {
        matches!(self, Self::Unavailable | Self::Refused)
    }
}
