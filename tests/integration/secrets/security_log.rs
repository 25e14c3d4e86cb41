//! The security log: every event occurs, and is logged with ids only.

use std::fs;
use std::path::Path;
use std::process::Output;

use blog_app::actions::security_log::Event;
use blog_app::domain::{Clock as _, SystemClock};
use serde_json::{Value, json};
use ureq::Agent;
use url::Url;

use super::client::{
    ADMIN_PASSWORD, Client, EMAIL, LATER_PASSWORD, MASTER_PASSWORD, PASSWORD, WRONG_PASSWORD,
};
use crate::support::accounts::code_in;
use crate::support::authenticator::Authenticator;
use crate::support::program::{create_admin, run_with_input};
use crate::support::provider::{CLIENT_SECRET, Provider};
use crate::support::second_factor::totp_at;

const NEW_EMAIL: &str = "lovelace@example.org";
const LAST_PASSWORD: &str = "last-password-1918";
/// The number of emails up to the invitation: four codes, two notices about changes of the email and the undo link
/// before it.
const MAILS_WITH_INVITATION: usize = 8;

impl Client {
    /// Logs in and out, and changes the password. Returns a token.
    fn sign_in_and_out(&mut self, id: &str, token: &str) -> String {
        let login = |email: &str, password: &str| json!({"email": email, "password": password});
        self.call(401, "POST /auth/login", "", &login(EMAIL, WRONG_PASSWORD));
        self.call(
            401,
            "POST /auth/login",
            "",
            &login("nobody@example.org", PASSWORD),
        );
        let change = |current: &str| json!({"currentPassword": current, "newPassword": LATER_PASSWORD});
        let path = format!("PUT /users/{id}/password");
        self.call(403, &path, token, &change(WRONG_PASSWORD));
        let token = self.token(&path, token, &change(PASSWORD));
        self.call(200, "POST /auth/logout", &token, &json!({}));
        let token = self.token("POST /auth/login", "", &login(EMAIL, LATER_PASSWORD));
        self.call(200, "POST /auth/logout-all", &token, &json!({}));
        self.call(200, "POST /auth/forgot-password", "", &json!({"email": EMAIL}));
        let reset = json!({"email": EMAIL, "otp": self.code(2), "newPassword": LAST_PASSWORD});
        self.call(200, "POST /auth/reset-password", "", &reset);
        self.token("POST /auth/login", "", &login(EMAIL, LAST_PASSWORD))
    }

    /// Sets a second factor up, and returns its recovery codes.
    fn enrol(&mut self, token: &str) -> Vec<String> {
        let password = json!({"password": LAST_PASSWORD});
        let set_up = self.call(200, "POST /second-factor/totp", token, &password);
        let secret = set_up["secret"].as_str().unwrap().to_owned();
        let code = json!({"code": totp_at(&secret, SystemClock.now().milliseconds() / 1_000)});
        self.secrets.push(secret);
        let confirmed = self.call(200, "POST /second-factor/totp/confirm", token, &code);
        let codes: Vec<String> = serde_json::from_value(confirmed["recoveryCodes"].clone()).unwrap();
        self.secrets.extend_from_slice(&codes);
        codes
    }

    /// Ends other sessions, sets a second factor up, uses it and gives it up. Leaves another one.
    fn use_second_factor(&mut self, token: &str) {
        let token = self.token("DELETE /sessions", token, &json!({}));
        let codes = self.enrol(&token);
        let login = json!({"email": EMAIL, "password": LAST_PASSWORD});
        let first = self.call(200, "POST /auth/login", "", &login);
        let ticket = first["ticket"].as_str().unwrap().to_owned();
        self.secrets.push(ticket.clone());
        let second = |code: &str| json!({"ticket": ticket, "code": code});
        self.call(400, "POST /auth/login/second", "", &second("aaaa-aaaa-aaaa"));
        self.token("POST /auth/login/second", "", &second(&codes[0]));
        let confirm = |code: &str| json!({"password": LAST_PASSWORD, "code": code});
        self.use_passkey(&token, [&codes[2], &codes[3]].map(|code| confirm(code)));
        let path = "POST /second-factor/recovery-codes";
        let renewed = self.call(200, path, &token, &confirm(&codes[1]));
        let code = renewed["recoveryCodes"][0].as_str().unwrap();
        self.call(200, "DELETE /second-factor", &token, &confirm(code));
        self.enrol(&token);
    }

