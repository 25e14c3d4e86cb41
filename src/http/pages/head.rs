//! The metadata of a page for search engines, link previews and browsers.

use std::ops::Deref;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::bootstrap_data::as_data;
use super::labels::Sort;
use super::{frame, json_ld, markdown, site_style};
use crate::actions::previews;
use crate::config::PostUrlStyle;
use crate::domain::notice::How;
use crate::domain::site::{Announcement, IconForm, SiteIcon, SiteLink, SiteSettings};
use crate::domain::static_page::ABOUT_PATH;
use crate::http::AppState;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::series_place::{SeriesPartBody, SeriesPlaceBody};
use crate::http::api::static_pages::dto::PageSummaryBody;

/// The form of the icon that is the picture of pages without another one.
const SITE_PICTURE: IconForm = IconForm::Large;

/// The properties of the site that a page uses.
pub(in crate::http) struct Site {
    settings: Arc<SiteSettings>,
    /// The announcement, unless it has ended.
    pub(super) announcement: Option<Announcement>,
    origin: String,
    pub(super) post_addresses: PostUrlStyle,
    /// The providers by which readers sign in, as JSON; `None` if there are none.
    pub(super) login_providers: Option<String>,
}

/// A provider by which readers sign in, as the client reads it.
#[derive(Serialize)]
struct LoginProvider<'site> {
    name: &'site str,
    label: &'site str,
}

/// The links that administrators chose, as the client reads them.
#[derive(Serialize)]
struct Links<'site> {
    navigation: &'site [SiteLink],
    footer: &'site [SiteLink],
}

impl Deref for Site {
    type Target = SiteSettings;

    fn deref(&self) -> &SiteSettings {
        &self.settings
    }
}

impl Site {
    /// Returns the site as it is now.
    pub(super) fn of(state: &AppState) -> Self {
        let settings = state.site();
        let announcement = settings.announcement.clone();
        Self {
            announcement: announcement.filter(|announcement| announcement.is_shown(state.clock.now())),
            settings,
            origin: state.config.server.origin(),
            post_addresses: state.config.site.post_addresses,
            login_providers: login_providers(state),
        }
    }

    /// Returns the links as JSON; `None` if there are none.
    pub(super) fn links(&self) -> Option<String> {
        let (navigation, footer) = (self.navigation.as_slice(), self.footer.as_slice());
        if navigation.is_empty() && footer.is_empty() {
            return None;
        }
        serde_json::to_string(&Links { navigation, footer }).ok()
    }

    /// Returns the label of the days of the newsletter; `None` for once a week.
    pub(super) fn newsletter_days(&self) -> Option<String> {
        self.newsletter.days.unusual_label()
    }

    /// Returns the label of a way in which the newsletter comes.
    pub(super) fn newsletter_label(&self, how: &Sort) -> String {
        let days = self.newsletter_days().filter(|_| how.value == How::Weekly.name());
        days.unwrap_or_else(|| how.label.to_owned())
    }

    /// Returns the style with the accent and the logo; `None` where the site has neither of its own.
    pub(super) fn style(&self) -> Option<String> {
        site_style::style(&self.settings)
    }

    /// Returns the path of the icon in tabs.
    pub(super) fn small_icon(&self) -> String {
        self.icon_url(IconForm::Small)
    }

    /// Returns the path of the icon on home screens of iOS.
    pub(super) fn touch_icon(&self) -> String {
        self.icon_url(IconForm::AppleTouch)
    }

    fn icon_url(&self, form: IconForm) -> String {
        SiteIcon::url(self.icon.as_ref(), form)
    }

    pub(super) fn post_path(&self, post: &PostSummaryBody) -> String {
        self.post_addresses.path(&post.id, &post.slug)
    }

    /// Returns the path of another post of a series.
    pub(super) fn part_path(&self, part: &SeriesPartBody) -> String {
        self.post_addresses.path(&part.id, &part.slug)
    }

    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }
}

