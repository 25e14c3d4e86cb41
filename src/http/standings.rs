//! What decides on the requests of readers, kept until anything about accounts may have changed.

use quick_cache::sync::Cache;

use crate::domain::UserId;
use crate::store::users::{self, Standing};
use crate::store::{Store, StoreError};

/// Readers that are kept in mind; each takes about a hundred bytes, and 16 more for each token that was logged out.
const READERS: usize = 10_000;

/// The standings of the readers who were here last.
pub struct Standings(Cache<UserId, (u64, Standing)>);

impl Default for Standings {
    fn default() -> Self {
        Self(Cache::new(READERS))
    }
}

impl Standings {
    /// How it stands with a reader now; nothing when there is no such reader.
    pub(super) async fn of(&self, store: &Store, reader: UserId) -> Result<Option<Standing>, StoreError> {
        let version = store.accounts_version();
        if let Some((read_at, standing)) = self.0.get(&reader)
            && read_at == version
        {
            return Ok(Some(standing));
        }
        let standing: Result<_, StoreError> = store.read(move |tx| users::standing(tx, reader)).await;
        let standing = standing?;
        if let Some(standing) = &standing {
            self.0.insert(reader, (version, standing.clone()));
        }
        Ok(standing)
    }
}
