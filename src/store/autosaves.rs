//! Autosaves: what members of the staff write and have not saved yet.

use super::engine::{Row, StoreError, each_text, params, strings};
use crate::domain::autosave::{AUTOSAVES_MAX, Autosave, AutosaveKey, AutosaveSummary};
use crate::domain::{AdminId, PostId, Time};
use crate::store::Tx;

/// A member of the staff who is editing a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostEditor {
    /// Their id.
    pub id: AdminId,
    /// Their name.
    pub username: String,
    /// When they last autosaved it.
    pub saved_at: Time,
}

pub(super) const OF_ADMIN: &str = "select key, post_id, base_revision, title, saved_at from autosaves
     where admin_id = ?1 order by saved_at desc, key desc limit ?2";
pub(super) const EDITORS: &str = "select s.admin_id, a.username, max(s.saved_at) as saved_at
     from autosaves s join admins a on a.id = s.admin_id
     where s.post_id = ?1 and s.saved_at >= ?2 and s.admin_id <> ?3
     group by s.admin_id, a.username order by max(s.saved_at) desc, s.admin_id";

/// Stores an autosave in place of the earlier one with its key, with the pictures that it shows. Returns whether the
/// earlier one showed others.
pub fn insert_or_replace(
    tx: &mut Tx<'_>,
    admin: AdminId,
    autosave: &Autosave,
    media_hashes: &[String],
) -> Result<bool, StoreError> {
    let Autosave { summary, fields } = autosave;
    let fields = serde_json::to_string(fields);
    tx.execute(
        "insert into autosaves (admin_id, key, post_id, base_revision, title, fields, saved_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (admin_id, key) do update
         set post_id = ?3, base_revision = ?4, title = ?5, fields = ?6, saved_at = ?7",
        params![
            admin,
            summary.key,
            summary.post,
            summary.base_revision,
            summary.title,
            fields.map_err(|_| StoreError::Corrupt("autosaves.fields".to_owned()))?,
            summary.saved_at,
        ],
    )?;
    let media_hashes = strings(media_hashes);
    let removed = tx.execute(
        concat!(
            "delete from autosave_media where admin_id = ?1 and key = ?2 and hash not in ",
            each_text!("?3")
        ),
        params![admin, summary.key, media_hashes],
    )?;
    tx.execute(
        concat!(
            "insert into autosave_media (admin_id, key, hash)
             select cast(?1 as text), cast(?2 as text), m.hash from media m where m.hash in ",
            each_text!("?3"),
            " on conflict do nothing"
        ),
        params![admin, summary.key, media_hashes],
    )?;
    Ok(removed > 0)
}

/// Returns how many autosaves a person has beside the one with this key.
pub fn count_others(tx: &Tx<'_>, admin: AdminId, key: AutosaveKey) -> Result<u64, StoreError> {
    let others = tx.query_value(
        "select count(*) from autosaves where admin_id = ?1 and key <> ?2",
        params![admin, key],
    )?;
    Ok(others.unwrap_or(0))
}

/// Returns the autosaves of a person, newest first.
pub fn list(tx: &Tx<'_>, admin: AdminId) -> Result<Vec<AutosaveSummary>, StoreError> {
    tx.query_all(OF_ADMIN, params![admin, AUTOSAVES_MAX], summary)
}

/// Returns an autosave of a person, and the number of the revision that is now the text of its post.
pub fn by_key(
    tx: &Tx<'_>,
    admin: AdminId,
    key: AutosaveKey,
) -> Result<Option<(Autosave, Option<u32>)>, StoreError> {
    tx.query_one(
        "select s.key, s.post_id, s.base_revision, s.title, s.saved_at, s.fields, p.revision
         from autosaves s left join posts p on p.id = s.post_id
         where s.admin_id = ?1 and s.key = ?2",
        params![admin, key],
        |row| {
            let autosave = Autosave {
                summary: summary(row)?,
                fields: row.get_json("fields")?,
            };
            Ok((autosave, row.get("revision")?))
        },
    )
}

/// Removes an autosave of a person, if there is one.
pub fn delete(tx: &mut Tx<'_>, admin: AdminId, key: AutosaveKey) -> Result<(), StoreError> {
    tx.execute(
        "delete from autosaves where admin_id = ?1 and key = ?2",
        params![admin, key],
    )?;
    Ok(())
}

/// Removes what a person has autosaved of a post.
pub fn delete_of_post(tx: &mut Tx<'_>, admin: AdminId, post: PostId) -> Result<(), StoreError> {
    tx.execute(
        "delete from autosaves where admin_id = ?1 and post_id = ?2",
        params![admin, post],
    )?;
    Ok(())
}

/// Returns who else has autosaved a post since `moment`, the latest first.
pub fn editors(tx: &Tx<'_>, post: PostId, moment: Time, but: AdminId) -> Result<Vec<PostEditor>, StoreError> {
    tx.query_all(EDITORS, params![post, moment, but], |row| {
        Ok(PostEditor {
            id: row.get("admin_id")?,
            username: row.get("username")?,
            saved_at: row.get("saved_at")?,
        })
    })
}

fn summary(row: &Row<'_>) -> Result<AutosaveSummary, StoreError> {
    Ok(AutosaveSummary {
        key: row.get("key")?,
        post: row.get("post_id")?,
        base_revision: row.get("base_revision")?,
        title: row.get("title")?,
        saved_at: row.get("saved_at")?,
    })
}
