//! Comments on posts.

mod edits;
mod insert;
mod lists;
mod moved;
mod queue;
mod reader_removal;
mod row;
mod states;
mod texts;
mod threads;

pub use edits::{Editable, editable, set_text};
pub use insert::{
    CommentablePost, ImportedComment, NewComment, commentable_post, exists, insert, insert_imported,
    position_on_post, visible_position,
};
pub use lists::{list_of_post, list_of_user};
pub use moved::{ExportedComment, MovedAuthor, MovedComment, edits, following, insert_moved};
pub use queue::{QueueFilter, queue, queue_totals, waiting};
pub use reader_removal::remove_all_of_reader;
pub use states::{Moderated, erase, forget_removed, moderated, set_state};
pub use threads::{ThreadPlace, by_id, held_of_reader, is_liked_by, place, replies, roots, shown_by_id};

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub(in crate::store) use super::lists::{BY_USER, ON_POST};
    pub(in crate::store) use super::moved::{EDITS, FOLLOWING};
    pub(in crate::store) use super::queue::{
        ALL, EARLIER_TEXTS, HELD, HELD_AND_REPORTED, OF_USER, ON_POST as QUEUE_OF_POST, REMOVED, REPORTED,
    };
    pub(in crate::store) use super::reader_removal::{
        COUNT_OUT_OF_POSTS, COUNT_OUT_OF_THREADS, RESOLVE_REPORTS,
    };
    pub(in crate::store) use super::states::REMOVED_BEFORE;
    pub(in crate::store) use super::texts::MENTIONED;
    pub(in crate::store) use super::threads::{
        FIRST_REPLIES, HELD_OF_READER, REPLIES, REPLIES_TOTAL, ROOTS_LIKED, ROOTS_NEWEST, ROOTS_OLDEST,
        roots_before,
    };
}
