//! Lists of hosts.

use url::Host;

/// The most hosts of a list.
pub const HOSTS_MAX: usize = 1_000;
const HOST_LENGTH_MAX: usize = 253;

/// A list of hosts; each stands for its subdomains too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostList(Vec<String>);

impl HostList {
    /// Validates a list, without blank entries. Returns the message for the person who entered it otherwise.
    pub fn parse(typed: &[String]) -> Result<Self, String> {
        let mut hosts: Vec<String> = Vec::new();
        for text in typed
            .iter()
            .map(|text| text.trim())
            .filter(|text| !text.is_empty())
        {
            let host = Host::parse(text.trim_end_matches('.'))
                .ok()
                .map(|host| host.to_string());
            let host = host
                .filter(|host| host.len() <= HOST_LENGTH_MAX && !host.is_empty() && !host.contains('*'))
                .ok_or_else(|| format!("‘{text}’ is not a host such as example.org"))?;
            if hosts.contains(&host) {
                continue;
            }
            if hosts.len() == HOSTS_MAX {
                return Err(format!("At most {HOSTS_MAX} hosts are possible"));
            }
            hosts.push(host);
        }
        Ok(Self(hosts))
    }

    /// The hosts: names in lower case, those in other scripts in their ASCII form.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Whether a host or one that it is a subdomain of is in the list.
    pub(super) fn covers(&self, host: &str) -> bool {
        self.0.iter().any(|listed| {
            let subdomain = host.strip_suffix(&**listed);
            subdomain.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(hosts: &[&str]) -> Result<HostList, String> {
        let hosts: Vec<String> = hosts.iter().map(|&host| host.to_owned()).collect();
        HostList::parse(&hosts)
    }

    #[test]
    fn covers_hosts_and_their_subdomains() {
        let list = list(&[
            " Spam.Example. ",
            "bücher.example",
            "",
            "spam.example",
            "10.0.0.1",
        ])
        .unwrap();
        assert_eq!(
            list.as_slice(),
            ["spam.example", "xn--bcher-kva.example", "10.0.0.1"]
        );
        for (host, is_covered) in [
            ("spam.example", true),
            ("a.b.spam.example", true),
            ("notspam.example", false),
            ("spam.example.org", false),
            ("example", false),
            ("xn--bcher-kva.example", true),
            ("10.0.0.1", true),
        ] {
            assert_eq!(list.covers(host), is_covered, "{host}");
        }
    }

    #[test]
    fn rejects_what_is_no_host() {
        for host in [
            "https://a.org",
            "a.org/b",
            "*.a.org",
            "a b.org",
            "a@b.org",
            "a.org:80",
        ] {
            assert!(list(&[host]).is_err(), "{host}");
        }
        let hosts: Vec<String> = (0..1_001).map(|number| format!("host{number}.example")).collect();
        assert!(HostList::parse(&hosts[..1_000]).is_ok());
        assert!(HostList::parse(&hosts).is_err());
    }
}
