import type { EndpointBytes } from '../operator-endpoint.ts';
import {
  type ArchivedResponse,
  type ArchiveFault,
  type ArchiveOrder,
  archiveFault,
  type Capture,
} from './archive.ts';
import type { ArchiveHost, HostAnswer } from './archive-host.ts';
import { linkTo, parseLinks } from './link-header.ts';
import { instantOf, timestampOf } from './timestamps.ts';
import { withoutDefaultPort } from './url-key.ts';
import { decodeBody } from './warc/decode-body.ts';

/** How an archive plays captures. */
export interface ReplayOptions {
  host: ArchiveHost;
  title: string;
  /** Path of a capture's untouched body, below the host's base: `/web/20190603140506id_/http://example.com/`. */
  pathOf(timestamp: string, original: string): string;
  /** Where a person can look at it. */
  archiveUrlOf(timestamp: string, original: string): string;
  maxBytes: number;
}

/** Redirects of the archive that are followed for one capture. */
const mostHops = 10;
/** A capture this far from the one that was asked for is another one. */
const sameCaptureMs = 24 * 3_600_000;
const readWithinMs = 60_000;

/** A response that carries this is the archived one; without it, the archive itself speaks (RFC 7089 section 2.1.2). */
function isMemento({ headers }: Pick<EndpointBytes, 'headers'>): boolean {
  return headers['memento-datetime'] !== undefined;
}

const exclusionSigns =
  /AdministrativeAccessControlException|RobotAccessControlException|has been excluded from|excluded this URL/i;

/** What the archive says itself: never content. */
function spoken(answer: HostAnswer, title: string): ArchiveFault {
  const text = answer.bytes.subarray(0, 64 * 1024).toString('latin1');
  const runtimeError = answer.headers['x-archive-wayback-runtime-error'] ?? '';
  if (exclusionSigns.test(text) || exclusionSigns.test(runtimeError)) return excluded(title);
  if (answer.statusCode === 404)
    return archiveFault('unplayable', `${title} lists this copy and cannot play it`);
  if (answer.statusCode === 403) return archiveFault('excluded', `${title} does not show this page`);
  return archiveFault('unreadable', `${title} answered ${answer.statusCode} with a page of its own`);
}

/** The fault of a site whose owner does not want its copies shown. */
export function excluded(title: string): ArchiveFault {
  return archiveFault('excluded', `${title} does not show this site, at its owner's wish`);
}

/** Whether an answer to a question for captures says that the site is excluded. */
export function saysExcluded(answer: Pick<HostAnswer, 'statusCode' | 'bytes' | 'headers'>): boolean {
  const text = answer.bytes.subarray(0, 64 * 1024).toString('latin1');
  return (
    answer.statusCode === 403 ||
    exclusionSigns.test(`${text} ${answer.headers['x-archive-wayback-runtime-error'] ?? ''}`)
  );
}

/** 14 digits and the captured address out of a replay address, or null. */
function partsOf(address: string): { timestamp: string; original: string } | null {
  const match = /\/(\d{14})(?:[a-z]{2}_)?\/(.+)$/.exec(address);
  return match === null ? null : { timestamp: match[1] as string, original: match[2] as string };
}

/** The headers that the site sent: the archive carries them under names of its own, except for a few. */
function archivedHeaders(answer: HostAnswer): Record<string, string> {
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

function archived(
  answer: HostAnswer,
  asked: { timestamp: string; original: string },
  options: ReplayOptions,
): ArchivedResponse | ArchiveFault {
  const stated = new Date(answer.headers['memento-datetime'] ?? '');
  const at = Number.isNaN(stated.getTime()) ? instantOf(asked.timestamp) : stated;
  const timestamp = timestampOf(at);
  const links = parseLinks(answer.headers.link ?? '');
  const original = withoutDefaultPort(linkTo(links, 'original') ?? asked.original);
  // Under which name the archive puts an encoding is not to be relied upon; the bytes tell.
  const isGzip = answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b;
  const encoding =
    answer.headers['content-encoding'] ?? answer.headers['x-archive-orig-content-encoding'] ?? '';
  const decoded = decodeBody({
    payload: answer.bytes,
    headers: {
      'content-encoding': isGzip && !/gzip/i.test(encoding) && isTextual(answer) ? 'gzip' : encoding,
    },
    isTruncated: false,
    maxBytes: options.maxBytes,
  });
  if ('fault' in decoded) return archiveFault('too_large', 'the copy is larger than is taken');
  const location = answer.headers.location ?? null;
  const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
  const cut = answer.headers['x-archive-orig-warc-truncated'] ?? answer.headers['warc-truncated'];
  return {
    kind: 'archived',
    timestamp,
    at,
    original,
    statusCode: answer.statusCode,
    headers: archivedHeaders(answer),
    body: decoded.body,
    truncated: cut ?? (decoded.isCut ? 'unspecified' : null),
    location:
      isRedirect && location !== null
        ? (partsOf(location)?.original ?? URL.parse(location, original)?.href ?? null)
        : null,
    archiveUrl: options.archiveUrlOf(timestamp, original),
  };
}

function isTextual({ headers }: HostAnswer): boolean {
  return /^(text\/|application\/(xhtml|xml|json|javascript))/i.test(headers['content-type'] ?? 'text/html');
}

/** Plays one capture as it was, following the archive's own redirects to neighbours of it. */
export async function replay(
  capture: Capture,
  options: ReplayOptions,
  order: ArchiveOrder,
): Promise<ArchivedResponse | ArchiveFault> {
  const { host, title } = options;
  const visited = new Set<string>();
  let asked = { timestamp: capture.timestamp, original: capture.original };
  for (let hops = 0; hops <= mostHops; hops += 1) {
    const path = options.pathOf(asked.timestamp, asked.original);
    if (visited.has(path)) return archiveFault('unplayable', `${title} redirects this copy in a circle`);
    visited.add(path);
    const answer = await host.ask(
      { service: 'replay', path, maxBytes: options.maxBytes, withinMs: readWithinMs, isArchived: isMemento },
      order,
    );
    if (answer.kind === 'fault') return answer;
    if (isMemento(answer)) return archived(answer, asked, options);
    const next =
      answer.statusCode >= 300 && answer.statusCode < 400 ? partsOf(answer.headers.location ?? '') : null;
    if (next === null) return spoken(answer, title);
    const distance = Math.abs(instantOf(next.timestamp).getTime() - capture.at.getTime());
    if (distance > sameCaptureMs) {
      return archiveFault(
        'unplayable',
        `${title} has another copy in this one's place, of ${next.timestamp}`,
      );
    }
    asked = next;
  }
  return archiveFault('unplayable', `${title} redirects this copy too often`);
}
