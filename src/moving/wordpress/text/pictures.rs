//! Pictures, alone, with captions and in galleries.

use super::Conversion;
use crate::moving::html;
use crate::moving::wordpress::library::{Attachment, is_picture_file};
use crate::moving::wordpress::tags::{Scanner, Tag, Token, Tokens, first, inner};

impl Conversion<'_> {
    /// Returns the pictures of HTML that is made of them, as a block: each with the caption of its figure. `None` if it
    /// has none.
    pub(super) fn pictures(&mut self, html: &str) -> Option<String> {
        let mut pictures = String::new();
        let mut rest = html;
        while let Some(image) = first(rest, &["img"]) {
            // The caption of a picture stands before the next one.
            let before = rest.get(..image.end).unwrap_or_default();
            rest = rest.get(image.end..).unwrap_or_default();
            let own = first(rest, &["img"]).map_or(rest, |next| {
                rest.get(..next.end - next.raw.len()).unwrap_or_default()
            });
            let is_its_own =
                first(own, &["figcaption"]).is_some_and(|tag| !tag.has_class("blocks-gallery-caption"));
            let caption = inner(own, "figcaption").filter(|_| is_its_own);
            pictures.push_str(&self.picture(&image, before, caption.unwrap_or_default()));
        }
        if pictures.is_empty() {
            return None;
        }
        Some(self.keep_block(pictures))
    }

    /// Returns a picture, with its caption and with its link if that leads to something else than itself.
    pub(super) fn picture(&mut self, image: &Tag<'_>, before: &str, caption: &str) -> String {
        let Some(address) = self.address_of(image) else {
            self.note("A picture has no address and was left out".to_owned());
            return String::new();
        };
        let alt = image.attribute("alt").unwrap_or_default();
        let caption = self.marks(caption.trim());
        let link = link_around(before).filter(|link| !is_picture_file(link));
        match link {
            Some(link) if caption.is_empty() => {
                let (link, address) = (html::escape(&link), html::escape(&address));
                let alt = html::escape(&alt);
                format!("<p><a href=\"{link}\"><img src=\"{address}\" alt=\"{alt}\"></a></p>")
            }
            Some(link) => {
                self.note(format!(
                    "The link of a picture to {link} was dropped, since the picture has a caption"
                ));
                html::picture(&address, &alt, &caption)
            }
            None => html::picture(&address, &alt, &caption),
        }
    }

    /// Returns the address of a picture: its own, the one that a script would have set, or that of its attachment.
    fn address_of(&self, image: &Tag<'_>) -> Option<String> {
        let attributes = ["src", "data-src", "data-lazy-src", "data-orig-file"];
        let is_real = |address: &String| {
            !address.trim().is_empty()
                && (!address.starts_with("data:") || address.starts_with("data:image/"))
        };
        let is_filler = |address: &String| address.starts_with("data:image/") && address.len() < 512;
        let mut named: Vec<String> = attributes
            .iter()
            .filter_map(|name| image.attribute(name))
            .collect();
        named.retain(is_real);
        if let Some(address) = named.iter().find(|address| !is_filler(address)) {
            return Some(address.trim().to_owned());
        }
        let classes = image.attribute("class").unwrap_or_default();
        let id = classes
            .split_whitespace()
            .find_map(|class| class.strip_prefix("wp-image-"));
        let id = id.and_then(|id| id.parse().ok());
        let attachment = id.and_then(|id| self.surroundings.library.attachment(id));
        attachment
            .map(|attachment| attachment.url.clone())
            .or_else(|| named.into_iter().next())
    }

    /// Returns the pictures of some attachments, as a block; `None` if there is none.
    pub(super) fn gallery(&mut self, ids: &[u64]) -> Option<String> {
        let mut pictures = String::new();
        for id in ids {
            match self.surroundings.library.attachment(*id) {
                Some(attachment) => pictures.push_str(&attached_picture(attachment)),
                None => self.note(format!("The picture {id} of a gallery is not in the export")),
            }
        }
        if pictures.is_empty() {
            return None;
        }
        Some(self.keep_block(pictures))
    }
}

fn attached_picture(attachment: &Attachment) -> String {
    let alt = attachment.alt.as_deref().unwrap_or_default();
    html::picture(
        &attachment.url,
        alt,
        attachment.caption.as_deref().unwrap_or_default(),
    )
}

/// Returns where the link leads that is open at the end of HTML.
fn link_around(before: &str) -> Option<String> {
    let mut link = None;
    for token in Tokens::new(before) {
        if let Token::Tag(tag) = token
            && tag.is("a")
        {
            link = if tag.is_end { None } else { tag.attribute("href") };
        }
    }
    link.filter(|link| !link.trim().is_empty() && link != "#")
}

/// Splits what a caption stands around: the picture, and the text after it.
pub(super) fn split_caption(content: &str) -> Option<(Tag<'_>, &str, &str)> {
    let image = first(content, &["img"])?;
    let before = content.get(..image.end)?;
    let mut after = content.get(image.end..)?;
    if link_around(before).is_some()
        && let Some((_, end)) = Scanner::new(after).until_end(0, "a")
    {
        after = after.get(end..)?;
    }
    Some((image, before, after))
}
