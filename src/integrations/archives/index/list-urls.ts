import type {
  ArchiveAccessError,
  ArchiveCallOptions,
  ArchivedUrl,
  UrlListResult,
  UrlQuery,
} from '../archive.ts';
import type { QueryIndex } from './index-client.ts';
import { type IndexRow, parseIndexRow } from './index-rows.ts';
import { completeTimestamp } from './timestamps.ts';
import { createUrlKey, withoutDefaultPort } from './url-key.ts';

/** One row per URL, with counters that the server adds if it supports them. */
const fields = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'endtimestamp', 'groupcount'];
const groupSize = 5_000;
const timeoutMs = 90_000;
const path = '/cdx/search/cdx';
/** Maximum number of groups of one listing. */
const maxGroups = 40;

type Parameters = Array<readonly [string, string]>;

function parseUrlRow(row: IndexRow): ArchivedUrl[] {
  const facts = parseIndexRow(row);
  if (facts === null) return [];
  const url = withoutDefaultPort(facts.original);
  const urlKey = facts.urlKey ?? createUrlKey(url);
  if (urlKey === null) return [];
  const count = Number(row.groupcount ?? Number.NaN);
  return [
    {
      urlKey,
      url,
      firstSeen: facts.timestamp,
      lastSeen: completeTimestamp(row.endtimestamp ?? '') ?? facts.timestamp,
      captures: Number.isInteger(count) && count > 0 ? count : null,
      statusCode: facts.statusCode,
      mime: facts.mime,
    },
  ];
}

function createParameters({ url, match, from, until, mimes }: UrlQuery): Parameters {
  return [
    ['url', url],
    ['matchType', match],
    ['output', 'json'],
    ['fl', fields.join(',')],
    ['collapse', 'urlkey'],
    // Errors are not listed; revisits have no status and stay.
    ['filter', '!statuscode:[45]..'],
    ...(mimes === null ? [] : [['filter', `mimetype:(${mimes}|warc/revisit|unk|-)`] as const]),
    ...(from === null ? [] : [['from', from] as const]),
    ...(until === null ? [] : [['to', until] as const]),
    ['limit', String(groupSize)],
    ['showResumeKey', 'true'],
  ];
}

/** Returns the resume key after a row, in the form that the server writes. */
function createResumeKey({ urlKey, lastSeen }: ArchivedUrl): string {
  return encodeURIComponent(`${urlKey} ${lastSeen}!`.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll('!', '%21');
}

/**
 * Lists URLs group by group. A server that stops at its own limit returns no resume key, like one that has reached
 * the end. It is therefore queried once more from its last row, and has reached the end only if no row follows.
 */
export async function listUrls(
  queryIndex: QueryIndex,
  query: UrlQuery,
  visit: (addresses: ArchivedUrl[]) => boolean,
  callOptions: ArchiveCallOptions,
): Promise<UrlListResult | ArchiveAccessError> {
  const parameters = createParameters(query);
  let ageSeconds = 0;
  let key: string | null = null;
  let last: ArchivedUrl | null = null;
  for (let groups = 0; groups < maxGroups; groups += 1) {
    const groupParameters: Parameters = key === null ? parameters : [...parameters, ['resumeKey', key]];
    const answer = await queryIndex({ path, parameters: groupParameters, fields, timeoutMs }, callOptions);
    if (answer.kind === 'fault') {
      return last === null ? answer : { kind: 'addresses', isComplete: false, stoppedBy: answer, ageSeconds };
    }
    ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
    const rows = answer.rows.flatMap(parseUrlRow);
    const newUrls: ArchivedUrl[] =
      last === null ? rows : rows.filter((row) => row.urlKey > (last as ArchivedUrl).urlKey);
    if (newUrls.length > 0 && !visit(newUrls)) {
      return { kind: 'addresses', isComplete: false, stoppedBy: 'visitor', ageSeconds };
    }
    const isAtEnd = newUrls.length === 0 || (query.match === 'exact' && answer.resumeKey === null);
    if (isAtEnd && (answer.resumeKey === null || answer.resumeKey === key)) {
      return { kind: 'addresses', isComplete: true, stoppedBy: null, ageSeconds };
    }
    last = newUrls.at(-1) ?? last;
    key = answer.resumeKey ?? (last === null ? null : createResumeKey(last));
    if (key === null) return { kind: 'addresses', isComplete: true, stoppedBy: null, ageSeconds };
  }
  return { kind: 'addresses', isComplete: false, stoppedBy: 'archive', ageSeconds };
}
