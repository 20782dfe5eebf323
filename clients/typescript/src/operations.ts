// Made from the service's OpenAPI document by scripts/write-client.ts; changes here are lost.

import type { CallOptions, OperationEntry } from './call.ts';
import type {
  Account,
  ActOnMonitorAnswer,
  ActOnRunRequest,
  AddCreditsAnswer,
  AddCreditsRequest,
  ArchiveDiffAnswer,
  ArchiveGetAnswer,
  ArchiveHistoryAnswer,
  ArchiveRequest,
  ArchiveSnapshotsAnswer,
  ArchiveUrlsAnswer,
  BillingAnswer,
  BrowserSessionWithRecording,
  BrowserStepRequest,
  BrowserStepResult,
  Catalog,
  ChangeMonitorRequest,
  Collected,
  CollectRequest,
  CompareRequest,
  Comparison,
  CrawlRequest,
  CreateAccountAnswer,
  CreateAccountRequest,
  CreateDatasetRequest,
  CreateKeyAnswer,
  CreateKeyRequest,
  CreateMonitorAnswer,
  CreateMonitorRequest,
  CreateRecipeRequest,
  CreateWorkflowRequest,
  Dataset,
  DeleteDatasetAnswer,
  DeleteJobAnswer,
  DeleteLoginAnswer,
  DeleteMonitorAnswer,
  DeleteRecipeAnswer,
  DeleteWorkflowAnswer,
  DeliveryDetail,
  DiffMonitorAnswer,
  EstimateAnswer,
  ExportDatasetAnswer,
  ExportDatasetRequest,
  ExportMonitorsAnswer,
  ExtractRequest,
  FollowJobAnswer,
  ForgetLayoutAnswer,
  GetDatasetChangesAnswer,
  GetDatasetRecordsAnswer,
  GetJobResultsAnswer,
  GetMonitorAnswer,
  GetMonitorCheckAnswer,
  GetRunRecordsAnswer,
  Health,
  HistoryDetail,
  ImportMonitorsAnswer,
  ImportMonitorsRequest,
  InspectedSource,
  InspectRequest,
  IpAnswer,
  Job,
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
  MapRequest,
  Monitor,
  OpenBrowserRequest,
  OpenedBrowserSession,
  PageError,
  PageResult,
  PageResults,
  PageStatus,
  ReadAnswer,
  Receipt,
  Recipe,
  RedeliverWebhookRequest,
  RefreshDatasetAnswer,
  ReplaceWorkflowRequest,
  RevokeKeyAnswer,
  RotateKeyAnswer,
  RotateKeyRequest,
  RotateWebhookSecretAnswer,
  RotateWebhookSecretRequest,
  RunRecipeRequest,
  RunWorkflowRequest,
  ScheduleDatasetRequest,
  ScheduleWorkflowRequest,
  ScrapeRequest,
  SearchRequest,
  SearchResults,
  TestRecipeAnswer,
  TestRecipeRequest,
  TestWebhookAnswer,
  TestWebhookRequest,
  Usage,
  Warning,
  WebhookSecret,
  Workflow,
  WorkflowRun,
} from './schemas.ts';

