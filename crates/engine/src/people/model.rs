//! The model: a network and what is known of its origin.

use waggle_hive_core::rules::{Game, GameType, Move};

use std::sync::OnceLock;

use super::file::{self, ModelError};
use super::inputs::Inputs;
use super::network::Network;

static OWN: OnceLock<Model> = OnceLock::new();

/// A model of people's moves.
///
/// ```
/// use waggle_hive_core::rules::{Game, GameType};
/// use waggle_hive_engine::people::{Model, ModelError, Network};
///
/// let model = Model::new(Network::zero(), "nothing learned");
/// let chances = model.probabilities(&Game::new(GameType::MLP));
/// // Seven bugs may begin, and the model prefers none.
/// assert_eq!(chances.len(), 7);
/// assert!((chances[0].1 - 1.0 / 7.0).abs() < 1e-6);
/// assert_eq!(Model::from_bytes(b"anything"), Err(ModelError::NotAModel));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    network: Network,
    origin: String,
}

impl Model {
    /// A model with this network; `origin` says how it was trained.
    pub fn new(network: Network, origin: &str) -> Self {
        Self { network, origin: origin.to_owned() }
    }

    /// The model that is part of the program; without the feature `own-people`, the one that [became](Self::become_own)
    /// it, if any.
    pub fn own() -> Option<&'static Self> {
        #[cfg(feature = "own-people")]
        OWN.get_or_init(|| {
            // A test reads it.
            Self::from_bytes(include_bytes!("own.people")).unwrap_or_default()
        });
        OWN.get()
    }

    /// Makes it the program's own, if there is none: a page loads it when it is needed.
    pub fn become_own(self) {
        let _ = OWN.set(self); // The first one stays.
    }

    /// The same model with another origin.
    #[must_use]
    pub fn with_origin(self, origin: &str) -> Self {
        Self { origin: origin.to_owned(), ..self }
    }

    /// Reads a model from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (network, origin) = file::from_bytes(bytes)?;
        Ok(Self { network, origin })
    }

    /// The bytes of a file with this model. The weights are rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(&self.network, &self.origin)
    }

    /// How it was trained.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether games of this type were learned. For others the model is an extrapolation.
    pub fn knows(game_type: GameType) -> bool {
        game_type == GameType::MLP
    }

    /// How likely a person plays each legal move, in the order of
    /// [`legal_moves`](waggle_hive_core::rules::Position::legal_moves); none if the game is over.
    ///
    /// Moves that differ only by a symmetry of the hive are equally likely.
    pub fn probabilities(&self, game: &Game) -> Vec<(Move, f64)> {
        let inputs = Inputs::of(game);
        let chances = self.chances(&inputs);
        inputs.moves.into_iter().zip(chances).collect()
    }

    /// The same for inputs that are known, without the moves.
    pub fn chances(&self, inputs: &Inputs) -> Vec<f64> {
        softmax(&self.network.logits(inputs))
    }
}

/// Makes probabilities of their logarithms.
pub fn softmax(logits: &[f32]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let odds: Vec<f64> = logits.iter().map(|it| f64::from(it - most).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.into_iter().map(|it| it / sum).collect()
}
