//! Reading documents: what does not fit the type is an error that names the field.

use serde::de::DeserializeOwned;
use waggle_hive_core::text::{json_fault, shortened};

/// Why a text is not the expected document, such as ``players.white: missing field `accuracy` ``.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DocumentError(String);

/// Reads a document.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, DocumentError> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let document = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let is_data = error.inner().is_data();
        let reason = json_fault(&error.inner().to_string(), is_data);
        match error.path().to_string() {
            path if is_data && path != "." => {
                DocumentError(shortened(&format!("{path}: {reason}")))
            }
            _ => DocumentError(shortened(&reason)),
        }
    })?;
    reader.end().map_err(|error| DocumentError(json_fault(&error.to_string(), false)))?;
    Ok(document)
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::super::{Format, Json, pairs};
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[serde(deserialize_with = "Option::deserialize")]
        accuracy: Option<f64>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        format: Format,
        #[serde(with = "pairs")]
        tags: Vec<(String, String)>,
        white: Inner,
    }

    #[test]
    fn what_is_written_is_read_and_keeps_its_order() {
        let tags = vec![("b".to_owned(), "1".to_owned()), ("a".to_owned(), "2".to_owned())];
        let document = Outer { format: Format, tags, white: Inner { accuracy: None } };
        let text = Json(&document).to_string();
        assert_eq!(text, r#"{"format":1,"tags":{"b":"1","a":"2"},"white":{"accuracy":null}}"#);
        assert_eq!(read::<Outer>(text.as_bytes()), Ok(document));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let error = |white: &str, format: u32| {
            let text = format!(r#"{{"format":{format},"tags":{{}},"white":{white}}}"#);
            read::<Outer>(text.as_bytes()).unwrap_err().to_string()
        };
        assert_eq!(error("{}", 1), "white: missing field `accuracy`");
        assert_eq!(
            error(r#"{"accuracy":null,"loss":1}"#, 1),
            "white.loss: unknown field `loss`, expected `accuracy`"
        );
        assert_eq!(
            error(r#"{"accuracy":"x"}"#, 1),
            "white.accuracy: invalid type: string \"x\", expected a number"
        );
        assert_eq!(error("{}", 2), "format: expected format 1, found 2");
        assert!(read::<Outer>(b"{").unwrap_err().to_string().starts_with("expected JSON"));
    }
}
