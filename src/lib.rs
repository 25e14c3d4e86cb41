//! blog-app: a community technical blog in one binary.
//!
//! The house has floors, and a module uses only floors beneath its own:
//!
//! | floor | modules | what they are |
//! |---|---|---|
//! | 3 | [`http`], [`cli`] | the site and its API; the command line |
//! | 2 | [`actions`] | work with two callers, or with several parts of floor 1 |
//! | 1 | [`auth`], [`mail`], [`media`], [`store`] | passwords, codes and tokens; letters and how they leave; pictures; the only place that knows a database |
//! | 0 | [`domain`], [`content`] | what things are and the rules on them; the HTML of posts |
//!
//! [`config`] stands beside them: the settings, which floors 2 and 3 read.

pub mod actions;
pub mod auth;
pub mod cli;
pub mod config;
pub mod content;
pub mod domain;
pub mod http;
pub mod mail;
pub mod media;
pub mod store;
