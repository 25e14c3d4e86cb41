//! All routes of the site, each with its handler, the policy of its responses and its limits.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, any, get};
use serde_json::json;
use utoipa::OpenApi as _;
use utoipa_axum::router::UtoipaMethodRouterExt as _;
use utoipa_axum::routes;

use super::api::{
    self, admin, api_keys, auth, authors, autosaves, avatars, comments, follows, health, identities, imports,
    mail_settings, manual, newsletter, notices, openapi, passkeys, posts, redirects, revisions, search,
    second_factor, series, sessions, setup, site, spam_rules, static_pages, tags, team, users, webhooks,
};
use super::cache::{self, CachedRouter};
use super::limits::rate_limit::LimitClass::{Code, Login, Signup, Write};
use super::limits::read_cost::ReadCost::{
    List, OptionallyPagedList, PagedList, Queued, ScannedList, Search, Usual,
};
use super::route_policy::CachePolicy::{Shared, Visitors};
use super::route_table::{API, RouteTable};
use super::{AppState, media, middleware, pages};
use crate::domain::CollectionKind::{self, Series, Tag};
use crate::domain::Role::{Admin, Author, Contributor, Editor};
use crate::domain::feed::FeedFormat::{Atom, Json};
use crate::domain::post::CONTENT_BYTES_MAX;
use crate::domain::site::IconForm;

/// The longest body of a post, with the `data:` images in it, in bytes.
const POST_BYTES_MAX: usize = 32 * 1024 * 1024;
/// The longest body with a text alone, in bytes: JSON doubles those that it escapes.
const MARKDOWN_BYTES_MAX: usize = 2 * CONTENT_BYTES_MAX + 1024;

/// The longest body with the settings of the site, with two pictures as `data:` addresses, in bytes.
const SITE_BYTES_MAX: usize = 24 * 1024 * 1024;
/// The longest body with a tag and its picture as a `data:` address, in bytes.
const TAG_BYTES_MAX: usize = 12 * 1024 * 1024;
/// The longest body with the rules against spam, in bytes: four lists of 1,000 entries.
const SPAM_RULES_BYTES_MAX: usize = 1 << 20;
/// The longest form with an export, in bytes. `imports.file_megabytes` says how long the file in it may be.
const IMPORT_BYTES_MAX: usize = (512 << 20) + (1 << 20);
/// The longest file of redirects, in bytes: as many as there can be, with addresses of the usual length.
const REDIRECTS_BYTES_MAX: usize = 16 << 20;

/// Returns the table of all routes. A read has its cost and its cache policy, a write its rate-limit class, and what is
/// for the staff the least role. `Role` in the domain says which posts a contributor and an author may change.
pub(super) fn route_table() -> RouteTable {
    let table = RouteTable::new(openapi::Document::openapi());
    let table = post_operations(table);
    let table = revision_operations(table);
    let table = comment_operations(table);
    let table = reader_operations(table);
    let table = notice_operations(table);
    let table = account_operations(table);
    let table = admin_operations(table);
    let table = static_page_operations(table);
    let table = redirect_operations(table);
    let table = collection_operations(table);
    let table = import_operations(table);
    let table = team_operations(table);
    let table = webhook_operations(table);
    let table = newsletter_operations(table);
    let table = other_operations(table);
    feeds(pages(table))
}

