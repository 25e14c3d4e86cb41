//! The writes of the process that works on an import, and those that give it work.
//!
//! Each of them names the state and the worker that it expects. So an import that was cancelled, or that another process has
//! taken over, is written no more.

use super::{Import, columns, import, options_text};
use crate::domain::import::{ImportOptions, ImportState};
use crate::domain::{ImportId, Time};
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

/// The claim of a process to work on an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The import.
    pub id: ImportId,
    /// The process.
    pub worker: String,
    /// The state that it works in: checking or applying.
    pub state: ImportState,
}

/// The report of an import as far as it is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The key of its entries.
    pub seq: i64,
    /// The number of entries.
    pub entries: u64,
    /// Their totals, as JSON.
    pub totals: String,
}

pub(in crate::store) const CLAIM: &str = concat!(
    "update imports
     set state = ?3, worker = ?2, lease_until = ?4, changed_at = ?5,
         attempts = case when state = ?3 then attempts + 1 else 1 end
     where id = ?1 and removed_at is null
       and (state = ?3 or (state = 'uploaded' and ?3 = 'checking'))
       and (?6 = 0 or worker is null or worker = ?2 or lease_until <= ?5)
     returning ",
    columns!()
);

/// Claims an import for a process, and returns it if that may work on it. A check begins it as well. Where several nodes
/// share the database (`is_shared`), another process has it until the end of its lease.
pub fn claim(
    tx: &mut Tx<'_>,
    claim: &Claim,
    lease_until: Time,
    now: Time,
    is_shared: bool,
) -> Result<Option<Import>, StoreError> {
    tx.query_one(
        CLAIM,
        params![claim.id, claim.worker, claim.state, lease_until, now, is_shared],
        import,
    )
}

/// Gives an import up that the process has not ended, so that another one, or this one after a restart, may go on at once.
/// This was no failed attempt.
pub fn release(tx: &mut Tx<'_>, claim: &Claim) -> Result<(), StoreError> {
    tx.execute(
        "update imports set worker = null, lease_until = null, attempts = attempts - 1
         where id = ?1 and worker = ?2 and state = ?3 and removed_at is null",
        params![claim.id, claim.worker, claim.state],
    )?;
    Ok(())
}

/// Records how far the work is, and prolongs the lease. Returns whether the process still has the import.
pub fn report_progress(
    tx: &mut Tx<'_>,
    claim: &Claim,
    (progress, work): (u64, u64),
    lease_until: Time,
    now: Time,
) -> Result<bool, StoreError> {
    let written = tx.execute(
        "update imports set progress = ?4, work = ?5, lease_until = ?6, changed_at = ?7
         where id = ?1 and worker = ?2 and state = ?3 and removed_at is null",
        params![
            claim.id,
            claim.worker,
            claim.state,
            progress,
            work,
            lease_until,
            now
        ],
    )?;
    Ok(written > 0)
}

/// Returns what is recorded of the report of a claimed import; `None` if the process has it no more.
pub fn recorded(tx: &Tx<'_>, claim: &Claim) -> Result<Option<Recorded>, StoreError> {
    tx.query_one(
        "select seq, entries, totals from imports
         where id = ?1 and worker = ?2 and state = ?3 and removed_at is null",
        params![claim.id, claim.worker, claim.state],
        |row| {
            Ok(Recorded {
                seq: row.get("seq")?,
                entries: row.get("entries")?,
                totals: row.get("totals")?,
            })
        },
    )
}

/// Stores the number of entries and the totals of an import.
pub fn write_recorded(tx: &mut Tx<'_>, recorded: &Recorded) -> Result<(), StoreError> {
    tx.execute(
        "update imports set entries = ?2, totals = ?3 where seq = ?1",
        params![recorded.seq, recorded.entries, recorded.totals],
    )?;
    Ok(())
}

/// Ends the work of a process in this state, with an error if it has failed, and with what was left out as JSON. Returns
/// whether it still had the import.
pub fn end(
    tx: &mut Tx<'_>,
    claim: &Claim,
    next: ImportState,
    error: Option<&str>,
    left_out: &str,
    now: Time,
) -> Result<bool, StoreError> {
    let ended = tx.execute(
        "update imports
         set state = ?4, error = ?5, worker = null, lease_until = null, attempts = 0, changed_at = ?6, left_out = ?7
         where id = ?1 and worker = ?2 and state = ?3 and removed_at is null",
        params![claim.id, claim.worker, claim.state, next, error, now, left_out],
    )?;
    Ok(ended > 0)
}

/// Gives a ready import its next work: a check with other options, or to be applied. Its report begins anew. Returns whether
/// it was ready.
pub fn give_work(
    tx: &mut Tx<'_>,
    id: ImportId,
    next: ImportState,
    options: &ImportOptions,
    totals: &str,
    now: Time,
) -> Result<bool, StoreError> {
    let given = tx.execute(
        "update imports
         set state = ?2, options = ?3, totals = ?4, left_out = '[]', entries = 0, progress = 0, attempts = 0, changed_at = ?5,
             applied_at = case when ?2 = 'applying' then cast(?5 as bigint) end
         where id = ?1 and state = 'ready' and removed_at is null",
        params![id, next, options_text(options)?, totals, now],
    )?;
    Ok(given > 0)
}
