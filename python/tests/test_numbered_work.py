"""What ``waggle.cluster`` does without a cluster: files that survive who writes them."""

from __future__ import annotations

import functools
import socket
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from conftest import ROOT
from waggle import Engine, read_games
from waggle.cluster import (
    ClusterError,
    NodesError,
    _match,
    _selfplay,
    _tasks,
    connect,
    play_selfplay,
    read_reviews,
    read_selfplay,
)
from waggle.cluster import __main__ as main
from waggle.cluster._match import games_of
from waggle.cluster._output import Output
from waggle.cluster._program import find, unpack
from waggle.learning import Network, selfplay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def here(
    done: list[int], work: Any, shared: Any, tasks: Any, **_: object
) -> Iterator[tuple[int, Any]]:
    """The tasks, on no other machine."""
    for number, task in tasks:
        done.append(number)
        yield number, work(shared, task)


@pytest.mark.parametrize("sprt", [None, "elo0=0,elo1=5"])
def test_a_match_that_can_say_nothing_stops(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sprt: str | None
) -> None:
    played: list[int] = []
    monkeypatch.setattr(_match, "run", functools.partial(here, played))
    engine = f'"{sys.executable}" "{ROOT}/python/tests/scripted_engine.py" dies'
    match = ["--games", "200", "--depth", "1", "--balance", "inf", "--recover"]
    match += ["--engine", engine, "--engine", "self"]
    result = _match.play_match(match, tmp_path / "x.pgn", program=program, sprt=sprt)
    assert result.code == 3
    assert 2 <= len(played) < 100, "four faults in two hundred games are too many"
    played.clear()
    _match.play_match(match, tmp_path / "x.pgn", program=program, resume=True, sprt=sprt)
    assert played == []


def test_a_wrong_address_is_said_soon() -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        for address, reason in [
            (f"127.0.0.1:{port}", "what listens there does not answer as Ray does"),
            ("127.0.0.1:1", "refused"),
            ("ray://127.0.0.1:1", "refused"),
            ("nowhere.invalid:6379", "no cluster at `nowhere.invalid:6379`"),
            ("somewhere", "expected a cluster's address such as `host:6379`, found `somewhere`"),
        ]:
            started = time.monotonic()
            with pytest.raises(ClusterError, match=reason):
                connect(address)
            assert time.monotonic() - started < 12, address


def test_a_missing_program_is_said_before_ray_starts_and_no_machine_by_a_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "connect", lambda address: pytest.fail("it has begun"))
    match = ["match", "--program", "/nowhere/waggle", "--pgn", "x.pgn", "--engine", "self"]
    assert main.main(match) == 2
    assert "expected the program `/nowhere/waggle`, found none" in capsys.readouterr().err

    def connect(address: str | None) -> None:
        raise NodesError("no machine of the cluster can do the work: x")

    monkeypatch.setattr(main, "connect", connect)
    assert main.main(["selfplay", "--out", "x"]) == 4, "1 would mean that a test has rejected"
    assert capsys.readouterr().err == "error: no machine of the cluster can do the work: x\n"


def test_results_are_written_in_order(tmp_path: Path) -> None:
    path = tmp_path / "out"
    output = Output(path, resume=False)
    assert output.begin("work", [2, 5, 7]) == [2, 5, 7]
    assert not output.add(5, "five\n")
    assert path.read_text() == ""
    assert output.add(2, "two\n")
    assert path.read_text() == "two\nfive\n"
    assert not output.add(2, "again\n"), "a result counts once"
    assert output.add(7, "seven\n")
    assert output.is_complete
    output.close()
    assert path.read_text() == "two\nfive\nseven\n"
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("cut", [0, 1, 5, 30, 60, 61, 90, 1000])
@pytest.mark.parametrize("torn", ["", "six", "five\nseven\n"])
def test_whoever_is_killed_loses_what_he_was_writing(tmp_path: Path, cut: int, torn: str) -> None:
    path, journal = tmp_path / "out", tmp_path / "out.journal"
    path.write_text("before\n")
    first = Output(path, resume=True)
    first.begin("work", [1, 2, 3])
    first.add(3, "three\n")
    first.add(1, "one\n")
    first.close()
    # Killed while it wrote to either file.
    journal.write_bytes(journal.read_bytes()[:cut])
    path.write_text("before\none\n" + torn if cut == 1000 else "before\n")
    second = Output(path, resume=True)
    for number in second.begin("work", [1, 2, 3]):
        second.add(number, {1: "one\n", 2: "two\n", 3: "three\n"}[number])
    second.close()
    assert path.read_text() == "before\none\ntwo\nthree\n"
    assert not journal.exists()


