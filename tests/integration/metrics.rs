//! What the real program tells whoever watches over it.

use serde_json::json;

use crate::support::people::PASSWORD;
use crate::support::program::Running;
use crate::support::smtp::free_port;

struct Watched {
    site: Running,
    port: u16,
}

impl Watched {
    fn start(data: &std::path::Path) -> Self {
        let port = free_port();
        let listen = ("BLOG_APP_METRICS__LISTEN".to_owned(), format!("127.0.0.1:{port}"));
        Self {
            site: Running::start_with(data, &[listen]),
            port,
        }
    }

    fn text(&self) -> String {
        let mut answer = ureq::get(format!("http://127.0.0.1:{}/metrics", self.port))
            .call()
            .unwrap();
        assert_eq!(
            answer.headers()["content-type"],
            "application/openmetrics-text; version=1.0.0; charset=utf-8"
        );
        answer.body_mut().read_to_string().unwrap()
    }

    /// The value of the line that begins so.
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
        let answer = agent.get(format!("http://{}{path}", self.site.address)).call();
        answer.unwrap().status().as_u16()
    }
}

fn assert_close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 0.5, "{value} is not {expected}");
}

#[test]
fn requests_are_counted_by_the_template_of_their_route() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    for id in ["one", "two", "three"] {
        assert_eq!(watched.status(&format!("/api/blogs/{id}")), 404);
    }
    for path in ["/no/such/page", "/wp-login.php", "/assets/none.js"] {
        assert_eq!(watched.status(path), 404);
    }
    for path in ["/api/none", "/api/none/either"] {
        assert_eq!(watched.status(path), 404);
    }
    assert_close(watched.requests("GET", "/api/blogs/{id}", 404), 3.0);
    assert_close(watched.requests("GET", "other", 404), 5.0);
    let text = watched.text();
    for raw in ["three", "wp-login", "none", "private"] {
        assert!(!text.contains(raw), "{text}");
    }
    let within = watched.value(
        "blog_app_request_duration_seconds_bucket{le=\"+Inf\",method=\"GET\",route=\"other\",status=\"404\"}",
    );
    assert_close(within, 5.0);
}

#[test]
fn kept_answers_writes_and_mails_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    assert_close(watched.value("blog_app_kept_answer_misses_total"), 0.0);
    for _ in 0..3 {
        assert_eq!(watched.status("/api/avatars"), 200);
    }
    assert_close(watched.value("blog_app_kept_answer_misses_total"), 1.0);
    assert_close(watched.value("blog_app_kept_answer_hits_total"), 2.0);

    let before = watched.value("blog_app_writes_total");
    ureq::post(format!("http://{}/api/auth/register", watched.site.address))
        .send_json(json!({"name": "Ada", "email": "ada@example.org", "password": PASSWORD}))
        .unwrap();
    assert!(watched.value("blog_app_writes_total") > before);
    assert!(watched.value("blog_app_write_batches_total") >= 1.0);
    assert!(watched.value("blog_app_database_bytes") > 4_096.0);
    for gauge in ["blog_app_writes_waiting", "blog_app_mails_waiting"] {
        assert!(
            watched.text().contains(&format!("# TYPE {gauge} gauge")),
            "{gauge}"
        );
    }
}

#[test]
fn the_site_itself_tells_nothing_and_takes_its_metrics_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    assert_eq!(watched.status("/metrics"), 404);
    assert_eq!(watched.site.stop(), Some(0));
    let gone = ureq::get(format!("http://127.0.0.1:{}/metrics", watched.port)).call();
    assert!(gone.is_err());
}
