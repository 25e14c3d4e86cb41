//! All measurements of one site.

use anyhow::Result;

use crate::comparison::Peers;
use crate::corpus::Texts;
use crate::dataset::Dataset;
use crate::generate::Size;
use crate::report::{Report, print_line};
use crate::server::Server;
use crate::{Options, footprint, nodes, reads, searches, writes};

pub fn report(options: &Options) -> Result<Report> {
    let world = Dataset::copy(Size::busy(options.posts))?;
    let mut report = Report::new(format!("{} posts", options.posts));
    print_line("measuring the startup");
    let start = footprint::startup(&world)?;
    let site = Server::site(&world.folder, None)?;
    let peers = Peers::start(&site, options.duration)?;
    let mut table = Peers::table();
    print_line("measuring reads");
    reads::measure(&peers, &world, &mut table)?;
    let memory = footprint::memory(&site)?;
    print_line("measuring the search");
    searches::measure(&peers, &Texts::read()?, options.posts, &mut table)?;
    print_line("measuring durable writes");
    let [other_posts, same_posts] = writes::measure(&peers, &world, &mut table)?;
    drop(peers);
    drop(site);
    let store_alone = writes::store_alone(&world, options.duration)?;
    report.add(table);
    report.add(writes::table([store_alone, other_posts, same_posts]));
    report.add(nodes::table(options)?);
    report.add(footprint::table([start, memory, footprint::binary()?]));
    Ok(report)
}
