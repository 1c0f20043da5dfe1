"""An engine that does what its arguments say, one for each command after the banner."""

from __future__ import annotations

import subprocess
import sys
import time


def main() -> None:
    manner = sys.argv[1]
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
        elif words[0] == "options" and manner == "reports":
            print("ReportIntermediateBestMoves;bool;False;False")
        elif words[0] == "validmoves":
            print("wS1;wB1;wG1;wA1")
        else:
            print("Base;NotStarted;White[1]")
        print("ok", flush=True)


def answer(manner: str) -> None:
    if manner == "slow":
        time.sleep(1.0)
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
    elif manner == "floods":
        sys.stdout.write("x" * (3 << 20))
    elif manner == "reports":
        print("wS1;1;0.25\nwA1;2;0.5")
    print("wA1")


main()
