//! Stores the batches of an import, or imagines that, and reports what has become of each entry.

use std::mem;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use parking_lot::Mutex;

use super::collector::{BATCH, Prepared};
use super::entries::{Entry, NewComment};
use super::placing::Imagined;
use super::report::Totals;
use super::writing::{Batch, Context, Target};
use super::{Event, MovingError, Options, Recorder};
use crate::moving::reply_order;
use crate::store::Store;

/// The most bytes of comments that wait for what they are on or reply to.
const WAITING_BYTES_MAX: usize = 32 << 20;

/// Stores batches.
pub(super) struct Writer<'a> {
    store: &'a Store,
    context: Context,
    /// What a dry run would have stored; `None` for an import.
    imagined: Option<Arc<Mutex<Imagined>>>,
    recorder: Option<Arc<dyn Recorder>>,
    waiting: Vec<NewComment>,
    waiting_bytes: usize,
    totals: Totals,
    on_event: &'a mut dyn FnMut(Event<'_>),
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        store: &'a Store,
        context: Context,
        options: &Options,
        on_event: &'a mut dyn FnMut(Event<'_>),
    ) -> Self {
        Self {
            store,
            context,
            imagined: options.is_dry_run.then(Arc::default),
            recorder: options.recorder.clone(),
            waiting: Vec::new(),
            waiting_bytes: 0,
            totals: Totals::default(),
            on_event,
        }
    }

    /// Stores all batches. `bytes_before` were read before.
    pub(super) fn run(
        mut self,
        batches: &Receiver<Prepared>,
        bytes_before: u64,
    ) -> Result<Totals, MovingError> {
        for batch in batches {
            self.store(batch.entries, true)?;
            if self.waiting_bytes > WAITING_BYTES_MAX {
                self.end_waiting()?;
            }
            (self.on_event)(Event::Progress(bytes_before + batch.bytes));
            if let Some(failure) = batch.failure {
                self.end_waiting()?;
                return Err(failure);
            }
        }
        self.end_waiting()?;
        Ok(self.totals)
    }

    fn store(&mut self, entries: Vec<Entry>, may_wait: bool) -> Result<(), MovingError> {
        if entries.is_empty() {
            return Ok(());
        }
        let context = self.context.clone();
        let outcomes = match &self.imagined {
            None => {
                let recorder = self.recorder.clone();
                self.store.write_blocking(move |tx| {
                    let outcomes = Batch::new(Target::Database(tx), &context).take(entries, may_wait)?;
                    if let Some(recorder) = recorder {
                        recorder.record(tx, &outcomes.items)?;
                    }
                    Ok::<_, MovingError>(outcomes)
                })?
            }
            Some(imagined) => {
                let imagined = Arc::clone(imagined);
                self.store.read_blocking(move |tx| {
                    Batch::new(Target::Nowhere(tx, &mut imagined.lock()), &context).take(entries, may_wait)
                })?
            }
        };
        for item in &outcomes.items {
            self.totals.count(item);
            (self.on_event)(Event::Item(item));
        }
        for item in &outcomes.left_out {
            (self.on_event)(Event::LeftOut(item));
        }
        self.waiting_bytes += outcomes.waiting.iter().map(NewComment::size).sum::<usize>();
        self.waiting.extend(outcomes.waiting);
        Ok(())
    }

    /// Stores the comments that wait: each after what it replies to. Those that reply to nothing that is there begin
    /// threads, and those on nothing that is there are refused.
    fn end_waiting(&mut self) -> Result<(), MovingError> {
        self.waiting_bytes = 0;
        let waiting = reply_order::sorted(
            mem::take(&mut self.waiting),
            |comment| comment.source_id.clone(),
            |comment| comment.parent.clone(),
        );
        self.store_comments(waiting)
    }

    fn store_comments(&mut self, comments: Vec<NewComment>) -> Result<(), MovingError> {
        let mut comments = comments.into_iter().peekable();
        while comments.peek().is_some() {
            let batch = comments.by_ref().take(BATCH);
            let entries = batch.map(|comment| Entry::Comment(Box::new(comment))).collect();
            self.store(entries, false)?;
        }
        Ok(())
    }
}
