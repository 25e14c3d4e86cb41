//! Acknowledged writes survive kills, power loss, shutdown, backups and a full disk.

mod backups;
mod full_disk;
mod kills;
mod load;
mod power;
mod shutdown;
mod test_data;
