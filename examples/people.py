"""Writes the games of a parquet file as lines of text, to train the model of people's moves.

    pip install pyarrow
    python examples/people.py games.parquet | waggle tune-people - --out mine.people

The column with the games is `uhp_string`, as in the data set "hive-player-games"; `--column` names
another. Only a few thousand games are in memory at a time.
"""

from __future__ import annotations

import argparse
import sys

import pyarrow.parquet as parquet

#: Games that are read at a time.
AT_ONCE = 4096


def main() -> None:
    """Prints a game a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="parquet files")
    parser.add_argument("--column", default="uhp_string", help="the column with the games")
    options = parser.parse_args()
    for path in options.files:
        file = parquet.ParquetFile(path)
        if options.column not in file.schema_arrow.names:
            columns = ", ".join(file.schema_arrow.names)
            parser.error(f"{path}: expected a column `{options.column}`, found {columns}")
        for batch in file.iter_batches(AT_ONCE, columns=[options.column]):
            games = batch.column(0).to_pylist()
            sys.stdout.writelines(" ".join(game.split()) + "\n" for game in games if game)


if __name__ == "__main__":
    main()
