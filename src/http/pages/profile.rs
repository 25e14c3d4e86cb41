//! The public profile of a reader.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;

use super::head::Kind;
use super::{BootstrapData, Head, Page, Site, frame, render};
use crate::domain::UserId;
use crate::domain::avatar;
use crate::http::extract::IdOrSlug;
use crate::http::{ApiError, AppState};
use crate::store::users;

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

/// The public data of a reader.
#[derive(Serialize)]
struct Person {
    name: String,
    bio: String,
    picture: String,
}

/// Returns the page of a verified reader who is not banned, or the 404 page.
pub(in crate::http) async fn profile(
    State(state): State<AppState>,
    IdOrSlug(id_or_slug): IdOrSlug,
) -> Result<Response, ApiError> {
    let Some(id) = UserId::parse(&id_or_slug) else {
        return missing(&state, &id_or_slug);
    };
    let user = state.read(move |tx| users::by_id(tx, id)).await?;
    let Some(user) = user.filter(|user| user.is_verified && !user.is_banned) else {
        return missing(&state, &id_or_slug);
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
    let site = Site::of(&state);
    let pages = &state.pages;
    let head = Head {
        description: person.bio.clone(),
        kind: Kind::Profile,
        ..Head::of_page(&site, &person.name, Some(path.clone()))
    };
    let page = pages.page(&site, &pages.profile, "", head);
    render(
        StatusCode::OK,
        &Profile {
            page: page.with(BootstrapData::default().with(path, &person)?),
            person: &person,
        },
    )
}

/// Returns the 404 page. Its bootstrap data tells the client that there is no such reader.
fn missing(state: &AppState, id_or_slug: &str) -> Result<Response, ApiError> {
    let site = Site::of(state);
    let pages = &state.pages;
    let head = Head::of_page(&site, "User not found", None);
    let bootstrap_data = BootstrapData::default().with(format!("/profile/{id_or_slug}"), &None::<Person>)?;
    let page = pages.page(&site, &pages.profile, "", head).with(bootstrap_data);
    render(StatusCode::NOT_FOUND, &MissingProfile { page })
}
