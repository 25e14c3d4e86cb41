//! Sign-in by providers: the accounts that people have at other sites, and the readers whom they belong to here.

use super::user::{EmailAddress, Name};
use super::{IdentityId, Time};

/// The time in which somebody has to come back from a provider, and again that in which they have to finish the sign-in.
pub const SIGN_IN_MILLISECONDS: i64 = 10 * 60_000;
/// The wrong passwords and codes after which a sign-in has to begin anew.
pub const SIGN_IN_TRIES_MAX: u32 = 5;
/// The longest name of a provider.
const NAME_LENGTH_MAX: usize = 32;

/// The name of a provider in addresses: small letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderName(String);

impl ProviderName {
    /// Validates a name.
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_name = (1..=NAME_LENGTH_MAX).contains(&text.len()) && text.bytes().all(is_allowed);
        is_name.then(|| Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An account at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The provider, by its own name.
    pub issuer: String,
    /// The person there: an identifier that never changes and is never given to another person. Names and addresses may
    /// be.
    pub subject: String,
}

/// What a provider says of somebody who has signed in there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account there.
    pub identity: Identity,
    /// The address, which the provider has verified.
    pub email: EmailAddress,
    /// The name, if there is one that a reader may have.
    pub name: Option<Name>,
}

/// An identity that is to be linked to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityLink {
    /// The account at the provider.
    pub identity: Identity,
    /// The address, which the provider has verified.
    pub email: EmailAddress,
}

impl From<Person> for IdentityLink {
    fn from(person: Person) -> Self {
        Self {
            identity: person.identity,
            email: person.email,
        }
    }
}

/// An identity that is linked to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// Its id in the API.
    pub id: IdentityId,
    /// The provider, by its own name.
    pub issuer: String,
    /// The address that the provider had verified when it was linked.
    pub email: EmailAddress,
    /// When it was linked.
    pub created_at: Time,
    /// When it was last used to sign in.
    pub used_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_providers_are_parts_of_paths() {
        for name in ["a", "git-hub2", &"a".repeat(32)] {
            assert_eq!(ProviderName::parse(name).unwrap().as_str(), name);
        }
        for text in ["", "Google", "a b", "a/b", "..", "a_b", "é", &"a".repeat(33)] {
            assert_eq!(ProviderName::parse(text), None, "{text}");
        }
    }
}
