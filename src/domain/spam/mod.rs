//! The rules against spam: what is shown at once, what waits for a moderator, and what is refused.

mod folding;
mod hosts;
mod rules;
#[cfg(test)]
mod tests;
mod words;

use crate::domain::Time;
use crate::domain::clock::DAY_MILLISECONDS;
pub use hosts::{HOSTS_MAX, HostList};
pub use rules::{Level, Pace, SpamFigures, SpamRules};
use words::FoldedText;
pub use words::{WORD_LENGTH_MAX, WORDS_MAX, WordList};

/// A rule that holds a comment back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A newcomer's comment has a link.
    Link,
    /// The comment has more links than the rules allow.
    Links,
    /// The comment has a word of the list.
    Word,
    /// The comment links to a blocked host.
    Host,
    /// Others have written the same text.
    SameText,
    /// The first comments of a reader wait for a moderator.
    FirstComments,
    /// Readers have reported the comment.
    Reports,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 7] = [
        Self::Link,
        Self::Links,
        Self::Word,
        Self::Host,
        Self::SameText,
        Self::FirstComments,
        Self::Reports,
    ];

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Links => "links",
            Self::Word => "word",
            Self::Host => "host",
            Self::SameText => "same_text",
            Self::FirstComments => "first_comments",
            Self::Reports => "reports",
        }
    }
}

/// What the rules say of a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everybody sees it.
    Allow,
    /// It waits for a moderator.
    Hold(Vec<Rule>),
    /// It is not stored.
    Refuse(Refusal),
}

/// Why a comment is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It has a word of the list.
    Word,
    /// The reader has written the same within a day.
    AlreadySaid,
    /// An earlier comment of the newcomer waits for a moderator.
    CommentHeld,
    /// The comments follow each other too fast.
    TooFast {
        /// The seconds until the next one is possible.
        retry_after: u64,
    },
}

/// The text of a comment.
#[derive(Debug, Clone)]
pub struct JudgedText {
    folded: FoldedText,
    hosts: Vec<String>,
}

impl JudgedText {
    /// Creates the text with the host of each of its links.
    pub fn new(text: &str, hosts: Vec<String>) -> Self {
        Self {
            folded: FoldedText::new(text),
            hosts,
        }
    }

    /// A number by which the same text is found again, whatever its case, spaces and invisible characters are.
    pub fn hash(&self) -> i64 {
        folding::hash(self.folded.as_str())
    }
}

/// What the rules make of the author of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the rules trust the author, but for the pace: a member of the staff, or a reader whom the staff trust.
    pub is_trusted: bool,
    /// Whether the author is new here.
    pub is_newcomer: bool,
    /// The visible comments of the author, counted up to [`SpamFigures::newcomer_comments`].
    pub visible_comments: u32,
}

impl Standing {
    /// A member of the staff.
    pub const STAFF: Self = Self {
        is_trusted: true,
        is_newcomer: false,
        visible_comments: 0,
    };

    /// A reader with an account since `created_at`.
    pub fn of_reader(
        rules: &SpamRules,
        created_at: Time,
        visible_comments: u32,
        is_trusted: bool,
        now: Time,
    ) -> Self {
        let figures = rules.figures();
        let end = created_at.plus_milliseconds(i64::from(figures.newcomer_days) * DAY_MILLISECONDS);
        let is_new = now < end || visible_comments < figures.newcomer_comments;
        Self {
            is_trusted,
            is_newcomer: is_new && !is_trusted,
            visible_comments,
        }
    }
}

/// What the author and others have written before. A change of a comment has no pace and no comments that wait.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// For each pace the time of the comment that has to be old enough: with a pace of 5 comments, the fifth latest.
    pub paced: Vec<(Pace, Time)>,
    /// Whether another comment of the author waits for a moderator.
    pub has_held_comment: bool,
    /// Whether the author has written this text within a day.
    pub has_said_it: bool,
    /// How many others have written this text within a day.
    pub others_who_said_it: u32,
}

/// Judges a comment, new or changed.
pub fn judge(
    rules: &SpamRules,
    text: &JudgedText,
    author: Standing,
    history: &History,
    now: Time,
) -> Verdict {
    if let Some(refusal) = refusal(rules, text, author, history, now) {
        return Verdict::Refuse(refusal);
    }
    let held_for = if author.is_trusted {
        Vec::new()
    } else {
        held_for(rules, text, author, history)
    };
    if held_for.is_empty() {
        Verdict::Allow
    } else {
        Verdict::Hold(held_for)
    }
}

fn refusal(
    rules: &SpamRules,
    text: &JudgedText,
    author: Standing,
    history: &History,
    now: Time,
) -> Option<Refusal> {
    let is_judged = !author.is_trusted;
    if is_judged && rules.refuse_words.is_in(&text.folded) {
        return Some(Refusal::Word);
    }
    if rules.level < Level::Guarded {
        return None;
    }
    if is_judged && history.has_said_it {
        return Some(Refusal::AlreadySaid);
    }
    if is_judged && author.is_newcomer && history.has_held_comment {
        return Some(Refusal::CommentHeld);
    }
    let waits = history.paced.iter().map(|(pace, latest)| {
        let end = latest.plus_milliseconds(i64::from(pace.seconds) * 1_000);
        let milliseconds = end.milliseconds().saturating_sub(now.milliseconds());
        u64::try_from(milliseconds).unwrap_or(0).div_ceil(1_000)
    });
    let retry_after = waits.max().unwrap_or(0);
    (retry_after > 0).then_some(Refusal::TooFast { retry_after })
}

fn held_for(rules: &SpamRules, text: &JudgedText, author: Standing, history: &History) -> Vec<Rule> {
    let figures = rules.figures();
    let links = u32::try_from(text.hosts.len()).unwrap_or(u32::MAX);
    let is_guarded = rules.level >= Level::Guarded;
    let is_repeated = figures.same_text_others > 0 && history.others_who_said_it >= figures.same_text_others;
    let is_first = author.visible_comments < figures.newcomer_comments;
    [
        (is_guarded && author.is_newcomer && links > 0, Rule::Link),
        (
            is_guarded && !author.is_newcomer && links > figures.max_links,
            Rule::Links,
        ),
        (rules.hold_words.is_in(&text.folded), Rule::Word),
        (
            text.hosts.iter().any(|host| rules.blocked_hosts.covers(host)),
            Rule::Host,
        ),
        (is_guarded && is_repeated, Rule::SameText),
        (rules.level == Level::Strict && is_first, Rule::FirstComments),
    ]
    .into_iter()
    .filter_map(|(acts, rule)| acts.then_some(rule))
    .collect()
}
