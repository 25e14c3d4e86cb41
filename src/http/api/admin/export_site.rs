//! The export of the whole site.

use axum::response::Response;

use crate::actions::security_log::{self, Event};
use crate::actions::site_export::{self, ExportOptions};
use crate::domain::audit::Action;
use crate::http::api::archive_download::{self, ExportPermit};
use crate::http::api::second_factor::{Caller, Confirmation};
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::audit;

/// Returns everything that is published, drafted, commented and set, as a zip archive: without addresses, passwords and other
/// secrets. It is sent while it is made; the command line has an export with accounts as well.
#[utoipa::path(post, path = "/admin/export", operation_id = "exportSite", tag = "admin",
    security(("bearer" = [])), request_body = Confirmation,
    responses(
        (status = 200, description = "The archive", body = String, content_type = "application/zip"),
        (status = 400, description = "No password, or no code where the caller has a second factor"),
        (status = 403, description = "A wrong password or code")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<Confirmation>,
) -> Result<Response, ApiError> {
    let permit = ExportPermit::acquire(&state)?;
    let caller = Caller::read(&state, staff.token()?, network).await?;
    let auditor = state.auditor(staff);
    let now = auditor.now;
    caller
        .confirmed(&state, body, move |tx| {
            staff.confirm(tx)?;
            Ok(audit::insert(
                tx,
                &auditor.entry(Action::SiteExported, &staff.id, ""),
            )?)
        })
        .await?;
    security_log::record(Event::SiteExported, caller.account, network);
    let store = state.store.clone();
    let options = ExportOptions {
        with_accounts: false,
        now,
    };
    let date = now.to_string();
    let date = date.split_once('T').map_or("", |(date, _)| date);
    archive_download::respond(&state, permit, &format!("site-{date}.zip"), move |output| {
        site_export::write(&store, output, options, &mut |_| {})?;
        Ok(())
    })
}