fn post_operations(table: RouteTable) -> RouteTable {
    let with_long_body = DefaultBodyLimit::max(POST_BYTES_MAX);
    let with_markdown_body = DefaultBodyLimit::max(MARKDOWN_BYTES_MAX);
    table
        .read(routes!(posts::list::handler), OptionallyPagedList, Shared)
        .read(
            routes!(posts::list_public::handler),
            OptionallyPagedList,
            Visitors,
        )
        .read(routes!(posts::featured::handler), List, Shared)
        .read(routes!(posts::featured_public::handler), List, Visitors)
        .read(routes!(posts::trending::handler), List, Shared)
        .read(routes!(search::suggest::handler), Search, Visitors)
        .read(routes!(posts::oembed::handler), Usual, Visitors)
        .read(routes!(posts::recommended::handler), List, Visitors)
        .write(routes!(posts::recently_viewed::handler), Write)
        .read(routes!(posts::bookmarks::handler), List, Visitors)
        .read(routes!(posts::following::handler), List, Visitors)
        .write(routes!(posts::bookmark_statuses::handler), Write)
        .write(routes!(posts::like_statuses::handler), Write)
        .staff_read(routes!(posts::admin_list::handler), ScannedList, Contributor)
        .staff_read(routes!(posts::admin_detail::handler), Usual, Contributor)
        .staff_read(routes!(posts::analytics::handler), Search, Contributor)
        .staff_read(routes!(posts::post_analytics::handler), Search, Contributor)
        .staff_read(
            routes!(posts::post_analytics_export::handler),
            Search,
            Contributor,
        )
        .staff_write(
            routes!(posts::create::handler).layer(with_long_body),
            Write,
            Contributor,
        )
        .staff_write(
            routes!(posts::preview::handler).layer(with_long_body),
            Write,
            Contributor,
        )
        .staff_write(
            routes!(posts::markdown::convert).layer(with_markdown_body),
            Write,
            Contributor,
        )
        .staff_write(
            routes!(posts::markdown::source).layer(with_markdown_body),
            Write,
            Contributor,
        )
        .staff_write(
            routes!(posts::update::handler).layer(with_long_body),
            Write,
            Contributor,
        )
        .staff_write(routes!(posts::submit::handler), Write, Contributor)
        .staff_write(routes!(posts::review::handler), Write, Editor)
        .staff_read(routes!(posts::notes::handler), List, Contributor)
        .staff_write(routes!(posts::add_note::handler), Write, Contributor)
        .staff_write(routes!(posts::set_authors::handler), Write, Author)
        .staff_write(routes!(posts::set_series::handler), Write, Author)
        .read(routes!(posts::detail::handler), Usual, Shared)
        .staff_write(routes!(posts::feature::handler), Write, Editor)
        .staff_write(routes!(posts::delete::handler), Write, Contributor)
        .staff_write(routes!(posts::schedule::handler), Write, Author)
        .staff_write(routes!(posts::create_preview_link::handler), Write, Contributor)
        .staff_read(routes!(posts::preview_link::handler), Usual, Contributor)
        .staff_write(routes!(posts::revoke_preview_link::handler), Write, Contributor)
        .read(routes!(posts::shared_preview::handler), Usual, Visitors)
        .write(routes!(posts::view::handler), Write)
        .write(routes!(posts::read::handler), Write)
        .write(routes!(posts::like::handler), Write)
        .write(routes!(posts::bookmark::handler), Write)
        .read(routes!(posts::bookmark_status::handler), Usual, Visitors)
}

/// The earlier texts of posts, and those that are not saved yet.
fn revision_operations(table: RouteTable) -> RouteTable {
    let with_long_body = DefaultBodyLimit::max(POST_BYTES_MAX);
    table
        .staff_read(routes!(revisions::list::handler), List, Contributor)
        .staff_read(routes!(revisions::diff::handler), Queued, Contributor)
        .staff_read(routes!(revisions::detail::handler), Usual, Contributor)
        .staff_write(routes!(revisions::rename::handler), Write, Contributor)
        .staff_write(routes!(revisions::restore::handler), Write, Contributor)
        .staff_read(routes!(autosaves::list::handler), List, Contributor)
        .staff_read(routes!(autosaves::show::handler), Usual, Contributor)
        .staff_write(
            routes!(autosaves::save::handler).layer(with_long_body),
            Write,
            Contributor,
        )
        .staff_write(routes!(autosaves::delete::handler), Write, Contributor)
}

fn comment_operations(table: RouteTable) -> RouteTable {
    let with_rules_body = DefaultBodyLimit::max(SPAM_RULES_BYTES_MAX);
    table
        .read(routes!(comments::list::handler), List, Visitors)
        .write(routes!(comments::create::handler), Write)
        .read(routes!(comments::single::handler), Usual, Visitors)
        .read(routes!(comments::replies::handler), List, Visitors)
        .write(routes!(comments::edit::handler), Write)
        .write(routes!(comments::delete_own::handler), Write)
        .write(routes!(comments::like::handler), Write)
        .write(routes!(comments::report::handler), Write)
        .read(routes!(comments::list_of_user::handler), List, Visitors)
        .staff_read(routes!(comments::admin_list::handler), ScannedList, Editor)
        .staff_write(routes!(comments::create_as_staff::handler), Write, Contributor)
        .staff_write(routes!(comments::edit_as_staff::handler), Write, Contributor)
        .staff_write(routes!(comments::delete::handler), Write, Contributor)
        .staff_write(routes!(comments::moderate::handler), Write, Editor)
        .staff_read(routes!(spam_rules::show::handler), Usual, Editor)
        .staff_write(
            routes!(spam_rules::change::handler).layer(with_rules_body),
            Write,
            Editor,
        )
}

