//! The place of a comment in its thread.

use std::fmt::Write;

use super::CommentId;

/// The greatest depth of a comment. A reply to a comment at this depth becomes its sibling.
pub const DEPTH_MAX: u32 = 20;
/// The characters of an id in a path.
const ID_LENGTH: usize = 32;

/// The place of a comment in its thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The comment that this one replies to; `None` for the first of a thread.
    pub parent: Option<CommentId>,
    /// The first comment of the thread.
    pub root: CommentId,
    /// The depth: 0 for the first comment of a thread, at most [`DEPTH_MAX`].
    pub depth: u32,
    /// The ids from the first comment of the thread to this one, each as 32 hexadecimal digits. Ids sort by time, so the
    /// order of paths is the order of a thread: each comment is followed by its replies, oldest first.
    pub path: String,
}

impl Position {
    /// Returns the place of a comment that begins a thread.
    pub fn of_root(id: CommentId) -> Self {
        Self {
            parent: None,
            root: id,
            depth: 0,
            path: segment(id),
        }
    }

    /// Returns the place of the comment `id` that replies to the comment `parent` at this place.
    pub fn of_reply(&self, parent: CommentId, id: CommentId) -> Self {
        let (parent, depth, above) = match self.parent {
            Some(sibling_of) if self.depth >= DEPTH_MAX => {
                (sibling_of, self.depth, self.path.len().saturating_sub(ID_LENGTH))
            }
            _ => (parent, self.depth + 1, self.path.len()),
        };
        let mut path = self.path.get(..above).unwrap_or_default().to_owned();
        path.push_str(&segment(id));
        Self {
            parent: Some(parent),
            root: self.root,
            depth,
            path,
        }
    }

    /// Returns the ids of the comments above this one, from the first of the thread.
    pub fn ancestors(&self) -> Vec<CommentId> {
        let above = self.path.len().saturating_sub(ID_LENGTH);
        let digits = self.path.get(..above).unwrap_or_default().as_bytes();
        digits.chunks_exact(ID_LENGTH).filter_map(parsed).collect()
    }

    /// An upper bound of the paths of all comments below this one: it sorts after them, and before all others.
    pub fn end_of_path(&self) -> String {
        format!("{}g", self.path)
    }
}

fn segment(id: CommentId) -> String {
    id.to_string().replace('-', "")
}

fn parsed(digits: &[u8]) -> Option<CommentId> {
    let digits = str::from_utf8(digits).ok()?;
    let mut hyphenated = String::with_capacity(ID_LENGTH + 4);
    for (index, digit) in digits.chars().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            hyphenated.push('-');
        }
        hyphenated.write_char(digit).ok()?;
    }
    CommentId::parse(&hyphenated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{SystemEntropy, Time};

    fn id(milliseconds: i64) -> CommentId {
        CommentId::new(Time::from_milliseconds(milliseconds), &SystemEntropy)
    }

    /// Returns the ids and places of a chain of replies.
    fn chain(length: i64) -> Vec<(CommentId, Position)> {
        let first = id(1);
        let mut chain = vec![(first, Position::of_root(first))];
        for at in 2..=length {
            let (parent, position) = chain.last().unwrap();
            let reply = id(at);
            let place = position.of_reply(*parent, reply);
            chain.push((reply, place));
        }
        chain
    }

    #[test]
    fn a_reply_is_one_deeper_than_its_parent() {
        let chain = chain(21);
        for (depth, (_, position)) in chain.iter().enumerate() {
            assert_eq!(position.depth as usize, depth);
            assert_eq!(position.root, chain[0].0);
            assert_eq!(position.parent, depth.checked_sub(1).map(|above| chain[above].0));
        }
    }

    #[test]
    fn a_reply_to_the_greatest_depth_gets_the_parent_of_that_comment() {
        let chain = chain(24);
        let deepest = &chain[20].1;
        for (_, position) in &chain[21..] {
            assert_eq!((position.depth, position.parent), (DEPTH_MAX, deepest.parent));
        }
    }

    #[test]
    fn a_path_names_all_comments_above() {
        let chain = chain(22);
        let ids: Vec<_> = chain.iter().map(|(id, _)| *id).collect();
        assert_eq!(chain[0].1.ancestors(), []);
        assert_eq!(chain[7].1.ancestors(), ids[..7]);
        assert_eq!(chain[21].1.ancestors(), ids[..20]);
    }

    #[test]
    fn paths_sort_in_the_order_of_the_thread() {
        let (first, second, third) = (id(1), id(2), id(3));
        let root = Position::of_root(first);
        let (early, late) = (root.of_reply(first, second), root.of_reply(first, third));
        let below = early.of_reply(second, id(9));
        let mut paths = vec![&late.path, &below.path, &early.path, &root.path];
        paths.sort();
        assert_eq!(paths, [&root.path, &early.path, &below.path, &late.path]);
        assert!(below.path < early.end_of_path() && early.end_of_path() < late.path);
    }
}
