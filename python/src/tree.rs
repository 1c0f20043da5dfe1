//! The search tree of one game: PUCT with virtual losses and proofs, whose leaves are judged
//! elsewhere, many at once.
//!
//! Points are from 0 to 1. A node has those of the player who moved to it, so that a player who
//! chooses among the moves of a node looks at those of the nodes below as they are.

#![expect(clippy::cast_precision_loss, reason = "visits are far below what a float counts")]

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Gamma};
use waggle_hive_core::rules::{Direction, Game, Hex, Move, Outcome, Piece, Position};

use crate::actions;
use crate::batch::End;

/// What a search does, for all its trees.
pub(crate) struct Settings {
    pub(crate) end: End,
    /// The weight of the policy against the points that were found.
    pub(crate) exploration: f32,
    /// The share of noise in the policy at the root.
    pub(crate) noise: f32,
    /// How even the noise is: divided by the number of moves, the parameter of its distribution.
    pub(crate) evenness: f32,
    /// How much a point weighs in the policy that a search improves; without it, the visits count.
    pub(crate) scale: Option<f32>,
}

/// Of a move that was not looked at yet, this much less is expected than of the node, times the
/// square root of the policy's share of the moves that were.
const UNVISITED: f32 = 0.15;

const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its moves are not known yet.
    New,
    /// It waits for its judgment.
    Pending,
    /// Its moves and their policy are known.
    Expanded,
    /// The result with best play is known: these half points of the player who moved to it.
    Proven(u8),
}

#[derive(Clone)]
struct Node {
    /// Its moves, if they are known.
    first: u32,
    count: u16,
    state: State,
    /// Leaves below it, itself included, that wait for their judgment.
    in_flight: u32,
    visits: u32,
    /// The sum over the visits.
    points: f32,
}

impl Node {
    const NEW: Self =
        Self { first: 0, count: 0, state: State::New, in_flight: 0, visits: 0, points: 0.0 };

    fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    fn proven(&self) -> Option<u8> {
        match self.state {
            State::Proven(half_points) => Some(half_points),
            _ => None,
        }
    }

    /// The mean points; what waits counts as lost, so that the next leaf is another one.
    fn mean(&self) -> f32 {
        match self.proven() {
            Some(half_points) => f32::from(half_points) / 2.0,
            None => self.points / (self.visits + self.in_flight).max(1) as f32,
        }
    }
}

#[derive(Clone)]
struct Edge {
    prior: f32,
    node: u32,
    mv: Move,
}

/// A node that waits for its judgment.
struct Leaf {
    node: u32,
    /// The edges that lead to it.
    path: Vec<u32>,
    /// Where the names of its moves are.
    names: Range<usize>,
}

/// The tree of a game.
pub(crate) struct Tree {
    /// The game to the root.
    game: Game,
    /// The first is the root.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Noise for each move of the root, once it is drawn.
    noise: Vec<f32>,
    random: ChaCha8Rng,
    leaves: Vec<Leaf>,
    /// The edges of the leaves, each with the actions that name its move.
    names: Vec<(u32, u16)>,
    moves: Vec<Move>,
}

impl Tree {
    pub(crate) fn new(game: Game, seed: u64, number: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        Self {
            game,
            nodes: vec![Node::NEW],
            edges: vec![],
            noise: vec![],
            random,
            leaves: vec![],
            names: vec![],
            moves: vec![],
        }
    }

    /// Brings the root to where a game now is; what is known of the moves after it is kept.
    pub(crate) fn follow(&mut self, game: &Game) {
        self.give_up();
        let known = self.game.moves().len();
        let goes_on = game.moves().len() >= known
            && game.game_type() == self.game.game_type()
            && game.start() == self.game.start()
            && self.game.moves().eq(game.moves().take(known));
        if goes_on {
            game.moves().skip(known).for_each(|mv| self.descend(mv));
        } else {
            self.game = game.clone();
            self.plant(vec![Node::NEW], vec![]);
        }
    }

    fn plant(&mut self, nodes: Vec<Node>, edges: Vec<Edge>) {
        self.nodes = nodes;
        self.edges = edges;
        self.noise.clear();
    }

    /// Makes the node after a move the root.
    fn descend(&mut self, mv: Move) {
        self.game.play_unchecked(mv);
        let below = self.edges[self.nodes[0].edges()].iter().find(|edge| edge.mv == mv);
        let Some(top) = below.map(|edge| edge.node).filter(|&node| node != NO_NODE) else {
            return self.plant(vec![Node::NEW], vec![]);
        };
        let (mut nodes, mut edges) = (vec![self.nodes[top as usize].clone()], vec![]);
        let mut next = 0;
        while next < nodes.len() {
            let range = nodes[next].edges();
            nodes[next].first = edges.len() as u32;
            for edge in &self.edges[range] {
                let mut edge = edge.clone();
                if edge.node != NO_NODE {
                    nodes.push(self.nodes[edge.node as usize].clone());
                    edge.node = nodes.len() as u32 - 1;
                }
                edges.push(edge);
            }
            next += 1;
        }
        self.plant(nodes, edges);
    }

