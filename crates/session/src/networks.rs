//! The networks that a session can choose from, by name.

use std::sync::Arc;

use waggle_hive_engine::eval::Network;

/// The built-in network and those of files, each with its name: viewers know no paths. Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Networks(Arc<Vec<(String, Network)>>);

impl Default for Networks {
    fn default() -> Self {
        Self(Arc::new(vec![("BuiltIn".to_owned(), Network::default())]))
    }
}

impl Networks {
    /// Adds a network of a file whose name, without its ending, is this. A name that is taken gets a number.
    pub fn add(&mut self, name: &str, network: Network) {
        let kept = |letter: char| !letter.is_whitespace() && !letter.is_control() && letter != ';';
        let name: String = name.chars().map(|it| if kept(it) { it } else { '_' }).collect();
        let numbered = (2..).map(|number: u32| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let name = names.find(|name| !name.is_empty() && self.find(name).is_none());
        Arc::make_mut(&mut self.0).push((name.unwrap_or_default(), network));
    }

    /// The network with this index.
    pub fn of(&self, index: usize) -> Network {
        self.0.get(index).map(|(_, network)| network.clone()).unwrap_or_default()
    }

    /// The index of a network by its name, in any case.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.names().position(|known| known.eq_ignore_ascii_case(name))
    }

    /// All names and networks, the built-in one first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Network)> {
        self.0.iter().map(|(name, network)| (name.as_str(), network))
    }

    pub(super) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }
}
