//! The categories of other systems, as those of this site.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use crate::domain::category::CATEGORIES;
use crate::domain::search::fold;
use crate::domain::{Category, ValidationError};
use crate::moving::item::Change;

/// The error that a map of categories cannot be used.
#[derive(Debug, Error)]
pub enum CategoryMapError {
    /// It is neither JSON nor TOML, or not all of its values are texts.
    #[error("it is no table of names of categories: {0}")]
    Form(String),
    /// A category is none of this site.
    #[error(
        "{foreign} leads to {name}, which is no category of this site; there are {}",
        names()
    )]
    Unknown {
        /// The foreign name.
        foreign: String,
        /// The name that is no category.
        name: String,
    },
}

/// Which category of this site the texts of an import get.
#[derive(Debug, Clone)]
pub struct Categories {
    map: HashMap<String, Category>,
    default: Category,
}

impl Default for Categories {
    fn default() -> Self {
        // The last one is for what fits into no other.
        let [.., default] = CATEGORIES;
        Self {
            map: CATEGORIES
                .into_iter()
                .flat_map(|category| {
                    [key(category.name()), key(category.slug().as_str())].map(|key| (key, category))
                })
                .collect(),
            default,
        }
    }
}

impl Categories {
    /// Creates the categories with a default and with foreign names, which count more than the names of ours.
    pub fn new(default: Category, map: &BTreeMap<String, Category>) -> Self {
        let mut categories = Self {
            default,
            ..Self::default()
        };
        let foreign = map.iter().map(|(foreign, category)| (key(foreign), *category));
        categories.map.extend(foreign);
        categories
    }

    /// Adds a table of foreign names and the names of ours, in JSON or TOML. It counts more than the names of ours.
    ///
    /// # Errors
    /// If it cannot be read, or names a category that there is not.
    pub fn add_map(&mut self, text: &str) -> Result<(), CategoryMapError> {
        let table: HashMap<String, String> = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| CategoryMapError::Form(error.to_string()))?
        } else {
            toml::from_str(text).map_err(|error| CategoryMapError::Form(error.message().to_owned()))?
        };
        for (foreign, name) in table {
            let category = by_name(&name).ok_or_else(|| CategoryMapError::Unknown {
                foreign: foreign.clone(),
                name,
            })?;
            self.map.insert(key(&foreign), category);
        }
        Ok(())
    }

    /// Sets the category of texts whose own ones are unknown.
    ///
    /// # Errors
    /// If there is no such category.
    pub fn set_default(&mut self, name: &str) -> Result<(), ValidationError> {
        self.default = by_name(name)
            .ok_or_else(|| ValidationError::new("category", format!("{name} is none of {}", names())))?;
        Ok(())
    }

    /// Returns the category of a text: the first of its categories that is known, else of its tags, else the default.
    pub(super) fn choose(
        &self,
        categories: &[String],
        tags: &[String],
        changes: &mut Vec<Change>,
    ) -> Category {
        let known = |names: &[String]| names.iter().find_map(|name| self.map.get(&key(name)).copied());
        if let Some(category) = known(categories).or_else(|| known(tags)) {
            return category;
        }
        let default = self.default;
        if !categories.is_empty() {
            let names = categories.join(", ");
            changes.push(Change::new(
                "category",
                format!("{names}: no category of this site; it is in {default}"),
            ));
        }
        default
    }
}

fn key(name: &str) -> String {
    fold(name.trim())
}

fn by_name(name: &str) -> Option<Category> {
    CATEGORIES
        .into_iter()
        .find(|category| [key(category.name()), key(category.slug().as_str())].contains(&key(name)))
}

/// Returns the names of all categories in one line.
fn names() -> String {
    let names: Vec<&str> = CATEGORIES.iter().map(|category| category.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(categories: &Categories, given: &[&str], tags: &[&str]) -> (&'static str, usize) {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut changes = Vec::new();
        let category = categories.choose(&texts(given), &texts(tags), &mut changes);
        (category.name(), changes.len())
    }

    #[test]
    fn the_map_counts_first_then_the_list_then_the_default() {
        let mut categories = Categories::default();
        assert_eq!(
            chosen(&categories, &["Travel", "system design"], &[]),
            ("System Design", 0)
        );
        assert_eq!(chosen(&categories, &["cybersecurity"], &[]), ("Cybersecurity", 0));
        assert_eq!(chosen(&categories, &[], &["golang"]), ("Other", 0));
        assert_eq!(chosen(&categories, &["Travel"], &[]), ("Other", 1));
        categories
            .add_map("Travel = \"System Design\"\n\"Go & co\" = \"programming-languages\"")
            .unwrap();
        categories
            .add_map("{\"golang\": \"Programming Languages\"}")
            .unwrap();
        categories.set_default("DevOps & Cloud").unwrap();
        assert_eq!(chosen(&categories, &["TRAVEL"], &[]), ("System Design", 0));
        assert_eq!(
            chosen(&categories, &["go & co"], &[]),
            ("Programming Languages", 0)
        );
        assert_eq!(
            chosen(&categories, &[], &["golang"]),
            ("Programming Languages", 0)
        );
        assert_eq!(chosen(&categories, &["Cooking"], &[]), ("DevOps & Cloud", 1));
    }

    #[test]
    fn refuses_maps_that_lead_nowhere() {
        let mut categories = Categories::default();
        let error = categories.add_map("a = \"Cooking\"").unwrap_err().to_string();
        assert!(
            error.contains("a leads to Cooking") && error.contains("Cybersecurity"),
            "{error}"
        );
        for text in ["{", "a", "a = 1", "[1]"] {
            assert!(categories.add_map(text).is_err(), "{text}");
        }
        assert!(categories.set_default("Cooking").is_err());
    }
}
