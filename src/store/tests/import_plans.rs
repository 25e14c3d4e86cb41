//! Tests of the plans of the queries of imports.

use super::plans::{assert_uses_index, plan, scans_a_table};
use crate::store::import_sources;

#[test]
fn what_was_imported_is_found_by_its_source_and_by_its_object() {
    let steps = plan(import_sources::AMONG);
    let key = "PRIMARY KEY (system=? AND kind=? AND source_id=?)";
    assert!(steps.iter().any(|step| step.contains(key)), "{steps:#?}");
    assert_uses_index(import_sources::FORGET, "import_sources_object (object=?)");
    let steps = plan(import_sources::FORGET_COMMENTS);
    assert!(
        steps
            .iter()
            .any(|step| step.contains("import_sources_object (object=?)")),
        "{steps:#?}"
    );
    assert!(!scans_a_table(&steps), "{steps:#?}");
}
