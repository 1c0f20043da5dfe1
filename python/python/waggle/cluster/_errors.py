"""The error of this package."""

from __future__ import annotations


class ClusterError(RuntimeError):
    """A task failed or cannot start; the message says which and why."""


class NodesError(ClusterError):
    """No machine of the cluster can do the work."""
