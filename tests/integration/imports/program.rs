//! The real program, killed and stopped while it works on an import.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::imports::{IMPORTS, Panel, ghost_export};
use crate::support::program::{RunningSite, create_admin, environment, expect_success, run};
use crate::support::{database, wait_until};

const PASSWORD: &str = "correct horse battery";
/// So many that each part of the work takes some seconds.
const POSTS: u32 = 3_000;
/// A stop may take so long beside an import; without one it takes a fraction of it.
const STOP_MAX: Duration = Duration::from_secs(4);

fn start(data: &Path) -> (RunningSite, Panel) {
    let site = RunningSite::start_with(data, &environment(&[("RATE_LIMIT__ENABLED", "false")]));
    let panel = Panel::sign_in(&site, "root", PASSWORD);
    (site, panel)
}

/// Waits until the latest import is so.
fn wait_for(panel: &Panel, is_so: impl Fn(&Value) -> bool) -> Value {
    let mut latest = Value::Null;
    wait_until(|| {
        latest = panel.latest();
        assert_ne!(latest["state"], "failed", "{latest}");
        is_so(&latest)
    });
    latest
}

fn posts(data: &Path) -> u32 {
    database::query(data, "select count(*) from posts")[0]
        .parse()
        .unwrap()
}

#[test]
fn an_import_goes_on_after_kills_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    expect_success(&create_admin(data, "root", PASSWORD));
    let (site, panel) = start(data);
    let (status, body) = panel.upload("ghost", &ghost_export(POSTS));
    assert_eq!(status, 202, "{body}");
    wait_for(&panel, |import| import["entries"].as_u64() > Some(0));
    site.kill();

    // Of a server, another process has the import for half a minute.
    let (site, panel) = start(data);
    let ready = wait_for(&panel, |import| import["state"] == "ready");
    assert_eq!(ready["totals"]["posts"]["new"], POSTS);
    let apply = format!("{IMPORTS}/{}/apply", ready["_id"].as_str().unwrap());
    assert_eq!(panel.send(&apply, &json!({})).0, 202);
    wait_until(|| posts(data) > 0);
    let stopped_at = Instant::now();
    assert_eq!(site.stop(), Some(0));
    assert!(stopped_at.elapsed() < STOP_MAX, "{:?}", stopped_at.elapsed());
    let stored = posts(data);
    assert!(stored < POSTS, "it had come to its end");

    let (site, panel) = start(data);
    wait_until(|| posts(data) > stored);
    site.kill();
    let (site, panel) = {
        drop(panel);
        start(data)
    };
    let done = wait_for(&panel, |import| import["state"] == "done");
    assert_eq!(
        done["totals"]["posts"],
        json!({"new": POSTS, "skipped": 0, "refused": 0})
    );
    assert_eq!(posts(data), POSTS);
    // The site answers as ever, and what was imported is public.
    assert!(site.get("/blog/number-2999").contains("The text of number 2999."));
    assert_eq!(site.stop(), Some(0));
    let left = std::fs::read_dir(data.join("imports")).unwrap().count();
    assert_eq!(left, 0);
    expect_success(&run(data, &["check"]));
}