    /// Adds a passkey, and removes it after a sign-in and two that are refused: with a counter that goes back, and after the
    /// removal. Both changes have their confirmation.
    fn use_passkey(&mut self, token: &str, [addition, removal]: [Value; 2]) {
        let mut authenticator = Authenticator::new();
        (authenticator.host, authenticator.origin) = ("localhost".to_owned(), "http://localhost".to_owned());
        let options = self.call(200, "POST /passkeys/options", token, &addition);
        let new = authenticator.create(&options, "Phone");
        let added = self.call(201, "POST /passkeys", token, &new);
        let (challenge, login) = ("POST /auth/passkey/options", "POST /auth/passkey/login");
        let options = self.call(200, challenge, "", &json!({}));
        self.token(login, "", &authenticator.sign(&options));
        authenticator.counter = 0;
        let options = self.call(200, challenge, "", &json!({}));
        self.call(401, login, "", &authenticator.sign(&options));
        let path = format!("DELETE /passkeys/{}", added["id"].as_str().unwrap());
        self.call(200, &path, token, &removal);
        let options = self.call(200, challenge, "", &json!({}));
        self.call(401, login, "", &authenticator.sign(&options));
    }

    /// Signs in by a provider, which links the identity to the account, and removes it.
    fn sign_in_by_provider(&mut self, provider: &Provider, token: &str) {
        let (code, cookie) = self.come_from(provider);
        let finish = json!({"code": code, "password": LAST_PASSWORD});
        let header = Some(("cookie", cookie.as_str()));
        self.send_with(200, "POST /auth/finish", header, &finish.to_string());
        let list = self.call(200, "GET /identities", token, &json!({}));
        let path = format!(
            "DELETE /identities/{}",
            list["identities"][0]["id"].as_str().unwrap()
        );
        self.call(200, &path, token, &json!({"password": LAST_PASSWORD}));
    }

    /// Goes to a provider and comes back. Returns the code of the address, and the cookie of the browser.
    fn come_from(&mut self, provider: &Provider) -> (String, String) {
        let agent: Agent = Agent::config_builder().max_redirects(0).build().into();
        let visit = |path: &str, cookie: &str| {
            let address = format!("http://{}/api/auth/example/{path}", self.site.address);
            let response = agent.get(address).header("cookie", cookie).call().unwrap();
            let header = |name: &str| {
                let values = response.headers().get_all(name).iter();
                values
                    .map(|value| value.to_str().unwrap().to_owned())
                    .collect::<Vec<_>>()
            };
            (header("location").remove(0), header("set-cookie"))
        };
        let pair = |cookies: &[String], name: &str| {
            let cookie = cookies.iter().find(|cookie| cookie.starts_with(name)).unwrap();
            cookie.split(';').next().unwrap().to_owned()
        };
        let (page, cookies) = visit("start", "");
        let page = Url::parse(&page).unwrap();
        let state = page
            .query_pairs()
            .find(|(name, _)| name == "state")
            .unwrap()
            .1
            .into_owned();
        let code = provider.authorize(&page).replace(' ', "%20");
        let sealed = pair(&cookies, "blog_login=");
        let (place, cookies) = visit(&format!("callback?code={code}&state={state}"), &sealed);
        let code = place.strip_prefix("/login#").unwrap().to_owned();
        let cookie = pair(&cookies, "blog_finish=");
        self.secrets
            .extend([state, code.clone(), cookie.replace("blog_finish=", "")]);
        self.secrets.push(CLIENT_SECRET.to_owned());
        (code, cookie)
    }

