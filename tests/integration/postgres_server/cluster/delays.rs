//! The delays after which a write on one node is seen on another.

use std::fmt;
use std::time::{Duration, Instant};

use blog_app::actions::import;
use blog_app::domain::{SystemClock, SystemEntropy};
use blog_app_postgres_servers::Servers;
use serde_json::json;

use super::nodes::Nodes;
use super::{load, open};
use crate::support::post_with_changes;
use crate::support::postgres::is_installed;
use crate::support::writes::reader;

/// The times from the response to a write on one node until another node shows it to others.
struct Delays(Vec<Duration>);

impl Delays {
    fn percentile(&self, percent: usize) -> Duration {
        self.0[(self.0.len() - 1) * percent / 100]
    }

    fn is_within(&self, median: Duration, highest: Duration) -> bool {
        self.percentile(50) < median && self.percentile(99) < highest
    }
}

impl fmt::Display for Delays {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "seen by others on another node after: p50 {:?}, p99 {:?}",
            self.percentile(50),
            self.percentile(99)
        )
    }
}

/// Writes on one node and reads on another. Asserts that the browser that writes always sees what it wrote.
fn measure(servers: &Servers, nodes: &Nodes) -> Delays {
    const WRITES: usize = 200;
    let store = open(servers);
    let posts = post_with_changes(1, json!({"slug": "post"})).to_string();
    import::posts(&store, &SystemClock, &SystemEntropy, posts.as_bytes(), |_| {}).unwrap();
    let writer = reader(&store, 0);
    let addresses: Vec<&str> = nodes.addresses().collect();
    let agent = load::agent();
    let comments = |address: &str, cookie: &str| {
        let mut response = agent
            .get(format!("http://{address}/api/blogs/post"))
            .header("cookie", cookie)
            .call()
            .unwrap();
        let body: serde_json::Value = response.body_mut().read_json().unwrap();
        body["blog"]["stats"]["commentCount"].as_u64().unwrap()
    };
    let mut delays = Vec::with_capacity(WRITES);
    for number in 1..=2 * WRITES as u64 {
        let (here, there) = (addresses[0], addresses[1]);
        let response = agent
            .post(format!("http://{here}/api/blogs/post/comments"))
            .header("authorization", format!("Bearer {}", writer.token))
            .send_json(json!({"content": format!("Comment {number}")}))
            .unwrap();
        assert_eq!(response.status(), 201);
        let answered = Instant::now();
        if number % 2 == 0 {
            let cookie = response.headers()["set-cookie"].to_str().unwrap();
            let (cookie, _) = cookie.split_once(';').unwrap();
            assert_eq!(comments(there, cookie), number, "the browser that wrote");
            continue;
        }
        while comments(there, "") < number {
            assert!(answered.elapsed() < Duration::from_secs(10), "comment {number}");
        }
        delays.push(answered.elapsed());
    }
    delays.sort_unstable();
    Delays(delays)
}

#[test]
fn a_browser_sees_its_writes_on_every_node_at_once_and_others_soon() {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let nodes = Nodes::start(&servers, 2);
    let delays = measure(&servers, &nodes);
    println!("{delays}");
    // Ten times the targets of the benchmark: other tests use the processors as well.
    assert!(
        delays.is_within(Duration::from_millis(200), Duration::from_secs(1)),
        "{delays}"
    );
}
