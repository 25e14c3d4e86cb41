//! Readers and writers, and what they saw.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use blog_app_postgres_servers::{Server, Servers};
use serde_json::json;
use ureq::Agent;

use super::nginx::Nginx;
use super::nodes::Nodes;
use super::open;
use crate::support::smtp::header;
use crate::support::writes::{LINES_SQL, POSTS, Reader, Write, import_posts, reader};
use crate::support::{wait_until, wait_within};

/// The longest lease of mails with the settings of the nodes: five times `mail.timeout_seconds` and a minute.
const LEASE: Duration = Duration::from_secs(5 * 2 + 60);
const WRITERS: usize = 12;
const READERS: usize = 4;
/// The pages that visitors read.
const PATHS: [&str; 6] = [
    "/",
    "/api/blogs?limit=9",
    "/api/blogs/post-7",
    "/blog/post-8",
    "/api/blogs?search=post&limit=9",
    "/api/blogs/trending?limit=9",
];
/// The pause of a writer, so that the machine has time for the failures.
const PAUSE: Duration = Duration::from_millis(30);
const REGISTRATION_INTERVAL: Duration = Duration::from_millis(300);

pub fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(40)))
        .build()
        .into()
}

pub struct Load {
    address: String,
    readers: Vec<Reader>,
    acknowledged: Mutex<Vec<String>>,
    registered: Mutex<Vec<String>>,
    refused: AtomicUsize,
    read: AtomicUsize,
    failed: Mutex<Vec<String>>,
    is_running: AtomicBool,
}

/// The events so far.
pub struct Counts {
    written: usize,
    refused: usize,
    read: usize,
    failed: usize,
}

impl Counts {
    pub fn since(&self, before: &Self) -> Self {
        Self {
            written: self.written - before.written,
            refused: self.refused - before.refused,
            read: self.read - before.read,
            failed: self.failed - before.failed,
        }
    }

    pub fn line(&self, name: &str, time: Duration) -> String {
        format!(
            "{name}: {:.1} s, {} reads, {} failed, {} writes acknowledged, {} refused",
            time.as_secs_f64(),
            self.read,
            self.failed,
            self.written,
            self.refused
        )
    }
}

impl Load {
    /// Writes the posts and the readers.
    pub fn prepare(servers: &Servers, nginx: &Nginx) -> Self {
        let store = open(servers);
        import_posts(&store);
        Self {
            address: nginx.address.clone(),
            readers: (0..WRITERS).map(|number| reader(&store, number)).collect(),
            acknowledged: Mutex::default(),
            registered: Mutex::default(),
            refused: AtomicUsize::default(),
            read: AtomicUsize::default(),
            failed: Mutex::default(),
            is_running: AtomicBool::new(true),
        }
    }

    /// Reads and writes until `work` returns.
    pub fn during(&self, work: impl FnOnce(&Self)) {
        thread::scope(|scope| {
            for reader in &self.readers {
                scope.spawn(|| self.write(reader));
            }
            for number in 0..READERS {
                scope.spawn(move || self.read(number));
            }
            scope.spawn(|| self.register());
            let stop = StopOnDrop(&self.is_running);
            work(self);
            drop(stop);
        });
    }

    fn goes_on(&self) -> bool {
        self.is_running.load(Ordering::Relaxed)
    }

    fn write(&self, reader: &Reader) {
        let agent = agent();
        for number in 0..4 * POSTS {
            if !self.goes_on() {
                return;
            }
            let write = Write::new(reader, number);
            match write.send(&agent, &self.address, &reader.token) {
                Ok((status, _)) if status == write.status => {
                    self.acknowledged.lock().unwrap().push(write.line);
                }
                // Nobody was told that it was saved.
                Ok((502..=504, _)) | Err(_) => {
                    self.refused.fetch_add(1, Ordering::Relaxed);
                }
                Ok((status, body)) => self.fail(format!("{} {status} {body}", write.line)),
            }
            thread::sleep(PAUSE);
        }
    }

    fn read(&self, offset: usize) {
        let agent = agent();
        for path in PATHS.iter().cycle().skip(offset) {
            if !self.goes_on() {
                return;
            }
            let start = Instant::now();
            let result = agent.get(format!("http://{}{path}", self.address)).call();
            let outcome = result
                .map_err(|error| error.to_string())
                .and_then(|mut response| {
                    let body = response
                        .body_mut()
                        .read_to_string()
                        .map_err(|error| error.to_string())?;
                    if response.status() == 200 {
                        Ok(())
                    } else {
                        Err(format!("{} {body}", response.status()))
                    }
                });
            self.read.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = outcome {
                self.fail(format!("GET {path} after {:?}: {error}", start.elapsed()));
            }
        }
    }

