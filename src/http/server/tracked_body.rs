//! Response bodies that track how far their clients have received them.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Buf, Frame, SizeHint};

use super::activity::{SendingResponse, Unwritten};
use super::progress::{self, Progress};

/// The chunk size of a response over HTTP/2. Without chunks the progress of a large response would not be visible.
const CHUNK_BYTES: usize = 64 * 1024;
/// The largest cached response over HTTP/2 that is timed on its connection instead of its stream, in bytes.
const SMALL_BYTES: u64 = 16 * 1024;

/// The body of a response, which counts as being sent until it is dropped.
pub(super) struct TrackedBody {
    body: Body,
    rest: Bytes,
    sending: SendingResponse,
    timing: Timing,
    chunk_bytes: usize,
}

/// The object that times how fast the client receives a response.
enum Timing {
    /// Over HTTP/1.1 the connection; a response without a body needs none.
    None,
    /// The stream, which ends only once all chunks are written: a stream that has ended cannot be reset while its last
    /// chunk waits. This costs another frame.
    Stream(Arc<Progress>),
    /// The connection, which is closed with a stalled response. For small cached responses: they share the cache's
    /// memory until they are evicted, and are too many for another frame each.
    Connection,
}

impl TrackedBody {
    pub(super) fn new(body: Body, sending: SendingResponse, network: IpAddr, is_from_cache: bool) -> Self {
        let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL_BYTES);
        let timing = match progress::begin_response(network) {
            Some(_) if body.is_end_stream() => Timing::None,
            Some(_) if is_from_cache && is_small => Timing::Connection,
            Some(progress) => Timing::Stream(progress),
            None => Timing::None,
        };
        Self {
            body,
            rest: Bytes::new(),
            sending,
            chunk_bytes: match timing {
                Timing::Stream(_) => CHUNK_BYTES,
                Timing::None | Timing::Connection => usize::MAX,
            },
            timing,
        }
    }

    fn next_chunk(&mut self) -> TrackedChunk {
        let bytes = self.chunk_bytes.min(self.rest.len());
        let bytes = self.rest.split_to(bytes);
        let wait = match &self.timing {
            Timing::None => Wait::Untimed,
            Timing::Stream(progress) => {
                progress.begin_chunk();
                Wait::Stream(progress.clone())
            }
            Timing::Connection => Wait::Connection(self.sending.begin_write()),
        };
        TrackedChunk { bytes, wait }
    }

    /// The end of the body, once all of it is written.
    fn poll_end<T>(&self, context: &Context<'_>) -> Poll<Option<T>> {
        match &self.timing {
            Timing::Stream(progress) => progress.poll_all_written(context).map(|()| None),
            Timing::None | Timing::Connection => Poll::Ready(None),
        }
    }
}

impl HttpBody for TrackedBody {
    type Data = TrackedChunk;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<TrackedChunk>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)?) {
                Some(frame) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(trailers) => {
                        let wait = Wait::Untimed;
                        let trailers = trailers.map_data(|bytes| TrackedChunk { bytes, wait });
                        return Poll::Ready(Some(Ok(trailers)));
                    }
                },
                None => return self.poll_end(context),
            }
        }
        Poll::Ready(Some(Ok(Frame::data(self.next_chunk()))))
    }

    fn is_end_stream(&self) -> bool {
        let is_over = self.rest.is_empty() && self.body.is_end_stream();
        is_over && !matches!(self.timing, Timing::Stream(_))
    }

    fn size_hint(&self) -> SizeHint {
        let hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        let mut total = SizeHint::new();
        total.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            total.set_upper(upper + rest);
        }
        total
    }
}

/// A chunk of a response that was given to hyper, until it is written to the connection.
pub(super) struct TrackedChunk {
    bytes: Bytes,
    wait: Wait,
}

/// The object that times the wait of a chunk.
enum Wait {
    Untimed,
    Stream(Arc<Progress>),
    Connection(#[expect(dead_code, reason = "counts until it is dropped")] Unwritten),
}

impl Buf for TrackedChunk {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        if let Wait::Stream(progress) = &self.wait {
            progress.add_written(count);
        }
    }
}

impl Drop for TrackedChunk {
    fn drop(&mut self) {
        if let Wait::Stream(progress) = &self.wait {
            progress.end_chunk();
        }
    }
}
