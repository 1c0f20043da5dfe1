"""Openings, books, puzzles and reviews as values, pages and game files."""

from __future__ import annotations

import io
import pickle
import subprocess
from typing import TYPE_CHECKING

import pytest
import waggle
from conftest import ROOT
from waggle import Book, Color, Engine, Game, GameRecord, Outcome, Position, read_games

if TYPE_CHECKING:
    from pathlib import Path

ARCHIVE = ROOT / "examples/archive/base.pgn"


def is_a_page(text: str) -> bool:
    return text.startswith("<!DOCTYPE html>") and "{{" not in text and "https:" not in text


def test_an_opening_tree_is_that_of_the_command_line(program: str) -> None:
    records = list(read_games(ARCHIVE))
    tree = waggle.explore_openings(records, plies=4, min_games=2, nodes=50, threads=2)
    assert tree.games == len(records)
    start = tree.positions[0]
    assert (start.game_type, start.line, start.games) == ("Base", (), len(records))
    for position in tree.positions:
        assert position.games == position.others + sum(way.games for way in position.moves)
        for way in position.moves:
            after = Game(position.game_type)
            for move in (*position.line, way.move):
                after.play(move)
            other = Game(position.game_type)
            for move in tree.positions[way.to].line:
                other.play(move)
            assert after.position.count_moves() == other.position.count_moves()
    command = [program, "openings", str(ARCHIVE), "--plies", "4", "--min-games", "2"]
    command += ["--nodes", "50", "--html", "-"]
    page = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert tree.to_html() == page
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree._repr_html_().startswith("<iframe ")
    for drawn in (records[0], Engine(table_mib=1).analyse(records[0].game, depth=1)):
        assert (drawn._repr_svg_() or "").startswith("<svg ")
    (read,) = read_games(io.StringIO(tree.to_pgn()))
    assert read.game.moves[0] == start.moves[0].move
    assert read.comments[0].text.startswith(f"{start.moves[0].games} games, White ")


def test_an_opening_tree_is_a_frame() -> None:
    pytest.importorskip("pandas")
    won = GameRecord(Game("Base;;;wS1;bS1 wS1-"), result=Outcome.WHITE_WINS)
    games = [won, Game("Base;;;wS1;bA1 wS1-"), Game("Base+M")]
    tree = waggle.explore_openings(games, min_games=1, nodes=0)
    frame = tree.to_pandas()
    assert list(frame["move"]) == ["wS1", "bS1 wS1-", "bA1 wS1-"]
    assert list(frame["games"]) == [2, 1, 1]
    assert frame["white"].fillna(-1).tolist() == [1, 1, -1]
    assert frame["score"].isna().all()
    for wrong in ({"plies": 0}, {"min_games": 0}, {"threads": -1}, {"threads": 0}):
        with pytest.raises(ValueError, match="expected"):
            waggle.explore_openings(games, **wrong)
    assert waggle.explore_openings([], min_games=1).positions == ()
    with pytest.raises(AttributeError):
        waggle.explore_openings([1])  # type: ignore[list-item]


def test_a_book_has_moves_for_symmetric_positions(tmp_path: Path) -> None:
    book = Book()
    assert len(book) > 100
    game = Game("Base+MLP")
    (first, *_) = moves = book.moves(game)
    assert [it.weight for it in moves] == sorted((it.weight for it in moves), reverse=True)
    game.play(first.move)
    replies = game.legal_moves()
    assert book.moves(game.position)
    assert {it.move for it in book.moves(game)} <= set(replies)
    assert book.moves(Position("Base;White[3] wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0!")) == []
    path = tmp_path / "a.book"
    path.write_bytes((ROOT / "crates/engine/src/book/own.book").read_bytes())
    assert Book(path).to_pgn() == book.to_pgn()
    for it in (book, Book(path), Book(path.read_bytes())):
        assert pickle.loads(pickle.dumps(it)).to_pgn() == book.to_pgn()
    records = {record.game.game_type: record for record in read_games(io.StringIO(book.to_pgn()))}
    assert records["Base+MLP"].game.moves[0] == first.move
    path.write_bytes(b"no book")
    with pytest.raises(ValueError, match="book"):
        Book(path)


def test_puzzles_are_found_once_and_written(tmp_path: Path) -> None:
    lines = (ROOT / "tests/data/puzzles.txt").read_text().splitlines()
    game = Game(next(line[len("win 3 ") :] for line in lines if line.startswith("win 3 ")))
    games = [GameRecord(game, {"White": "ann"}), game]
    (puzzle, *others) = puzzles = list(waggle.find_puzzles(games, within=3, duals=True))
    assert len({other.id for other in puzzles}) == len(puzzles)
    assert {other.game for other in puzzles} == {1}
    assert puzzle.winner is puzzle.position.side_to_move
    assert puzzle.solution.move == puzzle.line[0]
    assert len(puzzle.line) == puzzle.plies == 3
    assert puzzle.themes
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    page = waggle.puzzles_to_html(puzzles)
    assert is_a_page(page)
    assert f"<span>{1 + len(others)} puzzle" in page
    written = tmp_path / "puzzles.pgn"
    assert waggle.write_games(written, [it.to_record() for it in puzzles]) == len(puzzles)
    read = next(read_games(written))
    assert read.game.outcome is not None
    assert (read.tags["White"], read.game.move_strings()) == ("ann", list(puzzle.line))
    assert list(waggle.find_puzzles([Game("Base")])) == []
    with pytest.raises(ValueError, match="expected plies"):
        list(waggle.find_puzzles([game], within=0))


def test_a_review_is_a_page_and_a_game_file() -> None:
    record = next(read_games(ROOT / "tests/data/games/mzinga.pgn"))
    record.tags["White"] = "ann & joanna"
    review = Engine(table_mib=4).review(record, depth=1)
    assert review.tags == record.tags
    page = review.to_html()
    assert is_a_page(page)
    assert "ann &amp; joanna" in page
    (read,) = read_games(io.StringIO(review.to_pgn()))
    assert read.game == record.game
    assert read.tags["White"] == "ann & joanna"
    bad = [move for move in review.moves if move.mark in ("inaccuracy", "mistake", "blunder")]
    assert [comment.ply for comment in read.comments if "$" in comment.text] == [
        move.ply for move in bad
    ]
    assert review.summary(Color.WHITE).accuracy is not None
