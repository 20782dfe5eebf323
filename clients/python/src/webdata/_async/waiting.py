"""Methods that start work and wait for its end."""

from __future__ import annotations

import time as clock
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import anyio
from typing_extensions import Unpack

from .. import inputs, models
from .._errors import ResultError, WaitTimeoutError, WebdataError, is_unanswered
from .._options import WaitOptions
from .._table import TABLE
from .calls import parse
from .operations import AsyncOperations

_ENDED = ("completed", "failed", "cancelled")
_FIRST_PAUSE = 0.2
_MAX_PAUSE = 5.0
_MAX_OUTAGE = 120.0
"""A restart of the service takes seconds; waiting survives an outage of this time."""

EventHandler = Callable[[models.FollowJobAnswer], object]


class _Wait:
    """The time that is left, and the pauses of one wait."""

    def __init__(self, name: str, options: WaitOptions) -> None:
        self.name = name
        self.timeout = options.get("timeout")
        self.cancels = options.get("cancel_on_exit", False)
        self.deadline = None if self.timeout is None else clock.monotonic() + self.timeout
        self._pause = _FIRST_PAUSE
        self._failing_since: float | None = None

    def check(self) -> None:
        """Raises WaitTimeoutError if the time is over."""
        if self.deadline is not None and clock.monotonic() >= self.deadline:
            effect = "It is cancelled." if self.cancels else "It continues."
            raise WaitTimeoutError(
                f"{self.name} has not ended within {self.timeout} seconds. {effect}"
            )

    def tolerate(self, error: WebdataError) -> None:
        """Raises the error if it is not an outage of the service, or the outage is too long."""
        now = clock.monotonic()
        self._failing_since = self._failing_since or now
        if not is_unanswered(error) or now - self._failing_since > _MAX_OUTAGE:
            raise error

    async def pause(self) -> None:
        """Waits before the next request."""
        self.check()
        left = _MAX_PAUSE if self.deadline is None else self.deadline - clock.monotonic()
        await anyio.sleep(max(0.0, min(self._pause, left)))
        self._pause = min(self._pause * 1.5, _MAX_PAUSE)
        self.check()

    def succeeded(self) -> None:
        """Ends an outage."""
        self._failing_since = None


