//! `blog-app admin reset-second-factor`.

use serde_json::json;

use crate::support::authenticator::WITH_PASSKEYS;
use crate::support::database;
use crate::support::program::{expect_failure, expect_success, run};
use crate::support::second_factor::LOGINS;
use crate::support::{Site, wait_until};

#[tokio::test]
async fn removes_the_second_factor_and_ends_the_sessions() {
    let site = Site::configured(&[WITH_PASSKEYS]);
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    for (login, user, email, token) in [
        (LOGINS[0], reader.email.as_str(), &reader.email, &reader.token),
        (LOGINS[1], "root", &admin.email, &admin.token),
    ] {
        let factor = site.enrol(token).await;
        let proof = json!({"code": site.next_totp(&factor.secret)});
        site.add_passkey_with(token, proof).await;
        let reset = || run(site.folder(), &["admin", "reset-second-factor", "--user", user]);
        let version = site.store.accounts_version();
        let output = expect_success(&reset());
        assert!(output.contains("The second factor is removed"), "{output}");
        site.store.catch_up().await.unwrap();
        wait_until(|| site.store.accounts_version() > version);
        site.assert_token(token, false).await;
        let answer = site.sign_in(login, email).await;
        assert!(answer["token"].is_string(), "{answer}");
        assert!(expect_failure(&reset()).contains("has no second factor"));
    }
    let passkeys = database::query(site.folder(), "select id from passkeys");
    assert_eq!(passkeys, [""; 0]);
    let rows = database::query(
        site.folder(),
        "select action from audit where action = 'second_factor.reset' and actor is null",
    );
    assert_eq!(rows.len(), 2);
    let unknown = run(
        site.folder(),
        &["admin", "reset-second-factor", "--user", "nobody"],
    );
    let message = expect_failure(&unknown);
    assert!(
        message.contains("neither a member of the staff nor a reader"),
        "{message}"
    );
}
