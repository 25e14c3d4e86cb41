//! Zipf's law: how often the posts of a site are read and written, and its tags are used.

use rand::RngExt as _;
use rand::rngs::StdRng;

/// Returns a random index below `count`, the nth about 1/n times as often as the first (Zipf's law).
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are far below 2^52, and a power of at least 1 is positive"
)]
pub fn zipf(random: &mut StdRng, count: usize) -> usize {
    let place = (count as f64).powf(random.random()) as usize;
    place.clamp(1, count) - 1
}
