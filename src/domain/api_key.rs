//! The keys with which programs use the API in the name of a member of the staff.

use super::hidden_characters::contains_hidden_characters;
use super::{AdminId, ApiKeyId, Role, Time, ValidationError};

/// The most keys of the site.
pub const API_KEYS_MAX: u64 = 100;
/// The longest validity of a key, in days.
const DAYS_MAX: i64 = 365;
const DAYS_DEFAULT: i64 = 90;
const MILLISECONDS_A_DAY: i64 = 86_400_000;
/// The most characters of a name.
const NAME_LENGTH_MAX: usize = 60;

/// A group of operations that a key may be allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Reads posts and drafts, their revisions and their figures.
    PostsRead,
    /// Creates, changes, plans, submits and deletes posts.
    PostsWrite,
    /// Reads all comments, also those that are held.
    CommentsRead,
    /// Approves and removes comments.
    CommentsModerate,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 4] = [
        Self::PostsRead,
        Self::PostsWrite,
        Self::CommentsRead,
        Self::CommentsModerate,
    ];

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::PostsRead => "posts:read",
            Self::PostsWrite => "posts:write",
            Self::CommentsRead => "comments:read",
            Self::CommentsModerate => "comments:moderate",
        }
    }
}

/// The scopes of a key, in order and each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Validates the names of scopes.
    pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, ValidationError> {
        let mut scopes = Vec::new();
        for name in names {
            let Some(scope) = Scope::ALL.into_iter().find(|scope| scope.name() == name) else {
                let message = "Scopes are posts:read, posts:write, comments:read and comments:moderate";
                return ValidationError::reject("scopes", message);
            };
            scopes.push(scope);
        }
        if scopes.is_empty() {
            return ValidationError::reject("scopes", "Choose at least one scope");
        }
        scopes.sort_unstable();
        scopes.dedup();
        Ok(Self(scopes))
    }

    /// Whether the scope is one of them.
    pub fn contains(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// The names in the API.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|scope| scope.name()).collect()
    }
}

/// The name of a key: what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyName(String);

impl KeyName {
    /// Trims and validates a name of 1 to 60 characters.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > NAME_LENGTH_MAX {
            return ValidationError::reject("name", "A name has 1 to 60 characters");
        }
        if contains_hidden_characters(text) {
            return ValidationError::reject("name", "A name cannot hold invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the role of a key with this name: at most editor.
pub fn parse_role(name: &str) -> Result<Role, ValidationError> {
    match Role::parse(name) {
        Ok(role) if role <= Role::Editor => Ok(role),
        _ => ValidationError::reject("role", "The role of a key is contributor, author or editor"),
    }
}

/// Returns when a key expires that is made `now` for this number of days, 1 to 365, or else for 90.
pub fn expiry(days: Option<i64>, now: Time) -> Result<Time, ValidationError> {
    let days = days.unwrap_or(DAYS_DEFAULT);
    if !(1..=DAYS_MAX).contains(&days) {
        return ValidationError::reject("days", "A key is valid for 1 to 365 days");
    }
    Ok(now.plus_milliseconds(days * MILLISECONDS_A_DAY))
}

/// A key without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The id of the key.
    pub id: ApiKeyId,
    /// Its first characters.
    pub prefix: String,
    /// What it is for.
    pub name: KeyName,
    /// The most that it may do.
    pub role: Role,
    /// The operations that it may call.
    pub scopes: Scopes,
    /// The member of the staff for whom it acts.
    pub creator: AdminId,
    /// When it was made.
    pub created_at: Time,
    /// The time from which it is refused.
    pub expires_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_known_and_at_least_one() {
        let scopes = Scopes::parse(["posts:write", "posts:read", "posts:write"]).unwrap();
        assert_eq!(scopes.names(), ["posts:read", "posts:write"]);
        assert!(scopes.contains(Scope::PostsRead) && !scopes.contains(Scope::CommentsRead));
        for names in [
            &[][..],
            &["posts"],
            &["posts:read", "team:write"],
            &["POSTS:READ"],
        ] {
            assert_eq!(Scopes::parse(names.iter().copied()).unwrap_err().field, "scopes");
        }
    }

    #[test]
    fn a_key_is_at_most_an_editor() {
        assert_eq!(parse_role("editor"), Ok(Role::Editor));
        assert_eq!(parse_role("contributor"), Ok(Role::Contributor));
        for name in ["admin", "", "Editor"] {
            assert_eq!(parse_role(name).unwrap_err().field, "role", "{name}");
        }
    }

    #[test]
    fn expires_after_1_to_365_days() {
        let now = Time::from_milliseconds(1_000);
        assert_eq!(expiry(Some(1), now), Ok(Time::from_milliseconds(86_401_000)));
        assert_eq!(expiry(None, now), expiry(Some(90), now));
        assert!(expiry(Some(365), now).is_ok());
        for days in [0, -1, 366, i64::MAX] {
            assert_eq!(expiry(Some(days), now).unwrap_err().field, "days", "{days}");
        }
    }

    #[test]
    fn a_name_has_1_to_60_characters() {
        assert_eq!(KeyName::parse("  Import \n").unwrap().as_str(), "Import");
        assert!(KeyName::parse(&"é".repeat(60)).is_ok());
        for name in ["", "   ", &"é".repeat(61), "a\0b"] {
            assert!(KeyName::parse(name).is_err(), "{name:?}");
        }
    }
}
