//! The categories of product.md §3.

use std::fmt;

use super::Invalid;

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

    /// The name as people read it.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Category {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}
