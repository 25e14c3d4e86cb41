//! The metrics of the real program.

use serde_json::json;

use crate::support::accounts::PASSWORD;
use crate::support::database::{self, Engine};
use crate::support::postgres::is_installed;
use crate::support::program::RunningSite;
use crate::support::smtp::free_port;
use crate::support::wait_until;

struct SiteWithMetrics {
    site: RunningSite,
    port: u16,
}

impl SiteWithMetrics {
    fn start(data: &std::path::Path) -> Self {
        let port = free_port();
        let listen = ("BLOG_APP_METRICS__LISTEN".to_owned(), format!("127.0.0.1:{port}"));
        Self {
            site: RunningSite::start_with(data, &[listen]),
            port,
        }
    }

    fn text(&self) -> String {
        let mut response = ureq::get(format!("http://127.0.0.1:{}/metrics", self.port))
            .call()
            .unwrap();
        assert_eq!(
            response.headers()["content-type"],
            "application/openmetrics-text; version=1.0.0; charset=utf-8"
        );
        response.body_mut().read_to_string().unwrap()
    }

    /// Returns the value of a series, or 0 if it is absent.
    fn value(&self, series: &str) -> f64 {
        let text = self.text();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
        line.map_or(0.0, |value| value.parse().unwrap())
    }

    fn requests(&self, method: &str, route: &str, status: u16) -> f64 {
        self.value(&format!(
            "blog_app_request_duration_seconds_count{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}}"
        ))
    }

    fn status(&self, path: &str) -> u16 {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let response = agent.get(format!("http://{}{path}", self.site.address)).call();
        response.unwrap().status().as_u16()
    }
}

fn assert_close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 0.5, "{value} is not {expected}");
}

#[test]
fn counts_requests_by_route_template() {
    let folder = tempfile::tempdir().unwrap();
    let site = SiteWithMetrics::start(folder.path());
    for id in ["one", "two", "three"] {
        assert_eq!(site.status(&format!("/api/blogs/{id}")), 404);
    }
    for path in ["/no/such/page", "/wp-login.php", "/assets/none.js"] {
        assert_eq!(site.status(path), 404);
    }
    for path in ["/api/none", "/api/none/either"] {
        assert_eq!(site.status(path), 404);
    }
    assert_close(site.requests("GET", "/api/blogs/{id}", 404), 3.0);
    assert_close(site.requests("GET", "other", 404), 5.0);
    let text = site.text();
    for raw in ["three", "wp-login", "none", "private"] {
        assert!(!text.contains(raw), "{text}");
    }
    let unmatched = site.value(
        "blog_app_request_duration_seconds_bucket{le=\"+Inf\",method=\"GET\",route=\"other\",status=\"404\"}",
    );
    assert_close(unmatched, 5.0);
}

#[test]
fn counts_cache_hits_writes_and_mails() {
    let folder = tempfile::tempdir().unwrap();
    let site = SiteWithMetrics::start(folder.path());
    assert_close(site.value("blog_app_kept_answer_misses_total"), 0.0);
    for _ in 0..3 {
        assert_eq!(site.status("/api/avatars"), 200);
    }
    assert_close(site.value("blog_app_kept_answer_misses_total"), 1.0);
    assert_close(site.value("blog_app_kept_answer_hits_total"), 2.0);

    let before = site.value("blog_app_writes_total");
    ureq::post(format!("http://{}/api/auth/register", site.site.address))
        .send_json(json!({"name": "Ada", "email": "ada@example.org", "password": PASSWORD}))
        .unwrap();
    assert!(site.value("blog_app_writes_total") > before);
    assert!(site.value("blog_app_write_batches_total") >= 1.0);
    assert!(site.value("blog_app_database_bytes") > 4_096.0);
    for gauge in ["blog_app_writes_waiting", "blog_app_mails_waiting"] {
        assert!(site.text().contains(&format!("# TYPE {gauge} gauge")), "{gauge}");
    }
}

#[test]
fn tells_how_many_commits_a_node_is_behind_only_where_nodes_share_a_database() {
    let (file, server) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    database::choose(file.path(), Engine::Sqlite);
    let site = SiteWithMetrics::start(file.path());
    assert!(!site.text().contains("commits_behind"));
    if !is_installed() {
        return;
    }
    database::choose(server.path(), Engine::Postgres);
    let site = SiteWithMetrics::start(server.path());
    assert!(site.text().contains("# TYPE blog_app_commits_behind gauge"));
    // The node looks for a commit that is not announced once a second.
    wait_until(|| {
        database::commit(server.path(), "");
        site.value("blog_app_commits_behind") > 0.5
    });
    wait_until(|| site.value("blog_app_commits_behind") < 0.5);
    database::forget(server.path());
}

#[test]
fn exposes_metrics_only_on_their_own_listener_until_the_site_stops() {
    let folder = tempfile::tempdir().unwrap();
    let site = SiteWithMetrics::start(folder.path());
    assert_eq!(site.status("/metrics"), 404);
    assert_eq!(site.site.stop(), Some(0));
    let result = ureq::get(format!("http://127.0.0.1:{}/metrics", site.port)).call();
    assert!(result.is_err());
}
