//! `blog-app admin`

use std::io::{IsTerminal as _, Read as _};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use super::output::say;
use crate::actions::security_log::{Actor, Event, Record};
use crate::auth::password;
use crate::config::Config;
use crate::domain::admin::AdminName;
use crate::domain::user::Email;
use crate::domain::{Account, AdminId, Clock as _, Password, SystemClock, SystemEntropy};
use crate::store::{StoreError, admins, networks, users};

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
    /// Forget the wrong guesses at an account at once, also while the site runs
    ///
    /// For who cannot sign in because others have guessed too often. Readers are named by their address. With an
    /// administrator's account the wrong guesses at the master password are forgotten as well.
    ///
    /// Example: blog-app admin unlock --user ada
    Unlock(Unlock),
    /// Remove an administrator, whose sessions end at once
    ///
    /// Their posts stay, and show the name of site.default_author or of the administrator of --posts-to.
    /// The last administrator cannot be removed: make another one first.
    ///
    /// Example: blog-app admin remove --user ada --posts-to grace
    Remove(Remove),
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

/// Whose account it is.
#[derive(Args)]
struct Known {
    /// The name or address of the administrator; to unlock, also the address of a reader
    #[arg(
        long,
        value_name = "NAME_OR_ADDRESS",
        visible_alias = "username",
        visible_alias = "email"
    )]
    user: String,
}

#[derive(Args)]
pub(super) struct ResetPassword {
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    source: PasswordSource,
}

#[derive(Args)]
pub(super) struct Unlock {
    #[command(flatten)]
    known: Known,
}

#[derive(Args)]
pub(super) struct Remove {
    #[command(flatten)]
    known: Known,
    /// The administrator who becomes the author of their posts
    #[arg(long, value_name = "NAME_OR_ADDRESS")]
    posts_to: Option<String>,
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
            Self::Unlock(unlock) => unlock.run(config),
            Self::Remove(remove) => remove.run(config),
        }
    }
}

impl Create {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let username = AdminName::parse(&self.username)?;
        let email = Email::parse(&self.email)?;
        let own = [username.as_str(), email.as_str()];
        let hash = password::hash(&self.source.read(&own)?)?;
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
        super::serve::start_logging(config);
        Record::by(Event::AdminCreated, Actor::Operator)
            .of(Some(Account::Admin(id)))
            .write();
        say(&said);
        Ok(())
    }
}

impl ResetPassword {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let user = self.known.name();
        let known: Result<_, StoreError> = store.read_blocking(move |tx| admins::by_name(tx, &user));
        let known = known?.ok_or_else(|| unknown(&self.known.user))?;
        let own = [known.username.as_str(), known.email.as_str()];
        let hash = password::hash(&self.source.read(&own)?)?;
        let changed: Result<_, StoreError> =
            store.write_blocking(move |tx| admins::change_password(tx, known.id, &hash));
        changed?.ok_or_else(|| unknown(&self.known.user))?;
        super::serve::start_logging(config);
        Record::by(Event::PasswordReset, Actor::Operator)
            .of(Some(Account::Admin(known.id)))
            .write();
        say("The new password holds; earlier sessions have ended.");
        Ok(())
    }
}

impl Known {
    fn name(&self) -> String {
        self.user.trim().to_owned()
    }
}

impl Unlock {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let user = self.known.name();
        let accounts = store.write_blocking(move |tx| {
            let admin = admins::by_name(tx, &user)?.map(|admin| Account::Admin(admin.id));
            let reader = users::by_address(tx, &user)?.map(Account::Reader);
            let accounts: Vec<Account> = admin.into_iter().chain(reader).collect();
            for account in &accounts {
                networks::forgive(tx, *account)?;
            }
            Ok::<_, StoreError>(accounts)
        })?;
        if accounts.is_empty() {
            bail!(
                "there is neither an administrator nor a reader {}; see `blog-app admin list`",
                self.known.user
            );
        }
        super::serve::start_logging(config);
        for account in accounts {
            Record::by(Event::Unlocked, Actor::Operator)
                .of(Some(account))
                .write();
        }
        say("The wrong guesses are forgotten; the next sign-in is looked at.");
        Ok(())
    }
}

impl Remove {
    fn run(self, config: &Config) -> anyhow::Result<()> {
        let store = super::open_existing_store(config)?;
        let (user, posts_to) = (self.known.name(), self.posts_to.clone());
        let removal = store.write_blocking(move |tx| {
            let Some(leaving) = admins::by_name(tx, &user)? else {
                return Ok::<_, StoreError>(Removal::Unknown);
            };
            if admins::all(tx)?.len() == 1 {
                return Ok(Removal::Last);
            }
            let heir = match &posts_to {
                Some(name) => match admins::by_name(tx, name.trim())? {
                    Some(heir) if heir.id != leaving.id => Some(heir.id),
                    _ => return Ok(Removal::UnknownHeir),
                },
                None => None,
            };
            admins::remove(tx, leaving.id, heir)?;
            Ok(Removal::Removed(leaving.id))
        })?;
        let id = match removal {
            Removal::Removed(id) => id,
            Removal::Unknown => return Err(unknown(&self.known.user)),
            Removal::UnknownHeir => {
                bail!("--posts-to needs another administrator; see `blog-app admin list`")
            }
            Removal::Last => bail!(
                "{} is the last administrator; make another one first with `blog-app admin create`",
                self.known.user
            ),
        };
        super::serve::start_logging(config);
        Record::by(Event::AdminRemoved, Actor::Operator)
            .of(Some(Account::Admin(id)))
            .write();
        say("The administrator is removed; their sessions have ended.");
        Ok(())
    }
}

/// What became of the wish to remove an administrator.
enum Removal {
    Removed(AdminId),
    Unknown,
    UnknownHeir,
    Last,
}

fn unknown(name: &str) -> anyhow::Error {
    anyhow::anyhow!("there is no administrator {name}; see `blog-app admin list`")
}

fn list(config: &Config) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    for admin in store.read_blocking(admins::all)? {
        say(&format!(
            "{}\t{}\t{}\t{}",
            admin.username, admin.email, admin.created_at, admin.id
        ));
    }
    Ok(())
}

impl PasswordSource {
    /// Reads a password for the account with these names and addresses.
    fn read(&self, own: &[&str]) -> anyhow::Result<Password> {
        Ok(Password::parse("password", &self.text()?, own)?)
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
