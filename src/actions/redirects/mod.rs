//! Redirects: which may be added, and the requests that follow them.

mod file;
mod hits;

pub use file::{Line, LinesError, Outcome, add_lines, lines_of};
pub use hits::RedirectHits;

pub use crate::moving::redirect_file::RedirectFormat;

use std::iter;

use thiserror::Error;

use crate::domain::redirect::{REDIRECTS_MAX, Redirect, RedirectPath, RedirectTarget, SitePlace};
use crate::domain::{Slug, UserId, ValidationError};
use crate::store::{StoreError, Tx, posts, redirects, static_pages, users};

/// The most redirects that an address may lead over. Browsers give up after some twenty.
const STEPS_MAX: usize = 10;
const FULL: &str = "The site has as many redirects as it may, 100,000. Delete some first";

/// The error of a redirect that cannot be stored.
#[derive(Debug, Error)]
pub enum RedirectError {
    /// It leads from the site itself or in a circle, or there are too many.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// Another one leads from its path.
    #[error("another redirect leads from this path")]
    Exists,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds a redirect.
///
/// # Errors
/// If it is not possible, or the database cannot be written.
pub fn create(tx: &mut Tx<'_>, redirect: &Redirect) -> Result<(), RedirectError> {
    let mut room = room(tx)?;
    add(tx, redirect, &mut room)
}

/// Changes the path and the destination of a redirect.
///
/// # Errors
/// If it is not possible, or the database cannot be written.
pub fn change(tx: &mut Tx<'_>, redirect: &Redirect) -> Result<(), RedirectError> {
    let holder = redirects::by_path(tx, &redirect.path)?;
    if holder.is_some_and(|holder| holder.id != redirect.id) {
        return Err(RedirectError::Exists);
    }
    require_possible(tx, redirect)?;
    Ok(redirects::update(tx, redirect)?)
}

/// Returns how many redirects can be added.
///
/// # Errors
/// If the database cannot be read.
pub fn room(tx: &Tx<'_>) -> Result<u64, StoreError> {
    Ok(REDIRECTS_MAX.saturating_sub(redirects::count(tx)?))
}

/// Adds one of several redirects. `room` is how many can be added, and is counted down.
///
/// # Errors
/// If it is not possible, or the database cannot be written.
pub fn add(tx: &mut Tx<'_>, redirect: &Redirect, room: &mut u64) -> Result<(), RedirectError> {
    require_addable(tx, redirect, *room)?;
    redirects::insert(tx, redirect)?;
    *room -= 1;
    Ok(())
}

/// Checks whether a redirect could be added where there is room for so many.
///
/// # Errors
/// If it could not, or the database cannot be read.
pub fn require_addable(tx: &Tx<'_>, redirect: &Redirect, room: u64) -> Result<(), RedirectError> {
    if redirects::by_path(tx, &redirect.path)?.is_some() {
        return Err(RedirectError::Exists);
    }
    if room == 0 {
        return Err(ValidationError::new("path", FULL).into());
    }
    require_possible(tx, redirect)
}

fn require_possible(tx: &Tx<'_>, redirect: &Redirect) -> Result<(), RedirectError> {
    if is_of_the_site(tx, &redirect.path)? {
        let message = "The site itself has something at this address";
        return Err(ValidationError::new("path", message).into());
    }
    require_an_end(tx, redirect)
}

/// Whether the site itself has something at a path, published or not.
fn is_of_the_site(tx: &Tx<'_>, path: &RedirectPath) -> Result<bool, StoreError> {
    Ok(match path.place() {
        SitePlace::Page | SitePlace::Folder => true,
        SitePlace::Post(id_or_slug) => posts::by_id_or_slug(tx, id_or_slug)?.is_some(),
        SitePlace::StaticPage(slug) => match Slug::parse(slug) {
            Ok(slug) => static_pages::holder_of_slug(tx, &slug)?.is_some(),
            Err(_) => false,
        },
        SitePlace::Profile(id) => match UserId::parse(id) {
            Some(id) => users::by_id(tx, id)?.is_some(),
            None => false,
        },
        // These pages come and go with posts. A redirect from one is followed while there is none.
        SitePlace::Collection(..) | SitePlace::Free => false,
    })
}

/// Refuses a redirect that leads back to itself, also by way of others, or over too many of them.
fn require_an_end(tx: &Tx<'_>, redirect: &Redirect) -> Result<(), RedirectError> {
    let reject =
        |message: &str| -> Result<(), RedirectError> { Err(ValidationError::new("target", message).into()) };
    let mut next = redirect.destination.target().and_then(RedirectTarget::path);
    let mut steps = 0;
    while let Some(path) = next {
        let found = next_redirect(tx, &path, redirect)?;
        if found == Next::Itself {
            return reject("The address leads back to the path");
        }
        if steps > STEPS_MAX {
            return reject("The address leads over more than 10 redirects. Choose the last of them");
        }
        steps += 1;
        next = match found {
            Next::Other(found) => found.destination.target().and_then(RedirectTarget::path),
            Next::Itself | Next::None => None,
        };
    }
    Ok(())
}

/// What a request to an address follows once a redirect is stored.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Itself,
    Other(Box<Redirect>),
    None,
}

fn next_redirect(tx: &Tx<'_>, address: &RedirectPath, redirect: &Redirect) -> Result<Next, StoreError> {
    for path in iter::once(address.clone()).chain(address.without_parameter()) {
        if path == redirect.path {
            return Ok(Next::Itself);
        }
        // The redirect itself, where it has another path now, leads from there no more.
        let found = redirects::by_path(tx, &path)?;
        if let Some(found) = found.filter(|found| found.id != redirect.id) {
            return Ok(Next::Other(Box::new(found)));
        }
    }
    Ok(Next::None)
}
