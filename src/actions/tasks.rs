//! Work that is done in intervals, by one of the nodes that share a database.

use std::time::Duration;

use crate::content::RENDERER_VERSION;
use crate::domain::Time;
use crate::store::{Store, StoreError, tasks};

/// A kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// The removal of expired rows.
    CleanUp,
    /// The rendering of all posts whose texts are outdated for this version of the renderer: work of its own, since a node
    /// of an older version cannot do it.
    Rendering,
}

impl Task {
    fn name(self) -> String {
        match self {
            Self::CleanUp => "clean_up".to_owned(),
            Self::Rendering => format!("rendering by version {RENDERER_VERSION}"),
        }
    }
}

/// Returns whether this process is to do the work now. On a file that is always so, since nobody else serves it. Of several
/// nodes, it is the first one that asks after the interval, and the work is due again an interval later, also if that node
/// dies meanwhile.
///
/// # Errors
/// If the database cannot be written.
pub async fn is_due(store: &Store, task: Task, now: Time, interval: Duration) -> Result<bool, StoreError> {
    if !store.is_shared() {
        return Ok(true);
    }
    let interval = milliseconds(interval);
    store
        .write(move |tx| tasks::claim(tx, &task.name(), now, interval))
        .await
}

/// Tells other nodes that this one is still at the work, which takes longer than the interval.
///
/// # Errors
/// If the database cannot be written.
pub async fn go_on(store: &Store, task: Task, now: Time, interval: Duration) -> Result<(), StoreError> {
    if !store.is_shared() {
        return Ok(());
    }
    let next_at = now.plus_milliseconds(milliseconds(interval));
    store
        .write(move |tx| tasks::postpone(tx, &task.name(), next_at))
        .await
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
