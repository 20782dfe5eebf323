import type { ColumnType, Generated } from 'kysely';
import type { PublicJwk } from '../domain/crypto/signature.ts';
import type { Json as JsonValue } from '../domain/pages/extraction.ts';
import type { ListingSource, Paging, RecipeRun } from '../domain/pages/listing.ts';
import type { PageError, PageStatus, Warning } from '../domain/pages/outcome.ts';
import type { Origin, Scope } from '../domain/resources/account.ts';
import type { ChangeType, DatasetSource, RecordStatus, RefreshReport } from '../domain/resources/dataset.ts';
import type { ExitReport } from '../domain/resources/exit.ts';
import type { JobError, JobStatus, JobType, JobWait, SkipCounts } from '../domain/resources/job.ts';
import type { LoginUse, RenewalStatus } from '../domain/resources/login.ts';
import type { Receipt } from '../domain/resources/receipt.ts';
import type { Schedule } from '../domain/resources/schedule.ts';
import type { DeliveryStatus, WebhookEventType } from '../domain/resources/webhook.ts';
import type {
  LogStatus,
  RunPlan,
  RunQuestion,
  RunStatus,
  WorkflowStep,
} from '../domain/resources/workflow.ts';
import type { NetworkChoice } from '../domain/system/settings.ts';
import type { ExportFormat } from './exports/table.ts';
import type { StorableJson } from './storable.ts';

/** A JSON column: parsed when read, written as text by the module that owns it. */
type Json<Value> = ColumnType<Value, string, string>;
/** A JSON column of type `jsonb`, which rejects NUL and lone surrogates. */
type Jsonb<Value> = ColumnType<Value, StorableJson, StorableJson>;
/** A bigint column, read as a number (values stay far below 2^53). */
type BigInteger = ColumnType<number, number, number>;

/** The identity of this deployment and the fingerprint of its root secret: one row. */
export interface InstanceTable {
  singleton: Generated<boolean>;
  instance_id: string;
  secret_fingerprint: string;
  created_at: Generated<Date>;
}