    /// Forgets leaves that were not judged.
    fn give_up(&mut self) {
        for leaf in std::mem::take(&mut self.leaves) {
            self.nodes[leaf.node as usize].state = State::New;
            self.nodes[leaf.node as usize].count = 0;
            self.land(&leaf.path);
        }
    }

    /// Takes back the virtual losses on a path.
    fn land(&mut self, path: &[u32]) {
        self.nodes[0].in_flight -= 1;
        for &edge in path {
            let node = self.edges[edge as usize].node;
            self.nodes[node as usize].in_flight -= 1;
        }
    }

    /// Finds leaves to be judged, at most so many, until the root has so many visits with them.
    pub(crate) fn select(&mut self, most: usize, visits: u32, settings: &Settings) {
        if settings.end.has_come(&self.game) {
            return;
        }
        self.draw_noise(settings);
        while self.leaves.len() < most && self.nodes[0].proven().is_none() {
            let root = &self.nodes[0];
            if root.visits + root.in_flight >= visits {
                return;
            }
            let mut path = vec![];
            let node = self.walk(&mut path, settings);
            match self.nodes[node as usize].state {
                State::New => {
                    self.nodes[node as usize].state = State::Pending;
                    self.leaves.push(Leaf { node, path, names: 0..0 });
                }
                State::Proven(half_points) => {
                    self.land(&path);
                    self.back_up(&path, f32::from(half_points) / 2.0);
                    self.prove(&path);
                }
                // All that is worth a look is looked at already.
                State::Pending | State::Expanded => return self.land(&path),
            }
        }
    }

    /// Goes down to a node that is not expanded, with a virtual loss on the way.
    fn walk(&mut self, path: &mut Vec<u32>, settings: &Settings) -> u32 {
        let mut node = 0;
        self.nodes[0].in_flight += 1;
        while self.nodes[node as usize].state == State::Expanded {
            let edge = self.best_edge(node, settings);
            path.push(edge as u32);
            self.game.play_unchecked(self.edges[edge].mv);
            node = self.edges[edge].node;
            if node == NO_NODE {
                node = self.nodes.len() as u32;
                self.edges[edge].node = node;
                let mut new = Node::NEW;
                if settings.end.has_come(&self.game) {
                    new.state = State::Proven(half_points(&self.game));
                }
                self.nodes.push(new);
            }
            self.nodes[node as usize].in_flight += 1;
        }
        for _ in 0..path.len() {
            self.game.undo();
        }
        node
    }

    /// The move of a node with the highest sum of its points and what the policy adds.
    fn best_edge(&self, node: u32, settings: &Settings) -> usize {
        let noise = if node == 0 { self.noise.as_slice() } else { &[] };
        let node = &self.nodes[node as usize];
        let edges = &self.edges[node.edges()];
        let visited: f32 =
            edges.iter().filter(|edge| edge.node != NO_NODE).map(|edge| edge.prior).sum();
        // Without virtual losses, which would make every move look better than it is.
        let mean = 1.0 - node.points / node.visits.max(1) as f32;
        let unvisited = (mean - UNVISITED * visited.sqrt()).max(0.0);
        let scale = settings.exploration * ((node.visits + node.in_flight) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, node.first as usize);
        for (index, edge) in edges.iter().enumerate() {
            let mut prior = edge.prior;
            if let Some(noise) = noise.get(index) {
                prior += settings.noise * (noise - prior);
            }
            let score = if edge.node == NO_NODE {
                unvisited + scale * prior
            } else {
                let child = &self.nodes[edge.node as usize];
                if child.proven() == Some(0) {
                    continue;
                }
                child.mean() + scale * prior / (1 + child.visits + child.in_flight) as f32
            };
            if score > best.0 {
                best = (score, node.first as usize + index);
            }
        }
        best.1
    }

    /// Draws noise for the moves of a new root.
    fn draw_noise(&mut self, settings: &Settings) {
        let count = usize::from(self.nodes[0].count);
        if settings.noise <= 0.0 || !self.noise.is_empty() || count == 0 {
            return;
        }
        let Ok(gamma) = Gamma::new(settings.evenness / count as f32, 1.0) else { return };
        let drawn: Vec<f32> = (0..count).map(|_| gamma.sample(&mut self.random)).collect();
        let sum: f32 = drawn.iter().sum();
        if sum > 0.0 {
            self.noise = drawn.into_iter().map(|noise| noise / sum).collect();
        }
    }

