//! Pictures of another system.

use std::sync::{Arc, Mutex};

use blog_app::actions::moving::{Options, PictureFolder, picture_client};
use blog_app::moving::item::Base;
use blog_app::store::media;

use super::{Exported, count, options, post, rows, text_with};
use crate::support::{Site, blocking};

const SMALL: &[u8] = include_bytes!("../../../src/actions/demo/covers/honest-baselines-480.webp");
const LARGE: &[u8] = include_bytes!("../../../src/actions/demo/covers/flaky-tests-are-bugs.webp");

#[tokio::test]
async fn pictures_of_the_export_are_stored_and_shown() {
    let site = Site::new();
    let html =
        "<p><img src=\"https://old.example/images/a-300x200.png\" alt=\"A\"></p><p><img src=\"b.png\"></p>
                <p><img src=\"b.png\"></p>";
    let item = text_with("one", html, |text| {
        text.cover = Some("/images/a.png".to_owned());
        text.base = Base::Folder("posts/one".to_owned());
    });
    let files: [(&str, &[u8]); 2] = [("static/images/a.png", LARGE), ("posts/one/b.png", SMALL)];
    let moved = Exported::with_files(vec![item], &files).import(&site);
    assert_eq!((moved.totals.pictures.new, moved.totals.pictures.refused), (2, 0));
    let address = moved.address("picture", "b.png");
    let shown = site.server.get(address).await;
    shown.assert_status_ok();
    let blog = &site.get("/api/blogs/one").await["blog"];
    assert!(blog["content"].as_str().unwrap().contains(address), "{blog}");
    assert!(
        blog["featuredImage"].as_str().unwrap().starts_with("/media/"),
        "{blog}"
    );
    assert!(blog["featuredImageSmall"].as_str().is_some(), "{blog}");
    // Nothing of it is unused: two pictures, and the small form of the larger one.
    let removed = blocking(|| site.store.write_blocking(media::remove_unused)).unwrap();
    assert_eq!((removed, count(&site, "media")), (0, 3));
}

#[tokio::test]
async fn what_is_not_found_stays_where_it_is() {
    let site = Site::new();
    let html = "<p>Text <img src=\"https://old.example/a.png\" alt=\"A\"> <img src=\"/b.png\" alt=\"Description\"></p>";
    let moved = Exported::new(vec![post("one", html)]).import(&site);
    assert_eq!(moved.changed("post", "one"), ["picture", "picture"]);
    assert_eq!(moved.totals.refused(), 0);
    let html = rows(&site, "select html from post_contents").remove(0);
    assert!(html.contains("src=\"https://old.example/a.png\""), "{html}");
    assert!(
        html.contains("<span>Description</span>") && !html.contains("b.png"),
        "{html}"
    );
    assert_eq!(
        rows(&site, "select cover_url from posts"),
        ["https://old.example/a.png"]
    );
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let site = Site::new();
    let html = "<p>Text <img src=\"/a.png\"></p>";
    let moved = Exported::with_files(vec![post("one", html)], &[("a.png", b"no picture")]).import(&site);
    assert_eq!((moved.totals.pictures.refused, moved.totals.posts.new), (1, 1));
    assert_eq!(moved.item("picture", "/a.png").refusal(), Some("Invalid image"));
}

#[tokio::test]
async fn pictures_come_from_a_folder_that_was_given() {
    let site = Site::new();
    let uploads = Exported::with_files(Vec::new(), &[("2020/01/a.png", SMALL)]);
    let with_folder = Options {
        pictures: Some(PictureFolder::open(uploads.path()).unwrap()),
        ..options()
    };
    let html = "<p><img src=\"https://old.example/wp-content/uploads/2020/01/a-150x150.png\"></p>";
    let moved = Exported::new(vec![post("one", html)]).import_with(&site, &with_folder);
    assert_eq!(moved.totals.pictures.new, 1);
}

/// Starts a server that answers every request with a picture, and notes the paths that it was asked for.
fn server() -> (std::net::SocketAddr, Arc<Mutex<Vec<String>>>) {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let paths = Arc::clone(&asked);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut head = Vec::new();
            let mut bytes = [0; 1_024];
            while !head.windows(4).any(|end| end == b"\r\n\r\n") {
                let length = stream.read(&mut bytes).unwrap();
                assert!(length > 0);
                head.extend_from_slice(&bytes[..length]);
            }
            let head = String::from_utf8(head).unwrap();
            let path = head.split(' ').nth(1).unwrap().to_owned();
            let response = if path.starts_with("/moved") {
                b"HTTP/1.1 302 Found\r\nlocation: /a.png\r\ncontent-length: 0\r\n\r\n".to_vec()
            } else {
                let length = SMALL.len();
                let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
                [head.as_bytes(), SMALL].concat()
            };
            paths.lock().unwrap().push(path);
            drop(stream.write_all(&response));
        }
    });
    (address, asked)
}

#[tokio::test]
async fn pictures_are_loaded_from_the_web_on_demand_alone() {
    let site = Site::new();
    let (address, asked) = server();
    let html =
        format!("<p>Text <img src=\"http://{address}/a.png\"> <img src=\"http://{address}/moved.png\"></p>");
    let exported = |id: &str| Exported::new(vec![post(id, &html)]);
    let none = exported("one").import(&site);
    assert_eq!((none.totals.pictures.new, asked.lock().unwrap().len()), (0, 0));
    let fetching = |allows_private| Options {
        client: Some(picture_client(allows_private).unwrap()),
        ..options()
    };
    let refused = blocking(|| exported("two").import_with(&site, &fetching(false)));
    assert_eq!((refused.totals.pictures.new, asked.lock().unwrap().len()), (0, 0));
    assert!(
        refused.item("post", "two").changes[0]
            .reason
            .contains("public internet")
    );
    let loaded = blocking(|| exported("three").import_with(&site, &fetching(true)));
    assert_eq!(loaded.totals.pictures.new, 1);
    assert_eq!(*asked.lock().unwrap(), ["/a.png", "/moved.png"]);
    assert_eq!(loaded.changed("post", "three"), ["picture"]);
}
