//! Administrators: who they are, and how they sign in.

mod author;
mod login;
mod profile;
mod signup;

pub use author::*;
pub use login::*;
pub use profile::*;
pub use signup::*;
