//! In-memory structures that are derived from the tables and follow the commits. They can be dropped and rebuilt at any
//! time.

pub(super) mod activity;
pub(super) mod rankings;
pub(super) mod search;
pub(super) mod site;

use activity::SharedActivity;
use rankings::SharedRankings;
use search::SharedIndex;
use site::SharedSettings;

/// The derived structures, shared by all reader threads.
#[derive(Default)]
pub(super) struct Derived {
    pub(super) activity: SharedActivity,
    pub(super) rankings: SharedRankings,
    pub(super) search: SharedIndex,
    pub(super) site: SharedSettings,
}
