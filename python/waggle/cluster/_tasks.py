"""Numbered tasks on the machines of a Ray cluster."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from ._errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

#: What is told when a task has been done: how many have been, and how many there are.
Progress = Optional[Callable[[int, int], object]]

Result = TypeVar("Result")

#: How often a task runs again whose process or machine has died: more means that it kills them.
_RETRIES = 20
#: Tasks handed out for each that can run at once: no machine waits for its next.
_WAITING = 2
#: How long Ray may take to start on a machine that is busy, in milliseconds.
_START = "300000"


def connect(address: str | None = None) -> Any:
    """Ray, connected to a cluster.

    That is the one it is connected to, or this one, or that of the variable RAY_ADDRESS, or else
    this machine alone; ``auto`` is the one that runs on this machine.
    """
    try:
        import ray
    except ImportError:
        message = "expected the package Ray, found none: pip install 'ray>=2.9'"
        raise ClusterError(message) from None
    if not ray.is_initialized():
        os.environ.setdefault("RAY_agent_register_timeout_ms", _START)
        # Without an address Ray would look for a cluster on this machine, and wait for minutes for
        # one that was killed.
        if address is None and not os.environ.get("RAY_ADDRESS"):
            address = "local"
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # Ray has no class for a node that does not start
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

    A task whose process or machine dies runs again elsewhere. A result comes once. What is under
    way when the iterator is closed is ended by force.
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
            # Machines may come and go.
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
                # Those that are done, too.
                done, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
            for reference in done:
                number = pending.pop(reference)
                yield number, _get(ray, reference, number)
    finally:
        # It fails only if the cluster is gone.
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
        message = f"task {number} could not be done, tried {_RETRIES + 1} times: {told}"
        raise ClusterError(message) from None
