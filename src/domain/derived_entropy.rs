//! Bytes that follow from a value, for ids that its maker can compute again and needs no source of randomness for.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use super::Entropy;

/// Gives the same bytes for the same value, at least while the process runs.
pub(super) struct DerivedEntropy<Value>(pub(super) Value);

impl<Value: Hash + Send + Sync> Entropy for DerivedEntropy<Value> {
    fn fill(&self, bytes: &mut [u8]) {
        for (number, chunk) in bytes.chunks_mut(size_of::<u64>()).enumerate() {
            let mut hasher = DefaultHasher::new();
            (number, &self.0).hash(&mut hasher);
            let hash = hasher.finish().to_le_bytes();
            chunk.copy_from_slice(&hash[..chunk.len()]);
        }
    }
}
