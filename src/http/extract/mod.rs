//! What handlers need, said in their signatures. Every refusal here has the form of [`super::ApiError`].

mod caller;
mod draft;
mod household;
mod json;
mod paging;
mod query;
mod reference;

pub use caller::{Admin, MaybeReader, MaybeSignedIn, Participant, PresentToken, Reader, SignedIn};
pub use draft::{DraftBody, DraftForm, DraftJson};
pub use household::Household;
pub use json::Json;
pub use paging::{MaybePaging, PagingQuery};
pub use query::Query;
pub use reference::Reference;
