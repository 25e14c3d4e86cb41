//! An export shows one moment of the site, whatever is written meanwhile.

use std::io::{self, Write};

use blog_app::actions::site_export::{self, ExportOptions};
use blog_app::domain::Clock as _;
use serde_json::json;

use super::{files, manifest, records};
use crate::support::{Site, blocking, post_with_changes};

/// An output that calls a function once, when so many bytes have come.
struct Interrupted<F> {
    bytes: Vec<u8>,
    at: usize,
    then: Option<F>,
}

impl<F: FnOnce()> Write for Interrupted<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= self.at
            && let Some(then) = self.then.take()
        {
            then();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn what_is_written_meanwhile_is_not_in_it() {
    let site = Site::new();
    let many: Vec<_> = (1..=28)
        .map(|number| post_with_changes(number, json!({"tags": ["before"]})))
        .collect();
    site.import(&many);
    let ada = site.reader("Ada");
    site.add_comments("post-1", ada.id, 300, 5);
    let options = ExportOptions {
        with_accounts: false,
        now: site.clock.now(),
    };
    for at in [1, 3_000, 10_000] {
        let write = || {
            let title = format!("Meanwhile {at}");
            let new = post_with_changes(
                1,
                json!({"title": title, "slug": format!("meanwhile-{at}"), "tags": [title]}),
            );
            site.import(&[new]);
            site.add_comments("post-1", ada.id, 50, 5);
        };
        let output = Interrupted {
            bytes: Vec::new(),
            at,
            then: Some(write),
        };
        let before = blocking(|| site_export::write(&site.store, Vec::new(), options, &mut |_| {}));
        let (before, _) = before.unwrap();
        let during = blocking(|| site_export::write(&site.store, output, options, &mut |_| {}));
        let (during, counts) = during.unwrap();
        assert!(during.then.is_none(), "nothing was written meanwhile");
        assert_eq!(files(&before), files(&during.bytes));
        let found = files(&during.bytes);
        assert_eq!(manifest(&found)["counts"]["comments"], counts.comments);
        assert_eq!(records(&found, "comments.jsonl").len() as u64, counts.comments);
    }
}

#[tokio::test]
async fn tells_how_far_it_is() {
    let site = Site::with_demo_content();
    let options = ExportOptions {
        with_accounts: false,
        now: site.clock.now(),
    };
    let mut seen = Vec::new();
    blocking(|| {
        site_export::write(&site.store, io::sink(), options, &mut |progress| {
            seen.push(progress);
        })
    })
    .unwrap();
    assert!(seen.is_sorted_by_key(|progress| progress.done));
    let last = seen.last().unwrap();
    assert_eq!(last.done, last.total);
}
