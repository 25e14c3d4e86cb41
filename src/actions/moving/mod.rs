//! Moving in: what another system exports becomes posts, static pages, comments and redirects of this site.
//!
//! Two passes over the export. The first makes a plan: which texts there are, where each will be, and so what links to them
//! lead to. The second makes each item ready on a thread of its own (pictures, links, the sanitiser, the rules of
//! [`rules`]), while the caller's thread stores batches. Each batch is one write, in which what came from where is recorded
//! beside it: an import that was interrupted goes on where it was, and a second one changes nothing.

mod addresses;
mod authors;
mod categories;
mod collector;
mod entries;
mod left_out;
mod names;
mod paths;
mod picture_folder;
mod pictures;
mod placing;
mod plan;
mod preparer;
mod report;
mod rules;
mod site;
mod slots;
mod text_addresses;
mod texts;
mod writer;
mod writing;

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;

use thiserror::Error;
use url::Url;

use crate::config::PostUrlStyle;
use crate::domain::{Clock, Entropy, Time};
use crate::media::UPLOAD_BYTES_MAX;
use crate::moving::item::{Item, LeftOutItem};
use crate::moving::source::{Limits, Source, SourceError};
use crate::moving::{self, ReadError, Sink, System};
use crate::outgoing::{BlockingClient, OutgoingClient};
use crate::store::{Store, StoreError, Tx, admins};

use authors::Team;
pub use categories::{Categories, CategoryMapError};
use collector::Collector;
pub use left_out::{LeftOut, SameReason};
pub use picture_folder::PictureFolder;
use pictures::Pictures;
pub use pictures::TEMPORARY;
use plan::{Plan, Planner};
use preparer::Preparer;
pub use report::{Count, Outcome, ReportChange, ReportFile, ReportItem, Totals};
use writer::Writer;
use writing::Context;

/// The most batches that wait for the writer.
const BATCHES_AHEAD: usize = 1;

/// What reads an export and hands its items to a sink.
pub type Reader<'a> = dyn Fn(&Source, &mut dyn Sink) -> Result<(), ReadError> + Sync + 'a;

/// An export of another system.
pub struct Export<'a> {
    system: System,
    source: Source,
    /// The same export for pictures, since an archive reads one file at a time. `None` for that of a site of this kind, which
    /// is read in its own order.
    pictures: Option<Source>,
    read: Box<Reader<'a>>,
    /// Whether the reading is to end, if somebody may wish that.
    is_stopped: Option<Box<dyn Fn() -> bool + Sync + 'a>>,
    /// Whether accounts of the staff, addresses and password hashes of another site are taken, and its settings.
    is_by_owner: bool,
}

impl<'a> Export<'a> {
    /// Opens a file, a folder or a zip archive.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(system: System, path: &Path) -> Result<Self, SourceError> {
        Self::read_by(system, path, move |source, sink| {
            moving::read(system, source, sink)
        })
    }

    /// Opens an export that another function reads.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_by(
        system: System,
        path: &Path,
        read: impl Fn(&Source, &mut dyn Sink) -> Result<(), ReadError> + Sync + 'a,
    ) -> Result<Self, SourceError> {
        let (source, pictures) = match system {
            System::Site => (Source::open_within(path, Limits::SITE)?, None),
            _ => (Source::open(path)?, Some(Source::open(path)?)),
        };
        Ok(Self {
            system,
            source,
            pictures,
            read: Box::new(read),
            is_stopped: None,
            is_by_owner: false,
        })
    }

    /// Opens a file or a zip archive that was uploaded, and had this name where it comes from. Its reading ends with
    /// [`ReadError::Stopped`] once `is_stopped`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open_upload(
        system: System,
        path: &Path,
        name: &str,
        is_stopped: impl Fn() -> bool + Sync + 'a,
    ) -> Result<Self, SourceError> {
        let (source, pictures) = match system {
            System::Site => (Source::open_upload(path, name, Limits::SITE_UPLOAD)?, None),
            _ => (
                Source::open_upload(path, name, Limits::FOREIGN)?,
                Some(Source::open_upload(path, name, Limits::FOREIGN)?),
            ),
        };
        Ok(Self {
            system,
            source,
            pictures,
            read: Box::new(move |source, sink| moving::read(system, source, sink)),
            is_stopped: Some(Box::new(is_stopped)),
            is_by_owner: false,
        })
    }

    /// Makes the import take accounts of the staff with their roles, addresses and password hashes of another site of this
    /// kind, and its settings. Whoever makes an export could give themselves any role by it: it is for those who own this site
    /// alone.
    #[must_use]
    pub fn by_owner(self) -> Self {
        Self {
            is_by_owner: true,
            ..self
        }
    }

    /// The system that it comes from.
    pub fn system(&self) -> System {
        self.system
    }

    /// The bytes of both passes, of which [`Event::Progress`] says how many are done.
    pub fn work(&self) -> u64 {
        self.source.size().saturating_mul(2)
    }

    /// Reads all items, until it is stopped.
    fn read(&self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let mut sink = Stoppable { sink, export: self };
        (self.read)(&self.source, &mut sink)
    }

    /// Ends the reading if that is wished.
    fn go_on(&self) -> Result<(), ReadError> {
        match &self.is_stopped {
            Some(is_stopped) if is_stopped() => Err(ReadError::Stopped),
            _ => Ok(()),
        }
    }
}

