//! `blog-app admin`

use std::io::{IsTerminal as _, Read as _};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};

use super::output::print_line;
use crate::actions::security_log::{self, Event};
use crate::actions::team::{self, TeamError};
use crate::auth::password;
use crate::config::Config;
use crate::domain::admin::AdminName;
use crate::domain::audit::{Action, Auditor};
use crate::domain::user::EmailAddress;
use crate::domain::{Account, AdminId, Clock as _, Password, Role, SystemClock, SystemEntropy};
use crate::store::admins::NewAdmin;
use crate::store::{StoreError, Tx, admins, audit, networks, second_factors, sessions, users};

/// Make, list and remove members of the staff, and set their passwords
#[derive(Subcommand)]
pub(super) enum Admin {
    /// Make an administrator, or with --role another member of the staff
    ///
    /// Asks for the password on the terminal.
    ///
    /// Example: blog-app admin create --username ada --email ada@example.org
    Create {
        /// The name under which they write
        #[arg(long, value_name = "NAME")]
        username: String,
        /// The address with which they sign in
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        /// Their role: contributor, author, editor or admin
        #[arg(long, value_name = "ROLE", default_value = "admin", value_parser = parse_role)]
        role: Role,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// List the staff: name, address, time of joining, id and role
    ///
    /// Example: blog-app admin list
    List,
    /// Set a new password, which ends all earlier sessions
    ///
    /// A member of the staff who was imported without an account gets an address to sign in with by --set-email.
    ///
    /// Example: blog-app admin reset-password --user ada
    ResetPassword {
        #[command(flatten)]
        account: AccountArgs,
        /// Give them this address as well
        #[arg(long, value_name = "ADDRESS")]
        set_email: Option<String>,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// Forget the wrong guesses at an account at once, also while the site runs
    ///
    /// For accounts that cannot sign in because others have guessed too often. Readers are named by their address.
    /// With the account of a member of the staff the wrong guesses at the master password are forgotten as well.
    ///
    /// Example: blog-app admin unlock --user ada
    Unlock {
        #[command(flatten)]
        account: AccountArgs,
    },
    /// Remove the second factor of an account, whose sessions end at once
    ///
    /// For people who have lost their authenticator app and their recovery codes; make sure that it is they who ask.
    /// Readers are named by their address.
    ///
    /// Example: blog-app admin reset-second-factor --user ada
    ResetSecondFactor {
        #[command(flatten)]
        account: AccountArgs,
    },
    /// Remove a member of the staff, whose sessions end at once
    ///
    /// Their posts stay, and show the name of site.default_author or of the member of --posts-to. The invitations that
    /// they sent are withdrawn.
    /// The last administrator cannot be removed: make another one first.
    ///
    /// Example: blog-app admin remove --user ada --posts-to grace
    Remove {
        #[command(flatten)]
        account: AccountArgs,
        /// The member of the staff who becomes the author of their posts
        #[arg(long, value_name = "NAME_OR_ADDRESS")]
        posts_to: Option<String>,
    },
}

/// The arguments that identify an account.
#[derive(Args)]
pub(super) struct AccountArgs {
    /// The name or address of the member of the staff; to unlock or reset a second factor, also the address of a reader
    #[arg(
        long,
        value_name = "NAME_OR_ADDRESS",
        visible_alias = "username",
        visible_alias = "email"
    )]
    user: String,
}

#[derive(Args)]
pub(super) struct PasswordSource {
    /// Read the password from standard input instead of the terminal
    #[arg(long)]
    password_stdin: bool,
}

impl Admin {
    pub(super) fn run(self, config: &Config) -> anyhow::Result<()> {
        match self {
            Self::Create {
                username,
                email,
                role,
                source,
            } => create(config, &username, &email, role, &source),
            Self::List => list(config),
            Self::ResetPassword {
                account,
                set_email,
                source,
            } => reset_password(config, &account, set_email.as_deref(), &source),
            Self::Unlock { account } => unlock(config, &account),
            Self::ResetSecondFactor { account } => reset_second_factor(config, &account),
            Self::Remove { account, posts_to } => remove(config, &account, posts_to),
        }
    }
}

fn parse_role(name: &str) -> Result<Role, String> {
    Role::parse(name).map_err(|error| error.message)
}

fn create(
    config: &Config,
    username: &str,
    email: &str,
    role: Role,
    source: &PasswordSource,
) -> anyhow::Result<()> {
    let username = AdminName::parse(username)?;
    let email = EmailAddress::parse(email)?;
    let own = [username.as_str(), email.as_str()];
    let password_hash = password::hash(&source.read(&own)?)?;
    let store = super::open_store(config, 1)?;
    let auditor = auditor();
    let now = auditor.now;
    let id = AdminId::new(now, &SystemEntropy);
    let message = format!("{} <{email}> can now sign in at /admin/login", username.as_str());
    let new = NewAdmin {
        id,
        username,
        email,
        password_hash,
        role,
        created_at: now,
    };
    match store.write_blocking(move |tx| team::add(tx, &new, &auditor)) {
        Err(StoreError::Conflict(column)) if column.ends_with("username") => {
            bail!("there is a member of the staff of this username already; choose another --username")
        }
        Err(StoreError::Conflict(_)) => {
            bail!("there is a member of the staff of this email already; use `blog-app admin reset-password`")
        }
        other => other?,
    }
    log(config, Event::AdminCreated, [Account::Admin(id)]);
    print_line(&message);
    Ok(())
}

