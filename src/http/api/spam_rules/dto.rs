//! DTOs of the rules against spam.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::spam::{SpamFigures, SpamRules};
use crate::store::settings::Versioned;

/// The rules against spam. At the level `open` only the lists and the reports of readers act.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpamRules)]
pub struct SpamRulesBody {
    /// `open`, `guarded` or `strict`.
    level: String,
    /// A reader is a newcomer for so many days …
    #[schema(maximum = 365)]
    newcomer_days: u32,
    /// … and until they have so many visible comments.
    #[schema(maximum = 100)]
    newcomer_comments: u32,
    /// A comment of somebody who is no newcomer waits for a moderator when it has more links.
    #[schema(maximum = 100)]
    max_links: u32,
    /// A text that so many other readers wrote within a day waits for a moderator; 0 for never.
    #[schema(maximum = 100)]
    same_text_others: u32,
    /// A comment that so many readers reported waits for a moderator; 0 for never.
    #[schema(maximum = 100)]
    reports_to_hold: u32,
    /// The seconds between two comments of a newcomer.
    #[schema(maximum = 3600)]
    newcomer_seconds: u32,
    /// The most comments of a newcomer within an hour; 0 for any number.
    #[schema(maximum = 1000)]
    newcomer_per_hour: u32,
    /// The most comments of anybody else within a minute; 0 for any number.
    #[schema(maximum = 1000)]
    per_minute: u32,
    /// The most comments of anybody else within an hour; 0 for any number.
    #[schema(maximum = 10000)]
    per_hour: u32,
    /// Comments with these words wait for a moderator. At most 1,000 of 60 characters; `*` at the end of one stands for
    /// any ending.
    #[schema(max_items = 1000)]
    hold_words: Vec<String>,
    /// Comments with these words are refused.
    #[schema(max_items = 1000)]
    refuse_words: Vec<String>,
    /// Comments with links to these hosts, or to subdomains of them, wait for a moderator.
    #[schema(max_items = 1000)]
    blocked_hosts: Vec<String>,
    /// Nobody can register with a mail address of these hosts, or of subdomains of them.
    #[schema(max_items = 1000)]
    blocked_mail_domains: Vec<String>,
    /// How often the rules have been changed.
    pub(super) version: u32,
}

impl From<Versioned<SpamRules>> for SpamRulesBody {
    fn from(rules: Versioned<SpamRules>) -> Self {
        let figures = rules.value.figures().clone();
        Self {
            level: figures.level,
            newcomer_days: figures.newcomer_days,
            newcomer_comments: figures.newcomer_comments,
            max_links: figures.max_links,
            same_text_others: figures.same_text_others,
            reports_to_hold: figures.reports_to_hold,
            newcomer_seconds: figures.newcomer_seconds,
            newcomer_per_hour: figures.newcomer_per_hour,
            per_minute: figures.per_minute,
            per_hour: figures.per_hour,
            hold_words: figures.hold_words,
            refuse_words: figures.refuse_words,
            blocked_hosts: figures.blocked_hosts,
            blocked_mail_domains: figures.blocked_mail_domains,
            version: rules.version,
        }
    }
}

impl SpamRulesBody {
    pub(super) fn into_figures(self) -> SpamFigures {
        SpamFigures {
            level: self.level,
            newcomer_days: self.newcomer_days,
            newcomer_comments: self.newcomer_comments,
            max_links: self.max_links,
            same_text_others: self.same_text_others,
            reports_to_hold: self.reports_to_hold,
            newcomer_seconds: self.newcomer_seconds,
            newcomer_per_hour: self.newcomer_per_hour,
            per_minute: self.per_minute,
            per_hour: self.per_hour,
            hold_words: self.hold_words,
            refuse_words: self.refuse_words,
            blocked_hosts: self.blocked_hosts,
            blocked_mail_domains: self.blocked_mail_domains,
        }
    }
}

/// The rules against spam.
#[derive(Debug, Serialize, ToSchema)]
pub struct SpamRulesResponse {
    success: bool,
    rules: SpamRulesBody,
}

impl SpamRulesResponse {
    pub(super) fn new(rules: Versioned<SpamRules>) -> Self {
        Self {
            success: true,
            rules: rules.into(),
        }
    }
}
