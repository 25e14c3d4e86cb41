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

use super::activity::{Answering, Unwritten};
use super::streams;
use crate::config;

/// What an answer over HTTP/2 is handed over in: else a large one would wait where nobody sees it.
const PIECE_BYTES: usize = 64 * 1024;
/// The largest response from the cache over HTTP/2 that its connection is timed for instead of its stream, in bytes.
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
    answering: Answering,
    timing: Timing,
    piece_bytes: usize,
}

/// By what the time is measured in which the client takes a response.
enum Timing {
    /// Over HTTP/1.1 the connection; a response without a body needs none.
    None,
    /// Its stream, which ends only when all was taken: nobody can take back a stream that has ended while its last
    /// piece waits. That costs another frame.
    Stream(Arc<Progress>),
    /// The connection, which ends with it. For small responses from the cache: they share its memory until they are
    /// evicted, and are too many for another frame each.
    Connection,
}

impl Taken {
    pub(super) fn new(body: Body, answering: Answering, network: IpAddr, is_from_cache: bool) -> Self {
        let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BYTES);
        let timing = match streams::begin_answer(network) {
            Some(_) if body.is_end_stream() => Timing::None,
            Some(_) if is_from_cache && is_small => Timing::Connection,
            Some(progress) => Timing::Stream(progress),
            None => Timing::None,
        };
        Self {
            body,
            rest: Bytes::new(),
            answering,
            piece_bytes: match timing {
                Timing::Stream(_) => PIECE_BYTES,
                Timing::None | Timing::Connection => usize::MAX,
            },
            timing,
        }
    }

    fn next_piece(&mut self) -> Piece {
        let bytes = self.piece_bytes.min(self.rest.len());
        let bytes = self.rest.split_to(bytes);
        let wait = match &self.timing {
            Timing::None => Wait::Untimed,
            Timing::Stream(progress) => {
                progress.pieces_on_way.fetch_add(1, Ordering::Relaxed);
                Wait::Stream(progress.clone())
            }
            Timing::Connection => Wait::Connection(self.answering.hand_over()),
        };
        Piece { bytes, wait }
    }

    /// The end of the answer, once all of it was taken.
    fn poll_end<T>(&self, context: &Context<'_>) -> Poll<Option<T>> {
        match &self.timing {
            Timing::Stream(progress) => progress.poll_arrival(context).map(|()| None),
            Timing::None | Timing::Connection => Poll::Ready(None),
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
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers.map_data(Piece::untimed)))),
                },
                None => return self.poll_end(context),
            }
        }
        Poll::Ready(Some(Ok(Frame::data(self.next_piece()))))
    }

    fn is_end_stream(&self) -> bool {
        let is_over = self.rest.is_empty() && self.body.is_end_stream();
        is_over && !matches!(self.timing, Timing::Stream(_))
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
    wait: Wait,
}

/// By what the wait of a piece is timed.
enum Wait {
    Untimed,
    Stream(Arc<Progress>),
    Connection(#[expect(dead_code, reason = "counts until it is dropped")] Unwritten),
}

impl Piece {
    fn untimed(bytes: Bytes) -> Self {
        Self {
            bytes,
            wait: Wait::Untimed,
        }
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
        if let Wait::Stream(progress) = &self.wait {
            progress.taken.fetch_add(count as u64, Ordering::Relaxed);
        }
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        if let Wait::Stream(progress) = &self.wait
            && progress.pieces_on_way.fetch_sub(1, Ordering::AcqRel) == 1
        {
            progress.arrival.wake();
        }
    }
}
