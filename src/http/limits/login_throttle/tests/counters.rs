//! The counters in the database.

use std::future::{pending, poll_fn};
use std::task::Poll;

use super::*;

#[tokio::test]
async fn counts_wrong_guesses_before_a_restart() {
    let mut throttle = Fixture::new(&[]).await;
    let ada = ada();
    let secret = Secret::ReaderPassword(&ada);
    assert_eq!(right(&throttle, secret, 1).await, 200);
    assert_eq!(wrong(&throttle, secret, Some(address(1)), 12).await, 12);
    assert_eq!(wrong(&throttle, secret, Some(address(2)), 3).await, 3);
    throttle.restart();
    assert_eq!(wrong(&throttle, secret, Some(address(1)), 30).await, 8);
    assert_eq!(wrong(&throttle, secret, Some(address(2)), 30).await, 2);
    assert_eq!(wrong_from_many(&throttle, secret).await, 15);
}

#[tokio::test]
async fn concurrent_guesses_cannot_pass_the_limit() {
    let throttle = Fixture::new(&[]).await;
    let compared = AtomicI64::new(0);
    let mut guesses: Vec<_> = (0..100)
        .map(|number| {
            Box::pin(
                throttle.check(Secret::MasterPassword, Some(address(number)), async {
                    compared.fetch_add(1, Ordering::Relaxed);
                    // All guesses are compared at the same time.
                    pending::<Result<(), ApiError>>().await
                }),
            )
        })
        .collect();
    let mut refused = 0;
    let mut is_over = vec![false; guesses.len()];
    poll_fn(|context| {
        for (guess, is_over) in guesses.iter_mut().zip(&mut is_over) {
            if !*is_over && guess.as_mut().poll(context).is_ready() {
                (*is_over, refused) = (true, refused + 1);
            }
        }
        if refused + compared.load(Ordering::Relaxed) == 100 {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    assert_eq!((refused, compared.load(Ordering::Relaxed)), (80, 20));
}

#[tokio::test]
async fn tells_the_seconds_until_the_next_guess() {
    let throttle = Fixture::new(&[]).await;
    for (from, expected) in [(Some(address(1)), 710..=720), (None, 170..=180)] {
        wrong(&throttle, Secret::MasterPassword, from, 20).await;
        let refused = throttle.check(Secret::MasterPassword, from, ready(Ok(()))).await;
        let Err(ApiError::TooMany(_, _, Some(seconds))) = refused else {
            panic!("{refused:?}");
        };
        assert!(expected.contains(&seconds), "{seconds}");
    }
}

/// Returns the keys of all counters.
async fn counters(throttle: &LoginThrottle) -> Vec<String> {
    throttle.store.read(wrong_guesses::keys).await.unwrap()
}

#[tokio::test]
async fn stores_no_counter_of_a_guess_that_was_right_or_never_compared() {
    let throttle = Fixture::new(&[]).await;
    let ada = ada();
    let secret = Secret::ReaderPassword(&ada);
    for outcome in [Ok(()), Err(ApiError::NetworkBusy)] {
        guess(&throttle, secret, Some(address(1)), outcome).await;
        assert_eq!(counters(&throttle).await, [""; 0]);
    }
}

#[tokio::test]
async fn guesses_that_are_refused_write_nothing() {
    let throttle = Fixture::new(&[]).await;
    assert_eq!(wrong_from_many(&throttle, Secret::MasterPassword).await, 20);
    let before = throttle.store.write_stats().committed;
    assert_eq!(wrong_from_many(&throttle, Secret::MasterPassword).await, 0);
    assert_eq!(throttle.store.write_stats().committed, before);
}

#[tokio::test]
async fn bounds_the_counters_of_accounts_that_do_not_exist() {
    let throttle = Fixture::new(&[]).await;
    let (ada, bo) = (ada(), EmailAddress::parse("bo@example.org").unwrap());
    for (email, digits) in [(&bo, 4), (&ada, 32)] {
        wrong(&throttle, Secret::ReaderPassword(email), Some(address(1)), 1).await;
        let found = counters(&throttle).await;
        assert_eq!(
            found.iter().filter(|key| key.len() == digits).count(),
            2,
            "{found:?}"
        );
    }
}

#[tokio::test]
async fn removes_the_counters_an_hour_after_the_last_guess() {
    let throttle = Fixture::new(&[]).await;
    assert_eq!(wrong_from_many(&throttle, Secret::MasterPassword).await, 20);
    let later = |minutes: i64| SystemClock.now().plus_milliseconds(minutes * 60_000);
    let all = counters(&throttle).await.len();
    assert_eq!(all, 5, "of all networks, and of four shares");
    clean_up::clean_up(&throttle.store, later(55)).await.unwrap();
    assert_eq!(counters(&throttle).await.len(), all);
    let removed = clean_up::clean_up(&throttle.store, later(61)).await.unwrap();
    assert_eq!(removed.wrong_guesses, all);
    assert_eq!(counters(&throttle).await, [""; 0]);
}
