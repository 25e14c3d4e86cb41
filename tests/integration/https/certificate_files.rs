//! Certificates in files that change while the site runs.

use super::certificates::issue;
use super::{HttpsSite, NAME, replace};
use crate::support::wait_until;

#[test]
fn uses_a_replaced_certificate_without_dropping_connections() {
    let (site, first) = HttpsSite::start(&[]);
    let mut old = site.client(&first).connect().unwrap();
    assert!(old.get("/api/health").starts_with("HTTP/1.1 200 "));
    let second = issue(&[NAME]);
    second.write_to(site.folder.path());
    let client = site.client(&second);
    wait_until(|| client.connect().is_ok());
    assert_eq!(client.connect().unwrap().certificate(), second.certificate);
    assert!(site.client(&first).connect().is_err());
    assert!(old.get("/api/health").starts_with("HTTP/1.1 200 "));
    assert!(
        site.log().contains("the certificate was read again"),
        "{}",
        site.log()
    );
}

#[test]
fn keeps_the_old_certificate_while_the_new_one_cannot_be_used() {
    let (site, first) = HttpsSite::start(&[]);
    let second = issue(&[NAME]);
    for (certificate, key, cause) in [
        (
            "nonsense",
            first.key.as_str(),
            "there is no certificate in PEM form",
        ),
        (second.pem.as_str(), first.key.as_str(), "cannot be used together"),
        (second.pem.as_str(), "", "there is no private key"),
    ] {
        replace(&site.path("cert.pem"), certificate);
        replace(&site.path("key.pem"), key);
        wait_until(|| site.log().contains(cause));
        let mut connection = site.client(&first).connect().unwrap();
        assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
    }
    std::fs::remove_file(site.path("key.pem")).unwrap();
    wait_until(|| site.log().contains("cannot read"));
    assert!(site.client(&first).connect().is_ok());
    assert!(site.log().contains("the site goes on with the old one"));
    second.write_to(site.folder.path());
    wait_until(|| site.client(&second).connect().is_ok());
}
