"""Numbered tasks on the machines of a Ray cluster."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from .._waggle import __version__

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

#: Called after each task with the number of finished tasks and the total.
Progress = Optional[Callable[[int, int], object]]

Result = TypeVar("Result")

#: How often a task is retried after its process or machine died; more deaths are its own fault.
_RETRIES = 20
#: On how many machines a task is tried that fails on them: more would fail, too.
_MACHINES = 3
#: Tasks handed out for each that can run at once: no machine waits for its next.
_WAITING = 2
#: How long a cluster may take to answer, in seconds.
_PATIENCE = 8.0
#: How long a machine may take to say what it has, in seconds.
_START_OF_NODE = 120.0
#: How long Ray may take to start on a busy machine, in milliseconds.
_START = "300000"


class ClusterError(RuntimeError):
    """A task failed or cannot start; the message says which and why."""


class NodesError(ClusterError):
    """No machine of the cluster can do the work."""


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
        named = address or os.environ["RAY_ADDRESS"]
        if named not in ("local", "auto"):
            _reach(named)
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except Exception as error:  # Ray has no exception class for a node that fails to start
            where = "on this machine" if named in ("local", "auto") else f"at `{named}`"
            raise ClusterError(f"no cluster {where}: {error}") from error
    return ray


def _reach(address: str) -> None:
    """Checks that a cluster answers there: Ray alone would try for ten minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdigit()):
        raise ClusterError(f"expected a cluster's address such as `host:6379`, found `{address}`")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE / 2).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"no cluster at `{address}`: {error}") from None
    if address.startswith("ray://"):
        return
    command = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
    with contextlib.suppress(subprocess.TimeoutExpired):
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)
        if done.returncode == 0:
            return
    raise ClusterError(
        f"no cluster at `{address}`: what listens there does not answer as Ray does; "
        "a cluster with a token wants RAY_AUTH_MODE=token and the token here, too"
    )


@dataclass(frozen=True)
class _Failure:
    """What came of a task that failed, and on which machine; ``None`` if that is not known."""

    node: str | None
    host: str
    reason: str


def run(
    work: Callable[[Any, Any], Result],
    shared: Any,
    tasks: Iterable[tuple[int, Any]],
    *,
    cpus: float = 1,
) -> Generator[tuple[int, Result], None, None]:
    """Calls ``work(shared, task)`` for each task, and yields numbers and results as they come.

    A task whose process or machine dies runs again elsewhere, and so does one that fails: the
    machine gets no more work, unless there is no other. One that fails on three machines, or on all
    that there are, is an error. A result comes once. What is under way when the iterator is closed
    is ended by force.
    """
    ray = connect()
    remote = ray.remote(_attempt)
    given = ray.put(shared)
    left = iter(tasks)
    pending: dict[Any, tuple[int, Any]] = {}
    failures: dict[int, list[_Failure]] = {}
    asked: set[str] = set()
    bad: set[str] = set()
    #: Failures on machines that could not even begin: they joined before they were asked.
    strays = itertools.count(1)
    turns = itertools.count()

    def ask() -> None:
        """Asks the machines that have joined whether they have the package."""
        joined = [node for node in _nodes(ray, cpus) if node not in asked]
        asked.update(joined)
        bad.update(_unfit(ray, joined) if joined else ())

    ask()
    if not asked:
        raise NodesError(f"no machine of the cluster has {cpus:g} processors")
    if asked == bad:
        raise NodesError("no machine of the cluster can do the work: see the warnings")

    def start(number: int, task: Any) -> None:
        options = {"num_cpus": cpus, "max_retries": _RETRIES, "scheduling_strategy": "SPREAD"}
        if good := [node for node in _nodes(ray, cpus) if bad and node not in bad]:
            strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
            options["scheduling_strategy"] = strategy(good[next(turns) % len(good)], soft=True)
        pending[remote.options(**options).remote(__version__, work, given, task)] = number, task

    try:
        while True:
            # Machines may join and leave.
            ask()
            slots = max(1, int(ray.cluster_resources().get("CPU", 1) / cpus))
            while len(pending) < (1 + _WAITING) * slots:
                task = next(left, None)
                if task is None:
                    break
                start(*task)
            if not pending:
                return
            done, _ = ray.wait(list(pending), num_returns=1, timeout=10)
            if done:
                # Includes finished tasks.
                done, _ = ray.wait(list(pending), num_returns=len(pending), timeout=0)
            for reference in done:
                number, task = pending.pop(reference)
                result = _get(ray, reference, number)
                if not isinstance(result, _Failure):
                    failures.pop(number, None)
                    yield number, result
                    continue
                if result.node is None and next(strays) <= _RETRIES:
                    ask()
                    start(number, task)
                    continue
                failed = failures.setdefault(number, [])
                failed.append(result)
                on = {failure.node for failure in failed}
                others = [node for node in _nodes(ray, cpus) if node not in on | bad]
                if len(failed) == _MACHINES or not others:
                    raise ClusterError(f"task {number}: {failed[0].reason}")
                if result.node is not None and result.node not in bad:
                    bad.add(result.node)
                    told = result.reason.splitlines()[0]
                    _warn(f"{result.host} gets no more work: {told}")
                start(number, task)
    finally:
        # Fails only if the cluster is gone.
        with contextlib.suppress(ray.exceptions.RayError):
            for reference in pending:
                ray.cancel(reference, force=True)


