//! The measured servers, each a process of its own: the site, bare axum, and nginx.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::bare_axum;
use crate::folders::{bench_folder, recreate_folder};
use crate::process;

/// The measured program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_blog-app");
const START_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A server that runs until it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts the site on a data folder, with the default settings except for the rate limits and, if given, the size
    /// of the response cache.
    pub fn site(data: &Path, cache_megabytes: Option<u32>) -> Result<Self> {
        Self::spawn_and_read_address(&mut site_command(data, cache_megabytes))
    }

    /// Starts the site as a node on a PostgreSQL server, with the settings of [`Self::site`]. `data` is a folder of its
    /// own. Waits until it is ready.
    pub fn node(data: &Path, url: &str, secret: &str, cache_megabytes: Option<u32>) -> Result<Self> {
        recreate_folder(data)?;
        let mut command = site_command(data, cache_megabytes);
        command
            .env("BLOG_APP_DATABASE__URL", url)
            .env("BLOG_APP_AUTH__SECRET", secret);
        let node = Self::spawn_and_read_address(&mut command)?;
        node.wait_until(|node| crate::fetch::body_length(&node.address, "/api/ready", "").is_ok())?;
        Ok(node)
    }

    /// Starts bare axum, in another process of this benchmark.
    pub fn bare_axum() -> Result<Self> {
        Self::spawn_and_read_address(Command::new(std::env::current_exe()?).arg(bare_axum::ARGUMENT))
    }

    /// Starts nginx with the files of `folder`, without an access log.
    pub fn nginx(folder: &Path) -> Result<Self> {
        let scratch = bench_folder().join("nginx");
        recreate_folder(&scratch)?;
        let address = free_address()?;
        // Started by root, nginx would switch to a user without access to these files.
        let user = if fs::metadata("/proc/self")?.uid() == 0 {
            "user root;"
        } else {
            ""
        };
        let (scratch_path, folder) = (scratch.display(), folder.display());
        let settings = format!(
            "{user} worker_processes auto; daemon off; pid {scratch_path}/pid; error_log {scratch_path}/errors;
             events {{ worker_connections 1024; }}
             http {{
                 access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag on;
                 open_file_cache max=1000; default_type application/octet-stream;
                 client_body_temp_path {scratch_path}; proxy_temp_path {scratch_path};
                 fastcgi_temp_path {scratch_path}; uwsgi_temp_path {scratch_path}; scgi_temp_path {scratch_path};
                 server {{ listen {address} backlog=1024; root {folder}; }}
             }}"
        );
        let file = scratch.join("nginx.conf");
        fs::write(&file, settings)?;
        let child = Command::new(NGINX)
            .arg("-c")
            .arg(file)
            .stderr(Stdio::null())
            .spawn()
            .context("nginx cannot be run")?;
        let server = Self { child, address };
        server.wait_until_it_listens()?;
        Ok(server)
    }

    /// Returns the time from the start of the program to its first response.
    pub fn time_to_first_response(data: &Path) -> Result<Duration> {
        let address = free_address()?;
        let started = Instant::now();
        let child = Command::new(PROGRAM)
            .args(["serve", "--listen", &address, "--data-dir"])
            .arg(data)
            .current_dir(data)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let server = Self { child, address };
        server.wait_until_it_listens()?;
        crate::fetch::body_length(&server.address, "/", "")?;
        Ok(started.elapsed())
    }

    /// Returns the CPU time of its processes.
    pub fn processor_time(&self) -> Result<Duration> {
        process::processor_time(self.child.id())
    }

    /// Returns its memory.
    pub fn memory(&self) -> Result<process::Memory> {
        process::memory(self.child.id())
    }

    fn spawn_and_read_address(command: &mut Command) -> Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let (_, address) = line
            .trim()
            .split_once("http://")
            .with_context(|| format!("the server did not print its address: {line}"))?;
        Ok(Self {
            address: address.to_owned(),
            child,
        })
    }

    fn wait_until_it_listens(&self) -> Result<()> {
        self.wait_until(|server| TcpStream::connect(&server.address).is_ok())
    }

    fn wait_until(&self, is_there: impl Fn(&Self) -> bool) -> Result<()> {
        let started = Instant::now();
        while !is_there(self) {
            ensure!(
                started.elapsed() < START_TIMEOUT,
                "nothing answers on {}",
                self.address
            );
            sleep(POLL_INTERVAL);
        }
        Ok(())
    }
}

impl Drop for Server {
    /// Sends SIGTERM, because nginx would leave its workers behind after SIGKILL.
    fn drop(&mut self) {
        let signalled = Command::new("kill").arg(self.child.id().to_string()).status();
        if signalled.is_ok_and(|status| status.success()) {
            drop(self.child.wait());
        } else {
            drop(self.child.kill());
        }
    }
}

fn site_command(data: &Path, cache_megabytes: Option<u32>) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(data)
        .current_dir(data)
        .env("BLOG_APP_RATE_LIMIT__ENABLED", "false");
    if let Some(megabytes) = cache_megabytes {
        command.env("BLOG_APP_SERVER__CACHE_MEGABYTES", megabytes.to_string());
    }
    command
}

/// An absolute path, because Debian has `/usr/sbin` in the PATH of root alone.
pub const NGINX: &str = "/usr/sbin/nginx";

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}
