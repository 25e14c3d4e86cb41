//! The categories of product.md §3.

use std::fmt;

use super::{Invalid, Slug};

/// What a post is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Category(&'static str);

/// All categories, in the order in which they are shown.
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
    /// The category of exactly this name.
    pub fn parse(name: &str) -> Result<Self, Invalid> {
        CATEGORIES
            .into_iter()
            .find(|category| category.0 == name)
            .ok_or_else(|| Invalid::new("category", "Unknown category"))
    }

    /// The category whose name makes this slug, such as `system-design`.
    pub fn from_slug(slug: &str) -> Option<Self> {
        CATEGORIES
            .into_iter()
            .find(|category| category.slug().as_str() == slug)
    }

    /// The name as people read it.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The name as it stands in an address.
    pub fn slug(self) -> Slug {
        Slug::from_title(self.0)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found_by_its_slug() {
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
