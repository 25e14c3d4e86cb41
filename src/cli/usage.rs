//! Errors of the command line: one line with the cause and the fix (rulings §1).

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory as _};

use super::CommandLine;
use super::output::print_error;

/// Prints the help, the version or the error of a command line that [`CommandLine`] did not parse.
pub(super) fn print_clap_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Standard output may be closed.
        drop(error.print());
        return ExitCode::SUCCESS;
    }
    let line = in_one_line(error, std::env::args_os().skip(1));
    print_error(&format!("blog-app: {line}"));
    ExitCode::FAILURE
}

fn in_one_line(error: &clap::Error, words: impl Iterator<Item = OsString>) -> String {
    let mut root = CommandLine::command();
    root.build();
    let (command, path) = find_command(&root, words);
    let is_incomplete = matches!(
        error.kind(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand
    );
    let cause = if is_incomplete {
        let names: Vec<&str> = command
            .get_subcommands()
            .map(Command::get_name)
            .filter(|name| *name != "help")
            .collect();
        format!("a command is missing; it is one of {}", names.join(", "))
    } else {
        cause(&error.render().to_string())
    };
    format!("{cause}; see `{path} --help`")
}

/// Returns the innermost command that the words name, and its full name.
fn find_command(root: &Command, words: impl Iterator<Item = OsString>) -> (&Command, String) {
    let mut command = root;
    let mut path = root.get_name().to_owned();
    for word in words {
        if let Some(next) = command.find_subcommand(&word) {
            command = next;
            path.push(' ');
            path.push_str(next.get_name());
        }
    }
    (command, path)
}

/// Joins the cause and the tips of clap's multi-line message into one line, without the usage at its end.
fn cause(text: &str) -> String {
    let mut cause = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("Usage: ") || line.starts_with("For more information") {
            break;
        }
        let (separator, words) = if let Some(first) = line.strip_prefix("error: ") {
            ("", first)
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            ("; ", tip)
        } else if cause.ends_with(':') {
            (" ", line)
        } else {
            (", ", line)
        };
        cause.push_str(separator);
        cause.push_str(words);
    }
    cause
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn reports_each_mistake_in_one_line_with_its_fix() {
        for (words, expected) in [
            (
                "",
                "a command is missing; it is one of serve, admin, seed, import, export, sitemap, mail, backup, \
                 restore, db, check; see `blog-app --help`",
            ),
            (
                "import",
                "a command is missing; it is one of posts, ghost, wordpress, medium, devto, hashnode, markdown, disqus, \
                 commento, site; see `blog-app import --help`",
            ),
            (
                "serv",
                "unrecognized subcommand 'serv'; a similar subcommand exists: 'serve'; see `blog-app --help`",
            ),
            (
                "serve --lisen x",
                "unexpected argument '--lisen' found; a similar argument exists: '--listen'; see \
                 `blog-app serve --help`",
            ),
            (
                "serve --listen",
                "a value is required for '--listen <ADDR>' but none was supplied; see `blog-app serve --help`",
            ),
            (
                "--data-dir x admin create",
                "the following required arguments were not provided: --username <NAME>, --email <ADDRESS>; see \
                 `blog-app admin create --help`",
            ),
            (
                "backup a b",
                "unexpected argument 'b' found; see `blog-app backup --help`",
            ),
        ] {
            let words = || words.split_whitespace();
            let result = CommandLine::try_parse_from(["blog-app"].into_iter().chain(words()));
            let line = in_one_line(&result.err().unwrap(), words().map(OsString::from));
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn keeps_one_line_for_an_argument_with_a_line_break() {
        let error = CommandLine::try_parse_from(["blog-app", "no\nsuch"])
            .err()
            .unwrap();
        let line = in_one_line(&error, ["no\nsuch".into()].into_iter());
        assert_eq!(line.lines().count(), 1, "{line}");
    }
}
