//! What was acknowledged is kept: through kills, the loss of power, the end of the process, backups and a full disk.

mod backups;
mod full_disk;
mod kills;
mod load;
mod power;
mod stopping;
mod world;
