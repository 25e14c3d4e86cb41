//! The upload of exports: what is taken, and that nothing is left of what is not.

use std::convert::Infallible;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode, header};
use blog_app::domain::Role;
use blog_app::store::{StoreError, admins};
use futures_util::stream;
use serde_json::Value;
use tower::ServiceExt as _;

use super::{Editor, files, id_of};
use crate::support::imports::{IMPORTS, ghost_export};
use crate::support::{Site, run_concurrently};

const BOUNDARY: &str = "a-boundary";
const MEGABYTE: usize = 1 << 20;

/// A site that takes files of one megabyte.
fn small() -> Editor {
    Editor::on(Site::configured(&[("IMPORTS__FILE_MEGABYTES", "1")]))
}

/// Sends a form that arrives in these parts, the last of which may be an error of the connection.
async fn send(editor: &Editor, parts: Vec<Result<Bytes, io::Error>>, length: Option<usize>) -> StatusCode {
    let mut request = Request::post(IMPORTS)
        .header(header::AUTHORIZATION, format!("Bearer {}", editor.token))
        .header(
            header::CONTENT_TYPE,
            format!("multipart/form-data; boundary={BOUNDARY}"),
        );
    if let Some(length) = length {
        request = request.header(header::CONTENT_LENGTH, length);
    }
    let request = request.body(Body::from_stream(stream::iter(parts))).unwrap();
    editor
        .site
        .router
        .clone()
        .oneshot(request)
        .await
        .unwrap()
        .status()
}

/// Returns the beginning of a form up to the bytes of its file.
fn begin() -> Bytes {
    format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\nghost\r\n\
         --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n"
    )
    .into()
}

fn end() -> Bytes {
    format!("\r\n--{BOUNDARY}--\r\n").into()
}

#[tokio::test]
async fn refuses_what_is_too_large_and_leaves_nothing() {
    let editor = small();
    let chunk = || Ok(Bytes::from(vec![b' '; MEGABYTE / 4]));
    let mut form = vec![Ok(begin())];
    form.extend((0..4).map(|_| chunk()));
    form.push(Ok(end()));
    assert_eq!(send(&editor, form, None).await, 202, "exactly a megabyte");
    let ids = editor.rows("select id from imports");
    assert_eq!(editor.files(), ids);
    let import = editor.list().await[0].clone();
    assert_eq!(import["size"], MEGABYTE);
    editor.delete(&import).await.assert_status_ok();
    editor.site.work_on_imports();

    let mut form = vec![Ok(begin())];
    form.extend((0..4).map(|_| chunk()));
    form.extend([Ok(Bytes::from_static(b"x")), Ok(end())]);
    assert_eq!(send(&editor, form, None).await, 413);
    assert!(editor.files().is_empty());
    // Nothing of the body is asked for.
    let unread = || Err(io::Error::other("it is read"));
    assert_eq!(send(&editor, vec![unread()], Some(2 * MEGABYTE)).await, 413);
    let largest = Editor::new();
    assert_eq!(send(&largest, vec![unread()], Some(600 << 20)).await, 413);
    assert!(editor.list().await.is_empty() && largest.list().await.is_empty());
}

#[tokio::test]
async fn leaves_nothing_of_an_upload_that_breaks_off() {
    let editor = Editor::new();
    let broken = || Err(io::Error::from(io::ErrorKind::ConnectionReset));
    for parts in [
        vec![Ok(begin()), Ok(Bytes::from_static(b"{\"db\"")), broken()],
        vec![Ok(begin()), Ok(Bytes::from_static(b"{\"db\": []}"))],
    ] {
        assert_eq!(send(&editor, parts, None).await, 400);
        assert!(editor.files().is_empty());
        assert!(editor.list().await.is_empty());
    }
    // Nobody waits for the rest of it.
    assert_eq!(
        editor.checked("ghost", "a.json", &ghost_export(1)).await["state"],
        "ready"
    );
}

#[tokio::test]
async fn takes_one_upload_at_a_time() {
    let editor = Editor::new();
    let export = ghost_export(3);
    let responses = run_concurrently(4, |number| {
        let name = format!("{number}.json");
        let request = editor.site.upload(&editor.token, "ghost", &name, &export);
        async move { request.await.status_code().as_u16() }
    })
    .await;
    let taken = responses.iter().filter(|status| **status == 202).count();
    let refused = responses.iter().filter(|status| **status == 409).count();
    assert_eq!((taken, refused), (1, 3), "{responses:?}");
    assert_eq!(editor.files().len(), 1);
    for _ in ["uploaded", "ready"] {
        let again = editor.upload("ghost", "b.json", &export).await;
        assert_eq!(again.status_code(), 409);
        assert_eq!(again.json::<Value>()["code"], "import_running");
        editor.site.work_on_imports();
    }
    let import = editor.list().await[0].clone();
    assert_eq!(import["state"], "ready");
    editor.delete(&import).await.assert_status_ok();
    assert_eq!(editor.upload("ghost", "b.json", &export).await.status_code(), 202);
}

