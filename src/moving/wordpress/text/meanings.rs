//! The meanings of short codes: those of WordPress itself, of Jetpack, and of the plugins for code.

use super::Conversion;
use super::code;
use super::pictures::split_caption;
use super::shortcodes::{Shortcode, is_address};
use crate::moving::html;
use crate::moving::wordpress::tags::first;

/// What a short code becomes.
pub(super) struct Meaning {
    pub(super) html: String,
    /// Whether it stands for what it is around as well.
    pub(super) takes_content: bool,
}

impl Meaning {
    pub(super) fn alone(html: String) -> Self {
        Self {
            html,
            takes_content: false,
        }
    }

    pub(super) fn with_content(html: String) -> Self {
        Self {
            html,
            takes_content: true,
        }
    }
}

/// Short codes around code that are named for no language.
const CODE: [&str; 9] = [
    "code",
    "sourcecode",
    "source",
    "cc",
    "crayon",
    "codesyntax",
    "prism",
    "enlighter",
    "syntaxhighlighter",
];
/// Short codes around code that are named for its language.
const LANGUAGES: [&str; 62] = [
    "actionscript3",
    "as3",
    "bash",
    "c",
    "c++",
    "cf",
    "clojure",
    "coldfusion",
    "cpp",
    "c-sharp",
    "csharp",
    "css",
    "delphi",
    "diff",
    "patch",
    "erl",
    "erlang",
    "fsharp",
    "go",
    "golang",
    "groovy",
    "haskell",
    "html",
    "xhtml",
    "xslt",
    "java",
    "javafx",
    "js",
    "javascript",
    "jscript",
    "json",
    "kotlin",
    "matlab",
    "matlabkey",
    "objc",
    "obj-c",
    "pas",
    "pascal",
    "perl",
    "pl",
    "php",
    "plain",
    "powershell",
    "ps",
    "py",
    "py3",
    "python",
    "r",
    "rails",
    "rb",
    "ror",
    "ruby",
    "rust",
    "scala",
    "sh",
    "shell",
    "sql",
    "swift",
    "ts",
    "typescript",
    "xml",
    "yaml",
];
const MATH: [&str; 5] = ["latex", "tex", "math", "katex", "equation"];
const FOOTNOTES: [&str; 6] = ["ref", "fn", "footnote", "efn_note", "mfn", "footnotes_note"];
/// Short codes that show what is at an address.
const ADDRESSES: [&str; 21] = [
    "bandcamp",
    "codepen",
    "codepen_embed",
    "dailymotion",
    "embedyt",
    "facebook",
    "flickr",
    "github",
    "googlemaps",
    "instagram",
    "loom",
    "mixcloud",
    "pinterest",
    "slideshare",
    "soundcloud",
    "spotify",
    "ted",
    "tiktok",
    "tweet",
    "twitter",
    "wistia",
];
/// Other short codes that may stand alone.
const ALONE: [&str; 11] = [
    "audio",
    "embed",
    "gallery",
    "gist",
    "playlist",
    "video",
    "videopress",
    "vimeo",
    "wpvideo",
    "youtube",
    "youtube_sc",
];
const FILM_FILES: [&str; 8] = ["src", "mp4", "m4v", "webm", "ogv", "flv", "wmv", "url"];
const SOUND_FILES: [&str; 8] = ["src", "mp3", "m4a", "ogg", "wav", "wma", "flac", "url"];

