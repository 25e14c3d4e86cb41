//! The system's limit of open files, sockets included.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The files for the database, email, metrics and connections that are being closed.
const RESERVED: u64 = 256;

/// Raises the soft limit of open files for `connections` connections, which up to the hard limit needs no privileges.
/// Returns the number of connections that fit.
pub(super) fn capacity_for(connections: usize) -> usize {
    let wanted = connections as u64 + RESERVED;
    let limit = getrlimit(Resource::Nofile);
    let granted = limit.maximum.map_or(wanted, |hard| hard.min(wanted));
    let current = limit.current.unwrap_or(u64::MAX);
    let open = if current >= granted {
        current
    } else {
        let raised = Rlimit {
            current: Some(granted),
            maximum: limit.maximum,
        };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => granted,
            Err(error) => {
                tracing::warn!(%error, "the limit of open files could not be raised");
                current
            }
        }
    };
    let capacity = usize::try_from(open.saturating_sub(RESERVED).max(1)).unwrap_or(usize::MAX);
    if capacity < connections {
        tracing::warn!(
            connections = capacity,
            wanted = connections,
            "the system's limit of open files allows fewer connections than connections.most"
        );
    }
    capacity
}
