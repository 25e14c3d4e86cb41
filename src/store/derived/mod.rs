//! In-memory structures that are derived from the tables and follow the commits. They can be dropped and rebuilt at any
//! time.

pub(super) mod rankings;
pub(super) mod search;

use rankings::SharedRankings;
use search::SharedIndex;

/// The derived structures, shared by all reader threads.
#[derive(Default)]
pub(super) struct Derived {
    pub(super) rankings: SharedRankings,
    pub(super) search: SharedIndex,
}
