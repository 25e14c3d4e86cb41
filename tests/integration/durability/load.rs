//! Readers who write all at once, each thing once, and remember what was acknowledged.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use ureq::Agent;

use super::world::{POSTS, Reader, World, slug};

const PATIENCE: Duration = Duration::from_mins(1);

/// One of the things that a reader writes.
pub struct Write {
    path: String,
    body: Value,
    status: u16,
    /// What it leaves in the database.
    pub line: String,
}

impl Write {
    /// The thing that a reader writes as so manyeth.
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

    /// Sends it, and gives whether it was acknowledged; false when the site has gone.
    fn send(&self, agent: &Agent, address: &str, token: &str) -> bool {
        let sent = agent
            .post(format!("http://{address}{}", self.path))
            .header("authorization", format!("Bearer {token}"))
            .send_json(&self.body);
        let Ok(mut answer) = sent else { return false };
        // The head is the acknowledgement; a kill may still cut the body short.
        let body = answer.body_mut().read_to_string();
        assert_eq!(answer.status(), self.status, "{} {body:?}", self.path);
        true
    }
}

/// What was acknowledged so far.
pub struct Acknowledged {
    coming: Receiver<String>,
    pub lines: Vec<String>,
}

impl Acknowledged {
    /// Waits until so many writes were acknowledged.
    pub fn wait_for(&mut self, count: usize) {
        while self.lines.len() < count {
            self.lines.push(self.coming.recv_timeout(PATIENCE).unwrap());
        }
    }
}

/// All readers of a world, each with the number of the next thing to write.
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

    /// Lets all readers write while `work` runs or until the site has gone, and gives all that was acknowledged.
    pub fn during(&self, address: &str, work: impl FnOnce(&mut Acknowledged)) -> Vec<String> {
        let goes_on = AtomicBool::new(true);
        let (sender, coming) = channel();
        let mut acknowledged = Acknowledged {
            coming,
            lines: Vec::new(),
        };
        thread::scope(|scope| {
            for (reader, number) in &self.writers {
                let (sender, goes_on) = (sender.clone(), &goes_on);
                scope.spawn(move || write(reader, number, address, goes_on, &sender));
            }
            drop(sender);
            work(&mut acknowledged);
            goes_on.store(false, Ordering::Relaxed);
        });
        acknowledged.lines.extend(acknowledged.coming);
        acknowledged.lines
    }
}

fn write(
    reader: &Reader,
    number: &AtomicUsize,
    address: &str,
    goes_on: &AtomicBool,
    acknowledged: &Sender<String>,
) {
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    while goes_on.load(Ordering::Relaxed) {
        let write = Write::new(reader, number.fetch_add(1, Ordering::Relaxed));
        if !write.send(&agent, address, &reader.token) {
            break;
        }
        acknowledged.send(write.line).unwrap();
    }
}
