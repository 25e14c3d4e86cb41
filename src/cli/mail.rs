//! `blog-app mail`

use anyhow::Context as _;
use clap::{Args, Subcommand};

use super::output::say;
use crate::actions::outbox;
use crate::config::Config;
use crate::domain::mail::QueuedMail;
use crate::domain::user::Email;
use crate::domain::{Clock as _, MailId, SystemClock, SystemEntropy};
use crate::mail::Letters;

/// Try out how mail leaves
#[derive(Subcommand)]
pub(super) enum Mail {
    /// Send one mail at once, to prove the settings
    ///
    /// Example: blog-app mail test --to ada@example.org
    Test(Test),
}

#[derive(Args)]
pub(super) struct Test {
    /// Who gets it
    #[arg(long, value_name = "ADDRESS")]
    to: String,
}

impl Mail {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Test(test) => test.run(config),
        }
    }
}

impl Test {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let to = Email::parse(&self.to)?;
        let letters = Letters::new(&config.site.name, config.server.base_url.as_str());
        let now = SystemClock.now();
        let mail = QueuedMail {
            id: MailId::new(now, &SystemEntropy),
            mail: letters.test(&to)?,
            created_at: now,
            tries: 0,
        };
        let sent = super::on_runtime(async { outbox::mailer(config)?.send(&mail).await })?;
        let file = sent.context("the mail was not sent; see [mail] in the settings")?;
        say(&match file {
            Some(file) => format!("The mail to {to} was written to {}", file.display()),
            None => format!("The mail server took the mail to {to}"),
        });
        Ok(())
    }
}
