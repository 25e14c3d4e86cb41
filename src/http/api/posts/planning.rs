//! The rules for the time at which a draft is to be published.

use super::{allow, is_own};
use crate::actions::scheduling;
use crate::domain::audit::Auditor;
use crate::domain::post::{PostSummary, Review, Status};
use crate::domain::{PostId, PublishAtChange};
use crate::http::ApiError;
use crate::http::extract::Staff;
use crate::store::{Tx, posts};

/// Refuses a time of publication from somebody who may not publish the post. `post` is `None` for a new one. The time
/// that it has already is never refused.
pub(super) fn require_may_plan(
    staff: Staff,
    post: Option<&PostSummary>,
    change: PublishAtChange,
) -> Result<(), ApiError> {
    let is_new = change.sets_another_than(post.and_then(|post| post.publish_at));
    allow(!is_new || may_publish(staff, post))
}

/// Completes the saving of a post with its time of publication. `before` is the post before it; `None` for a new one.
/// Whoever may not publish the post ends its plan by every change.
pub(in crate::http::api) fn apply(
    tx: &mut Tx<'_>,
    staff: Staff,
    before: Option<&PostSummary>,
    (id, status): (PostId, Status),
    change: PublishAtChange,
    auditor: &Auditor,
) -> Result<(), ApiError> {
    if status != Status::Draft {
        return Ok(());
    }
    if !may_publish(staff, before) {
        return match before {
            Some(before) => Ok(scheduling::withdraw(tx, before, auditor)?),
            None => Ok(()),
        };
    }
    let present = before.and_then(|post| post.publish_at);
    match change {
        PublishAtChange::Keep => Ok(()),
        PublishAtChange::Remove => Ok(scheduling::plan(tx, id, present, None, auditor)?),
        PublishAtChange::Set(at) => {
            scheduling::plan(tx, id, present, Some(at.time()), auditor)?;
            if staff.role.covers_all_posts() {
                posts::set_review(tx, id, Review::None)?;
            }
            Ok(())
        }
    }
}

fn may_publish(staff: Staff, post: Option<&PostSummary>) -> bool {
    let is_own = post.is_none_or(|post| is_own(staff, post));
    staff.role.may_publish(is_own)
}
