//! The settings of a server on which it depends whether an acknowledged write is on disk.

use postgres::Client;

use crate::store::engine::StoreError;

/// Makes the commits of a connection wait for the disk, if they do not. Other values, which say for what of a standby
/// commits wait, stay as they are.
pub(super) const SYNC_COMMITS: &str = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/// Returns the settings by which acknowledged writes may be lost, a sentence each.
pub(super) fn risks(client: &mut Client) -> Result<Vec<String>, StoreError> {
    let row = client.query_one(
        "select current_setting('fsync') = 'off', current_setting('full_page_writes') = 'off',
                current_setting('synchronous_commit'), current_setting('synchronous_standby_names') <> ''",
        &[],
    )?;
    let (is_unsynced, has_torn_pages): (bool, bool) = (row.get(0), row.get(1));
    let (waits_for, has_standby): (&str, bool) = (row.get(2), row.get(3));
    let mut risks = Vec::new();
    if is_unsynced {
        risks.push(
            "the database server has fsync = off: when its machine loses power, acknowledged writes are lost, and the \
             database may be damaged",
        );
    }
    if has_torn_pages {
        risks.push(
            "the database server has full_page_writes = off: when its machine loses power, the database may be damaged, \
             unless its file system writes a page whole or not at all",
        );
    }
    match waits_for {
        "off" => risks.push(
            "the database server has synchronous_commit = off: blog-app turns it on for its own writes; set it to on, so \
             that this does not depend on it",
        ),
        "local" if has_standby => risks.push(
            "the database server has synchronous_commit = local: acknowledged writes are on its own disk alone, although \
             synchronous_standby_names names a standby; set it to on",
        ),
        _ => {}
    }
    Ok(risks.into_iter().map(str::to_owned).collect())
}
