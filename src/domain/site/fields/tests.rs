//! Tests of the fields of the settings.

use super::*;

fn now() -> Time {
    Time::parse("2026-03-04T12:00:00Z").unwrap()
}

fn defaults() -> SiteDefaults {
    SiteDefaults {
        fields: SiteFields {
            name: "Ours".to_owned(),
            default_author: "Admins".to_owned(),
            ..SiteFields::default()
        },
        locked: Vec::new(),
    }
}

fn locked() -> SiteDefaults {
    let locked = LockedField {
        name: Field::Name.name(),
        variable: "BLOG_APP_SITE__NAME".to_owned(),
    };
    SiteDefaults {
        locked: vec![locked],
        ..defaults()
    }
}

fn named(name: &str) -> SiteFields {
    SiteFields {
        name: name.to_owned(),
        ..defaults().fields
    }
}

#[test]
fn a_text_that_equals_its_default_follows_the_configuration() {
    let stored = defaults()
        .change(&StoredSite::default(), named(" Theirs "), now())
        .unwrap();
    let later = SiteDefaults {
        fields: named("Later"),
        ..defaults()
    };
    assert_eq!(defaults().settings(&stored, 1).name, "Theirs");
    assert_eq!(later.settings(&stored, 1).name, "Theirs");
    let back = defaults().change(&stored, named("Ours"), now()).unwrap();
    assert_eq!(back, StoredSite::default());
    assert_eq!(later.settings(&back, 2).name, "Later");
}

#[test]
fn the_environment_wins_over_what_is_stored_and_cannot_be_changed() {
    let stored = defaults()
        .change(&StoredSite::default(), named("Theirs"), now())
        .unwrap();
    assert_eq!(locked().settings(&stored, 1).name, "Ours");
    let error = locked().change(&stored, named("Another"), now()).unwrap_err();
    assert_eq!(error.field, "name");
    assert!(error.message.contains("BLOG_APP_SITE__NAME"), "{error}");
    let described = SiteFields {
        description: "New".to_owned(),
        ..named("Ours")
    };
    let changed = locked().change(&stored, described, now()).unwrap();
    assert_eq!(
        defaults().settings(&changed, 2).name,
        "Theirs",
        "it comes back without the variable"
    );
}

#[test]
fn keeps_a_default_that_is_longer_than_the_panel_allows() {
    let long = "x".repeat(61);
    let defaults = SiteDefaults {
        fields: named(&long),
        ..defaults()
    };
    assert!(
        defaults
            .change(&StoredSite::default(), named(&long), now())
            .is_ok()
    );
    assert!(
        defaults
            .change(&StoredSite::default(), named(&"y".repeat(61)), now())
            .is_err()
    );
}

#[test]
fn rejects_fields_out_of_bounds() {
    let stored = StoredSite::default();
    let fields = |change: fn(&mut SiteFields)| {
        let mut fields = named("Ours");
        change(&mut fields);
        fields
    };
    for (wanted, field) in [
        (named(""), "name"),
        (named("two\nlines"), "name"),
        (
            fields(|fields| fields.description = "d".repeat(301)),
            "description",
        ),
        (
            fields(|fields| fields.comment_policy = "d".repeat(301)),
            "commentPolicy",
        ),
        (
            fields(|fields| fields.default_author = String::new()),
            "defaultAuthor",
        ),
        (
            fields(|fields| fields.default_author = "d".repeat(101)),
            "defaultAuthor",
        ),
        (fields(|fields| fields.accent = "red".to_owned()), "accent"),
    ] {
        assert_eq!(
            defaults().change(&stored, wanted, now()).unwrap_err().field,
            field
        );
    }
}

#[test]
fn names_the_fields_that_differ() {
    let mut changed = named("Theirs");
    changed.footer = vec![SiteLink::default()];
    assert_eq!(changed.changed_from(&named("Ours")), ["name", "footer"]);
    assert!(changed.changed_from(&changed.clone()).is_empty());
}

#[test]
fn settings_of_another_site_are_checked_and_stay_as_they_are() {
    let stored: StoredSite = serde_json::from_value(serde_json::json!({
        "texts": {"name": "Theirs", "description": ""},
        "accent": "#1d4ed8",
        "navigation": [{"label": "Code", "url": "https://example.org/code"}],
        "newsletter": {"days": ["monday"], "change": {"at": 1, "last_sending": 0}},
    }))
    .unwrap();
    assert_eq!(stored.clone().checked(), Ok(stored.clone()));
    for (change, field) in [
        (serde_json::json!({"texts": {"name": ""}}), "name"),
        (serde_json::json!({"texts": {"other": "x"}}), "settings"),
        (serde_json::json!({"accent": "red; }"}), "accent"),
        (
            serde_json::json!({"footer": [{"label": "x", "url": "javascript:alert(1)"}]}),
            "footer.0.url",
        ),
    ] {
        let changed: StoredSite = serde_json::from_value(change).unwrap();
        assert_eq!(changed.checked().unwrap_err().field, field);
    }
    let logo = SiteLogo {
        hash: "0a".to_owned(),
        width: 1,
        height: 1,
    };
    let with_logo = stored.clone().with_pictures(Some(logo.clone()), None);
    assert_eq!(with_logo.logo(), Some(&logo));
    assert_eq!(with_logo.with_pictures(None, None), stored);
}
