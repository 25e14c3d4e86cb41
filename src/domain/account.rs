//! Accounts: readers and administrators.

use std::fmt;

use super::{AccountId, AdminId, UserId};

/// A reader or an administrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Account {
    /// A reader.
    Reader(UserId),
    /// An administrator.
    Admin(AdminId),
}

impl Account {
    /// The id of the account.
    pub fn id(self) -> AccountId {
        match self {
            Self::Reader(id) => id.into(),
            Self::Admin(id) => id.into(),
        }
    }

    /// The name of the account's kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Reader(_) => "reader",
            Self::Admin(_) => "admin",
        }
    }
}

/// Writes the id alone.
impl fmt::Display for Account {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reader(id) => id.fmt(formatter),
            Self::Admin(id) => id.fmt(formatter),
        }
    }
}