fn reader_operations(table: RouteTable) -> RouteTable {
    table
        .write(routes!(auth::register::handler), Signup)
        .write(routes!(auth::verify_otp::handler), Code)
        .write(routes!(auth::resend_otp::handler), Code)
        .write(routes!(auth::login::handler), Login)
        .write(routes!(auth::login_second::handler), Code)
        .write(routes!(auth::passkey_options::handler), Code)
        .write(routes!(auth::passkey_login::handler), Code)
        .redirect(routes!(auth::provider_start::handler), Code)
        .redirect(routes!(auth::provider_callback::handler), Code)
        .write(routes!(auth::finish::handler), Code)
        .write(routes!(auth::send_link_code::handler), Code)
        .write(routes!(auth::complete_onboarding::handler), Write)
        .write(routes!(auth::forgot_password::handler), Code)
        .write(routes!(auth::reset_password::handler), Code)
        .write(routes!(auth::undo_email_change::handler), Code)
        .write(routes!(auth::logout::handler), Write)
        .write(routes!(auth::logout_everywhere::handler), Write)
        .read(routes!(users::list::handler), List, Visitors)
        .read(routes!(users::profile::handler), Usual, Visitors)
        .write(routes!(users::update_profile::handler), Write)
        .write(routes!(users::update_profile_picture::handler), Write)
        .write(routes!(users::change_password::handler), Login)
        .write(routes!(users::delete::handler), Login)
        .write(routes!(users::export::handler), Login)
        .read(routes!(identities::list::handler), List, Visitors)
        .write(routes!(identities::remove::handler), Login)
        .write(routes!(users::author_request::handler), Write)
        .write(routes!(users::report::handler), Write)
        .write(routes!(users::mute::handler), Write)
        .write(routes!(users::unmute::handler), Write)
        .read(routes!(users::mutes::handler), List, Visitors)
        .staff_read(routes!(users::admin_list::handler), ScannedList, Admin)
        .staff_write(routes!(users::ban::handler), Write, Admin)
        .staff_write(routes!(users::standing::handler), Write, Editor)
}

/// What people follow, and what they are told.
fn notice_operations(table: RouteTable) -> RouteTable {
    table
        .read(routes!(notices::list::handler), List, Visitors)
        .read(routes!(notices::count::handler), Usual, Visitors)
        .write(routes!(notices::read::handler), Write)
        .read(routes!(follows::list::handler), List, Visitors)
        .write(routes!(follows::follow::handler), Write)
        .write(routes!(follows::unfollow::handler), Write)
        .read(routes!(users::preferences::handler), Usual, Visitors)
        .write(routes!(users::set_preferences::handler), Write)
}

/// What readers and the staff do with their own accounts alike.
fn account_operations(table: RouteTable) -> RouteTable {
    table.before_enrolment(|table| {
        table
            .read(routes!(auth::verify_token::handler), Usual, Visitors)
            .read(routes!(sessions::list::handler), List, Visitors)
            .write(routes!(sessions::end::handler), Write)
            .write(routes!(sessions::end_others::handler), Write)
            .read(routes!(second_factor::show::handler), Usual, Visitors)
            .write(routes!(second_factor::set_up::handler), Login)
            .write(routes!(second_factor::confirm::handler), Code)
            .write(routes!(second_factor::renew_recovery_codes::handler), Login)
            .write(routes!(second_factor::remove::handler), Login)
            .read(routes!(passkeys::list::handler), List, Visitors)
            .write(routes!(passkeys::options::handler), Login)
            .write(routes!(passkeys::add::handler), Code)
            .write(routes!(passkeys::rename::handler), Write)
            .write(routes!(passkeys::remove::handler), Login)
            .staff_write(routes!(admin::logout::handler), Write, Contributor)
            .staff_write(routes!(admin::logout_everywhere::handler), Write, Contributor)
            .staff_read(routes!(admin::profile::handler), Usual, Contributor)
    })
}

fn admin_operations(table: RouteTable) -> RouteTable {
    let with_pictures_body = DefaultBodyLimit::max(SITE_BYTES_MAX);
    table
        .write(routes!(admin::login::handler), Login)
        .write(routes!(admin::login_second::handler), Code)
        .write(routes!(admin::passkey_login::handler), Code)
        .write(routes!(admin::signup::handler), Signup)
        .staff_read(routes!(admin::settings::handler), Usual, Contributor)
        .staff_write(routes!(admin::update_settings::handler), Write, Contributor)
        .staff_write(routes!(admin::change_password::handler), Login, Contributor)
        .staff_write(routes!(admin::verify_email::handler), Code, Contributor)
        .staff_write(routes!(admin::resend_code::handler), Code, Contributor)
        .staff_read(routes!(site::settings::handler), Usual, Admin)
        .staff_read(routes!(site::palette::handler), Usual, Admin)
        .staff_write(
            routes!(site::change::handler).layer(with_pictures_body),
            Write,
            Admin,
        )
        .staff_read(routes!(mail_settings::show::handler), Usual, Admin)
        .staff_write(routes!(mail_settings::change::handler), Write, Admin)
        .staff_write(routes!(mail_settings::test::handler), Code, Admin)
        .staff_write(routes!(admin::export_site::handler), Login, Admin)
        .staff_read(routes!(admin::audit::list::handler), List, Admin)
        .staff_read(routes!(admin::audit::export::handler), List, Admin)
        .staff_read(routes!(admin::authors::handler), List, Author)
        .staff_read(routes!(admin::calendar::handler), List, Contributor)
}

