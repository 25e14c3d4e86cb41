//! A cache of the account status that authorises readers' requests, valid until the accounts change.

use quick_cache::sync::Cache;

use crate::domain::UserId;
use crate::store::users::{self, AccountStatus};
use crate::store::{Store, StoreError};

/// The readers in the cache. Each takes about 100 bytes, and 16 more for each logged-out token.
const READERS: usize = 10_000;

/// The account status of the most recent readers.
pub struct AccountStatusCache(Cache<UserId, (u64, AccountStatus)>);

impl Default for AccountStatusCache {
    fn default() -> Self {
        Self(Cache::new(READERS))
    }
}

impl AccountStatusCache {
    /// Returns the current status of a reader, or `None` when there is no such reader.
    pub(super) async fn get(
        &self,
        store: &Store,
        reader: UserId,
    ) -> Result<Option<AccountStatus>, StoreError> {
        let version = store.accounts_version();
        if let Some((read_at, status)) = self.0.get(&reader)
            && read_at == version
        {
            return Ok(Some(status));
        }
        let status = store.read(move |tx| users::account_status(tx, reader)).await?;
        if let Some(status) = &status {
            self.0.insert(reader, (version, status.clone()));
        }
        Ok(status)
    }
}
