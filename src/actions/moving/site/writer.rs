//! Stores the batches of a site, or imagines that, and reports what has become of each entry.

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use parking_lot::Mutex;

use super::entries::{Entry, NewComment, Prepared};
use super::writing::Batch;
use crate::actions::moving::collector::BATCH;
use crate::actions::moving::placing::Imagined;
use crate::actions::moving::report::Totals;
use crate::actions::moving::writing::{Context, Target};
use crate::actions::moving::{Event, MovingError, Options, Recorder};
use crate::domain::CommentId;
use crate::store::Store;

/// The most bytes of comments that wait for what they reply to.
const WAITING_BYTES_MAX: usize = 32 << 20;

/// Stores batches.
pub(super) struct Writer<'a> {
    store: &'a Store,
    context: Context,
    /// What a dry run would have stored; `None` for an import.
    imagined: Option<Arc<Mutex<Imagined>>>,
    recorder: Option<Arc<dyn Recorder>>,
    waiting: Vec<NewComment>,
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
            if self.waiting.iter().map(NewComment::size).sum::<usize>() > WAITING_BYTES_MAX {
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
        self.waiting.extend(outcomes.waiting);
        Ok(())
    }

    /// Stores the comments that wait: replies after what they reply to. Those that reply to nothing that is there begin
    /// threads.
    fn end_waiting(&mut self) -> Result<(), MovingError> {
        while !self.waiting.is_empty() {
            let count = self.waiting.len();
            let waiting = mem::take(&mut self.waiting);
            self.store_comments(waiting, true)?;
            if self.waiting.len() == count {
                let (orphans, others) = orphans(mem::take(&mut self.waiting));
                self.waiting = others;
                self.store_comments(orphans, false)?;
            }
        }
        Ok(())
    }

    fn store_comments(&mut self, comments: Vec<NewComment>, may_wait: bool) -> Result<(), MovingError> {
        let mut comments = comments.into_iter().peekable();
        while comments.peek().is_some() {
            let batch = comments.by_ref().take(BATCH);
            let entries = batch.map(|comment| Entry::Comment(Box::new(comment))).collect();
            self.store(entries, may_wait)?;
        }
        Ok(())
    }
}

/// Splits comments into those that reply to none of them and the others. If all reply to one of them, they form a circle,
/// which the first one opens.
fn orphans(comments: Vec<NewComment>) -> (Vec<NewComment>, Vec<NewComment>) {
    let ids: HashSet<CommentId> = comments.iter().map(|comment| comment.id).collect();
    let is_orphan = |comment: &NewComment| comment.parent.is_none_or(|parent| !ids.contains(&parent));
    let (mut orphans, mut others): (Vec<_>, Vec<_>) = comments.into_iter().partition(is_orphan);
    if orphans.is_empty() && !others.is_empty() {
        orphans.push(others.remove(0));
    }
    (orphans, others)
}
