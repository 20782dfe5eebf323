import type { ColumnType, Generated } from 'kysely';
import type { Origin, Scope } from '../domain/account.ts';
import type { ChangeType, DatasetSource, RecordStatus, RefreshReport } from '../domain/dataset.ts';
import type { ExitReport } from '../domain/exit.ts';
import type { Json as JsonValue } from '../domain/extraction.ts';
import type { JobError, JobStatus, JobType } from '../domain/job.ts';
import type { ListingSource, Paging, RecipeRun } from '../domain/listing.ts';
import type { PageError, PageStatus, Warning } from '../domain/outcome.ts';
import type { Section } from '../domain/page.ts';
import type { Receipt } from '../domain/receipt.ts';
import type { Schedule, ScheduledKind } from '../domain/schedule.ts';
import type { NetworkChoice } from '../domain/settings.ts';
import type { PublicJwk } from '../domain/signature.ts';
import type { DeliveryStatus, WebhookEventType } from '../domain/webhook.ts';
import type { LogStatus, RunPlan, RunQuestion, RunStatus, WorkflowStep } from '../domain/workflow.ts';
import type { ExportFormat } from './exports/table.ts';

/** A JSON column: parsed when read, written as text by the room that owns it. */
type Json<Value> = ColumnType<Value, string, string>;
/** A bigint column, read as a number (all of ours stay far below 2^53). */
type BigInteger = ColumnType<number, number, number>;

export interface InstanceTable {
  singleton: Generated<boolean>;
  instance_id: string;
  secret_fingerprint: string;
  created_at: Generated<Date>;
}

export interface ReceiptKeysTable {
  kid: string;
  public_jwk: Json<PublicJwk>;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

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
}

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

export interface LedgerTable {
  id: Generated<number>;
  account_id: string;
  at: Date;
  kind: 'renewal' | 'expiry' | 'top_up' | 'charge' | 'refund';
  bucket: 'plan' | 'top_up';
  credits: BigInteger;
  balance: BigInteger;
  request_id: string | null;
  job_id: string | null;
  pages: number | null;
  note: string | null;
}

export interface ReservationsTable {
  reservation_id: string;
  account_id: string;
  credits: BigInteger;
  request_id: string | null;
  job_id: string | null;
  created_at: Date;
  expires_at: Date;
}

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

export interface ReceiptsTable {
  receipt_id: string;
  account_id: string;
  request_id: string;
  at: Date;
  receipt: Json<Receipt>;
}

export interface ContentsTable {
  ref: string;
  account_id: string;
  url: string;
  title: string | null;
  body: Buffer | null;
  body_digest: string | null;
  length: number;
  sections: Json<Section[]>;
  created_at: Date;
  expires_at: Date;
}

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

export interface BlobContentsTable {
  digest: string;
  bytes: BigInteger;
  stored_at: Date;
}

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

export interface DueTable {
  name: string;
  every_ms: BigInteger;
  next_run_at: Date;
}

export interface WebhookSecretsTable {
  secret_id: Generated<number>;
  account_id: string;
  sealed: Buffer;
  created_at: Date;
  retires_at: Date | null;
}

export interface DeliveriesTable {
  delivery_id: string;
  account_id: string;
  job_id: string | null;
  type: WebhookEventType;
  url: string;
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

export interface DeliveryAttemptsTable {
  delivery_id: string;
  attempt: number;
  at: Date;
  ms: number | null;
  status_code: number | null;
  answer: string | null;
  error: string | null;
}

export interface WebhookStopsTable {
  account_id: string;
  job_id: string;
  url_digest: Buffer;
  at: Date;
}

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

export interface PolitenessSitesTable {
  site: string;
  next_start_at: Generated<Date>;
  crawl_delay_ms: Generated<number>;
  touched_at: Date;
}

export interface PolitenessProcessesTable {
  process: string;
  expires_at: Date;
}

export interface PolitenessLeasesTable {
  site: string;
  process: string;
  slots: number;
  wanted: number;
  waiting_since: Date;
}

export interface ModelEndpointsTable {
  endpoint: string;
  /** `Manners` of `sources/models`; null when nothing was learned. */
  manners: unknown;
  learned_at: Date | null;
  resume_at: Generated<Date>;
}

export interface ModelSlotsTable {
  endpoint: string;
  slot: number;
  process: string;
  expires_at: Date;
}

export interface ExitHealthTable {
  exit_id: string;
  failures: number;
  rests_until: Date;
  reason: string;
}

export interface WorkersTable {
  worker_id: string;
  started_at: Date;
  lease_until: Date;
}

export interface JobsTable {
  job_id: string;
  account_id: string;
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
  webhook: string | null;
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
  /** `Hook` of `jobs`; null where the webhook is told in our own way. */
  hook: Json<unknown> | null;
  robots_blocked: Generated<string[]>;
  warnings: Generated<Warning[]>;
  error: Json<JobError> | null;
}

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
}

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
  bytes: number;
  page: Buffer;
}

export interface LayoutsTable {
  layout_id: string;
  account_id: string;
  /** Registrable host and address pattern. */
  site: string;
  /** JSON of the extract room, as it is spelt. */
  rules: string;
  fields: Json<{ pointer: string; structure: string; proven: boolean }[]>;
  state: 'provisional' | 'active' | 'suspect' | 'stale';
  taught: number;
  used: number;
  held: number;
  misses: number;
  created_at: Date;
  learned_at: Date;
  used_at: Date;
}

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
  /** Never read: they are searched. */
  words: string;
  title_words: string;
}

