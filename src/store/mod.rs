//! Layer 1: the only module that accesses the database.
//!
//! `engine` wraps SQLite and PostgreSQL, `derived` holds memory that follows the commits, and most other files contain
//! the queries of a table with their row mapping. Query functions are synchronous and accept a [`Tx`], which only
//! [`Store::read`] and [`Store::write`] provide.

pub mod admins;
pub mod announcements;
pub mod api_keys;
pub mod audit;
pub mod author_requests;
pub mod authors;
pub mod autosaves;
pub mod avatars;
pub mod codes;
pub mod comment_history;
pub mod comments;
pub mod commit_log;
pub mod commits;
pub mod copy;
pub mod counts;
mod database;
pub mod deliveries;
mod derived;
pub mod digests;
pub mod email_undos;
mod engine;
pub mod follows;
pub mod former_slugs;
pub mod identities;
pub mod import_sources;
pub mod imports;
pub mod invites;
pub mod mail_settings;
pub mod marks;
pub mod media;
mod memory;
pub mod mutes;
pub mod networks;
pub mod notice_mails;
pub mod notices;
pub mod outbox;
pub mod passkeys;
pub mod personal_data;
pub mod pings;
pub mod post_analytics;
pub mod post_events;
pub mod post_notes;
pub mod posts;
pub mod preferences;
pub mod preview_links;
pub mod previews;
pub mod provider_sign_ins;
pub mod reads;
pub mod redirects;
pub mod referrers;
pub mod reports;
pub mod revisions;
mod schema_version;
pub mod search;
pub mod second_factors;
pub mod series;
pub mod sessions;
pub mod settings;
pub mod setup;
pub mod site;
pub mod static_pages;
pub mod subscribers;
pub mod suppressed;
pub mod tags;
pub mod tasks;
#[cfg(test)]
mod tests;
mod tx;
mod upgrade;
pub mod users;
pub mod views;
pub mod webhooks;
pub mod wrong_guesses;

pub use commits::{Dependencies, Generation};
pub use database::Store;
pub use engine::{FileOptions, Place, ServerOptions, ServingLock, StoreError, StoreOptions, WriteStats};
pub use schema_version::{SchemaVersion, schema_version};
pub use tx::Tx;

use crate::domain::Slug;
use engine::params;

/// Returns the wanted slug, with the next free number appended if a row of the table has it.
macro_rules! free_slug {
    ($tx:expr, $table:literal, $column:literal, $wanted:expr) => {
        $crate::store::numbered_when_taken(
            $tx,
            &$wanted,
            concat!("select 1 from ", $table, " where ", $column, " = ?1"),
            // ':' follows '9' in ASCII: the range contains the slugs that begin with the wanted one, a hyphen and a digit.
            concat!(
                "select ",
                $column,
                " from ",
                $table,
                " where ",
                $column,
                " >= ?1 || '-0' and ",
                $column,
                " < ?1 || '-:' and length(",
                $column,
                ") <= length(?1) + 10"
            ),
        )
    };
}
use free_slug;

fn numbered_when_taken(
    tx: &Tx<'_>,
    wanted: &Slug,
    taken: &'static str,
    numbered: &'static str,
) -> Result<Slug, StoreError> {
    if !tx.exists(taken, params![wanted])? {
        return Ok(wanted.clone());
    }
    next_numbered(tx, wanted, numbered)
}

/// Returns the slug with the number after the highest one of those that `numbered` finds.
fn next_numbered(tx: &Tx<'_>, wanted: &Slug, numbered: &'static str) -> Result<Slug, StoreError> {
    let mut highest = 1;
    tx.query_while(numbered, params![wanted], |row| {
        let suffix = row.get_str(0)?.strip_prefix(wanted.as_str());
        highest = highest.max(suffix.and_then(leading_number).unwrap_or(0));
        Ok(true)
    })?;
    Ok(wanted.numbered(highest + 1))
}

/// Returns the number that a suffix begins with, after its hyphen: 10 of `-10-songs`.
fn leading_number(suffix: &str) -> Option<u64> {
    let mut parts = suffix
        .strip_prefix('-')?
        .split(|character: char| !character.is_ascii_digit());
    parts.next()?.parse().ok()
}
