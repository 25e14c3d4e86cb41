//! What a stolen copy of the database is good for: no token, code, key or recovery code can be used.

use serde_json::{Value, json};

use crate::support::authenticator::WITH_PASSKEYS;
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, database};

/// The columns that hold something of sessions and second factors.
const COLUMNS: [&str; 10] = [
    "select id from sessions",
    "select network from sessions",
    "select agent from sessions",
    "select secret from totp_secrets",
    "select code_hash from recovery_codes",
    "select ticket_hash from login_tickets",
    "select id from passkeys",
    "select nonce from used_challenges",
    "select counter from wrong_guesses",
    "select text_body || html_body from outbox",
];

#[tokio::test]
async fn a_copy_of_the_database_holds_nothing_that_can_be_used() {
    let site = Site::configured(&[WITH_PASSKEYS]);
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    let mut secrets = Vec::new();
    for (login, email, token) in [
        (LOGINS[0], &reader.email, &reader.token),
        (LOGINS[1], &admin.email, &admin.token),
    ] {
        secrets.push(token_of(&site.sign_in(login, email).await));
        let factor = site.enrol(token).await;
        let proof = json!({"code": site.next_totp(&factor.secret)});
        site.add_passkey_with(token, proof).await;
        let bytes = totp_rs::Secret::try_from_base32(&factor.secret).unwrap();
        secrets.push(hex::encode(bytes.as_bytes()));
        secrets.push(factor.secret);
        for code in factor.recovery_codes {
            secrets.push(code.replace('-', ""));
            secrets.push(code);
        }
        let ticket = site.ticket(login, email).await;
        let wrong = site.second_step(login, &ticket, "abcd-efgh-ijkl").await;
        assert_eq!(wrong.status_code(), 400);
        secrets.push(ticket);
    }
    let stored: Vec<String> = COLUMNS
        .into_iter()
        .flat_map(|select| database::query(site.folder(), select))
        .collect();
    assert!(stored.len() >= 2 * 13, "{stored:?}");
    for value in &stored {
        let folded = value.to_lowercase();
        for secret in &secrets {
            assert!(!folded.contains(&secret.to_lowercase()), "{value}");
        }
    }
    // What is stored is no credential itself.
    for value in &stored {
        let second = site.second_step(LOGINS[0], value, "123456").await;
        assert_eq!(second.status_code(), 400, "{value}");
        if let Ok(header) = axum::http::HeaderValue::from_str(value) {
            let response = site
                .server
                .get("/api/auth/verify-token")
                .add_header("authorization", [b"Bearer ", header.as_bytes()].concat())
                .await;
            assert_eq!(response.status_code(), 401, "{value}");
        }
    }
}

/// The same password of another account, and the stored rows of this one: a row that is moved is worth nothing.
#[tokio::test]
async fn a_row_that_is_moved_to_another_account_is_worth_nothing() {
    let site = Site::new();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let factor = site.enrol(&eve.token).await;
    for table in ["totp_secrets", "recovery_codes"] {
        let sql = format!("update {table} set account = '{}'", ada.id);
        database::execute(site.folder(), &sql);
    }
    let ticket = site.ticket(LOGINS[0], &ada.email).await;
    let code = site.next_totp(&factor.secret);
    let response = site.second_step(LOGINS[0], &ticket, &code).await;
    assert_eq!(response.status_code(), 500);
    let response = site
        .second_step(LOGINS[0], &ticket, &factor.recovery_codes[0])
        .await;
    assert_eq!(response.json::<Value>()["code"], json!("invalid_code"));
}
