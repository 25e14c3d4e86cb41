//! There is no room left, and then there is again.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{World, assert_whole, slug};
use crate::support::program::{Running, answer, run};

/// A disk of 16 MiB, in memory.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// None where disks cannot be mounted, which is said on the terminal: the test's own output is shown on failure only.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["-t", "tmpfs", "-o", "size=16m", "tmpfs"];
        let mounted = Command::new("mount").args(arguments).arg(folder.path()).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self { folder });
        }
        let words = b"NOT RUN: a full disk: only root can mount the small one that this needs\n";
        io::stderr().write_all(words).unwrap();
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

    fn make_room(&self) {
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
fn a_full_disk_refuses_writes_and_nothing_else_until_there_is_room() {
    let Some(disk) = SmallDisk::mount() else { return };
    let world = World::new(&disk.path().join("data"));
    let log = tempfile::NamedTempFile::new().unwrap();
    let site = world.start_logging(log.path());
    let mut kept = vec![comment(&world, &site, 0).unwrap()];

    disk.fill();
    // What the log has room for already is still taken.
    let (status, body) = (1..5_000)
        .find_map(|number| match comment(&world, &site, number) {
            Ok(line) => {
                kept.push(line);
                None
            }
            Err(refusal) => Some(refusal),
        })
        .unwrap();
    assert_eq!(
        (status, &body["message"]),
        (
            507,
            &json!("There is no room left to store this. Please try again later.")
        )
    );
    assert!(comment(&world, &site, 5_000).is_err());
    assert!(site.get("/api/blogs").contains("post-199"));
    let page = site.get("/blog/post-1");
    assert!(page.contains("The text of number 1."));
    assert_eq!(status_of_preview(&site, &page), 200);
    assert!(site.get("/api/ready").contains("ready"));
    let logged = fs::read_to_string(log.path()).unwrap();
    assert!(logged.contains("the disk is full"), "{logged}");

    disk.make_room();
    kept.push(comment(&world, &site, 5_001).unwrap());
    assert_eq!(site.stop(), Some(0));
    assert_whole(world.data(), &kept);
    answer(&run(world.data(), &["check"]));
}

/// How the picture is answered that stands for the post of a page, and that was never drawn before.
fn status_of_preview(site: &Running, page: &str) -> u16 {
    let (_, rest) = page.split_once("/media/preview/").unwrap();
    let (name, _) = rest.split_once('"').unwrap();
    let picture = ureq::get(format!("http://{}/media/preview/{name}", site.address)).call();
    picture.unwrap().status().as_u16()
}

/// Writes a long comment, and gives what it leaves in the database, or how it was refused.
fn comment(world: &World, site: &Running, number: usize) -> Result<String, (u16, Value)> {
    let reader = &world.readers[0];
    let text = format!("This is number {number}. {}", "x".repeat(4_000));
    let mut answer = ureq::post(format!("http://{}/api/blogs/{}/comments", site.address, slug(0)))
        .config()
        .http_status_as_error(false)
        .build()
        .header("authorization", format!("Bearer {}", reader.token))
        .send_json(json!({"content": text}))
        .unwrap();
    let body: Value = answer.body_mut().read_json().unwrap();
    if answer.status() == 201 {
        Ok(format!("comment {} {} {text}", reader.id, slug(0)))
    } else {
        Err((answer.status().as_u16(), body))
    }
}
