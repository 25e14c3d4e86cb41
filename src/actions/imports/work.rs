//! The work on an import: the dry run after the upload, and what is applied.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::files::delete_removed;
use super::journal::{Journal, Progress};
use super::report::{self, Applied};
use super::{Imports, LEASE_MILLISECONDS};
use crate::actions::moving::{self, Categories, Export, LeftOut, MovingError, Options};
use crate::domain::Clock;
use crate::domain::error_chain::error_chain;
use crate::domain::import::{ATTEMPTS_MAX, ImportState};
use crate::domain::site::SiteSource as _;
use crate::moving::{ReadError, System};
use crate::store::imports::{self, Claim, Import};
use crate::store::{Store, StoreError};

/// An import that this process has claimed.
#[derive(Debug)]
pub struct Job {
    import: Import,
    claim: Claim,
}

/// The end of the work on an import.
enum End {
    /// It has come to its end, and has left this out.
    Complete(LeftOut),
    /// It has failed, for this reason.
    Failed(String),
    /// It was stopped, or is this process's no more.
    Stopped,
    /// The database could not be used. It goes on later.
    Interrupted(StoreError),
}

impl Imports {
    /// Removes what is left of earlier imports, and claims the one that waits for this node, if there is one. `None` also while
    /// another node works on it. Blocks; nothing else of this process may be at work.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn next(
        &self,
        store: &Store,
        clock: &dyn Clock,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Job>, StoreError> {
        self.remove_files(store)?;
        delete_removed(store, is_stopped)?;
        let going = store.read_blocking(imports::going)?;
        let Some(import) = going.filter(|import| import.state.is_worked_on()) else {
            return Ok(None);
        };
        // Of several nodes, the one that took the upload has the file.
        let is_here = self.file(import.id).is_file();
        if !is_here && store.is_shared() {
            return Ok(None);
        }
        let state = match import.state {
            ImportState::Applying => ImportState::Applying,
            _ => ImportState::Checking,
        };
        let claim = Claim {
            id: import.id,
            worker: self.worker.clone(),
            state,
        };
        let (wanted, now, is_shared) = (claim.clone(), clock.now(), store.is_shared());
        let lease_until = now.plus_milliseconds(LEASE_MILLISECONDS);
        let claimed =
            store.write_blocking(move |tx| imports::claim(tx, &wanted, lease_until, now, is_shared))?;
        let Some(import) = claimed else {
            return Ok(None);
        };
        let job = Job { import, claim };
        let refusal = if !is_here {
            Some("Its file is not there any more. Please upload it again")
        } else if job.import.attempts > ATTEMPTS_MAX {
            Some("The work on it was interrupted several times. The log of the server says more")
        } else {
            None
        };
        match refusal {
            Some(reason) => {
                self.end(&job, store, clock, &End::Failed(reason.to_owned()))?;
                Ok(None)
            }
            None => Ok(Some(job)),
        }
    }

    /// Works on an import until it has come to its end, or `is_stopped`. CPU-bound, and blocks.
    ///
    /// # Errors
    /// If the database could not be used, so that it goes on later.
    pub fn work(
        &self,
        job: &Job,
        store: &Store,
        clock: &dyn Clock,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), StoreError> {
        let end = match self.import(job, store, clock, is_stopped) {
            Ok(left_out) => End::Complete(left_out),
            Err(MovingError::Read(ReadError::Stopped)) => End::Stopped,
            Err(MovingError::Store(error)) => of_store(error),
            Err(error) => End::Failed(error_chain(&error)),
        };
        self.end(job, store, clock, &end)?;
        match end {
            End::Interrupted(error) => Err(error),
            End::Complete(_) | End::Failed(_) | End::Stopped => Ok(()),
        }
    }

