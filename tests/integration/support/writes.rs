//! Writes of readers, each of which leaves a line in the database by which it is found again.

use std::sync::Arc;

use blog_app::actions::import;
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::domain::user::{EmailAddress, Name, NewUser};
use blog_app::domain::{Account, Clock as _, SystemClock, SystemEntropy, UserId};
use blog_app::store::{Store, users};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use ureq::Agent;

use super::{SECRET, post_with_changes};

/// The number of posts that the readers write on.
pub const POSTS: usize = 200;

/// Selects a line for each write of a reader, equal to the line of [`Write`].
pub const LINES_SQL: &str = "
    select 'like ' || user_id || ' ' || slug from post_likes join posts on posts.id = post_id
    union all
    select 'bookmark ' || user_id || ' ' || slug from post_bookmarks join posts on posts.id = post_id
    union all
    select 'comment ' || user_id || ' ' || slug || ' ' || content
    from comments join posts on posts.id = post_id
    union all
    select 'view ' || session || ' ' || slug from post_sessions join posts on posts.id = post_id";

pub struct Reader {
    pub id: UserId,
    pub token: String,
}

/// A write by a reader.
pub struct Write {
    path: String,
    body: Value,
    /// The status of the response that acknowledges it.
    pub status: u16,
    /// Its line in the database.
    pub line: String,
}

impl Write {
    /// The reader's write with this number. No two numbers of a reader write the same.
    pub fn new(reader: &Reader, number: usize) -> Self {
        let Reader { id, .. } = reader;
        assert!(number < 4 * POSTS, "the reader has nothing left to write");
        let slug = slug(number / 4);
        let (action, body, status, line) = match number % 4 {
            0 => ("like", json!({}), 200, format!("like {id} {slug}")),
            1 => ("bookmark", json!({}), 200, format!("bookmark {id} {slug}")),
            2 => {
                let text = format!("This is number {number}.");
                let line = format!("comment {id} {slug} {text}");
                ("comments", json!({"content": text}), 201, line)
            }
            _ => {
                let name = format!("{id} {number}");
                let digest: [u8; 32] = Sha256::digest(&name).into();
                let session = i64::from_be_bytes(*digest.first_chunk().unwrap());
                let body = json!({"sessionId": name, "deviceType": "mobile"});
                ("view", body, 200, format!("view {session} {slug}"))
            }
        };
        Self {
            path: format!("/api/blogs/{slug}/{action}"),
            body,
            status,
            line,
        }
    }

    /// Sends the write. Returns the status of the response and its body, which a kill may truncate.
    pub fn send(&self, agent: &Agent, address: &str, token: &str) -> Result<(u16, String), ureq::Error> {
        let mut response = agent
            .post(format!("http://{address}{}", self.path))
            .header("authorization", format!("Bearer {token}"))
            .send_json(&self.body)?;
        let body = response.body_mut().read_to_string().unwrap_or_default();
        Ok((response.status().as_u16(), body))
    }
}

/// Imports the posts that the readers write on.
pub fn import_posts(store: &Store) {
    let posts: Vec<String> = (0..POSTS)
        .map(|number| post_with_changes(1, json!({"slug": slug(number), "title": slug(number)})).to_string())
        .collect();
    let posts = posts.join("\n");
    let report = import::posts(store, &SystemClock, &SystemEntropy, posts.as_bytes(), |_| {});
    assert_eq!(report.unwrap().imported, POSTS as u64);
}

pub fn reader(store: &Store, number: usize) -> Reader {
    let now = SystemClock.now();
    let name = Name::parse(&format!("Reader {number}")).unwrap();
    let username = name.username();
    let user = NewUser {
        id: UserId::new(now, &SystemEntropy),
        email: EmailAddress::parse(&format!("{username}@example.org")).unwrap(),
        name,
        username,
        password_hash: "nobody signs in with it".to_owned(),
        verified_at: Some(now),
        onboarded: true,
        bio: "Writes a lot.".to_owned(),
        avatar: None,
        created_at: now,
    };
    let id = user.id;
    store.write_blocking(move |tx| users::insert(tx, &user)).unwrap();
    let tokens = TokenIssuer::new(&SigningSecret::from_text(SECRET), 24, Arc::new(SystemEntropy));
    Reader {
        id,
        token: tokens.issue(Account::Reader(id), 0, now).unwrap().text,
    }
}

pub fn slug(number: usize) -> String {
    format!("post-{number}")
}
