//! The rules against spam, as the site has them, on what people write.

use thiserror::Error;

use crate::content::comment;
use crate::domain::audit::{Action, Auditor};
use crate::domain::clock::DAY_MILLISECONDS;
use crate::domain::comment::{CommentAuthor, CommentText};
use crate::domain::spam::{
    self, History, JudgedText, Level, Refusal, Rule, SpamFigures, SpamRules, Standing, Verdict,
};
use crate::domain::user::{Bio, EmailAddress, Name};
use crate::domain::{CommentId, Time, UserId, ValidationError};
use crate::store::settings::{self, Versioned};
use crate::store::{StoreError, Tx, audit, comment_history, users};

/// The name of the setting.
const SETTING: &str = "spam_rules";

/// An allowed comment, shown or held back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The rules that hold it back; without any it is visible.
    pub held_for: Vec<Rule>,
    /// The hash of its text, to store with it.
    pub text_hash: i64,
}

impl Judgement {
    /// The names of the rules that hold it back.
    pub fn names(&self) -> Vec<String> {
        self.held_for.iter().map(|rule| rule.name().to_owned()).collect()
    }
}

/// An error of the judgement of a text.
#[derive(Debug, Error)]
pub enum SpamError {
    /// The rules refuse the comment.
    #[error("the rules refuse the comment")]
    Refused(Refusal),
    /// The rules refuse a field of the account.
    #[error(transparent)]
    Invalid(#[from] ValidationError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the rules of the site with their version.
pub fn load_rules(tx: &Tx<'_>) -> Result<Versioned<SpamRules>, StoreError> {
    let Some(Versioned { value, version }) = settings::get::<SpamFigures>(tx, SETTING)? else {
        return Ok(Versioned::default());
    };
    let invalid = |error: ValidationError| StoreError::Corrupt(format!("settings.{SETTING}: {error}"));
    Ok(Versioned {
        value: SpamRules::new(value).map_err(invalid)?,
        version,
    })
}

/// Stores the rules in place of their version `expected`, and returns whether that is the present one.
pub fn change_rules(
    tx: &mut Tx<'_>,
    rules: &SpamRules,
    expected: u32,
    auditor: &Auditor,
) -> Result<bool, StoreError> {
    let Some(version) = settings::put(tx, SETTING, rules.figures(), expected, auditor.now)? else {
        return Ok(false);
    };
    let entry = auditor.entry(Action::SpamRulesChanged, &version, rules.level().name());
    audit::insert(tx, &entry)?;
    Ok(true)
}

/// Stores the rules that come with another site, where none have been stored yet.
pub fn put_first_rules(tx: &mut Tx<'_>, rules: &SpamRules, now: Time) -> Result<(), StoreError> {
    settings::put(tx, SETTING, rules.figures(), 0, now).map(drop)
}

/// Judges a new comment.
pub fn judge_new(
    tx: &Tx<'_>,
    author: CommentAuthor,
    text: &CommentText,
    now: Time,
) -> Result<Judgement, SpamError> {
    judge(tx, author, text, None, now)
}

/// Judges the new text of a comment.
pub fn judge_changed(
    tx: &Tx<'_>,
    author: CommentAuthor,
    changed: CommentId,
    text: &CommentText,
    now: Time,
) -> Result<Judgement, SpamError> {
    judge(tx, author, text, Some(changed), now)
}

fn judge(
    tx: &Tx<'_>,
    author: CommentAuthor,
    text: &CommentText,
    changed: Option<CommentId>,
    now: Time,
) -> Result<Judgement, SpamError> {
    let rules = load_rules(tx)?.value;
    let text = JudgedText::new(text.as_str(), comment::link_hosts(text.as_str()));
    let text_hash = text.hash();
    let standing = match author {
        CommentAuthor::Staff(_) => Standing::STAFF,
        CommentAuthor::Reader(id) => standing(tx, &rules, id, now)?,
    };
    let history = if rules.level() == Level::Open {
        History::default()
    } else {
        history(tx, &rules, author, standing, text_hash, changed, now)?
    };
    match spam::judge(&rules, &text, standing, &history, now) {
        Verdict::Refuse(refusal) => Err(SpamError::Refused(refusal)),
        Verdict::Hold(held_for) => Ok(Judgement { held_for, text_hash }),
        Verdict::Allow => Ok(Judgement {
            held_for: Vec::new(),
            text_hash,
        }),
    }
}

fn standing(tx: &Tx<'_>, rules: &SpamRules, reader: UserId, now: Time) -> Result<Standing, StoreError> {
    let newcomer_comments = rules.figures().newcomer_comments;
    let visible = comment_history::count_visible(tx, reader, newcomer_comments)?;
    // An account that is gone meanwhile cannot write.
    let (created_at, is_trusted) = users::trust(tx, reader)?.unwrap_or((now, false));
    Ok(Standing::of_reader(rules, created_at, visible, is_trusted, now))
}

fn history(
    tx: &Tx<'_>,
    rules: &SpamRules,
    author: CommentAuthor,
    standing: Standing,
    text_hash: i64,
    changed: Option<CommentId>,
    now: Time,
) -> Result<History, StoreError> {
    let mut history = History::default();
    if changed.is_none() {
        for pace in rules.paces(standing.is_newcomer) {
            let latest = comment_history::nth_latest(tx, author, pace.comments - 1)?;
            history.paced.extend(latest.map(|latest| (pace, latest)));
        }
    }
    let CommentAuthor::Reader(reader) = author else {
        return Ok(history);
    };
    let day_ago = now.plus_milliseconds(-DAY_MILLISECONDS);
    let others = rules.figures().same_text_others;
    history.has_held_comment = changed.is_none() && comment_history::has_held(tx, reader)?;
    history.has_said_it = comment_history::has_said(tx, reader, text_hash, day_ago, changed)?;
    history.others_who_said_it =
        comment_history::count_others_who_said(tx, reader, text_hash, day_ago, others)?;
    Ok(history)
}

/// Checks the name and the bio of somebody who registers.
pub fn check_new_profile(tx: &Tx<'_>, name: &Name, bio: &Bio) -> Result<(), SpamError> {
    Ok(check_words(&load_rules(tx)?.value, name, bio)?)
}

/// Checks the name and the bio of a reader, if they are a newcomer.
pub fn check_profile(
    tx: &Tx<'_>,
    reader: UserId,
    name: &Name,
    bio: &Bio,
    now: Time,
) -> Result<(), SpamError> {
    let rules = load_rules(tx)?.value;
    if standing(tx, &rules, reader, now)?.is_newcomer {
        check_words(&rules, name, bio)?;
    }
    Ok(())
}

fn check_words(rules: &SpamRules, name: &Name, bio: &Bio) -> Result<(), ValidationError> {
    if rules.has_listed_word(name.as_str()) {
        return ValidationError::reject("name", "This name cannot be used here");
    }
    if rules.has_listed_word(bio.as_str()) {
        return ValidationError::reject("bio", "The bio has words that cannot be used here");
    }
    Ok(())
}

/// Checks that a reader may use a mail address.
pub fn check_email(tx: &Tx<'_>, email: &EmailAddress) -> Result<(), SpamError> {
    if load_rules(tx)?.value.blocks_mail_domain(email.host()) {
        let blocked = ValidationError::new("email", "Addresses of this mail provider cannot be used here");
        return Err(blocked.into());
    }
    Ok(())
}
