//! Signing in.

use serde_json::json;

use super::http::{Answer, Http, HttpError};
use crate::secret::{Credentials, Secret};

#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) email: String,
    pub(super) credentials: Credentials,
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
    /// A personal token, or else a fresh one.
    pub(super) fn token(&self, http: &Http) -> Result<Secret, LinkError> {
        let password = match &self.credentials {
            Credentials::Token(token) => return Ok(token.clone()),
            Credentials::Password(password) => password.reveal(),
        };
        let body = json!({ "email": self.email, "password": password });
        let answer = http.post("/api/v1/auth/token", None, &body);
        said(answer, "/data/token").map(|token| Secret::new(&token))
    }

    /// The name that belongs to a personal token; `None` without one.
    pub(super) fn name(&self, http: &Http) -> Result<Option<String>, LinkError> {
        let Credentials::Token(token) = &self.credentials else { return Ok(None) };
        said(http.get("/api/v1/auth/whoami", token), "/data/username").map(Some)
    }
}

/// A text in the answer about an account.
fn said(answer: Result<Answer, HttpError>, place: &str) -> Result<String, LinkError> {
    let answer = answer.map_err(|error| LinkError::Lost(format!("no token: {error}")))?;
    let text = answer.body.pointer(place).and_then(|text| text.as_str());
    match (answer.status.as_u16(), text) {
        (200, Some(text)) => Ok(text.to_owned()),
        (400 | 401 | 403, _) => Err(LinkError::Refused(answer.complaint())),
        _ => Err(LinkError::Lost(format!("no token: {}", answer.complaint()))),
    }
}
