//! How many files, sockets among them, the system lets the process have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What the database, the mail, the metrics and connections that are just being closed may take.
const RESERVED: u64 = 256;

/// Asks the system for as many open files as `connections` take, which it gives up to its hard limit without
/// any rights; gives the number of connections that there is room for.
pub(super) fn room_for(connections: usize) -> usize {
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
    let room = usize::try_from(open.saturating_sub(RESERVED).max(1)).unwrap_or(usize::MAX);
    if room < connections {
        tracing::warn!(
            connections = room,
            wanted = connections,
            "the system's limit of open files allows fewer connections than connections.most"
        );
    }
    room
}
