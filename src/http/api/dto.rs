//! DTOs that several resources share.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::admin::Admin;
use crate::domain::user::{SocialLinks, User};
use crate::domain::{Avatar, Role};

/// The profile picture of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileImage {
    /// The URL.
    pub url: String,
    /// The name.
    pub name: String,
    /// A description in one sentence.
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

/// The chosen preset avatar.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChosenAvatar {
    /// The `url` of an avatar from `GET /avatars`.
    pub url: String,
}

/// The social links of a reader. A link that is not set is empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SocialLinks)]
pub struct SocialLinksBody {
    website: String,
    github: String,
    linkedin: String,
    x: String,
    /// The same value as `x`, under its former name.
    twitter: String,
}

impl SocialLinksBody {
    /// Returns the labels and addresses of the links that are set.
    pub(in crate::http) fn shown(&self) -> Vec<(&'static str, &str)> {
        let links = [
            ("Website", &self.website),
            ("GitHub", &self.github),
            ("LinkedIn", &self.linkedin),
            ("X", &self.x),
        ];
        let set = links.into_iter().filter(|(_, address)| !address.is_empty());
        set.map(|(label, address)| (label, address.as_str())).collect()
    }
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

/// The submitted social links of a reader: http or https URLs of at most 200 characters.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SocialLinksInput {
    website: Option<String>,
    github: Option<String>,
    linkedin: Option<String>,
    x: Option<String>,
    /// Used for `x` when that is absent or empty.
    twitter: Option<String>,
}

impl SocialLinksInput {
    /// Parses the links. An empty link counts as not set.
    pub fn parse(&self) -> Result<SocialLinks, crate::domain::ValidationError> {
        let is_present = |text: &&String| !text.trim().is_empty();
        let x = self.x.as_ref().filter(is_present).or(self.twitter.as_ref());
        SocialLinks::parse(
            self.website.as_deref(),
            self.github.as_deref(),
            self.linkedin.as_deref(),
            x.map(String::as_str),
        )
    }
}

/// A reader, as signed-in callers see them.
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
    /// A new email that is not verified yet. Only the reader sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_email: Option<String>,
    /// Whether the email is hidden from other readers. Only the reader sees this.
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
    /// Removes the fields that only the reader may see.
    #[must_use]
    pub fn for_administrators(mut self) -> Self {
        self.pending_email = None;
        self.hide_email = None;
        self
    }

    /// Removes the fields that other readers may not see, and the email unless `shows_email` is set.
    #[must_use]
    pub fn for_other_readers(mut self, shows_email: bool) -> Self {
        if !shows_email {
            self.email.clear();
        }
        self.for_administrators()
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
            email: user.email.shown().to_owned(),
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

/// The role of a member of the staff: write drafts; write and publish their own posts; edit all posts and moderate;
/// everything.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Role)]
pub enum RoleName {
    Contributor,
    Author,
    Editor,
    Admin,
}

impl From<Role> for RoleName {
    fn from(role: Role) -> Self {
        match role {
            Role::Contributor => Self::Contributor,
            Role::Author => Self::Author,
            Role::Editor => Self::Editor,
            Role::Admin => Self::Admin,
        }
    }
}

/// A member of the staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Admin)]
pub struct AdminBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    username: String,
    email: String,
    /// A new email that is not verified yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_email: Option<String>,
    role: RoleName,
    created_at: String,
}

impl From<Admin> for AdminBody {
    fn from(admin: Admin) -> Self {
        let id = admin.id.to_string();
        Self {
            underscore_id: id.clone(),
            id,
            username: admin.username,
            email: admin.email.shown().to_owned(),
            pending_email: admin.pending_email.map(|email| email.to_string()),
            role: admin.role.into(),
            created_at: admin.created_at.to_string(),
        }
    }
}

/// A success message for display.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageResponse {
    success: bool,
    message: String,
}

impl MessageResponse {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            success: true,
            message: message.into(),
        }
    }
}

/// A reader after an update.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserResponse {
    success: bool,
    message: String,
    user: UserBody,
}

impl UserResponse {
    pub fn new(user: impl Into<UserBody>, message: &str) -> Self {
        Self {
            success: true,
            message: message.to_owned(),
            user: user.into(),
        }
    }
}

/// The new state of the caller's like, and the number of likes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeResponse {
    success: bool,
    message: &'static str,
    is_liked: bool,
    like_count: u64,
}

impl LikeResponse {
    pub(super) fn new(is_liked: bool, like_count: u64) -> Self {
        Self {
            success: true,
            message: if is_liked { "Liked" } else { "Like removed" },
            is_liked,
            like_count,
        }
    }
}
