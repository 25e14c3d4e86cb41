//! Imports by the panel: uploads, the work on them, and exports to upload.

use axum::http::Method;
use axum_test::TestRequest;
use axum_test::multipart::{MultipartForm, Part};
use blog_app::actions::imports::Imports;
use blog_app::domain::Clock;
use blog_app::store::Store;
use serde_json::{Value, json};

use super::program::RunningSite;
use super::{Site, blocking};

/// The address of imports.
pub const IMPORTS: &str = "/api/admin/imports";

impl Site {
    /// Prepares the upload of an export.
    pub fn upload(&self, token: &str, kind: &str, file_name: &str, export: &[u8]) -> TestRequest {
        let file = Part::bytes(export.to_vec()).file_name(file_name.to_owned());
        let form = MultipartForm::new()
            .add_text("kind", kind.to_owned())
            .add_part("file", file);
        self.request(Method::POST, IMPORTS, token, None).multipart(form)
    }

    /// Does what the worker of the running site does with imports, until nothing waits for it.
    pub fn work_on_imports(&self) {
        work(&self.imports, &self.store, &self.clock);
    }
}

/// Does what a worker does with imports, until nothing waits for it.
pub fn work(imports: &Imports, store: &Store, clock: &dyn Clock) {
    blocking(|| {
        while let Some(job) = imports.next(store, clock, &|| false).unwrap() {
            imports.work(&job, store, clock, &|| false).unwrap();
        }
    });
}

/// Returns an export of Ghost with so many published posts, which link to each other.
pub fn ghost_export(posts: u32) -> Vec<u8> {
    let posts: Vec<Value> = (1..=posts)
        .map(|number| {
            json!({
                "id": format!("id-{number}"), "title": format!("Number {number}"), "slug": format!("number-{number}"),
                "html": format!("<p>The text of number {number}. <a href=\"__GHOST_URL__/number-{}/\">On</a></p>", number % posts + 1),
                "status": "published", "visibility": "public", "type": "post",
                "published_at": "2021-05-01T10:00:00.000Z", "created_at": "2021-05-01T10:00:00.000Z",
                "updated_at": "2021-05-01T10:00:00.000Z",
            })
        })
        .collect();
    let data = json!({"posts": posts, "tags": [], "posts_tags": [], "users": [], "posts_authors": [], "settings": []});
    let meta = json!({"exported_on": 1_700_000_000_000_u64, "version": "5.80.0"});
    json!({"db": [{"meta": meta, "data": data}]})
        .to_string()
        .into_bytes()
}

/// An editor of a running program, who signs in anew after each start.
pub struct Panel {
    address: String,
    token: String,
}

impl Panel {
    /// Signs the administrator with this name in.
    pub fn sign_in(site: &RunningSite, name: &str, password: &str) -> Self {
        let mut panel = Self {
            address: site.address.clone(),
            token: String::new(),
        };
        let credentials = json!({"email": format!("{name}@example.org"), "password": password});
        let (status, body) = panel.send("/api/admin/login", &credentials);
        assert_eq!(status, 200, "{body}");
        body["token"].as_str().unwrap().clone_into(&mut panel.token);
        panel
    }

    /// Uploads an export, and returns the status and the response.
    pub fn upload(&self, kind: &str, export: &[u8]) -> (u16, Value) {
        let begin = format!(
            "--end\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\n{kind}\r\n\
             --end\r\ncontent-disposition: form-data; name=\"file\"; filename=\"export\"\r\n\r\n"
        );
        let form = [begin.as_bytes(), export, b"\r\n--end--\r\n"].concat();
        let sent = self
            .post(IMPORTS)
            .content_type("multipart/form-data; boundary=end")
            .send(form);
        read(sent.unwrap())
    }

    /// Sends a POST with JSON, and returns the status and the response.
    pub fn send(&self, path: &str, body: &Value) -> (u16, Value) {
        read(self.post(path).send_json(body).unwrap())
    }

    /// Returns the latest import.
    pub fn latest(&self) -> Value {
        let response = ureq::get(format!("http://{}{IMPORTS}", self.address))
            .header("authorization", format!("Bearer {}", self.token))
            .call();
        let (status, body) = read(response.unwrap());
        assert_eq!(status, 200, "{body}");
        body["imports"][0].clone()
    }

    fn post(&self, path: &str) -> ureq::RequestBuilder<ureq::typestate::WithBody> {
        ureq::post(format!("http://{}{path}", self.address))
            .config()
            .http_status_as_error(false)
            .build()
            .header("authorization", format!("Bearer {}", self.token))
    }
}

fn read(mut response: ureq::http::Response<ureq::Body>) -> (u16, Value) {
    let body = response.body_mut().read_json().unwrap();
    (response.status().as_u16(), body)
}
