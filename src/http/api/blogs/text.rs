//! The text of a blog as the wire spells it.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::content::{Heading, Presented};

/// The text of a blog, in the form that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) enum BlogText {
    /// HTML as it was written.
    Content(String),
    /// HTML made ready for reading.
    Reading(ReadingBody),
}

impl From<String> for BlogText {
    fn from(html: String) -> Self {
        Self::Content(html)
    }
}

impl From<Arc<Presented>> for BlogText {
    fn from(presented: Arc<Presented>) -> Self {
        Self::Reading(Arc::unwrap_or_clone(presented).into())
    }
}

/// A text made ready for reading.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Reading)]
pub(in crate::http) struct ReadingBody {
    /// What goes into the page.
    html: String,
    /// In the order of the text; all have different ids.
    headings: Vec<HeadingBody>,
}

/// A heading that can be linked to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Heading)]
pub(in crate::http) struct HeadingBody {
    id: String,
    /// Plain text.
    text: String,
    /// 2 to 6.
    level: u8,
}

impl From<Presented> for ReadingBody {
    fn from(presented: Presented) -> Self {
        let headings = presented.headings.into_iter();
        Self {
            html: presented.html,
            headings: headings
                .map(|Heading { id, text, level }| HeadingBody { id, text, level })
                .collect(),
        }
    }
}