/** Public keys of receipts, with those that were replaced. */
export interface ReceiptKeysTable {
  kid: string;
  public_jwk: Jsonb<PublicJwk>;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

/** Accounts with their plan and balances. */
export interface AccountsTable {
  account_id: string;
  name: string;
  plan: string;
  plan_credits: BigInteger;
  renews_at: Date;
  unlimited: boolean;
  plan_balance: Generated<number>;
  top_up_balance: Generated<number>;
  created_at: Date;
  renews_from: Generated<Date | null>;
}

/** API keys as digests, with scopes and limits. */
export interface ApiKeysTable {
  key_id: string;
  account_id: string;
  name: string;
  digest: Buffer;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  requests_per_minute: number | null;
  concurrent: number | null;
  /** Keys of one group share a limit of credits and what they spend. */
  spending_group_id: string;
}

/** Limits of spending groups; groups without a limit have no row. */
export interface SpendingLimitsTable {
  spending_group_id: string;
  account_id: string;
  /** Maximum credits of one day (UTC). */
  credits_per_day: BigInteger;
}

/** Charged credits by spending group and day (UTC). */
export interface SpendingDaysTable {
  account_id: string;
  spending_group_id: string;
  day: string;
  credits: BigInteger;
}

/** One-time sign-in links of the console, as digests. */
export interface SignInLinksTable {
  digest: Buffer;
  key_id: string;
  expires_at: Date;
}

/** Sessions of the console, as digests of their cookies. */
export interface ConsoleSessionsTable {
  digest: Buffer;
  key_id: string;
  created_at: Date;
  expires_at: Date;
}

/** OAuth clients that registered themselves. */
export interface OauthClientsTable {
  client_id: string;
  name: string;
  redirect_uris: string[];
  created_at: Date;
  /** Time at which a person first approved the client. */
  approved_at: Date | null;
}

/** Authorization codes of OAuth, as digests, with the approval that they stand for. */
export interface OauthCodesTable {
  digest: Buffer;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  /** PKCE challenge (S256). */
  challenge: string;
  resource: string;
  scopes: Scope[];
  approved_by: string;
  connection_expires_at: Date;
  expires_at: Date;
  /** Key of the connection for which the code was exchanged. */
  key_id: string | null;
}

/** Connections of OAuth clients; the key of a connection has its name, scopes, limits and expiry. */
export interface OauthConnectionsTable {
  key_id: string;
  client_id: string;
  resource: string;
  /** Key of the person who approved the connection. */
  approved_by: string;
}

/** Access and refresh tokens of OAuth connections, as digests. */
export interface OauthTokensTable {
  digest: Buffer;
  kind: 'access' | 'refresh';
  key_id: string;
  expires_at: Date;
  /** Time at which a refresh token was replaced. */
  used_at: Date | null;
}

/** The audit log: changes to accounts and keys. */
export interface AuditTable {
  id: Generated<number>;
  at: Date;
  account_id: string;
  by_account_id: string | null;
  by_key_id: string | null;
  request_id: string | null;
  action: string;
  subject: string;
  details: Json<Record<string, unknown>>;
}

/** Credits, pages and requests of each key, tool and day. */
export interface UsageDaysTable {
  account_id: string;
  /** A day in UTC; read it as text (`to_char`). */
  day: Date;
  tool: string;
  route: string;
  country: string;
  credits: BigInteger;
  pages: BigInteger;
}

/** Idempotency keys of requests, with their stored responses. */
export interface IdempotencyTable {
  account_id: string;
  route: string;
  key: string;
  fingerprint: Buffer;
  request_id: string;
  leased_until: Date;
  answer: string | null;
  answer_ref: string | null;
  expires_at: Date;
}

/** The remaining work of calls that ended early, encrypted. */
export interface ContinuationsTable {
  account_id: string;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  operation: string;
  state: Buffer;
  expires_at: Date;
}

/** All credit movements, append-only. */
export interface LedgerTable {
  id: Generated<number>;
  account_id: string;
  at: Date;
  kind: 'renewal' | 'expiry' | 'top_up' | 'charge';
  bucket: 'plan' | 'top_up';
  credits: BigInteger;
  balance: BigInteger;
  request_id: string | null;
  job_id: string | null;
  pages: number | null;
  note: string | null;
}

/** Credits held for work that has started. */
export interface ReservationsTable {
  reservation_id: string;
  account_id: string;
  credits: BigInteger;
  request_id: string | null;
  job_id: string | null;
  /** Row of the frontier whose run reserved the credits. */
  frontier_id: number | null;
  /** Key on whose behalf the work runs. */
  key_id: string | null;
  created_at: Date;
  expires_at: Date;
}

/** The request history. */
export interface RequestsTable {
  request_id: string;
  account_id: string;
  key_id: string | null;
  at: Date;
  tool: string;
  origin: Origin;
  status: string;
  country: string | null;
  url: string | null;
  credits: number;
  ms: number;
  error: Json<PageError | { code: string; message: string }> | null;
  params: Json<Record<string, unknown>>;
  receipt_id: string | null;
}

/** Signed receipts. */
export interface ReceiptsTable {
  receipt_id: string;
  account_id: string;
  request_id: string;
  at: Date;
  receipt: Json<Receipt>;
}

/** Stored texts of long pages and responses, by ref. */
export interface ContentsTable {
  ref: string;
  account_id: string;
  url: string;
  title: string | null;
  body: Buffer | null;
  body_digest: string | null;
  /** True while a result takes its Markdown from this row, which is then kept as long as the result. */
  has_result: Generated<boolean>;
  length: number;
  created_at: Date;
  expires_at: Date;
}

/** Page results that `max_age` can return again. */
export interface PageCacheTable {
  account_id: string;
  key: Buffer;
  formats: number;
  receipt_id: string;
  stored_at: Date;
  expires_at: Date;
  page: Buffer;
  bytes: number;
  length: number;
  is_cut: boolean;
  etag: string | null;
  last_modified: string | null;
}

/** Files of the blob store, by digest. */
export interface BlobContentsTable {
  digest: string;
  bytes: BigInteger;
  stored_at: Date;
}

/** References of accounts to stored files. */
export interface BlobsTable {
  blob_id: string;
  account_id: string;
  digest: string | null;
  media_type: string;
  filename: string | null;
  bytes: BigInteger;
  created_at: Date;
  expires_at: Date;
}

/** When each housekeeping task is due next, and which process runs it. */
export interface PeriodicTasksTable {
  name: string;
  every_ms: BigInteger;
  next_run_at: Date;
  /** Identifies the turn of the process that runs the task; null while nobody does. */
  lease_id: string | null;
  leased_until: Date | null;
}

/** Secrets that sign webhook messages, encrypted. */
export interface WebhookSecretsTable {
  secret_id: Generated<number>;
  account_id: string;
  sealed: Buffer;
  created_at: Date;
  retires_at: Date | null;
}

/** Webhook events with their state; the queue of the senders. */
export interface DeliveriesTable {
  delivery_id: string;
  account_id: string;
  job_id: string | null;
  type: WebhookEventType;
  /** Encrypted: see `sealed-columns.ts`. */
  url: string;
  url_digest: Buffer | null;
  target: string;
  data: Json<Record<string, unknown>>;
  links: Json<Record<string, string>>;
  at: Date;
  status: DeliveryStatus;
  attempts: Generated<number>;
  step: Generated<number>;
  next_attempt_at: Date | null;
  leased_until: Date | null;
  delivered_at: Date | null;
}

/** Attempts to deliver webhook events. */
export interface DeliveryAttemptsTable {
  delivery_id: string;
  attempt: number;
  at: Date;
  ms: number | null;
  status_code: number | null;
  answer: string | null;
  error: string | null;
}

/** Webhook URLs that answered 410 and get nothing until they are used again. */
export interface WebhookStopsTable {
  account_id: string;
  job_id: string;
  url_digest: Buffer;
  at: Date;
}

/** Webhook URLs of an account, with the rate at which they are sent to. */
export interface WebhookTargetsTable {
  account_id: string;
  url_digest: Buffer;
  url: string;
  failing_since: Date;
  failures: number;
  last_failure_at: Date;
  last_error: string;
  disabled_at: Date | null;
}

/** Limits and pauses of sites, shared by all processes. */
export interface PolitenessSitesTable {
  site: string;
  next_start_at: Generated<Date>;
  crawl_delay_ms: Generated<number>;
  touched_at: Date;
}

/** Processes that share the limits of sites. */
export interface PolitenessProcessesTable {
  process: string;
  expires_at: Date;
}

/** Slots of sites that processes hold. */
export interface PolitenessLeasesTable {
  site: string;
  process: string;
  slots: number;
  wanted: number;
  waiting_since: Date;
}

/** Pauses that origins requested with `Retry-After`; `origin` is the exit and the origin. */
export interface PolitenessPausesTable {
  origin: string;
  paused_until: Date;
  recorded_at: Date;
}

/** Features of language model endpoints, as far as their responses have shown them. */
export interface ModelEndpointsTable {
  endpoint: string;
  /** Capabilities learned by `integrations/models`; null if unknown. */
  capabilities: unknown;
  learned_at: Date | null;
  resume_at: Generated<Date>;
}

/** Tokens of the language model that an account used or reserved on a day in UTC. */
export interface ModelTokensTable {
  account_id: string;
  day: Date;
  tokens: number;
}

/** Settings that are changed while the service runs. */
export interface ServiceSettingsTable {
  name: string;
  /** Encrypted with the data key. */
  value: Json<unknown>;
  changed_at: Date;
}

/** Concurrent questions to language models, shared by all processes. */
export interface ModelSlotsTable {
  endpoint: string;
  slot: number;
  process: string;
  expires_at: Date;
}

/** The last verification of each exit. */
export interface ExitHealthTable {
  exit_id: string;
  failures: number;
  rests_until: Date;
  reason: string;
}

/** Worker processes with their leases. */
export interface WorkersTable {
  worker_id: string;
  started_at: Date;
  lease_until: Date;
  /** Row of the frontier that crashed its process; 0 if none of its rows did, null if unknown. */
  crashed_by: Generated<number | null>;
}

/** Crawls, batches and tasks, with their counters. */
export interface JobsTable {
  job_id: string;
  account_id: string;
  /** Key that started it. */
  key_id: string | null;
  request_id: string;
  type: JobType;
  status: JobStatus;
  paused: Generated<boolean>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
  served_at: Date;
  command: Json<unknown>;
  params: Json<Record<string, unknown>>;
  page_limit: number;
  page_credits: Generated<number>;
  max_running: number | null;
  /** Encrypted: see `sealed-columns.ts`. */
  webhook: string | null;
  webhook_digest: Buffer | null;
  reservation_id: string | null;
  unfunded: Generated<boolean>;
  start_url: string;
  charged: Generated<number>;
  discovered: Generated<number>;
  queued: Generated<number>;
  running: Generated<number>;
  chores: Generated<number>;
  delivered: Generated<number>;
  counted: Generated<number>;
  ok: Generated<number>;
  not_found: Generated<number>;
  blocked: Generated<number>;
  failed: Generated<number>;
  unavailable: Generated<number>;
  budget_exhausted: Generated<number>;
  invalid: Generated<number>;
  robots_total: Generated<number>;
  notes: Json<unknown> | null;
  /** Webhook in a third party's format; null for the service's own format. */
  hook: Json<unknown> | null;
  robots_blocked: Generated<string[]>;
  skipped: Generated<SkipCounts>;
  canonicals: Generated<number>;
  warnings: Generated<Warning[]>;
  error: Json<JobError> | null;
  /** Reason why the job stands still, which ends by itself; null if it never did. */
  waiting: Json<JobWait> | null;
}

/** Files of exported jobs; `pages` is the number of results that a file contains. */
export interface JobExportsTable {
  blob_id: string;
  job_id: string;
  account_id: string;
  format: 'ndjson' | 'zip' | 'csv' | 'json' | 'xlsx' | 'parquet' | 'warc';
  pages: number;
  base_url: string;
  expires_at: Date;
}

/** URLs and tasks of jobs that wait, run or are done. */
export interface FrontierTable {
  id: Generated<number>;
  job_id: string;
  kind: 'page' | 'sitemap';
  digest: Buffer;
  url: string;
  depth: number;
  state: 'queued' | 'running' | 'done' | 'skipped';
  attempt: Generated<number>;
  lost: Generated<number>;
  suspected: Generated<number>;
  worker_id: string | null;
  /** Line of the list that the URL was read from. */
  line: number | null;
  /** Name of the line, as the caller gave it. */
  name: string | null;
}

/** Page results of jobs, in order of delivery. */
export interface ResultsTable {
  job_id: string;
  ordinal: number;
  frontier_id: number;
  digest: Buffer;
  superseded: Generated<boolean>;
  status: PageStatus;
  url: string;
  ref: string | null;
  receipt_id: string;
  /** Size of the whole document. */
  bytes: number;
  page: Buffer;
  /** Byte of the decompressed `page` where the start of the Markdown in `contents` belongs; null if nothing is left out. */
  text_at: number | null;
  /** Line of the list that the page was read for. */
  line: number | null;
}

/** URLs that results of jobs name as their canonical URL, beside the one that answered. */
export interface ResultCanonicalsTable {
  job_id: string;
  digest: Buffer;
  ordinal: number;
}

/** Files that callers sent to jobs which have not ended, as encrypted blobs. */
export interface JobFilesTable {
  job_id: string;
  digest: string;
}

/** Learned selectors of page layouts, by account and site. */
export interface LayoutsTable {
  layout_id: string;
  account_id: string;
  /** Registrable domain and URL pattern. */
  site: string;
  /** JSON of `extract/selectors`, compared as text. */
  rules: string;
  fields: Jsonb<{ pointer: string; structure: string; proven: boolean }[]>;
  state: 'provisional' | 'active' | 'suspect' | 'stale';
  taught: number;
  used: number;
  held: number;
  misses: number;
  created_at: Date;
  learned_at: Date;
  used_at: Date;
}

/** Request gaps and pauses of search providers, shared by all processes. */
export interface SearchProvidersTable {
  provider: string;
  next_start_at: Generated<Date>;
  ticket: string | null;
  failures: Generated<number>;
  rests_until: Generated<Date>;
  reason: string | null;
  code: string | null;
  failed_at: Date | null;
}

/** The local search index: public pages that an account has read. */
export interface ReadPagesTable {
  account_id: string;
  page_key: Buffer;
  url: string;
  host: string;
  title: string;
  body: string;
  language: string | null;
  config: string;
  published_at: Date | null;
  read_at: Date;
  /** Identifies title and text; null for pages of an older index. */
  digest: string | null;
  word_count: number;
  /** Only searched, never read: `words` of title and text; `key_words` of title (A), headings (B), path (C) and host (D). */
  words: string;
  key_words: string;
}

/** Texts of links, by the page that they name, for the local search. */
export interface PageAnchorsTable {
  account_id: string;
  page_key: Buffer;
  text: string;
  words: string;
  word_count: number;
  noted_at: Date;
}

/** Request gaps and pauses of web archives, shared by all processes. */
export interface ArchiveLanesTable {
  lane: string;
  next_at: Generated<Date>;
  rests_until: Generated<Date>;
  failures: Generated<number>;
  reason: Generated<string>;
}

/** Requests to web archives that wait for their turn. */
export interface ArchiveTurnsTable {
  lane: string;
  turn: number;
  expires_at: Date;
}

/** Stored texts of archived pages. */
export interface ArchiveCapturesTable {
  key: Buffer;
  source: string;
  captured: string;
  original: string;
  /** The response without its body. */
  head: Jsonb<unknown>;
  body: Buffer;
  bytes: number;
  packed: number;
  used_at: Date;
}

/** Stored index answers of web archives. */
export interface ArchiveAnswersTable {
  key: Buffer;
  source: string;
  stored_at: Date;
  expires_at: Date;
  answer: Buffer;
  bytes: number;
}

/** When datasets, monitors and workflows run next. */
export interface SchedulesTable {
  /** Kind of the subject, by which its capability starts the work. */
  kind: string;
  subject_id: string;
  account_id: string;
  schedule: Jsonb<Schedule>;
  anchor: Date;
  next_run_at: Date | null;
  starts_at: Date | null;
  failures: Generated<number>;
}

/** Datasets with their settings and state. */
export interface DatasetsTable {
  dataset_id: string;
  account_id: string;
  key_id: string;
  name: string;
  source_kind: DatasetSource['kind'];
  /** `DatasetSource`, encrypted: see `sealed-columns.ts`. */
  source: Json<unknown>;
  recipe_id: string | null;
  key: Json<string[]> | null;
  fields: Json<string[]>;
  country: string | null;
  strict_country: Generated<boolean>;
  webhook: string | null;
  removed_after: number;
  created_at: Date;
  active: Generated<number>;
  missing: Generated<number>;
  removed: Generated<number>;
  next_ordinal: Generated<number>;
  last_seq: Generated<number>;
  complete_at: Date | null;
  merged_run: string | null;
  last_refresh: Json<RefreshReport> | null;
  refresh_job: string | null;
}

/** The records of datasets. */
export interface DatasetRecordsTable {
  dataset_id: string;
  record_id: string;
  ordinal: BigInteger;
  status: RecordStatus;
  missed: number;
  data: Json<Record<string, unknown>>;
  digest: Buffer;
  first_seen: Date;
  last_seen: Date;
  last_changed: Date;
}

/** Pages of datasets as they were read last, for refreshes that read only what has changed. */
export interface DatasetPagesTable {
  dataset_id: string;
  url_digest: Buffer;
  etag: string | null;
  last_modified: string | null;
  read_at: Date;
  records: Json<Array<Record<string, JsonValue>>>;
}

/** Numbered changes of datasets. */
export interface DatasetChangesTable {
  dataset_id: string;
  seq: BigInteger;
  at: Date;
  type: ChangeType;
  record_id: string;
  run_id: string | null;
  key: Json<Record<string, unknown>> | null;
  old: Json<Record<string, unknown>> | null;
  new: Json<Record<string, unknown>> | null;
}

/** Exchange rates of a day: units of each currency for one euro, as decimal strings. */
export interface ExchangeRatesTable {
  day: string;
  per_euro: Record<string, string>;
  stored_at: Generated<Date>;
}

/** Pages during whose processing a process crashed. */
export interface PageCrashesTable {
  account_id: string;
  /** SHA-256 of the URL. */
  url_digest: Buffer;
  host: string;
  /** Crashes with other pages in progress. */
  together: number;
  /** Crashes attributed to this page. */
  alone: number;
  last_at: Date;
}

/** The last requests for published exchange rates. */
export interface RateFilesTable {
  url: string;
  etag: string | null;
  last_modified: string | null;
  ask_at: Date;
  failures: Generated<number>;
  fault: string | null;
}

/** Monitors with their settings and state. */
export interface MonitorsTable {
  monitor_id: string;
  account_id: string;
  key_id: string;
  name: string | null;
  url: string | null;
  /** `MonitorSettings` of capabilities/monitors, encrypted: see `sealed-columns.ts`. */
  settings: Json<unknown>;
  tags: Generated<string[]>;
  revision: Generated<number>;
  status: 'active' | 'paused' | 'needs_attention';
  created_at: Date;
  updated_at: Date;
  checks: Generated<number>;
  last_check_at: Date | null;
  last_change_at: Date | null;
  last_success_at: Date | null;
  baseline: number | null;
  notified_version: number | null;
  is_removed: Generated<boolean>;
  doubt: string | null;
  failures: Generated<number>;
  failing_notified_at: Date | null;
  noise: ColumnType<unknown, StorableJson | undefined, StorableJson>;
  job_id: string | null;
}

/** Versions of monitored pages. */
export interface MonitorVersionsTable {
  monitor_id: string;
  version: number;
  at: Date;
  title: string | null;
  url: string | null;
  anchor: string | null;
  body: Buffer;
  bytes: number;
  picture: string | null;
}

/** Results of checks. */
export interface MonitorChecksTable {
  monitor_id: string;
  ordinal: number;
  at: Date;
  job_id: string | null;
  state: 'new' | 'same' | 'changed' | 'removed' | 'error';
  notified: boolean;
  condition_met: boolean | null;
  summary: string;
  diff: Json<unknown> | null;
  error: Json<{ code: string; message: string }> | null;
  version: number | null;
  pictures: Json<unknown> | null;
  receipt_id: string | null;
  credits: number;
  warnings: ColumnType<Warning[], StorableJson | undefined, StorableJson>;
  /** Decision about the goal of the monitor; null if there was nothing to decide. */
  decision: Json<unknown> | null;
}

/** Browser sessions and the processes that own them. */
export interface BrowserSessionsTable {
  session_id: string;
  account_id: string;
  request_id: string;
  process: string;
  /** URL at which other processes reach `process`. */
  address: string | null;
  status: 'open' | 'closed' | 'expired';
  reason: string | null;
  url: string;
  title: string;
  exit: Json<ExitReport> | null;
  login_id: string | null;
  steps: Generated<number>;
  credits: Generated<number>;
  /** `SessionRecording` of `capabilities/sessions`. */
  recording: Json<unknown> | null;
  opened_at: Date;
  last_step_at: Date;
  expires_at: Date;
  idle_ms: number;
  lease_until: Date;
  closed_at: Date | null;
}

/** Saved logins, encrypted. */
export interface LoginsTable {
  login_id: string;
  account_id: string;
  name: string;
  domain: string;
  country: string | null;
  sealed: Buffer;
  created_at: Date;
  saved_at: Date;
  last_used_at: Date | null;
  expired_at: Date | null;
  use_for: Generated<LoginUse[]>;
  webhook: string | null;
  notified_at: Date | null;
  renewal_workflow_id: string | null;
  renewal_inputs: Buffer | null;
  renewal_key_id: string | null;
  renewal_run_id: string | null;
  renewal_started_at: Date | null;
  renewal_status: RenewalStatus | null;
  renewal_error: Json<JobError> | null;
}

/** Saved recipes. */
export interface RecipesTable {
  recipe_id: string;
  account_id: string;
  digest: Buffer | null;
  name: string;
  url: string;
  fields: Json<string[]>;
  country: string | null;
  strict_country: boolean;
  source: Json<ListingSource> | null;
  paging: Json<Paging> | null;
  created_at: Date;
  updated_at: Date;
  last_run: Json<RecipeRun> | null;
  runs: Generated<number>;
  ok_runs: Generated<number>;
  last_error: string | null;
}

/** Exports of datasets and runs to files. */
export interface DatasetExportsTable {
  export_id: string;
  dataset_id: string;
  account_id: string;
  blob_id: string;
  format: ExportFormat;
  filename: string;
  rows: BigInteger;
  bytes: BigInteger;
  sha256: string;
  seq: BigInteger;
  safe: boolean | null;
  created_at: Date;
  expires_at: Date;
}

/** Saved workflows. */
export interface WorkflowsTable {
  workflow_id: string;
  account_id: string;
  key_id: string;
  name: string;
  steps: Json<WorkflowStep[]>;
  inputs: Json<Record<string, unknown>> | null;
  country: string | null;
  strict_country: boolean;
  network: NetworkChoice;
  login_id: string | null;
  webhook: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Runs of workflows with their state. */
export interface WorkflowRunsTable {
  run_id: string;
  account_id: string;
  key_id: string;
  workflow_id: string;
  name: string;
  plan: Json<RunPlan>;
  webhook: string | null;
  status: RunStatus;
  origin: Origin;
  job_id: string;
  attempt: Generated<number>;
  state: Buffer;
  step: string | null;
  pending: string | null;
  question: Json<RunQuestion> | null;
  answer: Buffer | null;
  error: Json<JobError> | null;
  used_ms: Generated<number>;
  credits: Generated<number>;
  records: Generated<number>;
  log_entries: Generated<number>;
  receipt: Json<Receipt> | null;
  warnings: ColumnType<Warning[], StorableJson | undefined, StorableJson>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** Steps that runs executed. */
export interface WorkflowLogTable {
  run_id: string;
  seq: number;
  at: Date;
  step: string;
  type: string;
  status: LogStatus;
  ms: number;
  detail: string | null;
  url: string | null;
  screenshot: string | null;
  error: Json<JobError> | null;
}

/** Records that runs collected. */
export interface WorkflowRecordsTable {
  run_id: string;
  ordinal: number;
  digest: Buffer;
  data: Json<JsonValue>;
}

/** Files that runs downloaded. */
export interface WorkflowFilesTable {
  file_id: string;
  run_id: string;
  blob_id: string;
  name: string;
  media_type: string;
  bytes: BigInteger;
  step: string;
  at: Date;
}

/** All tables, for Kysely. */
export interface Schema {
  instance: InstanceTable;
  receipt_keys: ReceiptKeysTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  sign_in_links: SignInLinksTable;
  console_sessions: ConsoleSessionsTable;
  oauth_clients: OauthClientsTable;
  oauth_codes: OauthCodesTable;
  oauth_connections: OauthConnectionsTable;
  oauth_tokens: OauthTokensTable;
  audit: AuditTable;
  usage_days: UsageDaysTable;
  idempotency: IdempotencyTable;
  continuations: ContinuationsTable;
  ledger: LedgerTable;
  reservations: ReservationsTable;
  requests: RequestsTable;
  receipts: ReceiptsTable;
  contents: ContentsTable;
  page_cache: PageCacheTable;
  blob_contents: BlobContentsTable;
  blobs: BlobsTable;
  periodic_tasks: PeriodicTasksTable;
  workers: WorkersTable;
  jobs: JobsTable;
  frontier: FrontierTable;
  spending_limits: SpendingLimitsTable;
  spending_days: SpendingDaysTable;
  results: ResultsTable;
  result_canonicals: ResultCanonicalsTable;
  job_files: JobFilesTable;
  webhook_secrets: WebhookSecretsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  webhook_stops: WebhookStopsTable;
  webhook_targets: WebhookTargetsTable;
  politeness_sites: PolitenessSitesTable;
  politeness_processes: PolitenessProcessesTable;
  politeness_leases: PolitenessLeasesTable;
  politeness_pauses: PolitenessPausesTable;
  model_endpoints: ModelEndpointsTable;
  model_slots: ModelSlotsTable;
  model_tokens: ModelTokensTable;
  service_settings: ServiceSettingsTable;
  exit_health: ExitHealthTable;
  layouts: LayoutsTable;
  search_providers: SearchProvidersTable;
  read_pages: ReadPagesTable;
  page_anchors: PageAnchorsTable;
  job_exports: JobExportsTable;
  archive_lanes: ArchiveLanesTable;
  archive_turns: ArchiveTurnsTable;
  archive_captures: ArchiveCapturesTable;
  archive_answers: ArchiveAnswersTable;
  schedules: SchedulesTable;
  monitors: MonitorsTable;
  monitor_versions: MonitorVersionsTable;
  monitor_checks: MonitorChecksTable;
  datasets: DatasetsTable;
  dataset_pages: DatasetPagesTable;
  dataset_records: DatasetRecordsTable;
  dataset_changes: DatasetChangesTable;
  dataset_exports: DatasetExportsTable;
  exchange_rates: ExchangeRatesTable;
  page_crashes: PageCrashesTable;
  rate_files: RateFilesTable;
  browser_sessions: BrowserSessionsTable;
  logins: LoginsTable;
  recipes: RecipesTable;
  workflows: WorkflowsTable;
  workflow_runs: WorkflowRunsTable;
  workflow_log: WorkflowLogTable;
  workflow_records: WorkflowRecordsTable;
  workflow_files: WorkflowFilesTable;
}
