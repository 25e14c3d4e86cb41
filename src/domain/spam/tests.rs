use super::*;

const DAY: i64 = DAY_MILLISECONDS;

fn now() -> Time {
    Time::parse("2026-03-01T12:00:00Z").unwrap()
}

fn rules(level: Level) -> SpamRules {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    SpamRules::new(SpamFigures {
        level: level.name().to_owned(),
        hold_words: words(&["casino*", "buy now"]),
        refuse_words: words(&["slur"]),
        blocked_hosts: words(&["spam.example"]),
        ..SpamFigures::default()
    })
    .unwrap()
}

const NEWCOMER: Standing = Standing {
    is_trusted: false,
    is_newcomer: true,
    visible_comments: 0,
};
const REGULAR: Standing = Standing {
    is_trusted: false,
    is_newcomer: false,
    visible_comments: 3,
};
const TRUSTED: Standing = Standing {
    is_trusted: true,
    is_newcomer: false,
    visible_comments: 3,
};

/// A text with links to these hosts.
fn text(text: &str, hosts: &[&str]) -> JudgedText {
    JudgedText::new(text, hosts.iter().map(|&host| host.to_owned()).collect())
}

fn verdict(level: Level, author: Standing, text: &JudgedText, history: &History) -> Verdict {
    judge(&rules(level), text, author, history, now())
}

#[test]
fn each_rule_holds_what_is_just_inside_at_its_levels() {
    use Level::{Guarded, Open, Strict};
    let links = |number: usize| text("see", &vec!["a.example"; number]);
    let same = |others: u32| History {
        others_who_said_it: others,
        ..History::default()
    };
    let first = |visible_comments| Standing {
        visible_comments,
        ..REGULAR
    };
    let none = History::default();
    // The rule, the least level at which it acts, then what is inside it and what is outside.
    for (rule, least, inside, outside) in [
        (
            Rule::Link,
            Guarded,
            (NEWCOMER, links(1), &none),
            (NEWCOMER, links(0), &none),
        ),
        (
            Rule::Links,
            Guarded,
            (REGULAR, links(4), &none),
            (REGULAR, links(3), &none),
        ),
        (
            Rule::Word,
            Open,
            (REGULAR, text("A Casino!", &[]), &none),
            (REGULAR, text("mycasino", &[]), &none),
        ),
        (
            Rule::Host,
            Open,
            (REGULAR, text("see", &["www.spam.example"]), &none),
            (REGULAR, text("spam.example", &["notspam.example"]), &none),
        ),
        (
            Rule::SameText,
            Guarded,
            (REGULAR, text("a", &[]), &same(2)),
            (REGULAR, text("a", &[]), &same(1)),
        ),
        (
            Rule::FirstComments,
            Strict,
            (first(2), text("a", &[]), &none),
            (first(3), text("a", &[]), &none),
        ),
    ] {
        for level in [Open, Guarded, Strict] {
            let (author, text, history) = &inside;
            let is_held = match verdict(level, *author, text, history) {
                Verdict::Hold(rules) => rules.contains(&rule),
                _ => false,
            };
            assert_eq!(is_held, level >= least, "{rule:?} at {level:?}");
            let trusted = verdict(level, TRUSTED, text, history);
            assert_eq!(trusted, Verdict::Allow, "{rule:?} at {level:?}");
            let (author, text, history) = &outside;
            if level == Strict && author.is_newcomer {
                continue;
            }
            let outside = verdict(level, *author, text, history);
            assert_eq!(outside, Verdict::Allow, "{rule:?} at {level:?}");
        }
    }
}

#[test]
fn names_all_rules_that_hold_a_comment() {
    let text = text("Buy  NOW", &["spam.example"]);
    let history = History {
        others_who_said_it: 5,
        ..History::default()
    };
    let held = verdict(Level::Strict, NEWCOMER, &text, &history);
    let rules = [
        Rule::Link,
        Rule::Word,
        Rule::Host,
        Rule::SameText,
        Rule::FirstComments,
    ];
    assert_eq!(held, Verdict::Hold(rules.to_vec()));
    assert_eq!(
        rules.map(Rule::name),
        ["link", "word", "host", "same_text", "first_comments"]
    );
}

#[test]
fn refuses_at_the_levels_of_each_rule() {
    let plain = text("a", &[]);
    let said = History {
        has_said_it: true,
        ..History::default()
    };
    let waiting = History {
        has_held_comment: true,
        ..History::default()
    };
    let refused =
        |level, author, text: &JudgedText, history: &History| match verdict(level, author, text, history) {
            Verdict::Refuse(refusal) => Some(refusal),
            _ => None,
        };
    for level in [Level::Open, Level::Guarded, Level::Strict] {
        let at_guarded = |refusal| (level >= Level::Guarded).then_some(refusal);
        let slur = text("a SLUR!", &[]);
        let none = History::default();
        assert_eq!(refused(level, REGULAR, &slur, &none), Some(Refusal::Word));
        assert_eq!(refused(level, TRUSTED, &slur, &none), None);
        assert_eq!(refused(level, REGULAR, &text("slurs", &[]), &none), None);
        let already = at_guarded(Refusal::AlreadySaid);
        assert_eq!(refused(level, REGULAR, &plain, &said), already);
        assert_eq!(refused(level, TRUSTED, &plain, &said), None);
        let held = at_guarded(Refusal::CommentHeld);
        assert_eq!(refused(level, NEWCOMER, &plain, &waiting), held);
        assert_eq!(refused(level, REGULAR, &plain, &waiting), None);
    }
}

