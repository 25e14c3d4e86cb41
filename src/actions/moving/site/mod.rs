//! Moving in from another site of this kind: everything keeps its id, its state and its text, so that an export of this site
//! would be the same. What is here already is never touched.
//!
//! A thread of its own reads the export and makes each thing ready; the caller's thread stores batches. Since everything has its
//! id, an import that was interrupted goes on where it was.

mod collections;
mod comments;
mod entries;
mod people;
mod pictures;
mod preparer;
mod settings;
mod storing;
mod texts;
mod writer;
mod writing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::writing::Context;
use super::{BATCHES_AHEAD, Event, Export, MovingError, Options, Totals, pictures::temporary_folder};
use crate::domain::{Clock, Entropy};
use crate::moving::site::SiteExport;
use crate::store::{Store, avatars};
use preparer::Preparer;
use writer::Writer;

/// Imports the export of another site of this kind, and returns what has become of everything in it. CPU-bound.
pub(super) fn run(
    store: &Store,
    clock: &dyn Clock,
    entropy: &Arc<dyn Entropy>,
    export: &Export<'_>,
    options: &Options,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Totals, MovingError> {
    let archive = SiteExport::open(&export.source, |bytes| {
        on_event(Event::Progress(bytes));
        export.go_on()
    })?;
    let now = clock.now();
    if !options.is_dry_run {
        // Readers have them.
        store.write_blocking(avatars::seed)?;
    }
    // The pictures in it are read while they are stored, which ends after the reading.
    let files = temporary_folder(options.temporary_folder.as_deref())?;
    let preparer = Preparer {
        store,
        export,
        archive: &archive,
        options,
        entropy: &**entropy,
        now,
        files: &files,
        remembered: VecDeque::new(),
    };
    let context = Context {
        system: export.system,
        now,
        entropy: Arc::clone(entropy),
    };
    let (batches, ready) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || preparer.run(batches));
        // Its receiver ends with it, which ends the reading.
        let ready = ready;
        Writer::new(store, context, options, on_event).run(&ready, export.source.size())
    })
}
