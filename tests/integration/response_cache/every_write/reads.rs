//! The reads that are compared: every GET of the API, and every page.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::writes::World;
use crate::support::{Site, assert_lists_routes};

/// The addresses below `/api`. `{post}`, `{reader}` … stand for the ids of the [`World`].
const API: [&str; 164] = [
    "/blogs",
    "/blogs?page=1&limit=3",
    "/blogs?page=2&limit=3",
    "/blogs?search=text",
    "/blogs?search=number&sort=mostLiked",
    "/blogs?search=nothinghasthis",
    "/blogs?search=second&page=1",
    "/blogs?search=tag%3Asample+-nothing+%22the+text%22&page=1",
    "/blogs?search=author%3Aroot&page=1&limit=3",
    "/blogs?search=root&page=1",
    "/search/suggest?q=sa",
    "/oembed?url=http%3A%2F%2Flocalhost%2Fblog%2Fpost-1",
    "/oembed?url=http%3A%2F%2Flocalhost%2Fblog%2Fof-root",
    "/oembed?url=http%3A%2F%2Flocalhost%2Fblog%2Fmoved",
    "/oembed?url=http%3A%2F%2Flocalhost%2Fblog%2Fa-draft",
    "/blogs?category=System%20Design",
    "/blogs?category=Other&sort=mostCommented&page=1&limit=4",
    "/blogs?tag=sample&page=1&limit=4",
    "/blogs?tag=sample&sort=likes",
    "/blogs?author={author}",
    "/blogs?author={secondAuthor}&sort=likes",
    "/blogs?sort=oldest&page=1&limit=4",
    "/blogs?sort=likes&page=1&limit=4",
    "/blogs?sort=comments&page=1&limit=4",
    "/blogs?sort=mostLiked&page=1&limit=4",
    "/blogs?sort=mostCommented&page=1&limit=4",
    "/blogs?fields=content&limit=5",
    "/blogs?sort=unknown",
    "/blogs/public",
    "/blogs/public?page=1&limit=4&sort=mostLiked",
    "/blogs/public?search=text&sort=likes",
    "/blogs/featured",
    "/blogs/featured?page=2&limit=1",
    "/blogs/featured/public",
    "/blogs/trending",
    "/blogs/trending?page=2&limit=2",
    "/blogs/trending?window=week",
    "/blogs/trending?window=all&page=1&limit=3",
    "/blogs/recommended",
    "/blogs/recommended?limit=5",
    "/blogs/bookmarks",
    "/blogs/following",
    "/blogs/post-1",
    "/blogs/post-1?fields=reading",
    "/blogs/{post}",
    "/blogs/post-2",
    "/blogs/post-3?fields=reading",
    "/blogs/of-root",
    "/blogs/of-second?fields=reading",
    "/blogs/a-draft",
    "/blogs/created",
    "/blogs/moved?fields=reading",
    "/blogs/reviewed",
    "/blogs/nothing",
    "/blogs/post-1/comments",
    "/blogs/{post}/comments?page=1&limit=1",
    "/blogs/post-2/comments",
    "/blogs/a-draft/comments",
    "/blogs/post-1/comments?view=threads",
    "/blogs/{post}/comments?view=threads&sort=oldest&page=1&limit=2",
    "/blogs/{post}/comments?view=threads&sort=mostLiked",
    "/blogs/post-2/comments?view=threads&sort=newest",
    "/blogs/{post}/comments?view=held",
    "/blogs/comments/{comment}",
    "/blogs/comments/{comment}?sort=oldest",
    "/blogs/comments/{reply}?sort=mostLiked",
    "/blogs/comments/{comment}/replies",
    "/blogs/comments/{comment}/replies?page=2&limit=1",
    "/blogs/comments/{reply}/replies",
    "/blogs/post-1/bookmark-status",
    "/blogs/admin/blogs",
    "/blogs/admin/blogs?search=post&page=1&limit=3",
    "/blogs/admin/blogs/a-draft",
    "/blogs/admin/blogs?review=submitted",
    "/blogs/a-draft/notes",
    "/blogs/{post}/notes",
    "/blogs/a-draft/preview-link",
    "/blogs/planned?fields=reading",
    "/preview-links/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "/blogs/analytics/views",
    "/blogs/{post}/analytics?days=7",
    "/blogs/{post}/analytics/export",
    "/blogs/{post}/revisions",
    "/blogs/{post}/revisions/1",
    "/blogs/{post}/revisions/diff?from=1&to=2",
    "/admin/autosaves",
    "/admin/autosaves/{post}",
    "/auth/verify-token",
    "/auth/nobody/start",
    "/auth/nobody/callback?code=1&state=2",
    "/users",
    "/users?page=2&limit=2",
    "/users/profile/{reader}",
    "/users/profile/{writer}",
    "/users/profile/{changing}",
    "/users/profile/{leaving}",
    "/users/{reader}/comments",
    "/users/{writer}/comments",
    "/users/{reader}/mutes",
    "/users/{reader}/preferences",
    "/notifications",
    "/notifications/count",
    "/follows",
    "/sessions",
    "/second-factor",
    "/passkeys",
    "/identities",
    "/admin/profile",
    "/admin/settings/profile",
    "/admin/users",
    "/admin/users?search=b",
    "/admin/comments",
    "/admin/comments?search=word",
    "/admin/comments?state=removed",
    "/admin/spam-rules",
    "/site",
    "/admin/site",
    "/admin/site/palette?accent=%23ff7a00",
    "/admin/mail",
    "/pages",
    "/pages/about",
    "/admin/pages",
    "/admin/pages/{page}",
    "/admin/pages/{page}/revisions",
    "/admin/pages/{page}/revisions/1",
    "/admin/pages/{page}/preview-link",
    "/tags",
    "/tags?search=sample&page=1&limit=2",
    "/tags/sample?page=1&limit=4",
    "/tags/Renamed",
    "/admin/tags",
    "/series",
    "/series/first-series",
    "/series/{series}",
    "/admin/series",
    "/admin/series/{series}",
    "/authors/root?page=1&limit=2",
    "/authors/second",
    "/authors/ada",
    "/admin/settings/author",
    "/admin/imports",
    "/admin/imports/0198c0de-0000-7000-8000-000000000000",
    "/admin/imports/0198c0de-0000-7000-8000-000000000000/entries",
    "/admin/imports/0198c0de-0000-7000-8000-000000000000/report",
    "/admin/redirects",
    "/admin/redirects/export",
    "/setup/palette?accent=%23ff7a00",
    "/admin/team",
    "/admin/invites",
    "/admin/api-keys",
    "/admin/webhooks",
    "/admin/webhooks/{webhook}/deliveries",
    "/admin/newsletter",
    "/admin/author-requests",
    "/admin/audit",
    "/admin/audit/export",
    "/admin/authors",
    "/admin/calendar?from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z",
    "/admin/{author}",
    "/admin/{secondAuthor}",
    "/avatars",
    "/health",
    "/ready",
    "/openapi.json",
];

