//! The servers that are measured, each a process of its own: the site, a bare axum, and nginx.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::bare;
use crate::process;
use crate::world::{bench_folder, make_folder_anew};

/// The program that is measured.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_blog-app");
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(1);

/// A server that runs until it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// The site on a data folder, as it is by default but for the limits on what one address may do. It keeps so many
    /// megabytes of answers; the default when none are named.
    pub fn site(data: &Path, cache_megabytes: Option<u32>) -> Result<Self> {
        let mut command = Command::new(PROGRAM);
        command
            .args(["serve", "--pad-health", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data)
            .current_dir(data)
            .env("BLOG_APP_RATE_LIMIT__ENABLED", "false");
        if let Some(megabytes) = cache_megabytes {
            command.env("BLOG_APP_SERVER__CACHE_MEGABYTES", megabytes.to_string());
        }
        Self::that_says_where(&mut command)
    }

    /// axum with a fixed body and nothing else, in another process of this benchmark.
    pub fn bare_axum() -> Result<Self> {
        Self::that_says_where(Command::new(std::env::current_exe()?).arg(bare::ARGUMENT))
    }

    /// nginx with the files of `folder`, without a log of its requests.
    pub fn nginx(folder: &Path) -> Result<Self> {
        let scratch = bench_folder().join("nginx");
        make_folder_anew(&scratch)?;
        let address = free_address()?;
        // Started by root it would become somebody who may not read here.
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

    /// How long the program takes from its start to its first answer.
    pub fn time_to_first_answer(data: &Path) -> Result<Duration> {
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

    /// The time that its processes had of the processors.
    pub fn processor_time(&self) -> Result<Duration> {
        process::processor_time(self.child.id())
    }

    /// The memory that it takes.
    pub fn memory(&self) -> Result<process::Memory> {
        process::memory(self.child.id())
    }

    fn that_says_where(command: &mut Command) -> Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().context("the server says nothing")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let (_, address) = line
            .trim()
            .split_once("http://")
            .with_context(|| format!("the server does not say where it is: {line}"))?;
        Ok(Self {
            address: address.to_owned(),
            child,
        })
    }

    fn wait_until_it_listens(&self) -> Result<()> {
        let started = Instant::now();
        while TcpStream::connect(&self.address).is_err() {
            ensure!(
                started.elapsed() < PATIENCE,
                "nothing listens on {}",
                self.address
            );
            sleep(PAUSE);
        }
        Ok(())
    }
}

impl Drop for Server {
    /// Told to end and not killed: nginx would leave its workers behind.
    fn drop(&mut self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status();
        if told.is_ok_and(|status| status.success()) {
            drop(self.child.wait());
        } else {
            drop(self.child.kill());
        }
    }
}

/// Debian keeps it out of the path of those who are not root.
pub const NGINX: &str = "/usr/sbin/nginx";

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}
