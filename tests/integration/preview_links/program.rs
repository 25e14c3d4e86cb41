//! The real program: what its log says of a link, and the limit on wrong ones.

use std::fs::{self, File};
use std::path::Path;

use blog_app::auth::link_token::LinkToken;
use blog_app::domain::{Clock as _, SystemClock, SystemEntropy};
use blog_app::store::preview_links::{self, PreviewLink};
use blog_app::store::{StoreError, admins, posts};
use tempfile::TempDir;

use crate::planned_publication::store_planned;
use crate::support::database;
use crate::support::program::{RunningSite, create_admin, environment, expect_success};

const DAY_MILLISECONDS: i64 = 86_400_000;

/// Stores a draft with a link, and returns the token of the link.
fn draft_with_link(data: &Path) -> LinkToken {
    expect_success(&create_admin(data, "root", "correct horse battery"));
    let store = database::open(data, 1);
    let admin = store.read_blocking(|tx| admins::by_email_or_username(tx, "root"));
    let author = admin.unwrap().unwrap().id.into();
    let now = SystemClock.now();
    let tomorrow = now.plus_milliseconds(DAY_MILLISECONDS);
    store_planned(&store, author, now, 1, move |_| tomorrow);
    let token = LinkToken::random(&SystemEntropy);
    let hash = token.hash();
    let write = move |tx: &mut blog_app::store::Tx<'_>| -> Result<(), StoreError> {
        let draft = posts::by_id_or_slug(tx, "planned-000")?.unwrap();
        let link = PreviewLink {
            post: draft.id,
            created_at: now,
            expires_at: tomorrow,
        };
        preview_links::replace(tx, link, &hash)
    };
    store.write_blocking(write).unwrap();
    token
}

fn new_folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn status(site: &RunningSite, path: &str) -> u16 {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let address = format!("http://{}{path}", site.address);
    agent.get(address).call().unwrap().status().as_u16()
}

#[test]
fn no_log_has_the_token_of_a_link() {
    let folder = new_folder();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    fs::create_dir(&data).unwrap();
    let token = draft_with_link(&data);
    let wrong = LinkToken::random(&SystemEntropy);
    let settings = environment(&[("LOG__LEVEL", "trace")]);
    let site = RunningSite::start_logging(&data, &settings, File::create(&log).unwrap());
    for (token, expected) in [(&token, 200), (&wrong, 404)] {
        for path in ["/preview/", "/api/preview-links/"] {
            assert_eq!(status(&site, &format!("{path}{}", token.expose())), expected);
        }
    }
    assert_eq!(site.stop(), Some(0));
    let log = fs::read_to_string(log).unwrap();
    for route in ["/preview/{token}", "/api/preview-links/{token}"] {
        assert!(log.contains(route), "{route} in {log}");
    }
    for token in [token, wrong] {
        assert!(!log.contains(token.expose()), "{log}");
    }
}

#[test]
fn wrong_links_count_as_wrong_codes() {
    let folder = new_folder();
    let token = draft_with_link(folder.path());
    let settings = environment(&[("RATE_LIMIT__CODES_PER_HOUR", "3")]);
    let site = RunningSite::start_with(folder.path(), &settings);
    let right = format!("/preview/{}", token.expose());
    let statuses: Vec<u16> = (0..3)
        .flat_map(|number| {
            let wrong = LinkToken::random(&SystemEntropy);
            let path = if number % 2 == 0 {
                "/preview/"
            } else {
                "/api/preview-links/"
            };
            [
                status(&site, &right),
                status(&site, &format!("{path}{}", wrong.expose())),
            ]
        })
        .collect();
    assert_eq!(statuses, [200, 404, 200, 404, 200, 404]);
    for path in ["/preview/nothing", "/api/preview-links/nothing"] {
        assert_eq!(status(&site, path), 429, "{path}");
    }
    assert_eq!(status(&site, &right), 200, "a right one is no guess");
}
