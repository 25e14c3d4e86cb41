//! What was acknowledged is kept: through kills, the end of the process, backups and a full disk.

mod backups;
mod full_disk;
mod kills;
mod load;
mod stopping;
mod world;
