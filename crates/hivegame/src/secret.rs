//! Passwords and tokens.

use std::fmt;

/// A password or token, which no log and no error shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text secret, without the line ending that a file has.
    pub fn new(text: &str) -> Self {
        Self(text.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// The secret itself, only for sending.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// How a bot signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credentials {
    /// With the password of its account.
    Password(Secret),
    /// With a personal token of the account, which the site has given out.
    Token(Secret),
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_not_shown() {
        let secret = Secret::new("hunter2\r\n");
        assert_eq!(format!("{secret:?}"), "(secret)");
        assert_eq!(secret.reveal(), "hunter2");
    }
}
