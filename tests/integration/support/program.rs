//! The real program, run from its command line.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::Mutex;

/// Runs the program on a data folder, and waits for its end.
pub fn run(data: &Path, arguments: &[&str]) -> Output {
    command(data, arguments).output().unwrap()
}

/// Runs the program with a standard input.
pub fn run_with_input(data: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(data, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Creates an administrator with this name and the address `{name}@example.org`.
pub fn create_admin(data: &Path, name: &str, password: &str) -> Output {
    let email = format!("{name}@example.org");
    let create = [
        "admin",
        "create",
        "--username",
        name,
        "--email",
        &email,
        "--password-stdin",
    ];
    run_with_input(data, &create, password)
}

/// Returns the environment variables of settings, whose names are without the prefix that all have.
pub fn environment(settings: &[(&str, &str)]) -> Vec<(String, String)> {
    settings
        .iter()
        .map(|(name, value)| (format!("BLOG_APP_{name}"), (*value).to_owned()))
        .collect()
}

/// Runs the program with environment variables.
pub fn run_with_env(data: &Path, arguments: &[&str], environment: &[(String, String)]) -> Output {
    command(data, arguments)
        .envs(environment.iter().cloned())
        .output()
        .unwrap()
}

/// Asserts that a command failed, and returns its one line on standard error.
pub fn expect_failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim().to_owned()
}

/// Asserts that a command succeeded, and returns its standard output.
pub fn expect_success(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blog-app"));
    command
        .current_dir(std::env::temp_dir())
        .env("BLOG_APP_SERVER__DATA_DIR", data)
        .envs(super::database::environment(data))
        .args(arguments);
    command
}

/// A running site; it is killed when the test ends.
pub struct RunningSite {
    child: Child,
    pub address: String,
    pub greeting: Vec<String>,
    lines: Mutex<Lines<BufReader<ChildStdout>>>,
}

impl RunningSite {
    /// Starts the site on a free port, and waits until it prints its address.
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// Starts the site with environment variables.
    pub fn start_with(data: &Path, environment: &[(String, String)]) -> Self {
        Self::start_logging(data, environment, Stdio::null())
    }

    /// Starts the site with environment variables and a destination of its log.
    pub fn start_logging(data: &Path, environment: &[(String, String)], log: impl Into<Stdio>) -> Self {
        let mut serve = command(data, &["serve", "--listen", "127.0.0.1:0"]);
        serve.envs(environment.iter().cloned()).stderr(log);
        Self::from_command(serve)
    }

    /// Starts the site with this command.
    pub fn from_command(mut serve: Command) -> Self {
        let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.rsplit_once(' ').unwrap().1.trim_start_matches("http://");
        let address = address.to_owned();
        let greeting = [first]
            .into_iter()
            .chain(lines.by_ref().take(2).map(Result::unwrap))
            .collect();
        Self {
            child,
            address,
            greeting,
            lines: Mutex::new(lines),
        }
    }

    /// Waits for the next lines that it prints after the greeting.
    pub fn rest_of_greeting(&self, count: usize) -> Vec<String> {
        let mut lines = self.lines.lock().unwrap();
        lines.by_ref().take(count).map(Result::unwrap).collect()
    }

    /// Returns the id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a GET, and returns the body.
    pub fn get(&self, path: &str) -> String {
        ureq::get(format!("http://{}{path}", self.address))
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
            .unwrap()
    }

    /// Returns the command line as all users of the machine can see it.
    pub fn command_line(&self) -> String {
        std::fs::read_to_string(format!("/proc/{}/cmdline", self.child.id())).unwrap()
    }

    /// Kills the process.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends the signal with this name.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args([&format!("-{name}"), &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits for its end, and returns its exit code.
    pub fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Sends SIGTERM, waits for its end, and returns its exit code.
    pub fn stop(self) -> Option<i32> {
        self.terminate();
        self.wait()
    }
}

impl Drop for RunningSite {
    fn drop(&mut self) {
        // It may have been stopped already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
