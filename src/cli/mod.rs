//! Layer 3: the command line, with one file per command.

mod admin;
mod backup;
mod check;
mod db;
mod export;
mod import;
mod mail;
mod mail_samples;
mod moving;
mod output;
mod restore;
mod seed;
mod serve;
mod sitemap;
mod tls;
mod usage;
mod warnings;

use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};

use crate::config::{Config, Flags};
use crate::store::{Place, ServerOptions, Store, StoreOptions};

/// The mode of a created data folder.
const OWNER_ONLY: u32 = 0o700;

/// A community technical blog in one binary.
#[derive(Parser)]
#[command(name = "blog-app", version, propagate_version = true, max_term_width = 100)]
struct CommandLine {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// The arguments of every command.
#[derive(Args)]
struct Common {
    /// The file with the settings; without it config.toml in the working folder, if there is one
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The folder in which everything is kept, instead of server.data_dir
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    #[command(subcommand)]
    Admin(admin::Admin),
    #[command(subcommand)]
    Seed(seed::Seed),
    #[command(subcommand)]
    Import(import::Import),
    #[command(subcommand)]
    Export(export::Export),
    Sitemap(sitemap::Sitemap),
    #[command(subcommand)]
    Mail(mail::Mail),
    Backup(backup::Backup),
    Restore(restore::Restore),
    #[command(subcommand)]
    Db(db::Db),
    /// Read the settings and the database, and say what is wrong
    ///
    /// Example: blog-app check --config /etc/blog-app/config.toml
    Check,
}

/// Runs the program, and returns its exit code: 0, or 1 with one line on standard error.
pub fn run() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => return usage::print_clap_error(&error),
    };
    match run_command(line) {
        Ok(code) => code,
        Err(error) => {
            output::print_error(&format!("blog-app: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run_command(line: CommandLine) -> anyhow::Result<ExitCode> {
    let (listen, domains) = match &line.command {
        Command::Serve(serve) => (serve.listen.clone(), serve.domains.clone()),
        _ => (None, Vec::new()),
    };
    let flags = Flags {
        config: line.common.config,
        data_dir: line.common.data_dir,
        listen,
        domains,
    };
    let config = Config::load(&flags, environment())?;
    match line.command {
        Command::Serve(_) => serve::run(config, &as_called(&flags))?,
        Command::Admin(command) => command.run(&config)?,
        Command::Seed(command) => command.run(&config)?,
        Command::Import(command) => return command.run(&config),
        Command::Export(command) => command.run(&config)?,
        Command::Sitemap(command) => command.run(&config)?,
        Command::Mail(command) => command.run(&config)?,
        Command::Backup(command) => command.run(&config)?,
        Command::Restore(command) => command.run(&config)?,
        Command::Db(command) => command.run(&config)?,
        Command::Check => return check::run(&config),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the prefix of a command on the same data, for a shell in the same folder: the program as it was called, with
/// the flags of the settings and the data folder.
fn as_called(flags: &Flags) -> String {
    let program = std::env::args_os().next();
    let mut words = vec![quoted(program.as_deref().unwrap_or(OsStr::new("blog-app")))];
    // Includes the environment variable, which the shell that runs the command may not have.
    let data_dir = flags
        .data_dir
        .clone()
        .map(PathBuf::into_os_string)
        .or_else(|| std::env::var_os("BLOG_APP_SERVER__DATA_DIR"));
    let config = flags.config.clone().map(PathBuf::into_os_string);
    for (flag, value) in [("--config", config), ("--data-dir", data_dir)] {
        if let Some(value) = value {
            words.push(flag.to_owned());
            words.push(quoted(&value));
        }
    }
    words.join(" ")
}

/// Quotes a word for a shell.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |character: char| character.is_alphanumeric() || "/._-+:@%=,".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Returns the environment variables that are UTF-8.
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// Creates the data folder for its owner alone. An existing folder stays unchanged.
fn create_data_folder(config: &Config) -> anyhow::Result<()> {
    let folder = &config.server.data_dir;
    let result = DirBuilder::new().recursive(true).mode(OWNER_ONLY).create(folder);
    result.with_context(|| {
        format!(
            "cannot make the data folder {}; set another with --data-dir, or give the right to write there",
            folder.display()
        )
    })
}

/// Runs a future on a runtime of its own.
fn on_runtime<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the thread that sends")?;
    Ok(runtime.block_on(work))
}

/// Opens the database of these settings. Creates the data folder if it does not exist.
fn open_store(config: &Config, readers: usize) -> anyhow::Result<Store> {
    create_data_folder(config)?;
    Ok(Store::open(&StoreOptions {
        place: place(config),
        readers,
    })?)
}

/// Returns the database of these settings.
fn place(config: &Config) -> Place {
    let database = &config.database;
    if database.url.is_empty() {
        return Place::file(config.database_file());
    }
    server(config, database.url.expose())
}

/// Returns a database of a server, with the password and the certificates of these settings.
fn server(config: &Config, url: &str) -> Place {
    let database = &config.database;
    Place::Server(ServerOptions {
        url: url.to_owned(),
        password: (!database.password.is_empty()).then(|| database.password.expose().to_owned()),
        ca_file: (!database.ca_file.as_os_str().is_empty()).then(|| database.ca_file.clone()),
    })
}

/// Opens the database of these settings.
///
/// # Errors
/// If it does not exist.
fn open_existing_store(config: &Config) -> anyhow::Result<Store> {
    anyhow::ensure!(
        !config.database.url.is_empty() || config.database_file().exists(),
        "there is no blog in {}; name its folder with --data-dir, or the file of its settings with --config, or start one \
         with `blog-app serve`",
        config.server.data_dir.display()
    );
    open_store(config, 1)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use clap::CommandFactory as _;

    use super::{CommandLine, quoted};

    #[test]
    fn defines_a_valid_command_line() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn quotes_words_for_a_shell() {
        for (word, expected) in [
            ("/srv/blog-1.0/data", "/srv/blog-1.0/data"),
            ("my data", "'my data'"),
            ("it's", "'it'\\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), expected);
        }
    }
}