fn login_providers(state: &AppState) -> Option<String> {
    let labels = state.providers.labels();
    let providers: Vec<_> = labels
        .map(|(name, label)| LoginProvider { name, label })
        .collect();
    if providers.is_empty() {
        return None;
    }
    serde_json::to_string(&providers).ok()
}

/// The picture of a page in link previews.
pub(super) struct Picture {
    pub(super) address: String,
    /// Width and height in pixels, if known.
    pub(super) size: Option<(u32, u32)>,
    /// Whether a link preview displays it at full width.
    pub(super) is_large: bool,
}

impl Picture {
    /// Returns the picture of a page with a cover at this address.
    pub(super) fn of_cover(site: &Site, address: &str) -> Self {
        Self {
            address: absolute_url(site, address),
            size: None,
            is_large: true,
        }
    }
}

/// The Open Graph type of a page.
pub(super) enum Kind {
    /// A page of the site itself.
    Site,
    /// A post, with its Open Graph properties.
    Article(Vec<(&'static str, String)>),
    /// A reader.
    Profile,
}

impl Kind {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Site => "website",
            Self::Article(_) => "article",
            Self::Profile => "profile",
        }
    }

    pub(super) fn properties(&self) -> &[(&'static str, String)] {
        match self {
            Self::Article(properties) => properties,
            Self::Site | Self::Profile => &[],
        }
    }
}

pub(super) struct Head {
    pub(super) title: String,
    pub(super) description: String,
    /// The canonical path; none for a page that must not be indexed.
    pub(super) canonical: Option<String>,
    /// The canonical address of a text from elsewhere, which search engines use instead of the path.
    pub(super) canonical_elsewhere: Option<String>,
    pub(super) kind: Kind,
    pub(super) picture: Picture,
    pub(super) json_ld: Vec<String>,
    /// The feed of what the page is about, beside that of the site.
    pub(super) feed: Option<FeedLink>,
}

/// A feed that a page refers to.
pub(super) struct FeedLink {
    pub(super) title: String,
    /// The path without the end that says the format.
    pub(super) path: String,
}

impl Head {
    /// Returns the canonical address; none for a page that must not be indexed.
    pub(super) fn canonical_address(&self, site: &Site) -> Option<String> {
        let own = self.canonical.as_deref().map(|path| site.address(path));
        self.canonical_elsewhere.clone().or(own)
    }

    /// Returns the path of an article as Markdown.
    pub(super) fn markdown(&self) -> Option<String> {
        match (&self.kind, &self.canonical) {
            (Kind::Article(_), Some(path)) => Some(format!("{path}{}", markdown::SUFFIX)),
            _ => None,
        }
    }

    /// Returns the address at which other sites find a description of an article.
    pub(super) fn oembed(&self, site: &Site) -> Option<String> {
        match (&self.kind, &self.canonical) {
            (Kind::Article(_), Some(path)) => {
                let url = site.address(path);
                Some(site.address(&frame::with_query("/api/oembed", &[("url", &url)])))
            }
            _ => None,
        }
    }

    pub(super) fn of_page(site: &Site, title: &str, canonical: Option<String>) -> Self {
        let trail = canonical
            .as_deref()
            .filter(|path| *path != "/")
            .map(|path| as_data(&json_ld::breadcrumbs(site, &[(title, path)])));
        Self {
            title: title.to_owned(),
            description: site.description.clone(),
            canonical,
            canonical_elsewhere: None,
            kind: Kind::Site,
            picture: Picture {
                address: site.address(&site.icon_url(SITE_PICTURE)),
                size: Some((SITE_PICTURE.size(), SITE_PICTURE.size())),
                is_large: false,
            },
            json_ld: trail.into_iter().collect(),
            feed: None,
        }
    }

    pub(super) fn of_home(site: &Site) -> Self {
        let website = json!({
            "@context": "https://schema.org",
            "@type": "WebSite",
            "name": site.name,
            "description": site.description,
            "url": site.address("/"),
            "potentialAction": {
                "@type": "SearchAction",
                "target": {
                    "@type": "EntryPoint",
                    "urlTemplate": site.address("/treasure?search={search_term_string}"),
                },
                "query-input": "required name=search_term_string",
            },
        });
        Self {
            json_ld: vec![as_data(&website)],
            ..Self::of_page(site, &site.name, Some("/".to_owned()))
        }
    }

