//! The time from the response to a write on one node until another node shows it to others.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use ureq::Agent;

use crate::dataset::Dataset;
use crate::report::{Table, Verdict};
use crate::server::Server;

const WRITES: usize = 200;
const PATIENCE: Duration = Duration::from_secs(10);
const P50_MAX: Duration = Duration::from_millis(20);
const P99_MAX: Duration = Duration::from_millis(100);

pub fn measure(world: &Dataset, [here, there]: [&Server; 2], table: &mut Table) -> Result<()> {
    let agent = Agent::new_with_defaults();
    let post = world.posts[world.posts.len() / 2];
    let token = world.reader_token(0)?;
    let path = format!("/api/blogs/{post}");
    let before = comments(&agent, there, &path)?;
    let mut delays = Vec::with_capacity(WRITES);
    for (written, number) in (before + 1..).zip(0..WRITES) {
        agent
            .post(format!("http://{}{path}/comments", here.address))
            .header("Authorization", format!("Bearer {token}"))
            .send_json(json!({"content": format!("Comment {number} on another node")}))?;
        let answered = Instant::now();
        while comments(&agent, there, &path)? < written {
            ensure!(
                answered.elapsed() < PATIENCE,
                "a commit did not reach another node"
            );
        }
        delays.push(answered.elapsed());
    }
    delays.sort_unstable();
    let [p50, p99] = [50, 99].map(|percent| delays[(delays.len() - 1) * percent / 100]);
    let milliseconds = |delay: Duration| format!("{:.2}", delay.as_secs_f64() * 1e3);
    let empty = String::new;
    let cells = vec![
        "a comment on one node, until another shows it".to_owned(),
        empty(),
        empty(),
        empty(),
        empty(),
        empty(),
        milliseconds(p50),
        milliseconds(p99),
        empty(),
        empty(),
    ];
    let verdict = Verdict::new([
        (format!("p50 < {} ms", P50_MAX.as_millis()), p50 < P50_MAX),
        (format!("p99 < {} ms", P99_MAX.as_millis()), p99 < P99_MAX),
    ]);
    table.add(cells, Some(verdict));
    Ok(())
}

fn comments(agent: &Agent, node: &Server, path: &str) -> Result<u64> {
    let mut response = agent.get(format!("http://{}{path}", node.address)).call()?;
    let body: Value = response.body_mut().read_json()?;
    body["blog"]["stats"]["commentCount"]
        .as_u64()
        .context("a post has no number of comments")
}
