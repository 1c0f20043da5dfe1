//! Requests over HTTP.

use std::time::Duration;

use serde_json::Value;
use ureq::http::StatusCode;

use super::trust::Trust;
use crate::secret::Secret;
use crate::site::Site;

const TIMEOUT: Duration = Duration::from_secs(15);
/// The maximum bytes of an answer.
const MAX_BYTES: u64 = 8 << 20;

pub(super) const USER_AGENT: &str = concat!("waggle/", env!("CARGO_PKG_VERSION"));

/// A client of the site.
#[derive(Clone, Debug)]
pub(super) struct Http {
    agent: ureq::Agent,
    site: Site,
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    /// The body; `Null` if it is not JSON.
    pub(super) body: Value,
}

/// Why there is no answer, without secrets.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct HttpError(String);

impl Http {
    pub(super) fn new(site: &Site, trust: &Trust) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .https_only(site.is_secure)
            .tls_config(trust.of_requests())
            .user_agent(USER_AGENT)
            .build();
        Self { agent: config.into(), site: site.clone() }
    }

    pub(super) fn get(&self, path: &str, bearer: &Secret) -> Result<Answer, HttpError> {
        let request = self.agent.get(self.site.http(path));
        answer(request.header("Authorization", bearer_of(bearer)).call())
    }

    pub(super) fn delete(&self, path: &str, bearer: &Secret) -> Result<Answer, HttpError> {
        let request = self.agent.delete(self.site.http(path));
        answer(request.header("Authorization", bearer_of(bearer)).call())
    }

    pub(super) fn post(
        &self,
        path: &str,
        bearer: Option<&Secret>,
        body: &Value,
    ) -> Result<Answer, HttpError> {
        let mut request = self.agent.post(self.site.http(path));
        if let Some(bearer) = bearer {
            request = request.header("Authorization", bearer_of(bearer));
        }
        answer(request.send_json(body))
    }
}

pub(super) fn bearer_of(secret: &Secret) -> String {
    format!("Bearer {}", secret.reveal())
}

fn answer(
    sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Answer, HttpError> {
    let mut response = sent.map_err(|error| HttpError(error.to_string()))?;
    let text = response
        .body_mut()
        .with_config()
        .limit(MAX_BYTES)
        .read_to_string()
        .map_err(|error| HttpError(error.to_string()))?;
    Ok(Answer { status: response.status(), body: serde_json::from_str(&text).unwrap_or_default() })
}

impl Answer {
    /// The site's description of the error.
    pub(super) fn complaint(&self) -> String {
        let data = self.body.get("data");
        let said = ["message", "error"].iter().find_map(|field| data?.get(field)?.as_str());
        let said = said.or_else(|| self.body.as_str()).unwrap_or_default();
        let said: String = said.chars().take(200).collect();
        format!("{} {said}", self.status.as_u16()).trim_end().to_owned()
    }
}
