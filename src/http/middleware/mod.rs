//! What happens around every request.

pub(super) mod headers;
pub(super) mod measure;
pub(super) mod panics;
pub(super) mod rate_limit;
pub(super) mod request_id;
