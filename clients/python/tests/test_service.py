"""The client and a running service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webdata import (
    AsyncClient,
    Client,
    InvalidRequestError,
    NotFoundError,
    ResultError,
    UnauthorizedError,
    UnreachableError,
    WaitTimeoutError,
    models,
    parse_time,
    verify_receipt,
    verify_result,
)

ARTICLE = "/articles/notes-on-harbour-cranes"


def test_reads_pages_in_the_order_of_the_urls(client: Client, site_url: str) -> None:
    page = client.scrape_page(site_url + ARTICLE, formats=["markdown", "links"])
    assert page.status == "ok"
    assert page.links
    urls = [site_url + path for path in (ARTICLE, "/status/404", ARTICLE, "/docs/")]
    pages = list(client.scrape_pages(urls))
    assert [found.url for found in pages] == urls
    assert [found.status for found in pages] == ["ok", "not_found", "ok", "ok"]


def test_reads_files(client: Client) -> None:
    html = b'<h1>Minutes</h1><p>See <a href="agenda.html">the agenda</a>.</p>' + b" " * 3_000_000
    parsed = client.parse(
        file=html,
        filename="minutes.html",
        base_url="https://site.example/board/",
        formats=["markdown", "links"],
        schema={"type": "object", "properties": {"title": {"type": "string"}}},
    )
    assert parsed.status == "ok"
    assert parsed.file.name == "minutes.html"
    assert parsed.file.bytes == len(html)
    assert [link.url for link in parsed.links or []] == ["https://site.example/board/agenda.html"]
    assert parsed.data == {"title": "Minutes"}
    assert client.parse(file=b"# Notes").file.name is None
    assert client.estimate_parse(file=b"# Notes").estimate.max == 1
    with pytest.raises(InvalidRequestError):
        client.parse(file=b"")


def test_estimates_cost_nothing(client: Client, site_url: str) -> None:
    before = client.account().credits.available
    assert client.estimate_crawl(url=site_url, limit=20).estimate.max == 20
    assert client.account().credits.available == before


def test_crawls_and_lists(client: Client, site_url: str) -> None:
    events: list[models.FollowJobAnswer] = []
    job = client.crawl_and_wait(url=site_url, limit=5, on_event=events.append)
    assert job.status == "completed"
    assert [event.type for event in events].count("job.page") == 5
    assert events[-1].type == "job.completed"
    assert len(list(client.job_pages(job.jid))) == 5
    assert len(list(client.job_pages(job.jid, offset=3))) == 2
    assert [event.type for event in client.follow_job(job.jid)][-1] == "job.completed"
    assert parse_time(job.created_at) <= parse_time(job.finished_at or "")
    jobs = [one.jid for one in client.iter_jobs(type="crawl", limit=1)]
    assert job.jid in jobs
    assert len(jobs) == len(set(jobs))
    assert client.delete_job(job.jid).deleted


def test_downloads_are_complete_or_absent(client: Client, site_url: str, tmp_path: Path) -> None:
    job = client.crawl_and_wait(url=site_url, limit=3)
    path = client.export_job(job.jid, format="ndjson").save(tmp_path / "pages.ndjson")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["ok"] * 3
    with client.export_job(job.jid, format="zip") as download:
        assert download.filename.endswith(".zip")
        assert download.read().startswith(b"PK")
    assert [file.name for file in tmp_path.iterdir()] == ["pages.ndjson"]


def test_iterates_over_datasets_and_continues_changes(client: Client) -> None:
    records = [{"id": number, "name": f"record {number}"} for number in range(250)]
    dataset = client.create_dataset_and_wait(
        name="Many", source={"kind": "records", "records": records}
    )
    found = [record.data["id"] for record in client.iter_dataset_records(dataset.did, limit=100)]
    assert sorted(found) == list(range(250))
    changes = list(client.iter_dataset_changes(dataset.did, since=0, limit=100))
    assert [change.seq for change in changes] == list(range(1, 251))
    export = client.export_dataset(dataset.did, format="json")
    assert len(json.loads(client.download(export.url).read())) == 250


def test_a_job_returns_the_result_of_the_direct_call(client: Client, site_url: str) -> None:
    job = client.start_scrape(url=site_url + ARTICLE)
    client.wait_for_job(job.jid)
    assert client.job_result(job.jid)["status"] == "ok"
    cancelled = client.start_scrape(urls=[f"{site_url}/docs/?{number}" for number in range(100)])
    client.act_on_job(cancelled.jid, "cancel")
    client.wait_for_job(cancelled.jid)
    with pytest.raises(ResultError):
        client.job_result(cancelled.jid)


def test_parts_continue_until_everything_is_listed(client: Client, site_url: str) -> None:
    parts = list(client.map_parts(url=site_url, limit=100))
    assert parts[-1].continue_ is None
    urls = [link.url for part in parts for link in part.links]
    assert len(urls) == len(set(urls))


def test_waiting_ends_with_its_time_and_cancels(client: Client, site_url: str) -> None:
    job = client.crawl(url=f"{site_url}/", limit=300)
    # A paused job does not end, however fast the service is.
    client.act_on_job(job.jid, "pause")
    with pytest.raises(WaitTimeoutError):
        client.wait_for_job(job.jid, timeout=0.3, cancel_on_exit=True)
    assert client.wait_for_job(job.jid).status == "cancelled"


def test_errors_have_code_request_and_fields(client: Client, service_url: str) -> None:
    with pytest.raises(InvalidRequestError) as invalid:
        client.crawl(url="nothing", limit=0)
    assert sorted(field.pointer for field in invalid.value.errors) == ["/limit", "/url"]
    assert (invalid.value.request_id or "").startswith("req_")
    with pytest.raises(NotFoundError):
        client.get_job("job_none/../x")
    with Client(service_url, "wd_wrong_wrong_wrong") as other, pytest.raises(UnauthorizedError):
        other.account()
    with Client("http://127.0.0.1:1", "key", retries=0) as no, pytest.raises(UnreachableError):
        no.health()


def test_receipts_are_verified_without_the_service(client: Client, site_url: str) -> None:
    keys = client.receipt_keys()
    page = client.scrape_page(site_url + ARTICLE)
    assert verify_receipt(page.receipt, keys).valid
    assert client.verify_receipt(receipt=page.receipt.to_dict()).valid
    document = page.receipt.to_dict()
    for name, value in {"credits": 7, "url": "https://other.example/", "added": None}.items():
        assert not verify_receipt({**document, name: value}, keys)
    assert not verify_receipt(document, [])


def test_results_are_compared_with_their_receipts(client: Client, site_url: str) -> None:
    keys = client.receipt_keys()
    page = client.scrape_page(site_url + ARTICLE, formats=["markdown", "raw_html", "metadata"])
    state = verify_result(page, keys)
    assert state, state.reason
    assert {"markdown", "raw_html", "title", "url"} <= set(state.checked)
    assert state.unchecked == []
    document = page.to_dict()
    for name in ("markdown", "raw_html", "title", "url", "length"):
        assert not verify_result({**document, name: "forged"}, keys), name
    part = verify_result({"markdown": document["markdown"], "receipt": document["receipt"]}, keys)
    assert part.valid
    assert part.checked == ["markdown"]
    assert "raw_html" in part.unchecked
    without = verify_result({**document, "receipt": None}, keys)
    assert without.reason == "The result has no receipt."


def test_tool_calls_of_a_model(client: Client, site_url: str) -> None:
    names = [one["name"] for one in client.list_functions(tools="read").tools]
    assert "scrape" in names
    arguments = json.dumps({"url": site_url + ARTICLE, "country": None, "options": None})
    answer = client.call_tool("scrape", arguments, max_tokens=500)
    assert not answer.is_error
    assert answer.text.startswith(f"ok {site_url + ARTICLE}: 1 credit")
    assert client.get_receipt(answer.receipts[0]).url == site_url + ARTICLE
    assert answer.request_id is not None
    wrong = client.call_tool("scrape", {"adress": "x"})
    assert wrong.is_error
    assert "adress: unknown field" in wrong.text
    assert client.call_tool("scrape", "{").text.startswith("malformed_json")
    assert client.call_tool("scrap", {}).is_error


def test_calls_by_name(client: Client, site_url: str) -> None:
    assert client.call("scrape", {"url": site_url + ARTICLE})["status"] == "ok"
    job = client.call("crawl", {"url": site_url, "limit": 1})
    assert client.call("get_job", {"jid": job["jid"]})["jid"] == job["jid"]
    with pytest.raises(ValueError, match="no operation"):
        client.call("delete_everything")


@pytest.mark.anyio
async def test_the_asynchronous_client_does_the_same(site_url: str, tmp_path: Path) -> None:
    async with AsyncClient() as client:
        page = await client.scrape_page(site_url + ARTICLE)
        assert page.status == "ok"
        types: list[str] = []
        job = await client.crawl_and_wait(
            url=site_url, limit=3, on_event=lambda event: types.append(event.type)
        )
        assert types[-1] == "job.completed"
        assert len([found async for found in client.job_pages(job.jid)]) == 3
        download = await client.export_job(job.jid, format="ndjson")
        path = await download.save(tmp_path / "pages.ndjson")
        assert len(path.read_text(encoding="utf-8").splitlines()) == 3