    /// Changes the email and undoes the change. Returns a token.
    fn change_email_and_back(&mut self, id: &str, token: &str) -> String {
        let change = json!({"email": NEW_EMAIL, "currentPassword": LAST_PASSWORD});
        self.call(200, &format!("PATCH /users/{id}/profile"), token, &change);
        let mails = self.mailbox.wait_for(4);
        let code = mails
            .iter()
            .skip(2)
            .find(|mail| mail.contains("Confirm your new email"))
            .map(|mail| code_in(mail))
            .unwrap();
        self.secrets.push(code.clone());
        let verify = json!({"email": NEW_EMAIL, "otp": code});
        self.token("POST /auth/verify-otp", token, &verify);
        let link = self.secret_link("/undo-email-change#", 5);
        let forged = json!({"token": "0".repeat(64)});
        self.call(400, "POST /auth/undo-email-change", "", &forged);
        self.call(200, "POST /auth/undo-email-change", "", &json!({"token": link}));
        let login = json!({"email": EMAIL, "password": LAST_PASSWORD});
        self.token("POST /auth/login", "", &login)
    }

    /// Waits for `mails` emails, and returns the token of the link to a page in one of them.
    fn secret_link(&mut self, page: &str, mails: usize) -> String {
        let mails = self.mailbox.wait_for(mails).into_iter();
        let mut texts = mails.map(|mail| mail.replace("=\r\n", "").replace("=\n", ""));
        let text = texts.find(|text| text.contains(page)).unwrap();
        let (_, rest) = text.split_once(page).unwrap();
        let link: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(link.len(), 64, "{text}");
        self.secrets.push(link.clone());
        link
    }

    /// Performs the actions of administrators. Returns the id of one.
    fn act_as_admin(&mut self, id: &str, reader: &str) -> String {
        let signup = |master: &str| {
            json!({
                "username": "grace", "email": "grace@example.org", "password": ADMIN_PASSWORD,
                "masterPassword": master
            })
        };
        self.call(403, "POST /admin/signup", "", &signup(WRONG_PASSWORD));
        let mut unnamed = signup(MASTER_PASSWORD);
        unnamed["username"] = json!("");
        self.call(400, "POST /admin/signup", "", &unnamed);
        self.call(201, "POST /admin/signup", "", &signup(MASTER_PASSWORD));
        let wrong = json!({"email": "grace@example.org", "password": WRONG_PASSWORD});
        self.call(401, "POST /admin/login", "", &wrong);
        let login = json!({"email": "grace@example.org", "password": ADMIN_PASSWORD});
        let admin = self.token("POST /admin/login", "", &login);
        let renamed = json!({"username": "hopper", "email": "grace@example.org"});
        let profile = self.call(200, "PUT /admin/settings/profile", &admin, &renamed);
        // The current address cancels a change only while another address is pending.
        let mut other = renamed.clone();
        other["email"] = json!("hopper@example.org");
        other["currentPassword"] = json!(ADMIN_PASSWORD);
        for changes in [&other, &renamed, &renamed] {
            self.call(200, "PUT /admin/settings/profile", &admin, changes);
        }
        let post = json!({
            "title": "A post", "content": "<p>Text</p>", "category": "Other", "tags": [],
            "featuredImage": "https://example.org/a.png", "status": "published"
        });
        let post = self.call(201, "POST /blogs/create", &admin, &post);
        let post = post["blog"]["_id"].as_str().unwrap().to_owned();
        let comment = json!({"content": "Hello"});
        let comment = self.call(201, &format!("POST /blogs/{post}/comments"), reader, &comment);
        let comment = comment["comment"]["_id"].as_str().unwrap();
        let empty = json!({});
        self.call(200, &format!("DELETE /admin/comments/{comment}"), &admin, &empty);
        self.call(200, &format!("DELETE /blogs/{post}"), &admin, &empty);
        let note = json!({"note": "I would like to write."});
        let path = format!("POST /users/{id}/author-request");
        self.call(200, &path, reader, &note);
        for is_banned in [true, false] {
            let ban = json!({"isBanned": is_banned});
            self.call(200, &format!("PATCH /admin/users/{id}/ban"), &admin, &ban);
        }
        let id = profile["admin"]["_id"].as_str().unwrap().to_owned();
        self.change_team(&admin, &id);
        let confirmation = json!({"password": ADMIN_PASSWORD});
        self.call(200, "POST /admin/export", &admin, &confirmation);
        id
    }