    /// The leaves that wait for their judgment.
    pub(crate) fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Lists the moves of the leaves; `write` gets the position of each and the actions that name its
    /// moves.
    pub(crate) fn list(&mut self, mut write: impl FnMut(&Position, &[(u32, u16)])) {
        self.names.clear();
        let mut leaves = std::mem::take(&mut self.leaves);
        for leaf in &mut leaves {
            for &edge in &leaf.path {
                self.game.play_unchecked(self.edges[edge as usize].mv);
            }
            let position = self.game.position();
            self.moves.clear();
            position.moves_into(&mut self.moves);
            let first = self.names.len();
            let node = &mut self.nodes[leaf.node as usize];
            node.first = self.edges.len() as u32;
            node.count = self.moves.len() as u16;
            for &mv in &self.moves {
                let edge = self.edges.len() as u32;
                actions::each_of(position, mv, |name| self.names.push((edge, name)));
                self.edges.push(Edge { prior: 0.0, node: NO_NODE, mv });
            }
            leaf.names = first..self.names.len();
            write(position, &self.names[first..]);
            if let Some(gap) = last_liberty(position) {
                self.prove_wins(leaf.node, gap);
            }
            for _ in &leaf.path {
                self.game.undo();
            }
        }
        self.leaves = leaves;
    }

    /// Proves moves of a listed node to the last liberty of the opponent's queen that win.
    fn prove_wins(&mut self, node: u32, gap: Hex) {
        for edge in self.nodes[node as usize].edges() {
            let mv = self.edges[edge].mv;
            if !matches!(mv, Move::To { hex, .. } if hex == gap) {
                continue;
            }
            self.game.play_unchecked(mv);
            let wins = half_points(&self.game) == 2;
            self.game.undo();
            if wins {
                self.edges[edge].node = self.nodes.len() as u32;
                self.nodes.push(Node { state: State::Proven(2), ..Node::NEW });
                self.nodes[node as usize].state = State::Proven(0);
            }
        }
    }

