"""Runs the pieces of a simulation on all cores of this machine, or on many machines with Dask."""

import importlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from controller.errors import ConfigError

Job = TypeVar("Job")
Result = TypeVar("Result")
WAITING_PER_WORKER = 8
DASK_WAIT_S = 10


class Crew(Protocol):
    """Somebody to do the work: `submit` takes a function and its argument and gives something with a `result()`."""

    size: int

    def submit(self, function: Callable[[Job], Result], job: Job) -> Any:
        """Have the job done."""


class LocalCrew:
    """Threads on this machine: the heavy steps of numpy and OpenCV run side by side."""

    def __init__(self, pool: ThreadPoolExecutor, size: int) -> None:
        self.size = size
        self._pool = pool

    def submit(self, function: Callable[[Job], Result], job: Job) -> Any:
        """Have the job done by a thread."""
        return self._pool.submit(function, job)


class DaskCrew:
    """The workers of a Dask cluster; they need the same version of this program. Raises ConfigError without workers."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.size = sum(client.nthreads().values())
        if not self.size:
            raise ConfigError("The Dask scheduler has no workers. Start one on each machine: dask worker ADDRESS.")

    def submit(self, function: Callable[[Job], Result], job: Job) -> Any:
        """Have the job done by a worker. Equal jobs are not one: `pure` would keep their results on the cluster."""
        return self._client.submit(function, job, pure=False)


@contextmanager
def open_crew(workers: int | None = None, dask: str | None = None) -> Iterator[Crew]:
    """Open a crew: `workers` threads (else one a core), or the Dask scheduler at this address. Raises ConfigError."""
    if dask is not None:
        with _connect(dask) as client:
            yield DaskCrew(client)
        return
    size = workers or os.cpu_count() or 1
    pool = ThreadPoolExecutor(size)
    try:
        yield LocalCrew(pool, size)
    finally:
        # After Ctrl-C nobody waits for jobs that have not begun.
        pool.shutdown(cancel_futures=True)


@contextmanager
def _connect(address: str) -> Iterator[Any]:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise ConfigError("Dask is not installed here: install it with `pip install 'stickman[cluster]'`.") from None
    try:
        client = distributed.Client(address, timeout=DASK_WAIT_S)
    except (OSError, ValueError, TimeoutError) as error:
        raise ConfigError(
            f"No Dask scheduler answers at {address!r} ({error}); start one with `dask scheduler` and give its address."
        ) from None
    try:
        yield client
    finally:
        client.close()


def run_in_order(crew: Crew, function: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
    """Give the jobs' results in the order of the jobs; only so many wait at once, however many there are."""
    waiting: deque[Any] = deque()
    for job in jobs:
        waiting.append(crew.submit(function, job))
        if len(waiting) >= WAITING_PER_WORKER * crew.size:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
