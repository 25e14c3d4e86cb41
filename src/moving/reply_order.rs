//! The order of comments that may come before what they reply to. It is found in a time that grows with their number alone,
//! whatever they reply to.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// Returns items so that each comes after its parent, and otherwise in their order. Where parents form a circle, the first of
/// them that is found comes before its own.
pub fn sorted<T, K: Eq + Hash>(
    items: Vec<T>,
    id: impl Fn(&T) -> K,
    parent: impl Fn(&T) -> Option<K>,
) -> Vec<T> {
    let mut numbers: HashMap<K, usize> = HashMap::with_capacity(items.len());
    for (number, item) in items.iter().enumerate() {
        numbers.entry(id(item)).or_insert(number);
    }
    let parents: Vec<Option<usize>> = items
        .iter()
        .map(|item| numbers.get(&parent(item)?).copied())
        .collect();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    parents_first(&parents)
        .into_iter()
        .filter_map(|(number, _)| items.get_mut(number)?.take())
        .collect()
}

/// Returns the numbers of comments so that each comes after its parent, with that, and otherwise in their order. Where parents
/// form a circle, the first of them that is found gets none.
pub fn parents_first(parents: &[Option<usize>]) -> Vec<(usize, Option<usize>)> {
    let mut order = Vec::with_capacity(parents.len());
    let mut placed = vec![false; parents.len()];
    for number in 0..parents.len() {
        let mut chain = Vec::new();
        let mut on_chain = HashSet::new();
        let mut next = Some(number);
        while let Some(current) = next {
            if placed.get(current).copied().unwrap_or(true) {
                break;
            }
            if !on_chain.insert(current) {
                // The one at which the chain bites its tail comes first.
                if let Some(at) = chain.iter().position(|other| *other == current) {
                    chain.remove(at);
                    chain.push(current);
                }
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

/// Returns the nearest comment above each that is taken; `None` if there is none, or if those above form a circle.
pub fn taken_parents(parents: &[Option<usize>], is_taken: &[bool]) -> Vec<Option<usize>> {
    // What was found above a comment is found in one step for those below it.
    let mut above = parents.to_vec();
    for number in 0..parents.len() {
        let mut passed = Vec::new();
        let mut seen = HashSet::from([number]);
        let mut found = parents.get(number).copied().flatten();
        while let Some(current) = found {
            if is_taken.get(current).copied().unwrap_or_default() {
                break;
            }
            if !seen.insert(current) {
                found = None;
                break;
            }
            passed.push(current);
            found = above.get(current).copied().flatten();
        }
        for passed in passed.into_iter().chain([number]) {
            if let Some(above) = above.get_mut(passed) {
                *above = found;
            }
        }
    }
    let is_other = |(number, above): (usize, Option<usize>)| above.filter(|above| *above != number);
    above.into_iter().enumerate().map(is_other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than an order whose time grows with the square of the number could take in a test.
    const MANY: usize = 100_000;

    #[test]
    fn comments_in_the_wrong_order_are_sorted() {
        let order = parents_first(&[Some(1), Some(2), None, Some(0)]);
        assert_eq!(order, [(2, None), (1, Some(2)), (0, Some(1)), (3, Some(0))]);
        let reversed: Vec<Option<usize>> = (1..MANY).map(Some).chain([None]).collect();
        let order = parents_first(&reversed);
        assert_eq!(order.len(), MANY);
        assert_eq!(order.first(), Some(&(MANY - 1, None)));
        assert_eq!(order.last(), Some(&(0, Some(1))));
    }

    #[test]
    fn circles_are_opened() {
        assert_eq!(parents_first(&[Some(0)]), [(0, None)]);
        let order = parents_first(&[Some(1), Some(2), Some(0), Some(1)]);
        assert_eq!(order, [(0, None), (2, Some(0)), (1, Some(2)), (3, Some(1))]);
        let order = parents_first(&[Some(1), Some(2), Some(1)]);
        assert_eq!(order, [(1, None), (2, Some(1)), (0, Some(1))]);
    }

    #[test]
    fn items_keep_their_order_but_for_their_parents() {
        let items = vec![("c", "b"), ("x", "-"), ("b", "a"), ("a", "-"), ("b", "-")];
        let sorted = sorted(items, |item| item.0, |item| Some(item.1));
        assert_eq!(
            sorted,
            [("a", "-"), ("b", "a"), ("c", "b"), ("x", "-"), ("b", "-")]
        );
    }

    #[test]
    fn replies_to_what_is_not_taken_follow_what_is_above_it() {
        let parents = [
            None,
            Some(0),
            Some(1),
            Some(2),
            Some(4),
            Some(6),
            Some(5),
            Some(6),
        ];
        let is_taken = [true, false, false, true, true, false, false, true];
        let found = taken_parents(&parents, &is_taken);
        assert_eq!(found, [None, Some(0), Some(0), Some(0), None, None, None, None]);
    }

    #[test]
    fn many_replies_below_many_that_are_not_taken_are_found_at_once() {
        // A chain whose end alone is taken, with as many replies to its beginning.
        let chain = (1..=MANY).map(Some).chain([None]);
        let parents: Vec<Option<usize>> = chain.chain((0..MANY).map(|_| Some(0))).collect();
        let is_taken: Vec<bool> = (0..parents.len()).map(|number| number >= MANY).collect();
        let found = taken_parents(&parents, &is_taken);
        assert!(found[MANY + 1..].iter().all(|above| *above == Some(MANY)));
        assert_eq!(found[MANY], None);
    }
}
