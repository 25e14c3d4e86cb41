//! Drafts that are to be published at a given time.

use crate::domain::{PostId, Time};
use crate::store::Tx;
use crate::store::commits::Change;
use crate::store::engine::{StoreError, params};

/// Sets, moves or removes the time at which a draft is to be published. A published post stays as it is.
pub fn set_publish_at(tx: &mut Tx<'_>, id: PostId, at: Option<Time>) -> Result<(), StoreError> {
    tx.execute(
        "update posts set publish_at = ?2 where id = ?1 and status = 'draft'",
        params![id, at],
    )?;
    tx.changed(Change::Post(id));
    Ok(())
}
