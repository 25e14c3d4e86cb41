//! Layer 2: work with two callers, or with several parts of layer 1.

pub mod announcements;
pub mod autosaves;
pub mod check;
pub mod clean_up;
pub mod comments;
pub mod demo;
pub mod diagrams;
pub mod email_changes;
pub mod embedded_pictures;
pub mod import;
pub mod moderation;
pub mod one_time_codes;
pub mod outbox;
pub mod post_addresses;
pub mod previews;
pub mod publish;
pub mod rendering;
pub mod review;
pub mod revisions;
pub mod scheduling;
pub mod security_log;
pub mod sitemap;
pub mod spam;
pub mod tasks;
pub mod team;
