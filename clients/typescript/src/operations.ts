// Generated from the OpenAPI document of the service by scripts/write-client.ts. Do not edit.

import type { CallOptions } from './call.ts';
import type { OperationEntry } from './request.ts';
import type { RequestFields } from './request-fields.ts';
import type {
  Account,
  ActOnMonitorAnswer,
  AddCreditsAnswer,
  ArchiveAnswer,
  BatchAnswer,
  BillingAnswer,
  BrowserSessionWithRecording,
  BrowserStepResult,
  Catalog,
  CollectAnswer,
  CompareAnswer,
  CrawlAnswer,
  CreateAccountAnswer,
  CreateKeyAnswer,
  CreateMonitorAnswer,
  CreateSignInLinkAnswer,
  Dataset,
  DeleteDatasetAnswer,
  DeleteJobAnswer,
  DeleteLoginAnswer,
  DeleteMonitorAnswer,
  DeleteRecipeAnswer,
  DeleteWorkflowAnswer,
  DeliveryDetail,
  DiffMonitorAnswer,
  Doctor,
  EstimateAnswer,
  ExportDatasetAnswer,
  ExportMonitorsAnswer,
  ExtractAnswer,
  FindJobPassagesAnswer,
  FollowJobAnswer,
  ForgetLayoutAnswer,
  Functions,
  GetDatasetChangesAnswer,
  GetDatasetRecordsAnswer,
  GetJobResultsAnswer,
  GetMonitorAnswer,
  GetMonitorCheckAnswer,
  GetRunRecordsAnswer,
  Health,
  HistoryDetail,
  ImportMonitorsAnswer,
  InspectAnswer,
  IpAnswer,
  Job,
  Key,
  LedgerAnswer,
  ListAuditAnswer,
  ListBrowsersAnswer,
  ListDatasetsAnswer,
  ListJobsAnswer,
  ListKeysAnswer,
  ListLayoutsAnswer,
  ListLoginsAnswer,
  ListMonitorChecksAnswer,
  ListMonitorsAnswer,
  ListRecipesAnswer,
  ListRequestsAnswer,
  ListWebhookDeliveriesAnswer,
  ListWebhookTargetsAnswer,
  ListWorkflowRunsAnswer,
  ListWorkflowsAnswer,
  Login,
  MapAnswer,
  ModelSettings,
  Monitor,
  OpenedBrowserSession,
  ParseAnswer,
  ReadAnswer,
  Receipt,
  ReceiptVerification,
  Recipe,
  RefreshDatasetAnswer,
  RevokeKeyAnswer,
  RotateKeyAnswer,
  RotateWebhookSecretAnswer,
  RunRecipeAnswer,
  ScrapeAnswer,
  SearchAnswer,
  Settings,
  TestModelAnswer,
  TestRecipeAnswer,
  TestWebhookAnswer,
  Usage,
  WebhookSecret,
  Workflow,
  WorkflowRun,
} from './schemas.ts';

