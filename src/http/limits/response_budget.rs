//! The memory of responses outside the cache, bounded for the process and for each client network (rulings §7).
//!
//! The bytes of a response are charged from the moment it is built until the last copy of them is sent or dropped.
//! While the cache holds them they are charged to the cache instead, and charged here again if they are evicted while
//! they are still being sent: a client that alternates between responses cannot pile up evicted ones.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use parking_lot::Mutex;

use crate::http::limits::client_address;
use crate::http::{ApiError, AppState};

/// One client network gets at most one part in this many of the budget.
const NETWORK_PARTS: i64 = 4;
/// A longer response is sent in chunks, each of which frees its memory once it is written.
const UNCHUNKED_BYTES_MAX: usize = 1 << 20;
const CHUNK_BYTES: usize = 256 << 10;

/// The budget of the process. Clones share it.
#[derive(Clone)]
pub(in crate::http) struct ResponseBudget(Arc<Inner>);

struct Inner {
    limit: i64,
    used: Mutex<Used>,
}

/// The charged bytes. Signed, since a charge may be removed shortly before it is added.
#[derive(Default)]
struct Used {
    total: i64,
    by_network: HashMap<IpAddr, i64>,
}

impl ResponseBudget {
    pub(in crate::http) fn new(bytes: u64) -> Self {
        Self(Arc::new(Inner {
            limit: signed(bytes),
            used: Mutex::default(),
        }))
    }

    /// Returns 503 when the budget or the network's part of it is used up, so that no further response is built.
    pub(in crate::http) fn check(&self, network: Option<IpAddr>) -> Result<(), ApiError> {
        self.0.check(&self.0.used.lock(), network, 1)
    }

    pub(in crate::http) fn charge(&self, network: Option<IpAddr>, bytes: usize) -> Result<Charge, ApiError> {
        let mut used = self.0.used.lock();
        self.0.check(&used, network, signed(bytes))?;
        Ok(Charge::add(&self.0, &mut used, network, bytes))
    }

    /// Returns 503 when the network's part of the budget is used up, whatever other networks use.
    pub(in crate::http) fn check_part(&self, network: Option<IpAddr>) -> Result<(), ApiError> {
        self.0.check_part(&self.0.used.lock(), network, 1)
    }

    /// Charges the estimated bytes of a response before it is built: at most the network's part of the budget, so that
    /// even a small budget allows one response at a time.
    pub(in crate::http) fn reserve(
        &self,
        network: Option<IpAddr>,
        bytes: usize,
    ) -> Result<Reservation, ApiError> {
        let part = usize::try_from(self.0.part()).unwrap_or(usize::MAX);
        let charge = self.charge(network, bytes.min(part))?;
        Ok(Reservation {
            budget: self.clone(),
            network,
            charge: Arc::new(Mutex::new(Some(charge))),
        })
    }

    /// Charges bytes without a check, for the response to a write that is done.
    pub(in crate::http) fn charge_unchecked(&self, network: Option<IpAddr>, bytes: usize) -> Charge {
        Charge::add(&self.0, &mut self.0.used.lock(), network, bytes)
    }

    #[cfg(test)]
    pub(in crate::http) fn total(&self) -> i64 {
        self.0.used.lock().total
    }
}

impl Inner {
    fn part(&self) -> i64 {
        self.limit / NETWORK_PARTS
    }

    fn check(&self, used: &Used, network: Option<IpAddr>, bytes: i64) -> Result<(), ApiError> {
        if used.total + bytes > self.limit {
            return Err(ApiError::Unavailable);
        }
        self.check_part(used, network, bytes)
    }

    fn check_part(&self, used: &Used, network: Option<IpAddr>, bytes: i64) -> Result<(), ApiError> {
        let network_bytes = network.and_then(|network| used.by_network.get(&network));
        if network_bytes.copied().unwrap_or_default() + bytes > self.part() {
            return Err(ApiError::Unavailable);
        }
        Ok(())
    }
}

impl Used {
    fn add(&mut self, network: Option<IpAddr>, bytes: i64) {
        self.total += bytes;
        let Some(network) = network else { return };
        let network_bytes = self.by_network.entry(network).or_default();
        *network_bytes += bytes;
        if *network_bytes == 0 {
            self.by_network.remove(&network);
        }
    }
}

/// A charge of bytes until it is dropped, except while the cache holds them.
pub(in crate::http) struct Charge {
    budget: Arc<Inner>,
    network: Option<IpAddr>,
    bytes: usize,
    /// The number of cache entries that hold the bytes.
    cache_entries: AtomicUsize,
}

