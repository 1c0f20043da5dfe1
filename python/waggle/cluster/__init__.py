"""Matches, self-play and reviews on many machines, with Ray.

``python -m waggle.cluster match|selfplay|review`` is its command line; ``pip install
'./python[cluster]'``, in a clone of Waggle's repository, installs Ray with the package. Every
machine needs the package and nothing else: the program ``waggle``, which plays matches, is sent to
them.

Work is numbered, and a number always stands for the same work: a pair of games of a match, a
group of games of the engine against itself, a game of an archive. So with limits by nodes or depth
it makes no difference how many machines there are, which of them dies, and how often the driver was
interrupted; results are written in the order of their numbers.

>>> from waggle.cluster import read_reviews
>>> read_reviews.__name__
'read_reviews'
"""

from __future__ import annotations

from ._errors import ClusterError
from ._match import MatchResult, play_match
from ._review import ArchivedReview, read_reviews, review_games
from ._selfplay import play_selfplay, read_selfplay
from ._tasks import connect

__all__ = [
    "ArchivedReview",
    "ClusterError",
    "MatchResult",
    "connect",
    "play_match",
    "play_selfplay",
    "read_reviews",
    "read_selfplay",
    "review_games",
]
