//! Errors of the driver are classified: only a lost connection is [`StoreError::Unreachable`], on which clients are
//! told to retry.

use blog_app::domain::{Clock as _, SystemClock};
use blog_app::store::outbox::Lane;
use blog_app::store::{Store, StoreError, outbox};

use crate::support::database;
use crate::support::postgres::{is_installed, query};

#[test]
fn a_parameter_of_another_type_than_its_column_is_no_broken_connection() {
    if !is_installed() {
        return;
    }
    let server = database::new_on_postgres();
    let store = Store::open(&database::server(server.url.clone(), 1)).unwrap();
    query(
        &server.url,
        "alter table outbox alter column next_try_at type numeric",
    );
    let now = SystemClock.now();
    let error = store
        .read_blocking(move |tx| outbox::is_any_due(tx, Lane::Account, now))
        .unwrap_err();
    assert!(matches!(error, StoreError::Engine(_)), "{error:?}");
    let write = store.write_blocking(move |tx| outbox::claim(tx, Lane::Account, now, now, 1));
    assert!(matches!(write, Err(StoreError::Engine(_))), "{write:?}");
}
