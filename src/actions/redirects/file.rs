//! Redirects from a file: each line is added, skipped or refused by itself.

use thiserror::Error;
use url::Url;

use super::{RedirectError, add, room};
use crate::domain::redirect::{
    Destination, FROM_FILE, REDIRECTS_MAX, Redirect, RedirectPath, RedirectTarget,
};
use crate::domain::{RedirectId, ValidationError};
use crate::moving::ReadError;
use crate::moving::item::ForeignRedirect;
use crate::moving::redirect_file::{self, RedirectFormat};
use crate::store::{StoreError, Tx};

/// The most characters of a path that the report repeats.
const SHOWN_MAX: usize = 200;

/// A line of a file.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its number from 1; in a file of JSON that of the entry.
    pub number: usize,
    /// The beginning of the path, as it is written.
    pub path: String,
    /// The redirect, or why there is none.
    redirect: Result<Redirect, String>,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The redirect is added.
    New,
    /// A redirect leads from the path already, which stays.
    Skipped,
    /// It is not added, for this reason.
    Refused(String),
}

/// The error of a file that holds no redirects.
#[derive(Debug, Error)]
pub enum LinesError {
    /// It cannot be read in its format.
    #[error("{0}")]
    Unreadable(String),
    /// It has more lines than there can be redirects.
    #[error("The file has more than 100,000 lines. Import its parts")]
    TooLong,
}

/// Reads the lines of a file. `site` is the address of the site, and `new_id` makes the ids of the redirects.
///
/// # Errors
/// If it cannot be read at all, or is too long. A wrong line is no such error.
pub fn lines_of(
    format: RedirectFormat,
    file: &[u8],
    site: &Url,
    mut new_id: impl FnMut() -> RedirectId,
) -> Result<Vec<Line>, LinesError> {
    let mut lines = Vec::new();
    let most = usize::try_from(REDIRECTS_MAX).unwrap_or(usize::MAX);
    let mut is_too_long = false;
    let read = redirect_file::read(format, file, &mut |line| {
        if lines.len() == most {
            is_too_long = true;
            return Err(ReadError::Stopped);
        }
        let redirect = line
            .redirect
            .and_then(|foreign| to_redirect(&foreign, site, new_id()).map_err(|error| error.message));
        lines.push(Line {
            number: line.number,
            path: line.path.chars().take(SHOWN_MAX).collect(),
            redirect,
        });
        Ok(())
    });
    match read {
        Ok(()) => Ok(lines),
        Err(_) if is_too_long => Err(LinesError::TooLong),
        Err(error) => Err(LinesError::Unreadable(error.to_string())),
    }
}

/// Adds the redirects of some lines, and returns what became of each, in their order.
///
/// # Errors
/// If the database cannot be written.
pub fn add_lines(tx: &mut Tx<'_>, lines: &[Line]) -> Result<Vec<Outcome>, StoreError> {
    let mut room = room(tx)?;
    lines
        .iter()
        .map(|line| match &line.redirect {
            Err(reason) => Ok(Outcome::Refused(reason.clone())),
            Ok(redirect) => match add(tx, redirect, &mut room) {
                Ok(()) => Ok(Outcome::New),
                Err(RedirectError::Exists) => Ok(Outcome::Skipped),
                Err(RedirectError::Invalid(error)) => Ok(Outcome::Refused(error.message)),
                Err(RedirectError::Store(error)) => Err(error),
            },
        })
        .collect()
}

fn to_redirect(foreign: &ForeignRedirect, site: &Url, id: RedirectId) -> Result<Redirect, ValidationError> {
    let target = foreign.target.as_deref();
    let target = target
        .map(|target| RedirectTarget::parse(target, site))
        .transpose()?;
    let destination = match target {
        None => Destination::Gone,
        Some(target) if foreign.is_permanent => Destination::Permanent(target),
        Some(target) => Destination::Temporary(target),
    };
    Ok(Redirect {
        id,
        path: RedirectPath::parse(&foreign.path)?,
        destination,
        source: FROM_FILE.to_owned(),
    })
}