impl Charge {
    fn add(budget: &Arc<Inner>, used: &mut Used, network: Option<IpAddr>, bytes: usize) -> Self {
        used.add(network, signed(bytes));
        Self {
            budget: Arc::clone(budget),
            network,
            bytes,
            cache_entries: AtomicUsize::new(0),
        }
    }

    /// Changes the charge to `bytes`. Returns 503 when that is more and exceeds the budget.
    fn settle(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = signed(bytes) - signed(self.bytes);
        let mut used = self.budget.used.lock();
        if more > 0 {
            self.budget.check(&used, self.network, more)?;
        }
        used.add(self.network, more);
        self.bytes = bytes;
        Ok(())
    }

    pub(in crate::http) fn shrink_to(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        self.bytes -= less;
        self.budget.used.lock().add(self.network, -signed(less));
    }

    /// Counts a cache entry that holds the bytes.
    pub(in crate::http) fn enter_cache(&self) {
        if self.cache_entries.fetch_add(1, Ordering::AcqRel) == 0 {
            self.budget.used.lock().add(self.network, -signed(self.bytes));
        }
    }

    /// Removes a cache entry from the count. Bytes that are still being sent are charged again, whatever the budget: as
    /// many were freed for the entry that replaces it.
    pub(in crate::http) fn leave_cache(&self) {
        if self.cache_entries.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.budget.used.lock().add(self.network, signed(self.bytes));
        }
    }

    /// Creates another charge to the same network without a check, for a copy that replaces these bytes.
    pub(in crate::http) fn for_copy(&self, bytes: usize) -> Self {
        Self::add(&self.budget, &mut self.budget.used.lock(), self.network, bytes)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        if *self.cache_entries.get_mut() == 0 {
            self.budget.used.lock().add(self.network, -signed(self.bytes));
        }
    }
}

/// The charge of a response that is being built. Clones share it. A handler that learns the length of what it is about
/// to read reserves that first.
#[derive(Clone)]
pub struct Reservation {
    budget: ResponseBudget,
    network: Option<IpAddr>,
    /// None once it is settled.
    charge: Arc<Mutex<Option<Charge>>>,
}

impl Reservation {
    /// Raises the reservation to `bytes`, but to no more than one network's part of the budget.
    pub(in crate::http) fn raise_to(&self, bytes: usize) -> Result<(), ApiError> {
        let part = usize::try_from(self.budget.0.part()).unwrap_or(usize::MAX);
        let mut charge = self.charge.lock();
        match &mut *charge {
            Some(charge) => charge.settle(charge.bytes.max(bytes.min(part))),
            None => Ok(()),
        }
    }

    /// Returns the charge for the bytes of the response, or for the part of a streamed one that is being sent.
    pub(in crate::http) fn settle(&self, bytes: usize) -> Result<Charge, ApiError> {
        let reserved = self.charge.lock().take();
        match reserved {
            Some(mut charge) => charge.settle(bytes).map(|()| charge),
            None => self.budget.charge(self.network, bytes),
        }
    }
}

impl FromRequestParts<AppState> for Reservation {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if let Some(reservation) = parts.extensions.get::<Self>() {
            return Ok(reservation.clone());
        }
        let network = client_address::network(state, parts);
        state.response_budget.reserve(network, 0)
    }
}

/// Returns bytes that hold their charge until the last copy is dropped.
pub(in crate::http) fn charged(bytes: Bytes, charge: Arc<Charge>) -> Bytes {
    struct Owner {
        bytes: Bytes,
        _charge: Arc<Charge>,
    }

    impl AsRef<[u8]> for Owner {
        fn as_ref(&self) -> &[u8] {
            &self.bytes
        }
    }

    Bytes::from_owner(Owner {
        bytes,
        _charge: charge,
    })
}

/// Returns a body that holds the charge of its bytes until they are sent; a long one releases it chunk by chunk.
pub(in crate::http) fn charged_body(bytes: Bytes, charge: Charge) -> Body {
    if bytes.len() <= UNCHUNKED_BYTES_MAX {
        return Body::from(charged(bytes, Arc::new(charge)));
    }
    let body = copied_body(&bytes, &charge);
    drop(charge);
    body
}

/// Returns a body with a copy of the bytes, charged separately chunk by chunk, since their own charge ends soon.
pub(in crate::http) fn copied_body(bytes: &Bytes, charge: &Charge) -> Body {
    let chunks = bytes.chunks(CHUNK_BYTES).map(|chunk| {
        let charge = charge.for_copy(chunk.len());
        charged(Bytes::copy_from_slice(chunk), Arc::new(charge))
    });
    Body::new(Chunks(chunks.collect()))
}

struct Chunks(VecDeque<Bytes>);

impl HttpBody for Chunks {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|chunk| Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(|chunk| chunk.len() as u64).sum())
    }
}

