//! A file a resource, as in the API.

mod admin;
mod auth;
mod blogs_by_author;
mod blogs_detail;
mod blogs_list;
mod blogs_view;
mod email_changes;
mod people;
mod permissions;
mod refusals;
mod shown_addresses;
mod site;
mod taking_part;
mod texts_of_lists;
mod users;
mod writing;