fn static_page_operations(table: RouteTable) -> RouteTable {
    let with_long_body = DefaultBodyLimit::max(POST_BYTES_MAX);
    table
        .read(routes!(static_pages::list::handler), List, Visitors)
        .read(routes!(static_pages::show::handler), Usual, Visitors)
        .staff_read(routes!(static_pages::admin_list::handler), List, Editor)
        .staff_read(routes!(static_pages::edited::handler), Usual, Editor)
        .staff_write(
            routes!(static_pages::create::handler).layer(with_long_body),
            Write,
            Editor,
        )
        .staff_write(
            routes!(static_pages::update::handler).layer(with_long_body),
            Write,
            Editor,
        )
        .staff_write(routes!(static_pages::delete::handler), Write, Editor)
        .staff_read(routes!(static_pages::revisions::handler), List, Editor)
        .staff_read(routes!(static_pages::revision::handler), Usual, Editor)
        .staff_write(routes!(static_pages::restore::handler), Write, Editor)
        .staff_write(routes!(static_pages::create_preview_link::handler), Write, Editor)
        .staff_read(routes!(static_pages::preview_link::handler), Usual, Editor)
        .staff_write(routes!(static_pages::revoke_preview_link::handler), Write, Editor)
}

fn redirect_operations(table: RouteTable) -> RouteTable {
    let with_file_body = DefaultBodyLimit::max(REDIRECTS_BYTES_MAX);
    table
        .staff_read(routes!(redirects::list::handler), ScannedList, Editor)
        .staff_write(routes!(redirects::create::handler), Write, Editor)
        .staff_write(routes!(redirects::change::handler), Write, Editor)
        .staff_write(routes!(redirects::delete::handler), Write, Editor)
        .staff_read(routes!(redirects::export::handler), List, Editor)
        .staff_write(
            routes!(redirects::import::handler).layer(with_file_body),
            Write,
            Editor,
        )
}

/// Tags, series, and the pages of authors.
fn collection_operations(table: RouteTable) -> RouteTable {
    let with_picture_body = DefaultBodyLimit::max(TAG_BYTES_MAX);
    table
        .read(routes!(tags::list::handler), ScannedList, Visitors)
        .read(routes!(tags::show::handler), List, Shared)
        .staff_write(
            routes!(tags::change::handler).layer(with_picture_body),
            Write,
            Editor,
        )
        .staff_write(routes!(tags::merge::handler), Write, Editor)
        .staff_read(routes!(tags::admin_list::handler), ScannedList, Editor)
        .read(routes!(series::list::handler), List, Visitors)
        .read(routes!(series::show::handler), List, Shared)
        .staff_write(routes!(series::create::handler), Write, Author)
        .staff_write(routes!(series::change::handler), Write, Author)
        .staff_write(routes!(series::delete::handler), Write, Author)
        .staff_write(routes!(series::order::handler), Write, Author)
        .staff_read(routes!(series::admin_list::handler), List, Author)
        .staff_read(routes!(series::admin_show::handler), List, Author)
        .read(routes!(authors::show::handler), List, Shared)
        .staff_read(routes!(authors::own::handler), Usual, Contributor)
        .staff_write(routes!(authors::set_own::handler), Write, Contributor)
}

fn import_operations(table: RouteTable) -> RouteTable {
    let with_export_body = DefaultBodyLimit::max(IMPORT_BYTES_MAX);
    table
        .staff_read(routes!(imports::list::handler), List, Editor)
        .staff_write(
            routes!(imports::upload::handler).layer(with_export_body),
            Write,
            Editor,
        )
        .staff_read(routes!(imports::show::handler), Usual, Editor)
        .staff_read(routes!(imports::entries::handler), List, Editor)
        .staff_read(routes!(imports::report::handler), List, Editor)
        .staff_write(routes!(imports::apply::handler), Write, Editor)
        .staff_write(routes!(imports::delete::handler), Write, Editor)
}

fn team_operations(table: RouteTable) -> RouteTable {
    table
        .staff_read(routes!(team::list::handler), List, Admin)
        .staff_write(routes!(team::change_role::handler), Write, Admin)
        .staff_write(routes!(team::remove::handler), Write, Admin)
        .staff_write(routes!(team::invite::handler), Code, Admin)
        .staff_read(routes!(team::invites::handler), List, Admin)
        .staff_write(routes!(team::withdraw_invite::handler), Write, Admin)
        .staff_read(routes!(team::author_requests::handler), List, Admin)
        .staff_write(routes!(team::decline_author_request::handler), Write, Admin)
        .write(routes!(team::join::handler), Code)
        .staff_read(routes!(api_keys::list::handler), List, Admin)
        .staff_write(routes!(api_keys::create::handler), Write, Admin)
        .staff_write(routes!(api_keys::revoke::handler), Write, Admin)
}

fn webhook_operations(table: RouteTable) -> RouteTable {
    table
        .staff_read(routes!(webhooks::list::handler), List, Admin)
        .staff_write(routes!(webhooks::create::handler), Write, Admin)
        .staff_write(routes!(webhooks::change::handler), Write, Admin)
        .staff_write(routes!(webhooks::delete::handler), Write, Admin)
        .staff_read(routes!(webhooks::deliveries::handler), List, Admin)
        .staff_write(routes!(webhooks::send_again::handler), Write, Admin)
}

