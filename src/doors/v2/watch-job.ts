import type { Principal } from '../../domain/account.ts';
import { Failure, messageOf } from '../../domain/failure.ts';
import type { JobDocument } from '../../domain/job.ts';
import { storedDocument } from './document.ts';
import type { JobCallPorts } from './job-calls.ts';
import { requireJob } from './job-id.ts';
import { jobState } from './job-state.ts';
import { hasContent } from './page-reply.ts';

/** What watching a job needs of the other rooms. */
export interface WatchPorts extends Pick<JobCallPorts, 'findJob' | 'readPages' | 'keepMs'> {
  /** Throws Failure `unauthorized` unless the token belongs to a key in force. */
  authenticate(token: string | null): Promise<Principal>;
  /** Resolves at the next change of the job, or after `atMostMs`. */
  nextChange(jobId: string, atMostMs: number, signal: AbortSignal): Promise<void>;
}

/** Who wants to watch which job. */
export interface WatchOrder {
  token: string | null;
  type: 'crawl' | 'batch_scrape';
  uuid: string;
  /** Address that links start with, without a trailing slash. */
  baseUrl: string;
}

/** Where messages go; resolves when the watcher has taken it, so that a slow one is waited for. */
export type SendMessage = (message: Record<string, unknown>) => Promise<void>;

/** How a watch ended, for the close of its socket. */
export interface WatchEnd {
  code: number;
  reason: string;
}

/** Pages that are read at a time. */
const piece = 100;
const lookEveryMs = 2_000;
const hasEnded = ({ status }: JobDocument) => status !== 'queued' && status !== 'running';

const closeCodes: Readonly<Partial<Record<Failure['kind'], number>>> = {
  unauthorized: 3000,
  forbidden: 3003,
  not_found: 1008,
};

/** Sends the documents from `offset` on, one by one, until none is left for now; gives where to go on. */
async function sendDocuments(
  ports: WatchPorts,
  job: JobDocument,
  { accountId, baseUrl }: { accountId: string; baseUrl: string },
  from: number,
  send: SendMessage,
  signal: AbortSignal,
): Promise<number> {
  let offset: number | null = from;
  let reached = from;
  while (offset !== null && !signal.aborted) {
    const read = await ports.readPages(accountId, job.jid, { offset, limit: piece });
    for (const page of read?.pages ?? []) {
      if (hasContent(page)) await send({ type: 'document', data: storedDocument(page, baseUrl) });
      reached += 1;
    }
    offset = read?.next ?? null;
  }
  return reached;
}

/** Tells the end: `done` means that all went well; any other end is a snapshot, whose status clients take for theirs. */
async function sendEnd(job: JobDocument, keepMs: number, send: SendMessage): Promise<void> {
  const state = jobState(job, keepMs);
  if (job.status === 'completed') await send({ type: 'done', data: state });
  else await send({ type: 'snapshot', data: { success: true, ...state, data: [] } });
}

async function follow(
  ports: WatchPorts,
  order: WatchOrder,
  principal: Principal,
  send: SendMessage,
  signal: AbortSignal,
): Promise<void> {
  const { accountId } = principal;
  const to = { accountId, baseUrl: order.baseUrl };
  let job = await requireJob(ports.findJob, accountId, order.uuid, order.type);
  const first = await ports.readPages(accountId, job.jid, { offset: 0, limit: piece });
  let offset = first?.pages.length ?? 0;
  const data = (first?.pages ?? []).filter(hasContent).map((page) => storedDocument(page, order.baseUrl));
  // An end in the first message ends the watch: it is told only after every document.
  const state = { ...jobState(job, ports.keepMs), status: 'scraping' };
  await send({ type: 'catchup', data: { success: true, ...state, data } });
  while (!signal.aborted) {
    const woken = new AbortController();
    const change = ports.nextChange(job.jid, lookEveryMs, AbortSignal.any([signal, woken.signal]));
    try {
      job = await requireJob(ports.findJob, accountId, order.uuid, order.type);
      offset = await sendDocuments(ports, job, to, offset, send, signal);
      if (hasEnded(job)) return await sendEnd(job, ports.keepMs, send);
      await change;
    } finally {
      woken.abort();
    }
  }
}

/**
 * Tells of a job until it ends: what is there by now (`catchup`), each page after that (`document`), and the end. What
 * is wrong is told by a message too (`error`), since clients do not survive a refused connection. Never rejects.
 */
export async function watchJob(
  ports: WatchPorts,
  order: WatchOrder,
  send: SendMessage,
  signal: AbortSignal,
): Promise<WatchEnd> {
  try {
    const principal = await ports.authenticate(order.token);
    if (!principal.scopes.includes('read')) throw new Failure('forbidden', 'this key lacks the scope "read"');
    await follow(ports, order, principal, send, signal);
    return { code: 1000, reason: '' };
  } catch (error) {
    if (signal.aborted) return { code: 1001, reason: 'the service is stopping' };
    const isKnown = error instanceof Failure && error.kind !== 'internal';
    const reason = isKnown ? messageOf(error) : 'something went wrong here';
    await send({ type: 'error', error: reason }).catch(() => {});
    return { code: (isKnown && closeCodes[error.kind]) || 1011, reason: reason.slice(0, 100) };
  }
}
