//! The roles of the staff, and what each may do with posts.

use super::ValidationError;
use super::post::Status;

/// The role of a member of the staff. Each may do what the one before it may, and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Writes drafts of their own, which others publish.
    Contributor,
    /// Writes and publishes posts of their own.
    Author,
    /// Edits and publishes all posts, and moderates comments.
    Editor,
    /// Does everything: also readers' accounts, the team and the settings.
    Admin,
}

impl Role {
    /// All roles, the least first.
    pub const ALL: [Self; 4] = [Self::Contributor, Self::Author, Self::Editor, Self::Admin];

    /// Returns the role with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        let found = Self::ALL.into_iter().find(|role| role.name() == name);
        found.ok_or_else(|| ValidationError::new("role", "Role is contributor, author, editor or admin"))
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contributor => "contributor",
            Self::Author => "author",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }

    /// The name in a sentence, with its article.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Contributor => "a contributor",
            Self::Author => "an author",
            Self::Editor => "an editor",
            Self::Admin => "an administrator",
        }
    }

    /// Whether the posts of others are theirs to see and to change as well.
    pub fn covers_all_posts(self) -> bool {
        self >= Self::Editor
    }

    /// Whether they decide on the comments of others.
    pub fn moderates(self) -> bool {
        self >= Self::Editor
    }

    /// Whether they may save a post: a new one, or one that now has the status `from`. `is_own` says whether they are
    /// one of its authors, and `to` is the status that it gets.
    pub fn may_save(self, is_own: bool, from: Option<Status>, to: Status) -> bool {
        self.may_change(is_own, from.unwrap_or(Status::Draft))
            && (self >= Self::Author || to == Status::Draft)
    }

    /// Whether they may publish a draft, at once or at a time to come.
    pub fn may_publish(self, is_own: bool) -> bool {
        self.may_save(is_own, Some(Status::Draft), Status::Published)
    }

    /// Whether they may choose the slug and the canonical URL of posts that they may save.
    pub fn sets_addresses(self) -> bool {
        self >= Self::Author
    }

    /// Whether they may change or delete a post with this status, leaving aside what the change makes of it.
    pub fn may_change(self, is_own: bool, status: Status) -> bool {
        match self {
            Self::Contributor => is_own && status == Status::Draft,
            Self::Author => is_own,
            Self::Editor | Self::Admin => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Status::{Draft, Published};
    use super::*;

    #[test]
    fn parses_exactly_the_names() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.name()), Ok(role));
        }
        for name in ["", "Admin", "owner", " editor"] {
            assert_eq!(Role::parse(name).unwrap_err().field, "role", "{name}");
        }
    }

    #[test]
    fn a_contributor_never_publishes_and_never_changes_what_is_published() {
        for is_own in [true, false] {
            for from in [None, Some(Draft), Some(Published)] {
                assert!(!Role::Contributor.may_save(is_own, from, Published));
            }
            assert!(!Role::Contributor.may_publish(is_own));
            assert!(!Role::Contributor.may_save(is_own, Some(Published), Draft));
            assert!(!Role::Contributor.may_change(is_own, Published));
        }
        assert!(Role::Contributor.may_save(true, None, Draft));
        assert!(Role::Contributor.may_save(true, Some(Draft), Draft));
        assert!(!Role::Contributor.may_save(false, Some(Draft), Draft));
    }

    #[test]
    fn an_author_does_everything_with_their_own_posts_alone() {
        for from in [None, Some(Draft), Some(Published)] {
            for to in [Draft, Published] {
                assert!(Role::Author.may_save(true, from, to));
                assert!(!Role::Author.may_save(false, from, to));
                assert!(Role::Editor.may_save(false, from, to));
            }
        }
        assert!(!Role::Author.may_change(false, Draft));
        assert!(Role::Author.may_publish(true) && !Role::Author.may_publish(false));
        assert!(Role::Editor.may_publish(false));
    }
}
