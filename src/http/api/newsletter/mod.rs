//! The newsletter: subscriptions without an account, and what the staff see and change of them.

pub mod lift_suppression;
pub mod list;
pub mod remove_subscriber;
pub mod send_test;
pub mod subscribe;
