//! `blog-app admin`

use std::io::{IsTerminal as _, Read as _};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use super::output::say;
use crate::auth::password;
use crate::config::Config;
use crate::domain::admin::AdminName;
use crate::domain::user::Email;
use crate::domain::{AdminId, Clock as _, Password, SystemClock, SystemEntropy};
use crate::store::{StoreError, admins};

/// Make and list administrators, and set their passwords
#[derive(Subcommand)]
pub(super) enum Admin {
    /// Make an administrator
    ///
    /// Asks for the password on the terminal.
    ///
    /// Example: blog-app admin create --username ada --email ada@example.org
    Create(Create),
    /// List the administrators
    ///
    /// Example: blog-app admin list
    List,
    /// Set a new password, which ends all earlier sessions
    ///
    /// Example: blog-app admin reset-password --user ada
    ResetPassword(ResetPassword),
}

#[derive(Args)]
pub(super) struct Create {
    /// The name under which they write
    #[arg(long, value_name = "NAME")]
    username: String,
    /// The address with which they sign in
    #[arg(long, value_name = "ADDRESS")]
    email: String,
    #[command(flatten)]
    source: PasswordSource,
}

#[derive(Args)]
pub(super) struct ResetPassword {
    /// The name or address of the administrator
    #[arg(
        long,
        value_name = "NAME_OR_ADDRESS",
        visible_alias = "username",
        visible_alias = "email"
    )]
    user: String,
    #[command(flatten)]
    source: PasswordSource,
}

#[derive(Args)]
struct PasswordSource {
    /// Read the password from standard input instead of the terminal
    #[arg(long)]
    password_stdin: bool,
}

impl Admin {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Create(create) => create.run(config),
            Self::List => list(config),
            Self::ResetPassword(reset) => reset.run(config),
        }
    }
}

impl Create {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let username = AdminName::parse(&self.username)?;
        let email = Email::parse(&self.email)?;
        let hash = password::hash(&self.source.read()?)?;
        let store = super::open_store(config, 1)?;
        let now = SystemClock.now();
        let id = AdminId::new(now, &SystemEntropy);
        let said = format!("{} <{email}> can now sign in at /admin/login", username.as_str());
        let created: Result<(), StoreError> =
            store.write_blocking(move |tx| admins::insert(tx, id, &username, &email, &hash, now));
        match created {
            Err(StoreError::Conflict(column)) if column.ends_with("username") => {
                bail!("there is an administrator of this username already; choose another --username")
            }
            Err(StoreError::Conflict(_)) => {
                bail!("there is an administrator of this email already; use `blog-app admin reset-password`")
            }
            other => other?,
        }
        say(&said);
        Ok(())
    }
}

impl ResetPassword {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let hash = password::hash(&self.source.read()?)?;
        let user = self.user.trim().to_owned();
        let is_known: bool = store.write_blocking(move |tx| admins::set_password(tx, &user, &hash))?;
        if !is_known {
            bail!(
                "there is no administrator {}; see `blog-app admin list`",
                self.user
            );
        }
        say("The new password holds; earlier sessions have ended.");
        Ok(())
    }
}

fn list(config: &Config) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    for admin in store.read_blocking(admins::all)? {
        say(&format!(
            "{}\t{}\t{}",
            admin.username, admin.email, admin.created_at
        ));
    }
    Ok(())
}

impl PasswordSource {
    fn read(&self) -> anyhow::Result<Password> {
        Ok(Password::parse("password", &self.text()?)?)
    }

    fn text(&self) -> anyhow::Result<String> {
        if self.password_stdin {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .context("cannot read the password from standard input")?;
            return Ok(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        if !std::io::stdin().is_terminal() {
            bail!("there is no terminal to ask for the password; give it with --password-stdin");
        }
        let first = rpassword::prompt_password("Password: ").context("cannot read the password")?;
        let second = rpassword::prompt_password("Once more: ").context("cannot read the password")?;
        if first != second {
            bail!("Passwords do not match");
        }
        Ok(first)
    }
}
