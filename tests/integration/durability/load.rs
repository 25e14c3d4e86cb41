//! Concurrent writers, which record the writes that were acknowledged.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use ureq::Agent;

use super::test_data::{POSTS, Reader, World, slug};

const TIMEOUT: Duration = Duration::from_mins(1);

/// A write by a reader.
pub struct Write {
    path: String,
    body: Value,
    status: u16,
    /// Its line in the database.
    pub line: String,
}

impl Write {
    /// The reader's write with this number. No two numbers of a reader write the same.
    pub fn new(reader: &Reader, number: usize) -> Self {
        let Reader { id, .. } = reader;
        assert!(number < 4 * POSTS, "the reader has nothing left to write");
        let slug = slug(number / 4);
        let (action, body, status, line) = match number % 4 {
            0 => ("like", json!({}), 200, format!("like {id} {slug}")),
            1 => ("bookmark", json!({}), 200, format!("bookmark {id} {slug}")),
            2 => {
                let text = format!("This is number {number}.");
                let line = format!("comment {id} {slug} {text}");
                ("comments", json!({"content": text}), 201, line)
            }
            _ => {
                let name = format!("{id} {number}");
                let digest: [u8; 32] = Sha256::digest(&name).into();
                let session = i64::from_be_bytes(*digest.first_chunk().unwrap());
                let body = json!({"sessionId": name, "deviceType": "mobile"});
                ("view", body, 200, format!("view {session} {slug}"))
            }
        };
        Self {
            path: format!("/api/blogs/{slug}/{action}"),
            body,
            status,
            line,
        }
    }

    /// Sends the write and returns whether it was acknowledged; false if the site is down.
    fn send(&self, agent: &Agent, address: &str, token: &str) -> bool {
        let result = agent
            .post(format!("http://{address}{}", self.path))
            .header("authorization", format!("Bearer {token}"))
            .send_json(&self.body);
        let Ok(mut response) = result else { return false };
        // The response head is the acknowledgement; a kill may still truncate the body.
        let body = response.body_mut().read_to_string();
        assert_eq!(response.status(), self.status, "{} {body:?}", self.path);
        true
    }
}

/// The writes acknowledged so far.
pub struct Acknowledged {
    receiver: Receiver<String>,
    pub lines: Vec<String>,
}

impl Acknowledged {
    /// Waits until `count` writes are acknowledged.
    pub fn wait_for(&mut self, count: usize) {
        while self.lines.len() < count {
            self.lines.push(self.receiver.recv_timeout(TIMEOUT).unwrap());
        }
    }
}

/// The readers of a world, each with the number of its next write.
pub struct Load<'world> {
    writers: Vec<(&'world Reader, AtomicUsize)>,
}

impl<'world> Load<'world> {
    pub fn new(world: &'world World) -> Self {
        let writers = world.readers.iter().map(|reader| (reader, AtomicUsize::new(0)));
        Self {
            writers: writers.collect(),
        }
    }

    /// Lets all readers write until `work` returns or the site is down. Returns the acknowledged lines.
    pub fn during(&self, address: &str, work: impl FnOnce(&mut Acknowledged)) -> Vec<String> {
        let is_running = AtomicBool::new(true);
        let (sender, receiver) = channel();
        let mut acknowledged = Acknowledged {
            receiver,
            lines: Vec::new(),
        };
        thread::scope(|scope| {
            for (reader, number) in &self.writers {
                let (sender, is_running) = (sender.clone(), &is_running);
                scope.spawn(move || run_writer(reader, number, address, is_running, &sender));
            }
            drop(sender);
            work(&mut acknowledged);
            is_running.store(false, Ordering::Relaxed);
        });
        acknowledged.lines.extend(acknowledged.receiver);
        acknowledged.lines
    }
}

fn run_writer(
    reader: &Reader,
    number: &AtomicUsize,
    address: &str,
    is_running: &AtomicBool,
    sender: &Sender<String>,
) {
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(TIMEOUT))
        .build()
        .into();
    while is_running.load(Ordering::Relaxed) {
        let write = Write::new(reader, number.fetch_add(1, Ordering::Relaxed));
        if !write.send(&agent, address, &reader.token) {
            break;
        }
        sender.send(write.line).unwrap();
    }
}
