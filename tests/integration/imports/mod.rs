//! Imports by the panel: an export is uploaded, checked, and applied by an editor.

mod cancelled;
mod clean_up;
mod program;
mod report;
mod restarts;
mod sites;
mod states;
mod uploads;

use std::fs;
use std::sync::Arc;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::imports::Imports;
use blog_app::actions::site::LiveSite;
use blog_app::config::{Config, Flags};
use blog_app::domain::{ImportId, Role, SystemEntropy};
use serde_json::{Value, json};

use crate::support::imports::IMPORTS;
use crate::support::{Site, database};

const GARDEN: &[u8] = include_bytes!("../../fixtures/moving/wordpress/garden.wordpress.xml");

/// A site with a signed-in editor, who has the least role for imports.
struct Editor {
    site: Site,
    token: String,
}

impl Editor {
    fn new() -> Self {
        Self::on(Site::new())
    }

    fn on(site: Site) -> Self {
        let token = site.staff("ed", Role::Editor).token;
        Self { site, token }
    }

    async fn upload(&self, kind: &str, file_name: &str, export: &[u8]) -> TestResponse {
        self.site.upload(&self.token, kind, file_name, export).await
    }

    /// Uploads an export, and returns its import.
    async fn uploaded(&self, kind: &str, file_name: &str, export: &[u8]) -> Value {
        let response = self.upload(kind, file_name, export).await;
        assert_eq!(response.status_code(), 202, "{}", response.text());
        response.json::<Value>()["import"].clone()
    }

    /// Uploads an export and has it checked, and returns its import.
    async fn checked(&self, kind: &str, file_name: &str, export: &[u8]) -> Value {
        let import = self.uploaded(kind, file_name, export).await;
        self.site.work_on_imports();
        self.show(&import).await
    }

    async fn show(&self, import: &Value) -> Value {
        let path = format!("{IMPORTS}/{}", id_of(import));
        self.site.get_as(&self.token, &path).await["import"].clone()
    }

    async fn list(&self) -> Vec<Value> {
        let list = self.site.get_as(&self.token, IMPORTS).await;
        list["imports"].as_array().unwrap().clone()
    }

    async fn apply(&self, import: &Value, body: Value) -> TestResponse {
        let path = format!("{IMPORTS}/{}/apply", id_of(import));
        self.site
            .request(Method::POST, &path, &self.token, Some(&body))
            .await
    }

    /// Has an import applied to its end, and returns it.
    async fn applied(&self, import: &Value) -> Value {
        let response = self.apply(import, json!({})).await;
        assert_eq!(response.status_code(), 202, "{}", response.text());
        self.site.work_on_imports();
        self.show(import).await
    }

    async fn delete(&self, import: &Value) -> TestResponse {
        let path = format!("{IMPORTS}/{}", id_of(import));
        self.site.request(Method::DELETE, &path, &self.token, None).await
    }

    async fn entries(&self, import: &Value, query: &str) -> Value {
        let path = format!("{IMPORTS}/{}/entries{query}", id_of(import));
        self.site.get_as(&self.token, &path).await
    }

    /// Returns the whole report.
    async fn report(&self, import: &Value) -> Value {
        let path = format!("{IMPORTS}/{}/report", id_of(import));
        self.site.get_as(&self.token, &path).await
    }

    /// Returns the names of what is in the folder of imports.
    fn files(&self) -> Vec<String> {
        files(&self.site)
    }

    fn rows(&self, sql: &str) -> Vec<String> {
        database::query(self.site.folder(), sql)
    }

    /// The work on imports after the end of the process that has begun it.
    fn restarted(&self) -> Imports {
        let mut config = Config::load(&Flags::default(), []).unwrap();
        self.site.folder().clone_into(&mut config.server.data_dir);
        let settings = Arc::new(LiveSite::new(self.site.store.clone(), &config));
        Imports::new(Arc::new(config), settings, Arc::new(SystemEntropy))
    }
}

fn files(site: &Site) -> Vec<String> {
    let Ok(entries) = fs::read_dir(site.folder().join("imports")) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

fn id_of(import: &Value) -> &str {
    import["_id"].as_str().unwrap()
}

fn parsed_id(import: &Value) -> ImportId {
    ImportId::parse(id_of(import)).unwrap()
}

/// Returns how many things of a kind are new, skipped and refused.
fn totals(import: &Value, kind: &str) -> [u64; 3] {
    ["new", "skipped", "refused"].map(|outcome| import["totals"][kind][outcome].as_u64().unwrap())
}