/** Every operation of the service as a method; path, query and body are given as one object. */
export interface Operations {
  /**
   * Read pages.
   *
   * Reads one page (`url`) or up to 100 in parallel (`urls`, answered in the order asked; one bad page never fails the others). What became of a page is its `status`, never an HTTP error. Long pages come with a `ref` for GET /v1/read.
   *
   * Needs a key of scope `write`. Price: 1 credit a page that arrived; 0 for a page that could not be loaded or passed, or is given again (`max_age`).
   */
  scrape(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & ScrapeRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  scrape(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & ScrapeRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<PageResult | PageResults | Job>;
  /**
   * Search the web.
   *
   * Searches the web through the providers that the operator set up, in their order, and can read every result (`scrape`). A provider that fails is passed over and named in `warnings`; when all fail the answer is 503 with each one’s reason, so that an empty list always means that nothing was found. `country` is a preference of the provider: `country_applied` says what became of it.
   *
   * Needs a key of scope `write`. Price: 1 credit, 0 when it fails or is given again (`max_age`); with `scrape`, each page that arrives at its route.
   */
  search(fields: SearchRequest & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  search(fields: SearchRequest & { dry_run?: false }, options?: CallOptions): Promise<SearchResults>;
  /**
   * Extract typed data from a page.
   *
   * Reads a page and finds the values that a JSON Schema asks for: in the data that the page carries for machines, by selectors learned from pages of the same layout, by labels and names on the page, and by a small model where one is set up. Every value says where it stands (`evidence`); what the page does not show is listed in `unverified`, what was not found is null and listed in `missing`. Without a schema `prompt` names the fields; without both the page's own typed data is given.
   *
   * Needs a key of scope `write`. Price: 1 credit for the page; 5 more only when a model was called and gave a value.
   */
  extract(fields: ExtractRequest & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  extract(
    fields: ExtractRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<{
    status: PageStatus;
    error?: PageError;
    /**
     * as asked
     */
    url: string;
    /**
     * in the shape of the schema, converted to its types; null where nothing was found
     */
    data: unknown;
    /**
     * JSON pointers into `data`: values that the page does not show
     */
    unverified: Array<string>;
    /**
     * JSON pointers of what was not found
     */
    missing: Array<string>;
    /**
     * by JSON pointer into `data`: where each value comes from
     */
    evidence: Record<
      string,
      {
        method: 'page_data' | 'selector' | 'heuristic' | 'model';
        /**
         * text that the page shows, an attribute or meta tag, or JSON that it carries
         */
        source: 'visible' | 'attribute' | 'json';
        /**
         * where it stands
         */
        locator: string;
        /**
         * what stands there, as written; at most 300 characters
         */
        quote: string;
        /**
         * little speaks for it: nothing but its shape or a word nearby
         */
        weak?: true;
      }
    >;
    /**
     * by JSON pointer: how each value was found
     */
    methods: Record<string, 'page_data' | 'selector' | 'heuristic' | 'model'>;
    /**
     * JSON pointers of values that selectors were learned from
     */
    learned: Array<string>;
    warnings: Array<Warning>;
    receipt: Receipt;
  }>;
  /**
   * List learned layouts.
   *
   * The page layouts that extraction has learned selectors for, with their health, last used first. They belong to this account alone.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listLayouts(
    fields?: {
      /**
       * only sites that start so: `example.com`
       */
      site?: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListLayoutsAnswer>;
  /**
   * Forget a layout.
   *
   * Forgets the selectors of one layout; the next pages of its kind teach it anew.
   *
   * Needs a key of scope `write`. Price: free.
   */
  forgetLayout(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<ForgetLayoutAnswer>;
  /**
   * List the addresses of a site.
   *
   * Lists the addresses of a site from its sitemaps and feeds, robots.txt and the links of the start page, and fetches nothing else. `search` keeps those that match words, best first. `complete` is true only when the sitemaps of the site were read whole and everything found is listed; `warnings` say what is missing.
   *
   * Needs a key of scope `write`. Price: 1 credit; 0 when the site could not be loaded.
   */
  map(fields: MapRequest, options?: CallOptions): Promise<MapAnswer>;
  /**
   * See what data a page exposes.
   *
   * Finds and ranks the lists of records behind a page: the site's own JSON and GraphQL calls (each sent again without the page and without a browser, with as few headers and cookies as will do, in at most twelve calls, and never one that could change anything), data embedded in the page, JSON-LD, microdata, tables and repeated elements. Says of each what it holds, how it is paged, what one run costs and what was not tested; `cheapest` names the one to take.
   *
   * Needs a key of scope `write`. Price: 1 credit for the page; requests that test calls are free.
   */
  inspect(fields: InspectRequest & { dry_run: true }, options?: CallOptions): Promise<EstimateAnswer>;
  inspect(
    fields: InspectRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<{
    status: PageStatus;
    error?: PageError;
    /**
     * as asked
     */
    url: string;
    /**
     * whether the page says next to nothing before its scripts have run
     */
    needs_browser: boolean;
    /**
     * the cheapest to get again first, of these what the page shows most of
     */
    sources: Array<InspectedSource>;
    pagination: {
      /**
       * the next page, as the page itself links to it
       */
      next: string | null;
      by: 'rel' | 'label' | 'number' | null;
      /**
       * the highest page number that is linked
       */
      last: number | null;
    };
    /**
     * id of the source to take
     */
    cheapest: string | null;
    feeds: Array<string>;
    /**
     * named by the page itself
     */
    sitemaps: Array<string>;
    /**
     * whether the calls of the page’s scripts were looked at
     */
    calls_seen: boolean;
    warnings: Array<Warning>;
    receipt: Receipt;
  }>;
  /**
   * Collect records from a listing.
   *
   * Returns the records of a listing with the fields that are asked for in words. They are taken from where the page itself takes them (the site's own JSON calls, data embedded in the page, tables, repeated elements), compared with what the page shows, and followed from page to page. `fields` tells where each was found and how surely; `unverified` lists values that the page does not show; `complete` is true only when the end was seen. The way is kept as a recipe (`rid`), so that later runs look for nothing and ask no model.
   *
   * Needs a key of scope `write`. Price: 1 credit a page or answer that brought records; 5 more only when a model was asked where fields stand.
   */
  collect(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & CollectRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  collect(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & CollectRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Collected | Job>;
  /**
   * Make a recipe.
   *
   * Saves a recipe: an address and the fields wanted per record, with the source to take them from where it is known (as another recipe shows it). Without a source the first run finds one. POST /v1/collect saves recipes by itself.
   *
   * Needs a key of scope `write`. Price: free.
   */
  createRecipe(fields: CreateRecipeRequest, options?: CallOptions): Promise<Recipe>;
  /**
   * List recipes.
   *
   * The recipes of this account with their health, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listRecipes(
    fields?: {
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListRecipesAnswer>;
  /**
   * See a recipe.
   *
   * A recipe: its source, where each field stands, how it is paged, and how its runs went.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRecipe(
    fields: {
      rid: string;
    },
    options?: CallOptions,
  ): Promise<Recipe>;
  /**
   * Delete a recipe.
   *
   * Deletes a recipe. Datasets that are refreshed by it can no longer be.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteRecipe(
    fields: {
      rid: string;
    },
    options?: CallOptions,
  ): Promise<DeleteRecipeAnswer>;
  /**
   * Run a recipe.
   *
   * Gets the records of a recipe again: without looking for them, without a model, and without a browser where the source needs none. A source that no longer fits (records gone, fields empty, keys renamed) is looked for once more; where none is found the run fails with the reason and gives no records. `url` runs it on another listing of the same make, `continue` goes on where an answer ended.
   *
   * Needs a key of scope `write`. Price: 1 credit a page or answer that brought records.
   */
  runRecipe(
    fields: {
      rid: string;
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & RunRecipeRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  runRecipe(
    fields: {
      rid: string;
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & RunRecipeRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Collected | Job>;
  /**
   * Test a recipe.
   *
   * Runs one page of a recipe and checks it against what the source brought when it was found: whether it arrives, holds records, holds each field as often, and leads on. Looks for nothing and changes nothing.
   *
   * Needs a key of scope `write`. Price: 1 credit when the page brought records.
   */
  testRecipe(
    fields: {
      rid: string;
    } & TestRecipeRequest,
    options?: CallOptions,
  ): Promise<TestRecipeAnswer>;
  /**
   * Compare a page across countries.
   *
   * Reads a product or page from several countries, each through an exit that was seen there, in parallel. Every row has the price as the page asks it, converted with the reference rates of the European Central Bank, and says whether it is the same product (by GTIN, maker’s and shop’s numbers, then brand, model and variant). `cheapest` and `dearest` are chosen only among rows with a verified exit, an unambiguous price and the same product. A row that could not be read stays with its reason; when none could, the answer is 503.
   *
   * Needs a key of scope `write`. Price: 1 credit a row whose page arrived, more by dearer routes; 0 for a row that could not be read.
   */
  compare(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & CompareRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  compare(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & CompareRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Comparison | Job>;
  /**
   * See pages as they were.
   *
   * Reads the web’s past from web archives. `get`: a page on a date. `snapshots`: when it was captured and when its content really changed. `diff`: what is different then and now, or between two dates. `history`: a field or section across time. `urls`: every address that a site or path ever had, also on the live site. Copies that are cut, excluded, errors or walls are told apart and never read as content; `sources` says which archive answered and why another did not, `assumed` and `complete` what was not looked at.
   *
   * Needs a key of scope `write`. Price: 1 credit an archived page that was read; questions to indexes and failures 0.
   */
  archive(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & ArchiveRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  archive(
    fields: {
      /**
       * answer at once with a job, whose single result is the answer of this call
       */
      async?: boolean;
    } & ArchiveRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<
    | ArchiveGetAnswer
    | ArchiveSnapshotsAnswer
    | ArchiveDiffAnswer
    | ArchiveHistoryAnswer
    | ArchiveUrlsAnswer
    | Job
  >;
  /**
   * Read on in a long page.
   *
   * Reads stored Markdown by its `ref`: a window by `offset` and `length` (Unicode code points), a `section` by id or by its heading, or the passages about `focus`, best first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  read(
    fields: {
      /**
       * as a long page came with it
       */
      ref: string;
      /**
       * code points to leave out at the beginning
       */
      offset?: number;
      /**
       * code points to give at most
       */
      length?: number;
      /**
       * id of a section, or words of its heading
       */
      section?: string;
      /**
       * words: the passages about them are given
       */
      focus?: string;
    },
    options?: CallOptions,
  ): Promise<ReadAnswer>;
  /**
   * Read a stored file.
   *
   * The bytes of a screenshot or another file that a result links to. Needs no key: the id is a secret of its own, so that a link can be opened or shown.
   *
   * Needs no key. Price: free.
   */
  blob(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<Response>;
  /**
   * List datasets.
   *
   * The datasets of this account, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listDatasets(
    fields?: {
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListDatasetsAnswer>;
  /**
   * Create a dataset.
   *
   * Records that are kept true: from a recipe, a listing to be collected, values to be extracted from pages, or records that are given. The first refresh starts at once, as a job. Each refresh adds, changes and removes records, and every change is numbered, so that `GET /v1/datasets/{did}/changes?since=` misses and repeats none. A refresh that did not see the whole source removes nothing; a record that is not there is missing first, and removed after `removed_after` complete refreshes; when more than half are gone nothing is merged until that is accepted.
   *
   * Needs a key of scope `write`. Price: free; each refresh is charged as reading its pages is.
   */
  createDataset(fields: CreateDatasetRequest, options?: CallOptions): Promise<Dataset>;
  /**
   * Look at a dataset.
   *
   * Where a dataset stands: its records by status, its last refresh and the next ones.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDataset(
    fields: {
      did: string;
    },
    options?: CallOptions,
  ): Promise<Dataset>;
  /**
   * Delete a dataset.
   *
   * Removes a dataset with its records, changes and exports, and ends a refresh that is under way. Receipts and ledger rows stay.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteDataset(
    fields: {
      did: string;
    },
    options?: CallOptions,
  ): Promise<DeleteDatasetAnswer>;
  /**
   * Read the records of a dataset.
   *
   * Records of one status, in the order in which they were first seen: `active` ones are there, `missing` ones were not there lately and may come back, `removed` ones are gone.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetRecords(
    fields: {
      did: string;
      offset?: number;
      limit?: number;
      status?: 'active' | 'missing' | 'removed';
    },
    options?: CallOptions,
  ): Promise<GetDatasetRecordsAnswer>;
  /**
   * Read the changes of a dataset.
   *
   * What was added, changed, removed or returned, in order and after the change with number `since`. Numbers have no gaps and none appears below one that was given, so that a reader who goes on from `next_since` misses and repeats nothing. Changes are kept as long as the history of requests is; what is older is 410.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetChanges(
    fields: {
      did: string;
      /**
       * number of the last change that is known; from the first one unless told
       */
      since?: number | null;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<GetDatasetChangesAnswer>;
  /**
   * Refresh a dataset.
   *
   * Reads the source once more, as a job, and merges what it finds. While a refresh waits or runs its job is answered and no other is started.
   *
   * Needs a key of scope `write`. Price: each page or API answer that brought records, at its route.
   */
  refreshDataset(
    fields: {
      did: string;
      /**
       * merge it also when more than half of the records are gone
       */
      accept_drop?: boolean;
    },
    options?: CallOptions,
  ): Promise<RefreshDatasetAnswer>;
  /**
   * Schedule the refreshes of a dataset.
   *
   * When the dataset is refreshed: `{every: "6h"}`, `{cron: "0 7 * * 1-5", timezone: "Europe/Berlin"}` or `{paused: true}`; replaces the schedule it had. A set hour runs once a day, also when the clock is changed; what was missed while the service was down is made up for by one run; a turn that comes while a refresh still runs is left out.
   *
   * Needs a key of scope `write`. Price: free.
   */
  scheduleDataset(
    fields: {
      did: string;
    } & ScheduleDatasetRequest,
    options?: CallOptions,
  ): Promise<Dataset>;
  /**
   * Export a dataset.
   *
   * Writes the records, as they are at one moment, to a file: CSV (RFC 4180), JSON, NDJSON, XLSX or Parquet. Answers where it is fetched, with its rows and checksum; with `Accept: text/csv` or `application/x-ndjson` it answers the file itself.
   *
   * Needs a key of scope `read`. Price: free.
   */
  exportDataset(
    fields: {
      did: string;
    } & ExportDatasetRequest,
    options?: CallOptions,
  ): Promise<ExportDatasetAnswer>;
  /**
   * Fetch the file of an export.
   *
   * The file that an export wrote. Takes `Range`, so that a download that broke goes on where it was; its `ETag` is the checksum.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getDatasetExport(
    fields: {
      did: string;
      export_id: string;
    },
    options?: CallOptions,
  ): Promise<Response>;
  /**
   * Watch a page.
   *
   * Watches a page, a section of it, values on it, or a dataset, and tells of changes by webhook, e-mail, feed and history. The first check begins at once and gives the version that others are compared with. What changes by itself (tokens, counters, clocks, advertisements, the order of lists) is no change; a page that differs is read again before that is told; blocked and failing checks touch nothing and are told of as such.
   *
   * Needs a key of scope `write`. Price: free; each check costs its page at its route, and each reading that confirms a difference as well.
   */
  createMonitor(fields: CreateMonitorRequest, options?: CallOptions): Promise<CreateMonitorAnswer>;
  /**
   * List monitors.
   *
   * What this account watches, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listMonitors(
    fields?: {
      status?: 'active' | 'paused' | 'needs_attention';
      /**
       * part of the name or the address
       */
      q?: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListMonitorsAnswer>;
  /**
   * Export monitors.
   *
   * The settings of all monitors, as POST /v1/monitors/import and POST /v1/monitors take them. Addresses of webhooks are among them.
   *
   * Needs a key of scope `write`. Price: free.
   */
  exportMonitors(fields?: Record<string, never>, options?: CallOptions): Promise<ExportMonitorsAnswer>;
  /**
   * Import monitors.
   *
   * Makes up to 1,000 monitors at once: all of them, or none when one is no good.
   *
   * Needs a key of scope `write`. Price: free; each check costs its page.
   */
  importMonitors(fields: ImportMonitorsRequest, options?: CallOptions): Promise<ImportMonitorsAnswer>;
  /**
   * Look at a monitor.
   *
   * A monitor with its last 50 checks and the version that others are compared with.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getMonitor(
    fields: {
      mid: string;
    },
    options?: CallOptions,
  ): Promise<GetMonitorAnswer>;
  /**
   * Change a monitor.
   *
   * Changes what is given and leaves the rest. When something else is watched from now on (address, watch, country, render, login, ignored selectors), the next check gives a first version again; the history stays.
   *
   * Needs a key of scope `write`. Price: free.
   */
  changeMonitor(
    fields: {
      mid: string;
    } & ChangeMonitorRequest,
    options?: CallOptions,
  ): Promise<Monitor>;
  /**
   * Delete a monitor.
   *
   * Removes a monitor with its versions and checks. Receipts and ledger rows stay.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteMonitor(
    fields: {
      mid: string;
    },
    options?: CallOptions,
  ): Promise<DeleteMonitorAnswer>;
  /**
   * Act on a monitor.
   *
   * `run` checks now, as a job whose id is `jid`, or tells of the check that is under way; `pause` stops the schedule and `resume` takes it up again.
   *
   * Needs a key of scope `write`. Price: free; a check costs its page.
   */
  actOnMonitor(
    fields: {
      mid: string;
      action: 'run' | 'pause' | 'resume';
    },
    options?: CallOptions,
  ): Promise<ActOnMonitorAnswer>;
  /**
   * List the checks of a monitor.
   *
   * What checks found, newest first. Checks of the last 90 days are kept (WEBDATA_KEEP, requests), and of those that found nothing new the last 1,000.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listMonitorChecks(
    fields: {
      mid: string;
      /**
       * only checks before this number
       */
      before?: number;
      state?: 'new' | 'same' | 'changed' | 'removed' | 'error';
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListMonitorChecksAnswer>;
  /**
   * Look at a check.
   *
   * One check with the version that was in force after it.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getMonitorCheck(
    fields: {
      mid: string;
      check: string;
    },
    options?: CallOptions,
  ): Promise<GetMonitorCheckAnswer>;
  /**
   * Compare two versions.
   *
   * What differs between the versions in force after any two checks, noise left out.
   *
   * Needs a key of scope `read`. Price: free.
   */
  diffMonitor(
    fields: {
      mid: string;
      /**
       * number of a check; the oldest version without it
       */
      from?: number;
      /**
       * number of a check; the newest version without it
       */
      to?: number;
    },
    options?: CallOptions,
  ): Promise<DiffMonitorAnswer>;
  /**
   * Read the changes of a monitor as a feed.
   *
   * The last 50 changes that were told of, as an Atom feed (RFC 4287).
   *
   * Needs a key of scope `read`. Price: free.
   */
  monitorFeed(
    fields: {
      mid: string;
    },
    options?: CallOptions,
  ): Promise<Response>;
  /**
   * Open a browser.
   *
   * Opens a browser that is acted on step by step (POST /v1/browser/{sid}), with its own cookies, storage and exit. It is closed when it is told to, when its time is over, when no step comes for a while, or when its page breaks. As many can be open as there is memory for; beyond that the answer is 503 with Retry-After, or the request waits (`wait_seconds`).
   *
   * Needs a key of scope `write`. Price: 1 credit a started minute.
   */
  openBrowser(fields: OpenBrowserRequest, options?: CallOptions): Promise<OpenedBrowserSession>;
  /**
   * List browser sessions.
   *
   * The account's browser sessions, open and closed, the newest first, 200 at most.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listBrowsers(fields?: Record<string, never>, options?: CallOptions): Promise<ListBrowsersAnswer>;
  /**
   * Act in a browser.
   *
   * Does one thing in an open browser and answers what the page then shows, as a snapshot: text in which every element one can act on begins with a number that stays the same while the element does. A step that cannot be done is answered with `ok: false` and says what there is instead. Steps run one at a time: a second caller gets 409 while one runs. Files come from what the service has stored and go there.
   *
   * Needs a key of scope `write`. Price: free: the minute is paid; 5 credits more for extract where a model gave a value.
   */
  browserStep(
    fields: {
      sid: string;
    } & BrowserStepRequest,
    options?: CallOptions,
  ): Promise<BrowserStepResult>;
  /**
   * Look at a browser session.
   *
   * How a session stands, why it was closed, and its steps so far where they are recorded.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getBrowser(
    fields: {
      sid: string;
    },
    options?: CallOptions,
  ): Promise<BrowserSessionWithRecording>;
  /**
   * Close a browser.
   *
   * Closes a session: its page, cookies and storage are gone. Closing one that is closed already changes nothing. With a recording, its steps are answered as a workflow.
   *
   * Needs a key of scope `write`. Price: free.
   */
  closeBrowser(
    fields: {
      sid: string;
    },
    options?: CallOptions,
  ): Promise<BrowserSessionWithRecording>;
  /**
   * List saved logins.
   *
   * The saved logins of the account, the newest first. What they hold is never answered.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listLogins(fields?: Record<string, never>, options?: CallOptions): Promise<ListLoginsAnswer>;
  /**
   * Look at a saved login.
   *
   * Whose login it is, and whether it still works.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  getLogin(
    fields: {
      lid: string;
    },
    options?: CallOptions,
  ): Promise<Login>;
  /**
   * Delete a saved login.
   *
   * Removes a saved login for good: nothing of what it held is kept.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  deleteLogin(
    fields: {
      lid: string;
    },
    options?: CallOptions,
  ): Promise<DeleteLoginAnswer>;
  /**
   * Save a workflow.
   *
   * Saves browser work that is repeated: steps of a browser session (goto, click, type, ... with a `target` by selector or by the words that are shown), and extract, collect_rows (records), for_each, repeat_until, if, set (variables), ask (somebody answers while the run waits). Texts may hold `{{inputs}}` and variables. Everything is checked now: a 422 points at the step and field. Runs survive restarts; what a step does outside of the page is never done twice unasked.
   *
   * Needs a key of scope `write`. Price: free; runs cost 1 credit a started minute.
   */
  createWorkflow(fields: CreateWorkflowRequest, options?: CallOptions): Promise<Workflow>;
  /**
   * List workflows.
   *
   * The workflows of this account, newest first, with their next and last runs.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWorkflows(
    fields?: {
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListWorkflowsAnswer>;
  /**
   * Look at a workflow.
   *
   * A workflow with its steps, its schedule and its last run.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getWorkflow(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<Workflow>;
  /**
   * Change a workflow.
   *
   * Puts another workflow in the place of this one. Runs that have begun keep the one they began with.
   *
   * Needs a key of scope `write`. Price: free.
   */
  replaceWorkflow(
    fields: {
      id: string;
    } & ReplaceWorkflowRequest,
    options?: CallOptions,
  ): Promise<Workflow>;
  /**
   * Delete a workflow.
   *
   * Removes a workflow and its schedule. Its runs stay until they expire.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteWorkflow(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<DeleteWorkflowAnswer>;
  /**
   * Schedule a workflow.
   *
   * Says when runs begin by themselves, one at a time, with the defaults of `inputs`. After downtime one run makes up for all that were missed.
   *
   * Needs a key of scope `write`. Price: free; runs cost 1 credit a started minute.
   */
  scheduleWorkflow(
    fields: {
      id: string;
    } & ScheduleWorkflowRequest,
    options?: CallOptions,
  ): Promise<Workflow>;
  /**
   * Run a workflow.
   *
   * Begins a run and answers it as `queued`: look at it with GET /v1/runs/{run_id}, or wait for its job (`jid`). A run goes on after a restart from its last completed step.
   *
   * Needs a key of scope `write`. Price: 1 credit a started minute; 5 more for each value set that a model gave.
   */
  runWorkflow(
    fields: {
      id: string;
    } & RunWorkflowRequest,
    options?: CallOptions,
  ): Promise<WorkflowRun>;
  /**
   * List the runs of a workflow.
   *
   * The runs of a workflow, newest first.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWorkflowRuns(
    fields: {
      id: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListWorkflowRunsAnswer>;
  /**
   * Look at a run.
   *
   * Where a run of a workflow stands: its log step by step, what it asks (`needs_input`), its first records and its files. A failed step has a picture of the page in the log.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRun(
    fields: {
      run_id: string;
    },
    options?: CallOptions,
  ): Promise<WorkflowRun>;
  /**
   * Read the records of a run.
   *
   * What extract and collect_rows found, in the order in which it was found; each record once.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRunRecords(
    fields: {
      run_id: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<GetRunRecordsAnswer>;
  /**
   * Export the records of a run.
   *
   * The records of a run as a file: csv (RFC 4180, UTF-8), json (one array), ndjson, xlsx or parquet. Columns stand in the order in which they were first seen; objects in them become columns of their own (`a.b`).
   *
   * Needs a key of scope `read`. Price: free.
   */
  exportRun(
    fields: {
      run_id: string;
      format?: 'csv' | 'json' | 'ndjson' | 'xlsx' | 'parquet';
      /**
       * csv: put an apostrophe before cells that a spreadsheet would run as a formula
       */
      safe?: boolean;
    },
    options?: CallOptions,
  ): Promise<Response>;
  /**
   * Read a file of a run.
   *
   * A file that a run downloaded, or a picture that it took.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRunFile(
    fields: {
      run_id: string;
      fid: string;
    },
    options?: CallOptions,
  ): Promise<Response>;
  /**
   * Act on a run.
   *
   * `cancel` ends it; `retry` goes on with a failed run from the step that failed, with what it knew; `answer` gives what the run asked for. An action that does not fit its state is 409.
   *
   * Needs a key of scope `write`. Price: free; minutes that follow cost 1 credit each.
   */
  actOnRun(
    fields: {
      run_id: string;
      action: 'cancel' | 'retry' | 'answer';
    } & ActOnRunRequest,
    options?: CallOptions,
  ): Promise<WorkflowRun>;
  /**
   * Crawl a site.
   *
   * Reads the pages of a site in the background, breadth first from `url` and its sitemaps, and answers at once with the job. Poll `GET /v1/jobs/{jid}` or follow its events; read pages with `GET /v1/jobs/{jid}/results` while it runs. Durable: it survives restarts, and each page is delivered and charged once.
   *
   * Needs a key of scope `write`. Price: 1 credit a page that arrived, reserved for 100 pages at a time; 0 for all else.
   */
  crawl(
    fields: {
      /**
       * `auto`: pages may also come through dearer networks, where cheaper ones do not bring them
       */
      network?: 'service' | 'auto';
      /**
       * credits that one page may cost at most; with `network=auto`, which reserves that much a page
       */
      max_credits?: number;
    } & CrawlRequest & { dry_run: true },
    options?: CallOptions,
  ): Promise<EstimateAnswer>;
  crawl(
    fields: {
      /**
       * `auto`: pages may also come through dearer networks, where cheaper ones do not bring them
       */
      network?: 'service' | 'auto';
      /**
       * credits that one page may cost at most; with `network=auto`, which reserves that much a page
       */
      max_credits?: number;
    } & CrawlRequest & { dry_run?: false },
    options?: CallOptions,
  ): Promise<Job>;
  /**
   * List jobs.
   *
   * The background jobs of this account, newest first. Filters combine.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listJobs(
    fields?: {
      /**
       * only jobs of this kind
       */
      type?:
        | 'crawl'
        | 'batch_scrape'
        | 'scrape'
        | 'extract'
        | 'collect'
        | 'compare'
        | 'archive'
        | 'dataset_refresh'
        | 'monitor_check'
        | 'workflow_run';
      /**
       * only jobs that stand so
       */
      status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
      /**
       * only jobs older than the one with this id
       */
      before?: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListJobsAnswer>;
  /**
   * Look at a job.
   *
   * Where a job stands: its status, how many pages became what, and what it was charged.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getJob(
    fields: {
      jid: string;
    },
    options?: CallOptions,
  ): Promise<Job>;
  /**
   * Delete a job.
   *
   * Removes a job that has ended, with its pages. Its receipts and ledger rows stay.
   *
   * Needs a key of scope `write`. Price: free.
   */
  deleteJob(
    fields: {
      jid: string;
    },
    options?: CallOptions,
  ): Promise<DeleteJobAnswer>;
  /**
   * Read the pages of a job.
   *
   * The pages that a job has delivered, in order of completion. The list only grows, so that an offset stays true while the job runs. An answer that would pass some 16 MB ends early; `next_offset` says where to go on.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getJobResults(
    fields: {
      jid: string;
      offset?: number;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<GetJobResultsAnswer>;
  /**
   * Follow a job.
   *
   * What happens to a job, as server-sent events (`job.started`, `job.page` with ids, `job.completed`, `job.failed`, `job.cancelled`): from the first, or after `Last-Event-ID`. The stream ends with the job.
   *
   * Needs a key of scope `read`. Price: free.
   */
  followJob(
    fields: {
      jid: string;
      /**
       * go on after this event; the header Last-Event-ID says the same
       */
      last_event_id?: string;
    },
    options?: CallOptions,
  ): AsyncIterable<FollowJobAnswer>;
  /**
   * Act on a job.
   *
   * Cancels, pauses or resumes a job, or tries the pages of an ended one again that failed (`failed`, `unavailable`, `budget_exhausted`). An action that does not fit the job’s state is 409.
   *
   * Needs a key of scope `write`. Price: free; pages that are read again are charged as before.
   */
  actOnJob(
    fields: {
      jid: string;
      action: 'cancel' | 'pause' | 'resume' | 'retry';
    },
    options?: CallOptions,
  ): Promise<Job>;
  /**
   * Show the webhook secret.
   *
   * The secret that signs this account’s webhooks (Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature). It is made when first asked for.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  webhookSecret(fields?: Record<string, never>, options?: CallOptions): Promise<WebhookSecret>;
  /**
   * Rotate the webhook secret.
   *
   * Makes a new webhook secret. For a day every message carries two signatures, of the new and of the old secret, so that receivers can be changed one after the other.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  rotateWebhookSecret(
    fields: RotateWebhookSecretRequest,
    options?: CallOptions,
  ): Promise<RotateWebhookSecretAnswer>;
  /**
   * List webhook deliveries.
   *
   * The events that this account was to be told of by webhook, newest first. Filters combine.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWebhookDeliveries(
    fields?: {
      limit?: number;
      /**
       * a delivery: only what came before it; `next_before` of the page before
       */
      before?: string;
      status?: 'pending' | 'delivered' | 'failed' | 'disabled';
      job?: string;
    },
    options?: CallOptions,
  ): Promise<ListWebhookDeliveriesAnswer>;
  /**
   * Look at a webhook delivery.
   *
   * What was told, and every attempt with what the receiver answered.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getWebhookDelivery(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<DeliveryDetail>;
  /**
   * Deliver a webhook again.
   *
   * Sends a delivery again at once, whatever became of it, under the same webhook-id; when that fails, it is tried again as a new one would be.
   *
   * Needs a key of scope `write`. Price: free.
   */
  redeliverWebhook(
    fields: {
      id: string;
    } & RedeliverWebhookRequest,
    options?: CallOptions,
  ): Promise<DeliveryDetail>;
  /**
   * List failing webhook targets.
   *
   * Addresses that did not take what was last sent to them, the last to fail first. One that took nothing for five days is disabled when the next delivery to it is given up: whatever would be sent there is listed as a disabled delivery. A test event, or a delivery sent again, that it takes enables it.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listWebhookTargets(
    fields?: {
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListWebhookTargetsAnswer>;
  /**
   * Test a webhook.
   *
   * Sends an event of type webhook.test to an address, signed and repeated like any other; also to one that was disabled, which a success enables. Its delivery tells what became of it.
   *
   * Needs a key of scope `write`. Price: free.
   */
  testWebhook(fields: TestWebhookRequest, options?: CallOptions): Promise<TestWebhookAnswer>;
  /**
   * Show the account.
   *
   * Plan, credits, keys in force and limits of the account that the key belongs to.
   *
   * Needs a key of scope `read`. Price: free.
   */
  account(fields?: Record<string, never>, options?: CallOptions): Promise<Account>;
  /**
   * Show the bill.
   *
   * Plan and day of renewal, plan and top-up credits, what is held for work under way, the latest 100 ledger rows and the usage of the last 30 days.
   *
   * Needs a key of scope `read`. Price: free.
   */
  billing(fields?: Record<string, never>, options?: CallOptions): Promise<BillingAnswer>;
  /**
   * Read the ledger.
   *
   * Every change of the credits, newest first: renewals, expiries, top-ups, charges and refunds. Rows are never changed, and the balance is always their sum.
   *
   * Needs a key of scope `read`. Price: free.
   */
  ledger(
    fields?: {
      /**
       * a row’s id: only rows before it; `next_before` of the page before
       */
      before?: number | null;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<LedgerAnswer>;
  /**
   * Show the usage.
   *
   * Credits charged and pages paid for from one day to another (UTC, both included; the last 30 days unless told), by day, tool, route and country.
   *
   * Needs a key of scope `read`. Price: free.
   */
  usage(
    fields?: {
      /**
       * YYYY-MM-DD; 29 days before `to` unless told
       */
      from?: string;
      /**
       * YYYY-MM-DD; today unless told
       */
      to?: string;
    },
    options?: CallOptions,
  ): Promise<Usage>;
  /**
   * List keys.
   *
   * The keys of this account that are in force, oldest first. Tokens are never shown again.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listKeys(fields?: Record<string, never>, options?: CallOptions): Promise<ListKeysAnswer>;
  /**
   * Make a key.
   *
   * Makes a key for this account. Its token, `key`, is in this answer alone: only a digest of it is kept. A key gives its own scopes, lifetime and limits or less.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  createKey(fields: CreateKeyRequest, options?: CallOptions): Promise<CreateKeyAnswer>;
  /**
   * Replace a key.
   *
   * Makes a key with the name, scopes, expiry and limits of another, which stays valid for `grace_s` seconds, so that whoever uses it can be changed first.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  rotateKey(
    fields: {
      id: string;
    } & RotateKeyRequest,
    options?: CallOptions,
  ): Promise<RotateKeyAnswer>;
  /**
   * Revoke a key.
   *
   * Ends a key at once, be it the one that asks. When none is left, `webdata keys create` on the data directory makes one.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  revokeKey(
    fields: {
      id: string;
    },
    options?: CallOptions,
  ): Promise<RevokeKeyAnswer>;
  /**
   * List who changed what.
   *
   * What was done to this account and its keys, by whom and when, newest first. Entries are never changed or removed.
   *
   * Needs a key of scope `admin`. Price: free.
   */
  listAudit(
    fields?: {
      action?:
        | 'account_created'
        | 'credits_added'
        | 'key_created'
        | 'key_revoked'
        | 'key_rotated'
        | 'secret_rotated';
      /**
       * an entry’s id: only what came before; `next_before` of the page before
       */
      before?: number | null;
      limit?: number;
    },
    options?: CallOptions,
  ): Promise<ListAuditAnswer>;
  /**
   * Make an account.
   *
   * Makes an account that sees nothing of any other, with its first credits and a first key of the scopes read, write and admin.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  createAccount(fields: CreateAccountRequest, options?: CallOptions): Promise<CreateAccountAnswer>;
  /**
   * Add credits.
   *
   * Tops an account up. Plan credits are spent first; what is topped up outlives renewals.
   *
   * Needs a key of scope `operator`. Price: free.
   */
  addCredits(
    fields: {
      id: string;
    } & AddCreditsRequest,
    options?: CallOptions,
  ): Promise<AddCreditsAnswer>;
  /**
   * List requests.
   *
   * What this account asked for, through every door, newest first. Filters combine.
   *
   * Needs a key of scope `read`. Price: free.
   */
  listRequests(
    fields?: {
      limit?: number;
      /**
       * Unix seconds: only what came before
       */
      before?: number;
      /**
       * name of an operation, such as scrape
       */
      tool?: string;
      /**
       * of a page (ok, blocked, not_found, ...), or the code of a refusal (invalid, forbidden, ...)
       */
      status?: string;
      /**
       * http, mcp, cli, v2, job or schedule
       */
      origin?: string;
      /**
       * two-letter code of the exit country
       */
      country?: string;
      /**
       * text found in the address or the error
       */
      q?: string;
      /**
       * id of the key that asked
       */
      key_id?: string;
    },
    options?: CallOptions,
  ): Promise<ListRequestsAnswer>;
  /**
   * Look at a request.
   *
   * One entry of the history with its parameters (secrets masked) and its receipt.
   *
   * Needs a key of scope `read`. Price: free.
   */
  getRequest(
    fields: {
      rid: string;
    },
    options?: CallOptions,
  ): Promise<HistoryDetail>;
  /**
   * Show what the service can do.
   *
   * Tools with their schemas and prices, formats, networks, the rate card and the receipt key.
   *
   * Needs no key. Price: free.
   */
  catalog(fields?: Record<string, never>, options?: CallOptions): Promise<Catalog>;
  /**
   * Show where a request comes from.
   *
   * Answers the IP address that the request came from, as this service sees it.
   *
   * Needs no key. Price: free.
   */
  ip(fields?: Record<string, never>, options?: CallOptions): Promise<IpAnswer>;
  /**
   * Check the service.
   *
   * Whether the service and each of its parts work.
   *
   * Needs no key. Price: free.
   */
  health(fields?: Record<string, never>, options?: CallOptions): Promise<Health>;
}

/** How each method is sent. */
export const operationTable: Readonly<Record<keyof Operations, OperationEntry>> = {
  scrape: { method: 'POST', path: '/v1/scrape', query: ['dry_run', 'async'], hasBody: true, answers: 'json' },
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
  map: { method: 'POST', path: '/v1/map', query: [], hasBody: true, answers: 'json' },
  inspect: { method: 'POST', path: '/v1/inspect', query: ['dry_run'], hasBody: true, answers: 'json' },
  collect: {
    method: 'POST',
    path: '/v1/collect',
    query: ['dry_run', 'async'],
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
    query: ['dry_run', 'async'],
    hasBody: true,
    answers: 'json',
  },
  testRecipe: { method: 'POST', path: '/v1/recipes/{rid}/test', query: [], hasBody: true, answers: 'json' },
  compare: {
    method: 'POST',
    path: '/v1/compare',
    query: ['dry_run', 'async'],
    hasBody: true,
    answers: 'json',
  },
  archive: {
    method: 'POST',
    path: '/v1/archive',
    query: ['dry_run', 'async'],
    hasBody: true,
    answers: 'json',
  },
  read: {
    method: 'GET',
    path: '/v1/read',
    query: ['ref', 'offset', 'length', 'section', 'focus'],
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
    query: ['status', 'q', 'offset', 'limit'],
    hasBody: false,
    answers: 'json',
  },
  exportMonitors: { method: 'GET', path: '/v1/monitors/export', query: [], hasBody: false, answers: 'json' },
  importMonitors: { method: 'POST', path: '/v1/monitors/import', query: [], hasBody: true, answers: 'json' },
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
    query: ['network', 'max_credits', 'dry_run'],
    hasBody: true,
    answers: 'json',
  },
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
    query: ['offset', 'limit'],
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
  actOnJob: { method: 'POST', path: '/v1/jobs/{jid}/{action}', query: [], hasBody: false, answers: 'json' },
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
  rotateKey: { method: 'POST', path: '/v1/keys/{id}/rotate', query: [], hasBody: true, answers: 'json' },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}', query: [], hasBody: false, answers: 'json' },
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    query: ['action', 'before', 'limit'],
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
  listRequests: {
    method: 'GET',
    path: '/v1/requests',
    query: ['limit', 'before', 'tool', 'status', 'origin', 'country', 'q', 'key_id'],
    hasBody: false,
    answers: 'json',
  },
  getRequest: { method: 'GET', path: '/v1/requests/{rid}', query: [], hasBody: false, answers: 'json' },
  catalog: { method: 'GET', path: '/v1/catalog', query: [], hasBody: false, answers: 'json' },
  ip: { method: 'GET', path: '/v1/ip', query: [], hasBody: false, answers: 'json' },
  health: { method: 'GET', path: '/v1/health', query: [], hasBody: false, answers: 'json' },
};
