//! The marks of a reader on several given posts.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::page::LIMIT_MAX;
use crate::domain::{PostId, UserId, ValidationError};
use crate::http::{ApiError, AppState};
use crate::store::marks::PostMark;

/// The ids of the blogs.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogIds)]
pub struct PostIds {
    /// At most 100.
    blog_ids: Vec<String>,
}

impl PostIds {
    /// Returns whether the reader marked each of the posts; `false` for an unknown one.
    pub(super) async fn statuses(
        self,
        state: &AppState,
        mark: &'static PostMark,
        reader: UserId,
    ) -> Result<BTreeMap<String, bool>, ApiError> {
        if self.blog_ids.len() > LIMIT_MAX as usize {
            return Err(ValidationError::new("blogIds", "At most 100 blogs can be asked for").into());
        }
        let ids: Vec<PostId> = self.blog_ids.iter().filter_map(|id| PostId::parse(id)).collect();
        let marked = state.read(move |tx| mark.among(tx, reader, &ids)).await?;
        let is_marked = |id: &String| PostId::parse(id).is_some_and(|id| marked.contains(&id));
        let statuses = self.blog_ids.into_iter().map(|id| (is_marked(&id), id));
        Ok(statuses.map(|(is_marked, id)| (id, is_marked)).collect())
    }
}
