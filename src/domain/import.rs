//! Imports of exports that the staff upload: their states, their options and the names of their files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::category::CATEGORIES;
use super::hidden_characters::contains_hidden_characters;
use super::{Category, ValidationError};

/// An import that nobody has touched for so many days is removed, with its file and its report.
pub const DAYS_KEPT: i64 = 30;
/// The most entries of a report, so that no export fills the database before anybody has seen what is in it.
pub const REPORT_ENTRIES_MAX: u64 = 1_000_000;
/// An import that was begun so many times without coming to an end has failed: it may be what ends the program.
pub const ATTEMPTS_MAX: u32 = 5;

/// The most foreign names of a map of categories.
const MAP_MAX: usize = 500;
/// The longest foreign name, in characters.
const FOREIGN_NAME_MAX: usize = 200;
/// The longest name of a file that is shown, in characters.
const FILE_NAME_MAX: usize = 200;
/// What a file without a name is called.
const UNNAMED: &str = "export";

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportState {
    /// Its file is here, and waits to be checked.
    Uploaded,
    /// A dry run is made.
    Checking,
    /// The dry run has ended. It waits for somebody to apply it.
    Ready,
    /// It is applied.
    Applying,
    /// It was applied.
    Done,
    /// It could not be checked, or not be applied to its end. What was imported stays.
    Failed,
}

impl ImportState {
    /// All states, in the order in which an import goes through them.
    pub const ALL: [Self; 6] = [
        Self::Uploaded,
        Self::Checking,
        Self::Ready,
        Self::Applying,
        Self::Done,
        Self::Failed,
    ];

    /// The name in the database and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uploaded => "uploaded",
            Self::Checking => "checking",
            Self::Ready => "ready",
            Self::Applying => "applying",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// Returns the state with exactly this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether nothing happens to it any more: its file is not needed, and another import may begin.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }

    /// Whether it waits for nobody but the server.
    pub fn is_worked_on(self) -> bool {
        matches!(self, Self::Uploaded | Self::Checking | Self::Applying)
    }

    /// Whether an import in this state may come into another one.
    pub fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Uploaded, Self::Checking | Self::Failed)
                | (Self::Checking, Self::Ready | Self::Failed)
                // Other options need another dry run.
                | (Self::Ready, Self::Uploaded | Self::Applying)
                | (Self::Applying, Self::Done | Self::Failed)
        )
    }
}

/// How an export is imported, as far as the staff choose it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportOptions {
    /// The category of texts whose own ones are unknown here.
    pub default_category: Category,
    /// Whether all texts become drafts.
    pub as_drafts: bool,
    /// Whether old addresses are redirected.
    pub with_redirects: bool,
    /// Our categories by foreign names.
    pub category_map: BTreeMap<String, Category>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        // The last one is for what fits into no other.
        let [.., default_category] = CATEGORIES;
        Self {
            default_category,
            as_drafts: false,
            with_redirects: true,
            category_map: BTreeMap::new(),
        }
    }
}

/// Other options than those of the last check. What is `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OptionChanges {
    /// See [`ImportOptions::default_category`].
    pub default_category: Option<Category>,
    /// See [`ImportOptions::as_drafts`].
    pub as_drafts: Option<bool>,
    /// See [`ImportOptions::with_redirects`].
    pub with_redirects: Option<bool>,
    /// See [`ImportOptions::category_map`].
    pub category_map: Option<BTreeMap<String, Category>>,
}

impl OptionChanges {
    /// Returns the options with these changes.
    #[must_use]
    pub fn of(self, options: ImportOptions) -> ImportOptions {
        ImportOptions {
            default_category: self.default_category.unwrap_or(options.default_category),
            as_drafts: self.as_drafts.unwrap_or(options.as_drafts),
            with_redirects: self.with_redirects.unwrap_or(options.with_redirects),
            category_map: self.category_map.unwrap_or(options.category_map),
        }
    }
}

/// Parses the category with this name, for the field `defaultCategory`.
pub fn parse_default_category(name: &str) -> Result<Category, ValidationError> {
    Category::parse(name)
        .map_err(|_| ValidationError::new("defaultCategory", "Choose one of the categories of this site"))
}

/// Parses foreign names of categories with ours, for the field `categoryMap`.
pub fn parse_category_map(
    names: BTreeMap<String, String>,
) -> Result<BTreeMap<String, Category>, ValidationError> {
    const FIELD: &str = "categoryMap";
    if names.len() > MAP_MAX {
        return ValidationError::reject(FIELD, format!("At most {MAP_MAX} categories can be mapped"));
    }
    let mut map = BTreeMap::new();
    for (foreign, name) in names {
        if foreign.contains('\0') || foreign.chars().count() > FOREIGN_NAME_MAX {
            return ValidationError::reject(
                FIELD,
                format!("A foreign category has at most {FOREIGN_NAME_MAX} characters"),
            );
        }
        let Ok(category) = Category::parse(&name) else {
            return ValidationError::reject(FIELD, format!("{foreign} leads to no category of this site"));
        };
        map.insert(foreign, category);
    }
    Ok(map)
}