    /// Signs readers up, each of whom gets a mail.
    fn register(&self) {
        let agent = agent();
        for number in 0.. {
            if !self.goes_on() {
                return;
            }
            let email = format!("new-{number}@example.org");
            let body = json!({"name": format!("New {number}"), "email": email, "password": "correct horse"});
            let sent = agent
                .post(format!("http://{}/api/auth/register", self.address))
                .send_json(&body);
            if sent.is_ok_and(|response| response.status() == 201) {
                self.registered.lock().unwrap().push(email);
            }
            thread::sleep(REGISTRATION_INTERVAL);
        }
    }

    fn fail(&self, failure: String) {
        println!("{failure}");
        self.failed.lock().unwrap().push(failure);
    }

    /// Returns the number of acknowledged writes.
    fn written(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    pub fn counts(&self) -> Counts {
        Counts {
            written: self.written(),
            refused: self.refused.load(Ordering::Relaxed),
            read: self.read.load(Ordering::Relaxed),
            failed: self.failed.lock().unwrap().len(),
        }
    }

    /// Waits until this many more writes are acknowledged.
    pub fn wait_for_writes(&self, count: usize) {
        let start = self.written();
        wait_until(|| self.written() >= start + count);
    }

    /// Asserts that no read failed, that every acknowledged write is there once, and that every mail was sent once.
    pub fn assert_kept(&self, server: &Server, nodes: &Nodes) {
        let failed = self.failed.lock().unwrap();
        assert!(
            failed.is_empty(),
            "{} failed, such as {}",
            failed.len(),
            failed[0]
        );
        let stored = server.query(LINES_SQL);
        let lines: Vec<&str> = stored.lines().collect();
        let stored: HashSet<&str> = lines.iter().copied().collect();
        assert_eq!(lines.len(), stored.len(), "a write was done twice");
        let acknowledged = self.acknowledged.lock().unwrap();
        let lost: Vec<&String> = acknowledged
            .iter()
            .filter(|line| !stored.contains(line.as_str()))
            .collect();
        assert!(
            lost.is_empty(),
            "{} of {} were lost: {lost:?}",
            lost.len(),
            acknowledged.len()
        );
        println!(
            "{} acknowledged writes, none lost, none done twice",
            acknowledged.len()
        );

        let counts = "select sum(like_count) || ' ' || sum(comment_count) from posts";
        let counts = server.query(counts);
        println!("likes and comments: {counts}");
        for address in nodes.addresses() {
            let sums = sums_of(address);
            assert_eq!(sums, counts, "{address}");
        }

        let registered = self.registered.lock().unwrap();
        let unsent = "select count(*) from outbox where done_at is null";
        wait_within(LEASE + Duration::from_mins(1), || server.query(unsent) == "0");
        let mails = nodes.mailbox.mails();
        let mut repeated = 0;
        for email in registered.iter() {
            let sent = mails.iter().filter(|mail| header(mail, "To") == email);
            let ids: Vec<&str> = sent.map(|mail| header(mail, "Message-ID")).collect();
            let distinct: HashSet<&str> = ids.iter().copied().collect();
            assert_eq!(distinct.len(), 1, "mails to {email}");
            repeated += ids.len() - 1;
        }
        // The node that is killed may have sent one that it could not record, which is sent again as the same mail.
        assert!(repeated <= 1, "{repeated} mails were sent again");
        println!(
            "{} mails, each sent once, {repeated} of them again",
            registered.len()
        );
    }
}

/// The likes and comments of all posts, as a node lists them.
fn sums_of(address: &str) -> String {
    let (mut likes, mut comments) = (0, 0);
    for page in 1..=2 {
        let mut response = agent()
            .get(format!("http://{address}/api/blogs?limit=100&page={page}"))
            .call()
            .unwrap();
        let body: serde_json::Value = response.body_mut().read_json().unwrap();
        for blog in body["blogs"].as_array().unwrap() {
            likes += blog["stats"]["likeCount"].as_u64().unwrap();
            comments += blog["stats"]["commentCount"].as_u64().unwrap();
        }
    }
    format!("{likes} {comments}")
}

/// Ends the load also when the test fails.
struct StopOnDrop<'load>(&'load AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
