//! A recorded run of the real store: create, fill, write concurrently, close, reopen and write again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::thread;

use blog_app::domain::comment::CommentText;
use blog_app::domain::{Clock as _, CommentId, SystemClock, SystemEntropy, UserId};
use blog_app::store::comments::NewComment;
use blog_app::store::{Store, StoreError, Tx, WriteStats, comments, marks, posts};
use blog_app_recorded_disk::{Event, FileId, Recording};

use super::super::test_data::{World, open};
use crate::support::writes::slug;

/// The number of times that the store is opened and written to.
const OPENINGS: usize = 2;
/// The number of writes of each reader per opening.
const WRITES: usize = 150;
/// The number of events after a restart of the write-ahead log that get more cuts.
const AFTER_RESTART: usize = 24;
/// The number of events that create the database: its journal, its log, and a commit for each migration.
const CREATION_EVENTS: usize = 300;

pub struct Run {
    pub events: Vec<Event>,
    /// The write statistics of each opening.
    pub writes: Vec<WriteStats>,
    /// The events by which checkpoints change the database file.
    pub checkpoints: Vec<usize>,
    /// The events that restart the write-ahead log after a checkpoint.
    pub restarts: Vec<usize>,
}

impl Run {
    pub fn record() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let recording = Recording::start(folder.path()).unwrap();
        let world = World::new(folder.path());
        let writes = (0..OPENINGS)
            .map(|opening| write_at_once(&world, opening * WRITES, &recording))
            .collect();
        let events = recording.finish();
        Self {
            writes,
            checkpoints: checkpoints(&events),
            restarts: restarts(&events),
            events,
        }
    }

    /// Returns up to `count` points of the run: a quarter each in the creation of the database, in checkpoints,
    /// and after restarts of the log; the others spread evenly.
    pub fn cuts(&self, count: usize) -> Vec<usize> {
        let after_restarts: Vec<usize> = self
            .restarts
            .iter()
            .flat_map(|restart| *restart..(restart + AFTER_RESTART).min(self.events.len()))
            .collect();
        let mut cuts = BTreeSet::new();
        cuts.extend(spread(&self.checkpoints, count / 4));
        cuts.extend(spread(&after_restarts, count / 4));
        let creation: Vec<usize> = (0..CREATION_EVENTS).collect();
        cuts.extend(spread(&creation, count / 4));
        let others: Vec<usize> = (0..=self.events.len())
            .filter(|point| !cuts.contains(point))
            .collect();
        cuts.extend(spread(&others, count - cuts.len()));
        cuts.into_iter().collect()
    }
}

fn spread(points: &[usize], count: usize) -> impl Iterator<Item = usize> + '_ {
    (0..count.min(points.len())).map(move |number| points[number * points.len() / count.min(points.len())])
}

fn write_at_once(world: &World, first: usize, recording: &Recording) -> WriteStats {
    let store = open(world.data());
    thread::scope(|scope| {
        for reader in &world.readers {
            let store = &store;
            scope.spawn(move || {
                for number in first..first + WRITES {
                    recording.note(write(store, reader.id, number));
                }
            });
        }
    });
    store.write_stats()
}

/// Performs one write and returns its line in the database once it is acknowledged.
fn write(store: &Store, reader: UserId, number: usize) -> String {
    let result = store.write_blocking(move |tx| write_in_transaction(tx, reader, number));
    result.unwrap()
}

fn write_in_transaction(tx: &mut Tx<'_>, reader: UserId, number: usize) -> Result<String, StoreError> {
    let slug = slug(number / 3);
    let post = posts::published_by_id_or_slug(tx, &slug)?.unwrap().id;
    let now = SystemClock.now();
    match number % 3 {
        0 => {
            marks::LIKE.set(tx, post, reader, true, now)?;
            Ok(format!("like {reader} {slug}"))
        }
        1 => {
            marks::BOOKMARK.set(tx, post, reader, true, now)?;
            Ok(format!("bookmark {reader} {slug}"))
        }
        _ => {
            let text = format!("{number} {}", "words and more of them ".repeat(40));
            let text = CommentText::parse(&text).unwrap();
            let id = CommentId::new(now, &SystemEntropy);
            comments::insert(tx, &NewComment::of_reader(id, post, reader, text.clone(), now))?;
            Ok(format!("comment {reader} {slug} {}", text.as_str()))
        }
    }
}

fn checkpoints(events: &[Event]) -> Vec<usize> {
    let names = names(events);
    let changes_the_database = |event: &Event| match event {
        Event::Written { file, .. } | Event::Resized { file, .. } | Event::Synced { file } => {
            names.get(file) == Some(&"blog.db")
        }
        _ => false,
    };
    positions(events, changes_the_database)
}

fn restarts(events: &[Event]) -> Vec<usize> {
    let names = names(events);
    let mut seen = HashSet::new();
    let is_restart = |event: &Event| match event {
        Event::Written { file, offset: 0, .. } if names.get(file) == Some(&"blog.db-wal") => {
            !seen.insert(*file)
        }
        _ => false,
    };
    positions(events, is_restart)
}

fn positions(events: &[Event], mut is_wanted: impl FnMut(&Event) -> bool) -> Vec<usize> {
    (0..events.len())
        .filter(|index| is_wanted(&events[*index]))
        .collect()
}

fn names(events: &[Event]) -> HashMap<FileId, &str> {
    let created = |event| match event {
        &Event::Created { file, ref name } => Some((file, name.as_str())),
        _ => None,
    };
    events.iter().filter_map(created).collect()
}
