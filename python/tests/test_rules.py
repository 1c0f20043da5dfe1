"""The rules, seen from Python: what other programs have counted and recorded."""

from __future__ import annotations

import csv
import json

from conftest import ROOT
from waggle import Game, Hex


def test_perft_counts_are_those_of_other_engines() -> None:
    with (ROOT / "tests/data/perft.csv").open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) > 20
    for row in rows:
        if int(row["leaf_nodes"]) < 2_000_000:
            counted = Game(row["gamestring"]).perft(int(row["depth"]))
            assert counted == int(row["leaf_nodes"]), row


def test_recorded_positions_have_the_recorded_moves() -> None:
    with (ROOT / "tests/data/positions.jsonl").open() as file:
        records = [json.loads(line) for line in file]
    assert len(records) > 100
    for record in records[::5]:
        game = Game(record["g"])
        assert game.state() == record["s"]
        origin = game.moves[0].hex
        assert origin == Hex(16, 16)
        expected = {
            (piece, goal.partition("^")[0])
            for piece, *goals in (part.split(" ") for part in record["m"].split(";") if part)
            for goal in goals
        }
        found = set()
        for move in game.legal_moves():
            if move.piece is not None and move.hex is not None:
                q, r = Hex(16, 16).offset_to(move.hex)
                found.add((str(move.piece), f"{q},{r}"))
        assert found == {pair for pair in expected if pair[0] != "pass"}, record["i"]
