//! `blog-app mail`

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Subcommand;

use super::mail_samples::SampleKind;
use super::output::print_line;
use crate::actions::mail_settings::MailSettings;
use crate::actions::site;
use crate::auth::secret::SigningSecret;
use crate::config::Config;
use crate::domain::mail_settings::StoredMail;
use crate::domain::outgoing_email::QueuedEmail;
use crate::domain::user::EmailAddress;
use crate::domain::{Clock as _, MailId, SystemClock, SystemEntropy};
use crate::mail::EmailTemplates;
use crate::store::mail_settings;

/// Test the mail settings, and show the mails
#[derive(Subcommand)]
pub(super) enum Mail {
    /// Send one mail at once, to test the settings
    ///
    /// Example: blog-app mail test --to ada@example.org
    Test {
        /// The recipient
        #[arg(long, value_name = "ADDRESS")]
        to: String,
    },
    /// Show a mail as HTML, with an invented text
    ///
    /// Example: blog-app mail preview reply --out reply.html
    Preview {
        /// The kind of the mail
        #[arg(value_enum)]
        kind: SampleKind,
        /// The file to write, instead of standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

impl Mail {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Test { to } => send_test(config, &to),
            Self::Preview { kind, out } => {
                let mail = kind.render(config)?;
                if let Some(file) = out {
                    return fs::write(&file, &mail.html)
                        .with_context(|| format!("cannot write {}", file.display()));
                }
                print_line(&mail.html);
                Ok(())
            }
        }
    }
}

fn send_test(config: &Config, to: &str) -> anyhow::Result<()> {
    let to = EmailAddress::parse(to)?;
    let templates = EmailTemplates::new(Arc::new(site::of_config(config)), config.server.base_url.as_str());
    let now = SystemClock.now();
    let mail = QueuedEmail::about_account(MailId::new(now, &SystemEntropy), templates.test(&to)?, now);
    let stored = stored(config)?;
    let secret = match stored.server {
        Some(_) => super::serve::secret(config)?,
        None => SigningSecret::random(&SystemEntropy),
    };
    let settings = MailSettings::new(Arc::new(config.clone()), &secret, Arc::new(SystemEntropy));
    let result = super::on_runtime(async {
        let mailer = settings.mailer(&stored)?;
        anyhow::Ok(mailer.send(&mail).await?)
    })?;
    let file = result.context("the mail was not sent; see [mail] in the settings, or Mail in the panel")?;
    print_line(&match file {
        Some(file) => format!("The mail to {to} was written to {}", file.display()),
        None => format!("The mail server took the mail to {to}"),
    });
    Ok(())
}

/// Returns the mail server that the panel has stored, unless the configuration says how mails are sent.
fn stored(config: &Config) -> anyhow::Result<StoredMail> {
    let has_database = !config.database.url.is_empty() || config.database_file().exists();
    if config.mail_set_by.is_some() || !has_database {
        return Ok(StoredMail::default());
    }
    let store = super::open_existing_store(config)?;
    Ok(store.read_blocking(mail_settings::load)?.mail)
}