    /// Declines a request to write, invites two people, one of whom joins, and gives the other administrator another
    /// role.
    fn change_team(&mut self, admin: &str, own_id: &str) {
        let empty = json!({});
        let requests = self.call(200, "GET /admin/author-requests", admin, &empty);
        let request = requests["authorRequests"][0]["id"].as_str().unwrap();
        let path = format!("DELETE /admin/author-requests/{request}");
        self.call(200, &path, admin, &empty);
        let invitation = json!({"email": "new@example.org", "role": "author"});
        self.call(201, "POST /admin/invites", admin, &invitation);
        let join = |token: &str| json!({"token": token, "username": "nina", "password": ADMIN_PASSWORD});
        self.call(400, "POST /admin/join", "", &join(&"0".repeat(64)));
        let link = self.secret_link("/admin/join#", MAILS_WITH_INVITATION);
        self.call(201, "POST /admin/join", "", &join(&link));
        let invitation = json!({"email": "other@example.org", "role": "author"});
        let withdrawn = self.call(201, "POST /admin/invites", admin, &invitation);
        let path = format!(
            "DELETE /admin/invites/{}",
            withdrawn["invite"]["id"].as_str().unwrap()
        );
        self.call(200, &path, admin, &empty);
        let key = json!({"name": "Import", "role": "editor", "scopes": ["posts:read"]});
        let key = self.call(201, "POST /admin/api-keys", admin, &key);
        let secret = key["key"].as_str().unwrap().to_owned();
        self.call(200, "GET /blogs/admin/blogs", &secret, &empty);
        self.secrets.push(secret);
        let path = format!("DELETE /admin/api-keys/{}", key["apiKey"]["id"].as_str().unwrap());
        self.call(200, &path, admin, &empty);
        let webhook = json!({"url": "https://example.org/private-path", "events": ["user.joined"]});
        let webhook = self.call(201, "POST /admin/webhooks", admin, &webhook);
        self.secrets.push(webhook["key"].as_str().unwrap().to_owned());
        self.secrets.push("private-path".to_owned());
        let path = format!("/admin/webhooks/{}", webhook["webhook"]["id"].as_str().unwrap());
        self.call(200, &format!("PATCH {path}"), admin, &json!({"isOn": false}));
        self.call(200, &format!("DELETE {path}"), admin, &empty);
        let team = self.call(200, "GET /admin/team", admin, &json!({}));
        let mut members = team["members"].as_array().unwrap().iter();
        let other = members.find(|member| member["id"] != own_id).unwrap()["id"].clone();
        let path = format!("PATCH /admin/team/{}", other.as_str().unwrap());
        self.call(200, &path, admin, &json!({"role": "editor"}));
        // The second is no change.
        for _ in 0..2 {
            self.call(200, &path, admin, &json!({"role": "admin"}));
        }
    }
}

/// Runs an operator's command and returns its log.
fn command_log(data: &Path, arguments: &[&str]) -> String {
    log_of(&run_with_input(data, arguments, ADMIN_PASSWORD))
}