/// The name that the file of an export had, to be shown. It names no file here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

impl FileName {
    /// Makes the name that is shown of one that a browser sends: its last part, without what cannot be seen, and of a very
    /// long one the end, which says what it is.
    pub fn from_given(given: &str) -> Self {
        let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
        let visible: String = last
            .chars()
            .filter(|character| !contains_hidden_characters(character.encode_utf8(&mut [0; 4])))
            .collect();
        let visible = visible.trim();
        let surplus = visible.chars().count().saturating_sub(FILE_NAME_MAX);
        let shown: String = visible.chars().skip(surplus).collect();
        if matches!(shown.as_str(), "" | "." | "..") {
            return Self(UNNAMED.to_owned());
        }
        Self(shown)
    }

    /// Takes a name from the database.
    pub fn from_stored(name: String) -> Self {
        Self(name)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_by_their_names() {
        for state in ImportState::ALL {
            assert_eq!(ImportState::parse(state.name()), Some(state));
        }
        assert_eq!(ImportState::parse("Ready"), None);
    }

    #[test]
    fn an_import_goes_forward_or_is_checked_again() {
        use ImportState::{Applying, Checking, Done, Failed, Ready, Uploaded};
        let steps: Vec<_> = ImportState::ALL
            .into_iter()
            .flat_map(|from| ImportState::ALL.map(|to| (from, to)))
            .filter(|(from, to)| from.may_become(*to))
            .collect();
        assert_eq!(
            steps,
            [
                (Uploaded, Checking),
                (Uploaded, Failed),
                (Checking, Ready),
                (Checking, Failed),
                (Ready, Uploaded),
                (Ready, Applying),
                (Applying, Done),
                (Applying, Failed),
            ]
        );
        for state in ImportState::ALL {
            // What is over stays so; what the server works on does not wait for somebody.
            assert_eq!(
                state.is_over(),
                !ImportState::ALL.iter().any(|next| state.may_become(*next))
            );
            assert!(!(state.is_over() && state.is_worked_on()));
        }
    }

    #[test]
    fn options_survive_the_database() {
        let mut options = ImportOptions::default();
        assert_eq!(options.default_category.name(), "Other");
        let names = BTreeMap::from([("Reisen".to_owned(), "System Design".to_owned())]);
        options.category_map = parse_category_map(names).unwrap();
        options.as_drafts = true;
        let stored = serde_json::to_string(&options).unwrap();
        assert_eq!(serde_json::from_str::<ImportOptions>(&stored).unwrap(), options);
        assert!(serde_json::from_str::<ImportOptions>(&stored.replace("Other", "Cooking")).is_err());
    }

    #[test]
    fn changes_leave_what_they_do_not_name() {
        let options = ImportOptions::default();
        assert_eq!(OptionChanges::default().of(options.clone()), options);
        let changes = OptionChanges {
            with_redirects: Some(false),
            ..OptionChanges::default()
        };
        let expected = ImportOptions {
            with_redirects: false,
            ..options.clone()
        };
        assert_eq!(changes.of(options), expected);
    }

    #[test]
    fn refuses_maps_that_lead_nowhere_or_are_too_long() {
        let map = |foreign: &str, name: &str| {
            parse_category_map(BTreeMap::from([(foreign.to_owned(), name.to_owned())]))
        };
        assert!(map(&"é".repeat(FOREIGN_NAME_MAX), "Other").is_ok());
        for (foreign, name) in [
            ("Reisen", "Cooking"),
            ("Reisen", "other"),
            ("a\0", "Other"),
            (&"é".repeat(FOREIGN_NAME_MAX + 1), "Other"),
        ] {
            assert_eq!(map(foreign, name).unwrap_err().field, "categoryMap", "{foreign}");
        }
        let many = |count: usize| {
            let names = (0..count).map(|number| (number.to_string(), "Other".to_owned()));
            parse_category_map(names.collect())
        };
        assert!(many(MAP_MAX).is_ok() && many(MAP_MAX + 1).is_err());
        assert!(parse_default_category("Other").is_ok());
        assert_eq!(
            parse_default_category("other").unwrap_err().field,
            "defaultCategory"
        );
    }

    #[test]
    fn names_of_files_are_for_eyes_alone() {
        for (given, shown) in [
            ("my blog.json", "my blog.json"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\Ada\\Expört.zip", "Expört.zip"),
            ("a\u{202e}gnp.\0zip\n", "agnp.zip"),
            ("..", "export"),
            ("folder/", "export"),
            ("  ", "export"),
            ("", "export"),
        ] {
            assert_eq!(FileName::from_given(given).as_str(), shown, "{given:?}");
        }
        let long = FileName::from_given(&format!("{}.zip", "ö".repeat(500)));
        assert_eq!(long.as_str().chars().count(), FILE_NAME_MAX);
        assert!(long.as_str().ends_with("ö.zip"));
    }
}