class AsyncWaiting(AsyncOperations):
    """Methods that start work and wait for its end. A failed job or run is returned, not raised:
    read its `status`.
    """

    async def _wait_for(
        self,
        wait: _Wait,
        step: Callable[[], Awaitable[Any]],
        cancel: Callable[[], Awaitable[Any]],
    ) -> Any:
        try:
            while True:
                try:
                    value = await step()
                    wait.succeeded()
                    if value is not None:
                        return value
                except WebdataError as error:
                    wait.tolerate(error)
                await wait.pause()
        except BaseException as error:
            if wait.cancels and (
                isinstance(error, WaitTimeoutError) or not isinstance(error, Exception)
            ):
                with anyio.move_on_after(10, shield=True):
                    try:
                        await cancel()
                    except WebdataError:
                        pass  # The work may have ended by then; the first error is raised.
            raise

    async def wait_for_job(
        self, jid: str, *, on_event: EventHandler | None = None, **options: Unpack[WaitOptions]
    ) -> models.Job:
        """Waits until a job has ended. `on_event` is called for each event of the job."""
        wait = _Wait(f"The job {jid}", options)
        last: str | None = None

        async def step() -> models.Job | None:
            nonlocal last
            if on_event is not None:
                request = self._request(TABLE["follow_job"], {"jid": jid}, {})
                async with aclosing(self._transport.events(request, last, wait.deadline)) as events:
                    async for event in events:
                        if event is not None:
                            last = event["id"] or last
                            on_event(parse(models.FollowJobAnswer, event))
                        wait.check()
            job = await self.get_job(jid)
            return job if job.status in _ENDED else None

        async def cancel() -> object:
            return await self.act_on_job(jid, "cancel")

        job: models.Job = await self._wait_for(wait, step, cancel)
        return job

    async def wait_for_run(self, run_id: str, **options: Unpack[WaitOptions]) -> models.WorkflowRun:
        """Waits until a workflow run has ended, or needs input (`needs_input`)."""
        wait = _Wait(f"The run {run_id}", options)

        async def step() -> models.WorkflowRun | None:
            run = await self.get_run(run_id)
            return run if run.status in (*_ENDED, "needs_input") else None

        async def cancel() -> object:
            return await self.act_on_run(run_id, "cancel")

        run: models.WorkflowRun = await self._wait_for(wait, step, cancel)
        return run

    async def job_result(self, jid: str) -> dict[str, Any]:
        """Returns the single result of an ended job that was started with a `start_` method, as
        JSON. Raises ResultError if the job has none.
        """
        job = await self.get_job(jid)
        answer = await self.call("get_job_results", {"jid": jid, "limit": 1})
        for result in answer["results"]:
            return dict(result)
        reason = "it has no result" if job.error is None else job.error.message
        raise ResultError(f"The job {jid} is {job.status}: {reason}")

    async def crawl_and_wait(
        self,
        *,
        on_event: EventHandler | None = None,
        wait: WaitOptions | None = None,
        **fields: Unpack[inputs.CrawlFields],
    ) -> models.Job:
        """Starts a crawl and waits for its end."""
        job = await self.crawl(**fields)
        return await self.wait_for_job(job.jid, on_event=on_event, **(wait or {}))

    async def collect_and_wait(
        self, *, wait: WaitOptions | None = None, **fields: Unpack[inputs.CollectFields]
    ) -> models.Collected:
        """Collects records in a job, and returns them when it has ended."""
        job = await self.start_collect(**fields)
        await self.wait_for_job(job.jid, **(wait or {}))
        collected: models.Collected = parse(models.Collected, await self.job_result(job.jid))
        return collected

    async def create_dataset_and_wait(
        self, *, wait: WaitOptions | None = None, **fields: Unpack[inputs.CreateDatasetFields]
    ) -> models.Dataset:
        """Creates a dataset and waits for its first refresh."""
        dataset = await self.create_dataset(**fields)
        if dataset.refreshing is not None:
            await self.wait_for_job(dataset.refreshing, **(wait or {}))
        return await self.get_dataset(dataset.did)

    async def refresh_dataset_and_wait(
        self,
        did: str,
        *,
        wait: WaitOptions | None = None,
        **fields: Unpack[inputs.RefreshDatasetFields],
    ) -> models.Dataset:
        """Refreshes a dataset and waits for the end. `last_refresh` states the result."""
        started = await self.refresh_dataset(did, **fields)
        await self.wait_for_job(started.jid, **(wait or {}))
        return await self.get_dataset(did)

    async def check_monitor_and_wait(
        self, mid: str, *, wait: WaitOptions | None = None
    ) -> models.MonitorCheck:
        """Checks a monitor now and returns the check."""
        started = await self.act_on_monitor(mid, "run")
        if started.jid is not None:
            await self.wait_for_job(started.jid, **(wait or {}))
        listed = await self.list_monitor_checks(mid, limit=10)
        for check in listed.checks:
            if check.jid == started.jid:
                return check
        raise ResultError(f"The monitor {mid} has no check of the job {started.jid}.")

    async def run_workflow_and_wait(
        self,
        id: str,
        *,
        wait: WaitOptions | None = None,
        **fields: Unpack[inputs.RunWorkflowFields],
    ) -> models.WorkflowRun:
        """Runs a workflow and waits until the run has ended, or needs input."""
        run = await self.run_workflow(id, **fields)
        return await self.wait_for_run(run.run_id, **(wait or {}))

    async def call(self, operation: str, arguments: dict[str, Any] | None = None) -> Any:
        """Calls an operation by its name in the API, and returns its JSON. `arguments` are the
        fields of path, query and body.
        """
        entry = TABLE.get(operation)
        if entry is None:
            raise ValueError(f"The API has no operation {operation}.")
        values = dict(arguments or {})
        path = {name: str(values.pop(name)) for name in entry.path_fields if name in values}
        return await self._json(entry, path, values, Any)