fn newsletter_operations(table: RouteTable) -> RouteTable {
    table
        .write(routes!(newsletter::subscribe::handler), Code)
        .staff_read(routes!(newsletter::list::handler), List, Editor)
        .staff_write(routes!(newsletter::send_test::handler), Code, Editor)
        .staff_write(routes!(newsletter::remove_subscriber::handler), Write, Editor)
        .staff_write(routes!(newsletter::lift_suppression::handler), Write, Editor)
}

/// Adds the last operations, and the document of all operations.
fn other_operations(table: RouteTable) -> RouteTable {
    let table = table
        .write(routes!(setup::check::handler), Code)
        .write(routes!(setup::complete::handler), Code)
        .write(routes!(setup::test_mail::handler), Code)
        .read(routes!(setup::palette::handler), Usual, Visitors)
        .read(routes!(authors::name::handler), Usual, Visitors)
        .read(routes!(site::show::handler), Usual, Visitors)
        .read(routes!(avatars::list::handler), List, Visitors)
        .read(routes!(health::live::handler), Usual, Visitors)
        .read(routes!(health::ready::handler), Usual, Visitors);
    let mut document = json!(table.operations.get_openapi());
    openapi::complete(&mut document);
    let document: Arc<str> = document.to_string().into();
    let document = get(move || async move { openapi::document(&document) });
    table
        .undocumented("/openapi.json", document, Usual)
        .undocumented("/docs", get(openapi::page), Usual)
        .undocumented("/docs/moving", get(manual::moving), Usual)
        .uncached("/api/", any(api::unknown_path), Usual)
}

/// Adds the pages (product.md §2), the files that the server generates, and the images.
fn pages(table: RouteTable) -> RouteTable {
    table
        .page("/", get(pages::home), List)
        .page("/trending", get(pages::trending), List)
        .page("/treasure", get(pages::treasure), PagedList)
        // The list of visited posts is in the browser alone.
        .page("/recent", get(pages::recent), Usual)
        .page("/blog/{id}", get(pages::post), Usual)
        .page("/tag/{slug}", get(pages::tag), List)
        .page("/author/{slug}", get(pages::author), List)
        .page("/series/{slug}", get(pages::series), List)
        .page("/preview/{token}", get(pages::preview), Usual)
        .page("/page/{slug}", get(pages::written_page), Usual)
        .page("/about", get(pages::about), Usual)
        .page("/profile/{id}", get(pages::profile), Usual)
        .page("/undo-email-change", link_page("Undo email change"), Usual)
        .page("/bookmarks", client_list("Bookmarks"), Usual)
        .page("/following", client_list("Following"), Usual)
        .page("/notifications", client_list("Notifications"), Usual)
        .page("/settings/mail", client_page("Mail settings"), Usual)
        .page("/settings/security", client_page("Security"), Usual)
        .page("/profile", client_page("Profile"), Usual)
        .page("/login", client_page("Login"), Usual)
        .page("/signup", client_page("Sign up"), Usual)
        .page("/forgot-password", client_page("Forgot password"), Usual)
        .page("/verify-email", client_page("Verify email"), Usual)
        .page("/reset-password", client_page("Reset password"), Usual)
        .page("/onboarding", client_page("Complete Your Profile"), Usual)
        .page("/setup", link_page("Set up the site"), Usual)
        .page("/admin/login", client_page("Admin login"), Usual)
        .page("/admin/signup", client_page("Admin sign up"), Usual)
        .page("/admin/dashboard", client_page("Dashboard"), Usual)
        .page("/admin/new-blog", client_page("New Blog"), Usual)
        .page("/admin/edit-blog/{id}", client_page("Edit Blog"), Usual)
        .page("/admin/edit-blog/{id}/history", client_page("History"), Usual)
        .page("/admin/edit-blog/{id}/analytics", client_page("Analytics"), Usual)
        .page("/admin/posts", client_list("All Posts"), Usual)
        .page("/admin/pages", client_list("Pages"), Usual)
        .page("/admin/new-page", client_page("New Page"), Usual)
        .page("/admin/edit-page/{id}", client_page("Edit Page"), Usual)
        .page("/admin/edit-page/{id}/history", client_list("History"), Usual)
        .page("/admin/redirects", client_list("Redirects"), Usual)
        .page("/admin/tags", client_list("Tags"), Usual)
        .page("/admin/series", client_list("Series"), Usual)
        .page("/admin/series/{id}", client_page("Series"), Usual)
        .page("/admin/import", client_page("Import"), Usual)
        .page("/admin/calendar", client_page("Calendar"), Usual)
        .page("/admin/users", client_list("All Users"), Usual)
        .page("/admin/comments", client_list("All Comments"), Usual)
        .page("/admin/spam-rules", client_page("Spam Rules"), Usual)
        .page("/admin/newsletter", client_list("Newsletter"), Usual)
        .page("/admin/notifications", client_list("Notifications"), Usual)
        .page("/admin/settings", client_page("Settings"), Usual)
        .page("/admin/security", client_page("Security"), Usual)
        .page("/admin/site", client_page("Site"), Usual)
        .page("/admin/team", client_list("Team"), Usual)
        .page("/admin/webhooks", client_list("Webhooks"), Usual)
        .page("/admin/audit", client_list("Audit Log"), Usual)
        .page("/admin/join", link_page("Join the team"), Usual)
        .form(
            "/newsletter",
            get(pages::newsletter).post(pages::subscribe),
            Usual,
            Code,
        )
        .form(
            "/unsubscribe/{token}",
            get(pages::unsubscribe).post(pages::end_mails),
            Usual,
            Write,
        )
        .form(
            "/newsletter/confirm/{token}",
            get(pages::confirmation).post(pages::confirm),
            Usual,
            Write,
        )
        .page("/sitemap.xml", get(pages::sitemap::handler), List)
        .page("/robots.txt", get(pages::robots::handler), Usual)
        .page("/opensearch.xml", get(pages::opensearch::handler), Usual)
        .page("/manifest.webmanifest", get(pages::manifest::handler), Usual)
        .uncached("/icon", get(pages::site_icon::beside_name), Usual)
        .uncached("/icon-192.png", pages::site_icon::in_form(IconForm::Small), Usual)
        .uncached("/icon-512.png", pages::site_icon::in_form(IconForm::Large), Usual)
        .uncached(
            "/icon-maskable-512.png",
            pages::site_icon::in_form(IconForm::Maskable),
            Usual,
        )
        .uncached(
            "/apple-touch-icon.png",
            pages::site_icon::in_form(IconForm::AppleTouch),
            Usual,
        )
        .uncached("/media/{file}", get(media::image), Usual)
        .uncached("/media/preview/{file}", get(media::preview), Usual)
}

