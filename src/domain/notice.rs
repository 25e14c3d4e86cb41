//! The kinds of notices, and how people want the mails of each.

use std::fmt;

use super::{AccountId, AdminId, SubscriberId, UserId, ValidationError};

/// A kind of notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoticeKind {
    /// Somebody replied to the person's comment.
    Reply,
    /// Somebody mentioned the person in a comment.
    Mention,
    /// Somebody commented on a post that the person follows.
    Thread,
    /// Somebody commented on the person's own post.
    Comment,
    /// A post was published that the person follows by its author or a tag.
    Post,
    /// Comments wait for a moderator.
    Moderation,
    /// A post was submitted for review, or the review of the person's post came to something.
    Review,
}

impl NoticeKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::Reply,
        Self::Mention,
        Self::Thread,
        Self::Comment,
        Self::Post,
        Self::Moderation,
        Self::Review,
    ];

    /// Returns the kind with exactly this name. `field` is the one that an error names.
    pub fn parse(name: &str, field: &'static str) -> Result<Self, ValidationError> {
        let message = "Kind is reply, mention, thread, comment, post, moderation or review";
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| ValidationError::new(field, message))
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Mention => "mention",
            Self::Thread => "thread",
            Self::Comment => "comment",
            Self::Post => "post",
            Self::Moderation => "moderation",
            Self::Review => "review",
        }
    }

    /// How people get the mails of this kind who have not chosen.
    pub fn default_how(self) -> How {
        match self {
            Self::Thread => How::Off,
            Self::Post => How::Weekly,
            Self::Reply | Self::Mention | Self::Comment | Self::Moderation | Self::Review => How::Each,
        }
    }
}

/// How a person gets the mails of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// No mail.
    Off,
    /// A mail for each notice.
    Each,
    /// Together, once a day.
    Daily,
    /// Together, once a week.
    Weekly,
}

impl How {
    /// All ways.
    pub const ALL: [Self; 4] = [Self::Off, Self::Each, Self::Daily, Self::Weekly];

    /// Returns the way with exactly this name. `field` is the one that an error names.
    pub fn parse(name: &str, field: &'static str) -> Result<Self, ValidationError> {
        let found = Self::ALL.into_iter().find(|how| how.name() == name);
        found.ok_or_else(|| ValidationError::new(field, "How is off, each, daily or weekly"))
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Each => "each",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }
}

/// How a person gets the mails of all kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preferences([How; NoticeKind::ALL.len()]);

impl Default for Preferences {
    /// Returns those of a person who has not chosen.
    fn default() -> Self {
        Self(NoticeKind::ALL.map(NoticeKind::default_how))
    }
}

impl Preferences {
    /// Returns how the person gets the mails of a kind.
    pub fn how(&self, kind: NoticeKind) -> How {
        self.0[kind as usize]
    }

    /// Changes how the person gets the mails of a kind.
    pub fn set(&mut self, kind: NoticeKind, how: How) {
        self.0[kind as usize] = how;
    }

    /// All kinds with how the person gets their mails.
    pub fn iter(&self) -> impl Iterator<Item = (NoticeKind, How)> + '_ {
        NoticeKind::ALL.into_iter().zip(self.0)
    }
}

/// Somebody who gets mails that are not about their account: a person with an account, or a subscriber of the
/// newsletter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recipient {
    /// A reader or a member of the staff.
    Account(AccountId),
    /// A subscriber of the newsletter without an account.
    Subscriber(SubscriberId),
}

impl From<UserId> for Recipient {
    fn from(id: UserId) -> Self {
        Self::Account(id.into())
    }
}

impl From<AdminId> for Recipient {
    fn from(id: AdminId) -> Self {
        Self::Account(id.into())
    }
}

/// Writes the id alone.
impl fmt::Display for Recipient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account(id) => id.fmt(formatter),
            Self::Subscriber(id) => id.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_exactly_the_names() {
        for kind in NoticeKind::ALL {
            assert_eq!(NoticeKind::parse(kind.name(), "kind"), Ok(kind));
        }
        for how in How::ALL {
            assert_eq!(How::parse(how.name(), "how"), Ok(how));
        }
        for name in ["", "Reply", "account", " each"] {
            assert_eq!(NoticeKind::parse(name, "kind").unwrap_err().field, "kind");
            assert_eq!(How::parse(name, "how").unwrap_err().field, "how");
        }
    }

    #[test]
    fn keeps_one_way_for_each_kind() {
        let mut preferences = Preferences::default();
        for kind in NoticeKind::ALL {
            assert_eq!(preferences.how(kind), kind.default_how());
        }
        preferences.set(NoticeKind::Thread, How::Daily);
        let daily: Vec<_> = preferences.iter().filter(|(_, how)| *how == How::Daily).collect();
        assert_eq!(daily, [(NoticeKind::Thread, How::Daily)]);
    }
}
