//! Which files of a site are texts, and which stand there for another purpose.

use super::site::{Generator, Site};

/// The endings of Markdown.
const MARKDOWN: [&str; 8] = ["md", "markdown", "mdown", "mkd", "mkdn", "mkdown", "mdwn", "mdx"];
/// The endings of texts in other forms, which systems take beside Markdown.
const OTHER_FORMS: [&str; 10] = [
    "org", "adoc", "asciidoc", "asc", "rst", "textile", "pandoc", "pdc", "rmd", "qmd",
];
/// The names of files about a project, which are no texts of its site.
const PROJECT_FILES: [&str; 7] = [
    "README",
    "LICENSE",
    "LICENCE",
    "CHANGELOG",
    "CONTRIBUTING",
    "CODE_OF_CONDUCT",
    "SECURITY",
];

/// What a file is to an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place<'path> {
    /// No text: a picture, a program, a file of settings.
    Ignored,
    /// A text that is no part of the site.
    Skipped {
        /// The file, or the folder whose files are all skipped for this reason.
        name: &'path str,
        reason: String,
    },
    /// A text of the site in a form that is not read here.
    OtherForm,
    /// A text, with its path below the folder of the texts.
    Text(&'path str),
}

/// Returns what the file at a path of the source is.
pub(super) fn place<'path>(site: &Site, path: &'path str) -> Place<'path> {
    let ending = path
        .rsplit_once('.')
        .map_or("", |(_, ending)| ending)
        .to_ascii_lowercase();
    let is_markdown = MARKDOWN.contains(&ending.as_str());
    let is_other_form = OTHER_FORMS.contains(&ending.as_str());
    let is_html = matches!(ending.as_str(), "html" | "htm")
        && matches!(site.generator, Generator::Jekyll | Generator::Hugo);
    if !(is_markdown || is_other_form || is_html)
        || path
            .split('/')
            .any(|part| part.starts_with('.') || part == "__MACOSX")
    {
        return Place::Ignored;
    }
    let place = sort(site, path, is_other_form);
    match place {
        // Layouts and what a system has made are HTML, as everybody expects.
        Place::Skipped { .. } if is_html => Place::Ignored,
        place => place,
    }
}

fn sort<'path>(site: &Site, path: &'path str, is_other_form: bool) -> Place<'path> {
    let skip = |name: &'path str, reason: &str| Place::Skipped {
        name,
        reason: reason.to_owned(),
    };
    let Some(relative) = path.strip_prefix(&site.root) else {
        return skip(first_folder(path), "It is outside of the folder of the site");
    };
    let mut end = site.root.len();
    let mut folders = relative.split('/').peekable();
    while let Some(folder) = folders.next() {
        if folders.peek().is_none() {
            break;
        }
        end += folder.len() + 1;
        if let Some(reason) = reason_to_skip(site, folder, &path[site.root.len()..end]) {
            return skip(&path[..end], reason);
        }
    }
    let name = relative.rsplit('/').next().unwrap_or(relative);
    let stem = name.split('.').next().unwrap_or(name);
    if PROJECT_FILES.contains(&stem) || stem.eq_ignore_ascii_case("readme") {
        return skip(path, "It describes the project and is no text of the site");
    }
    let Some(within) = site.within(path) else {
        return Place::Skipped {
            name: &path[..site.root.len() + first_folder(relative).len()],
            reason: format!("{} has no texts of the site there", site.generator.shown()),
        };
    };
    if is_other_form {
        return Place::OtherForm;
    }
    if site.generator == Generator::Astro && within.split('/').any(|part| part.starts_with('_')) {
        return skip(path, "Astro leaves out what begins with an underscore");
    }
    Place::Text(within)
}

/// Returns the path up to its first slash, with it; all of it if there is none.
fn first_folder(path: &str) -> &str {
    path.find('/').map_or(path, |at| &path[..=at])
}

