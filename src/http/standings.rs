//! What decides on the requests of readers, kept until anything about accounts may have changed.

use quick_cache::sync::Cache;

use crate::domain::UserId;
use crate::store::users::{self, Standing};
use crate::store::{Moment, Shown, Store, StoreError};

/// Readers that are kept in mind; each takes about a hundred bytes, and 16 more for each token that was logged out.
const READERS: usize = 10_000;

/// The standings of the readers who were here last.
pub struct Standings(Cache<UserId, (Moment, Standing)>);

impl Default for Standings {
    fn default() -> Self {
        Self(Cache::new(READERS))
    }
}

impl Standings {
    /// How it stands with a reader now; nothing when there is no such reader.
    pub(super) async fn of(&self, store: &Store, reader: UserId) -> Result<Option<Standing>, StoreError> {
        // What readers do with posts changes nothing about an account; every other write may.
        let accounts = Shown::posts([]);
        if let Some((moment, standing)) = self.0.get(&reader)
            && store.is_current(moment, &accounts)
        {
            return Ok(Some(standing));
        }
        let moment = store.moment();
        let standing: Result<_, StoreError> = store.read(move |tx| users::standing(tx, reader)).await;
        let standing = standing?;
        if let Some(standing) = &standing {
            self.0.insert(reader, (moment, standing.clone()));
        }
        Ok(standing)
    }
}
