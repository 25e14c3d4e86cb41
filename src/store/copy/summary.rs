//! The hash of a table, by which a copy is compared with its source.

use sha2::{Digest as _, Sha256};

use crate::store::engine::Value;

/// The number and the hash of the rows of a table, the same for both databases.
#[derive(Default)]
pub(super) struct Summary {
    rows: u64,
    hash: Sha256,
}

impl Summary {
    /// Adds the values of a row, each with its kind and length, so that no other values have the same bytes.
    pub(super) fn add(&mut self, row: &[Value<'_>]) {
        self.rows += 1;
        for value in row {
            match value {
                Value::Null => self.add_value(b'n', &[]),
                Value::Integer(number) => self.add_value(b'i', &number.to_be_bytes()),
                Value::Real(number) => self.add_value(b'r', &number.to_bits().to_be_bytes()),
                Value::Text(text) => self.add_value(b't', text.as_bytes()),
                Value::Bytes(bytes) => self.add_value(b'b', bytes),
            }
        }
    }

    fn add_value(&mut self, kind: u8, bytes: &[u8]) {
        self.hash.update([kind]);
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
    }

    pub(super) fn finish(self) -> (u64, [u8; 32]) {
        (self.rows, self.hash.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn hash(rows: &[&[Value<'_>]]) -> (u64, [u8; 32]) {
        let mut summary = Summary::default();
        for row in rows {
            summary.add(row);
        }
        summary.finish()
    }

    #[test]
    fn hashes_differ_by_kind_boundary_and_order_of_values() {
        let text = |text: &'static str| Value::Text(text.into());
        let rows: [&[&[Value<'_>]]; 8] = [
            &[],
            &[&[Value::Null]],
            &[&[text("")]],
            &[&[text("ab"), text("c")]],
            &[&[text("a"), text("bc")]],
            &[&[Value::Bytes(b"a"), text("bc")]],
            &[&[Value::Integer(1), Value::Integer(2)]],
            &[&[Value::Integer(2), Value::Integer(1)]],
        ];
        let hashes: HashSet<_> = rows.iter().map(|rows| hash(rows)).collect();
        assert_eq!(hashes.len(), rows.len());
        assert_eq!(hash(rows[3]), hash(rows[3]));
    }
}