/// How an export is imported.
#[derive(Debug)]
pub struct Options {
    /// Whether nothing is written.
    pub is_dry_run: bool,
    /// Whether all texts become drafts.
    pub as_drafts: bool,
    /// Whether old addresses are redirected.
    pub with_redirects: bool,
    /// Which category a text gets.
    pub categories: Categories,
    /// A folder with the pictures of the old site.
    pub pictures: Option<PictureFolder>,
    /// What loads pictures from the web, if that is wanted.
    pub client: Option<BlockingClient>,
    /// The author of texts without one.
    pub default_author: String,
    /// The part of the addresses of posts that names them.
    pub post_addresses: PostUrlStyle,
    /// The address of this site.
    pub site_url: Url,
    /// The folder for temporary files; that of the system if there is none.
    pub temporary_folder: Option<PathBuf>,
    /// What records the report, with what it tells of.
    pub recorder: Option<Arc<dyn Recorder>>,
}

/// What records the report of an import in the write that stores what it tells of. A dry run stores nothing, and needs none.
pub trait Recorder: Debug + Send + Sync {
    /// Records the entries of a batch.
    ///
    /// # Errors
    /// If that is not possible, or the import is to end here: then the batch is not stored.
    fn record(&self, tx: &mut Tx<'_>, items: &[ReportItem]) -> Result<(), MovingError>;
}

/// Hands items on until it is stopped.
struct Stoppable<'s> {
    sink: &'s mut dyn Sink,
    export: &'s Export<'s>,
}

impl Sink for Stoppable<'_> {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.export.go_on()?;
        self.sink.take(item)
    }

    fn read(&mut self, bytes: u64) {
        self.sink.read(bytes);
    }
}

/// An event during an import, for the caller to display.
#[derive(Debug)]
pub enum Event<'a> {
    /// The number of bytes processed so far, of those of both passes.
    Progress(u64),
    /// What has become of something.
    Item(&'a ReportItem),
    /// Something that is not meant to be taken.
    LeftOut(&'a LeftOutItem),
}

/// An error that ends an import early. What was stored before it stays, and is skipped the next time.
#[derive(Debug, Error)]
pub enum MovingError {
    /// The export cannot be read, or no further.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Pictures cannot be kept on the disk until they are stored.
    #[error("the folder for temporary files cannot be used: {0}")]
    Files(#[from] io::Error),
}

/// Returns what loads pictures from the web: within five seconds each, of at most the size of an upload, without redirects.
///
/// # Errors
/// If the operating system does not give what it needs.
pub fn picture_client(allows_private: bool) -> io::Result<BlockingClient> {
    let client = OutgoingClient::new(allows_private).with_body_limit(UPLOAD_BYTES_MAX);
    BlockingClient::new(client)
}

/// Imports an export, and returns what has become of everything in it. CPU-bound.
///
/// # Errors
/// If the export cannot be read to its end, or the database cannot be read or written.
pub fn run(
    store: &Store,
    clock: &dyn Clock,
    entropy: &Arc<dyn Entropy>,
    export: &Export<'_>,
    options: &Options,
    mut on_event: impl FnMut(Event<'_>),
) -> Result<Totals, MovingError> {
    let Some(source_of_pictures) = &export.pictures else {
        return site::run(store, clock, entropy, export, options, &mut on_event);
    };
    let now = clock.now();
    let plan = plan(store, entropy, export, now, &mut on_event)?;
    let team = Team::new(store.read_blocking(admins::all)?);
    // The pictures in it are read while they are stored, which ends after the reading.
    let files = pictures::temporary_folder(options.temporary_folder.as_deref())?;
    let preparer = Preparer {
        store,
        system: export.system,
        options,
        plan: &plan,
        team: &team,
        entropy: &**entropy,
        now,
        pictures: Pictures::new(
            source_of_pictures,
            options.pictures.as_ref(),
            options.client.as_ref(),
            &files,
        ),
        seen: HashSet::new(),
        earlier: HashMap::new(),
    };
    let context = Context {
        system: export.system,
        now,
        entropy: Arc::clone(entropy),
    };
    let (batches, ready) = sync_channel(BATCHES_AHEAD);
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut collector = Collector::new(preparer, batches);
            let read = export.read(&mut collector);
            collector.finish(read);
        });
        // Its receiver ends with it, which ends the reading.
        let ready = ready;
        Writer::new(store, context, options, &mut on_event).run(&ready, export.source.size())
    })
}

/// Makes the plan of an export.
fn plan(
    store: &Store,
    entropy: &Arc<dyn Entropy>,
    export: &Export<'_>,
    now: Time,
    on_event: &mut impl FnMut(Event<'_>),
) -> Result<Plan, MovingError> {
    let mut on_read = |bytes| on_event(Event::Progress(bytes));
    let mut planner = Planner::new(store, export.system, &**entropy, now, &mut on_read);
    let read = export.read(&mut planner);
    // An error of the database is the cause of the other one.
    let plan = planner.finish()?;
    read?;
    Ok(plan)
}