    /// Gives up an import whose work was stopped, so that it goes on at once after a restart.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn release(job: &Job, store: &Store) -> Result<(), StoreError> {
        let claim = job.claim.clone();
        store.write(move |tx| imports::release(tx, &claim)).await
    }

    fn import(
        &self,
        job: &Job,
        store: &Store,
        clock: &dyn Clock,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<LeftOut, MovingError> {
        let import = &job.import;
        let system = System::parse(&import.system)
            .ok_or_else(|| ReadError::Form(format!("{} is no system that is known here", import.system)))?;
        // Set when the import is not this process's any more.
        let is_lost = Arc::new(AtomicBool::new(false));
        let is_over = {
            let is_lost = Arc::clone(&is_lost);
            move || is_stopped() || is_lost.load(Ordering::Acquire)
        };
        let export = Export::open_upload(
            system,
            &self.file(import.id),
            import.file_name.as_str(),
            is_over.clone(),
        )
        .map_err(ReadError::from)?;
        let mut progress = Progress::new(store, clock, &job.claim, export.work(), is_lost);
        let is_checking = job.claim.state == ImportState::Checking;
        // What is applied goes on where it was, as soon as something of it is recorded.
        if is_checking || import.entries == 0 {
            report::clear(store, &job.claim, &is_over)?;
        }
        if is_checking {
            let mut journal = Journal::new(progress);
            let options = self.options(import, true, None);
            let checked = moving::run(store, clock, &self.entropy, &export, &options, |event| {
                journal.take(&event);
            });
            return journal.end(checked);
        }
        let recorder = Applied::new(store, &job.claim, import.seq)?;
        let options = self.options(import, false, Some(Arc::new(recorder)));
        let applied = moving::run(store, clock, &self.entropy, &export, &options, |event| {
            progress.take(&event);
        });
        progress.end(applied)
    }

    fn options(
        &self,
        import: &Import,
        is_dry_run: bool,
        recorder: Option<Arc<dyn moving::Recorder>>,
    ) -> Options {
        let site = self.settings.current();
        let chosen = &import.options;
        Options {
            is_dry_run,
            as_drafts: chosen.as_drafts,
            with_redirects: chosen.with_redirects,
            categories: Categories::new(chosen.default_category, &chosen.category_map),
            pictures: None,
            // No request leaves the process for what somebody has uploaded.
            client: None,
            default_author: site.default_author.clone(),
            post_addresses: self.config.site.post_addresses,
            site_url: self.config.server.base_url.clone(),
            temporary_folder: Some(self.folder()),
            recorder,
        }
    }

    /// Records the end of the work, and removes the file if it is not needed any more.
    fn end(&self, job: &Job, store: &Store, clock: &dyn Clock, end: &End) -> Result<(), StoreError> {
        let (claim, now) = (job.claim.clone(), clock.now());
        let nothing = LeftOut::default();
        let (next, error, left_out) = match end {
            End::Stopped | End::Interrupted(_) => {
                return store.write_blocking(move |tx| imports::release(tx, &claim));
            }
            End::Failed(reason) => (ImportState::Failed, Some(reason.clone()), &nothing),
            End::Complete(left_out) if claim.state == ImportState::Applying => {
                (ImportState::Done, None, left_out)
            }
            End::Complete(left_out) => (ImportState::Ready, None, left_out),
        };
        let left_out = report::left_out_text(left_out)?;
        if let Some(error) = &error {
            tracing::warn!(id = %claim.id, error, "an import has failed");
        }
        let has_ended = store
            .write_blocking(move |tx| imports::end(tx, &claim, next, error.as_deref(), &left_out, now))?;
        if has_ended && next.is_over() {
            self.remove_file(job.import.id);
        }
        Ok(())
    }
}

/// Returns the end of an import after an error of the database: what passes by itself, or the reason of a failure.
fn of_store(error: StoreError) -> End {
    match error {
        StoreError::Busy
        | StoreError::Closed
        | StoreError::Unreachable(_)
        | StoreError::Refused(_)
        | StoreError::InDoubt
        | StoreError::NotCommitted(_)
        | StoreError::NewerSchema { .. } => End::Interrupted(error),
        StoreError::DiskFull => {
            End::Failed("The disk is full. What was imported before stays; import it again".to_owned())
        }
        other => {
            tracing::error!(error = error_chain(&other), "an import has failed");
            End::Failed("The database failed. The log of the server says more".to_owned())
        }
    }
}
