//! Signing in.

use serde_json::json;

use super::http::Http;
use crate::secret::Secret;

/// The account of a bot.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) email: String,
    pub(super) password: Secret,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub(super) enum LinkError {
    /// The site refuses the account; a retry is pointless.
    #[error("{0}")]
    Refused(String),
    /// The token has expired, or the account lacks a right.
    #[error("the site does not take the token")]
    Expired,
    /// A problem that may be gone at the next attempt.
    #[error("{0}")]
    Lost(String),
}

impl Account {
    /// A fresh token.
    pub(super) fn token(&self, http: &Http) -> Result<Secret, LinkError> {
        let body = json!({ "email": self.email, "password": self.password.reveal() });
        let answer = http
            .post("/api/v1/auth/token", None, &body)
            .map_err(|error| LinkError::Lost(format!("no token: {error}")))?;
        let token = answer.body.pointer("/data/token").and_then(|it| it.as_str());
        match (answer.status.as_u16(), token) {
            (200, Some(token)) => Ok(Secret::new(token)),
            (400 | 401 | 403, _) => Err(LinkError::Refused(answer.complaint())),
            _ => Err(LinkError::Lost(format!("no token: {}", answer.complaint()))),
        }
    }
}
