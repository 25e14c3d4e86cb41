//! The database of a data folder: a file in it, or with `TEST_DATABASE=postgres` a database of a server.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use blog_app::store::{FileOptions, Place, ServerOptions, Store, StoreOptions};
use parking_lot::Mutex;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::SECRET;
use super::postgres::{self, Database, Template};

static MIGRATED: Template = Template::named("migrated");
/// A migrated file, which is copied: all the migrations take longer than most tests.
static MIGRATED_FILE: LazyLock<Vec<u8>> = LazyLock::new(migrated_file);
/// The databases of the folders that were asked for; `None` for a file in the folder.
static DATABASES: LazyLock<Mutex<HashMap<PathBuf, Option<Database>>>> = LazyLock::new(Mutex::default);

/// Whether the tests run on PostgreSQL.
pub fn is_postgres() -> bool {
    std::env::var("TEST_DATABASE").is_ok_and(|name| name == "postgres")
}

/// Returns the database of a data folder.
pub fn place(folder: &Path) -> Place {
    match url(folder) {
        Some(url) => server(url, 1).place,
        None => Place::File(FileOptions::new(folder.join("blog.db"))),
    }
}

/// Opens the database of a data folder.
pub fn open(folder: &Path, readers: usize) -> Store {
    let place = place(folder);
    if let Place::File(file) = &place
        && !file.path.exists()
    {
        std::fs::write(&file.path, &*MIGRATED_FILE).unwrap();
    }
    Store::open(&StoreOptions { place, readers }).unwrap()
}

fn migrated_file() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    drop(Store::open(&StoreOptions::new(&path, 1)).unwrap());
    assert!(
        !folder.path().join("blog.db-wal").exists(),
        "the file is complete"
    );
    std::fs::read(path).unwrap()
}

/// Returns the environment variables by which the program finds the database of a data folder.
pub fn environment(folder: &Path) -> Vec<(&'static str, String)> {
    match url(folder) {
        Some(url) => vec![
            ("BLOG_APP_DATABASE__URL", url),
            ("BLOG_APP_AUTH__SECRET", SECRET.to_owned()),
            ("BLOG_APP_DATABASE__POOL", "2".to_owned()),
        ],
        None => Vec::new(),
    }
}

/// Returns the first column of a query, as texts.
pub fn query(folder: &Path, sql: &str) -> Vec<String> {
    if let Some(url) = url(folder) {
        let rows = postgres::query(&url, sql);
        return rows.lines().map(str::to_owned).collect();
    }
    let database = Connection::open(folder.join("blog.db")).unwrap();
    let mut statement = database.prepare(sql).unwrap();
    let values = statement.query_map([], |row| row.get::<_, Value>(0)).unwrap();
    values.map(|value| text(value.unwrap())).collect()
}

fn text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text,
        Value::Blob(bytes) => format!("{bytes:?}"),
    }
}

/// Executes a statement that no site learns of before [`announce`] and [`Store::catch_up`].
pub fn execute(folder: &Path, sql: &str) {
    if let Some(url) = url(folder) {
        postgres::query(&url, sql);
        return;
    }
    let database = Connection::open(folder.join("blog.db")).unwrap();
    database.execute_batch(sql).unwrap();
}

/// Executes a statement that the database is expected to refuse, and returns its message.
pub fn refusal(folder: &Path, sql: &str) -> String {
    if let Some(url) = url(folder) {
        let output = postgres::psql().args(["-XAtqc", sql, &url]).output().unwrap();
        assert!(!output.status.success(), "{sql} was not refused");
        return String::from_utf8(output.stderr).unwrap();
    }
    let database = Connection::open(folder.join("blog.db")).unwrap();
    database.execute_batch(sql).unwrap_err().to_string()
}

/// Tells the sites on a server that anything may have changed, as another node would.
pub fn announce(folder: &Path) {
    if url(folder).is_some() {
        commit(folder, "everything");
        execute(
            folder,
            "select pg_notify('commits', max(number)::text) from commits",
        );
    }
}

/// Writes a commit to a server, as another node would, without announcing it. It waits for the lock of all writers, so that a
/// site which writes at the same time does not take the same number.
pub fn commit(folder: &Path, changes: &str) {
    let writers_lock = i64::from_be_bytes(*b"blog-app");
    execute(
        folder,
        &format!(
            "select pg_advisory_xact_lock({writers_lock});
             insert into commits (number, batch, changes, committed_at)
             select coalesce(max(number), 0) + 1, gen_random_uuid(), '{changes}', 0 from commits"
        ),
    );
}

/// Returns all that is stored, in whatever form.
pub fn contents(folder: &Path) -> Vec<u8> {
    match url(folder) {
        Some(url) => postgres::dump(&url),
        None => std::fs::read(folder.join("blog.db")).unwrap(),
    }
}

/// Returns each text and each string of bytes in the tables, with the name of its column, such as `posts.title`.
pub fn texts_and_bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let is_server = url(folder).is_some();
    let columns = if is_server {
        "select table_name || ' ' || column_name || ' ' || data_type from information_schema.columns
         where table_schema = current_schema() and data_type not in ('bigint', 'integer', 'double precision', 'boolean')"
    } else {
        "select tables.name || ' ' || columns.name || ' ' || columns.type
         from sqlite_schema tables, pragma_table_info(tables.name) columns
         where tables.type = 'table' and columns.type not in ('INTEGER', 'REAL')"
    };
    let mut selects: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in query(folder, columns) {
        let [table, column, kind] = line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let hex = match (is_server, kind) {
            (false, _) => format!("hex(\"{column}\")"),
            (true, "bytea") => format!("encode(\"{column}\", 'hex')"),
            (true, _) => format!("encode(convert_to(\"{column}\"::text, 'UTF8'), 'hex')"),
        };
        let select =
            format!("select '{table}.{column}=' || {hex} from {table} where \"{column}\" is not null");
        selects.entry(table.to_owned()).or_default().push(select);
    }
    let lines = selects
        .values()
        .flat_map(|selects| query(folder, &selects.join(" union all ")));
    lines
        .map(|line| {
            let (column, value) = line.split_once('=').unwrap();
            (column.to_owned(), hex::decode(value).unwrap())
        })
        .collect()
}

/// Drops the database of a data folder that is not used any more.
pub fn forget(folder: &Path) {
    DATABASES.lock().remove(folder);
}

/// The engine of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// The engine on which the tests run.
pub fn engine() -> Engine {
    if is_postgres() {
        Engine::Postgres
    } else {
        Engine::Sqlite
    }
}

/// Gives a data folder the database of this engine, whichever the tests run on.
pub fn choose(folder: &Path, engine: Engine) {
    let database = match engine {
        Engine::Sqlite => None,
        Engine::Postgres => Some(new_on_postgres()),
    };
    DATABASES.lock().insert(folder.to_owned(), database);
}

fn url(folder: &Path) -> Option<String> {
    if !DATABASES.lock().contains_key(folder) {
        choose(folder, engine());
    }
    let databases = DATABASES.lock();
    databases[folder].as_ref().map(|database| database.url.clone())
}

/// Creates a database of a server, whichever one the other tests run on.
pub fn new_on_postgres() -> Database {
    MIGRATED.new_database(|url| drop(Store::open(&server(url.to_owned(), 1)).unwrap()))
}

/// The options that open a database of a server.
pub fn server(url: String, readers: usize) -> StoreOptions {
    let server = ServerOptions {
        url,
        password: None,
        ca_file: None,
    };
    StoreOptions {
        place: Place::Server(server),
        readers,
    }
}
