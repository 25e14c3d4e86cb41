use std::fs;

use serde_json::json;

use super::*;

fn post() -> PostFields {
    PostFields {
        id: "0190".to_owned(),
        title: "---\n\"C:\\\u{7f}\u{85}\u{2028}\u{feff}\u{fffe}\" 👩‍💻: # é".to_owned(),
        former_slugs: vec!["a".to_owned(), "b".to_owned()],
        authors: vec![AuthorRecord {
            id: "1".to_owned(),
            name: "Ada, \"the first\"".to_owned(),
        }],
        comments_open: true,
        ..PostFields::default()
    }
}

#[test]
fn front_matter_is_read_as_it_was_written() {
    let mut file = write_front_matter(&post()).unwrap();
    file.extend_from_slice(b"\n# Text\n");
    let file = String::from_utf8(file).unwrap();
    assert_eq!(read_front_matter::<PostFields>(&file).unwrap(), post());
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines[..2], ["---", "id: \"0190\""]);
    assert!(lines[2].starts_with("title: \"---\\n\\\"C:\\\\\\u007f\\u0085\\u2028\\ufeff\\ufffe\\\" 👩"));
    assert!(lines.contains(&"authors: [{\"id\":\"1\",\"name\":\"Ada, \\\"the first\\\"\"}]"));
    assert!(lines.contains(&"cover: null") && lines.contains(&"commentsOpen: true"));
}

#[test]
fn other_programs_read_the_front_matter() {
    let file = String::from_utf8(write_front_matter(&post()).unwrap()).unwrap();
    let fields = file.trim_start_matches("---\n").trim_end_matches("---\n");
    let read: serde_json::Value = serde_saphyr::from_str(fields).unwrap();
    assert_eq!(read, serde_json::to_value(post()).unwrap());
}

#[test]
fn takes_fields_that_a_newer_version_has_added() {
    let file = "---\nid: \"1\"\nseries: {\"slug\":\"s\"}\n---\n";
    assert_eq!(read_front_matter::<PageFields>(file).unwrap().id, "1");
    for (file, problem) in [
        ("# Text", "no fields"),
        ("---\nid: \"1\"\n", "no fields"),
        ("---\nid\n---\n", "no field: id"),
        ("---\nid: 1\n---\n", "cannot be read"),
        ("---\nid: \"1\"}, {\n---\n", "cannot be read"),
    ] {
        let reason = read_front_matter::<PageFields>(file).unwrap_err();
        assert!(reason.contains(problem), "{file}: {reason}");
    }
}

#[test]
fn people_have_no_fields_for_what_is_not_exported() {
    let reader = PersonRecord::Reader(Box::default());
    let text = serde_json::to_string(&reader).unwrap();
    assert!(
        text.starts_with("{\"kind\":\"reader\"") && !text.contains("email\"") && !text.contains("password")
    );
    assert_eq!(serde_json::from_str::<PersonRecord>(&text).unwrap(), reader);
}

#[test]
fn names_folders_and_pictures() {
    let time = Time::parse("2026-03-01T23:59:59.999Z").unwrap();
    assert_eq!(post_folder(time, "a-b"), "posts/2026-03-01-a-b");
    let hash = "0a".repeat(32);
    assert_eq!(picture_hash(&picture_name(&hash)), Some(hash.as_str()));
    assert_eq!(picture_hash(&small_picture_name(&hash)), None);
    assert_eq!(picture_hash("../x.webp"), None);
}

/// An export in a folder, with these files and a manifest that names `listed` of them with their hashes.
fn export(files: &[(&str, &str)], listed: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let listed: serde_json::Map<String, serde_json::Value> = listed
        .iter()
        .map(|(path, text)| {
            let sha256 = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(text));
            ((*path).to_owned(), json!({"size": text.len(), "sha256": sha256}))
        })
        .collect();
    let manifest = json!({
        "format": FORMAT, "version": VERSION, "createdAt": "", "withAccounts": false, "files": listed,
    });
    let manifest = manifest.to_string();
    for (path, text) in files.iter().chain(&[(MANIFEST, manifest.as_str())]) {
        let path = folder.path().join("unpacked").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn compares_the_files_with_the_manifest() {
    let same = [("posts/a/index.md", "text"), ("posts/a/index.html", "html")];
    let folder = export(
        &[
            same[0],
            same[1],
            ("posts/b/index.md", "other"),
            ("pages/c/x", "new"),
        ],
        &[
            same[0],
            same[1],
            ("posts/b/index.md", "text"),
            ("posts/d/index.md", "x"),
        ],
    );
    let source = Source::open(folder.path()).unwrap();
    let mut read = 0;
    let export = SiteExport::open(&source, |bytes| {
        read = bytes;
        Ok(())
    })
    .unwrap();
    assert_eq!(read, 16);
    assert!(!export.is_changed("posts/a/index.md"));
    assert!(export.is_changed("posts/b/index.md") && export.is_changed("pages/c/x"));
    assert_eq!(export.missing(), ["posts/d/index.md"]);
    let folders: Vec<TextFolder> = export.folders("posts").collect();
    assert_eq!(folders[0].path, "posts/a");
    assert_eq!(folders[0].files, ["index.html", "index.md"]);
    assert_eq!(folders.len(), 2);
    assert_eq!(
        export.text(&folders[0]),
        Ok(("text".to_owned(), "html".to_owned()))
    );
    assert_eq!(export.text(&folders[1]).unwrap_err(), "index.html is not there");
}

#[test]
fn reads_lines_within_bounds() {
    let long = format!("{}\nafter\n\n last", "x".repeat(2 << 20));
    let folder = export(&[("comments.jsonl", &long)], &[]);
    let source = Source::open(folder.path()).unwrap();
    let export = SiteExport::open(&source, |_| Ok(())).unwrap();
    let mut lines = Vec::new();
    export
        .lines(COMMENTS, |line| {
            lines.push((line.number, line.text.map(|text| text.trim().to_owned())));
            Ok(())
        })
        .unwrap();
    assert_eq!(
        lines,
        [
            (1, Err("The line is longer than 2 MiB")),
            (2, Ok("after".to_owned())),
            (4, Ok("last".to_owned())),
        ]
    );
    export.lines(PEOPLE, |_| panic!("the file is not there")).unwrap();
}

#[test]
fn refuses_what_is_no_export_or_too_new() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |manifest: Option<&str>| {
        if let Some(manifest) = manifest {
            fs::write(folder.path().join(MANIFEST), manifest).unwrap();
        }
        let source = Source::open(folder.path()).unwrap();
        let opened = SiteExport::open(&source, |_| Ok(()));
        opened.err().unwrap().to_string()
    };
    assert!(refusal(None).contains("no manifest.json"));
    assert!(refusal(Some("{}")).contains("cannot be read"));
    let manifest = |format: &str, version: u32| {
        json!({"format": format, "version": version, "createdAt": "", "withAccounts": true, "files": {}})
            .to_string()
    };
    assert!(refusal(Some(&manifest("other", 1))).contains("no export of a site"));
    let entries: Vec<String> = (0..=super::manifest::FILES_MAX)
        .map(|number| format!("\"{number}\":{{\"size\":0,\"sha256\":\"\"}}"))
        .collect();
    let many =
        manifest(FORMAT, VERSION).replace("\"files\":{}", &format!("\"files\":{{{}}}", entries.join(",")));
    assert!(refusal(Some(&many)).contains("more than 200000 files"));
    assert!(refusal(Some(&manifest(FORMAT, 2))).contains("use a newer one"));
}
