//! What people and pictures look like on the wire, in whatever answer they stand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Avatar;
use crate::domain::admin::Admin;
use crate::domain::user::{SocialLinks, User};

/// A picture of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileImage {
    /// Where it is.
    pub url: String,
    /// What it is called.
    pub name: String,
    /// One sentence on it.
    pub description: String,
}

impl From<Avatar> for ProfileImage {
    fn from(avatar: Avatar) -> Self {
        Self {
            url: avatar.url,
            name: avatar.name,
            description: avatar.description,
        }
    }
}

/// The preset that somebody chose, by its address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChosenImage {
    /// The `url` of one of `GET /avatars`.
    pub url: String,
}

/// Where else a reader can be found. An address that is not set is empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SocialLinks)]
pub struct SocialLinksBody {
    website: String,
    github: String,
    linkedin: String,
    x: String,
    /// The same as `x`, under its old name.
    twitter: String,
}

impl From<SocialLinks> for SocialLinksBody {
    fn from(links: SocialLinks) -> Self {
        let x = links.x.unwrap_or_default();
        Self {
            website: links.website.unwrap_or_default(),
            github: links.github.unwrap_or_default(),
            linkedin: links.linkedin.unwrap_or_default(),
            twitter: x.clone(),
            x,
        }
    }
}

/// Where else a reader can be found, as they say it: http or https, at most 200 characters each.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct GivenLinks {
    website: Option<String>,
    github: Option<String>,
    linkedin: Option<String>,
    x: Option<String>,
    /// Taken for `x` when that is absent or empty.
    twitter: Option<String>,
}

impl GivenLinks {
    /// The links that were given; an empty one is none.
    pub fn parse(&self) -> Result<SocialLinks, crate::domain::Invalid> {
        let is_given = |text: &&String| !text.trim().is_empty();
        let x = self.x.as_ref().filter(is_given).or(self.twitter.as_ref());
        SocialLinks::parse(
            self.website.as_deref(),
            self.github.as_deref(),
            self.linkedin.as_deref(),
            x.map(String::as_str),
        )
    }
}

/// A reader, as those who are signed in see one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    name: String,
    username: String,
    email: String,
    /// A new address that waits for its code; only the reader is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_email: Option<String>,
    /// Whether other readers do not see the email; only the reader is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    hide_email: Option<bool>,
    bio: String,
    #[schema(required)]
    profile_image: Option<ProfileImage>,
    social_links: SocialLinksBody,
    onboarded: bool,
    is_banned: bool,
    ban_reason: String,
    created_at: String,
}

impl UserBody {
    /// As administrators see them.
    #[must_use]
    pub fn for_staff(mut self) -> Self {
        self.pending_email = None;
        self.hide_email = None;
        self
    }

    /// As other readers see them, with the email or without.
    #[must_use]
    pub fn for_readers(mut self, shows_email: bool) -> Self {
        if !shows_email {
            self.email.clear();
        }
        self.for_staff()
    }
}

impl From<User> for UserBody {
    fn from(user: User) -> Self {
        let id = user.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            name: user.name,
            username: user.username,
            email: user.email.to_string(),
            pending_email: user.pending_email.map(|email| email.to_string()),
            hide_email: Some(user.hides_email),
            bio: user.bio,
            profile_image: user.avatar.map(ProfileImage::from),
            social_links: user.links.into(),
            onboarded: user.onboarded,
            is_banned: user.is_banned,
            ban_reason: user.ban_reason,
            created_at: user.created_at.to_string(),
        }
    }
}

/// An administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Admin)]
pub struct AdminBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    username: String,
    email: String,
    /// A new address that waits for its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_email: Option<String>,
    created_at: String,
}

impl From<Admin> for AdminBody {
    fn from(admin: Admin) -> Self {
        let id = admin.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            username: admin.username,
            email: admin.email.to_string(),
            pending_email: admin.pending_email.map(|email| email.to_string()),
            created_at: admin.created_at.to_string(),
        }
    }
}

/// That it was done, in a sentence for people.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageAnswer {
    success: bool,
    message: String,
}

impl MessageAnswer {
    /// It was done, and this is what people read.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            success: true,
            message: message.into(),
        }
    }
}

/// A reader after a change of theirs.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserAnswer {
    success: bool,
    message: String,
    user: UserBody,
}

impl UserAnswer {
    /// The reader as they are now.
    pub fn new(user: User, message: &str) -> Self {
        Self {
            success: true,
            message: message.to_owned(),
            user: user.into(),
        }
    }

    /// The same, as administrators see the reader.
    #[must_use]
    pub fn for_staff(self) -> Self {
        Self {
            user: self.user.for_staff(),
            ..self
        }
    }
}
