//! The sessions of accounts, and second factors.

mod command_line;
mod demanded;
mod devices;
mod every_token;
mod passkeys;
mod second_factor;
mod sessions;
mod stored;
mod tickets;
