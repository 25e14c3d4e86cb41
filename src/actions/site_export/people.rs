//! The people of an export: authors without an account, members of the staff, and readers. Addresses and password hashes come
//! along if that was asked for; tokens, second factors and whatever else is a secret of this site never do.

use std::collections::HashMap;
use std::io::Write;

use super::collections::former_slugs_of;
use super::{CHUNK_ROWS, ExportError, Exporter};
use crate::domain::Avatar;
use crate::domain::avatar::PRESETS;
use crate::domain::user::EmailAddress;
use crate::domain::{AdminId, AuthorId, CollectionKind, Time, UserId};
use crate::moving::site::{AuthorPageRecord, MemberRecord, NamedRecord, PEOPLE, PersonRecord, ReaderRecord};
use crate::store::admins::AdminCredentials;
use crate::store::users::Credentials;
use crate::store::{StoreError, Tx, admins, authors, users};

/// Where the walk through all people is.
enum Next {
    Author(Option<AuthorId>),
    Member(Option<AdminId>),
    Reader(Option<UserId>),
    Nobody,
}

impl<Output: Write> Exporter<'_, '_, Output> {
    /// Adds all people.
    pub(super) fn people(&mut self) -> Result<(), ExportError> {
        let with_accounts = self.options.with_accounts;
        let mut next = Next::Author(None);
        self.counts.people = self.lines(PEOPLE, |tx| {
            loop {
                let (records, following) = match &next {
                    Next::Author(last) => named(tx, *last)?,
                    Next::Member(last) => members(tx, *last, with_accounts)?,
                    Next::Reader(last) => readers(tx, *last, with_accounts)?,
                    Next::Nobody => return Ok(Vec::new()),
                };
                next = following;
                if !records.is_empty() {
                    return Ok(records);
                }
            }
        })?;
        Ok(())
    }
}

type Chunk = Result<(Vec<PersonRecord>, Next), ExportError>;

fn named(tx: &Tx<'_>, last: Option<AuthorId>) -> Chunk {
    let found = authors::named_following(tx, last, CHUNK_ROWS)?;
    let next = found
        .last()
        .map_or(Next::Member(None), |(id, _)| Next::Author(Some(*id)));
    let ids: Vec<AuthorId> = found.iter().map(|(id, _)| *id).collect();
    let mut pages = pages(tx, &ids)?;
    let records = found.into_iter().map(|(id, name)| {
        PersonRecord::Author(Box::new(NamedRecord {
            id: id.to_string(),
            name,
            page: pages.remove(&id).unwrap_or_default(),
        }))
    });
    Ok((records.collect(), next))
}

fn members(tx: &Tx<'_>, last: Option<AdminId>, with_accounts: bool) -> Chunk {
    let found = admins::following(tx, last, CHUNK_ROWS)?;
    let next = found
        .last()
        .map_or(Next::Reader(None), |last| Next::Member(Some(last.admin.id)));
    let ids: Vec<AuthorId> = found.iter().map(|found| AuthorId::from(found.admin.id)).collect();
    let mut pages = pages(tx, &ids)?;
    let records = found.into_iter().map(|credentials| {
        let id = AuthorId::from(credentials.admin.id);
        let page = pages.remove(&id).unwrap_or_default();
        PersonRecord::Member(Box::new(member(credentials, page, with_accounts)))
    });
    Ok((records.collect(), next))
}

fn readers(tx: &Tx<'_>, last: Option<UserId>, with_accounts: bool) -> Chunk {
    let found = users::following(tx, last, CHUNK_ROWS)?;
    let next = found
        .last()
        .map_or(Next::Nobody, |last| Next::Reader(Some(last.user.id)));
    let records = found
        .into_iter()
        .map(|credentials| PersonRecord::Reader(Box::new(reader(credentials, with_accounts))));
    Ok((records.collect(), next))
}

/// Returns the pages of authors.
fn pages(tx: &Tx<'_>, ids: &[AuthorId]) -> Result<HashMap<AuthorId, AuthorPageRecord>, StoreError> {
    let texts: Vec<String> = ids.iter().map(AuthorId::to_string).collect();
    let mut former = former_slugs_of(tx, CollectionKind::Author, &texts)?;
    let profiles = authors::profiles(tx, ids)?.into_iter();
    let pages = profiles.filter_map(|profile| {
        let id = profile.author.id?;
        let page = AuthorPageRecord {
            slug: profile.author.slug.map(|slug| slug.to_string()),
            former_slugs: former.remove(&id.to_string()).unwrap_or_default(),
            bio: profile.bio,
            website: profile.links.website,
            github: profile.links.github,
            linkedin: profile.links.linkedin,
            x: profile.links.x,
        };
        Some((id, page))
    });
    Ok(pages.collect())
}

fn member(credentials: AdminCredentials, page: AuthorPageRecord, with_accounts: bool) -> MemberRecord {
    let AdminCredentials {
        admin, password_hash, ..
    } = credentials;
    MemberRecord {
        id: admin.id.to_string(),
        username: admin.username,
        role: admin.role.name().to_owned(),
        page,
        created_at: admin.created_at.to_string(),
        email: address(&admin.email).filter(|_| with_accounts),
        password_hash: Some(password_hash).filter(|hash| with_accounts && !hash.is_empty()),
    }
}

fn reader(credentials: Credentials, with_accounts: bool) -> ReaderRecord {
    let Credentials {
        user, password_hash, ..
    } = credentials;
    let time = |time: Option<Time>| time.map(|time| time.to_string());
    ReaderRecord {
        id: user.id.to_string(),
        name: user.name,
        username: user.username,
        bio: user.bio,
        avatar: user.avatar.as_ref().and_then(avatar_key),
        website: user.links.website,
        github: user.links.github,
        linkedin: user.links.linkedin,
        x: user.links.x,
        created_at: user.created_at.to_string(),
        is_onboarded: user.onboarded,
        hides_email: user.hides_email,
        is_banned: user.is_banned,
        ban_reason: user.ban_reason,
        silenced_until: time(user.standing.silenced_until),
        banned_until: time(user.standing.banned_until),
        is_trusted: user.standing.is_trusted,
        email: address(&user.email).filter(|_| with_accounts),
        password_hash: Some(password_hash).filter(|hash| with_accounts && !hash.is_empty()),
    }
}

/// Returns an address, unless it stands for one that did not come along to this site either.
fn address(email: &EmailAddress) -> Option<String> {
    (!email.is_of_moved()).then(|| email.as_str().to_owned())
}

fn avatar_key(avatar: &Avatar) -> Option<String> {
    let preset = PRESETS.iter().find(|preset| preset.url() == avatar.url);
    preset.map(|preset| preset.slug.to_owned())
}
