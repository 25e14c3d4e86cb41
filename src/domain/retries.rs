//! The tries of what is to be sent to another server.

use super::Time;

/// The pauses between ten tries, in seconds: together less than a day (beyond.md §0).
const PAUSES_SECONDS: [i64; 9] = [30, 120, 480, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800];

/// Returns when something is tried again after this number of tries; `None` when it is given up.
pub fn next_try(tries: u32, now: Time) -> Option<Time> {
    let past = usize::try_from(tries).ok()?.checked_sub(1)?;
    let pause = PAUSES_SECONDS.get(past)?;
    Some(now.plus_milliseconds(pause * 1_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_ten_times_within_a_day_with_growing_pauses() {
        let start = Time::from_milliseconds(1_000);
        let (mut now, mut tries, mut last_pause) = (start, 1, 0);
        while let Some(next) = next_try(tries, now) {
            let pause = next.milliseconds() - now.milliseconds();
            assert!(pause > last_pause);
            (now, tries, last_pause) = (next, tries + 1, pause);
        }
        assert_eq!(tries, 10);
        assert!(now.milliseconds() - start.milliseconds() < 86_400_000);
        assert_eq!(next_try(0, now), None);
    }
}