fn reset_password(
    config: &Config,
    account: &AccountArgs,
    set_email: Option<&str>,
    source: &PasswordSource,
) -> anyhow::Result<()> {
    let email = set_email.map(EmailAddress::parse).transpose()?;
    let store = super::open_existing_store(config)?;
    let user = account.name();
    let found = store.read_blocking(move |tx| admins::by_email_or_username(tx, &user))?;
    let admin = found.ok_or_else(|| unknown(&account.user))?;
    let own = [
        admin.username.as_str(),
        email.as_ref().unwrap_or(&admin.email).as_str(),
    ];
    let hash = password::hash(&source.read(&own)?)?;
    let auditor = auditor();
    let changed = store.write_blocking(move |tx| {
        if let Some(email) = &email {
            audit::insert(tx, &auditor.entry(Action::AccountEmailChanged, &admin.id, ""))?;
            admins::set_email(tx, admin.id, email)?;
        }
        audit::insert(tx, &auditor.entry(Action::AccountPasswordChanged, &admin.id, ""))?;
        admins::set_password(tx, admin.id, &hash)
    });
    let changed = match changed {
        Err(StoreError::Conflict(_)) => {
            bail!("another member of the staff has this address; choose another --set-email")
        }
        other => other?,
    };
    changed.ok_or_else(|| unknown(&account.user))?;
    log(config, Event::PasswordReset, [Account::Admin(admin.id)]);
    print_line("The new password holds; earlier sessions have ended.");
    Ok(())
}

impl AccountArgs {
    fn name(&self) -> String {
        self.user.trim().to_owned()
    }
}

fn unlock(config: &Config, account: &AccountArgs) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    let user = account.name();
    let auditor = auditor();
    let accounts = store.write_blocking(move |tx| {
        let accounts = accounts_of(tx, &user)?;
        for account in &accounts {
            networks::reset_wrong_guesses(tx, *account)?;
            audit::insert(tx, &auditor.entry(Action::AccountUnlocked, account, ""))?;
        }
        Ok::<_, StoreError>(accounts)
    })?;
    if accounts.is_empty() {
        bail!(unknown_account(&account.user));
    }
    log(config, Event::Unlocked, accounts);
    print_line("The wrong guesses are forgotten; the next sign-in is looked at.");
    Ok(())
}

fn reset_second_factor(config: &Config, account: &AccountArgs) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    let user = account.name();
    let auditor = auditor();
    let (is_known, reset) = store.write_blocking(move |tx| {
        let accounts = accounts_of(tx, &user)?;
        let mut reset = Vec::new();
        for account in &accounts {
            if second_factors::remove_all(tx, *account)? {
                reset.push(*account);
            }
        }
        for account in &reset {
            sessions::revoke_all(tx, *account)?;
            audit::insert(tx, &auditor.entry(Action::SecondFactorReset, account, ""))?;
        }
        Ok::<_, StoreError>((!accounts.is_empty(), reset))
    })?;
    if !is_known {
        bail!(unknown_account(&account.user));
    }
    if reset.is_empty() {
        bail!("{} has no second factor", account.user);
    }
    log(config, Event::SecondFactorReset, reset);
    print_line(
        "The second factor is removed; earlier sessions have ended. The next sign-in needs the password alone.",
    );
    Ok(())
}

/// Returns the member of the staff and the reader of a name or an address.
fn accounts_of(tx: &Tx<'_>, user: &str) -> Result<Vec<Account>, StoreError> {
    let admin = admins::by_email_or_username(tx, user)?.map(|admin| Account::Admin(admin.id));
    let reader = users::id_by_email(tx, user)?.map(Account::Reader);
    Ok(admin.into_iter().chain(reader).collect())
}

fn unknown_account(name: &str) -> String {
    format!("there is neither a member of the staff nor a reader {name}; see `blog-app admin list`")
}

fn remove(config: &Config, account: &AccountArgs, posts_to: Option<String>) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    let (user, given) = (account.name(), account.user.clone());
    let id = store.write_blocking(move |tx| {
        let leaving = admins::by_email_or_username(tx, &user)?.ok_or_else(|| unknown(&given))?;
        let new_author = match posts_to {
            Some(name) => {
                let named = admins::by_email_or_username(tx, name.trim())?;
                let other = named.filter(|admin| admin.id != leaving.id);
                let other = other
                    .context("--posts-to needs another member of the staff; see `blog-app admin list`")?;
                Some(other.id)
            }
            None => None,
        };
        match team::remove(tx, leaving.id, new_author, &auditor()) {
            Err(TeamError::LastAdmin) => {
                bail!(
                    "{given} is the last administrator; make another one first with `blog-app admin create`"
                )
            }
            other => other?,
        }
        anyhow::Ok(leaving.id)
    })?;
    log(config, Event::AdminRemoved, [Account::Admin(id)]);
    print_line("The member of the staff is removed; their sessions have ended.");
    Ok(())
}

/// Returns the source of the audit log's rows about what the command changes.
fn auditor() -> Auditor {
    Auditor::new(None, SystemClock.now(), Arc::new(SystemEntropy))
}

fn log(config: &Config, event: Event, accounts: impl IntoIterator<Item = Account>) {
    super::serve::start_logging(config);
    for account in accounts {
        security_log::record_operator(event, account);
    }
}

fn unknown(name: &str) -> anyhow::Error {
    anyhow::anyhow!("there is no member of the staff {name}; see `blog-app admin list`")
}

fn list(config: &Config) -> anyhow::Result<()> {
    let store = super::open_existing_store(config)?;
    for admin in store.read_blocking(admins::all)? {
        print_line(&format!(
            "{}\t{}\t{}\t{}\t{}",
            admin.username,
            admin.email,
            admin.created_at,
            admin.id,
            admin.role.name()
        ));
    }
    Ok(())
}

impl PasswordSource {
    /// Reads a password, which must not contain the account's own names and addresses.
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
