//! A short description of the program that a request comes from, such as `Firefox on Linux`.
//!
//! It is made of the words of this file alone: it is stored, shown and mailed, and a client may send anything.

/// Browsers by a part of the header, the special ones before those whose name they also carry.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// Systems by a part of the header, in the same order.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

const UNKNOWN: &str = "Unknown browser";

/// Returns the description of a header `User-Agent`: the browser and the system, as far as they are known.
pub fn describe(header: &str) -> String {
    let known = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(part, _)| header.contains(part));
        found.map(|(_, name)| *name)
    };
    let browser = known(&BROWSERS).unwrap_or(UNKNOWN);
    match known(&SYSTEMS) {
        Some(system) => format!("{browser} on {system}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_the_browser_and_the_system() {
        let like = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
        for (header, description) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (like, "Chrome on Windows"),
            (&format!("{like} Edg/140.0.0.0"), "Edge on Windows"),
            (&format!("{like} OPR/120.0.0.0"), "Opera on Windows"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                "Safari on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome on ChromeOS",
            ),
            ("curl/8.14.1", "curl"),
            ("", UNKNOWN),
            ("<script>alert(1)</script>", UNKNOWN),
            ("somebody's program (Linux)", "Unknown browser on Linux"),
        ] {
            assert_eq!(describe(header), description, "{header}");
        }
    }

    proptest! {
        #[test]
        fn is_short_and_made_of_its_own_words(header in ".*") {
            let description = describe(&header);
            prop_assert!(description.len() <= 40);
            let parts: Vec<&str> = description.split(" on ").collect();
            let is_browser = |name: &str| name == UNKNOWN || BROWSERS.iter().any(|(_, known)| *known == name);
            prop_assert!(is_browser(parts[0]));
            prop_assert!(parts[1..].iter().all(|name| SYSTEMS.iter().any(|(_, known)| known == name)));
        }
    }
}
