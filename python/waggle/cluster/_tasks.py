"""Numbered tasks on the machines of a Ray cluster."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from ._errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

#: Called after each task with the number of finished tasks and the total.
Progress = Optional[Callable[[int, int], object]]

Result = TypeVar("Result")

#: How often a task is retried after its process or machine died; more deaths are its own fault.
_RETRIES = 20
#: Tasks submitted per running task, so that no machine waits for its next.
_WAITING = 2
#: How long Ray may take to start on a busy machine, in milliseconds.
_START = "300000"


def connect(address: str | None = None) -> Any:
    """Ray, connected to a cluster.

    An existing connection is used if there is one; otherwise this address, RAY_ADDRESS, or this
    machine alone, in that order. ``auto`` is the cluster running on this machine.
    """
    try:
        import ray
    except ImportError:
        message = "expected the package Ray, found none: pip install 'ray>=2.9'"
        raise ClusterError(message) from None
    if not ray.is_initialized():
        os.environ.setdefault("RAY_agent_register_timeout_ms", _START)
        # Without an address Ray would look for a cluster on this machine, and wait minutes for a
        # killed one.
        if address is None and not os.environ.get("RAY_ADDRESS"):
            address = "local"
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # Ray has no exception class for a node that fails to start
            named = address or os.environ["RAY_ADDRESS"]
            where = "on this machine" if named == "local" else f"at `{named}`"
            raise ClusterError(f"no cluster {where}: {error}") from error
    return ray


def run(
    work: Callable[[Any, Any], Result],
    shared: Any,
    tasks: Iterable[tuple[int, Any]],
    *,
    cpus: float = 1,
) -> Generator[tuple[int, Result], None, None]:
    """Calls ``work(shared, task)`` for each task, and yields numbers and results as they come.

    A task whose process or machine dies is retried elsewhere. Each result comes once. Closing the
    iterator kills the running tasks.
    """
    ray = connect()
    remote = ray.remote(work).options(
        num_cpus=cpus, max_retries=_RETRIES, scheduling_strategy="SPREAD"
    )
    given = ray.put(shared)
    left = iter(tasks)
    pending: dict[Any, int] = {}
    try:
        while True:
            # Machines may join and leave.
            slots = max(1, int(ray.cluster_resources().get("CPU", 1) / cpus))
            while len(pending) < (1 + _WAITING) * slots:
                task = next(left, None)
                if task is None:
                    break
                pending[remote.remote(given, task[1])] = task[0]
            if not pending:
                return
            done, _ = ray.wait(list(pending), num_returns=1, timeout=10)
            if done:
                # Includes finished tasks.
                done, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
            for reference in done:
                number = pending.pop(reference)
                yield number, _get(ray, reference, number)
    finally:
        # Fails only if the cluster is gone.
        with contextlib.suppress(ray.exceptions.RayError):
            for reference in pending:
                ray.cancel(reference, force=True)


def _get(ray: Any, reference: Any, number: int) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        if isinstance(cause, ClusterError):
            raise ClusterError(f"task {number}: {cause}") from None
        raise
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()
        told = reason[0] if reason else type(error).__name__
        message = f"task {number} failed after {_RETRIES + 1} attempts: {told}"
        raise ClusterError(message) from None
