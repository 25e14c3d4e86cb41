//! Data embedded in a page.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// Returns JSON for a script element: it cannot end the element or begin a comment.
pub(super) fn as_data(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_default()
        .replace('<', "\\u003c")
}

/// The API responses that the first screen of a page needs, by their request paths.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub(super) struct BootstrapData(BTreeMap<String, Box<RawValue>>);

impl BootstrapData {
    pub(super) fn with(
        mut self,
        path: impl Into<String>,
        response: &impl Serialize,
    ) -> Result<Self, serde_json::Error> {
        self.0.insert(path.into(), to_raw_value(response)?);
        Ok(self)
    }

    /// Returns all responses as JSON for a script element.
    pub(super) fn as_data(&self) -> String {
        as_data(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_text_that_would_end_the_script_element() {
        let text = as_data(&"</script><!--<script>");
        assert!(!text.contains('<'));
        assert_eq!(
            serde_json::from_str::<String>(&text).unwrap(),
            "</script><!--<script>"
        );
    }
}
