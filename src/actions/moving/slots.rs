//! The slugs that the texts of an export get.

use std::collections::{HashMap, HashSet};

use crate::domain::Slug;
use crate::moving::item::Kind;
use crate::store::StoreError;

/// The first number behind a slug that is taken.
const FIRST_NUMBER: u64 = 2;
/// The numbers behind a slug that are looked up together at first, and at most.
const NUMBERS_AT_FIRST: u64 = 8;
const NUMBERS_MAX: u64 = 1_024;

/// The slugs that the texts of an export have got.
#[derive(Debug, Default)]
pub(super) struct Slots {
    taken: HashSet<(Kind, Slug)>,
    /// The next number to try behind a slug.
    next: HashMap<(Kind, Slug), u64>,
}

impl Slots {
    /// Returns a slug for each of these texts in their order: the wanted one, or the first number behind it that is free. An
    /// import that was interrupted gives what is left the same slugs as it would have got. `held_among` returns those of some
    /// slugs that texts of this site have; it is asked about all texts together.
    pub(super) fn assign(
        &mut self,
        wanted: &[(Kind, &Slug)],
        held_among: impl FnMut(Kind, &[Slug]) -> Result<Vec<Slug>, StoreError>,
    ) -> Result<Vec<Slug>, StoreError> {
        let mut known = Known {
            held_among,
            asked: HashSet::new(),
            held: HashSet::new(),
            together: HashMap::new(),
        };
        for kind in [Kind::Post, Kind::Page] {
            let of_kind = || wanted.iter().filter(move |(other, _)| *other == kind);
            known.ask(kind, of_kind().map(|(_, slug)| (*slug).clone()))?;
            let (mut before, mut with_numbers) = (HashSet::new(), HashSet::new());
            let mut numbered = Vec::new();
            for (_, slug) in of_kind() {
                let is_first = before.insert(*slug);
                let gets_it = is_first && self.is_free(kind, slug, &known);
                if !gets_it && with_numbers.insert(*slug) {
                    let number = self.next_number(kind, slug);
                    numbered.extend(known.next_numbers(kind, slug, number));
                }
            }
            known.ask(kind, numbered.into_iter())?;
        }
        wanted
            .iter()
            .map(|(kind, slug)| self.assign_one(*kind, slug, &mut known))
            .collect()
    }

    fn assign_one<H>(&mut self, kind: Kind, wanted: &Slug, known: &mut Known<H>) -> Result<Slug, StoreError>
    where
        H: FnMut(Kind, &[Slug]) -> Result<Vec<Slug>, StoreError>,
    {
        let mut slug = wanted.clone();
        if !self.is_free(kind, &slug, known) {
            let mut number = self.next_number(kind, wanted);
            loop {
                slug = wanted.numbered_within(number);
                if !known.has_asked(kind, &slug) {
                    let numbers = known.next_numbers(kind, wanted, number);
                    known.ask(kind, numbers.into_iter())?;
                }
                number += 1;
                if self.is_free(kind, &slug, known) {
                    break;
                }
            }
            self.next.insert((kind, wanted.clone()), number);
        }
        self.taken.insert((kind, slug.clone()));
        Ok(slug)
    }

    fn next_number(&self, kind: Kind, wanted: &Slug) -> u64 {
        let next = self.next.get(&(kind, wanted.clone()));
        next.copied().unwrap_or(FIRST_NUMBER)
    }

    fn is_free<H>(&self, kind: Kind, slug: &Slug, known: &Known<H>) -> bool {
        let slot = (kind, slug.clone());
        let is_reserved = kind == Kind::Post && slug.is_reserved();
        !is_reserved && !self.taken.contains(&slot) && !known.held.contains(&slot)
    }
}

/// What the database has said about slugs.
struct Known<H> {
    held_among: H,
    asked: HashSet<(Kind, Slug)>,
    held: HashSet<(Kind, Slug)>,
    /// How many numbers behind a slug are looked up together the next time.
    together: HashMap<(Kind, Slug), u64>,
}

impl<H> Known<H> {
    fn has_asked(&self, kind: Kind, slug: &Slug) -> bool {
        self.asked.contains(&(kind, slug.clone()))
    }