fn signed(bytes: impl TryInto<i64>) -> i64 {
    bytes.try_into().unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    const MIB: usize = 1 << 20;

    fn network(number: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, number])
    }

    #[test]
    fn limits_one_network_to_a_quarter_of_the_budget() {
        let budget = ResponseBudget::new(8 << 20);
        let mut charges = Vec::new();
        for number in 0..4 {
            for _ in 0..2 {
                budget.check(Some(network(number))).unwrap();
                charges.push(budget.charge(Some(network(number)), MIB).unwrap());
            }
            assert!(budget.check(Some(network(number))).is_err());
            assert!(budget.charge(Some(network(number)), 1).is_err());
        }
        assert!(budget.check(Some(network(9))).is_err());
        charges.clear();
        assert_eq!(budget.total(), 0);
        assert!(budget.0.used.lock().by_network.is_empty());
    }

    #[test]
    fn charges_a_reservation_until_it_is_settled() {
        let budget = ResponseBudget::new(8 << 20);
        let reservation = budget.reserve(Some(network(1)), MIB).unwrap();
        assert!(budget.reserve(Some(network(1)), MIB + 1).is_err());
        reservation.raise_to(1_000).unwrap();
        assert_eq!(budget.total(), signed(MIB));
        reservation.clone().raise_to(2 * MIB).unwrap();
        assert!(budget.charge(Some(network(1)), 1).is_err());
        let charge = reservation.settle(1_000).unwrap();
        drop(reservation);
        assert_eq!(budget.total(), 1_000);
        drop(charge);
        assert_eq!(budget.total(), 0);
    }

    #[test]
    fn limits_a_reservation_to_the_part_of_its_network() {
        let budget = ResponseBudget::new(8 << 20);
        let reservation = budget.reserve(Some(network(1)), usize::MAX).unwrap();
        reservation.raise_to(3 * MIB).unwrap();
        assert_eq!(budget.total(), signed(2 * MIB));
        assert!(reservation.settle(3 * MIB).is_err());
        assert_eq!(budget.total(), 0);
    }

    #[test]
    fn checks_only_the_part_of_the_network_before_a_write() {
        let budget = ResponseBudget::new(8 << 20);
        let charges: Vec<_> = (0..4)
            .map(|number| budget.charge(Some(network(number)), 2 * MIB).unwrap())
            .collect();
        assert!(budget.check_part(Some(network(0))).is_err());
        assert!(budget.check_part(Some(network(9))).is_ok());
        drop(charges);
    }

    #[test]
    fn charges_bytes_until_the_last_copy_is_dropped() {
        let budget = ResponseBudget::new(8 << 20);
        let charge = budget.charge(Some(network(1)), 1_000).unwrap();
        let bytes = charged(Bytes::from(vec![0; 1_000]), Arc::new(charge));
        let copy = bytes.slice(10..20);
        drop(bytes);
        assert_eq!(budget.total(), 1_000);
        drop(copy);
        assert_eq!(budget.total(), 0);
    }

    #[test]
    fn does_not_charge_cached_bytes_until_they_are_evicted() {
        let budget = ResponseBudget::new(8 << 20);
        let mut charge = budget.charge(Some(network(1)), 5_000).unwrap();
        charge.shrink_to(1_000);
        assert_eq!(budget.total(), 1_000);
        let charge = Arc::new(charge);
        let sending = charged(Bytes::from(vec![0; 1_000]), Arc::clone(&charge));
        charge.enter_cache();
        charge.enter_cache();
        assert_eq!(budget.total(), 0);
        charge.leave_cache();
        assert_eq!(budget.total(), 0);
        charge.leave_cache();
        drop(charge);
        assert_eq!(budget.total(), 1_000);
        drop(sending);
        assert_eq!(budget.total(), 0);
    }

    #[tokio::test]
    async fn releases_the_charge_of_a_long_body_chunk_by_chunk() {
        let budget = ResponseBudget::new(64 << 20);
        let bytes: Vec<u8> = (0..3 * MIB + 5).map(|index| index.to_le_bytes()[0]).collect();
        let charge = budget.charge(None, bytes.len()).unwrap();
        let mut body = charged_body(Bytes::from(bytes.clone()), charge);
        assert_eq!(HttpBody::size_hint(&body).exact(), Some(bytes.len() as u64));
        let first = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        drop(first);
        assert_eq!(budget.total(), signed(bytes.len() - CHUNK_BYTES));
        let rest = to_bytes(body, usize::MAX).await.unwrap();
        assert_eq!(rest, bytes[CHUNK_BYTES..]);
        assert_eq!(budget.total(), 0);
    }
}
