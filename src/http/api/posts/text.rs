//! DTOs of the text of a post.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::post::{Heading, RenderedArticle};

/// The text of a blog, in the requested form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogText)]
pub(in crate::http) enum PostText {
    /// HTML as it is saved.
    Content(String),
    /// Rendered HTML.
    Reading(ReadingBody),
}

impl From<RenderedArticle> for PostText {
    fn from(rendered: RenderedArticle) -> Self {
        Self::Reading(rendered.into())
    }
}

/// A rendered text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Reading)]
pub(in crate::http) struct ReadingBody {
    /// The HTML for the page.
    html: String,
    /// In the order of the text, with unique ids.
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

impl From<RenderedArticle> for ReadingBody {
    fn from(rendered: RenderedArticle) -> Self {
        let headings = rendered.headings.into_iter();
        Self {
            html: rendered.html,
            headings: headings
                .map(|Heading { id, text, level }| HeadingBody { id, text, level })
                .collect(),
        }
    }
}
