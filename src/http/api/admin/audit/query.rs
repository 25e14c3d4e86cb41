//! What is looked for in the audit log.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::domain::audit::{ActionFilter, ActorFilter, AuditFilter};
use crate::domain::{AdminId, Time, ValidationError};

/// The name of nobody, where an actor is looked for.
const NOBODY: &str = "none";
/// The longest target that is looked for, in bytes. Ids are shorter, and so is all else that rows have as a target.
const TARGET_LENGTH_MAX: usize = 300;

/// The filter of the audit log: rows that meet all of it.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// The earliest time, in RFC 3339.
    from: Option<String>,
    /// The time before which the changes were made, in RFC 3339.
    to: Option<String>,
    /// The id of the member of the staff, who may have left, or `none` for the command line and the site itself.
    actor: Option<String>,
    /// The name of a change, such as `post.deleted`, or of an area, such as `post`.
    action: Option<String>,
    /// The id of the changed object.
    target: Option<String>,
}

impl AuditQuery {
    pub(super) fn parse(&self) -> Result<AuditFilter, ValidationError> {
        let action = "action is the name of a change, or of an area of changes";
        Ok(AuditFilter {
            from: parse(
                "from",
                self.from.as_deref(),
                "from is an RFC 3339 time with an offset",
                Time::parse,
            )?,
            to: parse(
                "to",
                self.to.as_deref(),
                "to is an RFC 3339 time with an offset",
                Time::parse,
            )?,
            actor: parse("actor", self.actor.as_deref(), "actor is an id, or none", actor)?,
            action: parse("action", self.action.as_deref(), action, ActionFilter::parse)?,
            target: parse("target", self.target.as_deref(), "target is an id", target)?,
        })
    }
}

/// Parses a parameter. One that is empty says the same as none.
fn parse<T>(
    field: &'static str,
    text: Option<&str>,
    message: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, ValidationError> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => match parse(text) {
            Some(value) => Ok(Some(value)),
            None => ValidationError::reject(field, message),
        },
    }
}

fn actor(text: &str) -> Option<ActorFilter> {
    match text {
        NOBODY => Some(ActorFilter::Nobody),
        id => AdminId::parse(id).map(ActorFilter::Member),
    }
}

fn target(text: &str) -> Option<String> {
    let is_sound = text.len() <= TARGET_LENGTH_MAX && !text.contains('\0');
    is_sound.then(|| text.to_owned())
}
