//! All routes of the site.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get};
use utoipa::OpenApi as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use super::api::{self, admin, auth, authors, avatars, comments, health, openapi, posts, users};
use super::cache::{self, CachedRouter};
use super::{AppState, media, middleware, pages};

/// The longest body of a post, with the `data:` images in it, in bytes.
const POST_BYTES_MAX: usize = 32 * 1024 * 1024;

/// The pages (product.md §2) that the client alone renders, with their titles.
const CLIENT_PAGES: [(&str, &str); 13] = [
    ("/profile", "Profile"),
    ("/login", "Login"),
    ("/signup", "Sign up"),
    ("/forgot-password", "Forgot password"),
    ("/verify-email", "Verify email"),
    ("/reset-password", "Reset password"),
    ("/onboarding", "Complete Your Profile"),
    ("/admin/login", "Admin login"),
    ("/admin/signup", "Admin sign up"),
    ("/admin/dashboard", "Dashboard"),
    ("/admin/new-blog", "New Blog"),
    ("/admin/settings", "Settings"),
    ("/admin/edit-blog/{id}", "Edit Blog"),
];

/// The pages among them whose titles contain the page number.
const CLIENT_LISTS: [(&str, &str); 4] = [
    ("/bookmarks", "Bookmarks"),
    ("/admin/posts", "All Posts"),
    ("/admin/users", "All Users"),
    ("/admin/comments", "All Comments"),
];

/// All routes of the API, with their OpenAPI description.
pub fn api_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::Document::openapi())
        .routes(routes!(posts::list::handler))
        .routes(routes!(posts::list_public::handler))
        .routes(routes!(posts::featured::handler))
        .routes(routes!(posts::featured_public::handler))
        .routes(routes!(posts::trending::handler))
        .routes(routes!(posts::recommended::handler))
        .routes(routes!(posts::recently_viewed::handler))
        .routes(routes!(posts::bookmarks::handler))
        .routes(routes!(posts::bookmark_statuses::handler))
        .routes(routes!(posts::like_statuses::handler))
        .routes(routes!(posts::admin_list::handler))
        .routes(routes!(posts::admin_detail::handler))
        .routes(routes!(posts::analytics::handler))
        .routes(routes!(posts::create::handler).layer(DefaultBodyLimit::max(POST_BYTES_MAX)))
        .routes(routes!(posts::preview::handler).layer(DefaultBodyLimit::max(POST_BYTES_MAX)))
        .routes(routes!(posts::update::handler).layer(DefaultBodyLimit::max(POST_BYTES_MAX)))
        .routes(routes!(
            posts::detail::handler,
            posts::feature::handler,
            posts::delete::handler
        ))
        .routes(routes!(comments::list::handler, comments::create::handler))
        .routes(routes!(comments::like::handler))
        .routes(routes!(posts::view::handler))
        .routes(routes!(posts::like::handler))
        .routes(routes!(posts::bookmark::handler))
        .routes(routes!(posts::bookmark_status::handler))
        .routes(routes!(auth::register::handler))
        .routes(routes!(auth::verify_otp::handler))
        .routes(routes!(auth::resend_otp::handler))
        .routes(routes!(auth::login::handler))
        .routes(routes!(auth::verify_token::handler))
        .routes(routes!(auth::complete_onboarding::handler))
        .routes(routes!(auth::forgot_password::handler))
        .routes(routes!(auth::reset_password::handler))
        .routes(routes!(auth::undo_email_change::handler))
        .routes(routes!(auth::logout::handler))
        .routes(routes!(auth::logout_everywhere::handler))
        .routes(routes!(users::list::handler))
        .routes(routes!(users::profile::handler))
        .routes(routes!(comments::list_of_user::handler))
        .routes(routes!(users::update_profile::handler))
        .routes(routes!(users::update_profile_picture::handler))
        .routes(routes!(users::delete::handler))
        .routes(routes!(users::change_password::handler))
        .routes(routes!(admin::login::handler))
        .routes(routes!(admin::signup::handler))
        .routes(routes!(admin::logout::handler))
        .routes(routes!(admin::logout_everywhere::handler))
        .routes(routes!(admin::profile::handler))
        .routes(routes!(admin::settings::handler, admin::update_settings::handler))
        .routes(routes!(admin::change_password::handler))
        .routes(routes!(admin::verify_email::handler))
        .routes(routes!(admin::resend_code::handler))
        .routes(routes!(users::admin_list::handler))
        .routes(routes!(users::ban::handler))
        .routes(routes!(comments::admin_list::handler))
        .routes(routes!(comments::delete::handler))
        .routes(routes!(authors::name::handler))
        .routes(routes!(avatars::list::handler))
        .routes(routes!(health::live::handler))
        .routes(routes!(health::ready::handler))
}

