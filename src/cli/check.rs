//! `blog-app check`

use std::process::ExitCode;

use jiff::SignedDuration;

use super::output::{print_error, print_line};
use super::serve;
use super::tls;
use super::warnings::warnings;
use crate::actions::{check, outbox};
use crate::config::Config;
use crate::domain::{Clock as _, SystemClock, Time};
use crate::store::outbox::{self as mails, QueueState};
use crate::store::{Place, SchemaVersion, schema_version};

pub(super) fn run(config: &Config) -> anyhow::Result<ExitCode> {
    print_line("The settings can be used.");
    print_line(&format!("Database: {}", super::place(config)));
    let store = match coming_migration(config)? {
        Some(migration) => Err(migration),
        None => Ok(super::open_existing_store(config)?),
    };
    if config.secret_file().exists() {
        serve::secret(config)?;
    }
    super::on_runtime(async { outbox::mailer(config).map(drop) })??;
    if let Some(line) = tls::describe(config)? {
        print_line(&line);
    }
    warn(&warnings(config));
    let store = match store {
        Ok(store) => store,
        Err(migration) => {
            print_line(&migration);
            return Ok(ExitCode::SUCCESS);
        }
    };
    warn(&store.durability_risks()?);
    let problems = check::problems(&store)?;
    for line in &problems {
        print_error(&format!("blog-app: {line}"));
    }
    if !problems.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    print_line(&format!(
        "The database is whole, with schema version {}.",
        store.schema_version()?
    ));
    print_line(&mail_line(
        store.read_blocking(mails::queue_state)?,
        SystemClock.now(),
    ));
    Ok(ExitCode::SUCCESS)
}

/// Prints warnings. They do not change the exit code.
fn warn(lines: &[String]) {
    for line in lines {
        print_error(&format!("blog-app: warning: {line}"));
    }
}

/// Says that this version would migrate the database of a server, which is only read until then: other nodes may run on
/// it, and nothing copies it before the migration as a file is copied.
fn coming_migration(config: &Config) -> anyhow::Result<Option<String>> {
    let place = super::place(config);
    if matches!(place, Place::File(_)) {
        return Ok(None);
    }
    let SchemaVersion { found, known } = schema_version(&place)?;
    Ok(match found {
        0 => Some("The database has no tables yet. The first start of the site creates them.".to_owned()),
        _ if found < known => Some(format!(
            "The database has schema version {found}, and this blog-app brings it to version {known} when it starts. \
             Make a backup first, with the blog-app that runs on it now. Nothing else was checked."
        )),
        _ => None,
    })
}

fn mail_line(waiting: QueueState, now: Time) -> String {
    let Some(oldest) = waiting.oldest else {
        return "No mail waits.".to_owned();
    };
    let seconds = (now.milliseconds() - oldest.milliseconds()) / 1_000;
    let age = SignedDuration::from_secs(seconds.max(0));
    match waiting.mails {
        1 => format!("1 mail waits, for {age:#}."),
        mails => format!("{mails} mails wait, the oldest for {age:#}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_the_waiting_mails_with_the_age_of_the_oldest() {
        let now = Time::parse("2026-03-01T12:00:00Z").unwrap();
        let line = |mails, oldest| {
            let oldest = Time::parse(oldest);
            mail_line(QueueState { mails, oldest }, now)
        };
        assert_eq!(line(0, ""), "No mail waits.");
        assert_eq!(line(1, "2026-03-01T11:59:56.700Z"), "1 mail waits, for 3s.");
        assert_eq!(
            line(3, "2026-02-27T10:30:00Z"),
            "3 mails wait, the oldest for 49h 30m."
        );
    }
}