    /// Takes the judgments of the leaves: for each the points of its player to move, and the
    /// logarithms of the policy for all actions, if there are any. The number of the leaf whose policy
    /// has no number for any move is an error.
    pub(crate) fn expand(&mut self, points: &[f32], logits: Option<&[f32]>) -> Result<(), usize> {
        let leaves = std::mem::take(&mut self.leaves);
        let mut wrong = None;
        for (number, leaf) in leaves.into_iter().enumerate() {
            let edges = self.nodes[leaf.node as usize].edges();
            let even = 1.0 / edges.len().max(1) as f32;
            self.edges[edges].iter_mut().for_each(|edge| edge.prior = even);
            if let Some(logits) = logits {
                let row = &logits[number * actions::COUNT..][..actions::COUNT];
                if !weigh(&mut self.edges, row, &self.names[leaf.names]) {
                    wrong.get_or_insert(number);
                }
            }
            self.land(&leaf.path);
            let node = &mut self.nodes[leaf.node as usize];
            if node.proven().is_some() {
                self.back_up(&leaf.path, 0.0);
                self.prove(&leaf.path);
            } else {
                node.state = State::Expanded;
                self.back_up(&leaf.path, 1.0 - points[number]);
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// Counts a visit on a path: the points are those of the player who moved to its end.
    fn back_up(&mut self, path: &[u32], mut points: f32) {
        let ends = path.iter().rev().map(|&edge| self.edges[edge as usize].node);
        for node in ends.chain([0]) {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.points += points;
            points = 1.0 - points;
        }
    }

    /// Proves what follows from the proof of the last node of a path.
    fn prove(&mut self, path: &[u32]) {
        let above = path.iter().rev().skip(1).map(|&edge| self.edges[edge as usize].node);
        for node in above.chain([0]) {
            let proofs = self.edges[self.nodes[node as usize].edges()].iter().map(|edge| {
                (edge.node != NO_NODE).then(|| self.nodes[edge.node as usize].proven()).flatten()
            });
            // The best of what is proven, and whether all is.
            let (best, all) = proofs.fold((0, true), |(best, all), proof| {
                (proof.unwrap_or(0).max(best), all && proof.is_some())
            });
            if best < 2 && !all {
                return;
            }
            self.nodes[node as usize].state = State::Proven(2 - best);
        }
    }

    /// The visits of the root.
    pub(crate) fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// The points that the player to move may expect; not a number if that was not searched.
    pub(crate) fn points(&self) -> f32 {
        let root = &self.nodes[0];
        match root.proven() {
            Some(half_points) => 1.0 - f32::from(half_points) / 2.0,
            None => 1.0 - root.points / root.visits as f32,
        }
    }

    /// How good each move of the root is, as shares of 1: those of the visits, or of the policy that the
    /// points improve. Proven wins share all, and what is proven to lose gets nothing if there is anything
    /// else. Without a search there are none.
    pub(crate) fn shares(&self, scale: Option<f32>) -> Vec<(Move, f32)> {
        let edges = &self.edges[self.nodes[0].edges()];
        let node = |edge: &Edge| self.nodes.get(edge.node as usize);
        let proof = |edge: &Edge| node(edge).and_then(Node::proven);
        let visits = |edge: &Edge| node(edge).map_or(0.0, |node| node.visits as f32);
        // As Gumbel AlphaZero has it: a move that was not looked at has the points of the position.
        let mean = self.points();
        let points = |edge: &Edge| {
            let seen = node(edge).filter(|node| node.visits > 0 || node.proven().is_some());
            seen.map_or(mean, Node::mean)
        };
        let most = edges.iter().map(points).fold(0.0, f32::max);
        let weighings: [&dyn Fn(&Edge) -> f32; 5] = [
            &|edge| f32::from(u8::from(proof(edge) == Some(2))),
            &|edge| match scale {
                Some(scale) if proof(edge) != Some(0) => {
                    edge.prior * (scale * (points(edge) - most)).exp()
                }
                _ => 0.0,
            },
            &|edge| if proof(edge) == Some(0) { 0.0 } else { visits(edge) },
            &visits,
            &|edge| edge.prior,
        ];
        let (mut weights, mut sum): (Vec<f32>, f32) = (vec![], 0.0);
        for weight in weighings {
            weights = edges.iter().map(weight).collect();
            sum = weights.iter().sum();
            if sum > 0.0 {
                break;
            }
        }
        edges.iter().zip(weights).map(|(edge, weight)| (edge.mv, weight / sum)).collect()
    }

    /// A move of the root: with temperature 0 the one with the largest share, otherwise one drawn by
    /// the shares to the power of the inverse temperature.
    pub(crate) fn choose(&mut self, temperature: f64, scale: Option<f32>) -> Option<Move> {
        let shares = self.shares(scale);
        let mut best = shares.first().copied()?;
        for &(mv, share) in &shares {
            if share > best.1 {
                best = (mv, share);
            }
        }
        // Relative to the largest, so that a low temperature leaves something.
        let weight = |share: f32| f64::from(share / best.1).powf(1.0 / temperature);
        let sum: f64 = shares.iter().map(|&(_, share)| weight(share)).sum();
        if temperature <= 0.0 || !sum.is_finite() {
            return Some(best.0);
        }
        let mut left = self.random.random_range(0.0..sum);
        for &(mv, share) in &shares {
            left -= weight(share);
            if left < 0.0 {
                return Some(mv);
            }
        }
        Some(best.0)
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }
}

/// Gives edges the shares of the actions that name their moves; not if no share is a number above 0.
fn weigh(edges: &mut [Edge], logits: &[f32], names: &[(u32, u16)]) -> bool {
    let logit = |name: u16| logits[usize::from(name)];
    let most = names.iter().map(|&(_, name)| logit(name)).fold(f32::NEG_INFINITY, f32::max);
    let weights = || names.iter().map(|&(edge, name)| (edge as usize, (logit(name) - most).exp()));
    let sum: f32 = weights().map(|(_, weight)| weight).sum();
    let is_number = sum.is_finite() && sum > 0.0;
    if is_number {
        for &(edge, _) in names {
            edges[edge as usize].prior = 0.0;
        }
        weights().for_each(|(edge, weight)| edges[edge].prior += weight / sum);
    }
    is_number
}

/// The only free hex around the queen of the player who is not to move.
fn last_liberty(position: &Position) -> Option<Hex> {
    let queen = position.hex_of(Piece::queen(position.side_to_move().other()))?;
    let mut around = Direction::ALL.into_iter().map(|direction| queen.neighbor(direction));
    let is_last = position.ring(queen).count_ones() == 5;
    around.find(|&hex| is_last && position.top(hex).is_none())
}

/// The half points of the player who made the last move of a game that is over.
fn half_points(game: &Game) -> u8 {
    let mover = game.position().side_to_move().other();
    match game.outcome() {
        Some(Outcome::Win(winner)) if winner == mover => 2,
        Some(Outcome::Win(_)) => 0,
        Some(Outcome::Draw) | None => 1,
    }
}
