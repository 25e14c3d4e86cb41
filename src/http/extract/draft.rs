//! A post as an administrator sends it: as JSON, or as a form with an uploaded picture.

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Json, text_or_null};
use crate::actions::post_addresses::DraftAddresses;
use crate::actions::publish::{Draft, DraftCover};
use crate::domain::ValidationError;
use crate::http::{ApiError, negotiation};

/// The body of a request that writes a post.
pub struct DraftBody(pub Draft);

/// A post as it is written.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlogDraft)]
pub struct DraftJson {
    /// 1 to 200 characters.
    title: Option<String>,
    /// HTML, at most 1 MiB; pictures in it may be `data:` addresses.
    content: Option<String>,
    /// One of the categories.
    category: Option<String>,
    /// At most 10 of 40 characters.
    #[serde(default)]
    tags: Option<Vec<String>>,
    /// An http(s) or `data:` address. On update: absent keeps the present one.
    #[schema(value_type = Option<String>)]
    featured_image: Option<Value>,
    /// `draft` or `published`.
    status: Option<String>,
    /// Lower-case words joined by hyphens, at most 120 characters. Absent: as it is, or derived from the title.
    slug: Option<String>,
    /// The https address of the text elsewhere, at most 2,000 characters; an empty text removes it. Absent: as it is.
    canonical_url: Option<String>,
    /// When the draft is to be published: an RFC 3339 time with an offset, in the future and at most two years ahead;
    /// null or an empty text removes it. Absent: as it is.
    #[serde(default, deserialize_with = "text_or_null")]
    publish_at: Option<String>,
    /// On update: the `revision` of the blog that was changed. If the blog has a newer one, which says something else, what
    /// was sent is kept as a revision beside it. Absent: it replaces whatever the blog says.
    #[schema(minimum = 0)]
    revision: Option<u32>,
    /// Whether readers cannot comment on it. Absent: as it is, or false.
    comments_closed: Option<bool>,
    /// Whether the followers are told when it is published for the first time. Absent: as it is, or true.
    announce: Option<bool>,
}

/// The same as a form.
#[derive(ToSchema)]
#[schema(as = BlogDraftForm)]
#[expect(
    dead_code,
    reason = "it only describes the form; its fields are read one by one"
)]
pub struct DraftForm {
    /// 1 to 200 characters.
    title: String,
    /// HTML, at most 1 MiB; pictures in it may be `data:` addresses.
    content: String,
    /// One of the categories.
    category: String,
    /// Repeated, or once with commas between or as a JSON array.
    tags: Vec<String>,
    /// A picture of at most 8 MiB, or an address.
    #[schema(value_type = Option<String>, format = Binary)]
    #[serde(rename = "featuredImage")]
    featured_image: Option<Vec<u8>>,
    /// `draft` or `published`.
    status: String,
    /// Lower-case words joined by hyphens, at most 120 characters. Absent: as it is, or derived from the title.
    slug: Option<String>,
    /// The https address of the text elsewhere, at most 2,000 characters; an empty text removes it. Absent: as it is.
    #[serde(rename = "canonicalUrl")]
    canonical_url: Option<String>,
    /// When the draft is to be published: an RFC 3339 time with an offset, in the future and at most two years ahead;
    /// an empty text removes it. Absent: as it is.
    #[serde(rename = "publishAt")]
    publish_at: Option<String>,
    /// On update: the `revision` of the blog that was changed. Absent: it replaces whatever the blog says.
    #[schema(minimum = 0)]
    revision: Option<u32>,
    /// Whether readers cannot comment on it: `true` or `false`. Absent: as it is, or false.
    #[serde(rename = "commentsClosed")]
    comments_closed: Option<bool>,
    /// Whether the followers are told when it is published for the first time: `true` or `false`. Absent: as it is, or
    /// true.
    announce: Option<bool>,
}

