//! The categories of product.md §3.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Slug, ValidationError};

/// The category of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Category(&'static str);

/// All categories, in display order.
pub const CATEGORIES: [Category; 9] = [
    Category("Web Development"),
    Category("Mobile Development"),
    Category("DevOps & Cloud"),
    Category("Data Science & AI"),
    Category("Programming Languages"),
    Category("Software Architecture"),
    Category("Cybersecurity"),
    Category("System Design"),
    Category("Other"),
];

impl Category {
    /// Returns the category with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        CATEGORIES
            .into_iter()
            .find(|category| category.0 == name)
            .ok_or_else(|| ValidationError::new("category", "Unknown category"))
    }

    /// Returns the category with this slug, such as `system-design`.
    pub fn from_slug(slug: &str) -> Option<Self> {
        CATEGORIES
            .into_iter()
            .find(|category| category.slug().as_str() == slug)
    }

    /// The display name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The name as written in URLs.
    pub fn slug(self) -> Slug {
        Slug::from_title(self.0)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// As its name.
impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::parse(&name).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_category_by_its_slug() {
        for category in CATEGORIES {
            assert_eq!(Category::from_slug(category.slug().as_str()), Some(category));
        }
        assert_eq!(
            Category::from_slug("devops-cloud").map(Category::name),
            Some("DevOps & Cloud")
        );
        for slug in ["", "System Design", "System-Design", "unknown"] {
            assert_eq!(Category::from_slug(slug), None, "{slug}");
        }
    }
}