/// Adds the feeds.
fn feeds(table: RouteTable) -> RouteTable {
    table
        .page("/feed.xml", pages::feed::of_site(Atom), Queued)
        .page("/feed.json", pages::feed::of_site(Json), Queued)
        .page("/feed/{category}", get(pages::feed::category), Queued)
        .page(
            "/tag/{slug}/feed.xml",
            pages::feed::of_collection(Tag, Atom),
            Queued,
        )
        .page(
            "/tag/{slug}/feed.json",
            pages::feed::of_collection(Tag, Json),
            Queued,
        )
        .page(
            "/author/{slug}/feed.xml",
            pages::feed::of_collection(CollectionKind::Author, Atom),
            Queued,
        )
        .page(
            "/author/{slug}/feed.json",
            pages::feed::of_collection(CollectionKind::Author, Json),
            Queued,
        )
        .page(
            "/series/{slug}/feed.xml",
            pages::feed::of_collection(Series, Atom),
            Queued,
        )
        .page(
            "/series/{slug}/feed.json",
            pages::feed::of_collection(Series, Json),
            Queued,
        )
}

/// A page that the client alone renders, with its title.
fn client_page(title: &'static str) -> MethodRouter<AppState> {
    get(move |state: State<AppState>| async move { pages::application(&state, title) })
}

/// A page that the client alone renders, which a mailed link with a secret opens.
fn link_page(title: &'static str) -> MethodRouter<AppState> {
    get(move |state: State<AppState>| async move { pages::application_of_link(&state, title) })
}