#[tokio::test]
async fn refuses_forms_without_what_they_need() {
    let editor = Editor::new();
    let part = |name: &str, value: &str| {
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let file =
        "--a-boundary\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n{}\r\n";
    let empty =
        "--a-boundary\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n\r\n";
    for (form, field) in [
        (part("kind", "ghost"), "file"),
        (file.to_owned(), "kind"),
        (format!("{}{file}", part("kind", "blogger")), "kind"),
        (format!("{file}{}", part("kind", &"x".repeat(MEGABYTE))), "kind"),
        (format!("{}{empty}", part("kind", "ghost")), "file"),
    ] {
        let form = format!("{form}--{BOUNDARY}--\r\n");
        let request = editor
            .site
            .request(axum::http::Method::POST, IMPORTS, &editor.token, None)
            .bytes(form.into())
            .content_type(&format!("multipart/form-data; boundary={BOUNDARY}"));
        let response = request.await;
        let error: Value = response.json();
        assert_eq!(response.status_code(), 400, "{error}");
        assert!(error["errors"][field].is_string(), "{field}: {error}");
        assert!(editor.files().is_empty());
    }
}

#[tokio::test]
async fn the_name_of_the_file_is_shown_and_names_nothing() {
    let editor = Editor::new();
    for (given, shown) in [
        ("../../../outside.json", "outside.json"),
        ("..\\..\\blog.db", "blog.db"),
        ("a\u{202e}nosj.b", "anosj.b"),
        ("/etc/passwd", "passwd"),
        ("..", "export"),
    ] {
        let import = editor.checked("ghost", given, &ghost_export(1)).await;
        assert_eq!(import["fileName"], shown);
        assert_eq!(editor.files(), [id_of(&import)]);
        let file = editor.site.folder().join("imports").join(id_of(&import));
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(file.clone()), 0o600);
        assert_eq!(mode(file.parent().unwrap().to_owned()), 0o700);
        editor.delete(&import).await.assert_status_ok();
        editor.site.work_on_imports();
    }
    let outside = editor.site.folder().parent().unwrap().join("outside.json");
    assert!(!outside.exists());
}

#[tokio::test]
async fn a_single_text_is_known_by_the_name_that_it_had() {
    let editor = Editor::new();
    let text = |title: &str| format!("---\ntitle: {title}\n---\nThe text of {title}.\n").into_bytes();
    for (name, title) in [("one.md", "One"), ("two.md", "Two")] {
        let import = editor.checked("markdown", name, &text(title)).await;
        let done = editor.applied(&import).await;
        assert_eq!(super::totals(&done, "posts"), [1, 0, 0], "{done}");
    }
    let again = editor.checked("markdown", "one.md", &text("One")).await;
    assert_eq!(super::totals(&again, "posts"), [0, 1, 0]);
}

#[tokio::test]
async fn a_text_shows_nothing_that_stands_beside_its_file() {
    let editor = Editor::new();
    let picture = include_bytes!("../../../src/actions/demo/covers/honest-baselines-480.webp");
    let folder = editor.site.folder().join("imports");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("secret.webp"), picture).unwrap();
    let text = b"---\ntitle: One\n---\n![a](secret.webp)\n";
    let import = editor.checked("markdown", "one.md", text).await;
    assert_eq!(super::totals(&import, "pictures")[0], 0, "{import}");
    assert!(
        folder.join("secret.webp").exists(),
        "what the site has not put there stays"
    );
}

#[tokio::test]
async fn refuses_an_upload_of_somebody_who_loses_the_right_while_it_arrives() {
    let editor = Editor::new();
    let other = editor.site.staff("other", Role::Editor);
    let store = editor.site.store.clone();
    let parts = stream::unfold(0, move |step| {
        let store = store.clone();
        async move {
            let part = match step {
                0 => begin(),
                1 => {
                    let demoted = store
                        .write(move |tx| admins::set_role(tx, other.id, Role::Author))
                        .await;
                    demoted.map_err(|error: StoreError| error).unwrap();
                    Bytes::from(ghost_export(1))
                }
                2 => end(),
                _ => return None,
            };
            Some((Ok::<_, Infallible>(part), step + 1))
        }
    });
    let request = Request::post(IMPORTS)
        .header(header::AUTHORIZATION, format!("Bearer {}", other.token))
        .header(
            header::CONTENT_TYPE,
            format!("multipart/form-data; boundary={BOUNDARY}"),
        )
        .body(Body::from_stream(parts))
        .unwrap();
    let response = editor.site.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), 403);
    assert!(files(&editor.site).is_empty() && editor.list().await.is_empty());
}
