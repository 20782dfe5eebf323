import type { AddressList, AddressQuery, ArchivedAddress, ArchiveFault, ArchiveOrder } from './archive.ts';
import type { AskIndex } from './index-questions.ts';
import { factsOf, type IndexRow } from './index-rows.ts';
import { wholeTimestamp } from './timestamps.ts';
import { urlKeyOf, withoutDefaultPort } from './url-key.ts';

/** One row an address, with counters that the server adds where it knows them. */
const fields = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'endtimestamp', 'groupcount'];
const group = 5_000;
const withinMs = 90_000;
const path = '/cdx/search/cdx';
/** Groups of one listing at most. */
const mostGroups = 40;

type Parameters = Array<readonly [string, string]>;

function addressOf(row: IndexRow): ArchivedAddress[] {
  const facts = factsOf(row);
  if (facts === null) return [];
  const url = withoutDefaultPort(facts.original);
  const urlKey = facts.urlKey ?? urlKeyOf(url);
  if (urlKey === null) return [];
  const count = Number(row.groupcount ?? Number.NaN);
  return [
    {
      urlKey,
      url,
      firstSeen: facts.timestamp,
      lastSeen: wholeTimestamp(row.endtimestamp ?? '') ?? facts.timestamp,
      captures: Number.isInteger(count) && count > 0 ? count : null,
      statusCode: facts.statusCode,
      mime: facts.mime,
    },
  ];
}

function parametersOf({ url, match, from, until, mimes }: AddressQuery): Parameters {
  return [
    ['url', url],
    ['matchType', match],
    ['output', 'json'],
    ['fl', fields.join(',')],
    ['collapse', 'urlkey'],
    // Errors are no addresses; revisits have no status and stay.
    ['filter', '!statuscode:[45]..'],
    ...(mimes === null ? [] : [['filter', `mimetype:(${mimes}|warc/revisit|unk|-)`] as const]),
    ...(from === null ? [] : [['from', from] as const]),
    ...(until === null ? [] : [['to', until] as const]),
    ['limit', String(group)],
    ['showResumeKey', 'true'],
  ];
}

/** The key that goes on after a row, as the server itself writes it. */
function keyAfter({ urlKey, lastSeen }: ArchivedAddress): string {
  return encodeURIComponent(`${urlKey} ${lastSeen}!`).replaceAll('%20', '+').replaceAll('!', '%21');
}

/**
 * Lists addresses group by group. A server that stops at its own ceiling gives no key to go on by, just as one that is at
 * the end: it is asked once more from its last row on, and is at the end only when nothing comes.
 */
export async function listAddresses(
  ask: AskIndex,
  query: AddressQuery,
  visit: (addresses: ArchivedAddress[]) => boolean,
  order: ArchiveOrder,
): Promise<AddressList | ArchiveFault> {
  const parameters = parametersOf(query);
  let ageSeconds = 0;
  let key: string | null = null;
  let last: ArchivedAddress | null = null;
  for (let groups = 0; groups < mostGroups; groups += 1) {
    const going: Parameters = key === null ? parameters : [...parameters, ['resumeKey', key]];
    const answer = await ask({ path, parameters: going, fields, withinMs }, order);
    if (answer.kind === 'fault') {
      return last === null ? answer : { kind: 'addresses', isComplete: false, cutBy: answer, ageSeconds };
    }
    ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
    const rows = answer.rows.flatMap(addressOf);
    const fresh: ArchivedAddress[] =
      last === null ? rows : rows.filter((row) => row.urlKey > (last as ArchivedAddress).urlKey);
    if (fresh.length > 0 && !visit(fresh)) {
      return { kind: 'addresses', isComplete: false, cutBy: 'visitor', ageSeconds };
    }
    const isAtEnd = fresh.length === 0 || (query.match === 'exact' && answer.resumeKey === null);
    if (isAtEnd && (answer.resumeKey === null || answer.resumeKey === key)) {
      return { kind: 'addresses', isComplete: true, cutBy: null, ageSeconds };
    }
    last = fresh.at(-1) ?? last;
    key = answer.resumeKey ?? (last === null ? null : keyAfter(last));
    if (key === null) return { kind: 'addresses', isComplete: true, cutBy: null, ageSeconds };
  }
  return { kind: 'addresses', isComplete: false, cutBy: 'archive', ageSeconds };
}
