import { createUrlKey } from '../../src/integrations/archives/index/url-key.ts';
import type { WorldRow } from './warc-files.ts';

// Response of a CDX server for a list of rows, in the processing order of the real server: filters see raw rows,
// collapse removes adjacent rows only, and a resume key is returned only if the limit was reached.

/** Behaviour of the server. */
export interface IndexHabits {
  /** Number of raw rows after which the server stops without an error. */
  scanCeiling?: number;
}

type Fields = Record<string, string>;

const defaults = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'];

/** Returns the rows that a query's URL and match type select. */
export function matching(rows: readonly WorldRow[], url: string, match: string): WorldRow[] {
  const key = createUrlKey(url.replace(/\*$/, '')) ?? '';
  const host = key.slice(0, key.indexOf(')'));
  const tests: Record<string, (row: WorldRow) => boolean> = {
    exact: ({ urlkey }) => urlkey === key,
    prefix: ({ urlkey }) => urlkey.startsWith(key),
    host: ({ urlkey }) => urlkey.startsWith(`${host})`),
    domain: ({ urlkey }) => urlkey.startsWith(`${host})`) || urlkey.startsWith(`${host},`),
  };
  return rows.filter(tests[match] ?? (() => false));
}

function inWindow({ timestamp }: WorldRow, from: string | null, to: string | null): boolean {
  return timestamp >= (from ?? '') && timestamp.slice(0, to?.length ?? 0) <= (to ?? '');
}

/** Returns whether a row passes `[!]field:regex`; the expression must match the whole field. */
function passes(row: Fields, filter: string): boolean {
  const match = /^(!?)(\w+):(.*)$/s.exec(filter);
  if (match === null) return true;
  const holds = new RegExp(`^(?:${match[3]})$`).test(row[match[2] as string] ?? '');
  return holds !== (match[1] === '!');
}

interface Group {
  first: Fields;
  count: number;
  last: string;
}

function collapsed(rows: Fields[], collapse: string | null): Group[] {
  const groups: Group[] = [];
  const [field, length] = collapse?.split(':') ?? [];
  const value = (row: Fields) =>
    (row[field ?? ''] ?? '').slice(0, length === undefined ? undefined : Number(length));
  for (const row of rows) {
    const open = groups.at(-1);
    if (field !== undefined && open !== undefined && value(open.first) === value(row)) {
      open.count += 1;
      open.last = row.timestamp as string;
    } else groups.push({ first: row, count: 1, last: row.timestamp as string });
  }
  return groups;
}

function resolved(rows: WorldRow[], all: readonly WorldRow[]): Fields[] {
  return rows.map(({ offset: _o, capture: _c, ...row }) => {
    const original = all.find((one) => one.digest === row.digest && one.statuscode !== '-');
    return row.statuscode === '-' && original !== undefined
      ? { ...row, statuscode: original.statuscode, mimetype: original.mimetype }
      : row;
  });
}

/** Returns the body of the response to a query. */
export function answerIndex(
  rows: readonly WorldRow[],
  query: URLSearchParams,
  habits: IndexHabits = {},
): string {
  const url = query.get('url') ?? '';
  const resume = query.get('resumeKey');
  let raw = matching(rows, url, query.get('matchType') ?? 'exact').filter((row) =>
    inWindow(row, query.get('from'), query.get('to')),
  );
  if (resume !== null) {
    const after = resume.replace(/!$/, '');
    // Like the real server, repeats the row at the page boundary.
    raw = raw.filter((row) => `${row.urlkey} ${row.timestamp}` >= after);
  }
  const scanned = raw.slice(0, habits.scanCeiling ?? raw.length);
  const filtered = scanned.filter((row) =>
    query.getAll('filter').every((filter) => passes({ ...row } as unknown as Fields, filter)),
  );
  const plain =
    query.get('resolveRevisits') === 'true'
      ? resolved(filtered, rows)
      : filtered.map(({ offset: _o, capture: _c, ...row }) => row);
  let groups = collapsed(plain, query.get('collapse'));
  const closest = query.get('closest');
  if (query.get('sort') === 'closest' && closest !== null) {
    const ms = (timestamp: string) =>
      Date.parse(timestamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
    const distance = ({ first }: Group) => Math.abs(ms(first.timestamp as string) - ms(closest));
    groups = groups.sort((one, other) => distance(one) - distance(other));
  }
  const limit = Number(query.get('limit') ?? groups.length);
  const written = limit < 0 ? groups.slice(limit) : groups.slice(0, limit);
  const last = written.at(-1);
  const isCut = limit > 0 && written.length === limit && groups.length > limit && last !== undefined;
  const key =
    isCut && query.get('showResumeKey') === 'true'
      ? encodeURIComponent(`${last.first.urlkey} ${last.last}!`).replaceAll('%20', '+')
      : null;
  return written.length === 0
    ? '[]'
    : asJson(written, (query.get('fl') ?? defaults.join(',')).split(','), key);
}

function asJson(groups: Group[], fields: string[], key: string | null): string {
  const lines = groups.map(({ first, count, last }) =>
    fields.map((field) =>
      field === 'groupcount' ? String(count) : field === 'endtimestamp' ? last : (first[field] ?? '-'),
    ),
  );
  return JSON.stringify([fields, ...lines, ...(key === null ? [] : [[], [key]])]);
}

/** Returns the response body of a pywb index: one object per line; null if no row matches. */
export function answerPywb(rows: readonly WorldRow[], query: URLSearchParams, file: string): string | null {
  let found = matching(rows, query.get('url') ?? '', query.get('matchType') ?? 'exact').filter((row) =>
    inWindow(row, query.get('from'), query.get('to')),
  );
  if (query.get('sort') === 'reverse') found = found.toReversed();
  const closest = query.get('closest');
  if (query.get('sort') === 'closest' && closest !== null) {
    const distance = ({ timestamp }: WorldRow) => Math.abs(Number(timestamp) - Number(closest));
    found = found.toSorted((one, other) => distance(one) - distance(other));
  }
  found = found.slice(0, Number(query.get('limit') ?? found.length));
  if (found.length === 0) return null;
  return found
    .map(({ urlkey, timestamp, original, mimetype, statuscode, digest, length, offset, capture }) =>
      JSON.stringify({
        urlkey,
        timestamp,
        url: original,
        mime: mimetype,
        status: statuscode,
        digest,
        length,
        offset: String(offset),
        filename: file,
        ...(capture.truncated && { truncated: capture.truncated }),
      }),
    )
    .join('\n');
}
