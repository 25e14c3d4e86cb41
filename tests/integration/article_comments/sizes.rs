//! Pages of posts with very many comments.

use super::Commented;
use crate::support::comments::LONGEST_LINE;

/// A hundred threads: five pages.
const COMMENTS: usize = 2_100;
const PAGE_BYTES_MAX: usize = 300 << 10;

#[tokio::test]
async fn very_many_comments_make_no_page_longer() {
    let blog = Commented::new();
    let reader = blog.site.reader("Cleo").id;
    let ids = blog.site.add_comments("post-1", reader, COMMENTS, LONGEST_LINE);
    let first = blog.page("").await;
    assert_eq!(first.texts(".comments-count"), ["2,100"]);
    assert_eq!(first.roots().len(), 20);
    assert_eq!(first.comments().len(), 20 * 4);
    let mut longest = first.html.len();
    for id in ids.iter().step_by(197) {
        let page = blog.page(&format!("?comment={id}")).await;
        assert!(page.has_anchor(&id.to_string()), "{id}");
        assert!(page.comments().len() <= 19 * 4 + 21, "{}", page.comments().len());
        longest = longest.max(page.html.len());
    }
    println!(
        "{} bytes for the first page, at most {longest} for one comment",
        first.html.len()
    );
    assert!(longest < PAGE_BYTES_MAX, "{longest}");
    let middle = blog.page("?comments=3&sort=oldest").await;
    assert_eq!(middle.roots().len(), 20);
}
