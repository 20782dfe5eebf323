import type { NewContent } from '../../account/requests/settlement.ts';
import type { ContentThreads } from '../../domain/pages/content.ts';
import type { PageErrorCode, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import { statusOf } from '../../domain/pages/outcome.ts';
import type { Attempt, Receipt } from '../../domain/resources/receipt.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { ChargedWork, ChargePorts } from '../../fetching/charged-work.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type {
  Archive,
  ArchiveAccessError,
  ArchiveCallOptions,
  CaptureList,
  CaptureQuery,
} from '../../integrations/archives/archive.ts';
import type { OperationContext } from '../../operations/declaration/operation.ts';
import type { ExtractModel } from '../extract/extract-ports.ts';
import type { ArchiveCommand } from './archive-request.ts';
import type {
  ArchiveError,
  ArchiveErrorCode,
  CommonArchiveResponse,
  SourceReport,
  WithoutReceipt,
} from './archive-response.ts';

/** Dependencies of the archive operation. */
export interface ArchivePorts extends ChargePorts {
  archives: readonly Archive[];
  threads: ContentThreads;
  /** Null if no model is configured. */
  findModel(): ExtractModel | null;
  fetchPage: FetchPage;
  fetchResource: FetchResource;
  /** Milliseconds for which stored pages are kept. */
  pageRetentionMs: number;
}

/** State of one archive request: archives, pages read and their cost. */
export interface ArchiveSession {
  command: ArchiveCommand;
  ports: ArchivePorts;
  context: OperationContext;
  charged: ChargedWork;
  budget: Budget;
  /** Archives in the order in which they are queried. */
  archives: readonly Archive[];
  sources: SourceReport[];
  attempts: Attempt[];
  warnings: Warning[];
  /** Receipts of pages, in the order in which the pages were read. */
  receipts: Receipt[];
  contents: NewContent[];
}

/** Maximum share of the remaining time for one archive while another archive can still be queried. */
const firstArchiveTimeShare = 0.5;

/** Returns the remaining milliseconds of the request. */
export function remainingMs({ context, ports }: ArchiveSession): number {
  return Math.max(0, context.workUntil.getTime() - ports.clock.now().getTime());
}

/** Returns the options of a query to an archive within this request. */
export function archiveQueryOptions(session: ArchiveSession, isLast = true): ArchiveCallOptions {
  return {
    signal: session.context.signal,
    withinMs: remainingMs(session) * (isLast ? 1 : firstArchiveTimeShare),
    note: (attempt) => void session.attempts.push(attempt),
  };
}

/** Records the result of an archive; a later report replaces an earlier one. */
export function recordSource(session: ArchiveSession, report: SourceReport): void {
  const at = session.sources.findIndex(({ source }) => source === report.source);
  if (at < 0) session.sources.push(report);
  else session.sources[at] = { ...session.sources[at], ...report };
}

/** An archive and its captures. */
export interface ArchiveCaptures {
  archive: Archive;
  list: CaptureList;
}

/** Lists the captures in one archive and records the result. */
export async function listCaptures(
  session: ArchiveSession,
  archive: Archive,
  query: CaptureQuery,
): Promise<CaptureList | ArchiveAccessError> {
  const isLast = archive === session.archives.at(-1);
  const list = await archive.captures(query, archiveQueryOptions(session, isLast));
  if (list.kind === 'fault')
    recordSource(session, { source: archive.name, outcome: 'failed', reason: list.message });
  else {
    const age = list.ageSeconds > 0 ? { index_age_seconds: list.ageSeconds } : {};
    recordSource(session, {
      source: archive.name,
      outcome: list.captures.length === 0 ? 'empty' : 'used',
      ...age,
    });
  }
  return list;
}

/** Returns the first archive that has captures, otherwise an error. */
export async function findArchiveWithCaptures(
  session: ArchiveSession,
  query: CaptureQuery,
): Promise<ArchiveCaptures | ArchiveError> {
  const failures: ArchiveAccessError[] = [];
  for (const archive of session.archives) {
    const list = await listCaptures(session, archive, query);
    if (list.kind === 'fault') failures.push(list);
    else if (list.captures.length > 0) return { archive, list };
  }
  return toArchiveError(failures, session.archives.length);
}

const errorCodes: Readonly<Record<ArchiveAccessError['code'], ArchiveErrorCode>> = {
  not_archived: 'not_archived',
  excluded: 'excluded',
  unplayable: 'unplayable',
  rate_limited: 'rate_limited',
  unreachable: 'dependency',
  timeout: 'timeout',
  server_error: 'dependency',
  unreadable: 'dependency',
  too_large: 'too_large',
};

/**
 * Converts errors of archives to one error for the caller; an exclusion takes precedence. Only if every archive answered,
 * no archive has a copy: one that did not answer may have one.
 */
export function toArchiveError(failures: readonly ArchiveAccessError[], archiveCount: number): ArchiveError {
  const failure =
    failures.find(({ code }) => code === 'excluded') ??
    failures.find(({ code }) => code !== 'not_archived') ??
    failures[0];
  if (failure === undefined) return { code: 'not_archived', message: 'No archive has a copy.' };
  const messages = [...new Set(failures.map(({ message }) => message.replace(/\.$/, '')))].join('; ');
  const isPart = failures.length < archiveCount && failure.code !== 'excluded';
  if (isPart && failure.code !== 'not_archived')
    return {
      code: errorCodes[failure.code],
      message: `No copy was found in the archives that answered. Others may have one: ${messages}.`,
    };
  return { code: errorCodes[failure.code], message: `${messages}.` };
}

/** Returns the page status for an error. A failing archive counts as a failed dependency. */
function pageStatusOf({ code }: ArchiveError): PageStatus {
  if (code === 'not_archived') return 'not_found';
  if (code === 'excluded') return 'blocked';
  if (code === 'unplayable' || code === 'truncated') return 'failed';
  return code === 'timeout' || code === 'rate_limited' ? 'unavailable' : statusOf(code as PageErrorCode);
}

/** Creates the fields that all actions return. */
export function createCommonResponse(
  session: ArchiveSession,
  source: string | null,
  error: ArchiveError | null,
): WithoutReceipt<CommonArchiveResponse> {
  const { command } = session;
  const status = error === null ? 'ok' : pageStatusOf(error);
  for (const { name } of session.archives) {
    if (!session.sources.some((one) => one.source === name)) {
      session.sources.push({
        source: name,
        outcome: 'skipped',
        reason: 'Another archive returned the result.',
      });
    }
  }
  return {
    status,
    ...(error !== null && { error }),
    action: command.action,
    url: command.url,
    source,
    sources: session.sources,
    warnings: session.warnings,
  };
}

/** Adds a warning, if it is not present yet. */
export function addWarning(session: ArchiveSession, code: string, message: string): void {
  if (!session.warnings.some((one) => one.code === code && one.message === message))
    session.warnings.push({ code, message });
}
