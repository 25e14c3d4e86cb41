//! Notices: what people are told in the site. An account is a reader or a member of the staff.

mod clean_up;
mod comments;
mod list;
mod recipients;
mod reviews;
mod steps;
mod suppression;
mod withdrawal;

pub use clean_up::{remove_beyond, remove_older_than};
pub use comments::{MENTIONS_TOLD_MAX, Told, comment_changed, comment_shown};
pub use list::{Actor, Filter, ListedNotice, PostOfNotice, ReadNotices, list, mark_read, unread};
pub use recipients::{Event, tell};
pub use reviews::{ReviewStep, review};
pub use steps::{tell_moderators, tell_of_post, tell_of_thread};
pub use suppression::is_suppressed;
pub use withdrawal::{comments_hidden, post_hidden};

/// The time that the mail of a notice waits, in milliseconds: what it is about may be removed meanwhile.
pub const MAIL_DELAY_MILLISECONDS: i64 = 2 * 60 * 1_000;

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::clean_up::{BEYOND, OLDER, OVERFULL};
    pub(in crate::store) use super::comments::{AUTHORS_OF_POST, COMMENT, MENTIONED};
    pub(in crate::store) use super::list::{ALL, MARK_ALL, MARK_THESE, TOTAL, UNREAD, UNREAD_TOTAL};
    pub(in crate::store) use super::recipients::{INSERT, RECIPIENTS};
    pub(in crate::store) use super::steps::FOLD;
    pub(in crate::store) use super::suppression::SUPPRESSED;
    pub(in crate::store) use super::withdrawal::{
        HIDE_ANNOUNCEMENTS, HIDE_MAILS, HIDE_MAILS_OF_POST, HIDE_NOTICES, HIDE_OF_POST, REDUCE_FOLDED,
    };
}
