//! Whose certificates are trusted.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::NetworkError;

/// The authorities of browsers, or those of the operator instead.
#[derive(Clone, Debug, Default)]
pub(super) struct Trust(Option<Vec<CertificateDer<'static>>>);

impl Trust {
    /// The authorities in a file of PEM; without one those of browsers.
    pub(super) fn read(file: Option<&Path>) -> Result<Self, NetworkError> {
        let Some(path) = file else { return Ok(Self::default()) };
        let wrong = |reason: String| NetworkError::Authorities { path: path.to_owned(), reason };
        let certificates: Vec<_> = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| wrong(error.to_string()))?;
        if certificates.is_empty() {
            return Err(wrong("there is none".to_owned()));
        }
        let trust = Self(Some(certificates));
        trust.roots().map_err(|error| wrong(error.to_string()))?;
        Ok(trust)
    }

    pub(super) fn of_requests(&self) -> TlsConfig {
        let roots = match &self.0 {
            Some(certificates) => {
                RootCerts::from(certificates.iter().map(|it| Certificate::from_der(it).to_owned()))
            }
            None => RootCerts::WebPki,
        };
        TlsConfig::builder().root_certs(roots).build()
    }

    pub(super) fn of_socket(&self) -> Result<ClientConfig, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        Ok(ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(self.roots()?)
            .with_no_client_auth())
    }

    fn roots(&self) -> Result<RootCertStore, rustls::Error> {
        let mut roots = RootCertStore::empty();
        match &self.0 {
            Some(certificates) => {
                certificates.iter().try_for_each(|it| roots.add(it.clone()))?;
            }
            None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        }
        Ok(roots)
    }
}
