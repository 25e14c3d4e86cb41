//! A connection to a server.

use std::cell::{RefCell, RefMut};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use postgres::fallible_iterator::FallibleIterator as _;
use postgres::{Client, SimpleQueryMessage, Statement};
use uuid::Uuid;

use super::host::{Connected, Origin};
use super::server::{Purpose, Servers};
use super::{WRITERS_LOCK, durability, migrate, values};
use crate::store::commits::{self, Change};
use crate::store::engine::connection::{Connection, Row};
use crate::store::engine::{Follower, Parameters, StoreError};

/// The time for which a read or a write waits for a server to come back.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time for which a commit that was not answered is looked for.
const SETTLE_PATIENCE: Duration = Duration::from_secs(30);
/// The pause before it is looked for again.
const PAUSE: Duration = Duration::from_millis(100);
/// The time for which a read waits until a standby has what the memory has followed, and the pause between looks.
const LAG_PATIENCE: Duration = Duration::from_secs(1);
const LAG_PAUSE: Duration = Duration::from_millis(5);
/// The time for which a write waits until no other one runs.
const LOCK_TIMEOUT_SECONDS: u32 = 10;
/// The time for which a node may do nothing within a transaction that writes: all other writes wait for it.
const STALL_TIMEOUT_SECONDS: u32 = 5;

/// A connection, which is opened again when it breaks.
pub(super) struct PostgresConnection {
    servers: Servers,
    purpose: Purpose,
    /// A reader on a standby must not be behind it.
    follower: Option<Arc<dyn Follower>>,
    client: RefCell<Client>,
    origin: Origin,
    /// The latest version of the schema that this program knows.
    schema_version: u32,
    /// Set when the server warns.
    has_warned: Arc<AtomicBool>,
    /// Every statement is prepared once for a connection.
    statements: RefCell<HashMap<&'static str, Statement>>,
    /// Statements that end a write and begin the next one. They are sent together, before the next statement or with the
    /// commit.
    unsent: RefCell<String>,
}

impl PostgresConnection {
    pub(super) fn open(servers: &Servers, purpose: Purpose, patience: Duration) -> Result<Self, StoreError> {
        let Connected {
            mut client,
            origin,
            has_warned,
        } = servers.connect(purpose, patience)?;
        if purpose == Purpose::Write {
            client.batch_execute(&format!(
                "set lock_timeout = '{LOCK_TIMEOUT_SECONDS}s';
                 set idle_in_transaction_session_timeout = '{STALL_TIMEOUT_SECONDS}s';
                 {}",
                durability::SYNC_COMMITS
            ))?;
        }
        Ok(Self {
            servers: servers.clone(),
            purpose,
            follower: None,
            client: RefCell::new(client),
            origin,
            schema_version: migrate::latest(),
            has_warned,
            statements: RefCell::default(),
            unsent: RefCell::default(),
        })
    }

    /// Opens a connection that reads nothing older than what `follower` has followed.
    pub(super) fn open_reader(servers: &Servers, follower: &Arc<dyn Follower>) -> Result<Self, StoreError> {
        let mut reader = Self::open(servers, Purpose::Read, PATIENCE)?;
        reader.follower = Some(Arc::clone(follower));
        Ok(reader)
    }

    pub(super) fn is_standby(&self) -> bool {
        self.origin.is_standby
    }

    /// Whether there is a better server for it.
    pub(super) fn is_outdated(&self) -> bool {
        self.servers.is_outdated(self.origin)
    }

    pub(super) fn client_mut(&mut self) -> &mut Client {
        self.client.get_mut()
    }

    fn reopen(&mut self, patience: Duration) -> Result<(), StoreError> {
        let follower = self.follower.take();
        let reopened = Self::open(&self.servers, self.purpose, patience);
        self.follower = follower.clone();
        *self = Self {
            follower,
            ..reopened?
        };
        Ok(())
    }

    /// Begins a transaction, on a new connection if this one is broken or there is a better server.
    fn begin(&mut self, statements: &str) -> Result<Vec<SimpleQueryMessage>, StoreError> {
        self.unsent.get_mut().clear();
        if !self.is_outdated() && !self.client.get_mut().is_closed() {
            match self
                .client
                .get_mut()
                .simple_query(statements)
                .map_err(StoreError::from)
            {
                Err(StoreError::Unreachable(_)) => {}
                Err(error) => {
                    self.end("rollback")?;
                    return Err(error);
                }
                Ok(messages) => return Ok(messages),
            }
        }
        self.reopen(PATIENCE)?;
        Ok(self.client.get_mut().simple_query(statements)?)
    }