/// Says why nothing below a folder is a text of the site. The path is that below the site's folder.
fn reason_to_skip(site: &Site, name: &str, path: &str) -> Option<&'static str> {
    const BUILT: &str = "It is what the system has made of the texts";
    const TEMPLATES: &str = "It has templates, not texts";
    let is_at_root = path.trim_end_matches('/') == name;
    match (site.generator, name) {
        (_, "node_modules" | "bower_components") => Some("It has the packages of programs"),
        (Generator::Jekyll, "vendor") if is_at_root => Some("It has the packages of programs"),
        (Generator::Jekyll | Generator::Eleventy, "_site") => Some(BUILT),
        (Generator::Hugo, "public" | "resources")
        | (Generator::Astro | Generator::Eleventy, "dist" | "public")
            if is_at_root =>
        {
            Some(BUILT)
        }
        (Generator::Jekyll | Generator::Eleventy, "_layouts" | "_includes" | "_plugins" | "_sass")
        | (Generator::Hugo, "layouts" | "archetypes")
            if is_at_root || name.starts_with('_') =>
        {
            Some(TEMPLATES)
        }
        (Generator::Jekyll | Generator::Eleventy, "_data") => Some("It has data, not texts"),
        (Generator::Hugo, "themes") if is_at_root => Some("It has themes, whose texts are examples"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::cascades::Cascades;
    use super::super::front_matter::Fields;
    use super::*;

    fn site(generator: Generator, root: &str, input: &str) -> Site {
        Site {
            generator,
            root: root.to_owned(),
            input: input.to_owned(),
            settings: Fields::default(),
            address: None,
            base_path: String::new(),
            cascades: Cascades::default(),
        }
    }

    fn skipped(site: &Site, path: &str) -> Option<(String, String)> {
        match place(site, path) {
            Place::Skipped { name, reason } => Some((name.to_owned(), reason)),
            Place::Ignored | Place::OtherForm | Place::Text(_) => None,
        }
    }

    #[test]
    fn skips_what_systems_have_beside_texts() {
        let hugo = site(Generator::Hugo, "blog/", "content/");
        for (path, name, reason) in [
            ("blog/node_modules/a/b.md", "blog/node_modules/", "packages"),
            ("blog/themes/x/content/a.md", "blog/themes/", "examples"),
            ("blog/archetypes/default.md", "blog/archetypes/", "templates"),
            ("blog/public/a.md", "blog/public/", "has made"),
            ("blog/README.md", "blog/README.md", "describes the project"),
            ("blog/docs/a.md", "blog/docs/", "Hugo has no texts"),
            ("blog/a.md", "blog/a.md", "Hugo has no texts"),
            ("other/a.md", "other/", "outside"),
        ] {
            let (found, why) = skipped(&hugo, path).unwrap();
            assert_eq!(found, name);
            assert!(why.contains(reason), "{why}");
        }
        let jekyll = site(Generator::Jekyll, "", "");
        assert_eq!(skipped(&jekyll, "_site/a.md").unwrap().0, "_site/");
        let astro = site(Generator::Astro, "", "src/");
        assert_eq!(skipped(&astro, "public/a.md").unwrap().0, "public/");
        assert_eq!(
            skipped(&astro, "src/content/blog/_a.md").unwrap().0,
            "src/content/blog/_a.md"
        );
    }

    #[test]
    fn finds_texts_and_ignores_other_files() {
        let hugo = site(Generator::Hugo, "blog/", "content/");
        assert_eq!(place(&hugo, "blog/content/posts/a.md"), Place::Text("posts/a.md"));
        assert_eq!(
            place(&hugo, "blog/content/public/a.MD"),
            Place::Text("public/a.MD")
        );
        assert_eq!(place(&hugo, "blog/content/a.org"), Place::OtherForm);
        for path in [
            "blog/layouts/index.html",
            "blog/content/posts/a.png",
            "blog/content/.git/a.md",
            "__MACOSX/blog/content/a.md",
            "blog/content",
        ] {
            assert_eq!(place(&hugo, path), Place::Ignored, "{path}");
        }
        let plain = site(Generator::Plain, "", "");
        assert_eq!(place(&plain, "notes/é.markdown"), Place::Text("notes/é.markdown"));
    }
}