/// The whole site as an [`axum::Router`].
pub fn router(state: AppState) -> Router {
    Router::new().fallback_service(site(state))
}

/// The whole site as a service.
pub fn site(state: AppState) -> CachedRouter {
    let routes = routes(&state);
    CachedRouter::new(state, routes)
}

fn routes(state: &AppState) -> Router {
    let (api, document) = api_routes().split_for_parts();
    let document = serde_json::json!(document).to_string().into();
    let api = add_routes(api, openapi_routes(document))
        .fallback(api::unknown_path)
        .method_not_allowed_fallback(api::unknown_method);
    let cached = add_routes(Router::new().nest("/api", api), pages())
        .layer(from_fn_with_state(state.clone(), cache::cache_responses));
    add_routes(cached, uncached())
        .fallback(pages::sitemap::part_or_static_file)
        .layer(from_fn_with_state(state.clone(), middleware::request_layer))
        .with_state(state.clone())
}

type Routes = Vec<(&'static str, MethodRouter<AppState>)>;

fn add_routes(base: Router<AppState>, routes: Routes) -> Router<AppState> {
    routes
        .into_iter()
        .fold(base, |base, (path, methods)| base.route(path, methods))
}

/// The routes of the API's description, relative to `/api`.
fn openapi_routes(document: Arc<str>) -> Routes {
    let document_route = get(move || async move { openapi::document(&document) });
    vec![("/openapi.json", document_route), ("/docs", get(openapi::page))]
}

fn pages() -> Routes {
    let client_pages = CLIENT_PAGES.map(|(path, title)| {
        let page = move |state: State<AppState>| async move { pages::application(&state, title) };
        (path, get(page))
    });
    let client_lists = CLIENT_LISTS.map(|(path, title)| {
        let page = move |state: State<AppState>, RawQuery(query): RawQuery| async move {
            pages::application_list(&state, title, &query.unwrap_or_default())
        };
        (path, get(page))
    });
    let others = [
        ("/", get(pages::home)),
        ("/trending", get(pages::trending)),
        ("/treasure", get(pages::treasure)),
        ("/recent", get(pages::recent)),
        ("/blog/{id}", get(pages::blog)),
        ("/profile/{id}", get(pages::profile)),
        ("/undo-email-change", get(pages::undo_email_change)),
        ("/feed.xml", get(pages::feed::site)),
        ("/feed/{category}", get(pages::feed::category)),
        ("/robots.txt", get(pages::robots::handler)),
        ("/opensearch.xml", get(pages::opensearch::handler)),
        ("/manifest.webmanifest", get(pages::manifest::handler)),
        ("/sitemap.xml", get(pages::sitemap::handler)),
    ];
    let client_routes = client_pages.into_iter().chain(client_lists);
    client_routes.chain(others).collect()
}

/// The routes outside the response cache.
fn uncached() -> Routes {
    vec![
        ("/api/", any(api::unknown_path)),
        ("/media/{file}", get(media::image)),
        ("/media/preview/{file}", get(media::preview)),
    ]
}

/// The templates of all routes with a GET method.
#[cfg(test)]
pub(super) fn read_routes() -> Vec<String> {
    let (_, document) = api_routes().split_for_parts();
    let described = document.paths.paths.iter();
    let described = described.filter(|(_, item)| item.get.is_some());
    let described = described.map(|(path, _)| path.as_str());
    let description_routes = openapi_routes("".into());
    let api_paths = described.chain(description_routes.iter().map(|(path, _)| *path));
    let api_paths = api_paths.map(|path| format!("/api{path}"));
    let others = [pages(), uncached()].concat();
    let others = others.iter().map(|(path, _)| (*path).to_owned());
    api_paths.chain(others).collect()
}