/** A method for each operation of the service. Path, query and body are one object. */
export interface Operations {
  /**
   * Read pages.
   *
   * Reads one page (`url`) or up to 100 in parallel (`urls`, returned in the order of the request; a failed page does not affect the others). Pages of `urls` whose turn does not come before `timeout_ms`, or that do not fit into 16 million characters, are left out and free: the response then has `complete: false` and a `continue` token. The outcome of a page is its `status`, not an HTTP error. Long pages have a `ref` for GET /v1/read.
   *
   * Needs a key of scope `write`. Price: 1 credit per page on the own network. A page that loads with an error status (404, 500) costs its route, one that could not be loaded or stood behind a wall costs nothing. A page from the cache (`max_age`) is free..
   */
  scrape(fields: RequestFields<'scrape'> & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  scrape(
    fields: RequestFields<'scrape'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<ScrapeAnswer, EstimateAnswer>>;
  /**
   * Search the web.
   *
   * Searches the web with the configured providers, in order, and optionally reads every result (`scrape`). Failed providers are skipped and listed in `warnings`; if all fail, the response is 503 with their errors, so that an empty list always means that nothing was found. `country` is a preference; `country_applied` states its effect.
   *
   * Needs a key of scope `write`. Price: 1 credit per search; free if it fails or is served from the cache (`max_age`); with `scrape`, also the price of each delivered page.
   */
  search(fields: RequestFields<'search'> & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  search(
    fields: RequestFields<'search'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<SearchAnswer, EstimateAnswer>>;
  /**
   * Extract typed data from a page.
   *
   * Reads a page and finds the values of a JSON Schema: in structured data of the page, with selectors learned from pages of the same layout, by labels and names on the page, and with a small model if one is configured. `evidence` states the source of every value; `unverified` lists values that the page does not contain; values that were not found are null and listed in `missing`, and `searched_by` states whether only rules looked for them, so that the page may state them, or a model as well. Without a schema, `prompt` names the fields; without both, the structured data of the page is returned.
   *
   * Needs a key of scope `write`. Price: 1 credit for the page; 5 more only if a model was called and returned a value.
   */
  extract(
    fields: RequestFields<'extract'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  extract(
    fields: RequestFields<'extract'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<ExtractAnswer, EstimateAnswer>>;
  /**
   * List learned layouts.
   *
   * Returns the page layouts for which extraction has learned selectors, with their health, most recently used first. Layouts are private to this account.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listLayouts(fields?: RequestFields<'list_layouts'>, options?: CallOptions): Promise<ListLayoutsAnswer>;
  /**
   * Delete a layout.
   *
   * Deletes the learned selectors of one layout. Later pages with this layout teach it again.
   *
   * Needs a key of scope `write`. Price: free.
   */
  forgetLayout(fields: RequestFields<'forget_layout'>, options?: CallOptions): Promise<ForgetLayoutAnswer>;
  /**
   * Read a file.
   *
   * Reads a file that you send, or one that the service has stored (PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, RTF, mail, calendars, contacts, HTML, Markdown, CSV, JSON, feeds and text) as a page result, with the values of `schema` and `prompt` as in extract. Send a form with the part `file`, the bytes as body with `?filename=`, or the id of the stored file in JSON. Nothing is fetched from the file or for it, and its bytes are deleted with the end of the request or of its job. `url` is null, and the receipt states the SHA-256 of the file. Long texts have a `ref` for GET /v1/read.
   *
   * Needs a key of scope `write`. Price: 1 credit for a file that was read; 5 more only if `schema` or `prompt` is set and a model returned a value. A file that cannot be read is free.
   */
  parse(fields: RequestFields<'parse'> & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  parse(
    fields: RequestFields<'parse'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<ParseAnswer, EstimateAnswer>>;
  /**
   * List the URLs of a site.
   *
   * Lists the URLs of a site from its sitemaps and feeds, robots.txt, `llms.txt` and the links of the start page, without fetching other pages. `search` returns only URLs that match its words, best first. `complete` is true only if all sitemaps of the site were read completely and all URLs are listed; otherwise `warnings` states the reason, and `continue` lists the rest.
   *
   * Needs a key of scope `write`. Price: 1 credit, 5 if only a residential exit reaches the `country`, and 1 for each of two views of an application with routes such as `#/docs`; free if the site could not be loaded, and for continuing.
   */
  map(fields: RequestFields<'map'>, options?: CallOptions): Promise<MapAnswer>;
  /**
   * Find the data sources of a page.
   *
   * Finds and ranks the lists of records behind a page: JSON and GraphQL calls of the site, data embedded in the page, JSON-LD, microdata, tables and repeated elements. Calls are repeated without the page and without a browser, with as few headers and cookies as possible, in at most twelve requests; calls that could change data are never repeated. For each source, the response states its fields, its pagination, the cost of one run and what was not tested; `cheapest` names the recommended source.
   *
   * Needs a key of scope `write`. Price: 1 credit for the page; test requests and continuing are free.
   */
  inspect(
    fields: RequestFields<'inspect'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  inspect(
    fields: RequestFields<'inspect'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<InspectAnswer, EstimateAnswer>>;
  /**
   * Collect records from a listing.
   *
   * Returns the records of a listing with the requested fields, which are given in words. The records come from the source that the page itself uses (JSON calls of the site, data embedded in the page, tables, repeated elements), are compared with the visible page, and are read from page to page. `fields` states the source and the confidence of each field; `unverified` lists values that the page does not show; `complete` is true only if the end of the listing was proven. The source is saved as a recipe (`rid`), so that later runs need no discovery and no model.
   *
   * Needs a key of scope `write`. Price: 1 credit per page or API response with records; 5 more only if a model was called to match the fields.
   */
  collect(
    fields: RequestFields<'collect'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  collect(
    fields: RequestFields<'collect'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<CollectAnswer, EstimateAnswer>>;
  /**
   * Create a recipe.
   *
   * Saves a recipe: a URL, the fields to return per record, and optionally their source in the form of another recipe. Without a source, the first run discovers one. POST /v1/collect creates recipes automatically.
   *
   * Needs a key of scope `write`. Price: free.
   */
  createRecipe(fields: RequestFields<'create_recipe'>, options?: CallOptions): Promise<Recipe>;
  /**
   * List recipes.
   *
   * Returns the recipes of this account with their health, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listRecipes(fields?: RequestFields<'list_recipes'>, options?: CallOptions): Promise<ListRecipesAnswer>;
  /**
   * Get a recipe.
   *
   * Returns a recipe: its source, the path of each field, its pagination and the results of its runs.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRecipe(fields: RequestFields<'get_recipe'>, options?: CallOptions): Promise<Recipe>;
  /**
   * Delete a recipe.
   *
   * Deletes a recipe. Datasets that use it can no longer be refreshed.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteRecipe(fields: RequestFields<'delete_recipe'>, options?: CallOptions): Promise<DeleteRecipeAnswer>;
  /**
   * Run a recipe.
   *
   * Reads the records of a recipe again, without discovery, without a model, and without a browser unless the source needs one. If the source no longer matches (records missing, fields empty, keys renamed), the source is discovered once more; if that fails, the run fails with the reason and returns no records. `url` runs the recipe on another listing of the same site; `continue` reads on from the end of an earlier response.
   *
   * Needs a key of scope `write`. Price: 1 credit per page or API response with records.
   */
  runRecipe(
    fields: RequestFields<'run_recipe'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  runRecipe(
    fields: RequestFields<'run_recipe'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<RunRecipeAnswer, EstimateAnswer>>;
  /**
   * Test a recipe.
   *
   * Reads one page of a recipe and compares it with the saved source: the page is readable, contains records, has values in each field as often as before, and leads to the next page. A recipe without a source is tested on the source that is found for it. Changes nothing.
   *
   * Needs a key of scope `write`. Price: 1 credit if the page has records.
   */
  testRecipe(fields: RequestFields<'test_recipe'>, options?: CallOptions): Promise<TestRecipeAnswer>;
  /**
   * Compare a page across countries.
   *
   * Reads a product or page from several countries in parallel, each through an exit in that country. Every row has the price on the page, converted with the reference rates of the European Central Bank, and states whether it is the same product (by GTIN, manufacturer and shop numbers, then by brand, model and variant). `cheapest` and `dearest` consider only rows with a verified exit, an unambiguous price and the same product. Rows that could not be read state their error; if no row could be read, the response is 503. Countries that were not read before the time limit are left to `continue`.
   *
   * Needs a key of scope `write`. Price: 1 credit per row with a page, more for more expensive routes, and 5 more if a model returned a value of `schema`; rows that could not be read are free.
   */
  compare(
    fields: RequestFields<'compare'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  compare(
    fields: RequestFields<'compare'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<CompareAnswer, EstimateAnswer>>;
  /**
   * Read archived pages.
   *
   * Reads pages from web archives. `get`: a page on a date. `snapshots`: the captures of a page and its real changes. `diff`: differences between a date and now, or between two dates. `history`: a field or section over time. `urls`: every URL that a site or path ever had, optionally with its state on the live site. Truncated and excluded copies, error pages and blocks are reported as such and never returned as content. `sources` lists the result of each archive; `assumed` and `complete` state what was not read, and `continue` reads on in lists.
   *
   * Needs a key of scope `write`. Price: 1 credit per archived page read, and 5 more if a model returned a value of `schema` or `prompt`; index queries and failures are free.
   */
  archive(
    fields: RequestFields<'archive'> & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  archive(
    fields: RequestFields<'archive'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<ArchiveAnswer, EstimateAnswer>>;
  /**
   * Read a stored page.
   *
   * Returns a part of a stored page by its `ref`: a range by `offset` and `length` (in Unicode code points), a `section` by its id or heading, or the passages about `focus`, best first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  read(fields: RequestFields<'read'>, options?: CallOptions): Promise<ReadAnswer>;
  /**
   * Get a stored file.
   *
   * Returns the bytes of a screenshot or another file that a result links to. Needs no key: the identifier in the link is secret.
   *
   * Needs no key. Price: free.
   */
  blob(fields: RequestFields<'blob'>, options?: CallOptions): Promise<Response>;
  /**
   * List datasets.
   *
   * Returns the datasets of the account, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listDatasets(fields?: RequestFields<'list_datasets'>, options?: CallOptions): Promise<ListDatasetsAnswer>;
  /**
   * Create a dataset.
   *
   * Creates a set of records that refreshes keep up to date: from a recipe, a listing, values extracted from pages, or records in the request. The first refresh starts at once, as a job. Each refresh adds, changes and removes records and numbers every change, so that `GET /v1/datasets/{did}/changes?since=` returns each change exactly once. An incomplete refresh removes nothing. A record that is not found is first `missing`, and is removed after `removed_after` complete refreshes in a row. If more than half of the records disappear, the refresh stops and waits for confirmation (`accept_drop`).
   *
   * Needs a key of scope `write`. Price: free; each refresh costs the pages that it reads.
   */
  createDataset(fields: RequestFields<'create_dataset'>, options?: CallOptions): Promise<Dataset>;
  /**
   * Get a dataset.
   *
   * Returns the state of a dataset: its records by status, its last refresh and its next ones.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDataset(fields: RequestFields<'get_dataset'>, options?: CallOptions): Promise<Dataset>;
  /**
   * Delete a dataset.
   *
   * Deletes a dataset with its records, changes and exports, and cancels its running refresh. Receipts and ledger entries remain.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteDataset(fields: RequestFields<'delete_dataset'>, options?: CallOptions): Promise<DeleteDatasetAnswer>;
  /**
   * Get the records of a dataset.
   *
   * Returns records of one status in order of first appearance. `active`: the last complete refresh found them, or a later one. `missing`: recent complete refreshes did not find them. `removed`: not found for `removed_after` complete refreshes in a row.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetRecords(
    fields: RequestFields<'get_dataset_records'>,
    options?: CallOptions,
  ): Promise<GetDatasetRecordsAnswer>;
  /**
   * Get the changes of a dataset.
   *
   * Returns added, changed, removed and returned records in order, after the change with the number `since`. Numbers have no gaps and are assigned in order, so a reader that continues from `next_since` gets each change exactly once. Changes are kept as long as the request history; older ones get 410.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetChanges(
    fields: RequestFields<'get_dataset_changes'>,
    options?: CallOptions,
  ): Promise<GetDatasetChangesAnswer>;
  /**
   * Refresh a dataset.
   *
   * Starts a job that reads the source again and merges its records. While a refresh is queued or running, returns its job and starts no other.
   *
   * Needs a key of scope `write`. Price: the pages and API responses that contained records, each at its route.
   */
  refreshDataset(
    fields: RequestFields<'refresh_dataset'>,
    options?: CallOptions,
  ): Promise<RefreshDatasetAnswer>;
  /**
   * Schedule the refreshes of a dataset.
   *
   * Sets the schedule of refreshes: `{every: "6h"}`, `{cron: "0 7 * * 1-5", timezone: "Europe/Berlin"}` or `{paused: true}`. It replaces the previous schedule. A fixed time of day runs once per day, also when daylight saving time starts or ends. After downtime, one refresh replaces all missed ones. A scheduled refresh is skipped while another one runs.
   *
   * Needs a key of scope `write`. Price: free.
   */
  scheduleDataset(fields: RequestFields<'schedule_dataset'>, options?: CallOptions): Promise<Dataset>;
  /**
   * Export a dataset.
   *
   * Writes a consistent snapshot of the records to a file: CSV (RFC 4180), JSON, NDJSON, XLSX or Parquet. Returns the URL, the number of rows and the checksum of the file; with `Accept: text/csv` or `application/x-ndjson`, returns the file itself.
   *
   * Needs a key of scope `read`. Price: free.
   */
  exportDataset(fields: RequestFields<'export_dataset'>, options?: CallOptions): Promise<ExportDatasetAnswer>;
  /**
   * Download an export.
   *
   * Returns the file of an export. Supports `Range`, to resume an interrupted download. The `ETag` is the checksum.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetExport(fields: RequestFields<'get_dataset_export'>, options?: CallOptions): Promise<Response>;
  /**
   * Create a monitor.
   *
   * Watches a page, a section of it, values on it, or a dataset, and reports changes by webhook, e-mail, feed and history. The first check starts at once and sets the baseline. Content that changes by itself (tokens, counters, clocks, advertisements, the order of lists) is not a change. A page that differs is read again before the change is notified. Blocked and failing checks do not change the baseline and are reported as failing.
   *
   * Needs a key of scope `write`. Price: free; each check, and each reading that confirms a difference, costs the price of its page.
   */
  createMonitor(fields: RequestFields<'create_monitor'>, options?: CallOptions): Promise<CreateMonitorAnswer>;
  /**
   * List monitors.
   *
   * Returns the monitors of the account, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listMonitors(fields?: RequestFields<'list_monitors'>, options?: CallOptions): Promise<ListMonitorsAnswer>;
  /**
   * Export monitors.
   *
   * Returns the settings of all monitors in the format of POST /v1/monitors/import and POST /v1/monitors. They include webhook URLs.
   *
   * Needs a key of scope `write`. Price: free.
   */
  exportMonitors(fields?: Record<string, never>, options?: CallOptions): Promise<ExportMonitorsAnswer>;
  /**
   * Import monitors.
   *
   * Creates up to 1,000 monitors at once: all of them, or none when one is invalid.
   *
   * Needs a key of scope `write`. Price: free; each check costs the price of its page.
   */
  importMonitors(
    fields: RequestFields<'import_monitors'>,
    options?: CallOptions,
  ): Promise<ImportMonitorsAnswer>;
  /**
   * Get the changes of all monitors as a feed.
   *
   * Returns the last 50 changes, of which the conditions held, of all monitors, or of those with a tag, as one Atom feed (RFC 4287), newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  monitorsFeed(fields?: RequestFields<'monitors_feed'>, options?: CallOptions): Promise<Response>;
  /**
   * Get a monitor.
   *
   * Returns a monitor with its last 50 checks and its baseline, the version with which the next check is compared.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getMonitor(fields: RequestFields<'get_monitor'>, options?: CallOptions): Promise<GetMonitorAnswer>;
  /**
   * Change a monitor.
   *
   * Changes the given fields. If the monitor then watches something else (url, watch, country, render, login, ignored selectors), the next check sets a new baseline; the history remains.
   *
   * Needs a key of scope `write`. Price: free.
   */
  changeMonitor(fields: RequestFields<'change_monitor'>, options?: CallOptions): Promise<Monitor>;
  /**
   * Delete a monitor.
   *
   * Deletes a monitor with its versions and checks. Receipts and ledger entries remain.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteMonitor(fields: RequestFields<'delete_monitor'>, options?: CallOptions): Promise<DeleteMonitorAnswer>;
  /**
   * Act on a monitor.
   *
   * `run` starts a check as a job (`jid`), or returns the running one. `pause` stops the schedule, and `resume` continues it.
   *
   * Needs a key of scope `write`. Price: free; a check costs the price of its page.
   */
  actOnMonitor(fields: RequestFields<'act_on_monitor'>, options?: CallOptions): Promise<ActOnMonitorAnswer>;
  /**
   * List the checks of a monitor.
   *
   * Returns the checks of a monitor, newest first. Checks are kept for 90 days (WEBDATA_KEEP, requests); of those without a change, at most the last 1,000.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listMonitorChecks(
    fields: RequestFields<'list_monitor_checks'>,
    options?: CallOptions,
  ): Promise<ListMonitorChecksAnswer>;
  /**
   * Get a check.
   *
   * Returns a check and the version that was the baseline after it.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getMonitorCheck(
    fields: RequestFields<'get_monitor_check'>,
    options?: CallOptions,
  ): Promise<GetMonitorCheckAnswer>;
  /**
   * Compare two versions.
   *
   * Compares the versions that were the baseline after two checks. Noise is left out.
   *
   * Needs a key of scope `read`. Price: free.
   */
  diffMonitor(fields: RequestFields<'diff_monitor'>, options?: CallOptions): Promise<DiffMonitorAnswer>;
  /**
   * Get the changes of a monitor as a feed.
   *
   * Returns the last 50 changes of which the conditions held as an Atom feed (RFC 4287).
   *
   * Needs a key of scope `read`. Price: free.
   */
  monitorFeed(fields: RequestFields<'monitor_feed'>, options?: CallOptions): Promise<Response>;
  /**
   * Open a browser.
   *
   * Opens a browser with its own cookies, storage and exit. Control it with POST /v1/browser/{sid}. The session ends when you close it, after `ttl_seconds`, after `idle_seconds` without a step, or when its page crashes. Memory limits the number of open sessions: beyond it the request waits up to `wait_seconds` and then gets 503 with Retry-After.
   *
   * Needs a key of scope `write`. Price: 1 credit per started minute.
   */
  openBrowser(fields: RequestFields<'open_browser'>, options?: CallOptions): Promise<OpenedBrowserSession>;
  /**
   * List browser sessions.
   *
   * Returns the account's browser sessions, open and closed, newest first, up to 200.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listBrowsers(fields?: Record<string, never>, options?: CallOptions): Promise<ListBrowsersAnswer>;
  /**
   * Perform a browser step.
   *
   * Performs one step in an open browser and returns the page as a snapshot: text in which each usable element starts with a number. An element keeps its number while it exists. `snapshot: "changes"` returns the lines that the step has changed, and `region` a part of the page. A step that fails returns `ok: false` and an `error` that names the candidates. Steps of a session run one at a time; a concurrent step is a conflict (409). `upload` takes files that the service has stored, and `download` stores the file.
   *
   * Needs a key of scope `write`. Price: free: the session pays by the minute; `extract` costs 5 credits when a model supplies a value.
   */
  browserStep(fields: RequestFields<'browser_step'>, options?: CallOptions): Promise<BrowserStepResult>;
  /**
   * Get a browser session.
   *
   * Returns the state of a session, the reason why it was closed, and its recorded steps if it records them.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getBrowser(
    fields: RequestFields<'get_browser'>,
    options?: CallOptions,
  ): Promise<BrowserSessionWithRecording>;
  /**
   * Close a browser.
   *
   * Closes a session and deletes its page, cookies and storage. Closing a closed session changes nothing. If the session was recorded, the response contains its steps as a workflow.
   *
   * Needs a key of scope `write`. Price: free.
   */
  closeBrowser(
    fields: RequestFields<'close_browser'>,
    options?: CallOptions,
  ): Promise<BrowserSessionWithRecording>;
  /**
   * List saved logins.
   *
   * Returns the saved logins of the account, newest first. Their cookies and storage are never returned.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listLogins(fields?: Record<string, never>, options?: CallOptions): Promise<ListLoginsAnswer>;
  /**
   * Get a saved login.
   *
   * Returns the site of a saved login and whether the login still works.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  getLogin(fields: RequestFields<'get_login'>, options?: CallOptions): Promise<Login>;
  /**
   * Delete a saved login.
   *
   * Deletes a saved login with its cookies and storage. It cannot be restored.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  deleteLogin(fields: RequestFields<'delete_login'>, options?: CallOptions): Promise<DeleteLoginAnswer>;
  /**
   * Change a saved login.
   *
   * Sets for which operations a saved login is used without being named, and the workflow that renews it when the site asks for a login again.
   *
   * Needs a key of scope `admin`. Price: free; renewals cost as runs of the workflow.
   */
  changeLogin(fields: RequestFields<'change_login'>, options?: CallOptions): Promise<Login>;
  /**
   * Save a workflow.
   *
   * Saves a repeatable browser task. Steps are those of a browser session (goto, click, type, ... with a `target` by selector or by the text that it shows) and extract, collect_rows (records), for_each, repeat_until, if, set (variables) and ask (a person answers while the run waits). Texts may contain `{{inputs}}` and variables. Validation errors (422) point to the step and field. Runs survive restarts; a step with an outside effect is never repeated without confirmation.
   *
   * Needs a key of scope `write`. Price: free; runs cost 1 credit per started minute.
   */
  createWorkflow(fields: RequestFields<'create_workflow'>, options?: CallOptions): Promise<Workflow>;
  /**
   * List workflows.
   *
   * Returns the workflows of the account, newest first, with their next and last runs.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWorkflows(
    fields?: RequestFields<'list_workflows'>,
    options?: CallOptions,
  ): Promise<ListWorkflowsAnswer>;
  /**
   * Get a workflow.
   *
   * Returns a workflow with its steps, its schedule and its last run.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getWorkflow(fields: RequestFields<'get_workflow'>, options?: CallOptions): Promise<Workflow>;
  /**
   * Replace a workflow.
   *
   * Replaces a workflow. Runs that have started keep the old one.
   *
   * Needs a key of scope `write`. Price: free.
   */
  replaceWorkflow(fields: RequestFields<'replace_workflow'>, options?: CallOptions): Promise<Workflow>;
  /**
   * Delete a workflow.
   *
   * Deletes a workflow and its schedule. Its runs remain until they expire.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteWorkflow(
    fields: RequestFields<'delete_workflow'>,
    options?: CallOptions,
  ): Promise<DeleteWorkflowAnswer>;
  /**
   * Schedule a workflow.
   *
   * Sets the schedule of a workflow. Scheduled runs start one at a time with the defaults of `inputs`. After downtime, one run replaces all missed runs.
   *
   * Needs a key of scope `write`. Price: free; runs cost 1 credit per started minute.
   */
  scheduleWorkflow(fields: RequestFields<'schedule_workflow'>, options?: CallOptions): Promise<Workflow>;
  /**
   * Run a workflow.
   *
   * Starts a run and returns it with the status `queued`. Poll GET /v1/runs/{run_id}, or wait for its job (`jid`). After a restart, a run resumes after its last completed step.
   *
   * Needs a key of scope `write`. Price: 1 credit per started minute; 5 more for each extraction in which a model supplies values.
   */
  runWorkflow(fields: RequestFields<'run_workflow'>, options?: CallOptions): Promise<WorkflowRun>;
  /**
   * List the runs of a workflow.
   *
   * Returns the runs of a workflow, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWorkflowRuns(
    fields: RequestFields<'list_workflow_runs'>,
    options?: CallOptions,
  ): Promise<ListWorkflowRunsAnswer>;
  /**
   * Get a run.
   *
   * Returns the state of a workflow run: its log, its question (`needs_input`), its first 100 records and its files. The log entry of a failed step has a screenshot of the page.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRun(fields: RequestFields<'get_run'>, options?: CallOptions): Promise<WorkflowRun>;
  /**
   * Get the records of a run.
   *
   * Returns the records that `extract` and `collect_rows` found, without duplicates, in the order in which they were found.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRunRecords(
    fields: RequestFields<'get_run_records'>,
    options?: CallOptions,
  ): Promise<GetRunRecordsAnswer>;
  /**
   * Export the records of a run.
   *
   * Returns the records of a run as a file: csv (RFC 4180, UTF-8), json (one array), ndjson, xlsx or parquet. Columns are in order of first appearance; nested objects become columns of their own (`a.b`).
   *
   * Needs a key of scope `read`. Price: free.
   */
  exportRun(fields: RequestFields<'export_run'>, options?: CallOptions): Promise<Response>;
  /**
   * Download a file of a run.
   *
   * Returns a file that a run downloaded, or a screenshot that it took.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRunFile(fields: RequestFields<'get_run_file'>, options?: CallOptions): Promise<Response>;
  /**
   * Act on a run.
   *
   * `cancel` ends a run. `retry` resumes a failed run at the failed step with its variables. `answer` answers the question of a run that needs input. An action that does not fit the status gets 409.
   *
   * Needs a key of scope `write`. Price: free; later minutes of the run cost 1 credit each.
   */
  actOnRun(fields: RequestFields<'act_on_run'>, options?: CallOptions): Promise<WorkflowRun>;
  /**
   * Crawl a site.
   *
   * Reads the pages of a site in the background, breadth first from `url` and the sitemaps, and returns the job immediately. Poll `GET /v1/jobs/{jid}` or follow its events; get pages with `GET /v1/jobs/{jid}/results` while it runs. The job survives restarts, and each page is delivered and charged once. With `login`, it reads a site behind a login; with `search`, the pages that match come first.
   *
   * Needs a key of scope `write`. Price: 1 credit per delivered page, reserved for 100 pages at a time; everything else is free.
   */
  crawl(fields: RequestFields<'crawl'> & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  crawl(
    fields: RequestFields<'crawl'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<CrawlAnswer, EstimateAnswer>>;
  /**
   * Read a list of URLs.
   *
   * Reads the pages of a list of up to 100000 URLs in the background, with `schema` or `prompt` also their values (`json` of each result), and returns the job immediately. The job survives restarts, and each page is delivered and charged once. `warnings` of the job name the lines that are left out: those without a URL, and those that repeat one. Each result has the `line` of its URL; `GET /v1/jobs/{jid}/results?order=list` and exports are in the order of the list.
   *
   * Needs a key of scope `write`. Price: 1 credit per delivered page, reserved for 100 pages at a time; 5 more only if a model returned a value of the page.
   */
  batch(fields: RequestFields<'batch'> & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  batch(
    fields: RequestFields<'batch'> & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Exclude<BatchAnswer, EstimateAnswer>>;
  /**
   * List jobs.
   *
   * Returns the background jobs of this account, newest first. Filters are combined with AND.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listJobs(fields?: RequestFields<'list_jobs'>, options?: CallOptions): Promise<ListJobsAnswer>;
  /**
   * Get a job.
   *
   * Returns a job: its status, the number of pages by outcome, and its charges.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getJob(fields: RequestFields<'get_job'>, options?: CallOptions): Promise<Job>;
  /**
   * Delete a job.
   *
   * Deletes an ended job with its pages, their stored texts, files and cached results. Its receipts and ledger rows remain.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteJob(fields: RequestFields<'delete_job'>, options?: CallOptions): Promise<DeleteJobAnswer>;
  /**
   * Get the results of a job.
   *
   * Returns the delivered pages of a job, in order of completion, or with `order=list` in the order of the lines of a batch. New pages are only appended, so that an offset stays valid while the job runs. A response is limited to about 16 MB; `next_offset` is the offset of the rest.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getJobResults(
    fields: RequestFields<'get_job_results'>,
    options?: CallOptions,
  ): Promise<GetJobResultsAnswer>;
  /**
   * Follow a job.
   *
   * Streams the events of a job as server-sent events (`job.started`, `job.page` with ids, `job.completed`, `job.failed`, `job.cancelled`), from the first one or after `Last-Event-ID`. The stream ends with the job.
   *
   * Needs a key of scope `read`. Price: free.
   */
  followJob(fields: RequestFields<'follow_job'>, options?: CallOptions): AsyncIterable<FollowJobAnswer>;
  /**
   * Cancel, pause, resume, retry or continue a job.
   *
   * Cancels, pauses or resumes a job, retries the failed pages of an ended job (`failed`, `unavailable`, `budget_exhausted`), or continues a crawl that ended at its limit with a higher `limit`, without reading its pages again. If the status of the job does not allow the action, the response is 409.
   *
   * Needs a key of scope `write`. Price: free; pages that are read again are charged normally.
   */
  actOnJob(fields: RequestFields<'act_on_job'>, options?: CallOptions): Promise<Job>;
  /**
   * Find passages in the results of a job.
   *
   * Searches the delivered pages of a job for the words of `focus`: returns the pages with passages about them, in the order of delivery, and the addresses of those without. Long pages are searched to their end.
   *
   * Needs a key of scope `read`. Price: free.
   */
  findJobPassages(
    fields: RequestFields<'find_job_passages'>,
    options?: CallOptions,
  ): Promise<FindJobPassagesAnswer>;
  /**
   * Export the pages of a job.
   *
   * Returns the delivered pages of a crawl or a batch as one file: `ndjson` (one result a line), `zip` (one Markdown file a page with front matter, in the folders of the site), `csv`, `json`, `xlsx` or `parquet` (one row a page), or `warc` (WARC 1.1 with request and response records where `raw_html` was requested, conversion records otherwise). After the end of a job over a list, the pages are in the order of the list. The file is written once and contains the pages of one moment; it supports ranges, so that a download can be resumed.
   *
   * Needs a key of scope `read`. Price: free.
   */
  exportJob(fields: RequestFields<'export_job'>, options?: CallOptions): Promise<Response>;
  /**
   * Get the webhook secret.
   *
   * Returns the secret that signs the webhooks of this account (Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature). It is created on first use.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  webhookSecret(fields?: Record<string, never>, options?: CallOptions): Promise<WebhookSecret>;
  /**
   * Rotate the webhook secret.
   *
   * Creates a new webhook secret. For one day, messages have two signatures, of the new and of the previous secret, so that receivers can be updated one by one.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  rotateWebhookSecret(
    fields: RequestFields<'rotate_webhook_secret'>,
    options?: CallOptions,
  ): Promise<RotateWebhookSecretAnswer>;
  /**
   * List webhook deliveries.
   *
   * Returns the webhook deliveries of this account, newest first. Filters are combined with AND.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWebhookDeliveries(
    fields?: RequestFields<'list_webhook_deliveries'>,
    options?: CallOptions,
  ): Promise<ListWebhookDeliveriesAnswer>;
  /**
   * Get a webhook delivery.
   *
   * Returns one delivery: the event, and every attempt with the response of the receiver.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getWebhookDelivery(
    fields: RequestFields<'get_webhook_delivery'>,
    options?: CallOptions,
  ): Promise<DeliveryDetail>;
  /**
   * Redeliver a webhook.
   *
   * Sends a delivery again immediately, whatever its status, with the same webhook-id. If it fails, it is retried like a new delivery.
   *
   * Needs a key of scope `write`. Price: free.
   */
  redeliverWebhook(
    fields: RequestFields<'redeliver_webhook'>,
    options?: CallOptions,
  ): Promise<DeliveryDetail>;
  /**
   * List failing webhook targets.
   *
   * Returns the webhook URLs whose last delivery failed, most recent failure first. A URL without a successful delivery for five days is disabled when its next delivery is given up; later events for it are listed as disabled deliveries. A successful test event or redelivery enables it again.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWebhookTargets(
    fields?: RequestFields<'list_webhook_targets'>,
    options?: CallOptions,
  ): Promise<ListWebhookTargetsAnswer>;
  /**
   * Test a webhook.
   *
   * Sends an event of type `webhook.test` to a URL, signed and retried like any other event, or a test message to an e-mail address. It is also sent to a disabled URL, which is enabled again on success. The delivery states the result.
   *
   * Needs a key of scope `write`. Price: free.
   */
  testWebhook(fields: RequestFields<'test_webhook'>, options?: CallOptions): Promise<TestWebhookAnswer>;
  /**
   * Get the account.
   *
   * Returns the plan, credits, active keys and limits of the account that owns the API key.
   *
   * Needs a key of scope `read`. Price: free.
   */
  account(fields?: Record<string, never>, options?: CallOptions): Promise<Account>;
  /**
   * Get billing.
   *
   * Returns the plan and its renewal date, plan and top-up credits, reservations for running work, the latest 100 ledger rows and the usage of the last 30 days.
   *
   * Needs a key of scope `read`. Price: free.
   */
  billing(fields?: Record<string, never>, options?: CallOptions): Promise<BillingAnswer>;
  /**
   * List the ledger.
   *
   * Returns every credit movement, newest first: renewals, expiries, top-ups and charges. Rows are never changed; the balance is their sum.
   *
   * Needs a key of scope `read`. Price: free.
   */
  ledger(fields?: RequestFields<'ledger'>, options?: CallOptions): Promise<LedgerAnswer>;
  /**
   * Get usage.
   *
   * Returns charged credits and pages for a period of days in UTC, both inclusive (default: the last 30 days, at most 400), by day, tool, route and country.
   *
   * Needs a key of scope `read`. Price: free.
   */
  usage(fields?: RequestFields<'usage'>, options?: CallOptions): Promise<Usage>;
  /**
   * List keys.
   *
   * Returns the active keys of this account, oldest first, without their tokens.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listKeys(fields?: Record<string, never>, options?: CallOptions): Promise<ListKeysAnswer>;
  /**
   * Create a key.
   *
   * Creates a key for this account. The token `key` is returned only in this response; the service stores a digest of it. A key can grant at most its own scopes, lifetime and limits; keys that a key with `credits_per_day` creates share this limit.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  createKey(fields: RequestFields<'create_key'>, options?: CallOptions): Promise<CreateKeyAnswer>;
  /**
   * Change a key.
   *
   * Changes the name or the limits of a key; `null` removes a limit, and fields that are absent stay as they are. `credits_per_day` changes for all keys that share it (`shares_credits_with`). A key with a limit cannot raise it, and can change only keys that share its `credits_per_day`.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  updateKey(fields: RequestFields<'update_key'>, options?: CallOptions): Promise<Key>;
  /**
   * Revoke a key.
   *
   * Revokes a key immediately, including the key of this request. If no key is left, create one with `webdata keys create` on the data directory.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  revokeKey(fields: RequestFields<'revoke_key'>, options?: CallOptions): Promise<RevokeKeyAnswer>;
  /**
   * Replace a key.
   *
   * Creates a key with the name, scopes, expiry and limits of an existing key, and counts the credits of both together. The existing key stays valid for `grace_s` seconds, so that its users can switch to the new one.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  rotateKey(fields: RequestFields<'rotate_key'>, options?: CallOptions): Promise<RotateKeyAnswer>;
  /**
   * Invite a person to the console.
   *
   * Creates a link with which one person signs in to the console once, with the scopes and the expiry of a key; the session lasts for a week. Create a key for each person: revoking it ends the sessions.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  createSignInLink(
    fields: RequestFields<'create_sign_in_link'>,
    options?: CallOptions,
  ): Promise<CreateSignInLinkAnswer>;
  /**
   * List the audit log.
   *
   * Returns the changes to this account and its keys, newest first, with actor and time. Entries are never changed or removed.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listAudit(fields?: RequestFields<'list_audit'>, options?: CallOptions): Promise<ListAuditAnswer>;
  /**
   * Create an account.
   *
   * Creates an account with its first credits and a first key with the scopes `read`, `write` and `admin`. Accounts cannot see each other’s data.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  createAccount(fields: RequestFields<'create_account'>, options?: CallOptions): Promise<CreateAccountAnswer>;
  /**
   * Add credits.
   *
   * Adds top-up credits to an account. Plan credits are spent first; top-up credits do not expire at renewal.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  addCredits(fields: RequestFields<'add_credits'>, options?: CallOptions): Promise<AddCreditsAnswer>;
  /**
   * Get the model.
   *
   * Returns which language model the service uses, and whether its settings or its database name it.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  getModel(fields?: Record<string, never>, options?: CallOptions): Promise<ModelSettings>;
  /**
   * Set the model.
   *
   * Sets the language model of the service without a restart. It is kept encrypted in the database; other processes use it within ten seconds. Settings of the process prevail.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  setModel(fields: RequestFields<'set_model'>, options?: CallOptions): Promise<ModelSettings>;
  /**
   * Remove the model.
   *
   * Removes the language model that was set with `PUT`, with its key. Values are then found by rules alone.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  removeModel(fields?: Record<string, never>, options?: CallOptions): Promise<ModelSettings>;
  /**
   * Test a model.
   *
   * Asks a model for a fact in one sentence: the one of the body before it is set, or without a body the present one. Takes up to a minute.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  testModel(fields: RequestFields<'test_model'>, options?: CallOptions): Promise<TestModelAnswer>;
  /**
   * List the settings.
   *
   * Returns every setting of the service with its value and where it comes from. Secret values are left out.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  listSettings(fields?: Record<string, never>, options?: CallOptions): Promise<Settings>;
  /**
   * Change settings.
   *
   * Changes settings that need no restart: search providers and the mail server. They are kept encrypted in the database; other processes use them within ten seconds. Settings of the process prevail. `POST /v1/doctor` tests the part.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  changeSettings(fields: RequestFields<'change_settings'>, options?: CallOptions): Promise<Settings>;
  /**
   * List requests.
   *
   * Returns the requests of this account through all interfaces, newest first. Filters are combined with AND.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listRequests(fields?: RequestFields<'list_requests'>, options?: CallOptions): Promise<ListRequestsAnswer>;
  /**
   * Get a request.
   *
   * Returns one entry of the request history with its parameters (secrets masked) and its receipt.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRequest(fields: RequestFields<'get_request'>, options?: CallOptions): Promise<HistoryDetail>;
  /**
   * Get a receipt.
   *
   * Returns a signed receipt of this account by its id: that of a request, or of one of its pages.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getReceipt(fields: RequestFields<'get_receipt'>, options?: CallOptions): Promise<Receipt>;
  /**
   * Verify a receipt.
   *
   * Verifies the signature of a receipt against the current and retired keys of this service, and the result that it covers. Send a whole response as `result`, with its `receipt`: any changed, added or removed member that the receipt covers makes it invalid. Or send only the `receipt`: nothing of its result is compared then.
   *
   * Needs a key of scope `read`. Price: free.
   */
  verifyReceipt(fields: RequestFields<'verify_receipt'>, options?: CallOptions): Promise<ReceiptVerification>;
  /**
   * Get the catalog.
   *
   * Returns all operations with their schemas and prices, the page formats, networks, the rate card and the receipt keys. Needs no key.
   *
   * Needs no key. Price: free.
   */
  catalog(fields?: Record<string, never>, options?: CallOptions): Promise<Catalog>;
  /**
   * List function definitions.
   *
   * Returns the tools of the MCP endpoint as function definitions for the API of a language model. A call of a function is a call of the tool with the same name and arguments at `/mcp`. Needs no key.
   *
   * Needs no key. Price: free.
   */
  listFunctions(fields?: RequestFields<'list_functions'>, options?: CallOptions): Promise<Functions>;
  /**
   * Check health.
   *
   * Returns the state of the service and of each of its parts. It contacts nothing outside: exits, archives, search providers, model, exchange rates, mail server and issuer of sign-ins have the state of their last use or test by this process, and are `not_tested` before; `POST /v1/doctor` tests them. Needs no key.
   *
   * Needs no key. Price: free.
   */
  health(fields?: Record<string, never>, options?: CallOptions): Promise<Health>;
  /**
   * Test every part.
   *
   * Tests each part of the running service, with real requests where the health check sends none: exits, search providers, model, exchange rates, mail server, issuer of sign-ins and archives. The health check reports the results. Takes up to a minute. Needs a key with the scope `operator`.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  doctor(fields: RequestFields<'doctor'>, options?: CallOptions): Promise<Doctor>;
  /**
   * Get the client IP address.
   *
   * Returns the IP address from which the service received the request. Needs no key.
   *
   * Needs no key. Price: free.
   */
  ip(fields?: Record<string, never>, options?: CallOptions): Promise<IpAnswer>;
}

/** Row of each paginated list. */
export interface ListRows {
  listLayouts: ListLayoutsAnswer['layouts'][number];
  listRecipes: ListRecipesAnswer['recipes'][number];
  listDatasets: ListDatasetsAnswer['datasets'][number];
  getDatasetRecords: GetDatasetRecordsAnswer['records'][number];
  getDatasetChanges: GetDatasetChangesAnswer['changes'][number];
  listMonitors: ListMonitorsAnswer['monitors'][number];
  listMonitorChecks: ListMonitorChecksAnswer['checks'][number];
  listWorkflows: ListWorkflowsAnswer['workflows'][number];
  listWorkflowRuns: ListWorkflowRunsAnswer['runs'][number];
  getRunRecords: GetRunRecordsAnswer['records'][number];
  listJobs: ListJobsAnswer['jobs'][number];
  getJobResults: GetJobResultsAnswer['results'][number];
  listWebhookDeliveries: ListWebhookDeliveriesAnswer['deliveries'][number];
  ledger: LedgerAnswer['ledger'][number];
  listAudit: ListAuditAnswer['audit'][number];
  listRequests: ListRequestsAnswer['requests'][number];
}

/** Response of each operation that a `continue` token can continue. */
export interface ContinuableAnswers {
  scrape: Exclude<ScrapeAnswer, EstimateAnswer | Job>;
  map: Exclude<MapAnswer, EstimateAnswer | Job>;
  inspect: Exclude<InspectAnswer, EstimateAnswer | Job>;
  compare: Exclude<CompareAnswer, EstimateAnswer | Job>;
  archive: Exclude<ArchiveAnswer, EstimateAnswer | Job>;
}

/** Pagination of each list. */
export const listTable: Readonly<Record<keyof ListRows, { rows: string; next: string }>> = {
  listLayouts: { rows: 'layouts', next: 'next_offset' },
  listRecipes: { rows: 'recipes', next: 'next_offset' },
  listDatasets: { rows: 'datasets', next: 'next_offset' },
  getDatasetRecords: { rows: 'records', next: 'next_offset' },
  getDatasetChanges: { rows: 'changes', next: 'next_since' },
  listMonitors: { rows: 'monitors', next: 'next_offset' },
  listMonitorChecks: { rows: 'checks', next: 'next_before' },
  listWorkflows: { rows: 'workflows', next: 'next_offset' },
  listWorkflowRuns: { rows: 'runs', next: 'next_offset' },
  getRunRecords: { rows: 'records', next: 'next_offset' },
  listJobs: { rows: 'jobs', next: 'next_offset' },
  getJobResults: { rows: 'results', next: 'next_offset' },
  listWebhookDeliveries: { rows: 'deliveries', next: 'next_before' },
  ledger: { rows: 'ledger', next: 'next_before' },
  listAudit: { rows: 'audit', next: 'next_before' },
  listRequests: { rows: 'requests', next: 'next_before' },
};

/** How each method is sent. */
export const operationTable: Readonly<Record<keyof Operations, OperationEntry>> = {
  scrape: {
    method: 'POST',
    path: '/v1/scrape',
    query: ['dry_run', 'async', 'webhook', 'continue'],
    hasBody: true,
    answers: 'json',
  },
  search: { method: 'POST', path: '/v1/search', query: ['dry_run'], hasBody: true, answers: 'json' },
  extract: { method: 'POST', path: '/v1/extract', query: ['dry_run'], hasBody: true, answers: 'json' },
  listLayouts: {
    method: 'GET',
    path: '/v1/extract/layouts',
    query: ['site', 'offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  forgetLayout: {
    method: 'DELETE',
    path: '/v1/extract/layouts/{id}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  parse: {
    method: 'POST',
    path: '/v1/parse',
    query: ['dry_run', 'async', 'webhook'],
    hasBody: true,
    answers: 'json',
  },
  map: {
    method: 'POST',
    path: '/v1/map',
    query: ['login', 'continue', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  inspect: {
    method: 'POST',
    path: '/v1/inspect',
    query: ['dry_run', 'continue', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  collect: {
    method: 'POST',
    path: '/v1/collect',
    query: ['dry_run', 'async', 'webhook', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  createRecipe: { method: 'POST', path: '/v1/recipes', query: [], hasBody: true, answers: 'json' },
  listRecipes: {
    method: 'GET',
    path: '/v1/recipes',
    query: ['offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  getRecipe: { method: 'GET', path: '/v1/recipes/{rid}', query: [], hasBody: false, answers: 'json' },
  deleteRecipe: { method: 'DELETE', path: '/v1/recipes/{rid}', query: [], hasBody: false, answers: 'json' },
  runRecipe: {
    method: 'POST',
    path: '/v1/recipes/{rid}/run',
    query: ['dry_run', 'async', 'webhook', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  testRecipe: { method: 'POST', path: '/v1/recipes/{rid}/test', query: [], hasBody: true, answers: 'json' },
  compare: {
    method: 'POST',
    path: '/v1/compare',
    query: ['dry_run', 'async', 'webhook', 'continue', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  archive: {
    method: 'POST',
    path: '/v1/archive',
    query: ['dry_run', 'async', 'webhook', 'continue', 'timeout_ms'],
    hasBody: true,
    answers: 'json',
  },
  read: {
    method: 'GET',
    path: '/v1/read',
    query: ['ref', 'offset', 'length', 'max_tokens', 'section', 'focus'],
    hasBody: false,
    answers: 'json',
  },
  blob: { method: 'GET', path: '/v1/blob/{id}', query: [], hasBody: false, answers: 'bytes' },
  listDatasets: {
    method: 'GET',
    path: '/v1/datasets',
    query: ['offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  createDataset: { method: 'POST', path: '/v1/datasets', query: [], hasBody: true, answers: 'json' },
  getDataset: { method: 'GET', path: '/v1/datasets/{did}', query: [], hasBody: false, answers: 'json' },
  deleteDataset: { method: 'DELETE', path: '/v1/datasets/{did}', query: [], hasBody: false, answers: 'json' },
  getDatasetRecords: {
    method: 'GET',
    path: '/v1/datasets/{did}/records',
    query: ['offset', 'limit', 'status'],
    hasBody: false,
    answers: 'json',
  },
  getDatasetChanges: {
    method: 'GET',
    path: '/v1/datasets/{did}/changes',
    query: ['since', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  refreshDataset: {
    method: 'POST',
    path: '/v1/datasets/{did}/refresh',
    query: ['accept_drop'],
    hasBody: false,
    answers: 'json',
  },
  scheduleDataset: {
    method: 'PUT',
    path: '/v1/datasets/{did}/schedule',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  exportDataset: {
    method: 'POST',
    path: '/v1/datasets/{did}/export',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  getDatasetExport: {
    method: 'GET',
    path: '/v1/datasets/{did}/exports/{export_id}',
    query: [],
    hasBody: false,
    answers: 'bytes',
  },
  createMonitor: { method: 'POST', path: '/v1/monitors', query: [], hasBody: true, answers: 'json' },
  listMonitors: {
    method: 'GET',
    path: '/v1/monitors',
    query: ['status', 'q', 'tag', 'offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  exportMonitors: { method: 'GET', path: '/v1/monitors/export', query: [], hasBody: false, answers: 'json' },
  importMonitors: { method: 'POST', path: '/v1/monitors/import', query: [], hasBody: true, answers: 'json' },
  monitorsFeed: {
    method: 'GET',
    path: '/v1/monitors/feed',
    query: ['tag'],
    hasBody: false,
    answers: 'bytes',
  },
  getMonitor: { method: 'GET', path: '/v1/monitors/{mid}', query: [], hasBody: false, answers: 'json' },
  changeMonitor: { method: 'PATCH', path: '/v1/monitors/{mid}', query: [], hasBody: true, answers: 'json' },
  deleteMonitor: { method: 'DELETE', path: '/v1/monitors/{mid}', query: [], hasBody: false, answers: 'json' },
  actOnMonitor: {
    method: 'POST',
    path: '/v1/monitors/{mid}/{action}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  listMonitorChecks: {
    method: 'GET',
    path: '/v1/monitors/{mid}/checks',
    query: ['before', 'state', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  getMonitorCheck: {
    method: 'GET',
    path: '/v1/monitors/{mid}/checks/{check}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  diffMonitor: {
    method: 'GET',
    path: '/v1/monitors/{mid}/diff',
    query: ['from', 'to'],
    hasBody: false,
    answers: 'json',
  },
  monitorFeed: {
    method: 'GET',
    path: '/v1/monitors/{mid}/feed',
    query: [],
    hasBody: false,
    answers: 'bytes',
  },
  openBrowser: { method: 'POST', path: '/v1/browser', query: [], hasBody: true, answers: 'json' },
  listBrowsers: { method: 'GET', path: '/v1/browser', query: [], hasBody: false, answers: 'json' },
  browserStep: { method: 'POST', path: '/v1/browser/{sid}', query: [], hasBody: true, answers: 'json' },
  getBrowser: { method: 'GET', path: '/v1/browser/{sid}', query: [], hasBody: false, answers: 'json' },
  closeBrowser: { method: 'DELETE', path: '/v1/browser/{sid}', query: [], hasBody: false, answers: 'json' },
  listLogins: { method: 'GET', path: '/v1/logins', query: [], hasBody: false, answers: 'json' },
  getLogin: { method: 'GET', path: '/v1/logins/{lid}', query: [], hasBody: false, answers: 'json' },
  deleteLogin: { method: 'DELETE', path: '/v1/logins/{lid}', query: [], hasBody: false, answers: 'json' },
  changeLogin: { method: 'PATCH', path: '/v1/logins/{lid}', query: [], hasBody: true, answers: 'json' },
  createWorkflow: { method: 'POST', path: '/v1/workflows', query: [], hasBody: true, answers: 'json' },
  listWorkflows: {
    method: 'GET',
    path: '/v1/workflows',
    query: ['offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  getWorkflow: { method: 'GET', path: '/v1/workflows/{id}', query: [], hasBody: false, answers: 'json' },
  replaceWorkflow: { method: 'PUT', path: '/v1/workflows/{id}', query: [], hasBody: true, answers: 'json' },
  deleteWorkflow: {
    method: 'DELETE',
    path: '/v1/workflows/{id}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  scheduleWorkflow: {
    method: 'PUT',
    path: '/v1/workflows/{id}/schedule',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  runWorkflow: { method: 'POST', path: '/v1/workflows/{id}/runs', query: [], hasBody: true, answers: 'json' },
  listWorkflowRuns: {
    method: 'GET',
    path: '/v1/workflows/{id}/runs',
    query: ['offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  getRun: { method: 'GET', path: '/v1/runs/{run_id}', query: [], hasBody: false, answers: 'json' },
  getRunRecords: {
    method: 'GET',
    path: '/v1/runs/{run_id}/records',
    query: ['offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  exportRun: {
    method: 'GET',
    path: '/v1/runs/{run_id}/export',
    query: ['format', 'safe'],
    hasBody: false,
    answers: 'bytes',
  },
  getRunFile: {
    method: 'GET',
    path: '/v1/runs/{run_id}/files/{fid}',
    query: [],
    hasBody: false,
    answers: 'bytes',
  },
  actOnRun: { method: 'POST', path: '/v1/runs/{run_id}/{action}', query: [], hasBody: true, answers: 'json' },
  crawl: {
    method: 'POST',
    path: '/v1/crawl',
    query: [
      'network',
      'max_credits',
      'login',
      'search',
      'strategy',
      'render',
      'only_main_content',
      'include_selectors',
      'exclude_selectors',
      'headers',
      'wait_ms',
      'mobile',
      'max_age',
      'max_concurrency',
      'delay_ms',
      'ignore_query_parameters',
      'allow_external_links',
      'robots',
      'dry_run',
    ],
    hasBody: true,
    answers: 'json',
  },
  batch: { method: 'POST', path: '/v1/batches', query: ['dry_run'], hasBody: true, answers: 'json' },
  listJobs: {
    method: 'GET',
    path: '/v1/jobs',
    query: ['type', 'status', 'before', 'offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  getJob: { method: 'GET', path: '/v1/jobs/{jid}', query: [], hasBody: false, answers: 'json' },
  deleteJob: { method: 'DELETE', path: '/v1/jobs/{jid}', query: [], hasBody: false, answers: 'json' },
  getJobResults: {
    method: 'GET',
    path: '/v1/jobs/{jid}/results',
    query: ['offset', 'limit', 'order'],
    hasBody: false,
    answers: 'json',
  },
  followJob: {
    method: 'GET',
    path: '/v1/jobs/{jid}/events',
    query: ['last_event_id'],
    hasBody: false,
    answers: 'events',
  },
  actOnJob: { method: 'POST', path: '/v1/jobs/{jid}/{action}', query: [], hasBody: true, answers: 'json' },
  findJobPassages: {
    method: 'GET',
    path: '/v1/jobs/{jid}/passages',
    query: ['focus', 'offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  exportJob: {
    method: 'GET',
    path: '/v1/jobs/{jid}/export',
    query: ['format', 'pages'],
    hasBody: false,
    answers: 'bytes',
  },
  webhookSecret: { method: 'GET', path: '/v1/webhooks/secret', query: [], hasBody: false, answers: 'json' },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/secret/rotate',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    query: ['limit', 'before', 'status', 'job'],
    hasBody: false,
    answers: 'json',
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/v1/webhooks/deliveries/{id}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  redeliverWebhook: {
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/redeliver',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  listWebhookTargets: {
    method: 'GET',
    path: '/v1/webhooks/targets',
    query: ['limit'],
    hasBody: false,
    answers: 'json',
  },
  testWebhook: { method: 'POST', path: '/v1/webhooks/test', query: [], hasBody: true, answers: 'json' },
  account: { method: 'GET', path: '/v1/account', query: [], hasBody: false, answers: 'json' },
  billing: { method: 'GET', path: '/v1/billing', query: [], hasBody: false, answers: 'json' },
  ledger: {
    method: 'GET',
    path: '/v1/billing/ledger',
    query: ['before', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  usage: { method: 'GET', path: '/v1/usage', query: ['from', 'to'], hasBody: false, answers: 'json' },
  listKeys: { method: 'GET', path: '/v1/keys', query: [], hasBody: false, answers: 'json' },
  createKey: { method: 'POST', path: '/v1/keys', query: [], hasBody: true, answers: 'json' },
  updateKey: { method: 'PATCH', path: '/v1/keys/{id}', query: [], hasBody: true, answers: 'json' },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}', query: [], hasBody: false, answers: 'json' },
  rotateKey: { method: 'POST', path: '/v1/keys/{id}/rotate', query: [], hasBody: true, answers: 'json' },
  createSignInLink: { method: 'POST', path: '/v1/keys/{id}/link', query: [], hasBody: true, answers: 'json' },
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    query: ['action', 'key_id', 'subject', 'since', 'until', 'before', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  createAccount: { method: 'POST', path: '/v1/admin/accounts', query: [], hasBody: true, answers: 'json' },
  addCredits: {
    method: 'POST',
    path: '/v1/admin/accounts/{id}/credits',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  getModel: { method: 'GET', path: '/v1/admin/settings/model', query: [], hasBody: false, answers: 'json' },
  setModel: { method: 'PUT', path: '/v1/admin/settings/model', query: [], hasBody: true, answers: 'json' },
  removeModel: {
    method: 'DELETE',
    path: '/v1/admin/settings/model',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  testModel: {
    method: 'POST',
    path: '/v1/admin/settings/model/test',
    query: [],
    hasBody: true,
    answers: 'json',
  },
  listSettings: { method: 'GET', path: '/v1/admin/settings', query: [], hasBody: false, answers: 'json' },
  changeSettings: { method: 'PATCH', path: '/v1/admin/settings', query: [], hasBody: true, answers: 'json' },
  listRequests: {
    method: 'GET',
    path: '/v1/requests',
    query: ['limit', 'before', 'tool', 'status', 'origin', 'country', 'q', 'key_id', 'reads'],
    hasBody: false,
    answers: 'json',
  },
  getRequest: { method: 'GET', path: '/v1/requests/{rid}', query: [], hasBody: false, answers: 'json' },
  getReceipt: {
    method: 'GET',
    path: '/v1/receipts/{receipt_id}',
    query: [],
    hasBody: false,
    answers: 'json',
  },
  verifyReceipt: { method: 'POST', path: '/v1/receipts/verify', query: [], hasBody: true, answers: 'json' },
  catalog: { method: 'GET', path: '/v1/catalog', query: [], hasBody: false, answers: 'json' },
  listFunctions: {
    method: 'GET',
    path: '/v1/catalog/functions',
    query: ['api', 'tools', 'strict'],
    hasBody: false,
    answers: 'json',
  },
  health: { method: 'GET', path: '/v1/health', query: [], hasBody: false, answers: 'json' },
  doctor: { method: 'POST', path: '/v1/doctor', query: [], hasBody: true, answers: 'json' },
  ip: { method: 'GET', path: '/v1/ip', query: [], hasBody: false, answers: 'json' },
};
