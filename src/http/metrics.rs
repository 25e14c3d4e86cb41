//! What the site counts for whoever watches over it, in the text form of Prometheus (OpenMetrics), on an
//! address of its own.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, Method, StatusCode, header};
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::{ApiError, AppState};
use crate::store::outbox;

/// Every name begins with it.
const PREFIX: &str = "blog_app";
/// The upper ends of the histogram, in seconds: from an answer that was kept to one that is too slow.
const SECONDS: [f64; 12] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];
/// Stands for whatever has no route: files of the client, and paths that are not there.
const NO_ROUTE: &str = "other";
const OPEN_METRICS: [(HeaderName, &str); 1] = [(
    header::CONTENT_TYPE,
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
)];

/// Templates and known methods only, so that nobody outside can make labels without end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    method: &'static str,
    route: String,
    status: u16,
}

/// What is counted while the site runs. What others count anyway is asked of them when it is wanted.
pub struct Metrics {
    requests: Family<Request, Histogram, fn() -> Histogram>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::new_with_constructor(|| Histogram::new(SECONDS)),
        }
    }
}

impl Metrics {
    /// Counts one answer. `route` is the template of the route, never the path.
    pub(super) fn answered(
        &self,
        method: &Method,
        route: Option<&str>,
        status: StatusCode,
        duration: Duration,
    ) {
        let request = Request {
            method: known(method),
            route: route.unwrap_or(NO_ROUTE).to_owned(),
            status: status.as_u16(),
        };
        self.requests
            .get_or_create(&request)
            .observe(duration.as_secs_f64());
    }
}

fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Answers `GET /metrics` until the site ends.
pub(super) async fn serve(listener: TcpListener, state: AppState, mut ended: watch::Receiver<bool>) {
    let router = Router::new().route("/metrics", get(answer)).with_state(state);
    tokio::select! {
        served = axum::serve(listener, router) => if let Err(error) = served {
            tracing::error!(%error, "the metrics are not served any more");
        },
        _ = ended.wait_for(|ended| *ended) => {}
    }
}

type Answer = ([(HeaderName, &'static str); 1], String);

async fn answer(State(state): State<AppState>) -> Result<Answer, ApiError> {
    let mut registry = Registry::with_prefix(PREFIX);
    register_traffic(&mut registry, &state);
    register_store(&mut registry, &state).await?;
    let mut body = String::new();
    text::encode(&mut body, &registry).map_err(|error| ApiError::Internal(Box::new(error)))?;
    Ok((OPEN_METRICS, body))
}

fn register_traffic(registry: &mut Registry, state: &AppState) {
    registry.register_with_unit(
        "request_duration",
        "From the head of a request to the head of its answer",
        Unit::Seconds,
        state.metrics.requests.clone(),
    );
    registry.register(
        "kept_answer_hits",
        "Answers to visitors that were kept or made for several at once",
        ConstCounter::new(state.answers.hits()),
    );
    registry.register(
        "kept_answer_misses",
        "Answers to visitors that had to be made",
        ConstCounter::new(state.answers.misses()),
    );
}

async fn register_store(registry: &mut Registry, state: &AppState) -> Result<(), ApiError> {
    let writes = state.store.writes();
    registry.register(
        "writes",
        "Writes on disk, one a second of the site itself among them",
        ConstCounter::new(writes.committed),
    );
    registry.register(
        "write_batches",
        "Commits that the writes shared",
        ConstCounter::new(writes.batches),
    );
    registry.register(
        "writes_waiting",
        "Writes that wait for their turn",
        ConstGauge::new(writes.waiting),
    );
    registry.register(
        "mails_waiting",
        "Mails that are still to be sent",
        ConstGauge::new(state.store.read(outbox::waiting).await?.mails),
    );
    registry.register_with_unit(
        "database",
        "The size of the database",
        Unit::Bytes,
        ConstGauge::new(state.store.size_bytes().await?),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_of_ones_own_is_no_label_of_its_own() {
        assert_eq!(known(&Method::DELETE), "DELETE");
        assert_eq!(known(&Method::from_bytes(b"ANYTHING").unwrap()), "other");
    }
}
