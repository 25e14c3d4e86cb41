//! Suggestions while a search is typed.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::domain::ValidationError;
use crate::domain::search::SearchWords;
use crate::http::extract::{Json, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::search::{self, Suggestion};

/// The most suggestions.
const SUGGESTIONS_MAX: usize = 8;

/// What is being typed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SuggestQuery {
    /// At most 200 characters and 16 words, of which the last one may be incomplete.
    q: Option<String>,
}

/// Suggestions, tags before blogs.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestResponse {
    success: bool,
    suggestions: Vec<SuggestionBody>,
}

/// A tag that begins with the text, or a blog whose title has its words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schema(as = Suggestion)]
pub enum SuggestionBody {
    /// A tag of published blogs.
    Tag {
        /// How it is written.
        name: String,
        /// The last part of the path of its page, `/tag/{slug}`.
        slug: String,
    },
    /// A published blog.
    Blog {
        /// Its id.
        #[serde(rename = "_id")]
        id: String,
        /// Its slug.
        slug: String,
        /// Its title.
        title: String,
    },
}

impl From<Suggestion> for SuggestionBody {
    fn from(suggestion: Suggestion) -> Self {
        match suggestion {
            Suggestion::Tag { name, slug } => Self::Tag {
                name,
                slug: slug.to_string(),
            },
            Suggestion::Post { id, slug, title } => Self::Blog {
                id: id.to_string(),
                slug: slug.to_string(),
                title,
            },
        }
    }
}

/// Returns at most eight tags and titles for the beginning of a search; none for a blank one.
#[utoipa::path(get, path = "/search/suggest", operation_id = "suggestSearches", tag = "blogs", params(SuggestQuery),
    responses((status = 200, description = "Suggestions", body = SuggestResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    Query(SuggestQuery { q }): Query<SuggestQuery>,
) -> Result<Json<SuggestResponse>, ApiError> {
    let typed = SearchWords::parse(q.as_deref().unwrap_or_default())
        .map_err(|error| ValidationError::new("q", error.message))?;
    state.store.wait_for_search_index().await;
    let suggestions = state
        .read(move |tx| search::suggestions(tx, &typed, SUGGESTIONS_MAX))
        .await?;
    Ok(Json(SuggestResponse {
        success: true,
        suggestions: suggestions.into_iter().map(SuggestionBody::from).collect(),
    }))
}
