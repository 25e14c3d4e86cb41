//! What handlers need, said in their signatures. Every refusal here has the form of [`super::ApiError`].

mod json;
mod paging;
mod query;
mod reference;
mod visitor;

pub use json::Json;
pub use paging::{MaybePaging, PagingQuery};
pub use query::Query;
pub use reference::Reference;
pub use visitor::Visitor;
