//! Avatars: the six presets for readers, and the one for administrators.

/// An image of an account, with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Avatar {
    /// The path of the image on this site.
    pub url: String,
    /// The display name.
    pub name: String,
    /// A description of one sentence.
    pub description: String,
}

/// An avatar that readers can choose (product.md §3).
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// The key, and the name of the file.
    pub slug: &'static str,
    /// The display name.
    pub name: &'static str,
    /// A description of one sentence.
    pub description: &'static str,
}

impl Preset {
    /// The path of the image on this site.
    pub fn url(&self) -> String {
        format!("/avatars/{}.svg", self.slug)
    }
}

impl From<&Preset> for Avatar {
    fn from(preset: &Preset) -> Self {
        Self {
            url: preset.url(),
            name: preset.name.to_owned(),
            description: preset.description.to_owned(),
        }
    }
}

/// The six presets, in the order of product.md §3.
pub const PRESETS: [Preset; 6] = [
    Preset {
        slug: "explorer",
        name: "The Explorer",
        description: "Curious about everything and first to try what is new.",
    },
    Preset {
        slug: "analyst",
        name: "The Analyst",
        description: "Looks at the numbers, then looks again.",
    },
    Preset {
        slug: "innovator",
        name: "The Innovator",
        description: "Turns half an idea into a working prototype.",
    },
    Preset {
        slug: "mentor",
        name: "The Mentor",
        description: "Explains it once more, and better each time.",
    },
    Preset {
        slug: "visionary",
        name: "The Visionary",
        description: "Sees where things are going and draws the map.",
    },
    Preset {
        slug: "builder",
        name: "The Builder",
        description: "Ships it, measures it and makes it last.",
    },
];

/// The fixed avatar of all administrators (product.md §2, blog card).
pub fn administrator() -> Avatar {
    Avatar {
        url: "/avatars/admin.svg".to_owned(),
        name: "Administrator".to_owned(),
        description: "Writes and looks after this blog.".to_owned(),
    }
}
