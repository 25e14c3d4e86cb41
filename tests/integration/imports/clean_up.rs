//! The removal of old imports.

use blog_app::actions::clean_up::clean_up;
use blog_app::domain::Clock as _;

use super::Editor;
use crate::support::Site;
use crate::support::imports::ghost_export;

const DAY_SECONDS: i64 = 24 * 3_600;

#[tokio::test]
async fn removes_imports_that_nobody_has_touched_for_30_days() {
    let editor = Editor::on(Site::configured(&[("AUTH__TOKEN_HOURS", "2000")]));
    let first = editor.checked("ghost", "a.json", &ghost_export(2)).await;
    editor.applied(&first).await;
    editor.site.clock.advance_seconds(10 * DAY_SECONDS);
    // One that waits is forgotten as well, with its file.
    editor.checked("ghost", "b.json", &ghost_export(3)).await;
    for (days, removed) in [(19, 0), (2, 1), (8, 0), (2, 1)] {
        editor.site.clock.advance_seconds(days * DAY_SECONDS);
        let cleaned = clean_up(&editor.site.store, editor.site.clock.now())
            .await
            .unwrap();
        assert_eq!(cleaned.imports, removed, "after {days} days");
        editor.site.work_on_imports();
    }
    assert!(editor.files().is_empty());
    for table in ["imports", "import_entries"] {
        assert_eq!(
            editor.rows(&format!("select count(*) from {table}")),
            ["0"],
            "{table}"
        );
    }
    assert_eq!(editor.rows("select count(*) from posts"), ["2"]);
}