    /// Looks in the database whether a batch was committed whose commit was not answered. The old connection may still
    /// run: then it holds the lock. What is found is written once more, since an answered write is safe also on
    /// standbys, and so is everything before it.
    fn settle(&mut self, batch: Uuid) -> Result<u64, StoreError> {
        let statements = format!(
            "begin; select pg_advisory_xact_lock({WRITERS_LOCK});
             update commits set batch = batch where batch = '{batch}' returning number; commit"
        );
        let deadline = Instant::now() + SETTLE_PATIENCE;
        loop {
            let found = self.reopen(PATIENCE).and_then(|()| {
                let messages = self.client.get_mut().simple_query(&statements)?;
                Ok(first_number(&messages, "number"))
            });
            let has_warned = self.has_warned.load(Ordering::Acquire);
            match found {
                Ok(Some(number)) if !has_warned => return Ok(number),
                Ok(None) => return Err(StoreError::Unreachable("the connection broke".to_owned())),
                _ if Instant::now() > deadline => return Err(StoreError::InDoubt),
                _ => sleep(PAUSE),
            }
        }
    }

    fn latest_commit(&mut self) -> Result<u64, StoreError> {
        let latest = "select coalesce(max(number), 0) as number from commits";
        let messages = self.client.get_mut().simple_query(latest)?;
        Ok(first_number(&messages, "number").unwrap_or(0))
    }

    /// Returns the driver after everything unsent was sent.
    fn ready_client(&self) -> Result<RefMut<'_, Client>, StoreError> {
        let mut client = self
            .client
            .try_borrow_mut()
            .map_err(|error| StoreError::Engine(Box::new(error)))?;
        let unsent = self.unsent.take();
        if !unsent.is_empty() {
            client.batch_execute(&unsent)?;
        }
        Ok(client)
    }

    fn prepared(&self, client: &mut Client, sql: &'static str) -> Result<Statement, StoreError> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = client.prepare(&with_dollars(sql))?;
        self.statements.borrow_mut().insert(sql, statement.clone());
        Ok(statement)
    }

    fn end(&mut self, statement: &str) -> Result<(), StoreError> {
        self.unsent.get_mut().clear();
        let client = self.client.get_mut();
        if client.is_closed() {
            return Ok(());
        }
        Ok(client.batch_execute(statement)?)
    }
}

