//! The bodies of answers, with an eye on whether their clients take them.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::task::AtomicWaker;
use hyper::body::{Body as HttpBody, Buf, Frame, SizeHint};

use super::activity::Answering;
use super::streams;
use crate::config;

/// What an answer over HTTP/2 is handed over in: else a large one would wait where nobody sees it.
const PIECE_BYTES: usize = 64 * 1024;
/// The largest answer over HTTP/2 that may wait for its client unseen, in bytes.
const SMALL_BYTES: u64 = 16 * 1024;

/// How fast an answer has to be taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct TakingPace {
    /// Whenever so much time has gone,
    pub(super) stall: Duration,
    /// so many bytes more have to be taken.
    pub(super) bytes: u64,
}

impl TakingPace {
    pub(super) fn new(settings: &config::Connections) -> Self {
        let seconds = settings.answer_stall_seconds.get();
        Self {
            stall: Duration::from_secs(seconds),
            bytes: settings.answer_bytes_per_second.get().saturating_mul(seconds),
        }
    }
}

/// How far an answer over HTTP/2 has come.
#[derive(Debug)]
pub(super) struct Progress {
    /// The network of the client that takes it.
    pub(super) network: IpAddr,
    is_displaced: AtomicBool,
    displacement: AtomicWaker,
    taken: AtomicU64,
    pieces_on_way: AtomicUsize,
    arrival: AtomicWaker,
}

impl Progress {
    pub(super) fn new(network: IpAddr) -> Self {
        Self {
            network,
            is_displaced: AtomicBool::new(false),
            displacement: AtomicWaker::new(),
            taken: AtomicU64::new(0),
            pieces_on_way: AtomicUsize::new(0),
            arrival: AtomicWaker::new(),
        }
    }

    /// Ends it for another one of its network.
    pub(super) fn displace(&self) {
        self.is_displaced.store(true, Ordering::Release);
        self.displacement.wake();
    }

    pub(super) fn is_displaced(&self) -> bool {
        self.is_displaced.load(Ordering::Acquire)
    }

    /// Ready once it has to end for another one.
    pub(super) fn poll_displaced(&self, context: &Context<'_>) -> Poll<()> {
        self.displacement.register(context.waker());
        if self.is_displaced() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// The bytes that were written to the connection so far.
    pub(super) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Ready once every piece that was handed over is written to the connection.
    fn poll_arrival(&self, context: &Context<'_>) -> Poll<()> {
        self.arrival.register(context.waker());
        match self.pieces_on_way.load(Ordering::Acquire) {
            0 => Poll::Ready(()),
            _ => Poll::Pending,
        }
    }
}

/// The body of an answer, which is on its way until it is dropped.
pub(super) struct Taken {
    body: Body,
    rest: Bytes,
    _answering: Answering,
    /// Of a large answer over HTTP/2: it ends only when all was taken, since nobody can take back a stream that has
    /// ended while its last piece waits.
    progress: Option<Arc<Progress>>,
    piece_bytes: usize,
}

impl Taken {
    pub(super) fn new(body: Body, answering: Answering, network: IpAddr) -> Self {
        let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BYTES);
        let progress = streams::begin_answer(network).filter(|_| !is_small);
        Self {
            body,
            rest: Bytes::new(),
            _answering: answering,
            piece_bytes: progress.as_ref().map_or(usize::MAX, |_| PIECE_BYTES),
            progress,
        }
    }

    /// The end of the answer, once all of it was taken.
    fn poll_end<T>(&self, context: &Context<'_>) -> Poll<Option<T>> {
        match &self.progress {
            Some(progress) => progress.poll_arrival(context).map(|()| None),
            None => Poll::Ready(None),
        }
    }
}

impl HttpBody for Taken {
    type Data = Piece;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Piece>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)?) {
                Some(frame) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers.map_data(Piece::unseen)))),
                },
                None => return self.poll_end(context),
            }
        }
        let bytes = self.piece_bytes.min(self.rest.len());
        let piece = Piece::new(self.rest.split_to(bytes), self.progress.as_ref());
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        let is_over = self.rest.is_empty() && self.body.is_end_stream();
        is_over && self.progress.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        let hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        let mut whole = SizeHint::new();
        whole.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            whole.set_upper(upper + rest);
        }
        whole
    }
}

/// A part of an answer that was handed over, until it is written to the connection.
pub(super) struct Piece {
    bytes: Bytes,
    progress: Option<Arc<Progress>>,
}

impl Piece {
    fn new(bytes: Bytes, progress: Option<&Arc<Progress>>) -> Self {
        if let Some(progress) = progress {
            progress.pieces_on_way.fetch_add(1, Ordering::Relaxed);
        }
        Self {
            bytes,
            progress: progress.cloned(),
        }
    }

    fn unseen(bytes: Bytes) -> Self {
        Self::new(bytes, None)
    }
}

impl Buf for Piece {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        if let Some(progress) = &self.progress {
            progress.taken.fetch_add(count as u64, Ordering::Relaxed);
        }
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress
            && progress.pieces_on_way.fetch_sub(1, Ordering::AcqRel) == 1
        {
            progress.arrival.wake();
        }
    }
}
