"""Files of games."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, random_game
from waggle import (
    Comment,
    Game,
    GameFileError,
    GameRecord,
    Outcome,
    Variation,
    read_games,
    write_games,
)

DATA = ROOT / "tests" / "data" / "games"


def test_all_sample_files_are_read() -> None:
    counts = {"boardspace.sgf": 2, "mzinga.pgn": 1, "hivegame.pgn": 1, "games.txt": 5}
    for name, count in counts.items():
        records = list(read_games(DATA / name))
        assert len(records) >= min(count, 1), name
        assert all(record.game.ply > 0 for record in records), name
    first = next(read_games(str(DATA / "boardspace.sgf")))
    assert (first.tags["White"], first.result) == ("ann", Outcome.BLACK_WINS)


def test_a_broken_game_is_named_and_spoils_no_other() -> None:
    reading = read_games(DATA / "broken.pgn")
    with pytest.raises(GameFileError) as caught:
        list(reading)
    assert caught.value.game >= 1
    assert caught.value.line >= 1
    assert f"game {caught.value.game}, line {caught.value.line}: " in str(caught.value)
    errors: list[GameFileError] = []
    assert len(list(read_games(DATA / "broken.pgn", on_error=errors.append))) == 2
    assert len(errors) == 1


@pytest.mark.parametrize("ending", ["pgn", "sgf", "txt"])
def test_what_is_written_is_read_again(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    games = [random_game(seed) for seed in range(20)]
    records = [GameRecord(game, {"White": "ann", "Black": "bob"}) for game in games]
    records[0].result = Outcome.DRAW
    records[0].comments.append(Comment(2, "a [remark] \\ here"))
    assert write_games(path, records) == 20
    again = list(read_games(path))
    assert [record.game for record in again] == games
    assert again[0].result is Outcome.DRAW
    if ending != "txt":
        assert again[0].comments == records[0].comments
        assert all(record.tags["Black"] == "bob" for record in again)
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("old")

    def failing() -> Iterator[Game]:
        yield Game("Base;;;wS1")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_games(path, failing())
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["games.pgn"]


@pytest.mark.skipif(os.name == "nt", reason="links, modes and pipes of Unix")
def test_files_are_replaced_where_links_lead_and_pipes_are_written_to(tmp_path: Path) -> None:
    (target := tmp_path / "real.pgn").write_text("old")
    target.chmod(0o600)
    (tmp_path / "link.pgn.part").write_text("mine")
    (link := tmp_path / "link.pgn").symlink_to("real.pgn")
    assert write_games(link, games := [random_game(1)]) == 1
    assert [it.game for it in read_games(target)] == games
    assert (link.is_symlink(), target.stat().st_mode & 0o777) == (True, 0o600)
    assert (tmp_path / "link.pgn.part").read_text() == "mine"
    os.mkfifo(pipe := tmp_path / "pipe.pgn")
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert write_games(pipe, games) == 1
        assert reader.communicate()[0] == target.read_bytes()
    assert len(list(tmp_path.iterdir())) == 4


def test_open_files_and_lines_will_do() -> None:
    text = "Base;;;wS1;bS1 wS1-\n\n# a comment\nBase;;;wA1\n"
    for source in (io.StringIO(text), io.BytesIO(text.encode()), text.splitlines()):
        assert [record.game.ply for record in read_games(source)] == [2, 1]
    with pytest.raises(ValueError, match="found `hello`"):
        list(read_games(["hello"]))
    with pytest.raises(ValueError, match="found `doc`"):
        list(read_games(["hello"], format="doc"))
    with pytest.raises(FileNotFoundError):
        next(read_games("there is no such file.pgn"))


def test_large_files_are_read_lazily() -> None:
    record = GameRecord(random_game(3), {"White": "ann"}).to_pgn()
    games = 0

    def lines() -> Iterator[str]:
        for _ in range(3000):
            yield from record.splitlines()

    tracemalloc.start()
    for _ in read_games(lines()):
        games += 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert games == 3000
    assert peak < 2_000_000, peak


def test_contradictions_are_told() -> None:
    (record,) = read_games(["Base;Draw;White[9];wS1"])
    # A draw may have been agreed.
    assert list(record.contradictions) == ["the turn is `White[9]`, but the moves give `Black[1]`"]


def test_variations_are_kept() -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1")
    inner = Variation(2, ["wA1 -wS1"], [Comment(3, "better")])
    record = GameRecord(game, variations=[Variation(1, ["bA1 wS1-", "wB1 -wS1"], [], [inner])])
    (again,) = read_games(record.to_pgn().splitlines())
    assert (again.game, again.variations) == (game, record.variations)
    assert again.variations[0].moves[1].hex == game.position.hex_of("wQ")
    for wrong, told in [
        (GameRecord(game, variations=[Variation(1, ["wQ"])]), "1 move: move 2, `wQ`"),
        (GameRecord(game, variations=[Variation(1, ["wA1 wS1-"])]), "`wA1 wS1-`"),
        (GameRecord(game, variations=[Variation(3, [])]), "a variation from 0 to 2, found 3"),
        (GameRecord(game, comments=[Comment(4, "beyond")]), "a comment from 0 to 3, found 4"),
        (GameRecord(game, {'x"]\n1. wG1\n': "x"}), "name of a heading without blanks, found `x"),
    ]:
        with pytest.raises(ValueError, match=told):
            wrong.to_pgn()


def test_packed_files_are_packed(tmp_path: Path) -> None:
    game = Game("Base;;;wS1;bS1 wS1-")
    for name, start in [("x.pgn.gz", b"[GameType"), ("x.sgf.gz", b"(;"), ("x.txt.gz", b"Base;")]:
        path = tmp_path / name
        assert write_games(path, [game, game]) == 2
        assert gzip.decompress(path.read_bytes()).startswith(start)
        assert [record.game for record in read_games(path)] == [game, game]
    with pytest.raises(ValueError, match=r"packed as `.gz` or not, found"):
        write_games(tmp_path / "x.pgn.zst", [game])
    with pytest.raises(ValueError, match=r"expected a file `\.pgn`, .* or its `format`, found"):
        write_games(tmp_path / "x.xyz", [game])
    assert not list(tmp_path.glob("x.xyz*"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.pgn.gz", "x.sgf.gz", "x.txt.gz"]
    (tmp_path / "notes.md").write_text("no games")
    assert len(list(read_games(tmp_path))) == 6


def test_tables_are_read_and_train_the_model_of_people(program: str, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    texts = [str(random_game(seed, 30, "Base+MLP")) for seed in range(12)]
    texts += ["Base+MLP;InProgress;White[2];wQ;bA2 wQ-", "wS2;bS1 wS2-", "Base;;;wS1;bX", None]
    winners = ["White", "ann", None, "draw"] * 4
    columns = {"uhp_string": texts, "player_black": ["ann"] * 16, "winner": winners, "n": texts}
    parquet.write_table(pyarrow.table(columns), tmp_path / "x.parquet")
    errors: list[GameFileError] = []
    records = list(read_games(tmp_path / "x.parquet", on_error=errors.append))
    assert [error.game for error in errors] == [15, 16]
    assert [str(record.game) for record in records[:12]] == texts[:12]
    last = [["wQ", "bA1 wQ-"], ["wS1", "bS1 wS1-"]]
    assert [record.game.move_strings() for record in records[12:]] == last
    assert {record.tags["Black"] for record in records} == {"ann"}
    assert [it.result for it in records[:2]] == [Outcome.WHITE_WINS, Outcome.BLACK_WINS]
    parquet.write_table(pyarrow.table({"n": texts}), tmp_path / "y.parquet")
    with pytest.raises(ValueError, match="expected a column `uhp_string`, found n"):
        next(read_games(tmp_path / "y.parquet"))
    assert write_games(tmp_path / "games.txt", records) == 14
    command = [program, "tune-people", str(tmp_path / "games.txt"), "--epochs", "1"]
    command += ["--games", "2", "--teachers", "0", "--out", str(tmp_path / "mine.people")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "the person's move first in " in done.stdout
    assert (tmp_path / "mine.people").stat().st_size > 10_000
