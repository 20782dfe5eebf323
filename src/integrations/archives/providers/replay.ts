import { dayMs } from '../../../domain/values/day-ms.ts';
import { groupOf } from '../../../domain/values/elements.ts';
import type { EndpointByteResponse } from '../../operator-endpoint.ts';
import {
  type ArchiveAccessError,
  type ArchiveCallOptions,
  type ArchivedResponse,
  type Capture,
  createArchiveAccessError,
} from '../archive.ts';
import type { ArchiveHost, HostResponse } from '../http/archive-host.ts';
import { findLinkTarget, parseLinks } from '../http/link-header.ts';
import { formatTimestamp, parseTimestamp } from '../index/timestamps.ts';
import { withoutDefaultPort } from '../index/url-key.ts';
import { decodeBody } from '../warc/decode-body.ts';

/** Replay service of an archive. */
export interface ReplayOptions {
  host: ArchiveHost;
  title: string;
  /**
   * Returns the path of a capture's unmodified body, relative to the host's base:
   * `/web/20190603140506id_/http://example.com/`.
   */
  createPath(timestamp: string, original: string): string;
  /** Returns the address at which a person can view the capture. */
  createArchiveUrl(timestamp: string, original: string): string;
  maxBytes: number;
}

/** Maximum number of the archive's own redirects followed for one capture. */
const maxRedirects = 10;
/** Maximum distance in time at which another capture counts as the requested one. */
const sameCaptureMs = dayMs;
const readTimeoutMs = 60_000;

/** Returns whether a response is the archived one and not the archive's own (RFC 7089 section 2.1.2). */
function isMemento({ headers }: Pick<EndpointByteResponse, 'headers'>): boolean {
  return headers['memento-datetime'] !== undefined;
}

const exclusionSigns =
  /AdministrativeAccessControlException|RobotAccessControlException|has been excluded from|excluded this URL/i;

/** Returns the error that a response of the archive itself stands for. */
function archiveOwnError(answer: HostResponse, title: string): ArchiveAccessError {
  const text = answer.bytes.subarray(0, 64 * 1024).toString('latin1');
  const runtimeError = answer.headers['x-archive-wayback-runtime-error'] ?? '';
  if (exclusionSigns.test(text) || exclusionSigns.test(runtimeError)) return excludedError(title);
  if (answer.statusCode === 404)
    return createArchiveAccessError(
      'unplayable',
      `${title} lists this copy but cannot return it. Choose another time.`,
    );
  if (answer.statusCode === 403)
    return createArchiveAccessError('excluded', `${title} does not show this page.`);
  return createArchiveAccessError(
    'unreadable',
    `${title} answered ${answer.statusCode} with its own page instead of the copy.`,
  );
}

/** Creates the error of a site whose owner does not allow its copies to be shown. */
export function excludedError(title: string): ArchiveAccessError {
  return createArchiveAccessError(
    'excluded',
    `${title} does not show this site because its owner excluded it.`,
  );
}

/** Returns whether a response to a capture query says that the site is excluded. */
export function isExcluded(answer: Pick<HostResponse, 'statusCode' | 'bytes' | 'headers'>): boolean {
  const text = answer.bytes.subarray(0, 64 * 1024).toString('latin1');
  return (
    answer.statusCode === 403 ||
    exclusionSigns.test(`${text} ${answer.headers['x-archive-wayback-runtime-error'] ?? ''}`)
  );
}

/** Parses timestamp and URL of a replay address, or returns null. */
function parseReplayUrl(address: string): { timestamp: string; original: string } | null {
  const match = /\/(\d{14})(?:[a-z]{2}_)?\/(.+)/s.exec(address);
  return match === null ? null : { timestamp: groupOf(match, 1), original: groupOf(match, 2) };
}

