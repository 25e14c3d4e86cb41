//! Comments in the order of their threads: no system promises that a reply comes after what it replies to.

use std::collections::{HashMap, HashSet};

use sha2::{Digest as _, Sha256};

use super::item::{CommentContent, ForeignComment, Item, Kind, LeftOutItem, RefusedItem};
use super::{ReadError, Sink};

/// Why a comment is left out that somebody has deleted.
pub(super) const DELETED: &str = "The comment was deleted";
/// Why a comment is left out that is spam.
pub(super) const SPAM: &str = "The comment is spam";
/// The most bytes of comments that wait for others.
const WAITING_MAX: usize = 16 << 20;
/// The most comments in a row that were not taken, above a reply that is.
const GONE_MAX: usize = 1_000;
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
/// that is.
#[derive(Default)]
pub(super) struct Threads {
    handed: HashSet<Key>,
    /// The comments that are not taken, with what they reply to.
    gone: HashMap<Key, Option<Box<str>>>,
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
        comment.parent = self.parent(&comment);
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
        self.gone.insert(key(id), parent.map(String::into_boxed_str));
        let replies = self.waiting.remove(id).unwrap_or_default();
        sink.take(item)?;
        for reply in replies {
            self.waiting_bytes -= size(&reply);
            self.take(reply, sink)?;
        }
        Ok(())
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
            for mut comment in self.waiting.remove(&parent).unwrap_or_default() {
                self.waiting_bytes -= size(&comment);
                if is_in_a_circle {
                    comment.parent = None;
                }
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
            let replies = self.waiting.remove(&comment.source_id).unwrap_or_default();
            self.waiting_bytes -= replies.iter().map(size).sum::<usize>();
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

    /// Returns what a comment replies to, of those that are taken.
    fn parent(&self, comment: &ForeignComment) -> Option<String> {
        let mut id = comment.parent.clone()?;
        for _ in 0..GONE_MAX {
            if id == comment.source_id {
                return None;
            }
            match self.gone.get(&key(&id)) {
                None => return Some(id),
                Some(above) => above.as_deref()?.clone_into(&mut id),
            }
        }
        None
    }
}

fn size(comment: &ForeignComment) -> usize {
    let (CommentContent::Html(text) | CommentContent::Plain(text)) = &comment.text;
    size_of::<ForeignComment>() + text.len() + comment.author.len() + comment.source_id.len()
}

/// Returns a name as it is shown; empty if it is a mail address, which is not kept.
pub(super) fn public_name(name: &str) -> String {
    let name = name.trim();
    let is_address = name
        .split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !name.contains(' '));
    if is_address {
        String::new()
    } else {
        name.to_owned()
    }
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
        assert_eq!(
            order(&[("-a", Some("b")), ("-b", Some("a")), ("c", Some("a"))]),
            ["-a", "-b", "c"]
        );
    }

    #[test]
    fn shows_no_mail_addresses() {
        for (name, shown) in [
            (" Ada Lovelace ", "Ada Lovelace"),
            ("ada@example.org", ""),
            ("@ada", "@ada"),
            ("Ada @ home.", "Ada @ home."),
        ] {
            assert_eq!(public_name(name), shown);
        }
    }
}
