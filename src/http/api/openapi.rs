//! The OpenAPI 3.1 document, generated from the code, and the page that displays it.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use crate::http::assets;
use crate::http::error::ErrorBody;

/// The base of the document, to which the router adds paths and schemas.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "blog-app",
        description = "The API of a community blog. Error responses have the schema `ErrorBody`.",
        license(name = "MIT", identifier = "MIT")
    ),
    servers((url = "/api")),
    components(schemas(ErrorBody)),
    tags(
        (name = "blogs", description = "Blogs and their comments"),
        (name = "auth", description = "Accounts of readers: registration, sign-in and password reset"),
        (name = "users", description = "Readers and their profile pictures"),
        (name = "security", description = "The caller's sessions, and their second factor"),
        (name = "notices", description = "What people follow, what they are told, and which mails they get"),
        (name = "admin", description = "The staff: their accounts, posts, and the moderation of readers"),
        (name = "site", description = "The site as readers see it"),
        (name = "team", description = "The members of the staff: roles, invitations and requests to write"),
        (name = "setup", description = "The first start: the first administrator and the first settings"),
        (name = "newsletter", description = "Subscriptions to the newsletter"),
        (name = "operation", description = "Health checks for operators")
    )
)]
pub struct Document;

/// Completes the document of all operations: adds the error responses that follow from the declaration of an operation,
/// unless it describes that status itself, the schema of error responses where it names no other, and the security scheme: a bearer token of
/// a reader or an administrator.
pub(in crate::http) fn complete(document: &mut Value) {
    let mut components = Map::new();
    let items = document["paths"].as_object_mut().into_iter().flatten();
    let operations = items.filter_map(|(_, item)| item.as_object_mut()).flatten();
    for (_, operation) in operations {
        let shared = shared_error_responses(operation);
        let Some(responses) = operation["responses"].as_object_mut() else {
            continue;
        };
        for (_, response) in responses
            .iter_mut()
            .filter(|(status, _)| status.as_str() >= "400")
        {
            let content = response["content"].take();
            *response = error_response(&response["description"]);
            if !content.is_null() {
                response["content"] = content;
            }
        }
        for (_, status, name, description) in shared.into_iter().filter(|(applies, ..)| *applies) {
            components.insert(name.to_owned(), error_response(&description.into()));
            let reference = json!({ "$ref": format!("#/components/responses/{name}") });
            responses.entry(status).or_insert(reference);
        }
    }
    document["components"]["responses"] = components.into();
    document["components"]["securitySchemes"] = json!({ "bearer": { "type": "http", "scheme": "bearer" } });
}

fn error_response(description: &Value) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/ErrorBody" });
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// Returns the error responses that operations share: whether this one has it, its status, its name and its description.
/// The first of a status applies.
fn shared_error_responses(operation: &Value) -> [(bool, &'static str, &'static str, &'static str); 11] {
    let accepts_token = !operation["security"].is_null();
    let requires_token = operation["security"] == json!([{ "bearer": [] }]);
    let is_for_staff = requires_token && is_tagged_for_staff(operation);
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    let has_query = parameters.any(|parameter| parameter["in"] == "query");
    let has_body = !operation["requestBody"].is_null();
    let accepts_form = !operation["requestBody"]["content"]["multipart/form-data"].is_null();
    [
        (has_query, "400", "InvalidParameter", "A parameter is invalid"),
        (has_body, "400", "InvalidField", "A field is invalid"),
        (requires_token, "401", "NotSignedIn", "Not signed in"),
        (
            accepts_token,
            "401",
            "InvalidToken",
            "The token is invalid or expired",
        ),
        (
            is_for_staff,
            "403",
            "NotAllowed",
            "Not a member of the staff, or the role does not allow it",
        ),
        (has_body, "413", "BodyTooLarge", "The request body is too large"),
        (
            accepts_form,
            "415",
            "NeitherJsonNorForm",
            "The request body is neither JSON nor a form",
        ),
        (has_body, "415", "NotJson", "The request body is not JSON"),
        (true, "429", "TooManyRequests", "Too many requests or attempts"),
        (true, "500", "InternalError", "An internal error"),
        (
            true,
            "503",
            "Overloaded",
            "Overloaded; `Retry-After` holds the time to wait in seconds",
        ),
    ]
}

/// Whether the tag of the operation is one of those whose operations with a token are for the staff alone.
fn is_tagged_for_staff(operation: &Value) -> bool {
    [json!(["admin"]), json!(["team"])].contains(&operation["tags"])
}

pub(in crate::http) fn document(json: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json.to_owned()).into_response()
}

/// Returns the page that displays the document. Its script and style are files of this site.
pub(in crate::http) async fn page() -> Response {
    assets::page("api-docs.html")
}
