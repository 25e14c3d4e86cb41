//! The marks of a reader on several given posts.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::page::LIMIT_MAX;
use crate::domain::{PostId, ValidationError};

/// The ids of the blogs.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogIds)]
pub struct PostIds {
    /// At most 100.
    blog_ids: Vec<String>,
}

impl PostIds {
    pub(super) fn parse(&self) -> Result<Vec<PostId>, ValidationError> {
        if self.blog_ids.len() > LIMIT_MAX as usize {
            return Err(ValidationError::new(
                "blogIds",
                "At most 100 blogs can be asked for",
            ));
        }
        Ok(self.blog_ids.iter().filter_map(|id| PostId::parse(id)).collect())
    }

    pub(super) fn statuses(self, marked: &HashSet<PostId>) -> BTreeMap<String, bool> {
        let is_marked = |id: &String| PostId::parse(id).is_some_and(|id| marked.contains(&id));
        self.blog_ids
            .into_iter()
            .map(|id| {
                let is_marked = is_marked(&id);
                (id, is_marked)
            })
            .collect()
    }
}
