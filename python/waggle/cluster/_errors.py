"""What can go wrong."""

from __future__ import annotations


class ClusterError(RuntimeError):
    """Work that cannot be done: the message says which, and why."""