impl<S: Send + Sync> FromRequest<S> for DraftBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if is_form(request.headers()) {
            let form = Multipart::from_request(request, state)
                .await
                .map_err(|rejection| read_error(rejection.status(), &rejection))?;
            return from_form(form).await.map(Self);
        }
        let Json(body): Json<DraftJson> = Json::from_request(request, state).await?;
        from_json(body).map(Self)
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let content_type = negotiation::text(headers, &header::CONTENT_TYPE);
    content_type
        .to_ascii_lowercase()
        .starts_with("multipart/form-data")
}

fn from_json(body: DraftJson) -> Result<Draft, ApiError> {
    let cover = match body.featured_image {
        None | Some(Value::Null) => DraftCover::Absent,
        Some(Value::String(address)) => DraftCover::Address(address),
        // JavaScript serializes an empty file input as `{}`.
        Some(Value::Object(fields)) if fields.is_empty() => DraftCover::Absent,
        Some(_) => {
            return Err(ValidationError::new("featuredImage", "featuredImage must be an address").into());
        }
    };
    Ok(Draft {
        title: body.title.unwrap_or_default(),
        content: body.content.unwrap_or_default(),
        category: body.category.unwrap_or_default(),
        tags: body.tags.unwrap_or_default(),
        cover,
        status: body.status.unwrap_or_default(),
        addresses: DraftAddresses {
            slug: body.slug,
            canonical_url: body.canonical_url,
        },
        publish_at: body.publish_at,
        base_revision: body.revision,
        comments_closed: body.comments_closed,
        announce: body.announce,
    })
}

async fn from_form(mut form: Multipart) -> Result<Draft, ApiError> {
    let mut draft = Draft::default();
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| read_error(error.status(), &error))?
    {
        let name = field.name().unwrap_or_default().to_owned();
        let media_type = field.content_type().map(str::to_owned);
        let is_file = field.file_name().is_some();
        let bytes = field
            .bytes()
            .await
            .map_err(|error| read_error(error.status(), &error))?;
        if name == "featuredImage" && is_file {
            draft.cover = DraftCover::Upload(bytes.to_vec(), media_type);
            continue;
        }
        let text = String::from_utf8(bytes.to_vec())
            .map_err(|_| ValidationError::new(name.clone(), format!("{name} must be text")))?;
        match name.as_str() {
            "title" => draft.title = text,
            "content" => draft.content = text,
            "category" => draft.category = text,
            "status" => draft.status = text,
            "slug" => draft.addresses.slug = Some(text),
            "publishAt" => draft.publish_at = Some(text),
            "canonicalUrl" => draft.addresses.canonical_url = Some(text),
            "tags" => draft.tags.extend(tags(&text)),
            "featuredImage" => draft.cover = text_cover(text),
            "revision" => draft.base_revision = Some(revision(&text)?),
            "commentsClosed" => draft.comments_closed = Some(truth("commentsClosed", &text)?),
            "announce" => draft.announce = Some(truth("announce", &text)?),
            _ => {}
        }
    }
    Ok(draft)
}

fn tags(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_else(|_| text.split(',').map(str::to_owned).collect())
}

fn revision(text: &str) -> Result<u32, ValidationError> {
    let number = text.trim().parse();
    number.map_err(|_| ValidationError::new("revision", "revision must be a number from 0"))
}

fn truth(field: &str, text: &str) -> Result<bool, ValidationError> {
    let value = text.trim().parse();
    value.map_err(|_| ValidationError::new(field.to_owned(), format!("{field} must be true or false")))
}

/// Returns the cover of a text field. A form has no objects, so an empty one arrives as its JSON.
fn text_cover(text: String) -> DraftCover {
    if matches!(text.trim(), "{}" | "null" | "undefined") {
        DraftCover::Absent
    } else {
        DraftCover::Address(text)
    }
}

fn read_error(status: StatusCode, error: &(dyn std::error::Error + 'static)) -> ApiError {
    ApiError::from_body_error(status, error, "The form could not be read")
}
