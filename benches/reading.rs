//! How long a large blog takes to be imported, and to answer what readers ask most.
//!
//! `make bench`; `POSTS=100000 make bench` for a larger one. The texts are those of the corpus beside the
//! checkout where there is one, else of the sample posts. Ends with exit code 1 when a budget is missed.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use blog_app::actions::import;
use blog_app::auth::secret::SigningSecret;
use blog_app::config::{Config, Flags};
use blog_app::domain::{SystemClock, SystemEntropy};
use blog_app::http::{AppState, router};
use blog_app::store::{Store, StoreOptions};
use serde_json::{Value, json};
use tower::ServiceExt as _;

const POSTS: usize = 10_000;
const ROUNDS: usize = 200;
const ANSWER_BUDGET: Duration = Duration::from_millis(5);
const IMPORT_BUDGET: Duration = Duration::from_secs(10);

/// What readers ask for, in turn where there are several.
const READINGS: [(&str, &[&str]); 9] = [
    ("home: featured", &["/api/blogs/featured"]),
    ("home: recommended", &["/api/blogs/recommended"]),
    ("home: latest", &["/api/blogs?page=1&limit=3"]),
    (
        "list",
        &[
            "/api/blogs?page=1&limit=9",
            "/api/blogs?page=900&limit=9",
            "/api/blogs?category=Other&limit=9&sort=mostLiked",
        ],
    ),
    ("trending", &["/api/blogs/trending?page=2&limit=9"]),
    (
        "post",
        &[
            "/api/blogs/post-17",
            "/api/blogs/post-4711",
            "/api/blogs/post-9999",
        ],
    ),
    (
        "post: ready for reading",
        &[
            "/api/blogs/post-17?fields=reading",
            "/api/blogs/post-4711?fields=reading",
            "/api/blogs/post-9999?fields=reading",
        ],
    ),
    (
        "search: one word",
        &[
            "/api/blogs?search=rust&limit=9",
            "/api/blogs?search=async&limit=9",
            "/api/blogs?search=performance&limit=9",
            "/api/blogs?search=zygote&limit=9",
            "/api/blogs?search=go&limit=9",
        ],
    ),
    (
        "search: two words",
        &[
            "/api/blogs?search=react+native&limit=9",
            "/api/blogs?search=memory+safety&limit=9",
            "/api/blogs?search=data+frame&limit=9",
        ],
    ),
];

#[expect(clippy::print_stdout, reason = "a benchmark is read on the terminal")]
fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("the benchmark could not run: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark is read on the terminal")]
fn run() -> Result<bool, Box<dyn Error>> {
    let count = std::env::var("POSTS").map_or(Ok(POSTS), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("blog-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let store = Store::open(&StoreOptions {
        path: folder.join("blog.db"),
        readers: 2,
    })?;
    let lines = lines(count)?;
    let started = Instant::now();
    let report = import::posts(&store, &SystemClock, &SystemEntropy, lines.as_bytes(), |_| {})?;
    let imported = started.elapsed();
    println!(
        "import of {} posts: {:.2} s",
        report.imported,
        imported.as_secs_f64()
    );
    let state = AppState::new(
        store,
        Config::load(&Flags::default(), [])?,
        &SigningSecret::random(&SystemEntropy),
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let is_fast = runtime.block_on(read_all(&router(state)))?;
    std::fs::remove_dir_all(&folder)?;
    Ok(is_fast && (count != POSTS || imported < IMPORT_BUDGET))
}

#[expect(clippy::print_stdout, reason = "a benchmark is read on the terminal")]
async fn read_all(site: &Router) -> Result<bool, Box<dyn Error>> {
    println!("{:<20} {:>9} {:>9}", "", "p50", "p99");
    let mut is_fast = true;
    for (name, paths) in READINGS {
        let mut times = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS {
            times.push(answer(site, paths[round % paths.len()]).await?);
        }
        times.sort_unstable();
        let (median, late) = (times[ROUNDS / 2], times[ROUNDS * 99 / 100]);
        let verdict = if median < ANSWER_BUDGET { "" } else { "  over 5 ms" };
        println!(
            "{name:<20} {:>6.2} ms {:>6.2} ms{verdict}",
            milliseconds(median),
            milliseconds(late)
        );
        is_fast &= median < ANSWER_BUDGET;
    }
    Ok(is_fast)
}

async fn answer(site: &Router, path: &str) -> Result<Duration, Box<dyn Error>> {
    let request = Request::get(path).body(Body::empty())?;
    let started = Instant::now();
    let response = site.clone().oneshot(request).await?;
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await?;
    let taken = started.elapsed();
    if !status.is_success() || body.is_empty() {
        return Err(format!("{path} answered {status}").into());
    }
    Ok(taken)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// So many posts as the lines of an import: real texts again and again, each turned a little further, so
/// that words stay as frequent as they are.
fn lines(count: usize) -> Result<String, Box<dyn Error>> {
    let originals = originals()?;
    let mut text = String::new();
    for number in 0..count {
        let mut post = originals[number % originals.len()].clone();
        post["slug"] = json!(format!("post-{number}"));
        post["title"] = json!(format!("{} {number}", post["title"].as_str().unwrap_or_default()));
        text.push_str(&post.to_string());
        text.push('\n');
    }
    Ok(text)
}

fn originals() -> Result<Vec<Value>, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if let Ok(corpus) = std::fs::read_to_string(root.join("../shared/corpus/posts.jsonl")) {
        return corpus
            .lines()
            .map(|line| Ok(serde_json::from_str(line)?))
            .collect();
    }
    std::fs::read_dir(root.join("src/actions/demo/posts"))?
        .map(|entry| {
            Ok(json!({
                "title": "Sample", "author": "Ada", "createdAt": "2026-01-01T00:00:00Z",
                "tags": ["sample"], "category": "Other", "contentHtml": std::fs::read_to_string(entry?.path())?,
            }))
        })
        .collect()
}
