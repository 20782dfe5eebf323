import type { Reservations } from '../account/credits/reservations.ts';
import type { RequestSubject } from '../account/requests/request-subjects.ts';
import type { ContentThreads } from '../domain/pages/content.ts';
import type { JobType } from '../domain/resources/job.ts';
import type { ModelClient } from '../domain/resources/model.ts';
import type { Clock } from '../domain/system/clock.ts';
import type { Log } from '../domain/system/log.ts';
import type { SampledGauge } from '../domain/system/metrics.ts';
import type { MissingPart } from '../domain/system/missing-part.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import type { Settings } from '../domain/system/settings.ts';
import type { FetchPage } from '../fetching/fetch-request.ts';
import type { FetchResource } from '../fetching/fetch-resource.ts';
import type { Signer } from '../fetching/receipts.ts';
import type { PageCache } from '../fetching/stages/page-cache.ts';
import type { RobotsGate } from '../fetching/stages/robots-gate.ts';
import type { TargetCheck } from '../fetching/target-check.ts';
import type { Archives } from '../integrations/archives/archives.ts';
import type { Rates } from '../integrations/rates/rates.ts';
import type { JobSignals } from '../jobs/records/job-signals.ts';
import type { JobWork } from '../jobs/runner/job-work.ts';
import type { StartRun } from '../jobs/schedule/schedules.ts';
import type { TaskWork } from '../jobs/tasks/task-work.ts';
import type { Mail, ThirdPartyMessage } from '../jobs/webhooks/attempt.ts';
import type { DeliveryClaim } from '../jobs/webhooks/claims.ts';
import type { Checks } from '../operations/check.ts';
import type { Operation, ToolListing } from '../operations/declaration/operation.ts';
import type { Registry, TagText } from '../operations/declaration/registry.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { ContentReference } from '../store/blobs/sweep-blobs.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import type { Exits } from '../web/exits/exits.ts';
import type { ModelSettings } from './account/model-settings.ts';
import type { ServiceSettings } from './account/service-settings.ts';
import type { ValueFinderPorts } from './extract/value-finder.ts';
import type { FindResultsPorts } from './search/find-results.ts';
import type { SearchCache } from './search/search-cache.ts';
import type { BrowserPorts } from './sessions/browser/open-browser.ts';
import type { SessionPorts } from './sessions/lifecycle/session-ports.ts';
import type { LoginRenewals } from './sessions/logins/login-renewals.ts';
import type { LoginVault } from './sessions/logins/login-vault.ts';

/** Parts of the process that every command and worker has. */
export interface CapabilityContext {
  settings: Settings;
  clock: Clock;
  log: Log;
  database: Database;
  blobs: BlobStore;
  /** The key of the webhook secrets of accounts. */
  webhookKey: Buffer;
  /** The secret that encryption keys are derived from (`deriveKey`). */
  rootSecret: string;
  signer: Signer;
}

/** Parts that operations and jobs work with. Requests and jobs have fetchers and reservations of their own. */
export interface CapabilityPorts extends CapabilityContext {
  version: string;
  /** Fetches pages without extracting values. */
  fetchPage: FetchPage;
  /** Fetches pages and extracts the values that the command names. */
  fetchPageWithValues: FetchPage;
  fetchResource: FetchResource;
  cache: PageCache;
  exits: Exits;
  robots: RobotsGate;
  /** Checks URLs and logins that are about to be saved. */
  targets: TargetCheck;
  reservations: Reservations;
  threads: ContentThreads;
  /** Notifications about jobs. */
  signals: JobSignals;
  /** Returns the model of the present settings; null if none is configured. */
  findModel(): ModelClient | null;
  /** What this instance is not configured for at present. */
  missingParts(): readonly MissingPart[];
  /** The model as the operator sets it. */
  modelSettings: ModelSettings;
  /** The settings of the running service. */
  serviceSettings: ServiceSettings;
  /** The things that requests are about, of all capabilities. */
  requestSubjects: readonly RequestSubject[];
  values: ValueFinderPorts;
  search: FindResultsPorts & { answers: SearchCache };
  archives: Archives;
  rates: Rates;
  logins: LoginVault & LoginRenewals;
  /** Opens browsers for sessions and workflow runs. */
  browserPorts: BrowserPorts;
  sessions: SessionPorts;
  /** The checks of `GET /v1/health`. */
  checks(): Checks;
  /** The checks of `POST /v1/doctor`, with real requests. */
  doctorChecks(): Checks;
}

/** The root secret before and after its rotation. */
export interface RotatedSecret {
  previous: string;
  next: string;
}

/** The work of jobs, by job type. */
export type JobWorks = Partial<Record<JobType, JobWork | TaskWork>>;

/**
 * One thing that the service can do, with everything that belongs to it. `src/app/capabilities.ts` lists the capabilities
 * and hands each its ports. `operations` also runs with placeholder ports, for the reference and for help texts: it may
 * pass ports on, but may not call them.
 */
export interface Capability {
  /** The name of its folder. */
  name: string;
  /** Topic under which the help and the reference list its operations. */
  topic: string;
  /**
   * Descriptions of its OpenAPI tags, with a topic if it is another one. The tag of an operation is the first part of its
   * path after `/v1/`.
   */
  tags: Readonly<Record<string, TagText>>;
  /** Its MCP tools, by name. */
  agentTools?: Readonly<Record<string, ToolListing>>;
  /** Its operations, in the order of the reference. `registry` returns the operations of all capabilities. */
  operations(ports: CapabilityPorts, registry: () => Registry): readonly Operation[];
  /** What requests to it are about, by name. */
  requestSubject?: RequestSubject;
  /** The work of its jobs. Operations that run in the background (`background`) need none. */
  tasks?(ports: CapabilityPorts, registry: () => Registry): JobWorks;
  /** Starts the scheduled work of its kinds (the column `kind` of `schedules`), in the transaction that moves the schedule on. */
  schedules?(context: CapabilityContext): Readonly<Record<string, StartRun>>;
  /** Columns of its tables that refer to stored content, which is kept as long as one refers to it. */
  contentReferences?: readonly ContentReference[];
  /** Housekeeping of its own tables: deletes what has expired. */
  periodicTasks?(context: CapabilityContext): readonly PeriodicTask[];
  /** Writes the message of one of its webhook deliveries in another format; null for the standard one. */
  webhookMessage?(claim: DeliveryClaim, linkBase: string): ThirdPartyMessage | null;
  /** Writes one of its deliveries to a `mailto:` address; null for a delivery of another capability. */
  mail?(claim: DeliveryClaim, linkBase: string): Pick<Mail, 'subject' | 'text'> | null;
  /**
   * Module that exports `threadHandlers`, its work in content threads. Every content thread imports it at its start, so it
   * imports nothing itself but on first use.
   */
  threadModule?: URL;
  /** Encrypts everything that depends on the root secret with the new one. Returns counts for the audit log. */
  reencrypt?(
    transaction: DatabaseTransaction,
    secrets: RotatedSecret,
  ): Promise<Readonly<Record<string, number>>>;
  /** Figures for `GET /metrics`. */
  metrics?(context: CapabilityContext): readonly SampledGauge[];
}

/** Defines a capability; returns it unchanged, with its type checked. */
export function defineCapability(capability: Capability): Capability {
  return capability;
}
