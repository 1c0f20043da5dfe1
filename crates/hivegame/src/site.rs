//! The address of the site.

use std::net::IpAddr;
use std::str::FromStr;

use serde::Deserialize;

/// Where the site is: `https://hivegame.com`, or `http://` on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Site {
    /// Whether it speaks TLS.
    pub(crate) is_secure: bool,
    /// The name, or the address without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// Why an address is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteError {
    /// It does not have the expected form.
    #[error("expected an address such as `https://hivegame.com`, found `{0}`")]
    Form(String),
    /// Passwords would be sent in the clear.
    #[error("expected `https://`: without TLS only this machine (localhost, 127.0.0.1) is allowed")]
    Insecure,
}

impl Default for Site {
    fn default() -> Self {
        Self { is_secure: true, host: "hivegame.com".to_owned(), port: 443 }
    }
}

impl Site {
    #[cfg(feature = "network")]
    pub(crate) fn http(&self, path: &str) -> String {
        format!("http{}://{}{path}", if self.is_secure { "s" } else { "" }, self.authority())
    }

    #[cfg(feature = "network")]
    pub(crate) fn socket(&self) -> String {
        let secure = if self.is_secure { "s" } else { "" };
        format!("ws{secure}://{}/ws/?format=json", self.authority())
    }

    #[cfg(feature = "network")]
    fn authority(&self) -> String {
        let Self { host, port, .. } = self;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }

    fn is_loopback(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
    }
}

impl FromStr for Site {
    type Err = SiteError;

    fn from_str(text: &str) -> Result<Self, SiteError> {
        let wrong = || SiteError::Form(text.chars().take(80).collect());
        let (is_secure, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://"))
        {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(wrong()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, port)) => (host, port.strip_prefix(':')),
            None => match rest.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (rest, None),
            },
        };
        let port = match port {
            Some(port) => port.parse().map_err(|_| wrong())?,
            None if is_secure => 443,
            None => 80,
        };
        let is_name = |it: char| it.is_ascii_alphanumeric() || ['.', '-', ':'].contains(&it);
        if host.is_empty() || !host.chars().all(is_name) {
            return Err(wrong());
        }
        let site = Self { is_secure, host: host.to_ascii_lowercase(), port };
        if site.is_secure || site.is_loopback() { Ok(site) } else { Err(SiteError::Insecure) }
    }
}

impl TryFrom<String> for Site {
    type Error = SiteError;

    fn try_from(text: String) -> Result<Self, SiteError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_needs_no_tls() {
        for text in ["https://hivegame.com", "https://hivegame.com/", "https://10.0.0.2:8443"] {
            assert!(text.parse::<Site>().unwrap().is_secure, "{text}");
        }
        for text in ["http://localhost:3000", "http://127.0.0.1:80", "http://[::1]:8080/"] {
            assert!(!text.parse::<Site>().unwrap().is_secure, "{text}");
        }
        for text in ["http://hivegame.com", "http://127.0.0.1.example.org", "http://10.0.0.2"] {
            assert_eq!(text.parse::<Site>(), Err(SiteError::Insecure), "{text}");
        }
        for text in ["", "hivegame.com", "https://", "https://me:pw@hivegame.com", "https://a/b"] {
            assert!(matches!(text.parse::<Site>(), Err(SiteError::Form(_))), "{text}");
        }
    }

    #[cfg(feature = "network")]
    #[test]
    fn the_socket_asks_for_json() {
        assert_eq!(Site::default().socket(), "wss://hivegame.com:443/ws/?format=json");
        let here: Site = "http://[::1]:8080".parse().unwrap();
        assert_eq!(here.http("/api"), "http://[::1]:8080/api");
    }
}
