"""Retries, streams and unknown values, against scripted servers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import anyio
import pytest

from webdata import (
    ApiError,
    AsyncClient,
    ConflictError,
    UnavailableError,
    UnexpectedResponseError,
    WaitTimeoutError,
)

from .conftest import Answer, Connect, ScriptedServer, respond

Scripted = Callable[[Answer], ScriptedServer]

UNAVAILABLE = json.dumps({"code": "unavailable", "detail": "not now", "status": 503})
IN_PROGRESS = json.dumps({"code": "conflict", "detail": "in progress", "status": 409})
DELETED = '{"jid": "job_1", "deleted": true}'
IP = '{"ip": "192.0.2.1"}'
CANCELLED_PATH = "POST /v1/jobs/job_1/cancel"


def test_only_calls_without_a_second_effect_are_retried(
    scripted: Scripted, connect: Connect
) -> None:
    def answer(number: int, handler: BaseHTTPRequestHandler) -> None:
        respond(handler, 503, UNAVAILABLE) if number % 2 else respond(handler, 200, IP)

    server = scripted(answer)
    client = connect(server.url)
    assert client.ip().ip == "192.0.2.1"
    assert len(server.requests) == 2

    with pytest.raises(UnavailableError):
        client.delete_job("job_1")
    assert len(server.requests) == 3
    server.requests.clear()

    client.call("ip")
    manual = connect(server.url, send_idempotency_keys=False)
    server.requests.clear()
    with pytest.raises(UnavailableError):
        manual.test_webhook(url="https://hooks.example/")
    assert len(server.requests) == 1


def test_a_post_is_repeated_with_the_same_key(scripted: Scripted, connect: Connect) -> None:
    def answer(number: int, handler: BaseHTTPRequestHandler) -> None:
        respond(handler, 503, UNAVAILABLE) if number < 3 else respond(handler, 200, '{"mids": []}')

    server = scripted(answer)
    connect(server.url).import_monitors(monitors=[])
    keys = [headers["idempotency-key"] for _, headers, _ in server.requests]
    assert len(keys) == 3
    assert len(set(keys)) == 1

    server = scripted(lambda _, handler: respond(handler, 200, '{"mids": []}'))
    client = connect(server.url)
    for _ in range(2):
        client.import_monitors(monitors=[])
    client.import_monitors(monitors=[], idempotency_key="mine")
    keys = [headers["idempotency-key"] for _, headers, _ in server.requests]
    assert len(set(keys)) == 3
    assert keys[2] == "mine"


def test_a_request_in_progress_is_awaited(scripted: Scripted, connect: Connect) -> None:
    def answer(number: int, handler: BaseHTTPRequestHandler) -> None:
        if number < 5:
            respond(handler, 409, IN_PROGRESS, retry_after="0.01")
        else:
            respond(handler, 200, '{"mids": ["mon_1"]}')

    server = scripted(answer)
    assert connect(server.url).import_monitors(monitors=[]).mids == ["mon_1"]
    other = scripted(lambda _, handler: respond(handler, 409, IN_PROGRESS))
    with pytest.raises(ConflictError):
        connect(other.url).import_monitors(monitors=[])
    assert len(other.requests) == 1


def test_a_stream_continues_where_it_broke(scripted: Scripted, connect: Connect) -> None:
    def answer(number: int, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.send_header("connection", "close")
        if number == 1:
            # The announced length is never reached: the connection is lost.
            handler.send_header("content-length", "1000")
        handler.end_headers()
        if number == 1:
            parts = [
                b': hello\r\n\r\nid: 1\r\nevent: job.started\r\ndata: {"a":\r',
                b'\ndata: 1}\r\n\r\nid: 2\r\nevent: job.page\r\ndata: {"cut',
            ]
        else:
            text = (
                'id:2\nevent:job.page\ndata:{"text":"\u00fc \u2028"}\n\n'
                "id: 3\nevent: job.completed\ndata: {}\n\n"
            )
            whole = text.encode()
            # A character is split between two chunks.
            at = whole.index("\u00fc".encode()) + 1
            parts = [whole[:at], whole[at:]]
        for part in parts:
            handler.wfile.write(part)
            handler.wfile.flush()
            time.sleep(0.05)
        handler.close_connection = True

    server = scripted(answer)
    events = list(connect(server.url).follow_job("job_1"))
    assert [event.id for event in events] == ["1", "2", "3"]
    assert events[0].data == {"a": 1}
    assert events[1].data == {"text": "\u00fc \u2028"}
    last = [headers.get("last-event-id") for _, headers, _ in server.requests]
    assert last == [None, "1"]


def test_the_error_of_a_proxy_is_an_error_with_its_status(
    scripted: Scripted, connect: Connect
) -> None:
    server = scripted(lambda _, handler: respond(handler, 502, "<h1>Bad Gateway</h1>"))
    with pytest.raises(ApiError) as error:
        connect(server.url, retries=0).ip()
    assert (error.value.status, error.value.code) == (502, "unknown")


def test_a_newer_service_may_add_fields_and_values(scripted: Scripted, connect: Connect) -> None:
    warning = {"code": "x", "message": "y", "new": {"z": 1}}
    usage = {"dry_run": True, "status": "new_status"}
    answer = {"ip": "192.0.2.1", "warning": warning, "usage": usage}
    server = scripted(lambda _, handler: respond(handler, 200, json.dumps(answer)))
    found = connect(server.url).ip()
    assert found.to_dict() == answer
    health = {"status": "half_ok", "version": "9", "checks": {"new": {"status": "odd"}}}
    newer = scripted(lambda _, handler: respond(handler, 200, json.dumps(health)))
    assert connect(newer.url).health().to_dict() == health
    wrong = scripted(lambda _, handler: respond(handler, 200, '{"ip": {}}'))
    with pytest.raises(UnexpectedResponseError):
        connect(wrong.url).ip()


def test_the_key_is_sent_to_the_service_only(scripted: Scripted, connect: Connect) -> None:
    server = scripted(lambda _, handler: respond(handler, 200, "content"))
    client = connect(f"{server.url}/prefix/")
    link = "https://other.example/data/v1/datasets/ds_1/exports/file_1?a=b"
    assert client.download(link).read() == b"content"
    assert server.requests[0][0] == "GET /prefix/v1/datasets/ds_1/exports/file_1?a=b"
    with pytest.raises(ValueError, match="not a link"):
        client.download("https://other.example/elsewhere")


def test_a_suggested_name_has_no_folders(scripted: Scripted, connect: Connect) -> None:
    names = [
        'filename="../../x.csv"',
        "filename*=UTF-8''..%2F%2e%2e%2Fn%C3%A4.csv",
        'filename=".."',
        "",
    ]
    server = scripted(
        lambda number, handler: respond(
            handler, 200, "x", content_disposition=f"attachment; {names[number - 1]}"
        )
    )
    client = connect(server.url)
    found = [client.export_job("job_1").filename for _ in names]
    assert found == ["x.csv", "n\u00e4.csv", "download", "download"]


COUNTERS = [
    *("discovered", "queued", "running", "done", "ok", "not_found", "blocked", "failed"),
    *("unavailable", "budget_exhausted", "invalid"),
]
JOB = {
    "jid": "job_1",
    "type": "crawl",
    "status": "running",
    "paused": False,
    "created_at": "2026-11-22T18:22:03.175Z",
    "started_at": None,
    "finished_at": None,
    "expires_at": None,
    "params": {},
    "progress": dict.fromkeys(COUNTERS, 0),
    "credits": {"reserved": 0, "charged": 0},
    "error": None,
    "webhook": None,
    "waiting": None,
    "robots_blocked": [],
    "robots_blocked_total": 0,
    "skipped": {},
    "warnings": [],
}


def silent_job(number: int, handler: BaseHTTPRequestHandler) -> None:
    """Answers with a job that never ends, and a stream that stays silent."""
    if handler.path.endswith("/events"):
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.send_header("connection", "close")
        handler.end_headers()
        handler.wfile.write(b": open\n\n")
        handler.wfile.flush()
        time.sleep(5)
    else:
        respond(handler, 200, json.dumps(JOB))


def test_a_silent_stream_does_not_prolong_a_wait(scripted: Scripted, connect: Connect) -> None:
    server = scripted(silent_job)
    client = connect(server.url)
    with pytest.raises(WaitTimeoutError):
        client.wait_for_job("job_1", on_event=print, timeout=0.5, cancel_on_exit=True)
    assert cancellations(server) == 1
    with pytest.raises(WaitTimeoutError):
        client.wait_for_job("job_1", timeout=0.5)
    assert cancellations(server) == 1


def cancellations(server: ScriptedServer) -> int:
    """Returns the number of requests that cancelled a job."""
    return [path for path, _, _ in server.requests].count(CANCELLED_PATH)


@pytest.mark.anyio
async def test_a_cancelled_task_cancels_its_job_if_it_is_told_to(scripted: Scripted) -> None:
    server = scripted(silent_job)
    async with AsyncClient(server.url, "key") as client, anyio.create_task_group() as tasks:

        async def wait() -> None:
            await client.wait_for_job("job_1", cancel_on_exit=True)

        tasks.start_soon(wait)
        # The wait has begun when its first request has arrived.
        await anyio.to_thread.run_sync(server.arrived.wait)
        tasks.cancel_scope.cancel()
    assert cancellations(server) == 1