/// The addresses of pages and of the other files that the server generates.
const PAGES: [&str; 115] = [
    "/",
    "/trending",
    "/trending?page=2",
    "/trending?window=day",
    "/treasure",
    "/treasure?page=2",
    "/treasure?search=text",
    "/treasure?search=nothinghasthis",
    "/treasure?tag=sample&sort=mostLiked",
    "/treasure?category=System%20Design",
    "/treasure?author={author}",
    "/treasure?author={secondAuthor}&sort=likes",
    "/treasure?sort=comments",
    "/treasure?tag=sample",
    "/recent",
    "/tag/sample",
    "/tag/sample?page=2",
    "/tag/renamed",
    "/tag/sample/feed.xml",
    "/tag/sample/feed.json",
    "/tag/renamed/feed.json",
    "/author/root",
    "/author/second",
    "/author/ada",
    "/author/root/feed.xml",
    "/author/root/feed.json",
    "/series/first-series",
    "/series/second-series",
    "/series/first-series/feed.xml",
    "/series/first-series/feed.json",
    "/feed.json",
    "/feed/other.xml",
    "/feed/other.json",
    "/blog/post-1",
    "/blog/{post}",
    "/blog/post-2",
    "/blog/post-3",
    "/blog/of-root",
    "/blog/of-second",
    "/blog/a-draft",
    "/blog/created",
    "/blog/moved",
    "/blog/moved.md",
    "/blog/reviewed",
    "/blog/reviewed.md",
    "/blog/nothing",
    "/blog/number-1",
    "/number-1",
    "/blog/former",
    "/page/former",
    "/feed/former",
    "/profile/former",
    "/?p=7",
    "/former",
    "/blog/planned",
    "/preview/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "/page/rules",
    "/page/about",
    "/about",
    "/profile/{reader}",
    "/profile/{writer}",
    "/profile/{changing}",
    "/profile/{leaving}",
    "/profile/nobody",
    "/undo-email-change",
    "/bookmarks",
    "/profile",
    "/login",
    "/signup",
    "/forgot-password",
    "/verify-email",
    "/reset-password",
    "/onboarding",
    "/admin/login",
    "/admin/signup",
    "/admin/dashboard",
    "/admin/new-blog",
    "/admin/edit-blog/{post}",
    "/admin/edit-blog/{post}/history",
    "/admin/edit-blog/{post}/analytics",
    "/admin/calendar",
    "/admin/posts",
    "/admin/pages",
    "/admin/import",
    "/admin/redirects",
    "/admin/tags",
    "/admin/series",
    "/admin/series/{series}",
    "/admin/new-page",
    "/admin/edit-page/{page}",
    "/admin/edit-page/{page}/history",
    "/admin/users",
    "/admin/comments",
    "/admin/spam-rules",
    "/admin/settings",
    "/admin/site",
    "/admin/team",
    "/admin/webhooks",
    "/admin/audit",
    "/admin/join",
    "/setup",
    "/admin/newsletter",
    "/admin/notifications",
    "/following",
    "/notifications",
    "/settings/mail",
    "/settings/security",
    "/admin/security",
    "/feed.xml",
    "/feed/other",
    "/feed/system-design",
    "/sitemap.xml",
    "/robots.txt",
    "/opensearch.xml",
    "/manifest.webmanifest",
];

