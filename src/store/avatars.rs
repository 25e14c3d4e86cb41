//! The preset avatars.

use super::commits::Change;
use super::engine::{StoreError, params};
use crate::domain::Avatar;
use crate::domain::avatar::PRESETS;
use crate::store::Tx;

/// Returns all presets in display order.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Avatar>, StoreError> {
    tx.query_all(
        "select url, name, description from avatars order by position",
        params![],
        |row| {
            Ok(Avatar {
                url: row.get("url")?,
                name: row.get("name")?,
                description: row.get("description")?,
            })
        },
    )
}

/// Inserts the missing presets, and returns their number.
pub fn seed(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let mut inserted = 0;
    for (position, preset) in PRESETS.iter().enumerate() {
        inserted += tx.execute(
            "insert into avatars (slug, position, name, description, url) values (?1, ?2, ?3, ?4, ?5)
             on conflict do nothing",
            params![
                preset.slug,
                i64::try_from(position).unwrap_or(i64::MAX),
                preset.name,
                preset.description,
                preset.url()
            ],
        )?;
    }
    if inserted > 0 {
        tx.changed(Change::People);
    }
    Ok(inserted)
}
