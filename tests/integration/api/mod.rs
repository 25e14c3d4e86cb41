//! Tests of the API, a file per resource.

mod admin;
mod audit;
mod auth;
mod client_errors;
mod comment_rules;
mod email_changes;
mod email_visibility;
mod error_codes;
mod lost_rights;
mod marks_and_comments;
mod permissions;
pub mod posts_admin;
mod posts_by_author;
mod posts_detail;
mod posts_list;
mod posts_view;
mod public_users;
mod rendered_posts;
mod review;
mod revisions;
mod several_authors;
mod site;
pub mod spam_rules;
mod streamed_lists;
mod team;
mod team_roles;
mod users;
