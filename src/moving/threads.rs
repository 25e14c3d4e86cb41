//! Comments in the order of their threads: no system promises that a reply comes after what it replies to.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::item::{CommentContent, ForeignComment, Item, Kind, LeftOutItem, RefusedItem};
use super::{ReadError, Sink};

/// Why a comment is left out that somebody has deleted.
pub(super) const DELETED: &str = "The comment was deleted";
/// Why a comment is left out that is spam.
pub(super) const SPAM: &str = "The comment is spam";
/// The most bytes of comments that wait for others.
const WAITING_MAX: usize = 16 << 20;
/// The most comments of an export, taken or not: the ids of all are held.
const COMMENTS_MAX: usize = 1_000_000;

/// A short name for an id: exports have millions of them.
type Key = [u8; 16];

fn key(id: &str) -> Key {
    let hash = Sha256::digest(id);
    let mut key = Key::default();
    for (place, byte) in key.iter_mut().zip(hash) {
        *place = byte;
    }
    key
}

/// Hands on comments after those that they reply to. Replies to one that is not taken become replies to the next above it
/// that is. The time grows with the number of comments, in whatever order they come.
#[derive(Default)]
pub(super) struct Threads {
    handed: HashSet<Key>,
    /// The comments that are not taken, with what they reply to, or the next above it.
    gone: HashMap<Key, Option<Arc<str>>>,
    /// The comments that came before what they reply to, by its id.
    waiting: HashMap<String, Vec<ForeignComment>>,
    waiting_bytes: usize,
}

impl Threads {
    /// Takes a comment, and hands it on now or later.
    ///
    /// # Errors
    /// If the sink wants no more.
    pub(super) fn take(&mut self, mut comment: ForeignComment, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let above = comment.parent.as_deref().and_then(|parent| self.taken(parent));
        comment.parent = above
            .filter(|above| **above != *comment.source_id)
            .map(|above| above.to_string());
        if let Some(parent) = &comment.parent
            && !self.handed.contains(&key(parent))
        {
            self.waiting_bytes += size(&comment);
            self.waiting.entry(parent.clone()).or_default().push(comment);
            if self.waiting_bytes > WAITING_MAX {
                return self.finish(sink);
            }
            return Ok(());
        }
        self.hand(comment, sink)
    }

    /// Refuses a comment, and lets the replies to it follow what it replies to itself.
    ///
    /// # Errors
    /// If the sink wants no more.
    pub(super) fn refuse(
        &mut self,
        id: &str,
        parent: Option<String>,
        reason: &str,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let item = Item::Refused(RefusedItem {
            kind: Kind::Comment,
            source_id: id.to_owned(),
            title: String::new(),
            reason: reason.to_owned(),
        });
        self.pass_over(id, parent, item, sink)
    }

    /// Leaves a comment out that is not meant to be taken, and lets the replies to it follow what it replies to itself.
    ///
    /// # Errors
    /// If the sink wants no more.
    pub(super) fn leave_out(
        &mut self,
        id: &str,
        parent: Option<String>,
        reason: &str,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let item = Item::LeftOut(LeftOutItem {
            source_id: id.to_owned(),
            reason: reason.to_owned(),
        });
        self.pass_over(id, parent, item, sink)
    }

    fn pass_over(
        &mut self,
        id: &str,
        parent: Option<String>,
        item: Item,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        self.require_room()?;
        self.gone.insert(key(id), parent.map(Arc::from));
        sink.take(item)?;
        let Some(replies) = self.waiting.remove(id) else {
            return Ok(());
        };
        match self.taken(id) {
            Some(above) if !self.handed.contains(&key(&above)) => self.wait_for(&above, replies),
            above => {
                for mut reply in replies {
                    self.waiting_bytes -= size(&reply);
                    reply.parent = above.as_deref().map(str::to_owned);
                    self.hand(reply, sink)?;
                }
            }
        }
        Ok(())
    }

    /// Lets replies wait for another comment. The fewer ones are added to the others, so that none moves often.
    fn wait_for(&mut self, above: &str, mut replies: Vec<ForeignComment>) {
        let waiting = self.waiting.entry(above.to_owned()).or_default();
        if waiting.len() < replies.len() {
            mem::swap(waiting, &mut replies);
        }
        waiting.append(&mut replies);
    }