    /// Returns the head of an article. Without a cover, link previews use the picture at `preview`.
    pub(super) fn of_article(
        site: &Site,
        post: &PostSummaryBody,
        series: Option<&SeriesPlaceBody>,
        preview: &str,
    ) -> Self {
        let path = site.post_path(post);
        let canonical = post.canonical_url.clone();
        let picture = article_picture(site, post, preview);
        let mut posting = json!({
            "@context": "https://schema.org",
            "@type": "BlogPosting",
            "headline": post.title,
            "description": post.excerpt,
            "image": picture.address,
            "datePublished": post.created_at,
            "dateModified": post.updated_at,
            "author": json_ld::authors(site, post),
            "publisher": { "@type": "Organization", "name": site.name },
            "articleSection": post.category,
            "keywords": post.tags,
            "mainEntityOfPage": canonical.clone().unwrap_or_else(|| site.address(&path)),
            "isPartOf": { "@type": "Blog", "name": site.name, "url": site.address("/") },
            "interactionStatistic": [
                json_ld::counted("LikeAction", post.stats.like_count),
                json_ld::counted("CommentAction", post.stats.comment_count),
            ],
        });
        if let Some(series) = series {
            let blog = posting["isPartOf"].take();
            posting["isPartOf"] = json!([blog, json_ld::series(site, &series.title, &series.slug)]);
            posting["position"] = series.position.into();
        }
        let list = frame::category_address(post.category);
        let trail = json_ld::breadcrumbs(site, &[(post.category, &list), (&post.title, &path)]);
        Self {
            title: post.title.clone(),
            description: post.excerpt.clone(),
            kind: Kind::Article(article_properties(post)),
            picture,
            json_ld: vec![as_data(&posting), as_data(&trail)],
            canonical: Some(path),
            canonical_elsewhere: canonical,
            feed: None,
        }
    }

    /// Returns the head of a static page.
    pub(super) fn of_static_page(site: &Site, page: &PageSummaryBody) -> Self {
        let address = site.address(&page.path);
        let web_page = json!({
            "@context": "https://schema.org",
            "@type": if page.path == ABOUT_PATH { "AboutPage" } else { "WebPage" },
            "name": page.title,
            "description": page.description,
            "url": address,
            "dateModified": page.updated_at,
            "isPartOf": { "@type": "WebSite", "name": site.name, "url": site.address("/") },
        });
        let general = Self::of_page(site, &page.title, Some(page.path.clone()));
        Self {
            description: page.description.clone(),
            json_ld: [as_data(&web_page)].into_iter().chain(general.json_ld).collect(),
            ..general
        }
    }

    pub(super) fn tab_title(&self, site: &Site) -> String {
        if self.title == site.name {
            self.title.clone()
        } else {
            format!("{} · {}", self.title, site.name)
        }
    }
}

fn article_picture(site: &Site, post: &PostSummaryBody, preview: &str) -> Picture {
    let preview_size = (previews::WIDTH, previews::HEIGHT);
    let address = post.featured_image.as_deref();
    Picture {
        address: absolute_url(site, address.unwrap_or(preview)),
        size: address.is_none().then_some(preview_size),
        is_large: true,
    }
}

fn absolute_url(site: &Site, address: &str) -> String {
    if address.starts_with('/') {
        site.address(address)
    } else {
        address.to_owned()
    }
}

fn article_properties(post: &PostSummaryBody) -> Vec<(&'static str, String)> {
    let mut properties = vec![
        ("article:published_time", post.created_at.clone()),
        ("article:modified_time", post.updated_at.clone()),
    ];
    let authors = post.authors.iter();
    properties.extend(authors.map(|author| ("article:author", author.username.clone())));
    properties.push(("article:section", post.category.to_owned()));
    properties.extend(post.tags.iter().map(|tag| ("article:tag", tag.clone())));
    properties
}
