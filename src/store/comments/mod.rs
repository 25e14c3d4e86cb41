//! Comments on posts.

mod edits;
mod insert;
mod lists;
mod row;
mod states;
mod texts;
mod threads;

pub use edits::{Editable, earlier_texts, editable, set_text};
pub use insert::{CommentablePost, NewComment, commentable_post, insert, visible_position};
pub use lists::{list_for_admin, list_of_post, list_of_user};
pub use states::{Moderated, erase, forget_removed, moderated, set_state};
pub use threads::{ThreadPlace, by_id, held_of_reader, is_liked_by, place, replies, roots, shown_by_id};

/// The statements whose plans are tested.
#[cfg(test)]
pub(super) mod plans {
    pub use super::lists::{BY_USER, MANAGED, ON_POST};
    pub use super::states::REMOVED_BEFORE;
    pub use super::threads::{
        FIRST_REPLIES, HELD_OF_READER, REPLIES, REPLIES_BEFORE, REPLIES_TOTAL, ROOTS_LIKED, ROOTS_NEWEST,
        ROOTS_OLDEST,
    };
}
