//! Readers.

use url::{Host, Url};

pub use super::email::Email;
use super::{Avatar, Invalid, Slug, Time, UserId, hidden_characters};

const NAME_LENGTH_MIN: usize = 2;
const NAME_LENGTH_MAX: usize = 100;
const BIO_LENGTH_MAX: usize = 500;
const BAN_REASON_LENGTH_MAX: usize = 500;
const LINK_LENGTH_MAX: usize = 200;

/// The shown name of a reader: 2 to 100 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Trims and checks a name (product.md §5).
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("name", message));
        let length = text.chars().count();
        if length == 0 {
            return refuse("Name is required");
        }
        if length < NAME_LENGTH_MIN {
            return refuse("Name must be at least 2 characters long");
        }
        if length > NAME_LENGTH_MAX {
            return refuse("Name must be at most 100 characters long");
        }
        if hidden_characters::are_in(text) {
            return refuse("Name cannot hold control or invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The username that this name asks for; it may be taken.
    pub fn username(&self) -> Slug {
        Slug::from_title(&self.0)
    }
}

/// A few words of a reader about themselves: at most 500 characters, trimmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bio(String);

impl Bio {
    /// Trims and checks a bio; it may be empty (product.md §5).
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("bio", message));
        if text.chars().count() > BIO_LENGTH_MAX {
            return refuse("Bio must be less than 500 characters");
        }
        if text.contains('\0') {
            return refuse("Bio cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a reader was shut out: at most 500 characters, trimmed; it may be empty (rulings §5).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BanReason(String);

impl BanReason {
    /// Trims and checks a reason.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.chars().count() > BAN_REASON_LENGTH_MAX || text.contains('\0') {
            return Err(Invalid::new(
                "banReason",
                "The reason must be at most 500 characters long",
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where else a reader can be found: http or https addresses of at most 200 characters (rulings §5).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SocialLinks {
    /// A page of their own.
    pub website: Option<String>,
    /// On GitHub.
    pub github: Option<String>,
    /// On LinkedIn.
    pub linkedin: Option<String>,
    /// On X, once Twitter.
    pub x: Option<String>,
}

impl SocialLinks {
    /// Checks each link; one that is absent or blank is none, one without a scheme gets `https://`.
    pub fn parse(
        website: Option<&str>,
        github: Option<&str>,
        linkedin: Option<&str>,
        x: Option<&str>,
    ) -> Result<Self, Invalid> {
        Ok(Self {
            website: link("socialLinks.website", website)?,
            github: link("socialLinks.github", github)?,
            linkedin: link("socialLinks.linkedin", linkedin)?,
            x: link("socialLinks.x", x)?,
        })
    }
}

fn link(field: &'static str, text: Option<&str>) -> Result<Option<String>, Invalid> {
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
                // A number alone is no address, though it can be read as one of IPv4.
                && matches!(url.host(), Some(Host::Domain(name)) if name.contains('.'))
        });
    if is_link {
        Ok(Some(address))
    } else {
        Err(Invalid::new(field, "Invalid URL format"))
    }
}

/// Any other address is one without its scheme, as people type them.
fn has_web_scheme(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A reader that is about to be stored.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Its name for ever.
    pub id: UserId,
    /// The shown name.
    pub name: Name,
    /// Asked for; a number is added when it is taken.
    pub username: Slug,
    /// Must not be taken.
    pub email: Email,
    /// A PHC string.
    pub password_hash: String,
    /// When the address was shown to be theirs.
    pub verified_at: Option<Time>,
    /// Whether the first steps are done.
    pub onboarded: bool,
    /// A few words about them.
    pub bio: String,
    /// The slug of the chosen preset.
    pub avatar: Option<&'static str>,
    /// When the account was made.
    pub created_at: Time,
}

/// A reader, with everything but the password.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own, and a column of its own"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Names the reader.
    pub id: UserId,
    /// The shown name.
    pub name: String,
    /// The unique name.
    pub username: String,
    /// Where mail reaches them, and what they sign in with.
    pub email: Email,
    /// Whether other readers do not see the address.
    pub hides_email: bool,
    /// A new address that takes effect once its code was entered.
    pub pending_email: Option<Email>,
    /// Whether the address was shown to be theirs.
    pub is_verified: bool,
    /// Whether the first steps are done.
    pub onboarded: bool,
    /// A few words about them.
    pub bio: String,
    /// The chosen preset.
    pub avatar: Option<Avatar>,
    /// Where else they can be found.
    pub links: SocialLinks,
    /// Whether an administrator shut them out.
    pub is_banned: bool,
    /// Why, where it was said.
    pub ban_reason: String,
    /// When the account was made.
    pub created_at: Time,
}

/// What a reader tells about themselves.
#[derive(Debug, Clone)]
pub struct Profile {
    /// The shown name.
    pub name: Name,
    /// A few words.
    pub bio: Bio,
    /// Where else they can be found.
    pub links: SocialLinks,
}

/// What everybody may know of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUser {
    /// Names the reader.
    pub id: UserId,
    /// The shown name.
    pub name: String,
    /// The unique name.
    pub username: String,
    /// The chosen preset.
    pub avatar: Option<Avatar>,
    /// When the account was made.
    pub created_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_2_to_100_characters() {
        assert!(Name::parse(" A ").is_err());
        assert!(Name::parse("Bo").is_ok());
        assert!(Name::parse(&"é".repeat(101)).is_err());
        assert_eq!(Name::parse("  ").unwrap_err().message, "Name is required");
        assert!(Name::parse("a\nb").is_err());
        assert!(Name::parse("Ada \u{202e}nimda").is_err());
    }

    #[test]
    fn a_bio_has_at_most_500_characters() {
        assert!(Bio::parse(" ").unwrap().is_empty());
        assert!(Bio::parse(&"é".repeat(500)).is_ok());
        assert!(Bio::parse(&"é".repeat(501)).is_err());
        assert!(Bio::parse("a\0").is_err());
    }

    #[test]
    fn a_link_is_on_the_web() {
        let website = |text| SocialLinks::parse(Some(text), None, None, None).map(|links| links.website);
        assert_eq!(website("  "), Ok(None));
        assert_eq!(
            website(" https://example.org/a "),
            Ok(Some("https://example.org/a".to_owned()))
        );
        for (typed, kept) in [
            ("example.org", "https://example.org"),
            (" www.example.org/a?b ", "https://www.example.org/a?b"),
            ("HTTP://example.org", "HTTP://example.org"),
            ("example.org:8080", "https://example.org:8080"),
        ] {
            assert_eq!(website(typed), Ok(Some(kept.to_owned())));
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
