//! Following the commits.

use super::{StoreError, Transaction};
use crate::store::commits::Change;

/// Memory that follows the commits: those of this process, and on a server those of all nodes.
pub(in crate::store) trait Follower: Send + Sync {
    /// Follows a commit of this process before its callers receive their results. The transaction reads the committed
    /// state. A server numbers the commits of all nodes.
    fn committed(&self, transaction: Transaction<'_>, number: u64, changes: &[Change]);

    /// Follows all commits that the transaction sees.
    fn catch_up(&self, transaction: Transaction<'_>) -> Result<(), StoreError>;

    /// Commits of other nodes are announced from now on, and [`Follower::catch_up`] has followed those before.
    fn keep_track(&self);

    /// Commits of other nodes are not announced: whatever needs to be current has to catch up by itself.
    fn lose_track(&self);

    /// The number of the last commit that was followed.
    fn followed(&self) -> u64;
}
