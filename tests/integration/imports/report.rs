//! The report of an import: page by page, and as a file.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Editor, GARDEN, totals};
use crate::support::imports::ghost_export;

/// Returns all entries of a list, page by page.
async fn all(editor: &Editor, import: &Value, filter: &str) -> Vec<Value> {
    let mut entries = Vec::new();
    for page in 1.. {
        let list = editor
            .entries(import, &format!("?limit=7&page={page}{filter}"))
            .await;
        entries.extend(list["entries"].as_array().unwrap().iter().cloned());
        if list["totalPages"].as_u64().unwrap() <= page {
            assert_eq!(list["total"], entries.len());
            break;
        }
    }
    entries
}

fn is_changed(entry: &Value) -> bool {
    entry["outcome"] == "new" && entry["changes"] != json!([])
}

#[tokio::test]
async fn lists_every_entry_once_by_any_filter() {
    let editor = Editor::new();
    let ready = editor.checked("wordpress", "garden.xml", GARDEN).await;
    let done = editor.applied(&ready).await;
    assert_eq!(done["state"], "done", "{done}");
    let entries = all(&editor, &done, "").await;
    assert_eq!(done["entries"], entries.len());
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    for entry in &entries {
        let key = ["kind", "outcome"]
            .map(|field| entry[field].as_str().unwrap())
            .join("s ");
        *counted.entry(key).or_default() += 1;
    }
    let kinds = ["post", "page", "comment", "picture", "redirect"];
    for kind in kinds {
        let of_kind = totals(&done, &format!("{kind}s"));
        for (outcome, total) in ["new", "skipped", "refused"].into_iter().zip(of_kind) {
            let key = format!("{kind}s {outcome}");
            assert_eq!(counted.get(&key).copied().unwrap_or(0), total, "{key}");
        }
    }
    assert!(totals(&done, "posts")[2] > 0 && entries.iter().any(is_changed));
    // Posts come first, and each kind keeps its order.
    let order: Vec<usize> = entries
        .iter()
        .map(|entry| kinds.iter().position(|kind| entry["kind"] == *kind).unwrap())
        .collect();
    assert!(order.is_sorted(), "{order:?}");
    for kind in kinds.into_iter().map(Some).chain([None]) {
        for outcome in [
            None,
            Some("new"),
            Some("skipped"),
            Some("refused"),
            Some("changed"),
        ] {
            let expected: Vec<&Value> = entries
                .iter()
                .filter(|entry| kind.is_none_or(|kind| entry["kind"] == kind))
                .filter(|entry| match outcome {
                    None => true,
                    Some("changed") => is_changed(entry),
                    Some(outcome) => entry["outcome"] == outcome,
                })
                .collect();
            let kind = kind.map(|kind| format!("&kind={kind}")).unwrap_or_default();
            let outcome = outcome.map(|name| format!("&outcome={name}")).unwrap_or_default();
            let filter = format!("{kind}{outcome}");
            let found = all(&editor, &done, &filter).await;
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{filter}");
        }
    }
}

#[tokio::test]
async fn the_file_has_the_form_of_the_command_line() {
    let editor = Editor::new();
    // More than are read at a time.
    let ready = editor.checked("ghost", "blog.json", &ghost_export(600)).await;
    let report = editor.report(&ready).await;
    let fields: BTreeSet<&String> = report.as_object().unwrap().keys().collect();
    assert_eq!(Vec::from_iter(fields), ["dryRun", "items", "system", "totals"]);
    assert_eq!(
        (&report["system"], &report["dryRun"]),
        (&json!("ghost"), &json!(true))
    );
    let mut totals = ready["totals"].clone();
    // Only another site of this kind has them.
    let none = json!({"new": 0, "skipped": 0, "refused": 0});
    for kind in ["people", "settings", "tags", "series"] {
        assert_eq!(totals.as_object_mut().unwrap().remove(kind), Some(none.clone()));
    }
    assert_eq!(report["totals"], totals);
    let items = report["items"].as_array().unwrap();
    assert_eq!(ready["entries"], items.len());
    assert!(items.len() > 600, "{}", items.len());
    let first = &items[0];
    assert_eq!(
        first,
        &json!({
            "kind": "post", "source": "id-1", "title": "Number 1", "address": "/blog/number-1", "outcome": "new",
            "status": "published", "changes": first["changes"],
        })
    );
    let done = editor.applied(&ready).await;
    let report = editor.report(&done).await;
    assert_eq!((&report["dryRun"], &report["totals"]), (&json!(false), &totals));
    assert_eq!(done["totals"]["posts"], totals["posts"]);
    assert_eq!(report["items"].as_array().unwrap().len(), items.len());
}

#[tokio::test]
async fn what_is_left_out_is_told_by_its_reason() {
    let editor = Editor::new();
    let ready = editor.checked("wordpress", "garden.xml", GARDEN).await;
    let left_out = ready["leftOut"].as_array().unwrap();
    assert!(!left_out.is_empty(), "{ready}");
    assert_eq!(editor.report(&ready).await["leftOut"], ready["leftOut"]);
    let again = editor.apply(&ready, json!({"asDrafts": true})).await;
    assert_eq!(again.json::<Value>()["import"]["leftOut"], json!([]));
    editor.site.work_on_imports();
    let ready = editor.show(&ready).await;
    assert_eq!(ready["leftOut"].as_array(), Some(left_out));
    let done = editor.applied(&ready).await;
    assert_eq!(done["leftOut"].as_array(), Some(left_out));
}

#[tokio::test]
async fn a_report_without_entries_is_a_report() {
    let editor = Editor::new();
    let import = editor.uploaded("ghost", "a.json", &ghost_export(1)).await;
    let report = editor.report(&import).await;
    assert_eq!(report["items"], json!([]));
}

#[tokio::test]
async fn refuses_filters_that_there_are_not() {
    let editor = Editor::new();
    let ready = editor.checked("ghost", "a.json", &ghost_export(1)).await;
    for (query, field) in [
        ("?kind=posts", "kind"),
        ("?outcome=lost", "outcome"),
        ("?limit=101", "limit"),
    ] {
        let path = format!("/api/admin/imports/{}/entries{query}", super::id_of(&ready));
        let response = editor
            .site
            .request(axum::http::Method::GET, &path, &editor.token, None)
            .await;
        assert_eq!(response.status_code(), 400, "{query}");
        assert!(response.json::<Value>()["errors"][field].is_string(), "{query}");
    }
}
