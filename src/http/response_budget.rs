//! The memory of responses outside the cache, bounded for the process and for each client network (rulings §7).
//!
//! The bytes of a response are charged from the moment it is built until the last copy of them is sent or dropped.
//! While the cache holds them they are charged to the cache instead, and charged here again if they are evicted while
//! somebody is still taking them: whoever alternates between responses cannot pile up evicted ones.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use super::extract::Household;
use super::{ApiError, AppState};

/// One client network gets at most this part of the budget.
const PARTS_OF_NETWORK: i64 = 4;
/// A longer response is sent in pieces, each of which gives its memory back once it is written.
const WHOLE_BYTES_MAX: usize = 1 << 20;
const PIECE_BYTES: usize = 256 << 10;

/// The budget of the process. Clones share it.
#[derive(Clone)]
pub(super) struct ResponseBudget(Arc<Inner>);

struct Inner {
    limit: i64,
    used: Mutex<Used>,
}

/// Signed, since a charge may be lifted a moment before it is laid.
#[derive(Default)]
struct Used {
    total: i64,
    of_network: HashMap<IpAddr, i64>,
}

impl ResponseBudget {
    /// A budget of so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self(Arc::new(Inner {
            limit: signed(bytes),
            used: Mutex::default(),
        }))
    }

    /// Refuses when the budget, or the network's part of it, is used up: then nothing more is built.
    pub(super) fn check(&self, network: Option<IpAddr>) -> Result<(), ApiError> {
        self.0.check(&self.0.used(), network, 1)
    }

    /// Charges so many bytes to the network that they are built for.
    pub(super) fn charge(&self, network: Option<IpAddr>, bytes: usize) -> Result<Charge, ApiError> {
        let mut used = self.0.used();
        self.0.check(&used, network, signed(bytes))?;
        used.add(network, signed(bytes));
        Ok(Charge {
            budget: Arc::clone(&self.0),
            network,
            bytes,
            caches: AtomicUsize::new(0),
        })
    }

    /// Refuses when the network's part of the budget is used up, whatever the others use.
    pub(super) fn check_part(&self, network: Option<IpAddr>) -> Result<(), ApiError> {
        self.0.check_part(&self.0.used(), network, 1)
    }

    /// Charges the estimated bytes of a response before it is built: at most the network's part of the budget, so that
    /// even a small budget allows one response at a time.
    pub(super) fn reserve(&self, network: Option<IpAddr>, bytes: usize) -> Result<Reservation, ApiError> {
        let part = usize::try_from(self.0.part()).unwrap_or(usize::MAX);
        let charge = self.charge(network, bytes.min(part))?;
        Ok(Reservation {
            budget: self.clone(),
            network,
            charge: Arc::new(Mutex::new(Some(charge))),
        })
    }

    /// Charges bytes that cannot be refused any more, as the response to a write that was done.
    pub(super) fn charge_anyway(&self, network: Option<IpAddr>, bytes: usize) -> Charge {
        self.0.used().add(network, signed(bytes));
        Charge {
            budget: Arc::clone(&self.0),
            network,
            bytes,
            caches: AtomicUsize::new(0),
        }
    }

    #[cfg(test)]
    fn total(&self) -> i64 {
        self.0.used().total
    }
}

impl Inner {
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes that one network gets at most.
    fn part(&self) -> i64 {
        self.limit / PARTS_OF_NETWORK
    }

    fn check(&self, used: &Used, network: Option<IpAddr>, bytes: i64) -> Result<(), ApiError> {
        if used.total + bytes > self.limit {
            return Err(ApiError::Unavailable);
        }
        self.check_part(used, network, bytes)
    }

    fn check_part(&self, used: &Used, network: Option<IpAddr>, bytes: i64) -> Result<(), ApiError> {
        let of_network = network.and_then(|network| used.of_network.get(&network));
        if of_network.copied().unwrap_or_default() + bytes > self.part() {
            return Err(ApiError::Unavailable);
        }
        Ok(())
    }
}

impl Used {
    fn add(&mut self, network: Option<IpAddr>, bytes: i64) {
        self.total += bytes;
        let Some(network) = network else { return };
        let of_network = self.of_network.entry(network).or_default();
        *of_network += bytes;
        if *of_network == 0 {
            self.of_network.remove(&network);
        }
    }
}

/// Bytes that are charged until this is dropped, but for the time that the cache holds them.
pub(super) struct Charge {
    budget: Arc<Inner>,
    network: Option<IpAddr>,
    bytes: usize,
    /// Entries of the cache that hold the bytes.
    caches: AtomicUsize,
}

impl Charge {
    /// Charges so many bytes instead; refuses when they are more and the budget does not have them.
    fn settle(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = signed(bytes) - signed(self.bytes);
        let mut used = self.budget.used();
        if more > 0 {
            self.budget.check(&used, self.network, more)?;
        }
        used.add(self.network, more);
        self.bytes = bytes;
        Ok(())
    }

    /// The same bytes in a shorter form.
    pub(super) fn shrink_to(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        self.bytes -= less;
        self.budget.used().add(self.network, -signed(less));
    }

    /// An entry of the cache holds the bytes from now on.
    pub(super) fn enter_cache(&self) {
        if self.caches.fetch_add(1, Ordering::AcqRel) == 0 {
            self.budget.used().add(self.network, -signed(self.bytes));
        }
    }

