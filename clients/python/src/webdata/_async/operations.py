# Generated from the OpenAPI document of the service by scripts/write-python-client.ts. Do not edit.
"""A method for each operation of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from typing_extensions import Unpack

from .. import inputs, models
from .._table import TABLE
from .calls import AsyncCalls
from .download import AsyncDownload


class AsyncOperations(AsyncCalls):
    """A method for each operation of the service. Fields of query and body are keyword arguments."""

    async def scrape(
        self,
        **fields: Unpack[inputs.ScrapeFields],
    ) -> models.ScrapeAnswer:
        """Read pages.

        Reads one page (`url`) or up to 100 in parallel (`urls`, returned in the order of the
        request; a failed page does not affect the others). Pages of `urls` whose turn does
        not come before `timeout_ms`, or that do not fit into 16 million characters, are left
        out and free: the response then has `complete: false` and a `continue` token. The
        outcome of a page is its `status`, not an HTTP error. Long pages have a `ref` for GET
        /v1/read.

        Needs a key of scope `write`. Price: 1 credit per page on the own network. A page that
        loads with an error status (404, 500) costs its route, one that could not be loaded or
        stood behind a wall costs nothing. A page from the cache (`max_age`) is free..
        """
        answer: models.ScrapeAnswer = await self._json(
            TABLE["scrape"], {}, fields, models.ScrapeAnswer
        )
        return answer

    async def estimate_scrape(
        self,
        **fields: Unpack[inputs.ScrapeFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `scrape`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["scrape"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_scrape(
        self,
        **fields: Unpack[inputs.ScrapeFields],
    ) -> models.Job:
        """Starts `scrape` as a job, whose single result is the response of `scrape`."""
        answer: models.Job = await self._json(
            TABLE["scrape"], {}, fields, models.Job, {"async": True}
        )
        return answer

    def scrape_parts(
        self,
        **fields: Unpack[inputs.ScrapeFields],
    ) -> AsyncIterator[models.ScrapeAnswer]:
        """Yields the response of `scrape` and of the calls that continue it, until nothing is
        left.
        """
        return self._parts(TABLE["scrape"], {}, fields, models.ScrapeAnswer)

    async def search(
        self,
        **fields: Unpack[inputs.SearchFields],
    ) -> models.SearchResults:
        """Search the web.

        Searches the web with the configured providers, in order, and optionally reads every
        result (`scrape`). Failed providers are skipped and listed in `warnings`; if all fail,
        the response is 503 with their errors, so that an empty list always means that nothing
        was found. `country` is a preference; `country_applied` states its effect.

        Needs a key of scope `write`. Price: 1 credit per search; free if it fails or is
        served from the cache (`max_age`); with `scrape`, also the price of each delivered
        page.
        """
        answer: models.SearchResults = await self._json(
            TABLE["search"], {}, fields, models.SearchResults
        )
        return answer

    async def estimate_search(
        self,
        **fields: Unpack[inputs.SearchFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `search`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["search"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def extract(
        self,
        **fields: Unpack[inputs.ExtractFields],
    ) -> models.ExtractAnswer:
        """Extract typed data from a page.

        Reads a page and finds the values of a JSON Schema: in structured data of the page,
        with selectors learned from pages of the same layout, by labels and names on the page,
        and with a small model if one is configured. `evidence` states the source of every
        value; `unverified` lists values that the page does not contain; values that were not
        found are null and listed in `missing`, and `searched_by` states whether only rules
        looked for them, so that the page may state them, or a model as well. Without a
        schema, `prompt` names the fields; without both, the structured data of the page is
        returned.

        Needs a key of scope `write`. Price: 1 credit for the page; 5 more only if a model was
        called and returned a value.
        """
        answer: models.ExtractAnswer = await self._json(
            TABLE["extract"], {}, fields, models.ExtractAnswer
        )
        return answer

    async def estimate_extract(
        self,
        **fields: Unpack[inputs.ExtractFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `extract`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["extract"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def list_layouts(
        self,
        **fields: Unpack[inputs.ListLayoutsFields],
    ) -> models.ListLayoutsAnswer:
        """List learned layouts.

        Returns the page layouts for which extraction has learned selectors, with their
        health, most recently used first. Layouts are private to this account.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListLayoutsAnswer = await self._json(
            TABLE["list_layouts"], {}, fields, models.ListLayoutsAnswer
        )
        return answer

    def iter_layouts(
        self,
        **fields: Unpack[inputs.ListLayoutsFields],
    ) -> AsyncIterator[models.ListLayoutsAnswerLayouts]:
        """Yields all rows of `list_layouts`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_layouts"], {}, fields, models.ListLayoutsAnswer, "layouts", "next_offset"
        )

    async def forget_layout(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ForgetLayoutAnswer:
        """Delete a layout.

        Deletes the learned selectors of one layout. Later pages with this layout teach it
        again.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.ForgetLayoutAnswer = await self._json(
            TABLE["forget_layout"], {"id": id}, fields, models.ForgetLayoutAnswer
        )
        return answer

    async def parse(
        self,
        **fields: Unpack[inputs.ParseFields],
    ) -> models.ParsedFile:
        """Read a file.

        Reads a file that you send, or one that the service has stored (PDF, DOCX, XLSX, PPTX,
        ODT, ODS, ODP, EPUB, RTF, mail, calendars, contacts, HTML, Markdown, CSV, JSON, feeds
        and text) as a page result, with the values of `schema` and `prompt` as in extract.
        Send a form with the part `file`, the bytes as body with `?filename=`, or the id of
        the stored file in JSON. Nothing is fetched from the file or for it, and its bytes are
        deleted with the end of the request or of its job. `url` is null, and the receipt
        states the SHA-256 of the file. Long texts have a `ref` for GET /v1/read.

        Needs a key of scope `write`. Price: 1 credit for a file that was read; 5 more only if
        `schema` or `prompt` is set and a model returned a value. A file that cannot be read
        is free.
        """
        answer: models.ParsedFile = await self._json(TABLE["parse"], {}, fields, models.ParsedFile)
        return answer

    async def estimate_parse(
        self,
        **fields: Unpack[inputs.ParseFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `parse`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["parse"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_parse(
        self,
        **fields: Unpack[inputs.ParseFields],
    ) -> models.Job:
        """Starts `parse` as a job, whose single result is the response of `parse`."""
        answer: models.Job = await self._json(
            TABLE["parse"], {}, fields, models.Job, {"async": True}
        )
        return answer

    async def map(
        self,
        **fields: Unpack[inputs.MapFields],
    ) -> models.MapAnswer:
        """List the URLs of a site.

        Lists the URLs of a site from its sitemaps and feeds, robots.txt, `llms.txt` and the
        links of the start page, without fetching other pages. `search` returns only URLs that
        match its words, best first. `complete` is true only if all sitemaps of the site were
        read completely and all URLs are listed; otherwise `warnings` states the reason, and
        `continue` lists the rest.

        Needs a key of scope `write`. Price: 1 credit, 5 if only a residential exit reaches
        the `country`, and 1 for each of two views of an application with routes such as
        `#/docs`; free if the site could not be loaded, and for continuing.
        """
        answer: models.MapAnswer = await self._json(TABLE["map"], {}, fields, models.MapAnswer)
        return answer

    def map_parts(
        self,
        **fields: Unpack[inputs.MapFields],
    ) -> AsyncIterator[models.MapAnswer]:
        """Yields the response of `map` and of the calls that continue it, until nothing is left."""
        return self._parts(TABLE["map"], {}, fields, models.MapAnswer)

    async def inspect(
        self,
        **fields: Unpack[inputs.InspectFields],
    ) -> models.InspectAnswer:
        """Find the data sources of a page.

        Finds and ranks the lists of records behind a page: JSON and GraphQL calls of the
        site, data embedded in the page, JSON-LD, microdata, tables and repeated elements.
        Calls are repeated without the page and without a browser, with as few headers and
        cookies as possible, in at most twelve requests; calls that could change data are
        never repeated. For each source, the response states its fields, its pagination, the
        cost of one run and what was not tested; `cheapest` names the recommended source.

        Needs a key of scope `write`. Price: 1 credit for the page; test requests and
        continuing are free.
        """
        answer: models.InspectAnswer = await self._json(
            TABLE["inspect"], {}, fields, models.InspectAnswer
        )
        return answer

    async def estimate_inspect(
        self,
        **fields: Unpack[inputs.InspectFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `inspect`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["inspect"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    def inspect_parts(
        self,
        **fields: Unpack[inputs.InspectFields],
    ) -> AsyncIterator[models.InspectAnswer]:
        """Yields the response of `inspect` and of the calls that continue it, until nothing is
        left.
        """
        return self._parts(TABLE["inspect"], {}, fields, models.InspectAnswer)

    async def collect(
        self,
        **fields: Unpack[inputs.CollectFields],
    ) -> models.Collected:
        """Collect records from a listing.

        Returns the records of a listing with the requested fields, which are given in words.
        The records come from the source that the page itself uses (JSON calls of the site,
        data embedded in the page, tables, repeated elements), are compared with the visible
        page, and are read from page to page. `fields` states the source and the confidence of
        each field; `unverified` lists values that the page does not show; `complete` is true
        only if the end of the listing was proven. The source is saved as a recipe (`rid`), so
        that later runs need no discovery and no model.

        Needs a key of scope `write`. Price: 1 credit per page or API response with records; 5
        more only if a model was called to match the fields.
        """
        answer: models.Collected = await self._json(TABLE["collect"], {}, fields, models.Collected)
        return answer

    async def estimate_collect(
        self,
        **fields: Unpack[inputs.CollectFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `collect`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["collect"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_collect(
        self,
        **fields: Unpack[inputs.CollectFields],
    ) -> models.Job:
        """Starts `collect` as a job, whose single result is the response of `collect`."""
        answer: models.Job = await self._json(
            TABLE["collect"], {}, fields, models.Job, {"async": True}
        )
        return answer

    async def create_recipe(
        self,
        **fields: Unpack[inputs.CreateRecipeFields],
    ) -> models.Recipe:
        """Create a recipe.

        Saves a recipe: a URL, the fields to return per record, and optionally their source in
        the form of another recipe. Without a source, the first run discovers one. POST
        /v1/collect creates recipes automatically.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.Recipe = await self._json(TABLE["create_recipe"], {}, fields, models.Recipe)
        return answer

    async def list_recipes(
        self,
        **fields: Unpack[inputs.ListRecipesFields],
    ) -> models.ListRecipesAnswer:
        """List recipes.

        Returns the recipes of this account with their health, newest first.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListRecipesAnswer = await self._json(
            TABLE["list_recipes"], {}, fields, models.ListRecipesAnswer
        )
        return answer

    def iter_recipes(
        self,
        **fields: Unpack[inputs.ListRecipesFields],
    ) -> AsyncIterator[models.Recipe]:
        """Yields all rows of `list_recipes`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_recipes"], {}, fields, models.ListRecipesAnswer, "recipes", "next_offset"
        )

    async def get_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Recipe:
        """Get a recipe.

        Returns a recipe: its source, the path of each field, its pagination and the results
        of its runs.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Recipe = await self._json(
            TABLE["get_recipe"], {"rid": rid}, fields, models.Recipe
        )
        return answer

    async def delete_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteRecipeAnswer:
        """Delete a recipe.

        Deletes a recipe. Datasets that use it can no longer be refreshed.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeleteRecipeAnswer = await self._json(
            TABLE["delete_recipe"], {"rid": rid}, fields, models.DeleteRecipeAnswer
        )
        return answer

    async def run_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.RunRecipeFields],
    ) -> models.Collected:
        """Run a recipe.

        Reads the records of a recipe again, without discovery, without a model, and without a
        browser unless the source needs one. If the source no longer matches (records missing,
        fields empty, keys renamed), the source is discovered once more; if that fails, the
        run fails with the reason and returns no records. `url` runs the recipe on another
        listing of the same site; `continue` reads on from the end of an earlier response.

        Needs a key of scope `write`. Price: 1 credit per page or API response with records.
        """
        answer: models.Collected = await self._json(
            TABLE["run_recipe"], {"rid": rid}, fields, models.Collected
        )
        return answer

    async def estimate_run_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.RunRecipeFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `run_recipe`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["run_recipe"], {"rid": rid}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_run_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.RunRecipeFields],
    ) -> models.Job:
        """Starts `run_recipe` as a job, whose single result is the response of `run_recipe`."""
        answer: models.Job = await self._json(
            TABLE["run_recipe"], {"rid": rid}, fields, models.Job, {"async": True}
        )
        return answer

    async def test_recipe(
        self,
        rid: str,
        **fields: Unpack[inputs.TestRecipeFields],
    ) -> models.TestRecipeAnswer:
        """Test a recipe.

        Reads one page of a recipe and compares it with the saved source: the page is
        readable, contains records, has values in each field as often as before, and leads to
        the next page. A recipe without a source is tested on the source that is found for it.
        Changes nothing.

        Needs a key of scope `write`. Price: 1 credit if the page has records.
        """
        answer: models.TestRecipeAnswer = await self._json(
            TABLE["test_recipe"], {"rid": rid}, fields, models.TestRecipeAnswer
        )
        return answer

    async def compare(
        self,
        **fields: Unpack[inputs.CompareFields],
    ) -> models.Comparison:
        """Compare a page across countries.

        Reads a product or page from several countries in parallel, each through an exit in
        that country. Every row has the price on the page, converted with the reference rates
        of the European Central Bank, and states whether it is the same product (by GTIN,
        manufacturer and shop numbers, then by brand, model and variant). `cheapest` and
        `dearest` consider only rows with a verified exit, an unambiguous price and the same
        product. Rows that could not be read state their error; if no row could be read, the
        response is 503. Countries that were not read before the time limit are left to
        `continue`.

        Needs a key of scope `write`. Price: 1 credit per row with a page, more for more
        expensive routes, and 5 more if a model returned a value of `schema`; rows that could
        not be read are free.
        """
        answer: models.Comparison = await self._json(
            TABLE["compare"], {}, fields, models.Comparison
        )
        return answer

    async def estimate_compare(
        self,
        **fields: Unpack[inputs.CompareFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `compare`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["compare"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_compare(
        self,
        **fields: Unpack[inputs.CompareFields],
    ) -> models.Job:
        """Starts `compare` as a job, whose single result is the response of `compare`."""
        answer: models.Job = await self._json(
            TABLE["compare"], {}, fields, models.Job, {"async": True}
        )
        return answer

    def compare_parts(
        self,
        **fields: Unpack[inputs.CompareFields],
    ) -> AsyncIterator[models.Comparison]:
        """Yields the response of `compare` and of the calls that continue it, until nothing is
        left.
        """
        return self._parts(TABLE["compare"], {}, fields, models.Comparison)

    async def archive(
        self,
        **fields: Unpack[inputs.ArchiveFields],
    ) -> models.ArchiveAnswer:
        """Read archived pages.

        Reads pages from web archives. `get`: a page on a date. `snapshots`: the captures of a
        page and its real changes. `diff`: differences between a date and now, or between two
        dates. `history`: a field or section over time. `urls`: every URL that a site or path
        ever had, optionally with its state on the live site. Truncated and excluded copies,
        error pages and blocks are reported as such and never returned as content. `sources`
        lists the result of each archive; `assumed` and `complete` state what was not read,
        and `continue` reads on in lists.

        Needs a key of scope `write`. Price: 1 credit per archived page read, and 5 more if a
        model returned a value of `schema` or `prompt`; index queries and failures are free.
        """
        answer: models.ArchiveAnswer = await self._json(
            TABLE["archive"], {}, fields, models.ArchiveAnswer
        )
        return answer

    async def estimate_archive(
        self,
        **fields: Unpack[inputs.ArchiveFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `archive`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["archive"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def start_archive(
        self,
        **fields: Unpack[inputs.ArchiveFields],
    ) -> models.Job:
        """Starts `archive` as a job, whose single result is the response of `archive`."""
        answer: models.Job = await self._json(
            TABLE["archive"], {}, fields, models.Job, {"async": True}
        )
        return answer

    def archive_parts(
        self,
        **fields: Unpack[inputs.ArchiveFields],
    ) -> AsyncIterator[models.ArchiveAnswer]:
        """Yields the response of `archive` and of the calls that continue it, until nothing is
        left.
        """
        return self._parts(TABLE["archive"], {}, fields, models.ArchiveAnswer)

    async def read(
        self,
        **fields: Unpack[inputs.ReadFields],
    ) -> models.ReadAnswer:
        """Read a stored page.

        Returns a part of a stored page by its `ref`: a range by `offset` and `length` (in
        Unicode code points), a `section` by its id or heading, or the passages about `focus`,
        best first.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ReadAnswer = await self._json(TABLE["read"], {}, fields, models.ReadAnswer)
        return answer

    async def blob(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> AsyncDownload:
        """Get a stored file.

        Returns the bytes of a screenshot or another file that a result links to. Needs no
        key: the identifier in the link is secret.

        Needs no key. Price: free.
        """
        return await self._download(TABLE["blob"], {"id": id}, fields)

    async def list_datasets(
        self,
        **fields: Unpack[inputs.ListDatasetsFields],
    ) -> models.ListDatasetsAnswer:
        """List datasets.

        Returns the datasets of the account, newest first.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListDatasetsAnswer = await self._json(
            TABLE["list_datasets"], {}, fields, models.ListDatasetsAnswer
        )
        return answer

    def iter_datasets(
        self,
        **fields: Unpack[inputs.ListDatasetsFields],
    ) -> AsyncIterator[models.Dataset]:
        """Yields all rows of `list_datasets`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_datasets"], {}, fields, models.ListDatasetsAnswer, "datasets", "next_offset"
        )

    async def create_dataset(
        self,
        **fields: Unpack[inputs.CreateDatasetFields],
    ) -> models.Dataset:
        """Create a dataset.

        Creates a set of records that refreshes keep up to date: from a recipe, a listing,
        values extracted from pages, or records in the request. The first refresh starts at
        once, as a job. Each refresh adds, changes and removes records and numbers every
        change, so that `GET /v1/datasets/{did}/changes?since=` returns each change exactly
        once. An incomplete refresh removes nothing. A record that is not found is first
        `missing`, and is removed after `removed_after` complete refreshes in a row. If more
        than half of the records disappear, the refresh stops and waits for confirmation
        (`accept_drop`).

        Needs a key of scope `write`. Price: free; each refresh costs the pages that it reads.
        """
        answer: models.Dataset = await self._json(
            TABLE["create_dataset"], {}, fields, models.Dataset
        )
        return answer

    async def get_dataset(
        self,
        did: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Dataset:
        """Get a dataset.

        Returns the state of a dataset: its records by status, its last refresh and its next
        ones.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Dataset = await self._json(
            TABLE["get_dataset"], {"did": did}, fields, models.Dataset
        )
        return answer

    async def delete_dataset(
        self,
        did: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteDatasetAnswer:
        """Delete a dataset.

        Deletes a dataset with its records, changes and exports, and cancels its running
        refresh. Receipts and ledger entries remain.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeleteDatasetAnswer = await self._json(
            TABLE["delete_dataset"], {"did": did}, fields, models.DeleteDatasetAnswer
        )
        return answer

    async def get_dataset_records(
        self,
        did: str,
        **fields: Unpack[inputs.GetDatasetRecordsFields],
    ) -> models.GetDatasetRecordsAnswer:
        """Get the records of a dataset.

        Returns records of one status in order of first appearance. `active`: the last
        complete refresh found them, or a later one. `missing`: recent complete refreshes did
        not find them. `removed`: not found for `removed_after` complete refreshes in a row.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetDatasetRecordsAnswer = await self._json(
            TABLE["get_dataset_records"], {"did": did}, fields, models.GetDatasetRecordsAnswer
        )
        return answer

    def iter_dataset_records(
        self,
        did: str,
        **fields: Unpack[inputs.GetDatasetRecordsFields],
    ) -> AsyncIterator[models.DatasetRecord]:
        """Yields all rows of `get_dataset_records`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["get_dataset_records"], {"did": did}, fields, models.GetDatasetRecordsAnswer, "records", "next_offset"
        )

    async def get_dataset_changes(
        self,
        did: str,
        **fields: Unpack[inputs.GetDatasetChangesFields],
    ) -> models.GetDatasetChangesAnswer:
        """Get the changes of a dataset.

        Returns added, changed, removed and returned records in order, after the change with
        the number `since`. Numbers have no gaps and are assigned in order, so a reader that
        continues from `next_since` gets each change exactly once. Changes are kept as long as
        the request history; older ones get 410.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetDatasetChangesAnswer = await self._json(
            TABLE["get_dataset_changes"], {"did": did}, fields, models.GetDatasetChangesAnswer
        )
        return answer

    def iter_dataset_changes(
        self,
        did: str,
        **fields: Unpack[inputs.GetDatasetChangesFields],
    ) -> AsyncIterator[models.DatasetChange]:
        """Yields all rows of `get_dataset_changes`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["get_dataset_changes"], {"did": did}, fields, models.GetDatasetChangesAnswer, "changes", "next_since"
        )

    async def refresh_dataset(
        self,
        did: str,
        **fields: Unpack[inputs.RefreshDatasetFields],
    ) -> models.RefreshDatasetAnswer:
        """Refresh a dataset.

        Starts a job that reads the source again and merges its records. While a refresh is
        queued or running, returns its job and starts no other.

        Needs a key of scope `write`. Price: the pages and API responses that contained
        records, each at its route.
        """
        answer: models.RefreshDatasetAnswer = await self._json(
            TABLE["refresh_dataset"], {"did": did}, fields, models.RefreshDatasetAnswer
        )
        return answer

    async def schedule_dataset(
        self,
        did: str,
        **fields: Unpack[inputs.ScheduleDatasetFields],
    ) -> models.Dataset:
        """Schedule the refreshes of a dataset.

        Sets the schedule of refreshes: `{every: "6h"}`, `{cron: "0 7 * * 1-5", timezone:
        "Europe/Berlin"}` or `{paused: true}`. It replaces the previous schedule. A fixed time
        of day runs once per day, also when daylight saving time starts or ends. After
        downtime, one refresh replaces all missed ones. A scheduled refresh is skipped while
        another one runs.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.Dataset = await self._json(
            TABLE["schedule_dataset"], {"did": did}, fields, models.Dataset
        )
        return answer

    async def export_dataset(
        self,
        did: str,
        **fields: Unpack[inputs.ExportDatasetFields],
    ) -> models.ExportDatasetAnswer:
        """Export a dataset.

        Writes a consistent snapshot of the records to a file: CSV (RFC 4180), JSON, NDJSON,
        XLSX or Parquet. Returns the URL, the number of rows and the checksum of the file;
        with `Accept: text/csv` or `application/x-ndjson`, returns the file itself.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ExportDatasetAnswer = await self._json(
            TABLE["export_dataset"], {"did": did}, fields, models.ExportDatasetAnswer
        )
        return answer

    async def get_dataset_export(
        self,
        did: str,
        export_id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> AsyncDownload:
        """Download an export.

        Returns the file of an export. Supports `Range`, to resume an interrupted download.
        The `ETag` is the checksum.

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(
            TABLE["get_dataset_export"], {"did": did, "export_id": export_id}, fields
        )

    async def create_monitor(
        self,
        **fields: Unpack[inputs.CreateMonitorFields],
    ) -> models.CreateMonitorAnswer:
        """Create a monitor.

        Watches a page, a section of it, values on it, or a dataset, and reports changes by
        webhook, e-mail, feed and history. The first check starts at once and sets the
        baseline. Content that changes by itself (tokens, counters, clocks, advertisements,
        the order of lists) is not a change. A page that differs is read again before the
        change is notified. Blocked and failing checks do not change the baseline and are
        reported as failing.

        Needs a key of scope `write`. Price: free; each check, and each reading that confirms
        a difference, costs the price of its page.
        """
        answer: models.CreateMonitorAnswer = await self._json(
            TABLE["create_monitor"], {}, fields, models.CreateMonitorAnswer
        )
        return answer

    async def list_monitors(
        self,
        **fields: Unpack[inputs.ListMonitorsFields],
    ) -> models.ListMonitorsAnswer:
        """List monitors.

        Returns the monitors of the account, newest first.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListMonitorsAnswer = await self._json(
            TABLE["list_monitors"], {}, fields, models.ListMonitorsAnswer
        )
        return answer

    def iter_monitors(
        self,
        **fields: Unpack[inputs.ListMonitorsFields],
    ) -> AsyncIterator[models.Monitor]:
        """Yields all rows of `list_monitors`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_monitors"], {}, fields, models.ListMonitorsAnswer, "monitors", "next_offset"
        )

    async def export_monitors(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ExportMonitorsAnswer:
        """Export monitors.

        Returns the settings of all monitors in the format of POST /v1/monitors/import and
        POST /v1/monitors. They include webhook URLs.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.ExportMonitorsAnswer = await self._json(
            TABLE["export_monitors"], {}, fields, models.ExportMonitorsAnswer
        )
        return answer

    async def import_monitors(
        self,
        **fields: Unpack[inputs.ImportMonitorsFields],
    ) -> models.ImportMonitorsAnswer:
        """Import monitors.

        Creates up to 1,000 monitors at once: all of them, or none when one is invalid.

        Needs a key of scope `write`. Price: free; each check costs the price of its page.
        """
        answer: models.ImportMonitorsAnswer = await self._json(
            TABLE["import_monitors"], {}, fields, models.ImportMonitorsAnswer
        )
        return answer

    async def monitors_feed(
        self,
        **fields: Unpack[inputs.MonitorsFeedFields],
    ) -> AsyncDownload:
        """Get the changes of all monitors as a feed.

        Returns the last 50 changes, of which the conditions held, of all monitors, or of
        those with a tag, as one Atom feed (RFC 4287), newest first.

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(TABLE["monitors_feed"], {}, fields)

    async def get_monitor(
        self,
        mid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.GetMonitorAnswer:
        """Get a monitor.

        Returns a monitor with its last 50 checks and its baseline, the version with which the
        next check is compared.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetMonitorAnswer = await self._json(
            TABLE["get_monitor"], {"mid": mid}, fields, models.GetMonitorAnswer
        )
        return answer

    async def change_monitor(
        self,
        mid: str,
        **fields: Unpack[inputs.ChangeMonitorFields],
    ) -> models.Monitor:
        """Change a monitor.

        Changes the given fields. If the monitor then watches something else (url, watch,
        country, render, login, ignored selectors), the next check sets a new baseline; the
        history remains.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.Monitor = await self._json(
            TABLE["change_monitor"], {"mid": mid}, fields, models.Monitor
        )
        return answer

    async def delete_monitor(
        self,
        mid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteMonitorAnswer:
        """Delete a monitor.

        Deletes a monitor with its versions and checks. Receipts and ledger entries remain.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeleteMonitorAnswer = await self._json(
            TABLE["delete_monitor"], {"mid": mid}, fields, models.DeleteMonitorAnswer
        )
        return answer

    async def act_on_monitor(
        self,
        mid: str,
        action: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ActOnMonitorAnswer:
        """Act on a monitor.

        `run` starts a check as a job (`jid`), or returns the running one. `pause` stops the
        schedule, and `resume` continues it.

        Needs a key of scope `write`. Price: free; a check costs the price of its page.
        """
        answer: models.ActOnMonitorAnswer = await self._json(
            TABLE["act_on_monitor"], {"mid": mid, "action": action}, fields, models.ActOnMonitorAnswer
        )
        return answer

    async def list_monitor_checks(
        self,
        mid: str,
        **fields: Unpack[inputs.ListMonitorChecksFields],
    ) -> models.ListMonitorChecksAnswer:
        """List the checks of a monitor.

        Returns the checks of a monitor, newest first. Checks are kept for 90 days
        (WEBDATA_KEEP, requests); of those without a change, at most the last 1,000.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListMonitorChecksAnswer = await self._json(
            TABLE["list_monitor_checks"], {"mid": mid}, fields, models.ListMonitorChecksAnswer
        )
        return answer

    def iter_monitor_checks(
        self,
        mid: str,
        **fields: Unpack[inputs.ListMonitorChecksFields],
    ) -> AsyncIterator[models.MonitorCheck]:
        """Yields all rows of `list_monitor_checks`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_monitor_checks"], {"mid": mid}, fields, models.ListMonitorChecksAnswer, "checks", "next_before"
        )

    async def get_monitor_check(
        self,
        mid: str,
        check: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.GetMonitorCheckAnswer:
        """Get a check.

        Returns a check and the version that was the baseline after it.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetMonitorCheckAnswer = await self._json(
            TABLE["get_monitor_check"], {"mid": mid, "check": check}, fields, models.GetMonitorCheckAnswer
        )
        return answer

    async def diff_monitor(
        self,
        mid: str,
        **fields: Unpack[inputs.DiffMonitorFields],
    ) -> models.DiffMonitorAnswer:
        """Compare two versions.

        Compares the versions that were the baseline after two checks. Noise is left out.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.DiffMonitorAnswer = await self._json(
            TABLE["diff_monitor"], {"mid": mid}, fields, models.DiffMonitorAnswer
        )
        return answer

    async def monitor_feed(
        self,
        mid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> AsyncDownload:
        """Get the changes of a monitor as a feed.

        Returns the last 50 changes of which the conditions held as an Atom feed (RFC 4287).

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(TABLE["monitor_feed"], {"mid": mid}, fields)

    async def open_browser(
        self,
        **fields: Unpack[inputs.OpenBrowserFields],
    ) -> models.OpenedBrowserSession:
        """Open a browser.

        Opens a browser with its own cookies, storage and exit. Control it with POST
        /v1/browser/{sid}. The session ends when you close it, after `ttl_seconds`, after
        `idle_seconds` without a step, or when its page crashes. Memory limits the number of
        open sessions: beyond it the request waits up to `wait_seconds` and then gets 503 with
        Retry-After.

        Needs a key of scope `write`. Price: 1 credit per started minute.
        """
        answer: models.OpenedBrowserSession = await self._json(
            TABLE["open_browser"], {}, fields, models.OpenedBrowserSession
        )
        return answer

    async def list_browsers(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ListBrowsersAnswer:
        """List browser sessions.

        Returns the account's browser sessions, open and closed, newest first, up to 200.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListBrowsersAnswer = await self._json(
            TABLE["list_browsers"], {}, fields, models.ListBrowsersAnswer
        )
        return answer

    async def browser_step(
        self,
        sid: str,
        **fields: Unpack[inputs.BrowserStepFields],
    ) -> models.BrowserStepResult:
        """Perform a browser step.

        Performs one step in an open browser and returns the page as a snapshot: text in which
        each usable element starts with a number. An element keeps its number while it exists.
        `snapshot: "changes"` returns the lines that the step has changed, and `region` a part
        of the page. A step that fails returns `ok: false` and an `error` that names the
        candidates. Steps of a session run one at a time; a concurrent step is a conflict
        (409). `upload` takes files that the service has stored, and `download` stores the
        file.

        Needs a key of scope `write`. Price: free: the session pays by the minute; `extract`
        costs 5 credits when a model supplies a value.
        """
        answer: models.BrowserStepResult = await self._json(
            TABLE["browser_step"], {"sid": sid}, fields, models.BrowserStepResult
        )
        return answer

    async def get_browser(
        self,
        sid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.BrowserSessionWithRecording:
        """Get a browser session.

        Returns the state of a session, the reason why it was closed, and its recorded steps
        if it records them.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.BrowserSessionWithRecording = await self._json(
            TABLE["get_browser"], {"sid": sid}, fields, models.BrowserSessionWithRecording
        )
        return answer

    async def close_browser(
        self,
        sid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.BrowserSessionWithRecording:
        """Close a browser.

        Closes a session and deletes its page, cookies and storage. Closing a closed session
        changes nothing. If the session was recorded, the response contains its steps as a
        workflow.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.BrowserSessionWithRecording = await self._json(
            TABLE["close_browser"], {"sid": sid}, fields, models.BrowserSessionWithRecording
        )
        return answer

    async def list_logins(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ListLoginsAnswer:
        """List saved logins.

        Returns the saved logins of the account, newest first. Their cookies and storage are
        never returned.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.ListLoginsAnswer = await self._json(
            TABLE["list_logins"], {}, fields, models.ListLoginsAnswer
        )
        return answer

    async def get_login(
        self,
        lid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Login:
        """Get a saved login.

        Returns the site of a saved login and whether the login still works.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.Login = await self._json(
            TABLE["get_login"], {"lid": lid}, fields, models.Login
        )
        return answer

    async def delete_login(
        self,
        lid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteLoginAnswer:
        """Delete a saved login.

        Deletes a saved login with its cookies and storage. It cannot be restored.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.DeleteLoginAnswer = await self._json(
            TABLE["delete_login"], {"lid": lid}, fields, models.DeleteLoginAnswer
        )
        return answer

    async def change_login(
        self,
        lid: str,
        **fields: Unpack[inputs.ChangeLoginFields],
    ) -> models.Login:
        """Change a saved login.

        Sets for which operations a saved login is used without being named, and the workflow
        that renews it when the site asks for a login again.

        Needs a key of scope `admin`. Price: free; renewals cost as runs of the workflow.
        """
        answer: models.Login = await self._json(
            TABLE["change_login"], {"lid": lid}, fields, models.Login
        )
        return answer

    async def create_workflow(
        self,
        **fields: Unpack[inputs.CreateWorkflowFields],
    ) -> models.Workflow:
        """Save a workflow.

        Saves a repeatable browser task. Steps are those of a browser session (goto, click,
        type, ... with a `target` by selector or by the text that it shows) and extract,
        collect_rows (records), for_each, repeat_until, if, set (variables) and ask (a person
        answers while the run waits). Texts may contain `{{inputs}}` and variables. Validation
        errors (422) point to the step and field. Runs survive restarts; a step with an
        outside effect is never repeated without confirmation.

        Needs a key of scope `write`. Price: free; runs cost 1 credit per started minute.
        """
        answer: models.Workflow = await self._json(
            TABLE["create_workflow"], {}, fields, models.Workflow
        )
        return answer

    async def list_workflows(
        self,
        **fields: Unpack[inputs.ListWorkflowsFields],
    ) -> models.ListWorkflowsAnswer:
        """List workflows.

        Returns the workflows of the account, newest first, with their next and last runs.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListWorkflowsAnswer = await self._json(
            TABLE["list_workflows"], {}, fields, models.ListWorkflowsAnswer
        )
        return answer

    def iter_workflows(
        self,
        **fields: Unpack[inputs.ListWorkflowsFields],
    ) -> AsyncIterator[models.Workflow]:
        """Yields all rows of `list_workflows`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_workflows"], {}, fields, models.ListWorkflowsAnswer, "workflows", "next_offset"
        )

    async def get_workflow(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Workflow:
        """Get a workflow.

        Returns a workflow with its steps, its schedule and its last run.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Workflow = await self._json(
            TABLE["get_workflow"], {"id": id}, fields, models.Workflow
        )
        return answer

    async def replace_workflow(
        self,
        id: str,
        **fields: Unpack[inputs.ReplaceWorkflowFields],
    ) -> models.Workflow:
        """Replace a workflow.

        Replaces a workflow. Runs that have started keep the old one.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.Workflow = await self._json(
            TABLE["replace_workflow"], {"id": id}, fields, models.Workflow
        )
        return answer

    async def delete_workflow(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteWorkflowAnswer:
        """Delete a workflow.

        Deletes a workflow and its schedule. Its runs remain until they expire.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeleteWorkflowAnswer = await self._json(
            TABLE["delete_workflow"], {"id": id}, fields, models.DeleteWorkflowAnswer
        )
        return answer

    async def schedule_workflow(
        self,
        id: str,
        **fields: Unpack[inputs.ScheduleWorkflowFields],
    ) -> models.Workflow:
        """Schedule a workflow.

        Sets the schedule of a workflow. Scheduled runs start one at a time with the defaults
        of `inputs`. After downtime, one run replaces all missed runs.

        Needs a key of scope `write`. Price: free; runs cost 1 credit per started minute.
        """
        answer: models.Workflow = await self._json(
            TABLE["schedule_workflow"], {"id": id}, fields, models.Workflow
        )
        return answer

    async def run_workflow(
        self,
        id: str,
        **fields: Unpack[inputs.RunWorkflowFields],
    ) -> models.WorkflowRun:
        """Run a workflow.

        Starts a run and returns it with the status `queued`. Poll GET /v1/runs/{run_id}, or
        wait for its job (`jid`). After a restart, a run resumes after its last completed
        step.

        Needs a key of scope `write`. Price: 1 credit per started minute; 5 more for each
        extraction in which a model supplies values.
        """
        answer: models.WorkflowRun = await self._json(
            TABLE["run_workflow"], {"id": id}, fields, models.WorkflowRun
        )
        return answer

    async def list_workflow_runs(
        self,
        id: str,
        **fields: Unpack[inputs.ListWorkflowRunsFields],
    ) -> models.ListWorkflowRunsAnswer:
        """List the runs of a workflow.

        Returns the runs of a workflow, newest first.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListWorkflowRunsAnswer = await self._json(
            TABLE["list_workflow_runs"], {"id": id}, fields, models.ListWorkflowRunsAnswer
        )
        return answer

    def iter_workflow_runs(
        self,
        id: str,
        **fields: Unpack[inputs.ListWorkflowRunsFields],
    ) -> AsyncIterator[models.RunSummary]:
        """Yields all rows of `list_workflow_runs`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_workflow_runs"], {"id": id}, fields, models.ListWorkflowRunsAnswer, "runs", "next_offset"
        )

    async def get_run(
        self,
        run_id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.WorkflowRun:
        """Get a run.

        Returns the state of a workflow run: its log, its question (`needs_input`), its first
        100 records and its files. The log entry of a failed step has a screenshot of the
        page.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.WorkflowRun = await self._json(
            TABLE["get_run"], {"run_id": run_id}, fields, models.WorkflowRun
        )
        return answer

    async def get_run_records(
        self,
        run_id: str,
        **fields: Unpack[inputs.GetRunRecordsFields],
    ) -> models.GetRunRecordsAnswer:
        """Get the records of a run.

        Returns the records that `extract` and `collect_rows` found, without duplicates, in
        the order in which they were found.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetRunRecordsAnswer = await self._json(
            TABLE["get_run_records"], {"run_id": run_id}, fields, models.GetRunRecordsAnswer
        )
        return answer

    def iter_run_records(
        self,
        run_id: str,
        **fields: Unpack[inputs.GetRunRecordsFields],
    ) -> AsyncIterator[Any]:
        """Yields all rows of `get_run_records`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["get_run_records"], {"run_id": run_id}, fields, models.GetRunRecordsAnswer, "records", "next_offset"
        )

    async def export_run(
        self,
        run_id: str,
        **fields: Unpack[inputs.ExportRunFields],
    ) -> AsyncDownload:
        """Export the records of a run.

        Returns the records of a run as a file: csv (RFC 4180, UTF-8), json (one array),
        ndjson, xlsx or parquet. Columns are in order of first appearance; nested objects
        become columns of their own (`a.b`).

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(TABLE["export_run"], {"run_id": run_id}, fields)

    async def get_run_file(
        self,
        run_id: str,
        fid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> AsyncDownload:
        """Download a file of a run.

        Returns a file that a run downloaded, or a screenshot that it took.

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(TABLE["get_run_file"], {"run_id": run_id, "fid": fid}, fields)

    async def act_on_run(
        self,
        run_id: str,
        action: str,
        **fields: Unpack[inputs.ActOnRunFields],
    ) -> models.WorkflowRun:
        """Act on a run.

        `cancel` ends a run. `retry` resumes a failed run at the failed step with its
        variables. `answer` answers the question of a run that needs input. An action that
        does not fit the status gets 409.

        Needs a key of scope `write`. Price: free; later minutes of the run cost 1 credit
        each.
        """
        answer: models.WorkflowRun = await self._json(
            TABLE["act_on_run"], {"run_id": run_id, "action": action}, fields, models.WorkflowRun
        )
        return answer

    async def crawl(
        self,
        **fields: Unpack[inputs.CrawlFields],
    ) -> models.Job:
        """Crawl a site.

        Reads the pages of a site in the background, breadth first from `url` and the
        sitemaps, and returns the job immediately. Poll `GET /v1/jobs/{jid}` or follow its
        events; get pages with `GET /v1/jobs/{jid}/results` while it runs. The job survives
        restarts, and each page is delivered and charged once. With `login`, it reads a site
        behind a login; with `search`, the pages that match come first.

        Needs a key of scope `write`. Price: 1 credit per delivered page, reserved for 100
        pages at a time; everything else is free.
        """
        answer: models.Job = await self._json(TABLE["crawl"], {}, fields, models.Job)
        return answer

    async def estimate_crawl(
        self,
        **fields: Unpack[inputs.CrawlFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `crawl`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["crawl"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def batch(
        self,
        **fields: Unpack[inputs.BatchFields],
    ) -> models.Job:
        """Read a list of URLs.

        Reads the pages of a list of up to 100000 URLs in the background, with `schema` or
        `prompt` also their values (`json` of each result), and returns the job immediately.
        The job survives restarts, and each page is delivered and charged once. `warnings` of
        the job name the lines that are left out: those without a URL, and those that repeat
        one. Each result has the `line` of its URL; `GET /v1/jobs/{jid}/results?order=list`
        and exports are in the order of the list.

        Needs a key of scope `write`. Price: 1 credit per delivered page, reserved for 100
        pages at a time; 5 more only if a model returned a value of the page.
        """
        answer: models.Job = await self._json(TABLE["batch"], {}, fields, models.Job)
        return answer

    async def estimate_batch(
        self,
        **fields: Unpack[inputs.BatchFields],
    ) -> models.EstimateAnswer:
        """Returns the possible cost of `batch`. Nothing is fetched, charged or created."""
        answer: models.EstimateAnswer = await self._json(
            TABLE["batch"], {}, fields, models.EstimateAnswer, {"dry_run": True}
        )
        return answer

    async def list_jobs(
        self,
        **fields: Unpack[inputs.ListJobsFields],
    ) -> models.ListJobsAnswer:
        """List jobs.

        Returns the background jobs of this account, newest first. Filters are combined with
        AND.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListJobsAnswer = await self._json(
            TABLE["list_jobs"], {}, fields, models.ListJobsAnswer
        )
        return answer

    def iter_jobs(
        self,
        **fields: Unpack[inputs.ListJobsFields],
    ) -> AsyncIterator[models.Job]:
        """Yields all rows of `list_jobs`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_jobs"], {}, fields, models.ListJobsAnswer, "jobs", "next_offset"
        )

    async def get_job(
        self,
        jid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Job:
        """Get a job.

        Returns a job: its status, the number of pages by outcome, and its charges.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Job = await self._json(TABLE["get_job"], {"jid": jid}, fields, models.Job)
        return answer

    async def delete_job(
        self,
        jid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeleteJobAnswer:
        """Delete a job.

        Deletes an ended job with its pages, their stored texts, files and cached results. Its
        receipts and ledger rows remain.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeleteJobAnswer = await self._json(
            TABLE["delete_job"], {"jid": jid}, fields, models.DeleteJobAnswer
        )
        return answer

    async def get_job_results(
        self,
        jid: str,
        **fields: Unpack[inputs.GetJobResultsFields],
    ) -> models.GetJobResultsAnswer:
        """Get the results of a job.

        Returns the delivered pages of a job, in order of completion, or with `order=list` in
        the order of the lines of a batch. New pages are only appended, so that an offset
        stays valid while the job runs. A response is limited to about 16 MB; `next_offset` is
        the offset of the rest.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.GetJobResultsAnswer = await self._json(
            TABLE["get_job_results"], {"jid": jid}, fields, models.GetJobResultsAnswer
        )
        return answer

    def iter_job_results(
        self,
        jid: str,
        **fields: Unpack[inputs.GetJobResultsFields],
    ) -> AsyncIterator[models.PageResult | models.GetJobResultsAnswerResults]:
        """Yields all rows of `get_job_results`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["get_job_results"], {"jid": jid}, fields, models.GetJobResultsAnswer, "results", "next_offset"
        )

    def follow_job(
        self,
        jid: str,
        **fields: Unpack[inputs.FollowJobFields],
    ) -> AsyncIterator[models.FollowJobAnswer]:
        """Follow a job.

        Streams the events of a job as server-sent events (`job.started`, `job.page` with ids,
        `job.completed`, `job.failed`, `job.cancelled`), from the first one or after
        `Last-Event-ID`. The stream ends with the job.

        Needs a key of scope `read`. Price: free.
        """
        return self._events(TABLE["follow_job"], {"jid": jid}, fields, models.FollowJobAnswer)

    async def act_on_job(
        self,
        jid: str,
        action: str,
        **fields: Unpack[inputs.ActOnJobFields],
    ) -> models.Job:
        """Cancel, pause, resume, retry or continue a job.

        Cancels, pauses or resumes a job, retries the failed pages of an ended job (`failed`,
        `unavailable`, `budget_exhausted`), or continues a crawl that ended at its limit with
        a higher `limit`, without reading its pages again. If the status of the job does not
        allow the action, the response is 409.

        Needs a key of scope `write`. Price: free; pages that are read again are charged
        normally.
        """
        answer: models.Job = await self._json(
            TABLE["act_on_job"], {"jid": jid, "action": action}, fields, models.Job
        )
        return answer

    async def find_job_passages(
        self,
        jid: str,
        **fields: Unpack[inputs.FindJobPassagesFields],
    ) -> models.FindJobPassagesAnswer:
        """Find passages in the results of a job.

        Searches the delivered pages of a job for the words of `focus`: returns the pages with
        passages about them, in the order of delivery, and the addresses of those without.
        Long pages are searched to their end.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.FindJobPassagesAnswer = await self._json(
            TABLE["find_job_passages"], {"jid": jid}, fields, models.FindJobPassagesAnswer
        )
        return answer

    async def export_job(
        self,
        jid: str,
        **fields: Unpack[inputs.ExportJobFields],
    ) -> AsyncDownload:
        """Export the pages of a job.

        Returns the delivered pages of a crawl or a batch as one file: `ndjson` (one result a
        line), `zip` (one Markdown file a page with front matter, in the folders of the site),
        `csv`, `json`, `xlsx` or `parquet` (one row a page), or `warc` (WARC 1.1 with request
        and response records where `raw_html` was requested, conversion records otherwise).
        After the end of a job over a list, the pages are in the order of the list. The file
        is written once and contains the pages of one moment; it supports ranges, so that a
        download can be resumed.

        Needs a key of scope `read`. Price: free.
        """
        return await self._download(TABLE["export_job"], {"jid": jid}, fields)

    async def webhook_secret(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.WebhookSecret:
        """Get the webhook secret.

        Returns the secret that signs the webhooks of this account (Standard Webhooks: headers
        webhook-id, webhook-timestamp and webhook-signature). It is created on first use.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.WebhookSecret = await self._json(
            TABLE["webhook_secret"], {}, fields, models.WebhookSecret
        )
        return answer

    async def rotate_webhook_secret(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.RotateWebhookSecretAnswer:
        """Rotate the webhook secret.

        Creates a new webhook secret. For one day, messages have two signatures, of the new
        and of the previous secret, so that receivers can be updated one by one.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.RotateWebhookSecretAnswer = await self._json(
            TABLE["rotate_webhook_secret"], {}, fields, models.RotateWebhookSecretAnswer
        )
        return answer

    async def list_webhook_deliveries(
        self,
        **fields: Unpack[inputs.ListWebhookDeliveriesFields],
    ) -> models.ListWebhookDeliveriesAnswer:
        """List webhook deliveries.

        Returns the webhook deliveries of this account, newest first. Filters are combined
        with AND.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListWebhookDeliveriesAnswer = await self._json(
            TABLE["list_webhook_deliveries"], {}, fields, models.ListWebhookDeliveriesAnswer
        )
        return answer

    def iter_webhook_deliveries(
        self,
        **fields: Unpack[inputs.ListWebhookDeliveriesFields],
    ) -> AsyncIterator[models.Delivery]:
        """Yields all rows of `list_webhook_deliveries`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_webhook_deliveries"], {}, fields, models.ListWebhookDeliveriesAnswer, "deliveries", "next_before"
        )

    async def get_webhook_delivery(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeliveryDetail:
        """Get a webhook delivery.

        Returns one delivery: the event, and every attempt with the response of the receiver.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.DeliveryDetail = await self._json(
            TABLE["get_webhook_delivery"], {"id": id}, fields, models.DeliveryDetail
        )
        return answer

    async def redeliver_webhook(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.DeliveryDetail:
        """Redeliver a webhook.

        Sends a delivery again immediately, whatever its status, with the same webhook-id. If
        it fails, it is retried like a new delivery.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.DeliveryDetail = await self._json(
            TABLE["redeliver_webhook"], {"id": id}, fields, models.DeliveryDetail
        )
        return answer

    async def list_webhook_targets(
        self,
        **fields: Unpack[inputs.ListWebhookTargetsFields],
    ) -> models.ListWebhookTargetsAnswer:
        """List failing webhook targets.

        Returns the webhook URLs whose last delivery failed, most recent failure first. A URL
        without a successful delivery for five days is disabled when its next delivery is
        given up; later events for it are listed as disabled deliveries. A successful test
        event or redelivery enables it again.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListWebhookTargetsAnswer = await self._json(
            TABLE["list_webhook_targets"], {}, fields, models.ListWebhookTargetsAnswer
        )
        return answer

    async def test_webhook(
        self,
        **fields: Unpack[inputs.TestWebhookFields],
    ) -> models.TestWebhookAnswer:
        """Test a webhook.

        Sends an event of type `webhook.test` to a URL, signed and retried like any other
        event, or a test message to an e-mail address. It is also sent to a disabled URL,
        which is enabled again on success. The delivery states the result.

        Needs a key of scope `write`. Price: free.
        """
        answer: models.TestWebhookAnswer = await self._json(
            TABLE["test_webhook"], {}, fields, models.TestWebhookAnswer
        )
        return answer

    async def account(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Account:
        """Get the account.

        Returns the plan, credits, active keys and limits of the account that owns the API
        key.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Account = await self._json(TABLE["account"], {}, fields, models.Account)
        return answer

    async def billing(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.BillingAnswer:
        """Get billing.

        Returns the plan and its renewal date, plan and top-up credits, reservations for
        running work, the latest 100 ledger rows and the usage of the last 30 days.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.BillingAnswer = await self._json(
            TABLE["billing"], {}, fields, models.BillingAnswer
        )
        return answer

    async def ledger(
        self,
        **fields: Unpack[inputs.LedgerFields],
    ) -> models.LedgerAnswer:
        """List the ledger.

        Returns every credit movement, newest first: renewals, expiries, top-ups and charges.
        Rows are never changed; the balance is their sum.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.LedgerAnswer = await self._json(
            TABLE["ledger"], {}, fields, models.LedgerAnswer
        )
        return answer

    def iter_ledger(
        self,
        **fields: Unpack[inputs.LedgerFields],
    ) -> AsyncIterator[models.LedgerRow]:
        """Yields all rows of `ledger`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["ledger"], {}, fields, models.LedgerAnswer, "ledger", "next_before"
        )

    async def usage(
        self,
        **fields: Unpack[inputs.UsageFields],
    ) -> models.Usage:
        """Get usage.

        Returns charged credits and pages for a period of days in UTC, both inclusive
        (default: the last 30 days, at most 400), by day, tool, route and country.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Usage = await self._json(TABLE["usage"], {}, fields, models.Usage)
        return answer

    async def list_keys(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ListKeysAnswer:
        """List keys.

        Returns the active keys of this account, oldest first, without their tokens.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.ListKeysAnswer = await self._json(
            TABLE["list_keys"], {}, fields, models.ListKeysAnswer
        )
        return answer

    async def create_key(
        self,
        **fields: Unpack[inputs.CreateKeyFields],
    ) -> models.CreateKeyAnswer:
        """Create a key.

        Creates a key for this account. The token `key` is returned only in this response; the
        service stores a digest of it. A key can grant at most its own scopes, lifetime and
        limits; keys that a key with `credits_per_day` creates share this limit.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.CreateKeyAnswer = await self._json(
            TABLE["create_key"], {}, fields, models.CreateKeyAnswer
        )
        return answer

    async def update_key(
        self,
        id: str,
        **fields: Unpack[inputs.UpdateKeyFields],
    ) -> models.Key:
        """Change a key.

        Changes the name or the limits of a key; `null` removes a limit, and fields that are
        absent stay as they are. `credits_per_day` changes for all keys that share it
        (`shares_credits_with`). A key with a limit cannot raise it, and can change only keys
        that share its `credits_per_day`.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.Key = await self._json(TABLE["update_key"], {"id": id}, fields, models.Key)
        return answer

    async def revoke_key(
        self,
        id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.RevokeKeyAnswer:
        """Revoke a key.

        Revokes a key immediately, including the key of this request. If no key is left,
        create one with `webdata keys create` on the data directory.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.RevokeKeyAnswer = await self._json(
            TABLE["revoke_key"], {"id": id}, fields, models.RevokeKeyAnswer
        )
        return answer

    async def rotate_key(
        self,
        id: str,
        **fields: Unpack[inputs.RotateKeyFields],
    ) -> models.RotateKeyAnswer:
        """Replace a key.

        Creates a key with the name, scopes, expiry and limits of an existing key, and counts
        the credits of both together. The existing key stays valid for `grace_s` seconds, so
        that its users can switch to the new one.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.RotateKeyAnswer = await self._json(
            TABLE["rotate_key"], {"id": id}, fields, models.RotateKeyAnswer
        )
        return answer

    async def create_sign_in_link(
        self,
        id: str,
        **fields: Unpack[inputs.CreateSignInLinkFields],
    ) -> models.CreateSignInLinkAnswer:
        """Invite a person to the console.

        Creates a link with which one person signs in to the console once, with the scopes and
        the expiry of a key; the session lasts for a week. Create a key for each person:
        revoking it ends the sessions.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.CreateSignInLinkAnswer = await self._json(
            TABLE["create_sign_in_link"], {"id": id}, fields, models.CreateSignInLinkAnswer
        )
        return answer

    async def list_audit(
        self,
        **fields: Unpack[inputs.ListAuditFields],
    ) -> models.ListAuditAnswer:
        """List the audit log.

        Returns the changes to this account and its keys, newest first, with actor and time.
        Entries are never changed or removed.

        Needs a key of scope `admin`. Price: free.
        """
        answer: models.ListAuditAnswer = await self._json(
            TABLE["list_audit"], {}, fields, models.ListAuditAnswer
        )
        return answer

    def iter_audit(
        self,
        **fields: Unpack[inputs.ListAuditFields],
    ) -> AsyncIterator[models.AuditEntry]:
        """Yields all rows of `list_audit`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_audit"], {}, fields, models.ListAuditAnswer, "audit", "next_before"
        )

    async def create_account(
        self,
        **fields: Unpack[inputs.CreateAccountFields],
    ) -> models.CreateAccountAnswer:
        """Create an account.

        Creates an account with its first credits and a first key with the scopes `read`,
        `write` and `admin`. Accounts cannot see each other’s data.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.CreateAccountAnswer = await self._json(
            TABLE["create_account"], {}, fields, models.CreateAccountAnswer
        )
        return answer

    async def add_credits(
        self,
        id: str,
        **fields: Unpack[inputs.AddCreditsFields],
    ) -> models.AddCreditsAnswer:
        """Add credits.

        Adds top-up credits to an account. Plan credits are spent first; top-up credits do not
        expire at renewal.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.AddCreditsAnswer = await self._json(
            TABLE["add_credits"], {"id": id}, fields, models.AddCreditsAnswer
        )
        return answer

    async def get_model(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ModelSettings:
        """Get the model.

        Returns which language model the service uses, and whether its settings or its
        database name it.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.ModelSettings = await self._json(
            TABLE["get_model"], {}, fields, models.ModelSettings
        )
        return answer

    async def set_model(
        self,
        **fields: Unpack[inputs.SetModelFields],
    ) -> models.ModelSettings:
        """Set the model.

        Sets the language model of the service without a restart. It is kept encrypted in the
        database; other processes use it within ten seconds. Settings of the process prevail.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.ModelSettings = await self._json(
            TABLE["set_model"], {}, fields, models.ModelSettings
        )
        return answer

    async def remove_model(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.ModelSettings:
        """Remove the model.

        Removes the language model that was set with `PUT`, with its key. Values are then
        found by rules alone.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.ModelSettings = await self._json(
            TABLE["remove_model"], {}, fields, models.ModelSettings
        )
        return answer

    async def test_model(
        self,
        **fields: Unpack[inputs.TestModelFields],
    ) -> models.TestModelAnswer:
        """Test a model.

        Asks a model for a fact in one sentence: the one of the body before it is set, or
        without a body the present one. Takes up to a minute.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.TestModelAnswer = await self._json(
            TABLE["test_model"], {}, fields, models.TestModelAnswer
        )
        return answer

    async def list_settings(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Settings:
        """List the settings.

        Returns every setting of the service with its value and where it comes from. Secret
        values are left out.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.Settings = await self._json(
            TABLE["list_settings"], {}, fields, models.Settings
        )
        return answer

    async def change_settings(
        self,
        **fields: Unpack[inputs.ChangeSettingsFields],
    ) -> models.Settings:
        """Change settings.

        Changes settings that need no restart: search providers and the mail server. They are
        kept encrypted in the database; other processes use them within ten seconds. Settings
        of the process prevail. `POST /v1/doctor` tests the part.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.Settings = await self._json(
            TABLE["change_settings"], {}, fields, models.Settings
        )
        return answer

    async def list_requests(
        self,
        **fields: Unpack[inputs.ListRequestsFields],
    ) -> models.ListRequestsAnswer:
        """List requests.

        Returns the requests of this account through all interfaces, newest first. Filters are
        combined with AND.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ListRequestsAnswer = await self._json(
            TABLE["list_requests"], {}, fields, models.ListRequestsAnswer
        )
        return answer

    def iter_requests(
        self,
        **fields: Unpack[inputs.ListRequestsFields],
    ) -> AsyncIterator[models.HistoryEntry]:
        """Yields all rows of `list_requests`, and reads its pages as they are needed."""
        return self._iterate(
            TABLE["list_requests"], {}, fields, models.ListRequestsAnswer, "requests", "next_before"
        )

    async def get_request(
        self,
        rid: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.HistoryDetail:
        """Get a request.

        Returns one entry of the request history with its parameters (secrets masked) and its
        receipt.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.HistoryDetail = await self._json(
            TABLE["get_request"], {"rid": rid}, fields, models.HistoryDetail
        )
        return answer

    async def get_receipt(
        self,
        receipt_id: str,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Receipt:
        """Get a receipt.

        Returns a signed receipt of this account by its id: that of a request, or of one of
        its pages.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.Receipt = await self._json(
            TABLE["get_receipt"], {"receipt_id": receipt_id}, fields, models.Receipt
        )
        return answer

    async def verify_receipt(
        self,
        **fields: Unpack[inputs.VerifyReceiptFields],
    ) -> models.ReceiptVerification:
        """Verify a receipt.

        Verifies the signature of a receipt against the current and retired keys of this
        service, and the result that it covers. Send a whole response as `result`, with its
        `receipt`: any changed, added or removed member that the receipt covers makes it
        invalid. Or send only the `receipt`: nothing of its result is compared then.

        Needs a key of scope `read`. Price: free.
        """
        answer: models.ReceiptVerification = await self._json(
            TABLE["verify_receipt"], {}, fields, models.ReceiptVerification
        )
        return answer

    async def catalog(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Catalog:
        """Get the catalog.

        Returns all operations with their schemas and prices, the page formats, networks, the
        rate card and the receipt keys. Needs no key.

        Needs no key. Price: free.
        """
        answer: models.Catalog = await self._json(TABLE["catalog"], {}, fields, models.Catalog)
        return answer

    async def list_functions(
        self,
        **fields: Unpack[inputs.ListFunctionsFields],
    ) -> models.Functions:
        """List function definitions.

        Returns the tools of the MCP endpoint as function definitions for the API of a
        language model. A call of a function is a call of the tool with the same name and
        arguments at `/mcp`. Needs no key.

        Needs no key. Price: free.
        """
        answer: models.Functions = await self._json(
            TABLE["list_functions"], {}, fields, models.Functions
        )
        return answer

    async def health(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.Health:
        """Check health.

        Returns the state of the service and of each of its parts. It contacts nothing
        outside: exits, archives, search providers, model, exchange rates, mail server and
        issuer of sign-ins have the state of their last use or test by this process, and are
        `not_tested` before; `POST /v1/doctor` tests them. Needs no key.

        Needs no key. Price: free.
        """
        answer: models.Health = await self._json(TABLE["health"], {}, fields, models.Health)
        return answer

    async def doctor(
        self,
        **fields: Unpack[inputs.DoctorFields],
    ) -> models.Doctor:
        """Test every part.

        Tests each part of the running service, with real requests where the health check
        sends none: exits, search providers, model, exchange rates, mail server, issuer of
        sign-ins and archives. The health check reports the results. Takes up to a minute.
        Needs a key with the scope `operator`.

        Needs a key of scope `operator`. Price: free.
        """
        answer: models.Doctor = await self._json(TABLE["doctor"], {}, fields, models.Doctor)
        return answer

    async def ip(
        self,
        **fields: Unpack[inputs.CallOptions],
    ) -> models.IpAnswer:
        """Get the client IP address.

        Returns the IP address from which the service received the request. Needs no key.

        Needs no key. Price: free.
        """
        answer: models.IpAnswer = await self._json(TABLE["ip"], {}, fields, models.IpAnswer)
        return answer
