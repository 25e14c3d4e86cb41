//! The people of a site: authors without an account, members of the staff, and readers.

use super::entries::{AuthorPage, Entry, NewPerson, Person};
use super::preparer::{Preparer, refused_line};
use super::texts::{optional_time, slugs, time};
use crate::actions::moving::report::{ReportChange, ReportItem};
use crate::auth::password;
use crate::domain::admin::AdminName;
use crate::domain::avatar::PRESETS;
use crate::domain::hidden_characters::contains_hidden_characters;
use crate::domain::moderation::Standing;
use crate::domain::user::{BanReason, Bio, EmailAddress, Name, NewUser, SocialLinks};
use crate::domain::{AdminId, AuthorId, Role, Slug, UserId, ValidationError};
use crate::moving::item::Kind;
use crate::moving::site::{
    AuthorPageRecord, Line, MemberRecord, NamedRecord, PEOPLE, PersonRecord, ReaderRecord,
};
use crate::store::admins::NewAdmin;
use crate::store::users::MovedUser;

/// The most characters of the name of an author without an account.
const AUTHOR_NAME_MAX: usize = 200;

impl Preparer<'_> {
    /// Makes a line of the people ready.
    pub(super) fn person(&self, line: &Line<'_>) -> Entry {
        let record = line.text.map_err(str::to_owned);
        let record = record.and_then(|text| {
            serde_json::from_str::<PersonRecord>(text).map_err(|error| format!("It cannot be read: {error}"))
        });
        let record = match record {
            Ok(record) => record,
            Err(reason) => return refused_line(Kind::Person, PEOPLE, line.number, &reason),
        };
        let (id, name) = match &record {
            PersonRecord::Author(author) => (&author.id, &author.name),
            PersonRecord::Member(member) => (&member.id, &member.username),
            PersonRecord::Reader(reader) => (&reader.id, &reader.name),
        };
        let mut report = ReportItem::new(Kind::Person, id, name);
        self.note_change(PEOPLE, &mut report);
        let body = match &record {
            PersonRecord::Author(author) => named(author, &mut report),
            PersonRecord::Member(member) => self.member(member, &mut report),
            PersonRecord::Reader(reader) => self.reader(reader, &mut report),
        };
        match body {
            Ok(body) => Entry::Person(Box::new(NewPerson { body, report })),
            Err(reason) => Entry::Done(report.refused(reason)),
        }
    }

    /// A member of the staff; where accounts are not taken, an author of their name.
    fn member(&self, record: &MemberRecord, report: &mut ReportItem) -> Result<Person, String> {
        if !self.export.is_by_owner {
            note(
                report,
                "account",
                "Members of the staff are taken on the command line alone; it is the name of an author",
            );
            let author = NamedRecord {
                id: record.id.clone(),
                name: record.username.clone(),
                page: record.page.clone(),
            };
            return named(&author, report);
        }
        let role = Role::parse(&record.role).map_err(|invalid| invalid.to_string())?;
        report.status = role.name();
        let id = AdminId::parse(&record.id).ok_or("It has no id")?;
        let admin = NewAdmin {
            id,
            username: AdminName::parse(&record.username).map_err(|invalid| invalid.to_string())?,
            email: self.email(record.email.as_deref(), &record.id, report)?,
            password_hash: self.password_hash(record.password_hash.as_deref(), report),
            role,
            created_at: time(&record.created_at, "createdAt")?,
        };
        let page = author_page(&record.page, report);
        Ok(Person::Member(Box::new(admin), Box::new(page)))
    }

    fn reader(&self, record: &ReaderRecord, report: &mut ReportItem) -> Result<Person, String> {
        let text = |invalid: ValidationError| invalid.to_string();
        let id = UserId::parse(&record.id).ok_or("It has no id")?;
        let created_at = time(&record.created_at, "createdAt")?;
        let avatar = record.avatar.as_deref();
        let preset = PRESETS.iter().find(|preset| Some(preset.slug) == avatar);
        if avatar.is_some() && preset.is_none() {
            note(report, "avatar", "There is no such picture here");
        }
        let ban_reason = BanReason::parse(&record.ban_reason).map_err(text)?;
        let user = NewUser {
            id,
            name: Name::parse(&record.name).map_err(text)?,
            username: Slug::parse(&record.username).map_err(text)?,
            email: self.email(record.email.as_deref(), &record.id, report)?,
            password_hash: self.password_hash(record.password_hash.as_deref(), report),
            // Only those whose address was verified are exported.
            verified_at: Some(created_at),
            onboarded: record.is_onboarded,
            bio: Bio::parse(&record.bio).map_err(text)?.as_str().to_owned(),
            avatar: preset.map(|preset| preset.slug),
            created_at,
        };
        Ok(Person::Reader(Box::new(MovedUser {
            user,
            links: links(
                [
                    record.website.as_deref(),
                    record.github.as_deref(),
                    record.linkedin.as_deref(),
                    record.x.as_deref(),
                ],
                report,
            ),
            hides_email: record.hides_email,
            ban: record.is_banned.then_some(ban_reason),
            standing: Standing {
                silenced_until: optional_time(record.silenced_until.as_deref(), "silencedUntil")?,
                banned_until: optional_time(record.banned_until.as_deref(), "bannedUntil")?,
                is_trusted: record.is_trusted,
            },
        })))
    }

    /// Returns the address of an account, or one that stands for it if it does not come along.
    fn email(&self, given: Option<&str>, id: &str, report: &mut ReportItem) -> Result<EmailAddress, String> {
        match given {
            Some(given) if self.export.is_by_owner => {
                EmailAddress::parse_known(given).map_err(|invalid| invalid.to_string())
            }
            Some(_) => {
                note(
                    report,
                    "account",
                    "Its address and its password are taken on the command line alone",
                );
                Ok(EmailAddress::of_moved(id.to_lowercase()))
            }
            None => Ok(EmailAddress::of_moved(id.to_lowercase())),
        }
    }

    /// Returns the hash of a password; empty if none comes along, so that nobody can sign in with one.
    fn password_hash(&self, given: Option<&str>, report: &mut ReportItem) -> String {
        let Some(given) = given.filter(|_| self.export.is_by_owner) else {
            return String::new();
        };
        if password::is_usable_hash(given) {
            return given.to_owned();
        }
        note(
            report,
            "passwordHash",
            "It is no hash of this site's kind; the password has to be set anew",
        );
        String::new()
    }
}

