//! Migrations of a server's database with rows in it.

use blog_app::store::Store;

use crate::support::database::{new_on_postgres, server};
use crate::support::postgres::{is_installed, query};

/// Takes back V17.
const WITHOUT_ROLES: &str = "
    drop table audit, author_requests, invites;
    drop function audit_stays;
    drop index posts_own;
    alter table admins drop column role;
    delete from refinery_schema_history where version = 17";

#[test]
fn makes_the_staff_administrators() {
    if !is_installed() {
        return;
    }
    let database = new_on_postgres();
    query(&database.url, WITHOUT_ROLES);
    query(
        &database.url,
        "insert into admins (id, username, email, password_hash, created_at)
         values ('a', 'ada', 'ada@example.org', '', 1), ('b', 'bo', 'bo@example.org', '', 2)",
    );
    drop(Store::open(&server(database.url.clone(), 1)).unwrap());
    let roles = "select string_agg(username || ' ' || role, '; ' order by created_at) from admins";
    assert_eq!(query(&database.url, roles), "ada admin; bo admin");
}