/** Returns the headers that the site sent, which the archive returns with a prefix, except for a few. */
function archivedHeaders(answer: HostResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && name.startsWith('x-archive-orig-'))
      headers[name.slice('x-archive-orig-'.length)] = value;
  }
  const type = answer.headers['content-type'];
  if (type !== undefined) headers['content-type'] = type;
  for (const name of ['content-length', 'transfer-encoding', 'connection', 'content-encoding'])
    delete headers[name];
  return headers;
}

async function createArchivedResponse(
  answer: HostResponse,
  requested: { timestamp: string; original: string },
  options: ReplayOptions,
): Promise<ArchivedResponse | ArchiveAccessError> {
  const statedTime = new Date(answer.headers['memento-datetime'] ?? '');
  const at = Number.isNaN(statedTime.getTime()) ? parseTimestamp(requested.timestamp) : statedTime;
  const timestamp = formatTimestamp(at);
  const links = parseLinks(answer.headers.link ?? '');
  const original = withoutDefaultPort(findLinkTarget(links, 'original') ?? requested.original);
  // Archives report the encoding inconsistently; the bytes are reliable.
  const isGzip = answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b;
  const encoding =
    answer.headers['content-encoding'] ?? answer.headers['x-archive-orig-content-encoding'] ?? '';
  const decoded = await decodeBody({
    payload: answer.bytes,
    headers: {
      'content-encoding': isGzip && !/gzip/i.test(encoding) && isTextual(answer) ? 'gzip' : encoding,
    },
    isTruncated: false,
    maxBytes: options.maxBytes,
  });
  if ('fault' in decoded)
    return createArchiveAccessError('too_large', `The copy exceeds ${options.maxBytes} bytes.`);
  const location = answer.headers.location ?? null;
  const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
  const truncation = answer.headers['x-archive-orig-warc-truncated'] ?? answer.headers['warc-truncated'];
  return {
    kind: 'archived',
    timestamp,
    at,
    original,
    statusCode: answer.statusCode,
    headers: archivedHeaders(answer),
    body: decoded.body,
    truncated: truncation ?? (decoded.isCut ? 'unspecified' : null),
    location:
      isRedirect && location !== null
        ? (parseReplayUrl(location)?.original ?? URL.parse(location, original)?.href ?? null)
        : null,
    archiveUrl: options.createArchiveUrl(timestamp, original),
  };
}

function isTextual({ headers }: HostResponse): boolean {
  return /^(text\/|application\/(xhtml|xml|json|javascript))/i.test(headers['content-type'] ?? 'text/html');
}

/** Reads one capture unmodified, following the archive's own redirects to its neighbours. */
export async function replayCapture(
  capture: Capture,
  options: ReplayOptions,
  callOptions: ArchiveCallOptions,
): Promise<ArchivedResponse | ArchiveAccessError> {
  const { host, title } = options;
  const visited = new Set<string>();
  let requested = { timestamp: capture.timestamp, original: capture.original };
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const path = options.createPath(requested.timestamp, requested.original);
    if (visited.has(path))
      return createArchiveAccessError(
        'unplayable',
        `The redirects of ${title} for this copy form a loop. Choose another time.`,
      );
    visited.add(path);
    const answer = await host.send(
      {
        service: 'replay',
        path,
        maxBytes: options.maxBytes,
        timeoutMs: readTimeoutMs,
        isArchived: isMemento,
      },
      callOptions,
    );
    if (answer.kind === 'fault') return answer;
    if (isMemento(answer)) return createArchivedResponse(answer, requested, options);
    const next =
      answer.statusCode >= 300 && answer.statusCode < 400
        ? parseReplayUrl(answer.headers.location ?? '')
        : null;
    if (next === null) return archiveOwnError(answer, title);
    const distance = Math.abs(parseTimestamp(next.timestamp).getTime() - capture.at.getTime());
    if (distance > sameCaptureMs) {
      return createArchiveAccessError(
        'unplayable',
        `${title} returned the copy of ${next.timestamp} instead of the requested one. Request that time.`,
      );
    }
    requested = next;
  }
  return createArchiveAccessError(
    'unplayable',
    `${title} redirects this copy more than ${maxRedirects} times. Choose another time.`,
  );
}
