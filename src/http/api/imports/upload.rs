//! The upload of an export.

use std::io;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest as _, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::NO_IMPORT;
use super::dto::ImportResponse;
use crate::actions::imports::{System, Upload, UploadError, Uploaded, no_totals};
use crate::domain::ValidationError;
use crate::domain::audit::Action;
use crate::domain::import::{FileName, ImportOptions};
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState, negotiation};
use crate::store::audit;
use crate::store::imports::{self, Import, NewImport};

/// The most bytes of a form around its file.
const FORM_BYTES_MAX: u64 = 64 * 1024;
/// The most bytes of the name of a system, of which none has so many.
const KIND_BYTES_MAX: usize = 100;
/// The bytes of a file that are written to the disk at a time, at least.
const WRITE_BYTES: usize = 256 * 1024;
const SEND_A_FORM: &str = "Send a form (multipart/form-data) with the fields kind and file";
const UNREADABLE: &str = "The form could not be read";

/// An export that is uploaded.
#[derive(ToSchema)]
#[schema(as = NewImport)]
#[expect(
    dead_code,
    reason = "it only describes the form, whose file is not kept in memory"
)]
pub struct ImportForm {
    /// The system that it comes from: `ghost`, `wordpress`, `medium`, `devto`, `hashnode`, `markdown`, `disqus`, `commento`
    /// or `site`.
    kind: String,
    /// The file or zip archive that the system has exported, at most 512 MiB, or `imports.file_megabytes`.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// What a form holds.
struct Form {
    system: System,
    file_name: FileName,
    uploaded: Uploaded,
}

/// Takes an export, and checks it: a dry run says what an import would bring. There is one import at a time.
#[utoipa::path(post, path = "/admin/imports", operation_id = "uploadImport", tag = "admin",
    security(("bearer" = [])),
    request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses(
        (status = 202, description = "The import, which is checked next", body = ImportResponse),
        (status = 409, description = "Another import is under way, or waits to be applied"),
        (status = 507, description = "There is no room for the file")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    request: Request,
) -> Result<(StatusCode, Json<ImportResponse>), ApiError> {
    require_form(&state, request.headers())?;
    if state.read(imports::going).await?.is_some() {
        return Err(UploadError::Running.into());
    }
    let form = Multipart::from_request(request, &state).await;
    let form =
        form.map_err(|rejection| ApiError::from_body_error(rejection.status(), &rejection, UNREADABLE))?;
    let form = receive(&state, form).await?;
    // Also if the browser has gone meanwhile: file and row are there together, or neither is.
    let recording = tokio::spawn(record(state, staff, form));
    let import = recording.await.map_err(ApiError::internal)??;
    Ok((StatusCode::ACCEPTED, Json(ImportResponse::new(import)?)))
}

/// Refuses what is no form, and what is too long for sure, before it is read.
fn require_form(state: &AppState, headers: &HeaderMap) -> Result<(), ApiError> {
    if negotiation::media_type(headers) != "multipart/form-data" {
        return Err(ApiError::UnsupportedMediaType(SEND_A_FORM));
    }
    let length = negotiation::text(headers, &header::CONTENT_LENGTH).parse::<u64>();
    let length_max = state.imports.file_bytes_max() + FORM_BYTES_MAX;
    if length.is_ok_and(|length| length > length_max) {
        return Err(ApiError::TooLarge);
    }
    Ok(())
}

/// Reads a form; the file goes to the disk as it arrives.
async fn receive(state: &AppState, mut form: Multipart) -> Result<Form, ApiError> {
    let (mut system, mut file) = (None, None);
    while let Some(field) = form.next_field().await.map_err(|error| unreadable(&error))? {
        match field.name() {
            Some("kind") => system = Some(parse_kind(field).await?),
            Some("file") if file.is_none() => {
                let name = FileName::from_given(field.file_name().unwrap_or_default());
                file = Some((name, receive_file(state, field).await?));
            }
            _ => {}
        }
    }
    let system = system.ok_or_else(unknown_kind)?;
    let missing = || ValidationError::new("file", "Choose the file of the export");
    let (file_name, uploaded) = file.ok_or_else(missing)?;
    if uploaded.size == 0 {
        return Err(ValidationError::new("file", "This file is empty").into());
    }
    Ok(Form {
        system,
        file_name,
        uploaded,
    })
}

async fn receive_file(state: &AppState, mut field: Field<'_>) -> Result<Uploaded, ApiError> {
    let (imports, now) = (state.imports.clone(), state.clock.now());
    let mut upload = off_threads(move || Upload::begin(&imports, now)).await?;
    loop {
        let (bytes, is_last) = next_bytes(&mut field).await?;
        let written = off_threads(move || upload.write(&bytes).map(|()| upload)).await;
        upload = match written {
            Ok(upload) => upload,
            Err(error) => return Err(refuse_after_the_end(field, error).await),
        };
        if is_last {
            return Ok(off_threads(move || upload.finish()).await?);
        }
    }
}

/// Returns the next bytes of a file, as many as one write takes, and whether it ends with them.
async fn next_bytes(field: &mut Field<'_>) -> Result<(Vec<u8>, bool), ApiError> {
    let mut bytes = Vec::new();
    while bytes.len() < WRITE_BYTES {
        match field.chunk().await.map_err(|error| unreadable(&error))? {
            Some(chunk) => bytes.extend(chunk),
            None => return Ok((bytes, true)),
        }
    }
    Ok((bytes, false))
}

/// Runs what blocks on file I/O off the async threads.
async fn off_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, UploadError> + Send + 'static,
) -> Result<T, UploadError> {
    let worked = spawn_blocking(work).await;
    worked.unwrap_or_else(|error| Err(UploadError::Unwritable(io::Error::other(error))))
}

