//! Permissions: the status of every route for a visitor, a reader who is not onboarded, a reader, a banned
//! reader and each role of the staff. A route without a row fails the test. What contributors and authors may do with
//! posts of their own is in `team_roles`, and what they do with their own comments in `comments::staff`.

use std::collections::BTreeSet;

use axum::http::Method;
use blog_app::domain::{Role, UserId};
use serde_json::{Value, json};

use crate::support::accounts::Account;
use crate::support::{Site, assert_lists_routes, post};

/// The key of an unsaved text.
const KEY: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";
/// The number of callers.
const COLUMNS: usize = 8;

/// The status for each caller, in the order of the columns. Every write has an empty body: a permitted caller
/// gets 400 where fields are required.
#[rustfmt::skip]
const TABLE: [(&str, [u16; COLUMNS]); 220] = [
    //                                          visitor newcomer reader banned  contributor author editor admin
    ("GET /blogs",                                  [200, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /blogs/public",                           [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /blogs/featured",                         [200, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /blogs/featured/public",                  [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /blogs/trending",                         [200, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /search/suggest",                         [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /oembed",                                 [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /blogs/recommended",                      [200, 200, 200, 401,  200, 200, 200, 200]),
    ("POST /blogs/recently-viewed",                 [400, 400, 400, 401,  400, 400, 400, 400]),
    ("GET /blogs/bookmarks",                        [401, 200, 200, 401,  403, 403, 403, 403]),
    ("GET /blogs/following",                         [401, 403, 200, 401,  403, 403, 403, 403]),
    ("POST /blogs/bookmarks-status",                [401, 400, 400, 401,  403, 403, 403, 403]),
    ("POST /blogs/likes-status",                    [401, 400, 400, 401,  403, 403, 403, 403]),
    ("GET /blogs/{id}",                             [200, 200, 200, 401,  200, 200, 200, 200]),
    ("PATCH /blogs/{id}",                           [401, 403, 403, 401,  403, 403, 400, 400]),
    ("DELETE /blogs/{id}",                          [401, 403, 403, 401,  403, 403, 200, 200]),
    ("PUT /blogs/{id}/schedule",                    [401, 403, 403, 401,  403, 400, 400, 400]),
    ("POST /blogs/{id}/preview-link",               [401, 403, 403, 401,  400, 400, 400, 400]),
    ("GET /blogs/{id}/preview-link",                [401, 403, 403, 401,  403, 403, 200, 200]),
    ("DELETE /blogs/{id}/preview-link",             [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /preview-links/{token}",                  [404, 404, 404, 404,  404, 404, 404, 404]),
    ("GET /blogs/{id}/comments",                    [200, 200, 200, 401,  200, 200, 200, 200]),
    ("POST /blogs/{id}/comments",                   [401, 403, 400, 401,  403, 403, 403, 403]),
    ("POST /blogs/{id}/like",                       [401, 403, 200, 401,  403, 403, 403, 403]),
    ("POST /blogs/{id}/bookmark",                   [401, 403, 200, 401,  403, 403, 403, 403]),
    ("GET /blogs/{id}/bookmark-status",             [401, 200, 200, 401,  403, 403, 403, 403]),
    ("POST /blogs/{id}/view",                       [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /blogs/{id}/read",                       [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /blogs/{id}/analytics",                   [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /blogs/{id}/analytics/export",            [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /blogs/comments/{commentId}",             [200, 200, 200, 401,  200, 200, 200, 200]),
    ("PATCH /blogs/comments/{commentId}",           [401, 403, 400, 401,  403, 403, 403, 403]),
    ("DELETE /blogs/comments/{commentId}",          [401, 403, 403, 401,  403, 403, 403, 403]),
    ("GET /blogs/comments/{commentId}/replies",     [200, 200, 200, 401,  200, 200, 200, 200]),
    ("POST /blogs/comments/{commentId}/like",       [401, 403, 200, 401,  403, 403, 403, 403]),
    ("POST /blogs/comments/{commentId}/report",     [401, 403, 400, 401,  403, 403, 403, 403]),
    ("GET /blogs/admin/blogs",                      [401, 403, 403, 401,  200, 200, 200, 200]),
    ("GET /blogs/admin/blogs/{id}",                 [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /blogs/analytics/views",                  [401, 403, 403, 401,  200, 200, 200, 200]),
    ("POST /blogs/create",                          [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /blogs/preview",                         [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /blogs/markdown",                        [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /blogs/markdown/source",                 [401, 403, 403, 401,  400, 400, 400, 400]),
    ("PUT /blogs/update/{id}",                      [401, 403, 403, 401,  403, 403, 400, 400]),
    ("POST /blogs/{id}/submit",                     [401, 403, 403, 401,  403, 403, 409, 409]),
    ("POST /blogs/{id}/review",                     [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /blogs/{id}/notes",                       [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /blogs/{id}/notes",                      [401, 403, 403, 401,  400, 400, 400, 400]),
    ("PUT /blogs/{id}/authors",                     [401, 403, 403, 401,  403, 400, 400, 400]),
    ("PUT /blogs/{id}/series",                      [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /blogs/{id}/revisions",                   [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /blogs/{id}/revisions/diff",              [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /blogs/{id}/revisions/{number}",          [401, 403, 403, 401,  403, 403, 200, 200]),
    ("PATCH /blogs/{id}/revisions/{number}",        [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /blogs/{id}/revisions/{number}/restore", [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /admin/autosaves",                        [401, 403, 403, 401,  200, 200, 200, 200]),
    ("GET /admin/autosaves/{key}",                  [401, 403, 403, 401,  404, 404, 404, 404]),
    ("PUT /admin/autosaves/{key}",                  [401, 403, 403, 401,  200, 200, 200, 200]),
    ("DELETE /admin/autosaves/{key}",               [401, 403, 403, 401,  200, 200, 200, 200]),
    ("POST /auth/register",                         [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/verify-otp",                       [400, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /auth/resend-otp",                       [400, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /auth/login",                            [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/login/second",                     [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/forgot-password",                  [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/reset-password",                   [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/undo-email-change",                [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/logout",                           [401, 200, 200, 401,  403, 403, 403, 403]),
    ("POST /auth/logout-all",                       [401, 200, 200, 401,  403, 403, 403, 403]),
    ("GET /auth/verify-token",                      [401, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /sessions",                               [401, 200, 200, 401,  200, 200, 200, 200]),
    ("DELETE /sessions/{id}",                       [401, 404, 404, 401,  404, 404, 404, 404]),
    ("DELETE /sessions",                            [401, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /second-factor",                          [401, 200, 200, 401,  200, 200, 200, 200]),
    ("DELETE /second-factor",                       [401, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /second-factor/totp",                    [401, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /second-factor/totp/confirm",            [401, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /second-factor/recovery-codes",          [401, 400, 400, 401,  400, 400, 400, 400]),
    ("GET /passkeys",                               [401, 200, 200, 401,  200, 200, 200, 200]),
    ("POST /passkeys/options",                      [401, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /passkeys",                              [401, 400, 400, 401,  400, 400, 400, 400]),
    ("PATCH /passkeys/{id}",                        [401, 400, 400, 401,  400, 400, 400, 400]),
    ("DELETE /passkeys/{id}",                       [401, 400, 400, 401,  400, 400, 400, 400]),
    ("POST /auth/passkey/options",                  [403, 403, 403, 403,  403, 403, 403, 403]),
    ("POST /auth/passkey/login",                    [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /admin/passkey/login",                   [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /auth/{name}/start",                      [404, 404, 404, 404,  404, 404, 404, 404]),
    ("GET /auth/{name}/callback",                   [404, 404, 404, 404,  404, 404, 404, 404]),
    ("POST /auth/finish",                           [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /auth/finish/code",                      [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /identities",                             [401, 200, 200, 401,  403, 403, 403, 403]),
    ("DELETE /identities/{id}",                     [401, 400, 400, 401,  403, 403, 403, 403]),
    ("POST /auth/complete-onboarding",              [401, 400, 400, 401,  403, 403, 403, 403]),
    ("GET /users",                                  [200, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /users/profile/{id}",                     [401, 200, 200, 401,  200, 200, 200, 200]),
    ("GET /users/{id}/comments",                    [401, 200, 200, 401,  200, 200, 200, 200]),
    ("PATCH /users/{id}/profile",                   [401, 403, 403, 401,  403, 403, 403, 403]),
    ("PATCH /users/{id}/profile-picture",           [401, 400, 400, 401,  403, 403, 403, 403]),
    ("PUT /users/{id}/password",                    [401, 400, 400, 401,  403, 403, 403, 403]),
    ("DELETE /users/{id}",                          [401, 400, 400, 401,  403, 403, 403, 403]),
    ("POST /users/{id}/export",                     [401, 400, 400, 401,  403, 403, 403, 403]),
    ("POST /users/{id}/author-request",             [401, 403, 400, 401,  403, 403, 403, 403]),
    ("POST /users/{id}/report",                     [401, 403, 400, 401,  403, 403, 403, 403]),
    ("PUT /users/{id}/mute",                        [401, 403, 200, 401,  403, 403, 403, 403]),
    ("DELETE /users/{id}/mute",                     [401, 403, 200, 401,  403, 403, 403, 403]),
    ("GET /users/{id}/mutes",                       [401, 403, 403, 401,  403, 403, 403, 403]),
    ("GET /users/{id}/preferences",                  [401, 403, 403, 401,  403, 403, 403, 403]),
    ("PUT /users/{id}/preferences",                  [401, 403, 403, 401,  403, 403, 403, 403]),
    ("GET /notifications",                           [401, 403, 200, 401,  200, 200, 200, 200]),
    ("GET /notifications/count",                     [401, 403, 200, 401,  200, 200, 200, 200]),
    ("POST /notifications/read",                     [401, 403, 400, 401,  400, 400, 400, 400]),
    ("GET /follows",                                 [401, 403, 200, 401,  403, 403, 403, 403]),
    ("PUT /follows",                                 [401, 403, 400, 401,  403, 403, 403, 403]),
    ("DELETE /follows",                              [401, 403, 400, 401,  403, 403, 403, 403]),
    ("POST /admin/login",                           [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /admin/login/second",                    [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /admin/signup",                          [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /admin/join",                            [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /admin/logout",                          [401, 403, 403, 401,  200, 200, 200, 200]),
    ("POST /admin/logout-all",                      [401, 403, 403, 401,  200, 200, 200, 200]),
    ("GET /admin/profile",                          [401, 403, 403, 401,  200, 200, 200, 200]),
    ("GET /admin/settings/profile",                 [401, 403, 403, 401,  200, 200, 200, 200]),
    ("PUT /admin/settings/profile",                 [401, 403, 403, 401,  400, 400, 400, 400]),
    ("PUT /admin/settings/password",                [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /admin/settings/verify-email",           [401, 403, 403, 401,  400, 400, 400, 400]),
    ("POST /admin/settings/resend-code",            [401, 403, 403, 401,  400, 400, 400, 400]),
    ("GET /admin/users",                            [401, 403, 403, 401,  403, 403, 403, 200]),
    ("PATCH /admin/users/{id}/ban",                 [401, 403, 403, 401,  403, 403, 403, 400]),
    ("PATCH /admin/users/{id}/standing",            [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/blogs/{id}/comments",             [401, 403, 403, 401,  400, 400, 400, 400]),
    ("GET /admin/comments",                         [401, 403, 403, 401,  403, 403, 200, 200]),
    ("PATCH /admin/comments/{id}",                  [401, 403, 403, 401,  400, 400, 400, 400]),
    ("DELETE /admin/comments/{id}",                 [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/comments/moderate",               [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/spam-rules",                       [401, 403, 403, 401,  403, 403, 200, 200]),
    ("PUT /admin/spam-rules",                       [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /site",                                   [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /admin/site",                             [401, 403, 403, 401,  403, 403, 403, 200]),
    ("PUT /admin/site",                             [401, 403, 403, 401,  403, 403, 403, 400]),
    ("GET /pages",                                  [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /pages/{slug}",                           [404, 404, 404, 404,  404, 404, 404, 404]),
    ("GET /admin/pages",                            [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/pages",                           [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/pages/{id}",                       [401, 403, 403, 401,  403, 403, 404, 404]),
    ("PUT /admin/pages/{id}",                       [401, 403, 403, 401,  403, 403, 400, 400]),
    ("DELETE /admin/pages/{id}",                    [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/pages/{id}/revisions",             [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/pages/{id}/revisions/{number}",    [401, 403, 403, 401,  403, 403, 404, 404]),
    ("POST /admin/pages/{id}/revisions/{number}/restore", [401, 403, 403, 401,  403, 403, 400, 400]),
    ("POST /admin/pages/{id}/preview-link",         [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/pages/{id}/preview-link",          [401, 403, 403, 401,  403, 403, 404, 404]),
    ("DELETE /admin/pages/{id}/preview-link",       [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /tags",                                   [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /tags/{slug}",                            [404, 404, 404, 401,  404, 404, 404, 404]),
    ("PATCH /tags/{slug}",                          [401, 403, 403, 401,  403, 403, 404, 404]),
    ("POST /tags/{slug}/merge",                     [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/tags",                             [401, 403, 403, 401,  403, 403, 200, 200]),
    ("GET /series",                                 [200, 200, 200, 200,  200, 200, 200, 200]),
    ("POST /series",                                [401, 403, 403, 401,  403, 400, 400, 400]),
    ("GET /series/{id}",                            [404, 404, 404, 401,  404, 404, 404, 404]),
    ("PATCH /series/{id}",                          [401, 403, 403, 401,  403, 404, 404, 404]),
    ("DELETE /series/{id}",                         [401, 403, 403, 401,  403, 404, 404, 404]),
    ("PUT /series/{id}/order",                      [401, 403, 403, 401,  403, 400, 400, 400]),
    ("GET /admin/series",                           [401, 403, 403, 401,  403, 200, 200, 200]),
    ("GET /admin/series/{id}",                      [401, 403, 403, 401,  403, 404, 404, 404]),
    ("GET /authors/{slug}",                         [404, 404, 404, 401,  404, 404, 404, 404]),
    ("GET /admin/settings/author",                  [401, 403, 403, 401,  200, 200, 200, 200]),
    ("PUT /admin/settings/author",                  [401, 403, 403, 401,  400, 400, 400, 400]),
    ("GET /admin/imports",                          [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/imports",                         [401, 403, 403, 401,  403, 403, 415, 415]),
    ("GET /admin/imports/{id}",                     [401, 403, 403, 401,  403, 403, 404, 404]),
    ("DELETE /admin/imports/{id}",                  [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/imports/{id}/entries",             [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/imports/{id}/report",              [401, 403, 403, 401,  403, 403, 404, 404]),
    ("POST /admin/imports/{id}/apply",              [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/redirects",                        [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/redirects",                       [401, 403, 403, 401,  403, 403, 400, 400]),
    ("PATCH /admin/redirects/{id}",                 [401, 403, 403, 401,  403, 403, 404, 404]),
    ("DELETE /admin/redirects/{id}",                [401, 403, 403, 401,  403, 403, 404, 404]),
    ("GET /admin/redirects/export",                 [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/redirects/import",                [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/mail",                             [401, 403, 403, 401,  403, 403, 403, 200]),
    ("PUT /admin/mail",                             [401, 403, 403, 401,  403, 403, 403, 400]),
    ("POST /admin/mail/test",                       [401, 403, 403, 401,  403, 403, 403, 400]),
    ("POST /setup",                                 [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /setup/check",                           [400, 400, 400, 400,  400, 400, 400, 400]),
    ("POST /setup/mail-test",                       [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /setup/palette",                          [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /admin/site/palette",                     [401, 403, 403, 401,  403, 403, 403, 400]),
    ("POST /admin/export",                          [401, 403, 403, 401,  403, 403, 403, 400]),
    ("GET /admin/audit",                            [401, 403, 403, 401,  403, 403, 403, 200]),
    ("GET /admin/audit/export",                     [401, 403, 403, 401,  403, 403, 403, 200]),
    ("GET /admin/authors",                          [401, 403, 403, 401,  403, 200, 200, 200]),
    ("GET /admin/calendar",                         [401, 403, 403, 401,  400, 400, 400, 400]),
    ("GET /admin/team",                             [401, 403, 403, 401,  403, 403, 403, 200]),
    ("PATCH /admin/team/{id}",                      [401, 403, 403, 401,  403, 403, 403, 400]),
    ("DELETE /admin/team/{id}",                     [401, 403, 403, 401,  403, 403, 403, 200]),
    ("GET /admin/invites",                          [401, 403, 403, 401,  403, 403, 403, 200]),
    ("POST /admin/invites",                         [401, 403, 403, 401,  403, 403, 403, 400]),
    ("DELETE /admin/invites/{id}",                  [401, 403, 403, 401,  403, 403, 403, 200]),
    ("GET /admin/api-keys",                         [401, 403, 403, 401,  403, 403, 403, 200]),
    ("POST /admin/api-keys",                        [401, 403, 403, 401,  403, 403, 403, 400]),
    ("DELETE /admin/api-keys/{id}",                 [401, 403, 403, 401,  403, 403, 403, 404]),
    ("GET /admin/webhooks",                         [401, 403, 403, 401,  403, 403, 403, 200]),
    ("POST /admin/webhooks",                        [401, 403, 403, 401,  403, 403, 403, 400]),
    ("PATCH /admin/webhooks/{id}",                  [401, 403, 403, 401,  403, 403, 403, 404]),
    ("DELETE /admin/webhooks/{id}",                 [401, 403, 403, 401,  403, 403, 403, 404]),
    ("GET /admin/webhooks/{id}/deliveries",         [401, 403, 403, 401,  403, 403, 403, 404]),
    ("POST /admin/webhook-deliveries/{id}/send-again", [401, 403, 403, 401,  403, 403, 403, 404]),
    ("GET /admin/author-requests",                  [401, 403, 403, 401,  403, 403, 403, 200]),
    ("DELETE /admin/author-requests/{id}",          [401, 403, 403, 401,  403, 403, 403, 200]),
    ("POST /newsletter",                            [400, 400, 400, 400,  400, 400, 400, 400]),
    ("GET /admin/newsletter",                       [401, 403, 403, 401,  403, 403, 200, 200]),
    ("POST /admin/newsletter/test",                 [401, 403, 403, 401,  403, 403, 200, 200]),
    ("DELETE /admin/subscribers/{id}",              [401, 403, 403, 401,  403, 403, 404, 404]),
    ("DELETE /admin/suppressed",                    [401, 403, 403, 401,  403, 403, 400, 400]),
    ("GET /admin/{authorId}",                       [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /avatars",                                [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /health",                                 [200, 200, 200, 200,  200, 200, 200, 200]),
    ("GET /ready",                                  [200, 200, 200, 200,  200, 200, 200, 200]),
];

#[tokio::test]
async fn covers_every_route() {
    let document = Site::new().get("/api/openapi.json").await;
    let routes: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let rows: BTreeSet<String> = TABLE.iter().map(|(route, _)| (*route).to_owned()).collect();
    assert_lists_routes("TABLE in api/permissions.rs", &rows, &routes);
    assert_eq!(rows.len(), TABLE.len(), "a route has two rows");
}

#[tokio::test]
async fn responds_according_to_the_caller() {
    for (route, expected) in TABLE {
        let site = Site::with_posts(&[post(1), post(2)]);
        let (newcomer, reader, banned) = (
            site.reader_before_onboarding("New"),
            site.reader("Ada"),
            site.reader("Eve"),
        );
        let target = site.reader("Target");
        let staff = Role::ALL.map(|role| site.staff(role.name(), role));
        let [contributor, _, _, admin] = &staff;
        let comments = [
            comment(&site, &target.token).await,
            comment(&site, &target.token).await,
        ];
        let (invite, author_request) = team_rows(&site, &target, &admin.token).await;
        revise(&site, &admin.token).await;
        site.ban(banned.id, "");

        let (method, path) = route.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        let body = (method != Method::GET).then(|| json!({}));
        let visitors = ["", &newcomer.token, &reader.token, &banned.token];
        let tokens = visitors
            .into_iter()
            .chain(staff.iter().map(|member| member.token.as_str()));
        for (column, (token, expected)) in tokens.zip(expected).enumerate() {
            // Each deletion has an object of its own for the last two columns, which may both delete.
            let is_last = column + 1 == COLUMNS;
            let comment = &comments[usize::from(is_last)];
            let id = match path {
                _ if path.starts_with("/admin/comments") => comment.clone(),
                _ if path.starts_with("/admin/team") => contributor.id.to_string(),
                _ if path.starts_with("/admin/invites") => invite.clone(),
                _ if path.starts_with("/admin/author-requests") => author_request.clone(),
                _ if path.contains("/users/") => target.id.to_string(),
                _ if is_last => "post-2".to_owned(),
                _ => "post-1".to_owned(),
            };
            let path = format!("/api{path}")
                .replace("{id}", &id)
                .replace("{commentId}", comment)
                .replace("{number}", "1")
                .replace("{key}", KEY)
                .replace("{authorId}", &admin.id.to_string());
            let response = site.request(method.clone(), &path, token, body.as_ref()).await;
            assert_eq!(
                response.status_code(),
                expected,
                "{route}, column {column}: {}",
                response.text()
            );
        }
    }
}

/// Adds a comment and returns its id.
async fn comment(site: &Site, token: &str) -> String {
    let path = "/api/blogs/post-1/comments";
    let text = json!({"content": "Hello"});
    let response = site.request(Method::POST, path, token, Some(&text)).await;
    text_of(&response.json::<Value>()["comment"]["_id"])
}

/// Changes both posts, so that they have revisions.
async fn revise(site: &Site, admin: &str) {
    for number in [1, 2] {
        let path = format!("/api/blogs/update/post-{number}");
        let changed = json!({
            "title": "Changed", "content": "<p>Text.</p>", "category": "Other", "status": "published",
        });
        let response = site.request(Method::PUT, &path, admin, Some(&changed)).await;
        response.assert_status_ok();
    }
}

/// Adds an invitation and a request to write, and returns their ids.
async fn team_rows(site: &Site, reader: &Account<UserId>, admin: &str) -> (String, String) {
    let invitation = json!({"email": "new@example.org", "role": "author"});
    let invited = site
        .request(Method::POST, "/api/admin/invites", admin, Some(&invitation))
        .await;
    let path = format!("/api/users/{}/author-request", reader.id);
    let note = json!({"note": "I would like to write about Rust."});
    let asked = site
        .request(Method::POST, &path, &reader.token, Some(&note))
        .await;
    asked.assert_status_ok();
    let requests = site.get_as(admin, "/api/admin/author-requests").await;
    let invite = text_of(&invited.json::<Value>()["invite"]["id"]);
    (invite, text_of(&requests["authorRequests"][0]["id"]))
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