    /// Hands on what still waits: replies to comments that the export does not hold, and those that wait for each other.
    ///
    /// # Errors
    /// If the sink wants no more.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let ids: HashSet<Key> = self
            .waiting
            .values()
            .flatten()
            .map(|comment| key(&comment.source_id))
            .collect();
        let mut parents: Vec<(bool, String)> = self
            .waiting
            .keys()
            .map(|parent| (ids.contains(&key(parent)), parent.clone()))
            .collect();
        parents.sort_unstable();
        for (is_in_a_circle, parent) in parents {
            let replies = self.waiting.remove(&parent).unwrap_or_default();
            // One that came to wait for itself opens the circle.
            let (own, others): (Vec<_>, Vec<_>) =
                replies.into_iter().partition(|reply| reply.source_id == parent);
            for mut comment in own.into_iter().chain(others) {
                self.waiting_bytes -= size(&comment);
                let opens = is_in_a_circle && !self.handed.contains(&key(&parent));
                comment.parent = (!opens).then(|| parent.clone());
                self.hand(comment, sink)?;
            }
        }
        Ok(())
    }

    /// Hands on a comment, and the replies that waited for it.
    fn hand(&mut self, comment: ForeignComment, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let mut ready = vec![comment];
        while let Some(comment) = ready.pop() {
            self.require_room()?;
            self.handed.insert(key(&comment.source_id));
            let mut replies = self.waiting.remove(&comment.source_id).unwrap_or_default();
            self.waiting_bytes -= replies.iter().map(size).sum::<usize>();
            for reply in &mut replies {
                reply.parent = Some(comment.source_id.clone());
            }
            ready.extend(replies.into_iter().rev());
            sink.take(Item::Comment(Box::new(comment)))?;
        }
        Ok(())
    }

    fn require_room(&self) -> Result<(), ReadError> {
        if self.handed.len() + self.gone.len() < COMMENTS_MAX {
            Ok(())
        } else {
            Err(ReadError::Form(format!(
                "it has more than {COMMENTS_MAX} comments"
            )))
        }
    }

    /// Returns the next comment that is not passed over, from this one upwards; `None` if there is none above it, or if those
    /// above reply to each other in a circle. Those that were passed over learn what was found.
    fn taken(&mut self, id: &str) -> Option<Arc<str>> {
        let mut found: Option<Arc<str>> = Some(Arc::from(id));
        let mut passed = HashSet::new();
        while let Some(current) = &found {
            let current = key(current);
            let Some(above) = self.gone.get(&current) else {
                break;
            };
            found = if passed.insert(current) {
                above.clone()
            } else {
                None
            };
        }
        for key in passed {
            self.gone.insert(key, found.clone());
        }
        found
    }
}

fn size(comment: &ForeignComment) -> usize {
    let (CommentContent::Html(text) | CommentContent::Plain(text)) = &comment.text;
    size_of::<ForeignComment>() + text.len() + comment.author.len() + comment.source_id.len()
}

#[cfg(test)]
mod tests {
    use super::super::item::CommentedText;
    use super::*;

    #[derive(Default)]
    struct Handed(Vec<String>);

    impl Sink for Handed {
        fn take(&mut self, item: Item) -> Result<(), ReadError> {
            self.0.push(match item {
                Item::Comment(comment) => match comment.parent {
                    Some(parent) => format!("{}>{parent}", comment.source_id),
                    None => comment.source_id,
                },
                Item::Refused(refused) => format!("-{}", refused.source_id),
                Item::LeftOut(left_out) => format!("~{}", left_out.source_id),
                _ => unreachable!(),
            });
            Ok(())
        }

        fn read(&mut self, _: u64) {}
    }

    fn comment(id: &str, parent: Option<&str>) -> ForeignComment {
        ForeignComment {
            source_id: id.to_owned(),
            on: CommentedText::Address("/a".to_owned()),
            parent: parent.map(str::to_owned),
            author: String::new(),
            text: CommentContent::Plain("x".to_owned()),
            created_at: None,
            is_approved: true,
        }
    }

