//! The Liquid tags that embed something from elsewhere, and the addresses that they stand for.

use url::Url;

/// The tags that stand for an address, which they hold.
const EMBEDS: [&str; 25] = [
    "bandcamp",
    "blogcast",
    "bluesky",
    "codeit",
    "codepen",
    "comment",
    "devcomment",
    "dotnetfiddle",
    "embed",
    "facebook",
    "forem",
    "golang",
    "jsfiddle",
    "jsitor",
    "kotlin",
    "listing",
    "livecodes",
    "loom",
    "mastodon",
    "medium",
    "observablehq",
    "reddit",
    "soundcloud",
    "spotify",
    "stackexchange",
];
/// The tags that stand for an address, of which they may hold the end alone.
const ADDRESSES: [(&str, &str); 25] = [
    ("asciinema", "https://asciinema.org/a/"),
    ("codesandbox", "https://codesandbox.io/s/"),
    ("gist", "https://gist.github.com/"),
    ("github", "https://github.com/"),
    ("gitlab", "https://gitlab.com/"),
    ("glitch", "https://glitch.com/edit/#!/"),
    ("huggingface", "https://huggingface.co/spaces/"),
    ("instagram", "https://www.instagram.com/p/"),
    ("link", "https://dev.to/"),
    ("org", "https://dev.to/"),
    ("organization", "https://dev.to/"),
    ("podcast", "https://dev.to/"),
    ("post", "https://dev.to/"),
    ("replit", "https://replit.com/"),
    (
        "slideshare",
        "https://www.slideshare.net/slideshow/embed_code/key/",
    ),
    ("speakerdeck", "https://speakerdeck.com/player/"),
    ("stackblitz", "https://stackblitz.com/edit/"),
    ("stackoverflow", "https://stackoverflow.com/q/"),
    ("tag", "https://dev.to/t/"),
    ("tweet", "https://twitter.com/i/status/"),
    ("twitch", "https://clips.twitch.tv/"),
    ("twitter", "https://twitter.com/i/status/"),
    ("user", "https://dev.to/"),
    ("vimeo", "https://vimeo.com/"),
    ("youtube", "https://www.youtube.com/watch?v="),
];

/// Returns the address that a tag stands for, and the text of a link to it.
pub(super) fn address(name: &str, arguments: &str) -> Option<(String, String)> {
    let begin = match ADDRESSES.iter().find(|(known, _)| *known == name) {
        Some((_, begin)) => *begin,
        None => EMBEDS.contains(&name).then_some("")?,
    };
    let mut arguments = arguments.split_whitespace();
    let first = arguments.next()?.trim_matches(['"', '\'']);
    let shown = match name {
        "tag" if !first.contains('/') => format!("#{first}"),
        "user" | "org" | "organization" if !first.contains('/') => format!("@{first}"),
        _ => String::new(),
    };
    if let Some(address) = web_address(first) {
        return Some((address, shown));
    }
    let whole = match name {
        "spotify" => {
            let (kind, id) = first.strip_prefix("spotify:")?.split_once(':')?;
            format!("https://open.spotify.com/{kind}/{id}")
        }
        "stackexchange" => format!("https://{}.stackexchange.com/q/{first}", arguments.next()?),
        // The second at which it begins, which no frame here has.
        "youtube" => format!("{begin}{}", first.split(['?', '&']).next()?),
        _ if begin.is_empty() => return None,
        _ => format!("{begin}{}", first.trim_start_matches('/')),
    };
    Some((web_address(&whole)?, shown))
}

/// Returns an address if it is one of the web.
pub(super) fn web_address(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let is_plain = !address.contains(['<', '>', '"', '\\']);
    (matches!(url.scheme(), "http" | "https") && is_plain).then(|| address.to_owned())
}
