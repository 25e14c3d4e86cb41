//! The slowdown of uncached responses as the site grows from 1,000 to 100,000 posts.

use std::slice::from_ref;
use std::time::Duration;

use anyhow::Result;

use crate::Options;
use crate::dataset::Dataset;
use crate::generate::Size;
use crate::measurement::measure;
use crate::report::{Report, Table, Verdict, print_line};
use crate::server::Server;
use crate::wrk::{Load, Request};

const SMALL: usize = 1_000;
const LARGE: usize = 100_000;
const RATIO_MAX: f64 = 1.5;
const ARTICLES: usize = 200;

/// A row's name and its requests.
type Workload = (&'static str, Vec<Request>);

pub fn report(options: &Options) -> Result<Report> {
    let mut table = Table {
        title: "Growth: one connection, nothing kept, p50",
        note: None,
        columns: &["", "1,000 posts, ms", "100,000 posts, ms", "Ratio"],
        rows: Vec::new(),
    };
    let small = latencies(Size::proportional(SMALL), options.duration)?;
    let large = latencies(Size::busy(LARGE), options.duration)?;
    for ((name, small), (_, large)) in small.into_iter().zip(large) {
        let ratio = large / small;
        let cells = vec![
            name.to_owned(),
            format!("{small:.2}"),
            format!("{large:.2}"),
            format!("{ratio:.2}"),
        ];
        table.add(
            cells,
            Some(Verdict::new([(format!("< {RATIO_MAX:.1}"), ratio < RATIO_MAX)])),
        );
    }
    let mut report = Report::new("from 1,000 to 100,000 posts".to_owned());
    report.add(table);
    Ok(report)
}

fn latencies(size: Size, duration: Duration) -> Result<Vec<(&'static str, f64)>> {
    let world = Dataset::copy(size)?;
    let server = Server::site(&world.folder, Some(0))?;
    print_line(&format!("measuring a site of {} posts", size.posts));
    workloads(&world)?
        .into_iter()
        .map(|(name, requests)| {
            let load = Load {
                requests,
                connections: 1,
                duration,
                per_second: None,
            };
            Load {
                duration: Duration::from_secs(1),
                ..load.clone()
            }
            .send(&server.address)?;
            Ok((name, measure(from_ref(&server), &load)?.p50))
        })
        .collect()
}

fn workloads(world: &Dataset) -> Result<Vec<Workload>> {
    let step = world.posts.len() / ARTICLES;
    let articles = (0..ARTICLES).map(|number| Request::get(format!("/blog/post-{}", number * step)));
    let bookmarks = (0..ARTICLES)
        .map(|reader| Ok(Request::get("/api/blogs/bookmarks?limit=9").by(world.reader_token(reader)?)))
        .collect::<Result<_>>()?;
    let by_admin = Request::get("/api/blogs/admin/blogs?limit=9").by(world.admin_token()?);
    Ok(vec![
        ("home page", vec![Request::get("/")]),
        ("article pages", articles.collect()),
        ("list, page 1", vec![Request::get("/api/blogs?page=1&limit=9")]),
        (
            "list, page 1,000 (one post each)",
            vec![Request::get("/api/blogs?page=1000&limit=1")],
        ),
        ("trending", vec![Request::get("/api/blogs/trending")]),
        ("bookmarks of a reader", bookmarks),
        ("the administrators' list", vec![by_admin]),
    ])
}