    /// Returns the slugs to be looked up together from a number on: each time twice as many.
    fn next_numbers(&mut self, kind: Kind, wanted: &Slug, number: u64) -> Vec<Slug> {
        let together = self
            .together
            .entry((kind, wanted.clone()))
            .or_insert(NUMBERS_AT_FIRST);
        let numbers = number..number + *together;
        *together = (*together * 2).min(NUMBERS_MAX);
        numbers.map(|number| wanted.numbered_within(number)).collect()
    }
}

impl<H> Known<H>
where
    H: FnMut(Kind, &[Slug]) -> Result<Vec<Slug>, StoreError>,
{
    /// Looks up those of the slugs that were not looked up before.
    fn ask(&mut self, kind: Kind, slugs: impl Iterator<Item = Slug>) -> Result<(), StoreError> {
        let asked = &mut self.asked;
        let new: Vec<Slug> = slugs.filter(|slug| asked.insert((kind, slug.clone()))).collect();
        if new.is_empty() {
            return Ok(());
        }
        let held = (self.held_among)(kind, &new)?;
        self.held.extend(held.into_iter().map(|slug| (kind, slug)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slug(text: &str) -> Slug {
        Slug::parse(text).unwrap()
    }

    /// Assigns slugs to posts where some are held; returns them, and the number of look-ups.
    fn assigned(slots: &mut Slots, wanted: &[Slug], held: &[Slug]) -> (Vec<String>, usize) {
        let wanted: Vec<(Kind, &Slug)> = wanted.iter().map(|slug| (Kind::Post, slug)).collect();
        let mut look_ups = 0;
        let slugs = slots.assign(&wanted, |kind, slugs| {
            look_ups += 1;
            assert_eq!(kind, Kind::Post);
            let found = slugs.iter().filter(|slug| held.contains(slug));
            Ok(found.cloned().collect())
        });
        let slugs = slugs.unwrap();
        (slugs.iter().map(Slug::to_string).collect(), look_ups)
    }

    #[test]
    fn a_slug_that_is_taken_gets_the_first_free_number() {
        let mut slots = Slots::default();
        let wanted = ["a", "b", "a", "a-3", "a", "trending"].map(slug);
        let held = ["b", "a-2", "b-2", "b-3"].map(slug);
        let (slugs, look_ups) = assigned(&mut slots, &wanted, &held);
        assert_eq!(slugs, ["a", "b-4", "a-3", "a-3-2", "a-4", "trending-2"]);
        assert!(look_ups <= 3, "{look_ups}");
        // Those that were given before are taken, whether or not they are stored.
        let (slugs, _) = assigned(&mut slots, &["a", "b"].map(slug), &held);
        assert_eq!(slugs, ["a-5", "b-5"]);
    }

    #[test]
    fn posts_and_pages_have_slugs_of_their_own() {
        let (a, trending) = (slug("a"), slug("trending"));
        let wanted = [(Kind::Post, &a), (Kind::Page, &a), (Kind::Page, &trending)];
        let slugs = Slots::default().assign(&wanted, |_, _| Ok(Vec::new())).unwrap();
        assert_eq!(slugs, [a.clone(), a.clone(), trending.clone()]);
    }

    #[test]
    fn all_texts_are_looked_up_together() {
        let different: Vec<Slug> = (0..200).map(|number| slug(&format!("a{number}"))).collect();
        let (slugs, look_ups) = assigned(&mut Slots::default(), &different, &[]);
        assert_eq!((slugs.len(), look_ups), (200, 1));
        let (slugs, look_ups) = assigned(&mut Slots::default(), &different, &different);
        assert!(slugs.iter().all(|slug| slug.ends_with("-2")), "{slugs:?}");
        assert_eq!(look_ups, 2);
        let same = vec![slug("post"); 200];
        let held: Vec<Slug> = (2..2_000)
            .map(|number| slug("post").numbered_within(number))
            .collect();
        let (slugs, look_ups) = assigned(&mut Slots::default(), &same, &held);
        assert_eq!(slugs[0], "post");
        assert_eq!(slugs[199], "post-2198");
        assert!(look_ups <= 12, "{look_ups}");
    }
}