export interface ArchiveLanesTable {
  lane: string;
  next_at: Generated<Date>;
  rests_until: Generated<Date>;
  failures: Generated<number>;
  reason: Generated<string>;
}

export interface ArchiveTurnsTable {
  lane: string;
  turn: number;
  expires_at: Date;
}

export interface ArchiveCapturesTable {
  key: Buffer;
  source: string;
  captured: string;
  original: string;
  /** Everything of the response but its body. */
  head: Json<unknown>;
  body: Buffer;
  bytes: number;
  packed: number;
  used_at: Date;
}

export interface ArchiveAnswersTable {
  key: Buffer;
  source: string;
  stored_at: Date;
  expires_at: Date;
  answer: Buffer;
  bytes: number;
}

export interface SchedulesTable {
  kind: ScheduledKind;
  subject_id: string;
  account_id: string;
  schedule: Json<Schedule>;
  anchor: Date;
  next_run_at: Date | null;
  starts_at: Date | null;
  failures: Generated<number>;
}

export interface DatasetsTable {
  dataset_id: string;
  account_id: string;
  key_id: string;
  name: string;
  source_kind: DatasetSource['kind'];
  source: Json<DatasetSource>;
  recipe_id: string | null;
  key: Json<string[]> | null;
  fields: Json<string[]>;
  country: string | null;
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

/** Exchange rates of a day: units of each currency for one euro, decimal strings. */
export interface ExchangeRatesTable {
  day: string;
  per_euro: Record<string, string>;
  stored_at: Generated<Date>;
}

/** What is known of a place that publishes rates. */
export interface RateFilesTable {
  url: string;
  etag: string | null;
  last_modified: string | null;
  ask_at: Date;
  failures: Generated<number>;
  fault: string | null;
}

export interface MonitorsTable {
  monitor_id: string;
  account_id: string;
  key_id: string;
  name: string | null;
  url: string | null;
  /** `MonitorSettings` of capabilities/monitors. */
  settings: Json<unknown>;
  revision: Generated<number>;
  status: 'active' | 'paused' | 'needs_attention';
  created_at: Date;
  updated_at: Date;
  checks: Generated<number>;
  last_check_at: Date | null;
  last_change_at: Date | null;
  last_success_at: Date | null;
  baseline: number | null;
  told: number | null;
  is_gone: Generated<boolean>;
  doubt: string | null;
  failures: Generated<number>;
  failing_told_at: Date | null;
  noise: ColumnType<unknown, string | undefined, string>;
  job_id: string | null;
}

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

export interface MonitorChecksTable {
  monitor_id: string;
  ordinal: number;
  at: Date;
  job_id: string | null;
  state: 'new' | 'same' | 'changed' | 'removed' | 'error';
  told: boolean;
  summary: string;
  diff: Json<unknown> | null;
  error: Json<{ code: string; message: string }> | null;
  version: number | null;
  pictures: Json<unknown> | null;
  receipt_id: string | null;
  credits: number;
}

export interface BrowserSessionsTable {
  session_id: string;
  account_id: string;
  request_id: string;
  process: string;
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
}

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

/** Saved browser work. */
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

/** Runs of workflows. */
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
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

/** What runs did. */
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

/** What runs found. */
export interface WorkflowRecordsTable {
  run_id: string;
  ordinal: number;
  digest: Buffer;
  data: Json<JsonValue>;
}

/** Files that runs brought. */
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

/** Every table of ours, for Kysely. The queue's tables belong to pg-boss, in a schema of its own. */
export interface Schema {
  instance: InstanceTable;
  receipt_keys: ReceiptKeysTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  audit: AuditTable;
  usage_days: UsageDaysTable;
  idempotency: IdempotencyTable;
  ledger: LedgerTable;
  reservations: ReservationsTable;
  requests: RequestsTable;
  receipts: ReceiptsTable;
  contents: ContentsTable;
  page_cache: PageCacheTable;
  blob_contents: BlobContentsTable;
  blobs: BlobsTable;
  due: DueTable;
  workers: WorkersTable;
  jobs: JobsTable;
  frontier: FrontierTable;
  results: ResultsTable;
  webhook_secrets: WebhookSecretsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  webhook_stops: WebhookStopsTable;
  webhook_targets: WebhookTargetsTable;
  politeness_sites: PolitenessSitesTable;
  politeness_processes: PolitenessProcessesTable;
  politeness_leases: PolitenessLeasesTable;
  model_endpoints: ModelEndpointsTable;
  model_slots: ModelSlotsTable;
  exit_health: ExitHealthTable;
  layouts: LayoutsTable;
  search_providers: SearchProvidersTable;
  read_pages: ReadPagesTable;
  archive_lanes: ArchiveLanesTable;
  archive_turns: ArchiveTurnsTable;
  archive_captures: ArchiveCapturesTable;
  archive_answers: ArchiveAnswersTable;
  schedules: SchedulesTable;
  monitors: MonitorsTable;
  monitor_versions: MonitorVersionsTable;
  monitor_checks: MonitorChecksTable;
  datasets: DatasetsTable;
  dataset_records: DatasetRecordsTable;
  dataset_changes: DatasetChangesTable;
  dataset_exports: DatasetExportsTable;
  exchange_rates: ExchangeRatesTable;
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
