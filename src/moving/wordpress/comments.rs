//! Comments in the neutral form.

use std::collections::{HashMap, HashSet};

use super::dates;
use super::entry::CommentEntry;
use super::site::Site;
use super::text;
use crate::moving::item::{
    Change, CommentContent, CommentedText, ForeignComment, Item, Kind, LeftOutItem, RefusedItem,
};
use crate::moving::threads::{DELETED, SPAM};
use crate::moving::{ReadError, Sink};

/// What happens to a comment.
enum Fate {
    Taken,
    /// A note of another site that it links here, or a thing of a plugin.
    NoComment,
    LeftOut(&'static str),
    Refused(&'static str),
}

fn fate(comment: &CommentEntry) -> Fate {
    if !matches!(comment.kind.as_str(), "" | "comment" | "review") {
        return Fate::NoComment;
    }
    match comment.approved.as_str() {
        "spam" => Fate::LeftOut(SPAM),
        "trash" | "post-trashed" => Fate::LeftOut(DELETED),
        _ if comment.is_too_large => Fate::Refused("It has more than 4 MiB"),
        _ => Fate::Taken,
    }
}

/// Reports how many comments of a text were left out because they are none.
pub(super) fn left_out(comments: &[CommentEntry]) -> Option<Change> {
    let pings = comments
        .iter()
        .filter(|comment| matches!(fate(comment), Fate::NoComment))
        .count();
    let reason = match pings {
        0 => return None,
        1 => "1 ping or other entry among the comments that is none was left out".to_owned(),
        pings => format!("{pings} pings or other entries among the comments that are none were left out"),
    };
    Some(Change::new("comments", reason))
}

/// Hands on the comments of a text, each after the one that it replies to.
pub(super) fn hand_on(
    comments: Vec<CommentEntry>,
    on: &str,
    site: &Site,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (number, comment) in comments.iter().enumerate() {
        numbers.entry(comment.id.as_str()).or_insert(number);
    }
    let parents: Vec<Option<usize>> = (0..comments.len())
        .map(|number| taken_parent(&comments, &numbers, number))
        .collect();
    let order = parents_first(&parents);
    let ids: Vec<String> = (1..)
        .zip(&comments)
        .map(|(number, comment)| {
            // One without a number of its own is known by its place.
            let id = if comment.id.is_empty() {
                format!("{on}-{number}")
            } else {
                comment.id.clone()
            };
            format!("{}/#comment-{id}", site.name)
        })
        .collect();
    let mut comments: Vec<Option<CommentEntry>> = comments.into_iter().map(Some).collect();
    for (number, parent) in order {
        let Some(comment) = comments.get_mut(number).and_then(Option::take) else {
            continue;
        };
        let source_id = ids.get(number).cloned().unwrap_or_default();
        sink.take(match fate(&comment) {
            Fate::NoComment => continue,
            Fate::LeftOut(reason) => Item::LeftOut(LeftOutItem {
                source_id,
                reason: reason.to_owned(),
            }),
            Fate::Refused(reason) => Item::Refused(RefusedItem {
                kind: Kind::Comment,
                source_id,
                title: String::new(),
                reason: reason.to_owned(),
            }),
            Fate::Taken => Item::Comment(Box::new(ForeignComment {
                source_id,
                on: CommentedText::Source(on.to_owned()),
                parent: parent.and_then(|parent| ids.get(parent).cloned()),
                text: CommentContent::Html(text::comment(&comment.content)),
                created_at: dates::of_database(&comment.date_gmt)
                    .or_else(|| dates::of_database(&comment.date)),
                is_approved: matches!(comment.approved.as_str(), "1" | "approve" | "approved"),
                author: comment.author,
            })),
        })?;
    }
    Ok(())
}

/// Returns the nearest comment above one in its thread that is taken.
fn taken_parent(comments: &[CommentEntry], numbers: &HashMap<&str, usize>, number: usize) -> Option<usize> {
    let mut seen = HashSet::from([number]);
    let mut above = number;
    loop {
        let parent = comments.get(above)?.parent.as_str();
        if parent.is_empty() || parent == "0" {
            return None;
        }
        above = *numbers.get(parent)?;
        // A thread that bites its own tail.
        if !seen.insert(above) {
            return None;
        }
        if matches!(fate(comments.get(above)?), Fate::Taken) {
            return Some(above);
        }
    }
}

/// Returns the comments so that each comes after its parent, and otherwise in their order. Where parents form a circle, one
/// of them gets none.
fn parents_first(parents: &[Option<usize>]) -> Vec<(usize, Option<usize>)> {
    let mut order = Vec::with_capacity(parents.len());
    let mut placed = vec![false; parents.len()];
    for number in 0..parents.len() {
        let mut chain = Vec::new();
        let mut on_chain = HashSet::new();
        let mut next = Some(number);
        while let Some(current) = next {
            let is_placed = placed.get(current).copied().unwrap_or(true);
            if is_placed || !on_chain.insert(current) {
                break;
            }
            chain.push(current);
            next = parents.get(current).copied().flatten();
        }
        for current in chain.into_iter().rev() {
            let parent = parents.get(current).copied().flatten();
            let parent = parent.filter(|parent| placed.get(*parent).copied().unwrap_or_default());
            order.push((current, parent));
            if let Some(placed) = placed.get_mut(current) {
                *placed = true;
            }
        }
    }
    order
}
