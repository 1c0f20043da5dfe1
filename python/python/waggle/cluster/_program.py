"""Copies the driver's program ``waggle`` to every machine."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from ._tasks import ClusterError


def find(program: str | os.PathLike[str] | None) -> Path:
    """The program: the given one, or the one named by WAGGLE, or ``waggle``."""
    name = os.fspath(program or os.environ.get("WAGGLE") or "waggle")
    # A wheel has brought it, perhaps for an environment that is not activated.
    found = shutil.which(name) or shutil.which(name, path=sysconfig.get_path("scripts"))
    if found is None:
        raise ClusterError(
            f"expected the program `{name}`, found none: `cargo install --path .` in a checkout "
            "installs it, --program names another"
        )
    return Path(found)


def unpack(content: bytes) -> Path:
    """The path of the program on this machine; written on first use."""
    digest = hashlib.sha256(content).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"waggle-cluster-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise ClusterError(f"`{folder}` belongs to another user")
    path = folder / digest
    if not path.exists():
        descriptor, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(name, 0o700)
        os.replace(name, path)
    return path


def run(command: list[str], cwd: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; it is killed if this process dies."""
    where = cwd if cwd is not None and os.path.isdir(cwd) else None
    return subprocess.run(
        command,
        cwd=where,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        preexec_fn=_die_with_parent if _LIBC is not None else None,
    )


_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    assert _LIBC is not None
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def last_lines(text: str, count: int = 12) -> str:
    """The last lines of a program's output."""
    return "\n".join(text.strip().splitlines()[-count:])
