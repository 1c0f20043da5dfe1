"""Analyses every position of a game with `waggle service`, as many at a time as there are threads.

    python analyse_game.py game.pgn          (or a GameString)

It needs no package. Each line is a position: the move that was played, the best move and the score before it.
"""

import json
import os
import subprocess
import sys

WAGGLE = os.environ.get("WAGGLE", "waggle")


def game_string(text):
    """The first game of a file, or the text itself."""
    if not os.path.exists(text):
        return text
    converted = subprocess.run([WAGGLE, "convert", "--to", "gamestrings", text], stdout=subprocess.PIPE, text=True, check=True)
    return converted.stdout.splitlines()[0]


def analyse(game, nodes=20_000, threads=None):
    """The answers for all positions of a game, in their order."""
    command = [WAGGLE, "service"] + ([f"--threads={threads}"] if threads else [])
    query = {"id": "game", "game": game, "plies": "all", "nodes": nodes}
    done = subprocess.run(command, input=json.dumps(query), stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if answer["kind"] == "error":
            raise ValueError(answer["error"])
    return sorted(answers, key=lambda answer: answer["ply"])


def main():
    game = game_string(sys.argv[1])
    moves = game.split(";")[3:]
    answers = analyse(game, *(int(number) for number in sys.argv[2:]))
    before = answers[0]["ply"]
    for answer in answers:
        ply = answer["ply"]
        played = moves[ply - before] if ply - before < len(moves) else "-"
        best = answer["lines"][0]["moves"][0] if answer["lines"] and answer["lines"][0]["moves"] else "-"
        print(f"{ply:>3}  {played:<10} {best:<10} {answer['score']['words']}")


if __name__ == "__main__":
    main()
