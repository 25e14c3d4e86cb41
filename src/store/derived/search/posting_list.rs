//! Ascending numbers in about a byte each.

use smallvec::SmallVec;

/// The bytes of a list that need no allocation. Most words occur in one or two posts.
const INLINE: usize = 16;
/// The flag of a byte that is not the last of its number.
const CONTINUES: u8 = 0x80;

/// Numbers in ascending order, each stored as its difference to the previous one, in base 128.
#[derive(Debug, Default)]
pub(super) struct PostingList {
    bytes: SmallVec<[u8; INLINE]>,
    last: u32,
}

impl PostingList {
    /// Appends a number, which must be greater than all before it.
    pub(super) fn push(&mut self, number: u32) {
        let mut difference = number - self.last;
        self.last = number;
        while difference >= u32::from(CONTINUES) {
            self.bytes.push(low_bits(difference) | CONTINUES);
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

impl FromIterator<u32> for PostingList {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut list = Self::default();
        for number in numbers {
            list.push(number);
        }
        list
    }
}

/// Decodes the numbers of [`PostingList::bytes`].
pub(super) fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let mut bytes = bytes.iter();
    let mut last = 0_u32;
    std::iter::from_fn(move || {
        let mut difference = 0;
        let mut shift = 0;
        loop {
            let byte = *bytes.next()?;
            difference |= u32::from(byte & !CONTINUES).wrapping_shl(shift);
            if byte & CONTINUES == 0 {
                break;
            }
            shift += 7;
        }
        last = last.wrapping_add(difference);
        Some(last)
    })
}

fn low_bits(number: u32) -> u8 {
    number.to_le_bytes()[0] & !CONTINUES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_and_decodes_numbers() {
        for expected in [
            vec![],
            vec![0],
            vec![0, 1, 127, 128, 255, 256, 16_383, 16_384, u32::MAX],
            (0..5_000).map(|number| number * 997).collect(),
        ] {
            let list: PostingList = expected.iter().copied().collect();
            assert_eq!(list.iter().collect::<Vec<_>>(), expected);
            assert_eq!(numbers(list.bytes()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn stores_neighbours_in_a_byte_each_and_ignores_incomplete_bytes() {
        assert_eq!((0..100).collect::<PostingList>().bytes().len(), 100);
        assert_eq!(numbers(&[5, 0x80]).collect::<Vec<_>>(), [5]);
    }
}
