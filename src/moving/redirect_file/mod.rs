//! Files of redirects: CSV, as this site exports it, and the `redirects.yaml` and `redirects.json` of Ghost.

mod ghost;
mod table;

use super::ReadError;
use super::item::ForeignRedirect;

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectFormat {
    /// The columns `path`, `target` and `status`, in another order below a line with their names.
    Csv,
    /// Ghost's list of objects with `from`, `to` and `permanent`.
    Json,
    /// Ghost's paths with their targets, below `301` and `302`.
    Yaml,
}

impl RedirectFormat {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Yaml => "yaml",
        }
    }
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectLine {
    /// Its number from 1; in JSON that of the object.
    pub number: usize,
    /// The path as it is written.
    pub path: String,
    /// What it says, or why that is nothing that can be taken.
    pub redirect: Result<ForeignRedirect, String>,
}

/// Takes the lines of a file, one by one. With an error the reading ends.
type Take<'take> = &'take mut dyn FnMut(RedirectLine) -> Result<(), ReadError>;

/// Reads a file, and hands each line to `take`. Those without content are left out.
///
/// # Errors
/// If the file is not of its form, or `take` wants no more.
pub fn read(format: RedirectFormat, file: &[u8], take: Take<'_>) -> Result<(), ReadError> {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    match format {
        RedirectFormat::Csv => table::read(file, take),
        RedirectFormat::Json => ghost::read_json(file, take),
        RedirectFormat::Yaml => ghost::read_yaml(file, take),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(format: RedirectFormat, file: &str) -> Vec<RedirectLine> {
        let mut lines = Vec::new();
        read(format, file.as_bytes(), &mut |line| {
            lines.push(line);
            Ok(())
        })
        .unwrap();
        lines
    }

    /// The number, the path and what it says, of each line.
    fn told(format: RedirectFormat, file: &str) -> Vec<String> {
        let told = lines(format, file).into_iter().map(|line| match line.redirect {
            Ok(redirect) => {
                let target = redirect.target.as_deref().unwrap_or("nowhere");
                let sign = if redirect.is_permanent { "=>" } else { "->" };
                format!("{} {} {sign} {target}", line.number, redirect.path)
            }
            Err(reason) => format!("{} {}: {reason}", line.number, line.path),
        });
        told.collect()
    }

    #[test]
    fn reads_csv_with_and_without_names() {
        let expected = [
            "2 /a => /b",
            "3 /c -> https://example.org/d,e",
            "4 /f => nowhere",
            "6 /g => /h",
        ];
        let rows = "/a,/b,301\r\n/c,\"https://example.org/d,e\",302\r\n/f,,410\r\n\r\n /g , /h\r\n";
        assert_eq!(
            told(RedirectFormat::Csv, &format!("path,target,status\r\n{rows}")),
            expected
        );
        assert_eq!(
            told(
                RedirectFormat::Csv,
                &format!("\u{feff}Path,Target,Status\r\n{rows}")
            ),
            expected
        );
        assert_eq!(
            told(RedirectFormat::Csv, "status,note,path,target\n302,x,/a,/b\n"),
            ["2 /a -> /b"]
        );
        assert_eq!(told(RedirectFormat::Csv, "/a,/b"), ["1 /a => /b"]);
        assert_eq!(told(RedirectFormat::Csv, ""), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_line_of_csv_stops_nothing() {
        let mut file = b"/a,/b,307\n/c\n/d,/e,410\n/x".to_vec();
        file.extend_from_slice(b"\xff,/y\n/f,/g\n");
        let mut told = Vec::new();
        let read = read(RedirectFormat::Csv, &file, &mut |line| {
            told.push((line.number, line.redirect.is_ok()));
            Ok(())
        });
        assert!(read.is_ok());
        assert_eq!(told, [(1, false), (2, false), (3, false), (4, false), (5, true)]);
    }

    #[test]
    fn reads_ghosts_json() {
        let file = r#"[
            {"from": "^/a$", "to": "/b", "permanent": true},
            {"from": "/c", "to": "https://example.org/d"},
            {"from": "^/(.*)$", "to": "/$1"},
            {"from": 7, "to": "/b"},
            "nonsense",
            {"from": "/e", "to": "/f", "permanent": false, "note": "more"}
        ]"#;
        assert_eq!(
            told(RedirectFormat::Json, file),
            [
                "1 /a => /b",
                "2 /c -> https://example.org/d",
                "3 ^/(.*)$: Patterns are not supported: enter each address by itself",
                "4 : The entry has no texts from and to",
                "5 : The entry has no texts from and to",
                "6 /e -> /f",
            ]
        );
    }

    #[test]
    fn reads_ghosts_yaml() {
        let file = "# moved in 2020\n301:\n  /a: /b\n  /a: /c\n  /^\\/d\\/(.*)$/i: /e/$1\n\n302:\n  /f/: https://example.org/g\n";
        assert_eq!(
            told(RedirectFormat::Yaml, file),
            [
                "3 /a => /b",
                "4 /a => /c",
                "5 /^\\/d\\/(.*)$/i: Patterns are not supported: enter each address by itself",
                "8 /f/ -> https://example.org/g",
            ]
        );
    }

    #[test]
    fn says_what_is_no_file_of_its_form() {
        for (format, file) in [
            (RedirectFormat::Json, "{}"),
            (RedirectFormat::Json, "[{]"),
            (RedirectFormat::Json, "[] more"),
            (RedirectFormat::Json, ""),
            (RedirectFormat::Yaml, "a list"),
            (RedirectFormat::Yaml, "307:\n  /a: /b\n"),
            (RedirectFormat::Yaml, "301:\n  - /a\n"),
            (RedirectFormat::Yaml, "301: [\n"),
        ] {
            let error = read(format, file.as_bytes(), &mut |_| Ok(()));
            assert!(matches!(error, Err(ReadError::Form(_))), "{file}: {error:?}");
        }
    }

    #[test]
    fn ends_when_no_more_is_wanted() {
        for (format, file) in [
            (RedirectFormat::Csv, "/a,/b\n/c,/d\n"),
            (
                RedirectFormat::Json,
                r#"[{"from": "/a", "to": "/b"}, {"from": "/c", "to": "/d"}]"#,
            ),
            (RedirectFormat::Yaml, "301:\n  /a: /b\n  /c: /d\n"),
        ] {
            let mut taken = 0;
            let read = read(format, file.as_bytes(), &mut |_| {
                taken += 1;
                Err(ReadError::Stopped)
            });
            assert!(matches!(read, Err(ReadError::Stopped)), "{file}");
            assert_eq!(taken, 1, "{file}");
        }
    }

    proptest! {
        #[test]
        fn reads_anything_without_a_panic(file in any::<Vec<u8>>(), text in "[\\[\\]{}:,\"\\n /a0-9*&-]{0,60}") {
            for format in [RedirectFormat::Csv, RedirectFormat::Json, RedirectFormat::Yaml] {
                for file in [file.as_slice(), text.as_bytes()] {
                    let mut numbers = Vec::new();
                    let read = read(format, file, &mut |line| {
                        numbers.push(line.number);
                        Ok(())
                    });
                    prop_assert!(read.is_ok() || format != RedirectFormat::Csv || numbers.is_empty());
                    prop_assert!(numbers.is_sorted());
                }
            }
        }
    }
}
