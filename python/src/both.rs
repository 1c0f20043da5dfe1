//! What `Position` and `Game` have in common: methods of the current position.

/// Adds these methods to a class that has `rules`, its position, `as_game`, a game that ends with it,
/// and `objection_to` a move.
macro_rules! methods_of_both {
    ($class:ty) => {
        #[pymethods]
        impl $class {
            /// The game type, such as ``Base+MLP``.
            #[getter]
            fn game_type(&self) -> String {
                self.rules().game_type().to_string()
            }

            /// The side to move.
            #[getter]
            fn side_to_move(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                $crate::vocabulary::color(py, self.rules().side_to_move())
            }

            /// The number of plies played, including passes.
            #[getter]
            fn ply(&self) -> u16 {
                self.rules().ply()
            }

            /// The outcome on the board, ``None`` while the game is in progress.
            #[getter]
            fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
                $crate::vocabulary::outcome(py, self.rules().outcome())
            }

            /// All legal moves: empty if the game is over, only a pass if there is no other move.
            fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                Move::list(py, self.rules(), self.rules().legal_moves().into_iter())
            }

            /// Whether a move is legal now. Text that is not a move is not legal.
            fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
                match Move::of_argument(self.rules(), r#move) {
                    Ok(mv) => Ok(self.objection_to(mv).is_none()),
                    Err(error) if error.is_instance_of::<PyValueError>(r#move.py()) => Ok(false),
                    Err(error) => Err(error),
                }
            }

            /// Parses a MoveString in any known notation, legal or not.
            fn parse_move(&self, text: &str) -> PyResult<Move> {
                Ok(Move::of(self.rules(), moves::read(self.rules(), text)?))
            }

            /// Parses the MoveString of a legal move in any known notation.
            fn parse_uhp(&self, text: &str) -> PyResult<Move> {
                self.legal(moves::read(self.rules(), text)?)
            }

            /// The legal move of a piece to a hex.
            fn find_move(&self, piece: &Bound<'_, PyAny>, hex: &Hex) -> PyResult<Move> {
                let piece = $crate::piece::Piece::of_argument(piece)?;
                self.legal(rules::Move::To { piece, hex: hex.0 })
            }

            /// Writes a legal move in MzingaEngine's notation.
            fn move_string<'py>(
                &self,
                r#move: &Bound<'py, PyAny>,
            ) -> PyResult<Borrowed<'py, 'py, PyString>> {
                let mv = self.legal(Move::of_argument(self.rules(), r#move)?)?;
                Ok(mv.text(r#move.py()))
            }

            /// The moves of a line that starts here, as MoveStrings or moves, each checked.
            ///
            /// >>> from waggle import Game
            /// >>> Game("Base;;;wS1").variation(["bS1 wS1-", "wQ -wS1"])
            /// [Move('bS1 wS1-'), Move('wQ -wS1')]
            fn variation(&self, line: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
                moves::played(&mut self.as_game(), line)
            }

            /// The perft count at this depth, at most 30.
            fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u64> {
                $crate::position::perft(py, self.rules(), depth)
            }

            /// The current position as an SVG drawing, with the last move of a game marked; ``size`` is
            /// the longer side in pixels. ``arrows`` are moves, or pairs of a tail and a head; ``marks``
            /// are outlined. A tail, a head or a mark is a hex or a piece; a tail may be a piece in hand.
            /// A dictionary has them by color: ``green``, which is the usual one, ``red``, ``blue`` and
            /// ``yellow``.
            ///
            /// >>> from waggle import Position
            /// >>> position = Position("Base;;;wS1;bS1 wS1-")
            /// >>> arrows = {"green": ["wQ -wS1"], "red": [("bS1", "wS1")]}
            /// >>> drawing = position.svg(arrows=arrows, marks=["bS1"])
            /// >>> drawing.startswith("<svg ")
            /// True
            #[pyo3(signature = (
                        *, size = 800, names = false, dark = false, arrows = None, marks = None
                    ))]
            fn svg(
                &self,
                size: i64,
                names: bool,
                dark: bool,
                arrows: Option<&Bound<'_, PyAny>>,
                marks: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<String> {
                drawing::drawing(&self.as_game(), size, names, dark, arrows, marks)
            }

            /// The drawing that ``svg`` makes with the same arguments, as PNG.
            #[pyo3(signature = (**drawing))]
            fn to_png<'py>(
                slf: &Bound<'py, Self>,
                drawing: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyBytes>> {
                drawing::png(slf, drawing)
            }

            /// How likely people play each legal move, the likeliest first, in the opinion of the model that
            /// ``waggle tune-people`` has trained. A game has its last moves, too. Its games were Base+MLP:
            /// for other types this is a guess, and a ``UserWarning`` says so.
            ///
            /// >>> from waggle import Game
            /// >>> chances = Game("Base+MLP").people()
            /// >>> len(chances), round(sum(chance for _, chance in chances), 6)
            /// (7, 1.0)
            fn people(&self, py: Python<'_>) -> PyResult<Vec<(Move, f64)>> {
                $crate::position::people(py, &self.as_game())
            }

            fn __copy__(&self) -> Self {
                self.clone()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone()
            }

            fn _repr_svg_(&self) -> String {
                drawing::in_notebook(&self.as_game())
            }
        }

        impl $class {
            /// A move that may be played, or the exception that says why not.
            pub(crate) fn legal(&self, mv: rules::Move) -> PyResult<Move> {
                match self.objection_to(mv) {
                    None => Ok(Move::of(self.rules(), mv)),
                    Some(reason) => Err(moves::illegal(self.rules(), mv, &reason)),
                }
            }
        }
    };
}
pub(crate) use methods_of_both;
