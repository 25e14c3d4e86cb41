//! Addresses that refuse mail.

use crate::domain::AccountId;
use crate::store::Tx;
use crate::store::engine::{StoreError, params};

pub(in crate::store) const SUPPRESSED: &str = "
    select 1 from users u join suppressed s on s.email = u.email where u.id = ?1
    union all
    select 1 from admins a join suppressed s on s.email = a.email where a.id = ?1";

/// Whether the address of an account has refused a mail for good.
pub fn is_suppressed(tx: &Tx<'_>, account: AccountId) -> Result<bool, StoreError> {
    tx.exists(SUPPRESSED, params![account])
}