impl Conversion<'_> {
    /// Returns what a short code means; `None` if it means nothing here.
    pub(super) fn meaning(&mut self, code: &Shortcode<'_>, content: Option<&str>) -> Option<Meaning> {
        if let Some(layout) = self.layout(code) {
            return Some(layout);
        }
        let name = code.name.to_ascii_lowercase();
        let is_one_of = |names: &[&str]| names.contains(&name.as_str());
        if let Some(content) = content {
            if is_one_of(&CODE) || is_one_of(&LANGUAGES) || (name == "highlight" && language(code).is_some())
            {
                let named = is_one_of(&LANGUAGES).then_some(name.as_str());
                let language = language(code).or(named).unwrap_or_default();
                let block = code::block(language, &code::text_of_shortcode(content));
                return Some(Meaning::with_content(self.keep_block(block)));
            }
            if is_one_of(&MATH) {
                return Some(Meaning::with_content(self.math(code, content)));
            }
            if is_one_of(&FOOTNOTES) {
                let note = self.marks(content.trim());
                let reference = self.footnotes.add(note);
                return Some(Meaning::with_content(self.keep_inline(reference)));
            }
            if let Some(meaning) = self.around(&name, code, content) {
                return Some(meaning);
            }
        }
        if !is_one_of(&ADDRESSES) && !is_one_of(&ALONE) {
            return None;
        }
        // One that stands alone may be followed by another with an end.
        let content = content.filter(|content| !content.contains(&format!("[{}", code.name)));
        let html = if is_one_of(&ADDRESSES) {
            let address = code
                .address()
                .or(content.map(str::trim))
                .filter(|address| is_address(address))?;
            self.embed(address)
        } else {
            self.standing_alone(&name, code, content)?
        };
        Some(Meaning {
            html,
            takes_content: content.is_some(),
        })
    }

    /// Returns what a short code means that has to stand around something.
    fn around(&mut self, name: &str, code: &Shortcode<'_>, content: &str) -> Option<Meaning> {
        let html = match name {
            "caption" | "wp_caption" => self.caption(code, content),
            "mermaid" => {
                let block = code::block("mermaid", &code::text_of_shortcode(content));
                self.keep_block(block)
            }
            "cci" => {
                let code = html::escape(code::text_of_shortcode(content).trim());
                self.keep_inline(format!("<code>{code}</code>"))
            }
            _ => return None,
        };
        Some(Meaning::with_content(html))
    }

    /// Returns what a short code means that may stand alone.
    fn standing_alone(&mut self, name: &str, code: &Shortcode<'_>, content: Option<&str>) -> Option<String> {
        let content = content.map(str::trim).filter(|content| !content.is_empty());
        match name {
            "gallery" => Some(self.gallery_code(code)),
            "playlist" => Some(self.playlist(code)),
            "embed" => {
                let address = content
                    .or_else(|| code.first_of(&["src", "url"]))
                    .or_else(|| code.address())?;
                is_address(address).then(|| self.embed(address))
            }
            "video" => self.file("film", code, &FILM_FILES, content),
            "audio" => self.file("sound", code, &SOUND_FILES, content),
            "wpvideo" | "videopress" => {
                let id = code.positional().filter(|id| is_id(id))?;
                Some(self.embed(&format!("https://videopress.com/v/{id}")))
            }
            "youtube" | "youtube_sc" => {
                let named = code.first_of(&["url", "src", "link", "v", "id", "video"]);
                self.player(
                    "https://youtu.be/",
                    named.or_else(|| code.positional()).or(content)?,
                )
            }
            "vimeo" => {
                let named = code.first_of(&["url", "src", "link", "id", "video_id", "clip_id"]);
                self.player(
                    "https://vimeo.com/",
                    named.or_else(|| code.positional()).or(content)?,
                )
            }
            "gist" => {
                let named = code.first_of(&["url", "src", "id"]);
                self.player(
                    "https://gist.github.com/",
                    named.or_else(|| code.positional()).or(content)?,
                )
            }
            _ => None,
        }
    }

    fn caption(&mut self, code: &Shortcode<'_>, content: &str) -> String {
        let named = code.attribute("caption").unwrap_or_default();
        if let Some((image, before, after)) = split_caption(content) {
            let caption = if after.trim().is_empty() { named } else { after };
            let picture = self.picture(&image, before, caption);
            return self.keep_block(picture);
        }
        // Something else than a picture has the caption below it.
        let shown = self.marks(content);
        if named.is_empty() {
            shown
        } else {
            format!("{shown}\n\n{}\n\n", html::escape(named))
        }
    }

    fn gallery_code(&mut self, code: &Shortcode<'_>) -> String {
        let named = code.first_of(&["ids", "include"]).map(numbers);
        let mut ids = named.unwrap_or_else(|| {
            let post = code
                .attribute("id")
                .and_then(|id| id.parse().ok())
                .or(self.surroundings.post);
            post.map_or_else(Vec::new, |post| self.surroundings.library.pictures_of(post))
        });
        let excluded = numbers(code.attribute("exclude").unwrap_or_default());
        ids.retain(|id| !excluded.contains(id));
        self.gallery(&ids).unwrap_or_else(|| {
            self.note("A gallery has no pictures in the export and was left out".to_owned());
            String::new()
        })
    }

    fn playlist(&mut self, code: &Shortcode<'_>) -> String {
        let library = self.surroundings.library;
        let ids = numbers(code.attribute("ids").unwrap_or_default());
        let files: Vec<_> = ids.iter().filter_map(|id| library.attachment(*id)).collect();
        self.note("A playlist is a list of links now".to_owned());
        files
            .iter()
            .map(|file| self.file_link(&file.url, &file.title))
            .collect()
    }

    /// Returns a film or a sound of a file: a link, if it is not of a player that this site knows.
    fn file(
        &mut self,
        kind: &str,
        code: &Shortcode<'_>,
        attributes: &[&str],
        content: Option<&str>,
    ) -> Option<String> {
        let within = content.and_then(|content| first(content, &["source"])?.attribute("src"));
        let named = code
            .first_of(attributes)
            .or_else(|| code.positional())
            .map(str::to_owned);
        let address = named
            .or(within)
            .or_else(|| content.map(str::to_owned))
            .filter(|address| !address.is_empty())?;
        if html::video(&address).is_some() {
            return Some(self.embed(&address));
        }
        self.note(format!("The {kind} {address} is a link now"));
        Some(self.file_link(&address, ""))
    }

    /// Returns a film of a player, by its address or its id alone.
    fn player(&mut self, site: &str, named: &str) -> Option<String> {
        let named = named.trim();
        if is_address(named) {
            Some(self.embed(named))
        } else if is_id(named) {
            Some(self.embed(&format!("{site}{named}")))
        } else {
            None
        }
    }

    /// Returns a formula: within its line, or as a block where the short code says so.
    fn math(&mut self, code: &Shortcode<'_>, content: &str) -> String {
        let is_block = matches!(code.attribute("display"), Some("true" | "block" | "1"));
        if is_block {
            let block = code::block("math", &code::text_of_shortcode(content));
            return self.keep_block(block);
        }
        self.inline_math(content)
    }
}

/// Returns the language that a short code around code names.
fn language<'code>(code: &'code Shortcode<'_>) -> Option<&'code str> {
    let named = code.first_of(&["language", "lang", "l"]);
    named.or_else(|| {
        code.positional()
            .filter(|name| !name.is_empty() && !name.contains(':'))
    })
}

/// Returns the numbers of a list with commas.
pub(super) fn numbers(list: &str) -> Vec<u64> {
    list.split(',')
        .filter_map(|number| number.trim().parse().ok())
        .collect()
}

/// Whether a text can be the id of something at another site.
fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/'))
}
