//! The authors of other systems: members of the team, or names.

use std::iter;

use super::names::author_name;
use crate::domain::admin::Admin;
use crate::domain::post::AUTHORS_MAX;
use crate::domain::search::fold;
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, AuthorId};
use crate::moving::item::{Change, ForeignAuthor};

/// An author of a text to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NewAuthor {
    /// A member of the team.
    Member(AuthorId),
    /// Somebody without an account here.
    Named(String),
}

/// The members of the team, by whose addresses and names authors are found.
#[derive(Debug)]
pub(super) struct Team(Vec<Member>);

#[derive(Debug)]
struct Member {
    id: AdminId,
    email: String,
    name: String,
}

impl Team {
    pub(super) fn new(admins: Vec<Admin>) -> Self {
        let members = admins.into_iter().map(|admin| Member {
            id: admin.id,
            email: admin.email.as_str().to_owned(),
            name: fold(&admin.username),
        });
        Self(members.collect())
    }

    /// Returns the member with this address, else with this name.
    fn find(&self, author: &ForeignAuthor) -> Option<AdminId> {
        let email = author.email.as_deref().map(EmailAddress::normalised);
        let name = fold(author.name.trim());
        let by_email = self.0.iter().find(|member| Some(&member.email) == email.as_ref());
        by_email
            .or_else(|| self.0.iter().find(|member| member.name == name))
            .map(|member| member.id)
    }
}

/// Returns the authors of a text in their order, each once, at most five; the author of the settings if it names none.
pub(super) fn authors(
    given: &[ForeignAuthor],
    team: &Team,
    default_author: &str,
    changes: &mut Vec<Change>,
) -> Vec<NewAuthor> {
    let mut authors: Vec<NewAuthor> = Vec::new();
    let mut left_out = Vec::new();
    for author in given {
        let name = author_name(&author.name);
        let found = match (team.find(author), &name) {
            (Some(id), _) => NewAuthor::Member(id.into()),
            (None, Some(name)) => NewAuthor::Named(name.clone()),
            (None, None) => continue,
        };
        if authors.contains(&found) {
            continue;
        }
        if authors.len() == AUTHORS_MAX {
            left_out.extend(name);
        } else {
            authors.push(found);
        }
    }
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        changes.push(Change::new(
            "author",
            format!("A post has at most {AUTHORS_MAX}; left out: {names}"),
        ));
    }
    if authors.is_empty() {
        changes.push(Change::new(
            "author",
            format!("Nobody known; the author is {default_author}"),
        ));
        authors.extend(iter::once(NewAuthor::Named(default_author.to_owned())));
    }
    authors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Role, SystemEntropy, Time};

    fn team() -> (Team, AdminId) {
        let now = Time::from_milliseconds(0);
        let id = AdminId::new(now, &SystemEntropy);
        let ada = Admin {
            id,
            username: "Ada".to_owned(),
            email: EmailAddress::from_stored("ada@example.org".to_owned()),
            pending_email: None,
            role: Role::Author,
            created_at: now,
        };
        (Team::new(vec![ada]), id)
    }

    fn author(name: &str, email: Option<&str>) -> ForeignAuthor {
        ForeignAuthor {
            name: name.to_owned(),
            email: email.map(str::to_owned),
        }
    }

    #[test]
    fn members_are_found_by_their_address_or_their_name() {
        let (team, id) = team();
        let mut changes = Vec::new();
        for found in [
            author("A. L.", Some("Ada@Example.org")),
            author("ada", None),
            author("ADA", Some("other@example.org")),
        ] {
            let authors = authors(&[found], &team, "Editors", &mut changes);
            assert_eq!(authors, [NewAuthor::Member(id.into())]);
        }
        let others = authors(
            &[author("Bo ", None), author("Bo", None)],
            &team,
            "Editors",
            &mut changes,
        );
        assert_eq!(others, [NewAuthor::Named("Bo".to_owned())]);
        assert!(changes.is_empty());
    }

    #[test]
    fn a_text_has_one_to_five_authors_in_their_order() {
        let (team, _) = team();
        let mut changes = Vec::new();
        let many: Vec<ForeignAuthor> = ["b", "c", "d", "e", "f", "g@example.org"]
            .map(|name| author(name, None))
            .to_vec();
        let found = authors(&many, &team, "Editors", &mut changes);
        let names: Vec<NewAuthor> = ["b", "c", "d", "e", "f"]
            .map(|name| NewAuthor::Named(name.to_owned()))
            .to_vec();
        assert_eq!(found, names);
        assert!(changes[0].reason.ends_with("left out: g"), "{changes:?}");
        changes.clear();
        let none = authors(&[author(" ", None)], &team, "Editors", &mut changes);
        assert_eq!(none, [NewAuthor::Named("Editors".to_owned())]);
        assert_eq!(changes.len(), 1);
    }
}
