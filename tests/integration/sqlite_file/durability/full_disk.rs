//! A full disk, on which space is then freed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::test_data::{World, assert_intact};
use crate::support::imports::{Panel, ghost_export};
use crate::support::program::{RunningSite, create_admin, expect_success, run};
use crate::support::wait_until;
use crate::support::writes::slug;

/// A disk of 16 MiB, in memory.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// Returns `None` if mounting is not permitted, with a notice that shows although the test passes.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["-t", "tmpfs", "-o", "size=16m", "tmpfs"];
        let mounted = Command::new("mount").args(arguments).arg(folder.path()).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self { folder });
        }
        let notice = b"NOT RUN: a full disk: only root can mount the small one that this needs\n";
        io::stderr().write_all(notice).unwrap();
        None
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn fill(&self) {
        let mut ballast = File::create(self.path().join("ballast")).unwrap();
        for size in [64 * 1024, 1] {
            let refused = loop {
                if let Err(error) = ballast.write_all(&vec![0; size]) {
                    break error;
                }
            };
            assert_eq!(refused.kind(), ErrorKind::StorageFull);
        }
    }

    fn free_space(&self) {
        fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, since a failed test may leave the site on it until it is killed.
        drop(Command::new("umount").arg("--lazy").arg(self.path()).status());
    }
}

#[test]
fn refuses_only_writes_until_space_is_free() {
    let Some(disk) = SmallDisk::mount() else { return };
    let world = World::new(&disk.path().join("data"));
    let log = tempfile::NamedTempFile::new().unwrap();
    let site = world.start_logging(log.path());
    let mut acknowledged = vec![write_comment(&world, &site, 0).unwrap()];

    disk.fill();
    // Writes that fit into the space of the write-ahead log still succeed.
    let (status, body) = (1..5_000)
        .find_map(|number| match write_comment(&world, &site, number) {
            Ok(line) => {
                acknowledged.push(line);
                None
            }
            Err(refusal) => Some(refusal),
        })
        .unwrap();
    assert_eq!(
        (status, &body["code"], &body["message"]),
        (
            507,
            &json!("insufficient_storage"),
            &json!("There is no room left to store this. Please try again later.")
        )
    );
    assert!(write_comment(&world, &site, 5_000).is_err());
    assert!(site.get("/api/blogs").contains("post-199"));
    let page = site.get("/blog/post-1");
    assert!(page.contains("The text of number 1."));
    assert_eq!(status_of_preview(&site, &page), 200);
    assert!(site.get("/api/ready").contains("ready"));
    let logged = fs::read_to_string(log.path()).unwrap();
    assert!(logged.contains("the disk is full"), "{logged}");

    disk.free_space();
    acknowledged.push(write_comment(&world, &site, 5_001).unwrap());
    assert_eq!(site.stop(), Some(0));
    assert_intact(world.data(), &acknowledged);
    expect_success(&run(world.data(), &["check"]));
}

#[test]
fn refuses_an_export_that_does_not_fit_and_leaves_nothing_of_it() {
    let Some(disk) = SmallDisk::mount() else { return };
    let data = disk.path().join("data");
    expect_success(&create_admin(&data, "root", "correct horse battery"));
    let site = RunningSite::start(&data);
    let panel = Panel::sign_in(&site, "root", "correct horse battery");
    let (status, body) = panel.upload("ghost", &vec![b' '; 20 << 20]);
    assert_eq!(
        (status, &body["code"]),
        (507, &json!("insufficient_storage")),
        "{body}"
    );
    assert_eq!(fs::read_dir(data.join("imports")).unwrap().count(), 0);
    // There is room again at once, also for the database.
    let (status, body) = panel.upload("ghost", &ghost_export(2));
    assert_eq!(status, 202, "{body}");
    wait_until(|| panel.latest()["state"] == "ready");
    assert_eq!(site.stop(), Some(0));
}

/// Requests the preview image of the post of a page, which was not rendered before. Returns the status.
fn status_of_preview(site: &RunningSite, page: &str) -> u16 {
    let (_, rest) = page.split_once("/media/preview/").unwrap();
    let (name, _) = rest.split_once('"').unwrap();
    let response = ureq::get(format!("http://{}/media/preview/{name}", site.address)).call();
    response.unwrap().status().as_u16()
}

/// Writes a long comment. Returns its line in the database, or the status and body of the refusal.
fn write_comment(world: &World, site: &RunningSite, number: usize) -> Result<String, (u16, Value)> {
    let reader = &world.readers[0];
    let text = format!("This is number {number}. {}", "x".repeat(4_000));
    let mut response = ureq::post(format!("http://{}/api/blogs/{}/comments", site.address, slug(0)))
        .config()
        .http_status_as_error(false)
        .build()
        .header("authorization", format!("Bearer {}", reader.token))
        .send_json(json!({"content": text}))
        .unwrap();
    let body: Value = response.body_mut().read_json().unwrap();
    if response.status() == 201 {
        Ok(format!("comment {} {} {text}", reader.id, slug(0)))
    } else {
        Err((response.status().as_u16(), body))
    }
}
