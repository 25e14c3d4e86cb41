//! DTOs of API keys.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::api_key::ApiKey;
use crate::http::api::dto::RoleName;
use crate::store::api_keys::ListedKey;

/// A key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
pub struct ApiKeyBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The first characters of the key.
    prefix: String,
    name: String,
    /// The most that it may do; the present role of its creator bounds it as well.
    role: RoleName,
    /// `posts:read`, `posts:write`, `comments:read`, `comments:moderate`.
    scopes: Vec<&'static str>,
    /// The name of the member of the staff for whom it acts.
    created_by: String,
    created_at: String,
    expires_at: String,
    /// When it was last used, to the minute; null if never.
    #[schema(required)]
    last_used_at: Option<String>,
}

impl ApiKeyBody {
    /// Describes a key that was not used yet.
    pub fn unused(key: ApiKey, creator_name: String) -> Self {
        ListedKey {
            key,
            creator_name,
            last_used_at: None,
        }
        .into()
    }
}

impl From<ListedKey> for ApiKeyBody {
    fn from(listed: ListedKey) -> Self {
        let key = listed.key;
        Self {
            underscore_id: key.id.to_string(),
            id: key.id.to_string(),
            prefix: key.prefix,
            name: key.name.as_str().to_owned(),
            role: key.role.into(),
            scopes: key.scopes.names(),
            created_by: listed.creator_name,
            created_at: key.created_at.to_string(),
            expires_at: key.expires_at.to_string(),
            last_used_at: listed.last_used_at.map(|at| at.to_string()),
        }
    }
}
