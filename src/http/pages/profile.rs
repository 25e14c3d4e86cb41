//! A reader, as far as visitors may know them.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::head::Kind;
use super::{Answers, Head, Page, Pages, drawn, frame};
use crate::domain::UserId;
use crate::domain::avatar;
use crate::http::answers::lasting;
use crate::http::extract::Reference;
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, users};

const NO_BIO: &str = "No bio provided";

#[derive(Template)]
#[template(path = "http/pages/templates/profile.html")]
struct Profile<'site> {
    page: Page<'site>,
    person: &'site Person,
}

#[derive(Template)]
#[template(path = "http/pages/templates/missing_profile.html")]
struct MissingProfile<'site> {
    page: Page<'site>,
}

/// What visitors may know of a reader.
#[derive(Serialize)]
struct Person {
    name: String,
    bio: String,
    picture: String,
}

/// Name and bio of a verified reader who was not shut out.
pub(in crate::http) async fn profile(
    State(state): State<AppState>,
    Reference(reference): Reference,
) -> Result<Response, ApiError> {
    let pages = &state.pages;
    let Some(id) = UserId::parse(&reference) else {
        return missing(pages, &reference);
    };
    let user: Result<_, StoreError> = state.store.read(move |tx| users::by_id(tx, id)).await;
    let Some(user) = user?.filter(|user| user.is_verified && !user.is_banned) else {
        return missing(pages, &reference);
    };
    let person = Person {
        name: user.name,
        bio: if user.bio.is_empty() {
            NO_BIO.to_owned()
        } else {
            user.bio
        },
        picture: user.avatar.unwrap_or_else(avatar::administrator).url,
    };
    let path = format!("/profile/{id}");
    let head = Head {
        description: person.bio.clone(),
        kind: Kind::Profile,
        ..Head::of_page(&pages.site, &person.name, Some(path.clone()))
    };
    let page = pages.page(&pages.profile, "", head);
    drawn(
        StatusCode::OK,
        &Profile {
            page: page.with(Answers::default().with(path, &person)?),
            person: &person,
        },
    )
    .map(lasting)
}

/// There is no such reader, and the client finds in the document that there is none.
fn missing(pages: &Pages, reference: &str) -> Result<Response, ApiError> {
    let head = Head::of_page(&pages.site, "User not found", None);
    let nobody = Answers::default().with(format!("/profile/{reference}"), &None::<Person>)?;
    let page = pages.page(&pages.profile, "", head).with(nobody);
    drawn(StatusCode::NOT_FOUND, &MissingProfile { page }).map(lasting)
}
