"""Matches, self-play and reviews on many machines, with Ray.

``python -m waggle.cluster match|selfplay|review`` is its command line; ``pip install
'./python[cluster]'``, in a clone of Waggle's repository, installs Ray with the package. Each
machine needs only the package; the program ``waggle``, which plays matches, is copied to it.

Tasks are numbered, and a number always means the same task: a pair of match games, a group of
self-play games, or a game of an archive. So with node or depth limits the results do not depend on
the number of machines, on their failures, or on interruptions of the driver; they are written in
the order of their numbers.

>>> from waggle.cluster import read_reviews
>>> read_reviews.__name__
'read_reviews'
"""

from __future__ import annotations

from ._match import MatchResult, play_match
from ._review import ArchivedReview, read_reviews, review_games
from ._selfplay import play_selfplay, read_selfplay
from ._tasks import ClusterError, NodesError, connect

__all__ = [
    "ArchivedReview", "ClusterError", "MatchResult", "NodesError", "connect", "play_match",
    "play_selfplay", "read_reviews", "read_selfplay", "review_games",
]  # fmt: skip
