//! What readers follow. One file per operation.

mod dto;
pub mod follow;
pub mod list;
pub mod unfollow;

use crate::domain::ValidationError;
use crate::domain::follow::FollowKind;

/// Validates what somebody wants to follow, or no longer.
fn parse(kind: Option<&str>, target: Option<&str>) -> Result<(FollowKind, String), ValidationError> {
    ValidationError::reject_null_character("target", target)?;
    let kind = FollowKind::parse(kind.unwrap_or_default())?;
    let target = kind.target(target.unwrap_or_default());
    if target.is_empty() {
        return ValidationError::reject("target", "Say what to follow");
    }
    Ok((kind, target))
}
