"""Analyses every position of a game with `waggle service`, as many at a time as there are threads.

    python analyse_game.py game.pgn          (or a GameString)

It needs no package. Each line is a position: the move that was played, the best move and the score
before it.
"""

import json
import os
import shutil
import subprocess
import sys


def waggle(*arguments, **options):
    """The lines that Waggle prints."""
    command = [os.environ.get("WAGGLE", "waggle"), *arguments]
    if shutil.which(command[0]) is None:
        sys.exit(f"expected the program `{command[0]}`, found none: name it in the variable WAGGLE")
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **options)
    return done.stdout.splitlines()


def game_string(text):
    """The first game of a file, or the text itself."""
    is_file = os.path.exists(text)
    return waggle("convert", "--to", "gamestrings", text)[0] if is_file else text


def analyse(game, nodes=20_000, threads=None):
    """The answers for all positions of a game, in their order."""
    query = {"id": "game", "game": game, "plies": "all", "nodes": nodes}
    options = [f"--threads={threads}"] if threads else []
    answers = [json.loads(line) for line in waggle("service", *options, input=json.dumps(query))]
    for answer in answers:
        if answer["kind"] == "error":
            raise ValueError(answer["error"])
    return sorted(answers, key=lambda answer: answer["ply"])


if __name__ == "__main__":
    game = game_string(sys.argv[1])
    answers = analyse(game, *(int(number) for number in sys.argv[2:]))
    fields = game.split(";")  # the moves come last; after them nothing was played
    moves = [*fields[len(fields) + 1 - len(answers) :], "-"]
    for answer, played in zip(answers, moves):
        best = next((line["moves"][0] for line in answer["lines"] if line["moves"]), "-")
        print(f"{answer['ply']:>3}  {played:<10} {best:<10} {answer['score']['words']}")
