//! blog-app: a community technical blog in one binary.
//!
//! The modules form layers. A module imports only from layers below its own:
//!
//! | layer | modules | contents |
//! |---|---|---|
//! | 3 | [`http`], [`cli`], [`workers`] | the site and its API; the command line; background loops |
//! | 2 | [`actions`] | work with two callers, or with several parts of layer 1 |
//! | 1 | [`auth`], [`mail`], [`media`], [`moving`], [`outgoing`], [`store`], [`tls`] | passwords, codes and tokens; emails and their transports; pictures; exports of other systems; requests to other servers; the only module that knows a database; the certificate of HTTPS |
//! | 0 | [`domain`], [`content`] | types and rules; HTML processing |
//!
//! [`config`] belongs to no layer: the settings, which layers 2 and 3 read.
//!
//! `ARCHITECTURE.md` at the top of the repository has the map, the mechanisms, the glossary and recipes for changes.

pub mod actions;
pub mod auth;
pub mod cli;
pub mod config;
pub mod content;
pub mod domain;
pub mod http;
pub mod mail;
pub mod media;
pub mod moving;
pub mod outgoing;
pub mod store;
pub mod tls;
pub mod workers;
