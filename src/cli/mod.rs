//! Floor 3: the command line. A file a command.

mod admin;
mod backup;
mod check;
mod import;
mod mail;
mod output;
mod restore;
mod seed;
mod serve;
mod sitemap;
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
use crate::store::{Store, StoreOptions};

/// Rights of a data folder that is made.
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

/// What every command understands.
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
    Sitemap(sitemap::Sitemap),
    #[command(subcommand)]
    Mail(mail::Mail),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Check(check::Check),
}

/// Runs the program, and says how it ended: 0, or 1 with one line on standard error.
pub fn run() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(refusal) => return usage::refused(&refusal),
    };
    match run_command(line) {
        Ok(code) => code,
        Err(error) => {
            output::problem(&format!("blog-app: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run_command(line: CommandLine) -> anyhow::Result<ExitCode> {
    let flags = Flags {
        config: line.common.config,
        data_dir: line.common.data_dir,
        listen: match &line.command {
            Command::Serve(serve) => serve.listen(),
            _ => None,
        },
    };
    let config = Config::load(&flags, environment())?;
    match line.command {
        Command::Serve(command) => serve::run(&command, config, &as_called(&flags))?,
        Command::Admin(command) => command.run(&config)?,
        Command::Seed(command) => command.run(&config)?,
        Command::Import(command) => return command.run(&config),
        Command::Sitemap(command) => command.run(&config)?,
        Command::Mail(command) => command.run(&config)?,
        Command::Backup(command) => command.run(&config)?,
        Command::Restore(command) => command.run(&config)?,
        Command::Check(command) => return command.run(&config),
    }
    Ok(ExitCode::SUCCESS)
}

/// The beginning of a command on the same blog, for a shell in the same folder: the program as it was called, and the
/// flags that say where the settings and the data are.
fn as_called(flags: &Flags) -> String {
    let program = std::env::args_os().next();
    let mut words = vec![quoted(program.as_deref().unwrap_or(OsStr::new("blog-app")))];
    // What the environment sets counts as well: the shell that runs the command need not have it.
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

/// A word as a shell reads it back.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |character: char| character.is_alphanumeric() || "/._-+:@%=,".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The variables of the process that are text.
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// A folder that is made is for its owner alone; one that is there stays as it is.
fn make_data_folder(config: &Config) -> anyhow::Result<()> {
    let folder = &config.server.data_dir;
    let made = DirBuilder::new().recursive(true).mode(OWNER_ONLY).create(folder);
    made.with_context(|| {
        format!(
            "cannot make the data folder {}; set another with --data-dir, or give the right to write there",
            folder.display()
        )
    })
}

/// Runs what is asynchronous in a command that does nothing besides.
fn on_runtime<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the thread that sends")?;
    Ok(runtime.block_on(work))
}

/// Opens the database of these settings, and makes the data folder when it is not there.
fn open_store(config: &Config, readers: usize) -> anyhow::Result<Store> {
    make_data_folder(config)?;
    Ok(Store::open(&StoreOptions::new(config.database_file(), readers))?)
}

/// The same, for commands that have nothing to do on a blog that is not there yet.
fn open_existing_store(config: &Config) -> anyhow::Result<Store> {
    let file = config.database_file();
    anyhow::ensure!(
        file.exists(),
        "there is no blog in {}; name its folder with --data-dir, or start one with `blog-app serve`",
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
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_shell_reads_a_quoted_word_back() {
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
