//! The rendered texts of pages, which an upgrade renders again.

use blog_app::actions::rendering;
use blog_app::domain::Clock as _;

use super::{Editor, page};
use crate::support::{blocking, database};

#[tokio::test]
async fn a_text_of_an_earlier_renderer_is_shown_right_and_rendered_again() {
    let editor = Editor::new();
    for title in ["One", "Two"] {
        editor.created(page(title, "published")).await;
    }
    let outdated = "update static_pages set rendered = 'Outdated', renderer_version = 0";
    editor.site.execute_elsewhere(outdated).await;
    assert!(editor.text("/page/one").await.contains("The words of One."));
    let versions = "select count(*) from static_pages where renderer_version > 0 and rendered <> 'Outdated'";
    assert_eq!(database::query(editor.site.folder(), versions), ["0"]);
    let now = editor.site.clock.now();
    let mut last = None;
    loop {
        last = blocking(|| rendering::renew_static_pages(&editor.site.store, last, now)).unwrap();
        if last.is_none() {
            break;
        }
    }
    assert_eq!(database::query(editor.site.folder(), versions), ["2"]);
    assert!(editor.text("/page/two").await.contains("The words of Two."));
}
