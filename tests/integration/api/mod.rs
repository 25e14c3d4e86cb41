//! A file a resource, as in the API.

mod blogs_detail;
mod blogs_list;
mod blogs_view;
mod people;
mod refusals;
mod site;
