import type { Reservations } from '../../account/reservations.ts';
import type { NewContent } from '../../account/settlement.ts';
import type { Clock } from '../../domain/clock.ts';
import type { ContentThreads } from '../../domain/content.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { PageErrorCode, PageStatus, Warning } from '../../domain/outcome.ts';
import { statusOf } from '../../domain/outcome.ts';
import type { Attempt, Receipt, UnsignedReceipt } from '../../domain/receipt.ts';
import { signReceipt } from '../../domain/signature.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import type { Signer } from '../../fetching/receipts.ts';
import type { OperationContext } from '../../operations/operation.ts';
import type {
  Archive,
  ArchiveFault,
  ArchiveOrder,
  CaptureList,
  CaptureQuery,
} from '../../sources/archives/archive.ts';
import type { ArchiveError, ArchiveErrorCode, CommonAnswer, SourceReport } from './archive-answer.ts';
import type { ArchiveCommand } from './archive-request.ts';

/** What looking into the past needs of the other rooms. */
export interface ArchivePorts {
  archives: readonly Archive[];
  threads: ContentThreads;
  fetchPage: FetchPage;
  fetchResource: FetchResource;
  reservations: Reservations;
  signer: Signer;
  clock: Clock;
  /** Milliseconds that stored pages are kept. */
  keepPagesMs: number;
}

/** One request's work: who is asked, what was read and what that cost. */
export interface ArchiveSession {
  command: ArchiveCommand;
  ports: ArchivePorts;
  context: OperationContext;
  budget: Budget;
  /** Archives in the order in which they are asked. */
  archives: readonly Archive[];
  sources: SourceReport[];
  attempts: Attempt[];
  warnings: Warning[];
  /** Receipts of pages, in the order in which they were read. */
  receipts: Receipt[];
  contents: NewContent[];
}

/** Of the time for the work, at most so much for one archive while another one may be asked. */
const shareOfFirst = 0.5;

/** Milliseconds that are left for the work. */
export function leftMs({ context, ports }: ArchiveSession): number {
  return Math.max(0, context.workUntil.getTime() - ports.clock.now().getTime());
}

/** How an archive is asked within this request. */
export function orderOf(session: ArchiveSession, isLast = true): ArchiveOrder {
  return {
    signal: session.context.signal,
    withinMs: leftMs(session) * (isLast ? 1 : shareOfFirst),
    note: (attempt) => void session.attempts.push(attempt),
  };
}

/** Writes down what became of an archive; a later word replaces an earlier one. */
export function report(session: ArchiveSession, told: SourceReport): void {
  const at = session.sources.findIndex(({ source }) => source === told.source);
  if (at < 0) session.sources.push(told);
  else session.sources[at] = { ...session.sources[at], ...told };
}

/** An archive that answered, and its captures. */
export interface Listed {
  archive: Archive;
  list: CaptureList;
}

/** Asks one archive for captures and writes down what became of it. */
export async function listCaptures(
  session: ArchiveSession,
  archive: Archive,
  query: CaptureQuery,
): Promise<CaptureList | ArchiveFault> {
  const isLast = archive === session.archives.at(-1);
  const list = await archive.captures(query, orderOf(session, isLast));
  if (list.kind === 'fault')
    report(session, { source: archive.name, outcome: 'failed', reason: list.message });
  else {
    const age = list.ageSeconds > 0 ? { index_age_seconds: list.ageSeconds } : {};
    report(session, { source: archive.name, outcome: list.captures.length === 0 ? 'empty' : 'used', ...age });
  }
  return list;
}

/** The first archive that has captures; else what stood in the way. */
export async function firstListed(
  session: ArchiveSession,
  query: CaptureQuery,
): Promise<Listed | ArchiveError> {
  const faults: ArchiveFault[] = [];
  for (const archive of session.archives) {
    const list = await listCaptures(session, archive, query);
    if (list.kind === 'fault') faults.push(list);
    else if (list.captures.length > 0) return { archive, list };
  }
  return errorOf(faults, session.archives.length);
}

const codes: Readonly<Record<ArchiveFault['code'], ArchiveErrorCode>> = {
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

/** What faults of archives mean for the caller: of several, an exclusion tells most. */
export function errorOf(faults: readonly ArchiveFault[], asked: number): ArchiveError {
  const told = faults.find(({ code }) => code === 'excluded') ?? faults[0];
  if (told === undefined || (faults.length < asked && told.code !== 'excluded')) {
    const others = faults.map(({ message }) => message).join('; ');
    return {
      code: 'not_archived',
      message: others === '' ? 'No archive has a copy.' : `No copy was found; ${others}.`,
    };
  }
  return {
    code: codes[told.code],
    message: `${[...new Set(faults.map(({ message }) => message))].join('; ')}.`,
  };
}

/** The page status that an error goes with. An archive that fails is a part of ours that does. */
export function statusOfError({ code }: ArchiveError): PageStatus {
  if (code === 'not_archived') return 'not_found';
  if (code === 'excluded') return 'blocked';
  if (code === 'unplayable' || code === 'truncated') return 'failed';
  return code === 'timeout' || code === 'rate_limited' ? 'unavailable' : statusOf(code as PageErrorCode);
}

/** The fields that every action answers, with the request's receipt over those of its pages. */
export function commonAnswer(
  session: ArchiveSession,
  source: string | null,
  error: ArchiveError | null,
): CommonAnswer {
  const { command, ports, context, receipts } = session;
  const status = error === null ? 'ok' : statusOfError(error);
  for (const { name } of session.archives) {
    if (!session.sources.some((one) => one.source === name)) {
      session.sources.push({ source: name, outcome: 'skipped', reason: 'another archive had answered' });
    }
  }
  const now = ports.clock.now();
  const totals = new Map<Receipt['charges'][number]['item'], number>();
  for (const { item, credits } of receipts.flatMap(({ charges }) => charges))
    totals.set(item, (totals.get(item) ?? 0) + credits);
  const unsigned: UnsignedReceipt = {
    version: 1,
    id: newIdentifier('rct', now),
    issuer: ports.signer.issuer,
    request_id: context.requestId,
    url: command.url,
    final_url: null,
    status,
    status_code: null,
    derived_from: null,
    route: 'archive',
    exit: null,
    credits: receipts.reduce((sum, { credits }) => sum + credits, 0),
    charges: [...totals].map(([item, credits]) => ({ item, credits })),
    attempts: session.attempts,
    fetched_at: now.toISOString(),
    ms: Math.max(0, now.getTime() - context.startedAt.getTime()),
    bytes: session.attempts.reduce((sum, { bytes }) => sum + bytes, 0),
    content_sha256: null,
    robots: null,
    pages: receipts.map(({ id }) => id),
  };
  const receipt = signReceipt(unsigned, ports.signer.key);
  return {
    status,
    ...(error !== null && { error }),
    action: command.action,
    url: command.url,
    source,
    sources: session.sources,
    warnings: session.warnings,
    receipt,
  };
}

/** Adds a warning, once. */
export function warn(session: ArchiveSession, code: string, message: string): void {
  if (!session.warnings.some((one) => one.code === code && one.message === message))
    session.warnings.push({ code, message });
}