impl Connection for PostgresConnection {
    fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
        visit: &mut dyn FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let mut client = self.ready_client()?;
        let statement = self.prepared(&mut client, sql)?;
        let mut rows = client.query_raw(&statement, values::parameters(parameters))?;
        while let Some(row) = rows.next()?
            && visit(&Row::new(&row))?
        {}
        Ok(())
    }

    fn execute(&self, sql: &'static str, parameters: Parameters<'_>) -> Result<usize, StoreError> {
        let mut client = self.ready_client()?;
        let statement = self.prepared(&mut client, sql)?;
        let mut rows = client.query_raw(&statement, values::parameters(parameters))?;
        while rows.next()?.is_some() {}
        Ok(usize::try_from(rows.rows_affected().unwrap_or(0)).unwrap_or(usize::MAX))
    }

    /// A standby may lag behind what the memory has followed already. Then this waits, and looks for another server at last.
    fn begin_snapshot(&mut self) -> Result<(), StoreError> {
        let mut is_last_attempt = false;
        let deadline = Instant::now() + LAG_PATIENCE;
        loop {
            self.begin("begin isolation level repeatable read read only")?;
            let followed = self.follower.as_ref().map_or(0, |follower| follower.followed());
            if !self.is_standby() || self.latest_commit()? >= followed {
                return Ok(());
            }
            self.end("rollback")?;
            if is_last_attempt {
                return Err(StoreError::Unreachable("the standby lags behind".to_owned()));
            }
            if Instant::now() > deadline {
                is_last_attempt = true;
                self.reopen(PATIENCE)?;
            }
            sleep(LAG_PAUSE);
        }
    }

    fn end_snapshot(&mut self) -> Result<(), StoreError> {
        self.end("commit")
    }

    fn begin_batch(&mut self) -> Result<(), StoreError> {
        let statements = format!(
            "begin; select pg_advisory_xact_lock({WRITERS_LOCK});
             select cast(pg_is_in_recovery() as integer) as is_standby, max(version) as version
             from refinery_schema_history;
             savepoint write"
        );
        let mut messages = self.begin(&statements)?;
        if first_number(&messages, "is_standby") == Some(1) {
            // It was the primary when it was connected to.
            self.reopen(PATIENCE)?;
            messages = self.begin(&statements)?;
        }
        let found = first_number(&messages, "version").unwrap_or(0);
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        let known = self.schema_version;
        if found > known {
            self.end("rollback")?;
            return Err(StoreError::NewerSchema { found, known });
        }
        Ok(())
    }

    fn next_write(&mut self, is_kept: bool) -> Result<(), StoreError> {
        let unsent = self.unsent.get_mut();
        unsent.push_str(if is_kept {
            "release savepoint write; savepoint write;"
        } else {
            "rollback to savepoint write;"
        });
        Ok(())
    }

    fn lost_batch(&self) -> Option<StoreError> {
        let is_closed = self.client.borrow().is_closed();
        is_closed.then(|| StoreError::Unreachable("the connection broke".to_owned()))
    }

    /// Commits the batch with its row in the table of commits, which all nodes follow, and by which a commit that is not
    /// answered is found.
    fn commit(&mut self, changes: &[Change]) -> Result<u64, StoreError> {
        let batch = Uuid::new_v4();
        let changes = commits::to_text(changes);
        let unsent = self.unsent.take();
        let statements = format!(
            "{unsent}
             with committed as (
                 insert into commits (number, batch, changes, committed_at)
                 select coalesce(max(number), 0) + 1, '{batch}', '{changes}',
                        cast(extract(epoch from clock_timestamp()) * 1000 as bigint) from commits
                 returning number)
             select number, pg_notify('commits', number::text) from committed;
             commit"
        );
        self.has_warned.store(false, Ordering::Release);
        match self
            .client
            .get_mut()
            .simple_query(&statements)
            .map_err(StoreError::from)
        {
            // A wait for the standby that was cancelled ends in a warning.
            Ok(_) if self.has_warned.load(Ordering::Acquire) => self.settle(batch),
            Ok(messages) => Ok(first_number(&messages, "number").unwrap_or(0)),
            Err(StoreError::Unreachable(_)) => self.settle(batch),
            Err(error) => Err(error),
        }
    }

    fn roll_back(&mut self) -> Result<(), StoreError> {
        self.end("rollback")
    }

    fn data_version(&self) -> Result<i64, StoreError> {
        Ok(0)
    }

    fn size_bytes(&self) -> Result<u64, StoreError> {
        let mut client = self.ready_client()?;
        let row = client.query_one("select pg_database_size(current_database())", &[])?;
        Ok(u64::try_from(row.get::<_, i64>(0)).unwrap_or(0))
    }

    /// The indexes that a broken build or an operator left unusable. The server checks everything else by itself.
    fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        let mut client = self.ready_client()?;
        let rows = client.query(
            "select indexrelid::regclass::text from pg_index
             where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema::regnamespace)",
            &[],
        )?;
        let message = |row: &postgres::Row| format!("the index {} is not valid", row.get::<_, String>(0));
        Ok(rows.iter().map(message).collect())
    }

    fn durability_risks(&self) -> Result<Vec<String>, StoreError> {
        durability::risks(&mut *self.ready_client()?)
    }
}

/// Returns the number in the first row with this column.
fn first_number(messages: &[SimpleQueryMessage], column: &str) -> Option<u64> {
    messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.try_get(column).ok()??.parse().ok(),
        _ => None,
    })
}

/// Replaces the parameters `?1` of a statement by `$1`. A statement has no question mark elsewhere, except in texts.
fn with_dollars(sql: &str) -> String {
    let mut is_text = false;
    let dollar = |character| {
        is_text ^= character == '\'';
        if character == '?' && !is_text {
            '$'
        } else {
            character
        }
    };
    sql.chars().map(dollar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_parameters_but_not_texts() {
        assert_eq!(
            with_dollars("select '?1', 'it''s ?', a from t where a = ?1 and b in (?2, ?10)"),
            "select '?1', 'it''s ?', a from t where a = $1 and b in ($2, $10)"
        );
    }
}
