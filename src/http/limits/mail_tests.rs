//! A limit on the mails that test settings, which go to any server that the settings name.

use std::num::NonZeroU32;

use governor::Quota;

use super::limiter::Limiter;
use crate::domain::AdminId;
use crate::http::{ApiError, ErrorCode};

const TESTS_PER_HOUR: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

/// Counts the tests of each member of the staff, and those of the setup together.
pub struct MailTests(Limiter<Option<AdminId>>);

impl Default for MailTests {
    fn default() -> Self {
        Self(Limiter::new(Quota::per_hour(TESTS_PER_HOUR)))
    }
}

impl MailTests {
    /// Counts a test.
    ///
    /// # Errors
    /// If there were too many in the last hour.
    pub(in crate::http) fn count(&self, staff: Option<AdminId>) -> Result<(), ApiError> {
        let message = "Five test mails an hour are sent. Please wait and try again.";
        let over = |seconds| ApiError::TooMany(ErrorCode::TooManyRequests, message, Some(seconds));
        self.0.check(&staff).map_err(over)
    }
}