/// A page that the client alone renders, whose title contains the page number.
fn client_list(title: &'static str) -> MethodRouter<AppState> {
    get(
        move |state: State<AppState>, RawQuery(query): RawQuery| async move {
            pages::application_list(&state, title, &query.unwrap_or_default())
        },
    )
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
    let RouteTable {
        operations,
        pages: page_routes,
        uncached,
        policies,
        ..
    } = route_table();
    let api = Router::from(operations)
        .fallback(api::unknown_path)
        .method_not_allowed_fallback(api::unknown_method);
    let page_routes = page_routes.layer(from_fn_with_state(state.clone(), pages::stand_in_for_missing));
    let request_layer_state = (state.clone(), Arc::new(policies));
    Router::new()
        .nest(API, api)
        .merge(page_routes)
        .layer(from_fn_with_state(state.clone(), cache::cache_responses))
        .merge(uncached)
        .fallback(pages::sitemap::part_or_static_file)
        .layer(from_fn_with_state(request_layer_state, middleware::request_layer))
        .with_state(state.clone())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::http::Method;

    use super::*;
    use crate::domain::Slug;
    use crate::domain::redirect::{RedirectPath, SitePlace};
    use crate::http::limits::rate_limit::LimitClass;
    use crate::http::limits::read_cost::Cost;
    use crate::http::route_policy::{Access, RoutePolicies, UNMATCHED_READ, UNMATCHED_WRITE};

    /// The policies of the site's routes.
    fn policies() -> RoutePolicies {
        route_table().policies
    }

    #[test]
    fn gives_every_operation_of_the_api_document_a_policy() {
        let table = route_table();
        let document = json!(table.operations.get_openapi());
        let policies = table.policies;
        let mut operations = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (name, operation) in item.as_object().unwrap() {
                if operation["operationId"].is_null() {
                    continue;
                }
                let method = Method::from_bytes(name.to_uppercase().as_bytes()).unwrap();
                let policy = policies.find(&method, &format!("/api{path}")).unwrap();
                let is_write = matches!(policy.access, Access::Write(_));
                assert_eq!(!is_write, method == Method::GET, "{name} {path}");
                operations += 1;
            }
        }
        let in_table = policies.all().filter(|(path, _)| path.starts_with("/api/"));
        // The document itself, the page that displays it, the manual, and `/api/` are not described.
        assert_eq!(in_table.count(), operations + 4);
    }

    /// The document is completed with the errors of the staff's operations by the same rule.
    #[test]
    fn names_a_role_for_exactly_the_operations_of_the_staff() {
        let table = route_table();
        let mut document = json!(table.operations.get_openapi());
        openapi::complete(&mut document);
        let policies = table.policies;
        let mut of_staff = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (name, operation) in item.as_object().unwrap() {
                let method = Method::from_bytes(name.to_uppercase().as_bytes()).unwrap();
                let Some(policy) = policies.find(&method, &format!("/api{path}")) else {
                    continue;
                };
                let requires_token = operation["security"] == json!([{ "bearer": [] }]);
                let is_for_staff = requires_token
                    && (operation["tags"] == json!(["admin"]) || operation["tags"] == json!(["team"]));
                assert_eq!(policy.least_role.is_some(), is_for_staff, "{name} {path}");
                let documents_403 = !operation["responses"]["403"].is_null();
                assert!(documents_403 || !is_for_staff, "{name} {path} documents no 403");
                of_staff += usize::from(is_for_staff);
            }
        }
        assert!(of_staff > 30, "{of_staff}");
    }

    #[test]
    fn no_post_gets_a_slug_that_a_path_has_in_its_place() {
        let policies = policies();
        let paths: Vec<&str> = policies.all().map(|(path, _)| path).collect();
        let of_posts = paths.iter().filter(|path| path.contains("blog"));
        let before_slugs: BTreeSet<&str> = of_posts
            .filter_map(|path| path.split_once("{id}"))
            .map(|(before, _)| before)
            .collect();
        assert!(before_slugs.contains("/blog/"), "{before_slugs:?}");
        let rests = paths.iter().flat_map(|path| {
            before_slugs
                .iter()
                .filter_map(|before| path.strip_prefix(*before))
        });
        let words: BTreeSet<&str> = rests
            .filter_map(|rest| rest.split('/').next())
            .filter(|word| !word.starts_with('{'))
            .collect();
        assert!(words.contains("trending"), "{words:?}");
        for word in words {
            assert!(Slug::parse(word).is_ok_and(|slug| slug.is_reserved()), "{word}");
        }
    }

    #[test]
    fn no_redirect_leads_from_a_path_of_the_site() {
        let mut places = BTreeSet::new();
        for (path, _) in policies().all() {
            let path = path.replace("{category}", "other.xml").replace(['{', '}'], "");
            let parsed = RedirectPath::parse(&path).unwrap();
            assert_ne!(parsed.place(), SitePlace::Free, "{path}");
            places.insert(format!("{:?}", parsed.place()));
        }
        assert!(places.len() >= 5, "{places:?}");
    }

    #[test]
    fn puts_checks_of_secrets_into_their_own_classes() {
        let policies = policies();
        for (method, path, expected) in [
            (Method::GET, "/api/blogs", LimitClass::Read),
            (Method::OPTIONS, "/api/auth/login", LimitClass::Read),
            (Method::POST, "/api/auth/login", LimitClass::Login),
            (Method::POST, "/api/admin/login", LimitClass::Login),
            (Method::PUT, "/api/admin/settings/password", LimitClass::Login),
            (Method::DELETE, "/api/users/{id}", LimitClass::Login),
            (Method::PUT, "/api/users/{id}/password", LimitClass::Login),
            (Method::POST, "/api/users/{id}/export", LimitClass::Login),
            (Method::POST, "/api/admin/export", LimitClass::Login),
            (Method::POST, "/api/second-factor/totp", LimitClass::Login),
            (
                Method::POST,
                "/api/second-factor/recovery-codes",
                LimitClass::Login,
            ),
            (Method::DELETE, "/api/second-factor", LimitClass::Login),
            (Method::POST, "/api/second-factor/totp/confirm", LimitClass::Code),
            (Method::POST, "/api/passkeys/options", LimitClass::Login),
            (Method::POST, "/api/passkeys", LimitClass::Code),
            (Method::PATCH, "/api/passkeys/{id}", LimitClass::Write),
            (Method::DELETE, "/api/passkeys/{id}", LimitClass::Login),
            (Method::POST, "/api/auth/passkey/options", LimitClass::Code),
            (Method::POST, "/api/auth/passkey/login", LimitClass::Code),
            (Method::POST, "/api/admin/passkey/login", LimitClass::Code),
            (Method::POST, "/api/auth/login/second", LimitClass::Code),
            (Method::POST, "/api/admin/login/second", LimitClass::Code),
            (Method::POST, "/api/auth/undo-email-change", LimitClass::Code),
            (Method::POST, "/api/auth/resend-otp", LimitClass::Code),
            (Method::POST, "/api/auth/forgot-password", LimitClass::Code),
            (Method::POST, "/api/auth/reset-password", LimitClass::Code),
            (Method::POST, "/api/admin/settings/verify-email", LimitClass::Code),
            (Method::POST, "/api/admin/settings/resend-code", LimitClass::Code),
            (Method::POST, "/api/admin/invites", LimitClass::Code),
            (Method::POST, "/api/admin/join", LimitClass::Code),
            (Method::POST, "/api/setup", LimitClass::Code),
            (Method::POST, "/api/setup/check", LimitClass::Code),
            (Method::POST, "/api/setup/mail-test", LimitClass::Code),
            (Method::POST, "/api/admin/mail/test", LimitClass::Code),
            (Method::GET, "/api/auth/{name}/start", LimitClass::Code),
            (Method::GET, "/api/auth/{name}/callback", LimitClass::Code),
            (Method::HEAD, "/api/auth/{name}/callback", LimitClass::Code),
            (Method::POST, "/api/auth/finish", LimitClass::Code),
            (Method::POST, "/api/auth/finish/code", LimitClass::Code),
            (Method::DELETE, "/api/identities/{id}", LimitClass::Login),
            (Method::POST, "/api/newsletter", LimitClass::Code),
            (Method::POST, "/newsletter", LimitClass::Code),
            (Method::POST, "/unsubscribe/{token}", LimitClass::Write),
            (Method::POST, "/api/auth/logout", LimitClass::Write),
            (Method::PUT, "/api/admin/settings/profile", LimitClass::Write),
            (Method::POST, "/api/auth/register", LimitClass::Signup),
            (Method::POST, "/api/admin/signup", LimitClass::Signup),
            (Method::POST, "/api/auth/verify-otp", LimitClass::Code),
            (Method::POST, "/api/blogs/{id}/like", LimitClass::Write),
            (Method::DELETE, "/api/blogs/{id}", LimitClass::Write),
            (Method::PATCH, "/api/users/{id}/profile", LimitClass::Write),
        ] {
            let policy = policies.get(&method, Some(path));
            assert_eq!(policy.limit_class(), expected, "{method} {path}");
        }
    }

    #[test]
    fn queues_long_searches_unpaged_lists_contents_and_feeds() {
        let policies = policies();
        for (path, query, expected) in [
            ("/api/blogs", "page=1&limit=9", Cost::List),
            ("/api/blogs", "page=1&search=rust+async", Cost::Search),
            ("/api/blogs", "page=1&s%65arch=one+two+three+four", Cost::Queued),
            ("/api/blogs", "", Cost::Queued),
            ("/api/blogs/public", "limit=20&fields=content", Cost::Queued),
            ("/treasure", "", Cost::List),
            ("/treasure", "search=one%20two%20three%20four", Cost::Queued),
            ("/api/users", "page=2", Cost::List),
            ("/api/users/{id}/comments", "", Cost::List),
            ("/api/blogs/{id}/comments", "page=2", Cost::List),
            ("/api/blogs/bookmarks", "", Cost::List),
            ("/api/admin/comments", "", Cost::List),
            ("/api/admin/comments", "search=word", Cost::Queued),
            ("/api/admin/users", "page=3&search=ada", Cost::Queued),
            ("/api/blogs/admin/blogs", "search=", Cost::List),
            ("/api/blogs/analytics/views", "", Cost::Search),
            ("/api/search/suggest", "q=ru", Cost::Search),
            (
                "/api/blogs",
                "page=1&search=%22a%22%22b%22%22c%22-d",
                Cost::Queued,
            ),
            ("/feed/{category}", "", Cost::Queued),
            ("/blog/{id}", "search=one+two+three+four", Cost::Usual),
        ] {
            for method in [Method::GET, Method::HEAD] {
                let cost = policies.get(&method, Some(path)).cost(query);
                assert_eq!(cost, expected, "{method} {path}?{query}");
            }
        }
    }

    #[test]
    fn counts_unmatched_requests_as_usual_reads_and_writes() {
        let policies = policies();
        for path in [None, Some("/nothing"), Some("/api/auth/login")] {
            assert_eq!(policies.get(&Method::GET, path), UNMATCHED_READ);
        }
        assert_eq!(UNMATCHED_READ.cost(""), Cost::Usual);
        for path in [None, Some("/nothing"), Some("/api/blogs")] {
            assert_eq!(policies.get(&Method::POST, path), UNMATCHED_WRITE);
        }
    }
}