/// Reads a file to its end, without keeping it, before it is refused: a browser that is still sending when the connection
/// closes shows no response.
async fn refuse_after_the_end(mut field: Field<'_>, refusal: UploadError) -> ApiError {
    loop {
        match field.chunk().await {
            Ok(Some(_)) => {}
            Ok(None) => return refusal.into(),
            Err(error) => return unreadable(&error),
        }
    }
}

async fn parse_kind(mut field: Field<'_>) -> Result<System, ApiError> {
    let mut name = Vec::new();
    while let Some(bytes) = field.chunk().await.map_err(|error| unreadable(&error))? {
        name.extend(bytes);
        if name.len() > KIND_BYTES_MAX {
            return Err(unknown_kind().into());
        }
    }
    let system = str::from_utf8(&name).ok().and_then(System::parse);
    Ok(system.ok_or_else(unknown_kind)?)
}

fn unknown_kind() -> ValidationError {
    let names: Vec<&str> = System::ALL.into_iter().map(System::name).collect();
    ValidationError::new("kind", format!("kind is one of {}", names.join(", ")))
}

fn unreadable(error: &MultipartError) -> ApiError {
    ApiError::from_body_error(error.status(), error, UNREADABLE)
}

/// Records the import of a file that is on the disk.
async fn record(state: AppState, staff: Staff, form: Form) -> Result<Import, ApiError> {
    let Form {
        system,
        file_name,
        uploaded,
    } = form;
    let auditor = state.auditor(staff);
    let (id, size) = (uploaded.id, uploaded.size);
    let written = state.write(move |tx| {
        let creator = staff.confirm(tx)?.id;
        if imports::going(tx)?.is_some() {
            return Err(UploadError::Running.into());
        }
        let new = NewImport {
            id,
            system: system.name(),
            file_name: &file_name,
            size,
            options: &ImportOptions::default(),
            totals: &no_totals()?,
            creator,
            now: auditor.now,
        };
        imports::insert(tx, &new)?;
        audit::insert(tx, &auditor.entry(Action::ImportUploaded, &id, system.name()))?;
        imports::by_id(tx, id)?.ok_or(NO_IMPORT)
    });
    let written = written.await;
    // A file that no row tells of is removed later.
    if matches!(written, Ok(_) | Err(ApiError::OutcomeUnknown)) {
        uploaded.keep()?;
    }
    written
}
