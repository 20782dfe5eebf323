import type { ArchivedResponse, ArchivedUrl, Capture } from '../archive.ts';
import { type IndexRow, parseIndexRow } from '../index/index-rows.ts';
import { parseTimestamp } from '../index/timestamps.ts';
import { createUrlKey } from '../index/url-key.ts';
import type { RecordResponse } from '../warc/read-record.ts';

/** Record that refers to the bytes of another capture. */
export type RevisitRecord = Extract<RecordResponse, { kind: 'revisit' }>;

/** Parses a row of a Common Crawl index; nothing for a row without a valid position in a WARC file. */
export function parseCapture(row: IndexRow, source: string, dataUrl: string): Capture[] {
  const facts = parseIndexRow(row);
  const [offset, length] = [Number(row.offset), Number(row.length)];
  const file = row.filename;
  if (facts === null || file === undefined || !/^[\w./=+-]{1,500}$/.test(file) || file.includes('..'))
    return [];
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || length <= 0 || offset < 0) return [];
  const { urlKey: _key, timestamp, ...rest } = facts;
  return [
    {
      source,
      timestamp,
      at: parseTimestamp(timestamp),
      ...rest,
      truncated: row.truncated && row.truncated !== '-' ? row.truncated : null,
      archiveUrl: `${dataUrl}/${file}#bytes=${offset}-${offset + length - 1}`,
      record: { file, offset, length },
    },
  ];
}

/** Returns one capture as a URL; nothing for rows of robots.txt files and errors. */
export function parseUrlRow(row: IndexRow): ArchivedUrl[] {
  const facts = parseIndexRow(row);
  const urlKey = facts === null ? null : (facts.urlKey ?? createUrlKey(facts.original));
  if (facts === null || urlKey === null || (facts.statusCode ?? 200) >= 400) return [];
  const { original: url, timestamp, statusCode, mime } = facts;
  const detected = row['mime-detected'];
  return [
    {
      urlKey,
      url,
      firstSeen: timestamp,
      lastSeen: timestamp,
      captures: 1,
      statusCode,
      mime: detected && detected !== '-' ? detected : mime,
    },
  ];
}

const framingHeaders = ['content-length', 'transfer-encoding', 'connection', 'content-encoding'];

function removeFramingHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !framingHeaders.includes(name)));
}

/** Returns the response of a capture, as the site sent it. */
export function createArchivedResponse(
  capture: Capture,
  { statusCode, headers, body, truncated }: Extract<RecordResponse, { kind: 'response' }>,
): ArchivedResponse {
  const location = headers.location ?? null;
  return {
    kind: 'archived',
    timestamp: capture.timestamp,
    at: capture.at,
    original: capture.original,
    statusCode,
    headers: removeFramingHeaders(headers),
    body,
    truncated: truncated ?? capture.truncated,
    location: location === null ? null : (URL.parse(location, capture.original)?.href ?? null),
    archiveUrl: capture.archiveUrl,
  };
}

/** Finds the capture that holds the bytes of a revisit: by digest first, then by the date in the record. */
export function findRevisitOriginal(
  captures: readonly Capture[],
  capture: Capture,
  { digest, refersTo }: RevisitRecord,
): Capture | undefined {
  const originalDigest = digest ?? capture.digest;
  const date = refersTo.date?.replace(/\D/g, '').slice(0, 14);
  const others = captures.filter(
    (one) => one.record?.offset !== capture.record?.offset || one.record?.file !== capture.record?.file,
  );
  return (
    others.findLast((one) => !one.isRevisit && one.digest !== null && one.digest === originalDigest) ??
    others.find((one) => date !== undefined && one.timestamp === date)
  );
}
