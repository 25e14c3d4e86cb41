//! Readers: people who have signed up.

use url::{Host, Url};

pub use super::email::EmailAddress;
use super::moderation::Standing;
use super::{Avatar, Slug, Time, UserId, ValidationError, hidden_characters};

const NAME_LENGTH_MIN: usize = 2;
const NAME_LENGTH_MAX: usize = 100;
const BIO_LENGTH_MAX: usize = 500;
const BAN_REASON_LENGTH_MAX: usize = 500;
const AUTHOR_NOTE_LENGTH_MAX: usize = 500;
const LINK_LENGTH_MAX: usize = 200;

/// The display name of a reader: 2 to 100 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Trims and validates a name (product.md §5).
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let reject = |message| ValidationError::reject("name", message);
        let length = text.chars().count();
        if length == 0 {
            return reject("Name is required");
        }
        if length < NAME_LENGTH_MIN {
            return reject("Name must be at least 2 characters long");
        }
        if length > NAME_LENGTH_MAX {
            return reject("Name must be at most 100 characters long");
        }
        if hidden_characters::contains_hidden_characters(text) {
            return reject("Name cannot hold control or invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Derives a username from the name; it may be taken.
    pub fn username(&self) -> Slug {
        Slug::from_title(&self.0)
    }
}

/// The bio of a reader: at most 500 characters, trimmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bio(String);

impl Bio {
    /// Trims and validates a bio; it may be empty (product.md §5).
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let reject = |message| ValidationError::reject("bio", message);
        if text.chars().count() > BIO_LENGTH_MAX {
            return reject("Bio must be less than 500 characters");
        }
        if text.contains('\0') {
            return reject("Bio cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether the bio is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The reason for a ban: at most 500 characters, trimmed; it may be empty (rulings §5).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BanReason(String);

impl BanReason {
    /// Trims and validates a reason.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.chars().count() > BAN_REASON_LENGTH_MAX || text.contains('\0') {
            return ValidationError::reject("banReason", "The reason must be at most 500 characters long");
        }
        Ok(Self(text.to_owned()))
    }

    /// The reason of a ban together with all comments.
    pub fn spam() -> Self {
        Self("Spam".to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The note of a reader who asks to write: 1 to 500 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorNote(String);

impl AuthorNote {
    /// Trims and validates a note.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let reject = |message| ValidationError::reject("note", message);
        if text.is_empty() {
            return reject("Please say what you would like to write about");
        }
        if text.chars().count() > AUTHOR_NOTE_LENGTH_MAX || text.contains('\0') {
            return reject("The note must be at most 500 characters long");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The social links of a reader: http or https URLs of at most 200 characters (rulings §5).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SocialLinks {
    /// A personal website.
    pub website: Option<String>,
    /// The GitHub profile.
    pub github: Option<String>,
    /// The LinkedIn profile.
    pub linkedin: Option<String>,
    /// The profile on X, formerly Twitter.
    pub x: Option<String>,
}

impl SocialLinks {
    /// Validates each link; a blank one becomes `None`, one without a scheme gets `https://`.
    pub fn parse(
        website: Option<&str>,
        github: Option<&str>,
        linkedin: Option<&str>,
        x: Option<&str>,
    ) -> Result<Self, ValidationError> {
        Ok(Self {
            website: link("socialLinks.website", website)?,
            github: link("socialLinks.github", github)?,
            linkedin: link("socialLinks.linkedin", linkedin)?,
            x: link("socialLinks.x", x)?,
        })
    }
}

fn link(field: &'static str, text: Option<&str>) -> Result<Option<String>, ValidationError> {
    let text = text.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let address = if has_web_scheme(text) {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    let is_link = address.chars().count() <= LINK_LENGTH_MAX
        && !address.chars().any(|c| c.is_control() || c.is_whitespace())
        && Url::parse(&address).is_ok_and(|url| {
            let has_user = !url.username().is_empty() || url.password().is_some();
            matches!(url.scheme(), "http" | "https")
                && !has_user
                // A number alone is not a host name, though it parses as an IPv4 address.
                && matches!(url.host(), Some(Host::Domain(name)) if name.contains('.'))
        });
    if is_link {
        Ok(Some(address))
    } else {
        ValidationError::reject(field, "Invalid URL format")
    }
}

/// Whether a text begins with `http://` or `https://`, in any case.
fn has_web_scheme(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A reader to be stored.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// The reader's id, which never changes.
    pub id: UserId,
    /// The display name.
    pub name: Name,
    /// The preferred username; a number is appended when it is taken.
    pub username: Slug,
    /// The email address, which must be free.
    pub email: EmailAddress,
    /// The password hash as a PHC string.
    pub password_hash: String,
    /// When the email address was verified.
    pub verified_at: Option<Time>,
    /// Whether onboarding is complete.
    pub onboarded: bool,
    /// The bio.
    pub bio: String,
    /// The slug of the chosen avatar preset.
    pub avatar: Option<&'static str>,
    /// When the account was created.
    pub created_at: Time,
}

/// A reader, without the password.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent flags, each with its own column"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The reader's id.
    pub id: UserId,
    /// The display name.
    pub name: String,
    /// The unique username.
    pub username: String,
    /// The email address, also used to sign in.
    pub email: EmailAddress,
    /// Whether the address is hidden from other readers.
    pub hides_email: bool,
    /// A new address that takes effect once its code has been confirmed.
    pub pending_email: Option<EmailAddress>,
    /// Whether the email address has been verified.
    pub is_verified: bool,
    /// Whether onboarding is complete.
    pub onboarded: bool,
    /// The bio.
    pub bio: String,
    /// The chosen avatar.
    pub avatar: Option<Avatar>,
    /// The social links.
    pub links: SocialLinks,
    /// Whether an administrator has banned them.
    pub is_banned: bool,
    /// The reason for the ban; may be empty.
    pub ban_reason: String,
    /// The rights that the staff gave or took.
    pub standing: Standing,
    /// The number of reports that nobody has resolved yet.
    pub reports: u64,
    /// When the account was created.
    pub created_at: Time,
}

/// The editable profile of a reader.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The display name.
    pub name: Name,
    /// The bio.
    pub bio: Bio,
    /// The social links.
    pub links: SocialLinks,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_names_of_2_to_100_characters() {
        assert!(Name::parse(" A ").is_err());
        assert!(Name::parse("Bo").is_ok());
        assert!(Name::parse(&"é".repeat(101)).is_err());
        assert_eq!(Name::parse("  ").unwrap_err().message, "Name is required");
        assert!(Name::parse("a\nb").is_err());
        assert!(Name::parse("Ada \u{202e}nimda").is_err());
    }

    #[test]
    fn accepts_bios_of_at_most_500_characters() {
        assert!(Bio::parse(" ").unwrap().is_empty());
        assert!(Bio::parse(&"é".repeat(500)).is_ok());
        assert!(Bio::parse(&"é".repeat(501)).is_err());
        assert!(Bio::parse("a\0").is_err());
    }

    #[test]
    fn accepts_notes_of_1_to_500_characters() {
        assert!(AuthorNote::parse(" \n ").is_err());
        assert_eq!(AuthorNote::parse(" Rust! ").unwrap().as_str(), "Rust!");
        assert!(AuthorNote::parse(&"é".repeat(500)).is_ok());
        assert!(AuthorNote::parse(&"é".repeat(501)).is_err());
        assert!(AuthorNote::parse("a\0").is_err());
    }

    #[test]
    fn accepts_only_web_addresses_as_links() {
        let website = |text| SocialLinks::parse(Some(text), None, None, None).map(|links| links.website);
        assert_eq!(website("  "), Ok(None));
        assert_eq!(
            website(" https://example.org/a "),
            Ok(Some("https://example.org/a".to_owned()))
        );
        for (typed, expected) in [
            ("example.org", "https://example.org"),
            (" www.example.org/a?b ", "https://www.example.org/a?b"),
            ("HTTP://example.org", "HTTP://example.org"),
            ("example.org:8080", "https://example.org:8080"),
        ] {
            assert_eq!(website(typed), Ok(Some(expected.to_owned())));
        }
        let long = format!("https://example.org/{}", "a".repeat(200));
        for text in [
            "ftp://example.org",
            "nonsense",
            "two words.org",
            "mailto:ada@example.org",
            "javascript:alert(1)",
            "https://",
            "0",
            "1.5",
            &long,
        ] {
            assert_eq!(website(text).unwrap_err().field, "socialLinks.website", "{text}");
        }
    }
}
