"""An engine that does what its arguments say, one for each command after the banner."""

from __future__ import annotations

import re
import subprocess
import sys
import time


def main() -> None:
    manner = sys.argv[1]
    if manner.startswith(("nokamute", "rival")):
        return player(manner)
    if manner == "mute":
        time.sleep(60)
    if manner == "crash":
        print("out of honey", file=sys.stderr)
        sys.exit(3)
    if manner == "child":
        # What it starts outlives it, unless it is killed with its group.
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(f"id Parent of {child.pid}")
    else:
        print("id Scripted v1")
    print("Mosquito;Ladybug\nok", flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "exit":
            if manner == "deaf":
                time.sleep(60)
            return
        if words[0] == "bestmove":
            answer(manner)
        elif words[0] == "options" and manner in ("reports", "ponders"):
            print("ReportIntermediateBestMoves;bool;False;False")
        elif words[0] == "validmoves":
            print("wS1;wB1;wG1;wA1")
        else:
            print("Base;NotStarted;White[1]")
        print("ok", flush=True)


def player(manner: str) -> None:
    """Who knows the rules: nokamute 1.0.3, which takes whole seconds as a time, fractions as
    seconds, and no nodes; or a rival of today, which always takes as many milliseconds as its name
    says, ponders unless it is told not to, and knows neither a list of options nor `exit`.
    """
    from waggle import Game

    game, rival = Game("Base"), manner[:5] == "rival"
    ponders, seconds = rival, int(manner[5:]) / 1000 if rival else 0
    known = {"depth": r"[1-9]\d*", "time": r"\d\d:\d\d:\d\d", "seconds": r"[\d.]+"}
    print("id Rival v1" if rival else "id nokamute 1.0.3")
    print("Mosquito;Ladybug;Pillbug" + ";" * rival)
    print("ok", flush=True)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        kind, _, limit = rest.partition(" ")
        if word == "exit" and not rival:
            return
        if word == "newgame":
            game = Game(rest or "Base")
            print(game.game_string())
        elif word in ("play", "pass"):
            game.play(rest or word)
            print(game.game_string())
        elif word == "options" and not rest and not rival:
            print("NumThreads;int;2;2;1;2\nRandomOpening;bool;False;False")
        elif word == "options" and limit.partition(" ")[0] == "Ponder" and rival:
            ponders = not rest.endswith("False")
            print(f"Ponder;bool;{ponders};True")
        elif word == "bestmove" and (rival or re.fullmatch(known.get(kind, "never"), limit)):
            time.sleep(seconds)
            print("busy" if ponders else game.legal_moves()[0])
        else:
            print(f'err UnrecognizedCommand("{rest or word}")')
        print("ok", flush=True)


def answer(manner: str) -> None:
    if manner == "slow":
        time.sleep(2.0)
    elif manner == "stuck":
        time.sleep(60)
    elif manner == "dies":
        sys.exit(7)
    elif manner == "cheats":
        print("wQ")
        return
    elif manner == "babbles":
        print("wX9 ???")
        return
    elif manner == "refuses":
        print("err no time today")
        return
    elif manner == "endless":
        print("wA1\nok", flush=True)
        while True:
            print("and another thing")
    elif manner == "floods":
        sys.stdout.write("x" * (3 << 20))
    elif manner == "reports":
        print("wS1;1;0.25\nwA1;2;0.5", flush=True)
    elif manner == "ponders":
        print("wS1;1;0.25", flush=True)
        time.sleep(60)
    print("wA1")


main()
