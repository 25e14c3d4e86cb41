//! All that is measured of one site.

use anyhow::Result;

use crate::comparison::Peers;
use crate::report::{Report, say};
use crate::server::Server;
use crate::texts::Texts;
use crate::world::{Size, World};
use crate::{Options, footprint, reading, searching, writing};

pub fn report(options: &Options) -> Result<Report> {
    let world = World::copy_of(Size::busy(options.posts))?;
    let mut report = Report::new(format!("{} posts", options.posts));
    say("measuring how it starts");
    let start = footprint::start(&world)?;
    let site = Server::site(&world.folder, None)?;
    let peers = Peers::start(&site, options.duration)?;
    let mut table = Peers::table();
    say("measuring what visitors and readers read");
    peers.bare_axum(&mut table)?;
    reading::measure(&peers, &world, &mut table)?;
    let memory = footprint::memory(&site)?;
    say("measuring the search");
    searching::measure(&peers, &Texts::read()?, options.posts, &mut table)?;
    say("measuring durable writes");
    let [others, same] = writing::measure(&peers, &world, &mut table)?;
    drop(peers);
    drop(site);
    let alone = writing::writer_alone(&world, options.duration)?;
    report.add(table);
    report.add(writing::table([alone, others, same]));
    report.add(footprint::table([start, memory, footprint::program()?]));
    Ok(report)
}
