//! The real program, run as people run it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Runs the program on a data folder until it ends.
pub fn run(data: &Path, arguments: &[&str]) -> Output {
    command(data, arguments).output().unwrap()
}

/// The same, with something on its standard input.
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

/// The same, with settings in its environment.
pub fn run_with(data: &Path, arguments: &[&str], environment: &[(String, String)]) -> Output {
    command(data, arguments)
        .envs(environment.iter().cloned())
        .output()
        .unwrap()
}

/// The one line that a failed command gives on standard error.
pub fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim().to_owned()
}

/// What a command that went well gives on standard output.
pub fn answer(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blog-app"));
    command
        .current_dir(std::env::temp_dir())
        .env("BLOG_APP_SERVER__DATA_DIR", data)
        .args(arguments);
    command
}

/// A running site; it is killed when the test ends.
pub struct Running {
    child: Child,
    pub address: String,
    pub greeting: Vec<String>,
}

impl Running {
    /// Starts the site on a free port, and waits until it says where it is.
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// The same, with settings in its environment.
    pub fn start_with(data: &Path, environment: &[(String, String)]) -> Self {
        Self::start_logging(data, environment, Stdio::null())
    }

    /// The same, with a place for its log.
    pub fn start_logging(data: &Path, environment: &[(String, String)], log: impl Into<Stdio>) -> Self {
        let mut serve = command(data, &["serve", "--listen", "127.0.0.1:0"]);
        serve.envs(environment.iter().cloned()).stderr(log);
        Self::from_command(serve)
    }

    /// The same for a command line of one's own.
    pub fn from_command(mut serve: Command) -> Self {
        let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.split_once("http://").unwrap().1.to_owned();
        let greeting = [first]
            .into_iter()
            .chain(lines.by_ref().take(2).map(Result::unwrap))
            .collect();
        Self {
            child,
            address,
            greeting,
        }
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The body of a page or call.
    pub fn get(&self, path: &str) -> String {
        ureq::get(format!("http://{}{path}", self.address))
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
            .unwrap()
    }

    /// The command line as everybody on the machine can see it.
    pub fn command_line(&self) -> String {
        std::fs::read_to_string(format!("/proc/{}/cmdline", self.child.id())).unwrap()
    }

    /// Ends it as a power cut does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Tells it to stop as a service manager does.
    pub fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits for its end, and gives its exit code.
    pub fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Tells it to stop, and gives its exit code.
    pub fn stop(self) -> Option<i32> {
        self.terminate();
        self.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have been stopped already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
