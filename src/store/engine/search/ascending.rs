//! Ascending numbers, in about a byte each.

use smallvec::SmallVec;

/// Most words occur in one or two posts: so many bytes lie in the list itself, without an allocation.
const INLINE: usize = 16;
const MORE: u8 = 0x80;

/// Numbers in ascending order, each kept as its difference to the one before, in base 128.
#[derive(Debug, Default)]
pub(super) struct Ascending {
    bytes: SmallVec<[u8; INLINE]>,
    last: u32,
}

impl Ascending {
    /// Adds a number that is greater than all before; the first may be 0.
    pub(super) fn push(&mut self, number: u32) {
        let mut difference = number - self.last;
        self.last = number;
        while difference >= u32::from(MORE) {
            self.bytes.push(low_bits(difference) | MORE);
            difference >>= 7;
        }
        self.bytes.push(low_bits(difference));
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        numbers(&self.bytes)
    }
}

impl FromIterator<u32> for Ascending {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut ascending = Self::default();
        for number in numbers {
            ascending.push(number);
        }
        ascending
    }
}

/// The numbers that [`Ascending::bytes`] holds.
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut bytes = bytes.iter();
    let mut last = 0_u32;
    std::iter::from_fn(move || {
        let mut difference = 0;
        let mut shift = 0;
        loop {
            let byte = *bytes.next()?;
            difference |= u32::from(byte & !MORE).wrapping_shl(shift);
            if byte & MORE == 0 {
                break;
            }
            shift += 7;
        }
        last = last.wrapping_add(difference);
        Some(last)
    })
}

fn low_bits(number: u32) -> u8 {
    number.to_le_bytes()[0] & !MORE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        for expected in [
            vec![],
            vec![0],
            vec![0, 1, 127, 128, 255, 256, 16_383, 16_384, u32::MAX],
            (0..5_000).map(|number| number * 997).collect(),
        ] {
            let ascending: Ascending = expected.iter().copied().collect();
            assert_eq!(ascending.iter().collect::<Vec<_>>(), expected);
            assert_eq!(numbers(ascending.bytes()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn neighbours_take_a_byte_each_and_bytes_without_an_end_are_no_number() {
        assert_eq!((0..100).collect::<Ascending>().bytes().len(), 100);
        assert_eq!(numbers(&[5, 0x80]).collect::<Vec<_>>(), [5]);
    }
}
