import type { Principal } from '../../../domain/resources/account.ts';
import type { JobDocument } from '../../../domain/resources/job.ts';
import { errorMessage, Failure } from '../../../domain/system/failure.ts';
import { toStoredDocument } from '../scrape/document.ts';
import { hasContent } from '../scrape/page-reply.ts';
import type { JobCallPorts } from './job-calls.ts';
import { requireJob } from './job-id.ts';
import { createJobState } from './job-state.ts';

/** Dependencies of {@link watchJob}. */
export interface WatchPorts extends Pick<JobCallPorts, 'findJob' | 'readPages' | 'keepMs'> {
  /** Throws Failure `unauthorized` unless the token belongs to an active key. */
  authenticate(token: string | null): Promise<Principal>;
  /** Resolves at the next change of the job, or after `maxWaitMs`. */
  nextChange(jobId: string, maxWaitMs: number, signal: AbortSignal): Promise<void>;
}

/** Token and job of a watcher. */
export interface WatchRequest {
  token: string | null;
  type: 'crawl' | 'batch_scrape';
  uuid: string;
  /** Base URL of links, without a trailing slash. */
  baseUrl: string;
}

/** Sends a message; resolves when the watcher has received it, for backpressure. */
export type SendMessage = (message: Record<string, unknown>) => Promise<void>;

/** Close code and reason of the socket at the end. */
export interface WatchEnd {
  code: number;
  reason: string;
}

/** Number of pages per read. */
const pagesPerRead = 100;
const pollIntervalMs = 2_000;
const isEnded = ({ status }: JobDocument) => status !== 'queued' && status !== 'running';

const closeCodes: Readonly<Partial<Record<Failure['kind'], number>>> = {
  unauthorized: 3000,
  forbidden: 3003,
  not_found: 1008,
};

/** Sends the documents from an offset until no more are available. Returns the next offset. */
async function sendDocuments(
  ports: WatchPorts,
  job: JobDocument,
  { accountId, baseUrl }: { accountId: string; baseUrl: string },
  from: number,
  send: SendMessage,
  signal: AbortSignal,
): Promise<number> {
  let offset: number | null = from;
  let nextOffset = from;
  while (offset !== null && !signal.aborted) {
    const read = await ports.readPages(accountId, job.jid, { offset, limit: pagesPerRead });
    for (const page of read?.pages ?? []) {
      if (hasContent(page)) await send({ type: 'document', data: toStoredDocument(page, baseUrl) });
      nextOffset += 1;
    }
    offset = read?.next ?? null;
  }
  return nextOffset;
}

async function follow(
  ports: WatchPorts,
  request: WatchRequest,
  principal: Principal,
  send: SendMessage,
  signal: AbortSignal,
): Promise<void> {
  const { accountId } = principal;
  const target = { accountId, baseUrl: request.baseUrl };
  let job = await requireJob(ports.findJob, accountId, request.uuid, request.type);
  const first = await ports.readPages(accountId, job.jid, { offset: 0, limit: pagesPerRead });
  let offset = first?.pages.length ?? 0;
  const data = (first?.pages ?? []).filter(hasContent).map((page) => toStoredDocument(page, request.baseUrl));
  // Clients end the watch if the first message has an end status, so that it is sent only after all documents.
  const state = { ...createJobState(job, ports.keepMs), status: 'scraping' };
  await send({ type: 'catchup', data: { success: true, ...state, data } });
  while (!signal.aborted) {
    const wakeUp = new AbortController();
    const nextChange = ports.nextChange(job.jid, pollIntervalMs, AbortSignal.any([signal, wakeUp.signal]));
    try {
      job = await requireJob(ports.findJob, accountId, request.uuid, request.type);
      offset = await sendDocuments(ports, job, target, offset, send, signal);
      if (isEnded(job)) return;
      await nextChange;
    } finally {
      wakeUp.abort();
    }
  }
}

/** Reason of the close frame of a job that has ended. */
const endReason = 'done';

/**
 * Sends the state of a job until it ends: the pages so far (`catchup`) and each further page (`document`). At its end,
 * the socket closes without a message: clients then read the status once over HTTP, and pass on all documents with
 * the end. Documents in a last message would be sent twice, and all at once. Errors are sent as a message too (`error`), because clients fail on a rejected connection. Never rejects.
 */
export async function watchJob(
  ports: WatchPorts,
  request: WatchRequest,
  send: SendMessage,
  signal: AbortSignal,
): Promise<WatchEnd> {
  try {
    const principal = await ports.authenticate(request.token);
    if (!principal.scopes.includes('read'))
      throw new Failure('forbidden', 'This key does not have the scope "read".');
    await follow(ports, request, principal, send, signal);
    return { code: 1000, reason: endReason };
  } catch (error) {
    if (signal.aborted) return { code: 1001, reason: 'The service is stopping.' };
    const isReportable = error instanceof Failure && error.kind !== 'internal';
    const reason = isReportable ? errorMessage(error) : 'An internal error occurred.';
    // A closed socket receives no message; the close code still states the reason.
    await send({ type: 'error', error: reason }).catch(() => {});
    return { code: (isReportable && closeCodes[error.kind]) || 1011, reason: truncateReason(reason) };
  }
}

/** Truncates a reason to the maximum of a close frame, 123 bytes (RFC 6455 section 5.5). */
function truncateReason(reason: string): string {
  return Buffer.from(reason).subarray(0, 100).toString();
}
