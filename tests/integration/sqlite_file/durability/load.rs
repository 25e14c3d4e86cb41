//! Concurrent writers, which record the writes that were acknowledged.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use ureq::Agent;

use super::test_data::World;
use crate::support::writes::{Reader, Write};

const TIMEOUT: Duration = Duration::from_mins(1);

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
        // It fails when the site is down.
        let Ok((status, body)) = write.send(&agent, address, &reader.token) else {
            break;
        };
        assert_eq!(status, write.status, "{} {body:?}", write.line);
        sender.send(write.line).unwrap();
    }
}
