//! The metrics of the site in the Prometheus text format (OpenMetrics), on an address of their own.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, Method, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;

use super::{ApiError, AppState};
use crate::store::outbox;

/// The prefix of every metric's name.
const PREFIX: &str = "blog_app";
/// The upper bounds of the histogram's buckets, in seconds.
const BUCKET_SECONDS: [f64; 12] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];
/// The label of requests without a route: files of the client, and unknown paths.
const NO_ROUTE: &str = "other";
const OPEN_METRICS: [(HeaderName, &str); 1] = [(
    header::CONTENT_TYPE,
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
)];

/// The labels of a request: route templates and known methods only, so that clients cannot create unbounded labels.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

/// The metrics that are recorded here. Those that other parts count are read from them on each scrape.
pub struct Metrics {
    requests: Family<RequestLabels, Histogram, fn() -> Histogram>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::new_with_constructor(|| Histogram::new(BUCKET_SECONDS)),
        }
    }
}

impl Metrics {
    /// Records one response. `route` is the template of the route, never the path.
    pub(super) fn record(
        &self,
        method: &Method,
        route: Option<&str>,
        status: StatusCode,
        duration: Duration,
    ) {
        let labels = RequestLabels {
            method: method_label(method),
            route: route.unwrap_or(NO_ROUTE).to_owned(),
            status: status.as_u16(),
        };
        self.requests
            .get_or_create(&labels)
            .observe(duration.as_secs_f64());
    }
}

fn method_label(method: &Method) -> &'static str {
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

/// Serves `GET /metrics` until the task is aborted.
pub(super) async fn serve(listener: TcpListener, state: AppState) {
    let router = Router::new().route("/metrics", get(handler)).with_state(state);
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "serving the metrics failed");
    }
}

async fn handler(State(state): State<AppState>) -> Result<impl IntoResponse, ApiError> {
    let mut registry = Registry::with_prefix(PREFIX);
    register_traffic(&mut registry, &state);
    register_store(&mut registry, &state).await?;
    let mut body = String::new();
    text::encode(&mut body, &registry).map_err(ApiError::internal)?;
    Ok((OPEN_METRICS, body))
}

fn register_traffic(registry: &mut Registry, state: &AppState) {
    registry.register_with_unit(
        "request_duration",
        "From the head of a request to the head of its response",
        Unit::Seconds,
        state.metrics.requests.clone(),
    );
    registry.register(
        "kept_answer_hits",
        "Responses to visitors from the cache, or computed for several at once",
        ConstCounter::new(state.cache.hits()),
    );
    registry.register(
        "kept_answer_misses",
        "Responses to visitors that had to be computed",
        ConstCounter::new(state.cache.misses()),
    );
}

async fn register_store(registry: &mut Registry, state: &AppState) -> Result<(), ApiError> {
    let writes = state.store.write_stats();
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
        ConstGauge::new(state.read(outbox::queue_state).await?.mails),
    );
    registry.register_with_unit(
        "database",
        "The size of the database",
        Unit::Bytes,
        ConstGauge::new(state.store.size_bytes().await?),
    );
    if state.store.is_shared() {
        registry.register(
            "commits_behind",
            "Commits of all nodes that this one has not followed yet",
            ConstGauge::new(state.store.commits_behind().await?),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_unknown_methods_one_label() {
        assert_eq!(method_label(&Method::DELETE), "DELETE");
        assert_eq!(method_label(&Method::from_bytes(b"ANYTHING").unwrap()), "other");
    }
}