fn log_of(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Starts a site that logs little else, with a name for passkeys, and with a provider.
fn start(data: &Path, log: &Path, provider: &Provider) -> Client {
    let of_provider = provider.settings("EXAMPLE", "oidc");
    let mut settings = vec![
        ("LOG__LEVEL", "error"),
        ("LOG__FORMAT", "json"),
        ("SERVER__BASE_URL", "http://localhost"),
    ];
    let of_provider = of_provider.iter();
    settings.extend(of_provider.map(|(name, value)| (name.as_str(), value.as_str())));
    let mut client = Client::start(data, log, &settings);
    client.secrets.push(LAST_PASSWORD.to_owned());
    client
}

fn records_in(lines: &[&str]) -> Vec<Value> {
    let parsed = lines
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    parsed.map(|line| line["fields"].clone()).collect()
}

#[test]
fn logs_every_event_with_ids_and_the_network_and_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("log"));
    let provider = Provider::start();
    let mut client = start(&data, &file, &provider);
    let mut command_logs = log_of(&create_admin(&data, "root", ADMIN_PASSWORD));
    let (reader, token) = client.sign_up();
    client.onboard(&token);
    let token = client.sign_in_and_out(&reader, &token);
    let token = client.change_email_and_back(&reader, &token);
    let admin = client.act_as_admin(&reader, &token);
    // The ban revoked the token.
    let login = json!({"email": EMAIL, "password": LAST_PASSWORD});
    let token = client.token("POST /auth/login", "", &login);
    let confirmation = json!({"password": LAST_PASSWORD});
    let path = format!("POST /users/{reader}/export");
    client.call(200, &path, &token, &confirmation);
    client.sign_in_by_provider(&provider, &token);
    client.use_second_factor(&token);
    command_logs += &command_log(&data, &["admin", "reset-second-factor", "--user", EMAIL]);
    let token = client.token("POST /auth/login", "", &login);
    let leave = json!({"password": LAST_PASSWORD});
    client.call(200, &format!("DELETE /users/{reader}"), &token, &leave);
    let reset = ["admin", "reset-password", "--user", "root", "--password-stdin"];
    command_logs += &command_log(&data, &reset);
    command_logs += &command_log(&data, &["admin", "unlock", "--user", "root"]);
    command_logs += &command_log(&data, &["admin", "remove", "--user", "hopper"]);
    assert_eq!(client.site.stop(), Some(0));

    let log = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("\"security\"")).collect();
    let records = records_in(&lines);
    let records_of = |event: &str| {
        records
            .iter()
            .filter(|record| record["event"] == event)
            .collect::<Vec<_>>()
    };
    for event in Event::ALL {
        let name = event.name();
        assert!(
            !records_of(name).is_empty() || command_logs.contains(name),
            "{name}: {log}\n{command_logs}"
        );
    }
    for record in &records {
        assert_eq!(record["network"], "127.0.0.1", "{record}");
        assert!(record["actor_kind"].is_string(), "{record}");
    }
    // An unknown address has no account.
    let failures: Vec<_> = records_of("sign_in_failed")
        .iter()
        .map(|record| record["account"].clone())
        .collect();
    assert_eq!(failures, [json!(reader), Value::Null, json!(admin)]);
    for (event, account, actor) in [
        ("signed_up", json!(reader), json!(reader)),
        ("password_refused", json!(reader), json!(reader)),
        ("email_change_undone", json!(reader), json!(reader)),
        ("email_change_called_off", json!(admin), json!(admin)),
        ("banned", json!(reader), json!(admin)),
        ("account_deleted", json!(reader), json!(reader)),
        ("admin_renamed", json!(admin), json!(admin)),
        ("email_undo_refused", Value::Null, Value::Null),
    ] {
        let record = records_of(event)[0];
        assert_eq!(
            (&record["account"], &record["actor"]),
            (&account, &actor),
            "{record}"
        );
    }
    for (event, times) in [
        ("email_change_called_off", 1),
        ("admin_signup_refused", 1),
        ("role_changed", 2),
    ] {
        assert_eq!(records_of(event).len(), times, "{event}");
    }
    let logged = [lines.join("\n"), command_logs].concat();
    for secret in client
        .secrets
        .iter()
        .map(String::as_str)
        .chain(["@", "hopper", "Ada"])
    {
        // A timestamp may contain any six digits.
        let is_code = secret.len() == 6;
        assert!(
            is_code || !logged.contains(secret),
            "{secret} was logged: {logged}"
        );
    }
    for record in &records {
        let record = record.to_string();
        let codes = client.secrets.iter().filter(|secret| secret.len() == 6);
        for code in codes {
            assert!(
                !record.contains(&format!("\"{code}\"")),
                "{code} was logged: {record}"
            );
        }
    }
}