/// An author without an account.
fn named(record: &NamedRecord, report: &mut ReportItem) -> Result<Person, String> {
    let id = AuthorId::parse(&record.id).ok_or("It has no id")?;
    let name = record.name.as_str();
    let length = name.chars().count();
    if name.trim().is_empty() || length > AUTHOR_NAME_MAX || contains_hidden_characters(name) {
        return Err("Its name is empty, too long, or holds control or invisible characters".to_owned());
    }
    let page = author_page(&record.page, report);
    Ok(Person::Author(id, name.to_owned(), Box::new(page)))
}

/// Returns what is valid of the page of an author.
fn author_page(record: &AuthorPageRecord, report: &mut ReportItem) -> AuthorPage {
    let slug = record.slug.as_deref().map(Slug::parse);
    if matches!(slug, Some(Err(_))) {
        note(report, "slug", "It is no address; the name makes one");
    }
    let bio = Bio::parse(&record.bio).unwrap_or_else(|invalid| {
        note(report, "bio", &format!("It was left out: {invalid}"));
        Bio::default()
    });
    let given = [
        record.website.as_deref(),
        record.github.as_deref(),
        record.linkedin.as_deref(),
        record.x.as_deref(),
    ];
    AuthorPage {
        slug: slug.and_then(Result::ok),
        former_slugs: slugs(&record.former_slugs),
        bio,
        links: links(given, report),
    }
}

/// Returns the links that are valid: website, GitHub, LinkedIn and X.
fn links(given: [Option<&str>; 4], report: &mut ReportItem) -> SocialLinks {
    let [website, github, linkedin, x] = given.map(|link| {
        let valid = SocialLinks::parse(link, None, None, None).map(|links| links.website);
        valid.unwrap_or_else(|_| {
            note(report, "links", "A link that is none was left out");
            None
        })
    });
    SocialLinks {
        website,
        github,
        linkedin,
        x,
    }
}

fn note(report: &mut ReportItem, field: &'static str, reason: &str) {
    report.changes.push(ReportChange {
        field,
        reason: reason.to_owned(),
    });
}
