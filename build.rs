//! Builds the web client into `$OUT_DIR/dist`, from which the binary embeds it.
//!
//! `BLOG_APP_SKIP_WEB=1` skips it, for work on the server alone; every page then says so.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a build script reports errors to cargo by panicking"
)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The inputs of the bundle. Listed one by one: watching a folder that the build writes to would rebuild it every time.
const SOURCES: [&str; 8] = [
    "web/src",
    "web/public",
    "web/scripts",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-env-changed=BLOG_APP_SKIP_WEB");
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    let dist = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("dist");
    if env::var_os("BLOG_APP_SKIP_WEB").is_some_and(|value| value == "1") {
        fs::create_dir_all(&dist).expect("OUT_DIR can be written");
        return;
    }
    let web = Path::new("web");
    if installed_lock(web) != fs::read(web.join("package-lock.json")).ok() {
        npm(web, &["ci", "--no-audit", "--no-fund"], &dist);
        remember_lock(web);
    }
    npm(web, &["run", "build"], &dist);
}

/// Returns the lock file of the installed packages.
fn installed_lock(web: &Path) -> Option<Vec<u8>> {
    fs::read(lock_copy(web)).ok()
}

fn remember_lock(web: &Path) {
    fs::copy(web.join("package-lock.json"), lock_copy(web)).expect("web/node_modules can be written");
}

fn lock_copy(web: &Path) -> PathBuf {
    web.join("node_modules/.installed-lock.json")
}

fn npm(web: &Path, arguments: &[&str], dist: &Path) {
    let command = format!("npm {}", arguments.join(" "));
    let output = Command::new("npm")
        .args(arguments)
        .current_dir(web)
        .env("BLOG_APP_WEB_OUT", dist)
        .output();
    match output {
        Ok(output) if output.status.success() => {}
        Ok(output) => panic!(
            "`{command}` in web/ failed:\n{}\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) => panic!(
            "`{command}` could not be started ({error}). The web client needs Node.js 20 or newer with npm: \
             install them, or set BLOG_APP_SKIP_WEB=1 to build the server without its pages."
        ),
    }
}
