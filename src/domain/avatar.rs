//! Pictures of people: the six presets a reader chooses from, and the administrators' one.

/// A picture with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Avatar {
    /// Where the picture is, on this site.
    pub url: String,
    /// What it is called.
    pub name: String,
    /// One sentence on it.
    pub description: String,
}

/// A picture that readers choose from (product.md §3).
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its key, and the name of its file.
    pub slug: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// One sentence on it.
    pub description: &'static str,
}

impl Preset {
    /// Where the picture is, on this site.
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

/// The fixed picture of every administrator (product.md §2, blog card).
pub fn administrator() -> Avatar {
    Avatar {
        url: "/avatars/admin.svg".to_owned(),
        name: "Administrator".to_owned(),
        description: "Writes and looks after this blog.".to_owned(),
    }
}