def test_results_of_other_work_are_not_mixed_and_failures_leave_nothing(tmp_path: Path) -> None:
    path = tmp_path / "out"

    def begun(work: str, resume: bool) -> Output:
        output = Output(path, resume=resume)
        assert output.begin(work, [1, 2]) == [1, 2]
        return output

    begun("one", False).close()
    assert not list(tmp_path.iterdir())
    path.write_text("before\n")
    begun("one", True).close()
    assert [file.read_text() for file in tmp_path.iterdir()] == ["before\n"]
    # One that was killed instead.
    begun("one", True)
    output = begun("two", True)
    output.add(1, "1\n")
    output.close()
    with pytest.raises(ClusterError, match="already has results"):
        Output(path, resume=False)
    with pytest.raises(ClusterError, match="belongs to other work: two, not three"):
        begun("three", True)


def test_games_are_cut_out_as_they_stand_there(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_match, "run", functools.partial(here, []))
    Network.read().write(network := tmp_path / "ours.hivenet")
    match = ["--games", "4", "--engine", "self", "--engine", "self", "--network", str(network)]
    match += ["--depth", "1", "--max-plies", "8"]
    _match.play_match(match, pgn := tmp_path / "x.pgn", program=program)
    games = games_of(text := pgn.read_text())
    assert list(games) == [1, 2, 3, 4]
    assert "".join(games.values()) == text


def test_selfplay_is_the_same_when_read_again(tmp_path: Path) -> None:
    played = selfplay(3, first=4, nodes=30)
    played.save(tmp_path / "games-000000004.npz")
    (read,) = read_selfplay(tmp_path)
    assert (read.first, read.games, read.scores) == (4, played.games, played.scores)
    for name, array in vars(played).items():
        if isinstance(array, np.ndarray):
            assert (getattr(read, name) == array).all()
            assert getattr(read, name).dtype == array.dtype
    assert read.game(0) == played.game(0)


def test_the_cluster_plays_a_type_with_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_selfplay, "run", functools.partial(here, []))
    network = Network.read().to_bytes()
    assert play_selfplay(3, tmp_path, nodes=20, group=2, game_type="Base+M", network=network) > 0
    games = [text for played in read_selfplay(tmp_path) for text in played.games]
    assert games == selfplay(3, nodes=20, game_type="Base+M").games


def test_the_program_is_unpacked_once(program: str) -> None:
    content = b"#!/bin/sh\necho bees\n"
    path = unpack(content)
    assert unpack(content) == path
    assert subprocess.run([path], capture_output=True, check=True).stdout == b"bees\n"
    path.unlink()
    assert find(program).exists()
    with pytest.raises(ClusterError, match="expected the program `no-such-program`"):
        find("no-such-program")


def test_the_command_line_says_what_is_wrong() -> None:
    for words, complaint in [
        (["bake"], "invalid choice: 'bake'"),
        (["selfplay", "--out", "x", "--nodez", "3"], "unrecognized arguments: --nodez 3"),
        (["match", "--engine", "self"], "the following arguments are required: --pgn"),
    ]:
        command = [sys.executable, "-m", "waggle.cluster", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert complaint in done.stderr


@pytest.mark.parametrize(
    ("address", "variable", "expected"),
    [(None, "", "local"), (None, "head:6379", None), ("auto", "", "auto"), ("a:1", "b:2", "a:1")],
)
def test_without_an_address_the_work_stays_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, address: str | None, variable: str, expected: str | None
) -> None:
    asked = []
    ray = SimpleNamespace(
        is_initialized=lambda: False, init=lambda address, **_: asked.append(address)
    )
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setattr(_tasks, "_reach", lambda address: None)
    monkeypatch.setenv("RAY_ADDRESS", variable)
    connect(address)
    assert asked == [expected]


def test_reviews_of_an_archive_are_read(program: str, tmp_path: Path) -> None:
    archive = [ROOT / "tests/data/games" / name for name in ("games.txt", "mzinga.pgn")]
    target = tmp_path / "reviews.jsonl"
    command = [program, "review", "--all", *archive, "--depth", "1", "--table", "4", "-o", target]
    subprocess.run(command, check=True, capture_output=True)
    read = list(read_reviews(target))
    numbered = [pair for path in archive for pair in enumerate(read_games(path), 1)]
    # A game without moves has no review.
    records = [(number, record) for number, record in numbered if record.game.ply]
    assert [(it.number, it.tags) for it in read] == [(number, it.tags) for number, it in records]
    engine = Engine(table_mib=4)
    for archived, (_, record) in zip(read, records):
        engine.clear()
        assert archived.review == engine.review(record, depth=1)