/// The addresses for each kind of viewer.
pub(super) struct Reads {
    all: Vec<String>,
    shared: Vec<String>,
    reader: String,
}

impl Reads {
    /// Returns every second of all addresses, beginning with the first or the second one.
    pub(super) async fn of(world: &World, site: &Site, first: usize) -> Self {
        let ids = world.ids();
        let with_ids = |path: String| ids.iter().fold(path, |path, (name, id)| path.replace(name, id));
        let api = API.iter().map(|path| with_ids(format!("/api{path}")));
        let pages = PAGES.iter().map(|path| with_ids((*path).to_owned()));
        let all: Vec<String> = api.chain(pages).collect();
        let routes = routes(site).await;
        let rows = operations_of_the_router();
        let is_shared = |path: &&String| {
            let route = route_of(&routes, path);
            rows.iter()
                .any(|row| row.is_shared && Some(&row.path) == route.as_ref())
        };
        let read: BTreeSet<String> = all.iter().filter_map(|path| route_of(&routes, path)).collect();
        assert_lists_routes("API and PAGES in every_write/reads.rs", &read, &routes);
        let all: Vec<String> = all.into_iter().skip(first).step_by(2).collect();
        Self {
            shared: all.iter().filter(is_shared).cloned().collect(),
            all,
            reader: world.reader_token().to_owned(),
        }
    }

    /// Returns each kind of viewer with its token and its addresses.
    pub(super) fn by_viewer(&self) -> [(&'static str, &str, &[String]); 2] {
        [
            ("visitors", "", &self.all),
            ("a reader", &self.reader, &self.shared),
        ]
    }
}

/// Returns the paths of every GET of the API and of every page.
async fn routes(site: &Site) -> BTreeSet<String> {
    let operations = operations(site).await;
    let reads = operations
        .iter()
        .filter_map(|operation| operation.strip_prefix("GET "));
    let api = reads.map(|path| format!("/api{path}"));
    api.chain(pages_of_the_router()).collect()
}

/// Returns the operations of the API, such as `GET /blogs/{id}`.
pub(super) async fn operations(site: &Site) -> Vec<String> {
    let document: Value = site.get("/api/openapi.json").await;
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect()
}

/// A row `.read(…)` in the table of routes.
pub(super) struct ReadOperation {
    pub(super) path: String,
    /// Whether its cache policy is `Shared`.
    pub(super) is_shared: bool,
    /// The source of the handler's module.
    pub(super) source: String,
}

/// Returns the rows `.read(…)` and `.staff_read(…)` in the table of routes.
pub(super) fn operations_of_the_router() -> Vec<ReadOperation> {
    let source = source_of("router").replace(".staff_read(", ".read(");
    let rows = source.split(".read(").skip(1);
    let operations: Vec<ReadOperation> = rows
        .map(|row| {
            let (handler, rest) = row.trim_start().split_once("::handler)").unwrap();
            let handler = handler.strip_prefix("routes!(").unwrap();
            let policy = rest.split(')').next().unwrap();
            let source = source_of(&format!("api/{}", handler.replace("::", "/")));
            let (_, path) = source.split_once("path = \"").unwrap();
            ReadOperation {
                path: format!("/api{}", path.split('"').next().unwrap()),
                is_shared: policy.trim_end_matches([',', '\n', ' ']).ends_with(" Shared"),
                source,
            }
        })
        .collect();
    assert!(operations.len() > 20, "{}", operations.len());
    operations
}

/// Returns the source of a module of `http`.
fn source_of(module: &str) -> String {
    let file = format!("{}/src/http/{module}.rs", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&file)
        .map_err(|error| format!("{file}: {error}"))
        .unwrap()
}

/// Returns the paths of the rows `.page(…)` in the table of routes, which the document of the API does not have.
fn pages_of_the_router() -> Vec<String> {
    let source = source_of("router");
    let rows = source.split(".page(").skip(1);
    let pages: Vec<String> = rows
        .map(|row| row.split('"').nth(1).unwrap().to_owned())
        .collect();
    assert!(pages.len() > 20, "{pages:?}");
    pages
}

/// Returns the route of an address: among those that match, the one with the most fixed parts.
fn route_of(routes: &BTreeSet<String>, path: &str) -> Option<String> {
    let path = path.split('?').next().unwrap_or_default();
    let is_parameter = |part: &&str| part.starts_with('{');
    let matches = |route: &&String| {
        route.split('/').count() == path.split('/').count()
            && route
                .split('/')
                .zip(path.split('/'))
                .all(|(part, given)| is_parameter(&part) || part == given)
    };
    let parameters = |route: &&String| route.split('/').filter(is_parameter).count();
    routes.iter().filter(matches).min_by_key(parameters).cloned()
}
