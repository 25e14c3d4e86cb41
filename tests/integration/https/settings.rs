//! Settings of HTTPS that cannot be used, and what `check` says of a certificate.

use std::net::TcpListener;

use super::certificates::issue;
use super::{HttpsSite, NAME};
use crate::support::program::{environment, expect_failure, expect_success, run_with_env};

#[test]
fn refuses_to_start_without_a_usable_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    issue(&[NAME]).write_to(folder.path());
    for (cert, key, expected) in [
        ("absent.pem", "key.pem", "tls.cert and tls.key: cannot read "),
        ("key.pem", "key.pem", "there is no certificate in PEM form"),
        ("cert.pem", "cert.pem", "there is no private key"),
    ] {
        let environment = environment(&[
            ("TLS__CERT", &path(cert)),
            ("TLS__KEY", &path(key)),
            ("SERVER__BASE_URL", "https://blog.example.org"),
        ]);
        for command in ["serve", "check"] {
            expect_success(&run_with_env(folder.path(), &["seed", "avatars"], &[]));
            let output = run_with_env(folder.path(), &[command], &environment);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{error}");
            assert!(error.contains(expected), "{command}: {error}");
        }
    }
}

#[test]
fn refuses_a_domain_that_is_an_address() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_with_env(folder.path(), &["serve", "--domain", "192.0.2.7"], &[]);
    let error = expect_failure(&output);
    assert!(
        error.contains("--domain: tls.domains: 192.0.2.7 is no name"),
        "{error}"
    );
}

#[test]
fn says_which_port_is_not_free() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (site, redirects, expected) in [
        (taken.as_str(), "127.0.0.1:0", "--listen"),
        ("127.0.0.1:0", taken.as_str(), "tls.redirect_listen"),
    ] {
        let environment = environment(&[("TLS__LISTEN", site), ("TLS__REDIRECT_LISTEN", redirects)]);
        let output = run_with_env(folder.path(), &["serve", "--domain", NAME], &environment);
        let error = expect_failure(&output);
        assert!(
            error.contains(&format!("cannot listen on {taken}; free the port")),
            "{error}"
        );
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn check_describes_the_certificate() {
    let (site, _) = HttpsSite::start(&[]);
    let path = |name: &str| site.path(name).to_str().unwrap().to_owned();
    let check = |url: &str| {
        let environment = environment(&[
            ("TLS__CERT", &path("cert.pem")),
            ("TLS__KEY", &path("key.pem")),
            ("SERVER__BASE_URL", url),
        ]);
        expect_success(&run_with_env(&site.path("data"), &["check"], &environment))
    };
    let output = check("https://blog.example.org");
    assert!(
        output.contains("HTTPS: the certificate is valid until 4096-01-01"),
        "{output}"
    );
    let output = check("https://other.example.org");
    assert!(
        output.contains("HTTPS: the certificate is not for other.example.org"),
        "{output}"
    );
}