def _unfit(ray: Any, nodes: list[str]) -> set[str]:
    """Those of the machines without this version of the package, each named in a warning."""

    # Not a function of this module, which a machine without the package could not load.
    def version() -> str:
        import importlib

        try:
            return str(importlib.import_module("waggle").__version__)
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    ask = ray.remote(version)
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    hosts = {node["NodeID"]: node["NodeManagerHostname"] for node in ray.nodes() if node["Alive"]}
    asked = {
        ask.options(num_cpus=0, scheduling_strategy=strategy(node, soft=False)).remote(): node
        for node in nodes
    }
    ray.wait(list(asked), num_returns=len(asked), timeout=_START_OF_NODE)
    bad = {}
    for reference, node in asked.items():
        try:
            said = ray.get(reference, timeout=0)
        except ray.exceptions.RayError as error:
            said = str(error).strip().splitlines()[-1]
        if said != __version__:
            is_version = said[:1].isdigit()
            bad[node] = f"it has waggle {said}, not {__version__}" if is_version else said
    for node, reason in bad.items():
        _warn(f"{hosts.get(node, '?')} (node {node[:8]}) gets no work: {reason}")
    return set(bad)


def _warn(machine: str) -> None:
    print(f"warning: the machine {machine}", file=sys.stderr)


def _attempt(
    version: str, work: Callable[[Any, Any], Result], shared: Any, task: Any
) -> Result | _Failure:
    """Calls ``work``, on the machine that has the task and must have this version."""
    try:
        if version != __version__:
            raise ClusterError(f"it has waggle {__version__}, not {version}")
        return work(shared, task)
    except Exception as error:
        import ray

        where = ray.get_runtime_context().get_node_id()
        return _Failure(where, os.uname().nodename, _in_words(error))


def _in_words(error: BaseException) -> str:
    text = str(error).strip()
    return text if isinstance(error, ClusterError) else f"{type(error).__name__}: {text}"


def _nodes(ray: Any, cpus: float) -> list[str]:
    """The machines that can do a task."""
    alive = (node for node in ray.nodes() if node["Alive"])
    return [node["NodeID"] for node in alive if node["Resources"].get("CPU", 0) >= cpus]


def _get(ray: Any, reference: Any, number: int) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        # The machine could not even begin, as without this package.
        last = str(error).strip().splitlines()[-1]
        return _Failure(None, "", last)
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()
        told = reason[0] if reason else type(error).__name__
        message = f"task {number} failed after {_RETRIES + 1} attempts: {told}"
        raise ClusterError(message) from None
