//! Migrations of the schema.

use postgres::Client;
use refinery::Runner;

use super::WRITERS_LOCK;
use crate::store::engine::StoreError;
use crate::store::engine::opening::latest_version_of;

mod embedded {
    refinery::embed_migrations!("migrations/postgres");
}

/// The embedded migrations, to run in one transaction.
fn migrations() -> Runner {
    embedded::migrations::runner().set_grouped(true)
}

/// The latest version that this program knows.
pub(super) fn latest() -> u32 {
    latest_version_of(&migrations())
}

/// The version of the schema, or 0 if it has none yet.
pub(super) fn version(client: &mut Client) -> Result<u32, StoreError> {
    let history = client.query_one("select to_regclass('refinery_schema_history') is not null", &[])?;
    if !history.get::<_, bool>(0) {
        return Ok(0);
    }
    let row = client.query_one(
        "select coalesce(max(version), 0) from refinery_schema_history",
        &[],
    )?;
    Ok(u32::try_from(row.get::<_, i32>(0)).unwrap_or(0))
}

/// Waits until nobody else writes or migrates, for as long as that takes. The lock outlives the transaction.
pub(super) fn lock(client: &mut Client) -> Result<(), StoreError> {
    Ok(client.batch_execute(&format!(
        "begin; set local lock_timeout = 0; select pg_advisory_lock({WRITERS_LOCK}); commit"
    ))?)
}

/// Lets others write again.
pub(super) fn unlock(client: &mut Client) -> Result<(), StoreError> {
    Ok(client.batch_execute(&format!("select pg_advisory_unlock({WRITERS_LOCK})"))?)
}

/// Applies the missing migrations, all or none. A schema of a newer program is left unchanged.
pub(super) fn to_latest(client: &mut Client) -> Result<(), StoreError> {
    let (found, known) = (version(client)?, latest());
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    if found < known {
        migrations()
            .run(client)
            .map_err(|error| StoreError::Migration(error.to_string()))?;
    }
    Ok(())
}
