//! Tests of the plans of the queries of uploaded exports and of their reports.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::imports::{self, entries, plans};

#[test]
fn imports_are_found_by_their_ids_and_by_what_is_to_be_done() {
    for sql in [imports::BY_ID, plans::CLAIM] {
        let steps = plan(sql);
        let key = "sqlite_autoindex_imports_1 (id=?)";
        assert!(steps.iter().any(|step| step.contains(key)), "{sql}\n{steps:#?}");
        assert!(!scans_a_table(&steps), "{sql}\n{steps:#?}");
    }
    assert_uses_index(imports::GOING, "imports_going");
    assert_uses_index(imports::FIRST_REMOVED, "imports_removed");
    let steps = plan(imports::REMOVE_UNCHANGED);
    assert!(
        steps
            .iter()
            .any(|step| step.contains("imports_changed (changed_at<?)")),
        "{steps:#?}"
    );
    assert!(!scans_a_table(&steps), "{steps:#?}");
    // The table is read from its end, in the order of its keys, until the page is full.
    let steps = plan(imports::PAGE);
    assert!(steps.iter().any(|step| step == "SCAN imports"), "{steps:#?}");
    assert!(
        !steps.iter().any(|step| step.contains("TEMP B-TREE")),
        "{steps:#?}"
    );
}

#[test]
fn a_report_is_read_in_its_order_by_any_filter() {
    let by_kind = "sqlite_autoindex_import_entries_1 (import_seq=? AND kind>? AND kind<?)";
    let by_outcome = "import_entries_outcome (import_seq=? AND outcome=? AND kind>? AND kind<?)";
    let changed = "import_entries_changed (import_seq=? AND kind>? AND kind<?)";
    for (sql, index) in [
        (entries::PAGE, by_kind),
        (entries::PAGE_BY_OUTCOME, by_outcome),
        (entries::PAGE_CHANGED, changed),
        (entries::COUNT, "(import_seq=? AND kind>? AND kind<?)"),
        (entries::COUNT_BY_OUTCOME, by_outcome),
        (entries::COUNT_CHANGED, changed),
        (
            entries::FOLLOWING,
            "sqlite_autoindex_import_entries_1 (import_seq=? AND ",
        ),
    ] {
        assert_uses_index(sql, index);
    }
    let steps = plan(entries::DELETE);
    assert!(!scans_a_table(&steps), "{steps:#?}");
    assert!(
        steps
            .iter()
            .any(|step| step.contains("(import_seq=? AND kind=? AND number=?)")),
        "{steps:#?}"
    );
}