#[test]
fn the_pace_is_kept_by_everybody_but_at_the_level_open() {
    let pace = Pace {
        comments: 1,
        seconds: 30,
    };
    let after = |milliseconds: i64| History {
        paced: vec![(pace, now().plus_milliseconds(-milliseconds))],
        ..History::default()
    };
    for author in [NEWCOMER, REGULAR, TRUSTED, Standing::STAFF] {
        for (milliseconds, expected) in [
            (0, Some(30)),
            (29_001, Some(1)),
            (29_999, Some(1)),
            (30_000, None),
        ] {
            let verdict = verdict(Level::Guarded, author, &text("a", &[]), &after(milliseconds));
            let refusal = expected.map(|retry_after| Verdict::Refuse(Refusal::TooFast { retry_after }));
            assert_eq!(verdict, refusal.unwrap_or(Verdict::Allow), "{milliseconds}");
        }
        let open = verdict(Level::Open, author, &text("a", &[]), &after(0));
        assert_eq!(open, Verdict::Allow);
    }
}

#[test]
fn newcomers_and_others_have_their_paces() {
    let paces = |rules: &SpamRules, is_newcomer| -> Vec<(u32, u32)> {
        let paces = rules.paces(is_newcomer).into_iter();
        paces.map(|pace| (pace.comments, pace.seconds)).collect()
    };
    let guarded = rules(Level::Guarded);
    assert_eq!(paces(&guarded, true), [(1, 30), (10, 3_600)]);
    assert_eq!(paces(&guarded, false), [(5, 60), (60, 3_600)]);
    assert_eq!(paces(&rules(Level::Open), true), []);
    let off = SpamRules::new(SpamFigures {
        level: "strict".to_owned(),
        newcomer_seconds: 0,
        newcomer_per_hour: 0,
        per_minute: 0,
        ..SpamFigures::default()
    });
    let off = off.unwrap();
    assert_eq!(paces(&off, true), []);
    assert_eq!(paces(&off, false), [(60, 3_600)]);
}

#[test]
fn newcomers_are_readers_with_few_days_or_few_comments() {
    let rules = rules(Level::Guarded);
    let standing = |age: i64, comments, is_trusted| {
        Standing::of_reader(&rules, now().plus_milliseconds(-age), comments, is_trusted, now())
    };
    for (age, comments, is_newcomer) in [
        (3 * DAY - 1, 3, true),
        (3 * DAY, 3, false),
        (3 * DAY, 2, true),
        (0, 0, true),
    ] {
        assert_eq!(
            standing(age, comments, false).is_newcomer,
            is_newcomer,
            "{age} {comments}"
        );
        assert!(!standing(age, comments, true).is_newcomer);
    }
}

#[test]
fn zero_switches_the_rule_of_the_same_text_off() {
    let rules = SpamRules::new(SpamFigures {
        level: "guarded".to_owned(),
        same_text_others: 0,
        ..SpamFigures::default()
    });
    let verdict = judge(
        &rules.unwrap(),
        &text("a", &[]),
        REGULAR,
        &History::default(),
        now(),
    );
    assert_eq!(verdict, Verdict::Allow);
}

#[test]
fn rules_are_validated_with_the_name_of_the_field() {
    let with = |change: fn(&mut SpamFigures)| {
        let mut figures = SpamFigures::default();
        change(&mut figures);
        SpamRules::new(figures).map_err(|error| error.field.into_owned())
    };
    assert!(with(|_| ()).is_ok());
    assert!(with(|figures| figures.newcomer_days = 365).is_ok());
    for (field, change) in [
        (
            "level",
            (|figures| figures.level = "Open".to_owned()) as fn(&mut SpamFigures),
        ),
        ("newcomerDays", |figures| figures.newcomer_days = 366),
        ("newcomerComments", |figures| figures.newcomer_comments = 101),
        ("maxLinks", |figures| figures.max_links = 101),
        ("sameTextOthers", |figures| figures.same_text_others = 101),
        ("reportsToHold", |figures| figures.reports_to_hold = 101),
        ("newcomerSeconds", |figures| figures.newcomer_seconds = 3_601),
        ("newcomerPerHour", |figures| figures.newcomer_per_hour = 1_001),
        ("perMinute", |figures| figures.per_minute = 1_001),
        ("perHour", |figures| figures.per_hour = 10_001),
        ("holdWords", |figures| figures.hold_words = vec!["*".to_owned()]),
        ("refuseWords", |figures| {
            figures.refuse_words = vec!["a".repeat(61)];
        }),
        ("blockedHosts", |figures| {
            figures.blocked_hosts = vec!["a/b".to_owned()];
        }),
        ("blockedMailDomains", |figures| {
            figures.blocked_mail_domains = vec!["a@b.org".to_owned()];
        }),
    ] {
        assert_eq!(with(change).unwrap_err(), field);
    }
}

#[test]
fn the_same_text_has_the_same_hash() {
    let hash = |words: &str| text(words, &[]).hash();
    assert_eq!(hash("Great post!"), hash(" GREAT \n po\u{200b}st! "));
    assert_ne!(hash("Great post!"), hash("Great post"));
}

#[test]
fn mail_domains_and_words_of_profiles_are_looked_up_in_the_lists() {
    let rules = SpamRules::new(SpamFigures {
        hold_words: vec!["casino".to_owned()],
        refuse_words: vec!["slur".to_owned()],
        blocked_mail_domains: vec!["trash.example".to_owned()],
        ..SpamFigures::default()
    });
    let rules = rules.unwrap();
    for (host, is_blocked) in [
        ("trash.example", true),
        ("mx.trash.example", true),
        ("untrash.example", false),
    ] {
        assert_eq!(rules.blocks_mail_domain(host), is_blocked, "{host}");
    }
    for (name, is_listed) in [("Best Casino", true), ("slur", true), ("Casinova", false)] {
        assert_eq!(rules.has_listed_word(name), is_listed, "{name}");
    }
}