    /// An entry of the cache is gone. Whoever still takes the bytes is charged again, whatever the budget: as many
    /// were given free for what took the entry's place.
    pub(super) fn leave_cache(&self) {
        if self.caches.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.budget.used().add(self.network, signed(self.bytes));
        }
    }

    /// Another charge to the same network, whatever the budget: of a copy that takes the place of these bytes.
    fn another(&self, bytes: usize) -> Self {
        self.budget.used().add(self.network, signed(bytes));
        Self {
            budget: Arc::clone(&self.budget),
            network: self.network,
            bytes,
            caches: AtomicUsize::new(0),
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        if *self.caches.get_mut() == 0 {
            self.budget.used().add(self.network, -signed(self.bytes));
        }
    }
}

/// The charge of a response that is being built. Clones share it; handlers that learn the length of what they are about
/// to read reserve that first.
#[derive(Clone)]
pub struct Reservation {
    budget: ResponseBudget,
    network: Option<IpAddr>,
    /// None once it is settled.
    charge: Arc<Mutex<Option<Charge>>>,
}

impl Reservation {
    /// Reserves at least so many bytes, but no more than one network can have.
    pub(super) fn cover(&self, bytes: usize) -> Result<(), ApiError> {
        let part = usize::try_from(self.budget.0.part()).unwrap_or(usize::MAX);
        let mut charge = self.charge();
        match &mut *charge {
            Some(charge) => charge.settle(charge.bytes.max(bytes.min(part))),
            None => Ok(()),
        }
    }

    /// The charge for the bytes of the response, or of what is being sent of it at a time.
    pub(super) fn settle(&self, bytes: usize) -> Result<Charge, ApiError> {
        let reserved = self.charge().take();
        match reserved {
            Some(mut charge) => charge.settle(bytes).map(|()| charge),
            None => self.budget.charge(self.network, bytes),
        }
    }

    fn charge(&self) -> MutexGuard<'_, Option<Charge>> {
        self.charge.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FromRequestParts<AppState> for Reservation {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if let Some(reservation) = parts.extensions.get::<Self>() {
            return Ok(reservation.clone());
        }
        let Ok(Household(network)) = Household::from_request_parts(parts, state).await;
        state.response_budget.reserve(network, 0)
    }
}

/// Bytes that hold their charge as long as there is a copy of them.
pub(super) fn charged(bytes: Bytes, charge: Arc<Charge>) -> Bytes {
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

/// A body that holds the charge of its bytes until they are sent; a long one gives it back piece by piece.
pub(super) fn charged_body(bytes: Bytes, charge: Charge) -> Body {
    if bytes.len() <= WHOLE_BYTES_MAX {
        return Body::from(charged(bytes, Arc::new(charge)));
    }
    let body = copied_body(&bytes, &charge);
    drop(charge);
    body
}

/// The same for bytes whose own charge ends soon.
pub(super) fn copied_body(bytes: &Bytes, charge: &Charge) -> Body {
    let pieces = bytes.chunks(PIECE_BYTES).map(|piece| {
        let charge = charge.another(piece.len());
        charged(Bytes::copy_from_slice(piece), Arc::new(charge))
    });
    Body::new(Pieces(pieces.collect()))
}

struct Pieces(VecDeque<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.pop_front().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(|piece| piece.len() as u64).sum())
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
    fn one_network_gets_a_quarter_and_all_together_the_whole() {
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
        assert!(budget.0.used().of_network.is_empty());
    }

    #[test]
    fn a_reservation_counts_until_it_is_settled() {
        let budget = ResponseBudget::new(8 << 20);
        let reservation = budget.reserve(Some(network(1)), MIB).unwrap();
        assert!(budget.reserve(Some(network(1)), MIB + 1).is_err());
        reservation.cover(1_000).unwrap();
        assert_eq!(budget.total(), signed(MIB));
        reservation.clone().cover(2 * MIB).unwrap();
        assert!(budget.charge(Some(network(1)), 1).is_err());
        let charge = reservation.settle(1_000).unwrap();
        drop(reservation);
        assert_eq!(budget.total(), 1_000);
        drop(charge);
        assert_eq!(budget.total(), 0);
    }

    #[test]
    fn a_reservation_takes_no_more_than_one_network_can_have() {
        let budget = ResponseBudget::new(8 << 20);
        let reservation = budget.reserve(Some(network(1)), usize::MAX).unwrap();
        reservation.cover(3 * MIB).unwrap();
        assert_eq!(budget.total(), signed(2 * MIB));
        assert!(reservation.settle(3 * MIB).is_err());
        assert_eq!(budget.total(), 0);
    }

    #[test]
    fn a_write_waits_for_the_part_of_its_own_network_only() {
        let budget = ResponseBudget::new(8 << 20);
        let charges: Vec<_> = (0..4)
            .map(|number| budget.charge(Some(network(number)), 2 * MIB).unwrap())
            .collect();
        assert!(budget.check_part(Some(network(0))).is_err());
        assert!(budget.check_part(Some(network(9))).is_ok());
        drop(charges);
    }

    #[test]
    fn bytes_are_charged_until_the_last_copy_is_gone() {
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
    fn what_the_cache_holds_is_free_until_it_is_evicted() {
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
    async fn a_long_body_gives_its_charge_back_piece_by_piece() {
        let budget = ResponseBudget::new(64 << 20);
        let bytes: Vec<u8> = (0..3 * MIB + 5).map(|place| place.to_le_bytes()[0]).collect();
        let charge = budget.charge(None, bytes.len()).unwrap();
        let mut body = charged_body(Bytes::from(bytes.clone()), charge);
        assert_eq!(HttpBody::size_hint(&body).exact(), Some(bytes.len() as u64));
        let first = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        drop(first);
        assert_eq!(budget.total(), signed(bytes.len() - PIECE_BYTES));
        let rest = to_bytes(body, usize::MAX).await.unwrap();
        assert_eq!(rest, bytes[PIECE_BYTES..]);
        assert_eq!(budget.total(), 0);
    }
}