    fn order(comments: &[(&str, Option<&str>)]) -> Vec<String> {
        let mut threads = Threads::default();
        let mut handed = Handed::default();
        for (id, parent) in comments {
            let above = parent.map(str::to_owned);
            let taken = if let Some(id) = id.strip_prefix('-') {
                threads.refuse(id, above, "damaged", &mut handed)
            } else if let Some(id) = id.strip_prefix('~') {
                threads.leave_out(id, above, "deleted", &mut handed)
            } else {
                threads.take(comment(id, *parent), &mut handed)
            };
            taken.unwrap();
        }
        threads.finish(&mut handed).unwrap();
        assert_eq!(threads.waiting_bytes, 0);
        handed.0
    }

    #[test]
    fn hands_on_replies_after_what_they_reply_to() {
        let comments = [
            ("c", Some("b")),
            ("d", Some("b")),
            ("b", Some("a")),
            ("a", None),
            ("e", Some("d")),
        ];
        assert_eq!(order(&comments), ["a", "b>a", "c>b", "d>b", "e>d"]);
    }

    #[test]
    fn closes_the_gap_of_comments_that_are_not_taken() {
        let before = [
            ("a", None),
            ("-b", Some("a")),
            ("~c", Some("b")),
            ("d", Some("c")),
        ];
        assert_eq!(order(&before), ["a", "-b", "~c", "d>a"]);
        let after = [("d", Some("c")), ("-c", Some("b")), ("-b", None)];
        assert_eq!(order(&after), ["-c", "-b", "d"]);
    }

    #[test]
    fn keeps_replies_to_what_is_missing_and_opens_circles() {
        let missing = [("c", Some("b")), ("b", Some("x"))];
        assert_eq!(order(&missing), ["b>x", "c>b"]);
        let circle = [("a", Some("b")), ("b", Some("a")), ("c", Some("c"))];
        assert_eq!(order(&circle), ["c", "b", "a>b"]);
        let with_a_tail = [("b", Some("a")), ("c", Some("a")), ("a", Some("b"))];
        assert_eq!(order(&with_a_tail), ["b", "a>b", "c>a"]);
        let through_one_that_is_gone = [("e", Some("c")), ("d", Some("c")), ("-c", Some("d"))];
        assert_eq!(order(&through_one_that_is_gone), ["-c", "d", "e>d"]);
        assert_eq!(
            order(&[("-a", Some("b")), ("-b", Some("a")), ("c", Some("a"))]),
            ["-a", "-b", "c"]
        );
    }

    /// More than an order whose time grows with the square of the number could take in a test.
    const MANY: usize = 20_000;

    #[test]
    fn comments_in_the_reverse_order_are_sorted_at_once() {
        let ids: Vec<String> = (0..MANY).map(|number| number.to_string()).collect();
        let chain = (1..MANY).rev().map(|at| (&*ids[at], Some(&*ids[at - 1])));
        let comments: Vec<_> = chain.chain([("0", None)]).collect();
        let handed = order(&comments);
        assert_eq!(handed.len(), MANY);
        assert_eq!(handed[..3], ["0", "1>0", "2>1"]);
    }

    #[test]
    fn many_replies_pass_over_many_that_are_not_taken_at_once() {
        let gone: Vec<String> = (0..MANY).map(|number| format!("-{number}")).collect();
        let replies: Vec<String> = (0..MANY).map(|number| format!("r{number}")).collect();
        let last = gone[MANY - 1].trim_start_matches('-');
        let replies = || replies.iter().map(|reply| (&**reply, Some(last)));
        let above = |at: usize| {
            let before = at.checked_sub(1);
            before.map_or("root", |before| gone[before].trim_start_matches('-'))
        };
        let chain = || (0..MANY).map(|at| (&*gone[at], Some(above(at))));
        let before: Vec<_> = [("root", None)]
            .into_iter()
            .chain(chain())
            .chain(replies())
            .collect();
        let after: Vec<_> = replies().chain(chain().rev()).chain([("root", None)]).collect();
        for comments in [before, after] {
            let handed = order(&comments);
            assert_eq!(handed.len(), 2 * MANY + 1);
            let below_root = handed.iter().filter(|entry| entry.ends_with(">root")).count();
            assert_eq!(below_root, MANY);
        }
    }
}
