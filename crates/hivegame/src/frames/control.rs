//! Resigning, draws and takebacks.

use serde::{Deserialize, Serialize};
use waggle_hive_engine::document::Side;

/// An offer, a request or an answer, with the color of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the words of the site")]
pub enum Control {
    Abort(Side),
    Resign(Side),
    DrawOffer(Side),
    DrawAccept(Side),
    DrawReject(Side),
    TakebackRequest(Side),
    TakebackAccept(Side),
    TakebackReject(Side),
}
