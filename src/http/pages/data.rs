//! Data that stands in a page.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// JSON that can stand in a script element: nothing in it can end the element or begin a comment.
pub(super) fn as_data(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_default()
        .replace('<', "\\u003c")
}

/// What the API answers to the calls that the first screen of a page would make, by their addresses.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub(super) struct Answers(BTreeMap<String, Box<RawValue>>);

impl Answers {
    /// The same with the answer to one more call.
    pub(super) fn with(
        mut self,
        address: impl Into<String>,
        answer: &impl Serialize,
    ) -> Result<Self, serde_json::Error> {
        self.0.insert(address.into(), to_raw_value(answer)?);
        Ok(self)
    }

    /// All of them, to stand in a script element.
    pub(super) fn as_data(&self) -> String {
        as_data(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_leave_the_element_it_stands_in() {
        let text = as_data(&"</script><!--<script>");
        assert!(!text.contains('<'));
        assert_eq!(
            serde_json::from_str::<String>(&text).unwrap(),
            "</script><!--<script>"
        );
    }
}
