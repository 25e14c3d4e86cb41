//! The progress of responses over HTTP/2: the bytes that their clients have received.

use std::cell::OnceCell;
use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::task::AtomicWaker;

use crate::config;

tokio::task_local! {
    /// The response of the stream that this task runs, once there is one.
    static RESPONSE: OnceCell<Arc<Progress>>;
}

/// Records that this task's stream has a response, and returns its progress; `None` over HTTP/1.1, without streams.
pub(super) fn begin_response(network: IpAddr) -> Option<Arc<Progress>> {
    RESPONSE
        .try_with(|response| response.get_or_init(|| Arc::new(Progress::new(network))).clone())
        .ok()
}

/// Runs the task of a stream, in which [`begin_response`] returns one and the same progress.
pub(super) fn of_stream<F: Future>(stream: F) -> impl Future<Output = F::Output> {
    RESPONSE.scope(OnceCell::new(), stream)
}

/// Returns the progress of the response of this task's stream, once there is one.
pub(super) fn current_response() -> Option<Arc<Progress>> {
    RESPONSE.with(|response| response.get().cloned())
}

/// The minimum rate at which a client has to receive a response.
#[derive(Debug, Clone, Copy)]
pub(super) struct MinWriteRate {
    /// The period over which the rate is measured.
    pub(super) stall: Duration,
    /// The bytes that the client has to receive in each period.
    pub(super) bytes: u64,
}

impl MinWriteRate {
    pub(super) fn new(settings: &config::Connections) -> Self {
        let seconds = settings.answer_stall_seconds.get();
        Self {
            stall: Duration::from_secs(seconds),
            bytes: settings.answer_bytes_per_second.get().saturating_mul(seconds),
        }
    }
}

#[derive(Debug)]
pub(super) struct Progress {
    pub(super) network: IpAddr,
    is_displaced: AtomicBool,
    displacement: AtomicWaker,
    written: AtomicU64,
    pending_chunks: AtomicUsize,
    all_written: AtomicWaker,
}

impl Progress {
    pub(super) fn new(network: IpAddr) -> Self {
        Self {
            network,
            is_displaced: AtomicBool::new(false),
            displacement: AtomicWaker::new(),
            written: AtomicU64::new(0),
            pending_chunks: AtomicUsize::new(0),
            all_written: AtomicWaker::new(),
        }
    }

    /// Ends the response in favour of another one of its network.
    pub(super) fn displace(&self) {
        self.is_displaced.store(true, Ordering::Release);
        self.displacement.wake();
    }

    pub(super) fn is_displaced(&self) -> bool {
        self.is_displaced.load(Ordering::Acquire)
    }

    /// Ready once the response has to end in favour of another one.
    pub(super) fn poll_displaced(&self, context: &Context<'_>) -> Poll<()> {
        self.displacement.register(context.waker());
        if self.is_displaced() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// The bytes written to the connection so far.
    pub(super) fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    /// Ready once every chunk given to hyper is written to the connection.
    pub(super) fn poll_all_written(&self, context: &Context<'_>) -> Poll<()> {
        self.all_written.register(context.waker());
        match self.pending_chunks.load(Ordering::Acquire) {
            0 => Poll::Ready(()),
            _ => Poll::Pending,
        }
    }

    pub(super) fn begin_chunk(&self) {
        self.pending_chunks.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn add_written(&self, bytes: usize) {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Ends a chunk, which is written or dropped.
    pub(super) fn end_chunk(&self) {
        if self.pending_chunks.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.all_written.wake();
        }
    }
}
