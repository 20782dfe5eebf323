import { setTimeout as pause } from 'node:timers/promises';
import type { PageErrorCode } from '../../domain/outcome.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { Database } from '../../store/database.ts';
import { retryAfterMs } from '../../web/retry-after.ts';
import { type EndpointBytes, openOperatorEndpoint } from '../operator-endpoint.ts';
import { type ArchiveFault, type ArchiveOrder, archiveFault } from './archive.ts';
import { type ArchiveLane, createArchiveLane } from './archive-lane.ts';
import { type ArchiveManners, type ArchiveService, mannersOf } from './archive-manners.ts';

/** One request to an archive. */
export interface HostRequest {
  service: ArchiveService;
  /** Path and query, below the host's base address. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Most bytes of the answer. */
  maxBytes: number;
  /** Milliseconds that the answer may take, the wait for a turn not counted. */
  withinMs: number;
  /** Whether an answer is a capture of the web, whatever its status: then its status says nothing of the archive. */
  isArchived?(answer: EndpointBytes): boolean;
}

/** What a host answered: anything but its own troubles, which are faults. */
export type HostAnswer = EndpointBytes & { ms: number };

/** One host of an archive, asked through its lanes. */
export interface ArchiveHost {
  readonly base: URL;
  /** Waits for its turn, asks, and asks again where that may help. */
  ask(request: HostRequest, order: ArchiveOrder): Promise<HostAnswer | ArchiveFault>;
  close(): Promise<void>;
}

/** What a host is made of. */
export interface ArchiveHostOptions {
  /** Base address, without a trailing slash. */
  base: string;
  /** For messages: "the Wayback Machine". */
  title: string;
  userAgent: string;
  database: Database;
}

/** Tries of one request at most. */
const mostTries = 4;
/** A dead archive may cost its callers five seconds, once; the client's library looks at this time every half second. */
const connectWithinMs = 4_500;
const longestHoldMs = 60 * 60_000;

/** An answer, or what is to be done about a fault. */
type Tried =
  | { answer: HostAnswer; fault: null }
  | {
      answer: null;
      fault: ArchiveFault;
      /** After how long another try may help; null for never. */
      againMs: number | null;
      /** For how long everybody leaves the archive alone when no try helps; null when it is not the archive's trouble. */
      restMs: number | null;
    };

/** What an attempt is called in receipts, which know the causes of pages alone. */
const attemptCodes: Readonly<Record<ArchiveFault['code'], PageErrorCode>> = {
  not_archived: 'http_404',
  excluded: 'refused',
  unplayable: 'http_404',
  rate_limited: 'rate_limited',
  unreachable: 'reset',
  timeout: 'timeout',
  server_error: 'http_5xx',
  unreadable: 'document',
  too_large: 'too_large',
};

