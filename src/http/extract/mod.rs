//! The extractors. Every rejection is a [`super::ApiError`].

mod account;
mod api_key;
mod client_device;
mod client_network;
mod draft;
mod id_or_slug;
mod json;
mod paging;
mod post_revision;
mod query;
mod redirect_file;
mod staff;

pub use axum::extract::State;

pub use account::{
    MaybeReader, MaybeSignedIn, OnboardedAccount, OnboardedReader, Reader, SignedIn, UnsilencedReader,
};
pub use client_device::ClientDevice;
pub use client_network::ClientNetwork;
pub use draft::{DraftBody, DraftForm, DraftJson};
pub use id_or_slug::IdOrSlug;
pub use json::{Json, text_or_null};
pub use paging::{MaybePaging, PagingQuery};
pub use post_revision::PostRevision;
pub use query::Query;
pub use redirect_file::RedirectFile;
pub use staff::{ROLE_NOT_ALLOWED, Staff};
