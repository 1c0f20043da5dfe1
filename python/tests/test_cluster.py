"""Work on many machines, which here are processes of a cluster of Ray's own.

To start a cluster takes several times as long as what it does here, so these tests run where the
variable WAGGLE_CLUSTER is set. What needs no cluster is in ``test_numbered_work.py``.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from conftest import ROOT
from waggle import Engine, read_games
from waggle.cluster import (
    ClusterError,
    play_match,
    play_selfplay,
    read_reviews,
    read_selfplay,
    review_games,
)
from waggle.cluster._tasks import run
from waggle.learning import selfplay

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("WAGGLE_CLUSTER" not in os.environ, reason="no WAGGLE_CLUSTER"),
]

#: Games that repeat, at two strengths.
MATCH = ["--games", "24", "--seed", "3", "--type", "Base,Base+MLP", "--max-plies", "20"]
MATCH += ["--balance", "inf", "--adjudicate-win", "0.3,2"]
MATCH += ["--engine", "self", "--nodes", "50", "--engine", "self", "--depth", "1", "--name", "b"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three machines with two processors each, the first of which is the driver's."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, connect=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    yield cluster
    import ray

    ray.shutdown()
    cluster.shutdown()


def games(path: Path) -> list[str]:
    """The games of a file without what differs from run to run."""
    text = path.read_text()
    text = re.sub(r'^\[(Date|Match|WhiteTime|BlackTime) ".*\n', "", text, flags=re.MULTILINE)
    text = re.sub(r" ?\d+\.\d{3}s\}", "}", text)
    return text.split("[GameType ")[1:]


def alone(program: str, pgn: Path, *more: str) -> tuple[dict[str, Any], int]:
    """The same match by the program itself."""
    command = [program, "match", *MATCH, *more, "--pgn", str(pgn), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return timeless(json.loads(done.stdout)), done.returncode


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    for engine in report["engines"]:
        engine["time"] = engine["time"]["moves"]
    return report


def test_a_match_is_the_same_when_a_machine_dies(
    cluster: Any, program: str, tmp_path: Path
) -> None:
    expected, _ = alone(program, tmp_path / "alone.pgn")
    lost = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    seen = []

    def watch(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            cluster.remove_node(lost, allow_graceful=False)

    pgn = tmp_path / "together.pgn"
    result = play_match(MATCH, pgn, program=program, progress=watch)
    assert seen == [(number, 12) for number in range(1, 13)]
    assert timeless(result.report) == expected
    assert games(pgn) == games(tmp_path / "alone.pgn")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone.pgn", "together.pgn"]
    with pytest.raises(ClusterError, match="already has results"):
        play_match(MATCH, pgn, program=program)
    again = play_match(MATCH, pgn, program=program, resume=True, progress=watch)
    assert len(seen) == 12, "nothing was left to be played"
    assert again.text == result.text
    with pytest.raises(ClusterError, match="belongs to another match: --seed is 3 there, 4 here"):
        play_match([*MATCH, "--seed", "4"], pgn, program=program, resume=True)


def test_a_sequential_test_stops_all_with_the_verdict_of_one(
    cluster: Any, program: str, tmp_path: Path
) -> None:
    test = "elo0=0,elo1=200,alpha=0.2,beta=0.2"
    more = ["--games", "400"]
    expected, code = alone(program, tmp_path / "alone.pgn", *more, "--sprt", test)
    result = play_match([*MATCH, *more], tmp_path / "x.pgn", program=program, sprt=test)
    assert (result.code, code) == (1, 1), "the second engine is not as good"
    assert timeless(result.report) == expected
    assert games(tmp_path / "x.pgn") == games(tmp_path / "alone.pgn")


def test_a_driver_that_is_killed_goes_on_from_its_files(
    cluster: Any, program: str, tmp_path: Path
) -> None:
    alone(program, tmp_path / "alone.pgn")
    pgn = tmp_path / "x.pgn"
    command = [sys.executable, "-m", "waggle.cluster", "match", "--address", cluster.address]
    command += ["--program", program, "--pgn", str(pgn), *MATCH]
    driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert driver.stderr is not None
    journal = tmp_path / "x.pgn.journal"
    deadline = time.monotonic() + 120
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    driver.stderr.close()
    # As if it had been killed while it wrote.
    with journal.open("ab") as file:
        file.write(b'{"number": 12, "result": "[GameTy')
    with pgn.open("ab") as file:
        file.write(b'[GameType "Base"]\n[Eve')
    seen: list[int] = []
    play_match(MATCH, pgn, program=program, resume=True, progress=lambda done, _: seen.append(done))
    assert seen[0] > 3
    assert games(pgn) == games(tmp_path / "alone.pgn")
    assert not journal.exists()


def test_an_engine_that_does_not_work_ends_the_match(
    cluster: Any, program: str, tmp_path: Path
) -> None:
    wrong = ["--engine", "self", "--engine", "/nowhere/engine", "--depth", "1"]
    with pytest.raises(ClusterError, match=r"task \d+: engine 2 .*does not work"):
        play_match(wrong, tmp_path / "x.pgn", program=program)
    with pytest.raises(ClusterError, match="--shard is not for a cluster"):
        play_match(["--shard=1/2", *MATCH], tmp_path / "y.pgn", program=program)


def _here_or_not(bad: set[str], task: int) -> int:
    import ray

    # So that all machines get some of the work.
    time.sleep(0.1)
    if ray.get_runtime_context().get_node_id() in bad:
        raise OSError("no space left on device")
    return task * task


def test_a_machine_that_fails_gets_no_more_work(
    cluster: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    import ray
    from ray import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
    tasks = [(number, number) for number in range(40)]
    found = dict(run(_here_or_not, {nodes[-1]}, iter(tasks)))
    assert found == {number: number * number for number, _ in tasks}
    assert capsys.readouterr().err.count("gets no more work: OSError: no space left") == 1
    with pytest.raises(ClusterError, match=r"^task \d+: OSError: no space left on device$"):
        dict(run(_here_or_not, set(nodes), iter(tasks)))


def test_work_that_never_ran_is_no_verdict(cluster: Any, program: str, tmp_path: Path) -> None:
    """With a test, 1 would mean that it has rejected."""
    lazy = tmp_path / "lazy"
    lazy.write_text(
        f'#!/bin/sh\ncase "$*" in *--list*) exec {program} "$@";; esac\n', encoding="utf-8"
    )
    lazy.chmod(0o755)
    command = [sys.executable, "-m", "waggle.cluster", "match", "--address", cluster.address]
    command += ["--program", str(lazy), "--sprt", "elo0=0,elo1=5", "--pgn", str(tmp_path / "x.pgn")]
    done = subprocess.run([*command, *MATCH], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert re.search(r"^error: task \d+: FileNotFoundError: .*pair.pgn", done.stderr, re.MULTILINE)


def test_reviews_of_other_games_or_settings_are_not_gone_on_with(
    cluster: Any, tmp_path: Path
) -> None:
    games, target = ROOT / "tests/data/games", tmp_path / "reviews.jsonl"
    assert review_games(games / "mzinga.pgn", target, depth=1, table_mib=4) == 1
    before = target.read_text()
    assert review_games(games / "mzinga.pgn", target, depth=1, table_mib=4, resume=True) == 1
    for archive, settings, named in [
        ("mzinga.pgn", {"depth": 2, "table_mib": 4}, "the settings of game 1"),
        ("mzinga.pgn", {"depth": 1, "table_mib": 8}, "the settings of game 1"),
        ("hivegame.pgn", {"depth": 1, "table_mib": 4}, "the fingerprint of game 1"),
    ]:
        with pytest.raises(ClusterError, match=f"belongs to another archive or .*: {named}"):
            review_games(games / archive, target, resume=True, **settings)
        assert target.read_text() == before
    # Interrupted after its first review.
    journal = target.with_name(target.name + ".journal")
    work = {"games": "others", "limits": {}, "table_mib": 4, "version": "x"}
    entry = {"number": 1, "result": before}
    header = {"work": work, "base": 0}
    journal.write_text("".join(json.dumps(line) + "\n" for line in (header, entry)))
    with pytest.raises(ClusterError, match="belongs to other work"):
        review_games(games / "mzinga.pgn", target, depth=1, table_mib=4, resume=True)
    journal.unlink()
    # A line as an older version has written it.
    target.write_text('{"number": 1, "error": "x"}\n')
    with pytest.raises(ClusterError, match="belongs to another archive or other settings"):
        review_games(games / "mzinga.pgn", target, depth=1, resume=True)


def test_reviews_are_those_of_the_command_line(cluster: Any, program: str, tmp_path: Path) -> None:
    archive = ROOT / "tests/data/games/mzinga.pgn"
    target = tmp_path / "reviews.jsonl"
    count = review_games(archive, target, depth=1, table_mib=4)
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    records = list(read_games(archive))
    assert count == len(lines) == len(records)
    for number, (line, record) in enumerate(zip(lines, records), 1):
        command = [program, "review", str(archive), "--game", str(number), "--depth", "1"]
        command += ["--threads", "1", "--table", "4", "--json"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert (line.pop("number"), line.pop("tags")) == (number, record.tags)
        assert line.pop("fingerprint")
        assert line.pop("settings")["limits"]["depth"] == 1
        assert line == json.loads(said)
    read = list(read_reviews(target))
    assert read[0].review == Engine(table_mib=4).review(records[0], depth=1)


def test_selfplay_goes_on_where_it_was(cluster: Any, tmp_path: Path) -> None:
    expected = selfplay(7, nodes=40, seed=5)
    play_selfplay(4, tmp_path, nodes=40, seed=5, group=3)
    positions = play_selfplay(7, tmp_path, nodes=40, seed=5, group=3, resume=True)
    groups = list(read_selfplay(tmp_path))
    assert [group.first for group in groups] == [0, 3, 6]
    assert [text for group in groups for text in group.games] == expected.games
    assert [scores for group in groups for scores in group.scores] == expected.scores
    assert positions == len(expected.number)
    for name in ("number", "ply", "score", "points", "result", "is_quiet", "features"):
        joined = np.concatenate([getattr(group, name) for group in groups])
        assert (joined == getattr(expected, name)).all()
    with pytest.raises(ClusterError, match="games of other settings"):
        play_selfplay(7, tmp_path, nodes=41, seed=5, group=3, resume=True)


def test_ctrl_c_leaves_what_has_been_played(cluster: Any, program: str, tmp_path: Path) -> None:
    # A shell that starts the tests in the background lets them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    # Once there is something to leave.
    start = lambda done, _: timer.start() if done == 2 else None  # noqa: E731
    many = [*MATCH, "--games", "10000"]
    with pytest.raises(KeyboardInterrupt):
        play_match(many, tmp_path / "x.pgn", program=program, progress=start)
    timer.join()
    played = games(tmp_path / "x.pgn")
    few = [*MATCH, "--games", str(len(played) + 2)]
    play_match(few, tmp_path / "x.pgn", program=program, resume=True)
    assert games(tmp_path / "x.pgn")[: len(played)] == played


def test_a_machine_without_the_package_is_named_and_left_out(
    cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strangers = []

    def join(name: str, source: str) -> None:
        (tmp_path / name / "waggle").mkdir(parents=True)
        (tmp_path / name / "waggle/__init__.py").write_text(source)
        path = {"PYTHONPATH": str(tmp_path / name)}
        strangers.append(cluster.add_node(num_cpus=1, env_vars=path))
        cluster.wait_for_nodes()

    def join_late(done: int, total: int) -> None:
        if done == 1:
            join("none", "raise ImportError('no waggle here')")

    join("old", "__version__ = '0.0.1'")
    try:
        assert play_selfplay(9, tmp_path / "games", nodes=20, group=1, progress=join_late) > 0
        said = capsys.readouterr().err
        assert "gets no work: ImportError: no waggle here" in said
        assert "gets no work: it has waggle 0.0.1, not " in said
    finally:
        for node in strangers:
            cluster.remove_node(node)
