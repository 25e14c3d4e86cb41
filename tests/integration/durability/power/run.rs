//! A recorded run of the real store: made, filled, written by many at once, closed, opened and written again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::thread;

use blog_app::domain::comment::CommentText;
use blog_app::domain::{Clock as _, CommentId, SystemClock, SystemEntropy, UserId};
use blog_app::store::{Store, StoreError, Tx, Writes, comments, marks, posts};
use blog_app_recorded_disk::{Event, FileId, Recording};

use super::super::world::{World, open, slug};

/// How often the store is opened and written to.
const OPENINGS: usize = 2;
/// What each reader writes in an opening.
const WRITES: usize = 150;
/// Events after the write-ahead log begins anew that are looked at more closely.
const AFTER_RESTART: usize = 24;
/// Events with which the database is made: its journal, its log and the migrations, a commit after another.
const MAKING: usize = 300;

pub struct Run {
    pub events: Vec<Event>,
    /// What the writers did, an opening each.
    pub writes: Vec<Writes>,
    /// The events with which checkpoints change the database.
    pub checkpoints: Vec<usize>,
    /// The events with which the write-ahead log begins anew after one.
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

    /// So many moments of the run, when it has them: a quarter of them where the database is made, inside checkpoints and
    /// where the write-ahead log begins anew, each; the others evenly spread.
    pub fn cuts(&self, count: usize) -> Vec<usize> {
        let after: Vec<usize> = self
            .restarts
            .iter()
            .flat_map(|restart| *restart..(restart + AFTER_RESTART).min(self.events.len()))
            .collect();
        let mut cuts = BTreeSet::new();
        cuts.extend(spread(&self.checkpoints, count / 4));
        cuts.extend(spread(&after, count / 4));
        let making: Vec<usize> = (0..MAKING).collect();
        cuts.extend(spread(&making, count / 4));
        let others: Vec<usize> = (0..=self.events.len())
            .filter(|moment| !cuts.contains(moment))
            .collect();
        cuts.extend(spread(&others, count - cuts.len()));
        cuts.into_iter().collect()
    }
}

fn spread(moments: &[usize], count: usize) -> impl Iterator<Item = usize> + '_ {
    (0..count.min(moments.len()))
        .map(move |number| moments[number * moments.len() / count.min(moments.len())])
}

fn write_at_once(world: &World, first: usize, recording: &Recording) -> Writes {
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
    store.writes()
}

/// Writes one thing, and gives the line that it leaves in the database once it was acknowledged.
fn write(store: &Store, reader: UserId, number: usize) -> String {
    let written = store.write_blocking(move |tx| put(tx, reader, number));
    written.unwrap()
}

fn put(tx: &mut Tx<'_>, reader: UserId, number: usize) -> Result<String, StoreError> {
    let slug = slug(number / 3);
    let post = posts::by_reference(tx, &slug)?.unwrap().id;
    let now = SystemClock.now();
    match number % 3 {
        0 => {
            marks::set_like(tx, post, reader, true, now)?;
            Ok(format!("like {reader} {slug}"))
        }
        1 => {
            marks::set_bookmark(tx, post, reader, true, now)?;
            Ok(format!("bookmark {reader} {slug}"))
        }
        _ => {
            let text = format!("{number} {}", "words and more of them ".repeat(40));
            let text = CommentText::parse(&text).unwrap();
            comments::insert(tx, CommentId::new(now, &SystemEntropy), post, reader, &text, now)?;
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
    let mut begun = HashSet::new();
    let begins_anew = |event: &Event| match event {
        Event::Written { file, offset: 0, .. } if names.get(file) == Some(&"blog.db-wal") => {
            !begun.insert(*file)
        }
        _ => false,
    };
    positions(events, begins_anew)
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