/** Opens the way to one host; nothing is sent before somebody asks. */
export function createArchiveHost(options: ArchiveHostOptions): ArchiveHost {
  const base = new URL(options.base);
  const { title } = options;
  const endpoint = openOperatorEndpoint({
    origin: base.origin,
    name: title,
    connections: 8,
    maxBodyBytes: 1_000_000,
    connectWithinMs,
  });
  const prefix = base.pathname.replace(/\/+$/, '');
  const lanes = new Map<ArchiveService, { lane: ArchiveLane; manners: ArchiveManners }>();

  function laneOf(service: ArchiveService) {
    const known = lanes.get(service);
    if (known !== undefined) return known;
    const manners = mannersOf(base, service);
    const lane = createArchiveLane({ database: options.database, lane: `${base.host} ${service}`, manners });
    const made = { lane, manners };
    lanes.set(service, made);
    return made;
  }

  /** One exchange, timed; a deadline of ours is a fault, the caller's departure is thrown. */
  async function exchange(request: HostRequest, signal: AbortSignal): Promise<Tried> {
    const { manners } = laneOf(request.service);
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(request.withinMs);
    const headers = { 'user-agent': options.userAgent, accept: '*/*', ...request.headers };
    const sent = { method: 'GET' as const, path: `${prefix}${request.path}`, headers, body: null };
    try {
      const within = AbortSignal.any([signal, deadline]);
      const answer = await endpoint.fetch(sent, within, request.maxBytes);
      if (answer.kind === 'answer') {
        return await judge({ ...answer, ms: Math.round(performance.now() - startedAt) }, request);
      }
      if (answer.code === 'too_large') {
        const fault = archiveFault('too_large', `${title} answered more than is taken`);
        return { answer: null, fault, againMs: null, restMs: null };
      }
      // A kept connection may have been closed just as it was used; what cannot be connected to is not tried again.
      const isCut = /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(answer.reason ?? '');
      const fault = archiveFault('unreachable', answer.message);
      return { answer: null, fault, againMs: isCut ? manners.retryMs : null, restMs: manners.restMs };
    } catch (error) {
      if (signal.aborted || !deadline.aborted) throw error;
      const fault = archiveFault('timeout', `${title} did not answer in time`);
      return { answer: null, fault, againMs: null, restMs: manners.restMs / 2 };
    }
  }

  /** What an answer says of the archive itself. */
  async function judge(answer: HostAnswer, request: HostRequest): Promise<Tried> {
    const { lane, manners } = laneOf(request.service);
    const { statusCode } = answer;
    if (request.isArchived?.(answer) === true) return { answer, fault: null };
    const asked = retryAfterMs(answer.headers['retry-after'], new Date());
    if (statusCode === 429 || (statusCode === 503 && asked !== null)) {
      const reason = `${title} says that it was asked too often`;
      await lane.hold(Math.min(asked ?? manners.coolMs, longestHoldMs), reason);
      // Where it said for how long, the next turn waits for that, if it is short.
      const againMs = asked === null ? null : 0;
      return { answer: null, fault: archiveFault('rate_limited', reason), againMs, restMs: null };
    }
    if (statusCode >= 500) {
      const code = statusCode === 503 ? 'rate_limited' : 'server_error';
      const fault = archiveFault(code, `${title} answered ${statusCode}`);
      return { answer: null, fault, againMs: manners.retryMs, restMs: manners.restMs / 2 };
    }
    return { answer, fault: null };
  }

  /** One slow answer may happen; an archive that goes on like that is left alone by everybody. */
  async function giveUp(tried: Tried & { answer: null }, service: ArchiveService, isDoubtful: boolean) {
    const { lane } = laneOf(service);
    const isFirstSlow = tried.fault.code === 'timeout' && !isDoubtful;
    if (tried.restMs !== null) await lane.rest(isFirstSlow ? 0 : tried.restMs, tried.fault.message);
    return tried.fault;
  }

  return {
    base,
    async ask(request, order) {
      const { signal, note } = order;
      const { lane } = laneOf(request.service);
      const giveUpAt = performance.now() + order.withinMs;
      const leftMs = () => giveUpAt - performance.now();
      let last: ArchiveFault | null = null;
      for (let tries = 1; ; tries += 1) {
        const turn = await lane.take(Math.max(0, leftMs()), signal);
        if (turn.kind !== 'turn') return last ?? withoutTurn(title, turn);
        const startedAt = performance.now();
        const withinMs = Math.max(1, Math.round(Math.min(request.withinMs, leftMs())));
        const tried = await exchange({ ...request, withinMs }, signal).finally(() => turn.leave());
        note(attemptOf(tried, Math.round(performance.now() - startedAt)));
        if (tried.answer !== null) {
          if (turn.isDoubtful) await lane.recovered();
          return tried.answer;
        }
        last = tried.fault;
        const waitMs = tried.againMs === null ? null : tried.againMs * 2 ** (tries - 1);
        if (waitMs === null || tries === mostTries || waitMs > leftMs()) {
          return giveUp(tried, request.service, turn.isDoubtful);
        }
        await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
    close: () => endpoint.close(),
  };
}

function withoutTurn(
  title: string,
  turn: { kind: 'resting' | 'busy'; reason: string; waitMs: number },
): ArchiveFault {
  const seconds = Math.ceil(turn.waitMs / 1_000);
  if (turn.kind === 'busy') {
    return archiveFault('rate_limited', `${title} is asked as often as it may be; try again in ${seconds} s`);
  }
  const code = /too often|answered 503/.test(turn.reason) ? 'rate_limited' : 'unreachable';
  return archiveFault(code, `${title} is left alone for ${seconds} s: ${turn.reason}`);
}

function attemptOf({ answer, fault }: Tried, ms: number): Attempt {
  return {
    route: 'archive',
    exit_country: null,
    outcome: fault === null ? 'ok' : attemptCodes[fault.code],
    status_code: answer?.statusCode ?? null,
    ms,
    bytes: answer?.bytes.byteLength ?? 0,
  };
}
