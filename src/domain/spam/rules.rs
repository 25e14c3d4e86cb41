//! The rules of a site against spam.

use serde::{Deserialize, Serialize};

use super::hosts::HostList;
use super::words::WordList;
use crate::domain::ValidationError;

/// Which rules act.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The lists and the reports of readers.
    #[default]
    Open,
    /// All rules.
    Guarded,
    /// All rules, and the first comments of every reader wait for a moderator.
    Strict,
}

impl Level {
    /// Returns the level with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "open" => Ok(Self::Open),
            "guarded" => Ok(Self::Guarded),
            "strict" => Ok(Self::Strict),
            _ => ValidationError::reject("level", "level is open, guarded or strict"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Guarded => "guarded",
            Self::Strict => "strict",
        }
    }
}

/// The rules as they are entered and stored, not validated yet. A missing figure has its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SpamFigures {
    /// The name of the [`Level`].
    pub level: String,
    /// A reader is a newcomer for so many days …
    pub newcomer_days: u32,
    /// … and until they have so many visible comments.
    pub newcomer_comments: u32,
    /// The most links in a comment of somebody who is no newcomer.
    pub max_links: u32,
    /// A text that so many other readers wrote within a day is held back; 0 switches the rule off.
    pub same_text_others: u32,
    /// A comment that so many readers reported is held back; 0 switches the rule off.
    pub reports_to_hold: u32,
    /// The seconds between two comments of a newcomer; 0 switches the rule off.
    pub newcomer_seconds: u32,
    /// The most comments of a newcomer within an hour; 0 switches the rule off.
    pub newcomer_per_hour: u32,
    /// The most comments of anybody else within a minute; 0 switches the rule off.
    pub per_minute: u32,
    /// The most comments of anybody else within an hour; 0 switches the rule off.
    pub per_hour: u32,
    /// Comments with these words are held back.
    pub hold_words: Vec<String>,
    /// Comments with these words are refused.
    pub refuse_words: Vec<String>,
    /// Comments with links to these hosts are held back.
    pub blocked_hosts: Vec<String>,
    /// Nobody can register with a mail address of these hosts.
    pub blocked_mail_domains: Vec<String>,
}

impl Default for SpamFigures {
    fn default() -> Self {
        Self {
            level: Level::default().name().to_owned(),
            newcomer_days: 3,
            newcomer_comments: 3,
            max_links: 3,
            same_text_others: 2,
            reports_to_hold: 3,
            newcomer_seconds: 30,
            newcomer_per_hour: 10,
            per_minute: 5,
            per_hour: 60,
            hold_words: Vec::new(),
            refuse_words: Vec::new(),
            blocked_hosts: Vec::new(),
            blocked_mail_domains: Vec::new(),
        }
    }
}

/// The valid rules of a site. By default the level is [`Level::Open`] and all lists are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpamRules {
    pub(super) level: Level,
    /// The figures, with the lists as they are stored.
    pub(super) figures: SpamFigures,
    pub(super) hold_words: WordList,
    pub(super) refuse_words: WordList,
    pub(super) blocked_hosts: HostList,
    pub(super) blocked_mail_domains: HostList,
}

/// A pace: at most so many comments within so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The number of comments, at least 1.
    pub comments: u32,
    /// The seconds.
    pub seconds: u32,
}

impl SpamRules {
    /// Validates the rules.
    pub fn new(figures: SpamFigures) -> Result<Self, ValidationError> {
        let level = Level::parse(&figures.level)?;
        for (field, figure, most) in [
            ("newcomerDays", figures.newcomer_days, 365),
            ("newcomerComments", figures.newcomer_comments, 100),
            ("maxLinks", figures.max_links, 100),
            ("sameTextOthers", figures.same_text_others, 100),
            ("reportsToHold", figures.reports_to_hold, 100),
            ("newcomerSeconds", figures.newcomer_seconds, 3_600),
            ("newcomerPerHour", figures.newcomer_per_hour, 1_000),
            ("perMinute", figures.per_minute, 1_000),
            ("perHour", figures.per_hour, 10_000),
        ] {
            if figure > most {
                return ValidationError::reject(field, format!("{field} is a number from 0 to {most}"));
            }
        }
        let invalid = |field: &'static str| move |message: String| ValidationError::new(field, message);
        let hold_words = WordList::parse(&figures.hold_words).map_err(invalid("holdWords"))?;
        let refuse_words = WordList::parse(&figures.refuse_words).map_err(invalid("refuseWords"))?;
        let blocked_hosts = HostList::parse(&figures.blocked_hosts).map_err(invalid("blockedHosts"))?;
        let mail = &figures.blocked_mail_domains;
        let blocked_mail_domains = HostList::parse(mail).map_err(invalid("blockedMailDomains"))?;
        let figures = SpamFigures {
            hold_words: hold_words.as_typed().to_vec(),
            refuse_words: refuse_words.as_typed().to_vec(),
            blocked_hosts: blocked_hosts.as_slice().to_vec(),
            blocked_mail_domains: blocked_mail_domains.as_slice().to_vec(),
            ..figures
        };
        Ok(Self {
            level,
            figures,
            hold_words,
            refuse_words,
            blocked_hosts,
            blocked_mail_domains,
        })
    }

    /// The level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The figures and the lists.
    pub fn figures(&self) -> &SpamFigures {
        &self.figures
    }

    /// Whether nobody can register with a mail address of this host.
    pub fn blocks_mail_domain(&self, host: &str) -> bool {
        self.blocked_mail_domains.covers(host)
    }

    /// Whether a name or another text about a newcomer has a word of the lists.
    pub fn has_listed_word(&self, text: &str) -> bool {
        let text = super::words::FoldedText::new(text);
        self.hold_words.is_in(&text) || self.refuse_words.is_in(&text)
    }

    /// The paces that comments of somebody keep; none at the level [`Level::Open`].
    pub fn paces(&self, is_newcomer: bool) -> Vec<Pace> {
        let figures = &self.figures;
        let paces = if is_newcomer {
            let one_in_seconds = u32::from(figures.newcomer_seconds > 0);
            [
                (one_in_seconds, figures.newcomer_seconds),
                (figures.newcomer_per_hour, 3_600),
            ]
        } else {
            [(figures.per_minute, 60), (figures.per_hour, 3_600)]
        };
        let acts = |(comments, _): &(u32, u32)| *comments > 0 && self.level >= Level::Guarded;
        paces
            .into_iter()
            .filter(acts)
            .map(|(comments, seconds)| Pace { comments, seconds })
            .collect()
    }
}
