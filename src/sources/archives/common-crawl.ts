import {
  type AddressList,
  type AddressQuery,
  type Archive,
  type ArchivedAddress,
  type ArchivedResponse,
  type ArchiveFault,
  type ArchiveOrder,
  archiveFault,
  type Capture,
  type CaptureList,
  type CaptureQuery,
} from './archive.ts';
import type { ArchiveHost } from './archive-host.ts';
import {
  type CrawlIndex,
  crawlsForAddresses,
  crawlsNear,
  crawlsWithin,
  readCrawlList,
} from './crawl-list.ts';
import type { AnsweredRows, AskIndex } from './index-questions.ts';
import { factsOf, type IndexRow, resolveRevisits } from './index-rows.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { pickCaptures } from './pick-captures.ts';
import { instantOf } from './timestamps.ts';
import { urlKeyOf } from './url-key.ts';
import { readRecord, recordedResponse } from './warc/read-record.ts';

/** What Common Crawl's client is made of. */
export interface CommonCrawlOptions {
  name: string;
  title: string;
  index: ArchiveHost;
  data: ArchiveHost;
  ask: AskIndex;
  kept: KeptAnswers;
  maxBytes: number;
}

const dayMs = 24 * 3_600_000;
const indexWithinMs = 45_000;
const recordWithinMs = 60_000;
/** Indexes asked for one question: there is no query over all, and the server is slow. */
const fewCrawls = 3;
/** Indexes asked for a listing of addresses. */
const mostCrawls = 6;
/** Rows of one index. */
const mostRows = 15_000;
/** Largest packed record. */
const mostRecordBytes = 24 * 1024 * 1024;

/** Common Crawl: a monthly index each, and records cut out of files by range. */
export function createCommonCrawl(options: CommonCrawlOptions): Archive {
  const { name, title, index, data, ask, kept, maxBytes } = options;
  const dataBase = data.base.href.replace(/\/+$/, '');

  async function crawls(order: ArchiveOrder): Promise<CrawlIndex[] | ArchiveFault> {
    const known = await kept.findAnswer<unknown>(name, [index.base.href, 'collinfo']);
    const list = known === null ? null : readCrawlList(known.value);
    if (list !== null) return list;
    const answer = await index.ask(
      { service: 'index', path: '/collinfo.json', maxBytes: 2_000_000, withinMs: indexWithinMs },
      order,
    );
    if (answer.kind === 'fault') return answer;
    const value = parsed(answer.bytes.toString('utf8'));
    const read = answer.statusCode === 200 ? readCrawlList(value) : null;
    if (read === null) return archiveFault('unreadable', `${title} does not list its crawls`);
    await kept.keepAnswer(name, [index.base.href, 'collinfo'], value, dayMs);
    return read;
  }

  function captureOf(row: IndexRow): Capture[] {
    const facts = factsOf(row);
    const [offset, length] = [Number(row.offset), Number(row.length)];
    const file = row.filename;
    if (facts === null || file === undefined || !/^[\w./=+-]{1,500}$/.test(file) || file.includes('..'))
      return [];
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || length <= 0 || offset < 0)
      return [];
    const { urlKey: _key, timestamp, ...rest } = facts;
    return [
      {
        source: name,
        timestamp,
        at: instantOf(timestamp),
        ...rest,
        truncated: row.truncated && row.truncated !== '-' ? row.truncated : null,
        archiveUrl: `${dataBase}/${file}#bytes=${offset}-${offset + length - 1}`,
        record: { file, offset, length },
      },
    ];
  }

  function askCrawl(
    crawl: CrawlIndex,
    query: { url: string; from: string | null; until: string | null },
    more: ReadonlyArray<readonly [string, string]>,
    order: ArchiveOrder,
  ): Promise<AnsweredRows | ArchiveFault> {
    const parameters = [
      ['url', query.url] as const,
      ['output', 'json'] as const,
      ...(query.from === null ? [] : [['from', query.from] as const]),
      ...(query.until === null ? [] : [['to', query.until] as const]),
      ...more,
    ];
    return ask({ path: crawl.path, parameters, withinMs: indexWithinMs }, order);
  }

  function chosen(list: CrawlIndex[], { order, from, until, limit }: CaptureQuery): CrawlIndex[] {
    if (typeof order === 'object') return crawlsNear(list, instantOf(order.closest), fewCrawls);
    const inside = crawlsWithin(list, from, until, list.length);
    // A few captures are wanted from one end, or as many as there are from everywhere.
    if (limit > 100) return crawlsWithin(inside, from, until, fewCrawls);
    return order === 'newest' ? inside.slice(0, fewCrawls) : inside.slice(-fewCrawls).reverse();
  }

  async function captures(query: CaptureQuery, order: ArchiveOrder): Promise<CaptureList | ArchiveFault> {
    const list = await crawls(order);
    if ('kind' in list) return list;
    const found: Capture[] = [];
    let ageSeconds = 0;
    let fault: ArchiveFault | null = null;
    const asked = chosen(list, query);
    for (const crawl of asked) {
      const answer = await askCrawl(crawl, query, [['limit', String(mostRows)]], order);
      if (answer.kind === 'fault') {
        fault = answer;
        break;
      }
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      found.push(...answer.rows.flatMap(captureOf));
    }
    if (found.length === 0 && fault !== null) return fault;
    const sorted = found.toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
    const resolved = resolveRevisits(sorted.map((one) => ({ ...one, urlKey: null }))).map(
      ({ urlKey: _, ...one }) => one,
    );
    const picked = pickCaptures(resolved, query);
    const within = crawlsWithin(list, query.from, query.until, list.length);
    return {
      kind: 'captures',
      captures: picked,
      isComplete:
        fault === null && within.every((crawl) => asked.includes(crawl)) && picked.length < query.limit,
      ageSeconds,
    };
  }

  async function read(
    capture: Capture,
    order: ArchiveOrder,
    hops = 0,
  ): Promise<ArchivedResponse | ArchiveFault> {
    const known = await kept.findCapture(capture);
    if (known !== null) return known;
    const { record: place } = capture;
    if (place === undefined) return archiveFault('unplayable', `${title} does not say where this copy lies`);
    if (place.length > mostRecordBytes) return archiveFault('too_large', 'the copy is larger than is taken');
    const answer = await data.ask(
      {
        service: 'replay',
        path: `/${place.file}`,
        headers: { range: `bytes=${place.offset}-${place.offset + place.length - 1}` },
        maxBytes: place.length,
        withinMs: recordWithinMs,
      },
      order,
    );
    if (answer.kind === 'fault') return answer;
    if (answer.statusCode !== 206) {
      return archiveFault('unplayable', `${title} answered ${answer.statusCode} instead of the record`);
    }
    const read = await recordOf(capture, answer.bytes, order, hops);
    if (read.kind === 'archived') await kept.keepCapture(capture, read);
    return read;
  }

  async function recordOf(
    capture: Capture,
    bytes: Uint8Array,
    order: ArchiveOrder,
    hops: number,
  ): Promise<ArchivedResponse | ArchiveFault> {
    const record = await readRecord(bytes, maxBytes * 2);
    const response = record === null ? null : recordedResponse(record, maxBytes);
    if (response === null || response.kind === 'fault') {
      if (response?.fault === 'too_large')
        return archiveFault('too_large', 'the copy is larger than is taken');
      return archiveFault('unplayable', `${title} has no readable record of this copy`);
    }
    if (response.kind === 'revisit') return revisited(capture, response, order, hops);
    const { statusCode, headers, body, truncated } = response;
    const location = headers.location ?? null;
    return {
      kind: 'archived',
      timestamp: capture.timestamp,
      at: capture.at,
      original: capture.original,
      statusCode,
      headers: withoutFraming(headers),
      body,
      truncated: truncated ?? capture.truncated,
      location: location === null ? null : (URL.parse(location, capture.original)?.href ?? null),
      archiveUrl: capture.archiveUrl,
    };
  }

  /** The capture that holds the bytes of a revisit: by digest first, then where the record says. */
  async function revisited(
    capture: Capture,
    { digest, refersTo }: { digest: string | null; refersTo: { url: string | null; date: string | null } },
    order: ArchiveOrder,
    hops: number,
  ): Promise<ArchivedResponse | ArchiveFault> {
    const nothing = archiveFault(
      'unplayable',
      `${title} has nothing behind this copy but a note that it had not changed`,
    );
    if (hops >= 3) return nothing;
    const listed = await captures(
      {
        url: refersTo.url ?? capture.original,
        from: null,
        until: capture.timestamp,
        statuses: 'any',
        order: 'newest',
        limit: 500,
      },
      order,
    );
    if (listed.kind === 'fault') return listed;
    const wanted = digest ?? capture.digest;
    const date = refersTo.date?.replace(/\D/g, '').slice(0, 14);
    const others = listed.captures.filter(
      (one) => one.record?.offset !== capture.record?.offset || one.record?.file !== capture.record?.file,
    );
    const original =
      others.findLast((one) => !one.isRevisit && one.digest !== null && one.digest === wanted) ??
      others.find((one) => date !== undefined && one.timestamp === date);
    if (original === undefined) return nothing;
    const body = await read(original, order, hops + 1);
    if (body.kind === 'fault') return body;
    return {
      ...body,
      timestamp: capture.timestamp,
      at: capture.at,
      original: capture.original,
      archiveUrl: capture.archiveUrl,
    };
  }

  async function addresses(
    query: AddressQuery,
    visit: (addresses: ArchivedAddress[]) => boolean,
    order: ArchiveOrder,
  ): Promise<AddressList | ArchiveFault> {
    const list = await crawls(order);
    if ('kind' in list) return list;
    const asked = crawlsForAddresses(list, query.from, query.until);
    const few = asked.slice(0, mostCrawls);
    let ageSeconds = 0;
    let wasCut = few.length < crawlsWithin(list, query.from, query.until, list.length).length;
    for (const [at, crawl] of few.entries()) {
      const answer = await askCrawl(
        crawl,
        query,
        [
          ['matchType', query.match],
          ['limit', String(mostRows)],
        ],
        order,
      );
      if (answer.kind === 'fault') {
        return at === 0 ? answer : { kind: 'addresses', isComplete: false, cutBy: answer, ageSeconds };
      }
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      wasCut ||= answer.rows.length >= mostRows;
      if (!visit(answer.rows.flatMap(addressOf)))
        return { kind: 'addresses', isComplete: false, cutBy: 'visitor', ageSeconds };
    }
    return { kind: 'addresses', isComplete: !wasCut, cutBy: wasCut ? 'archive' : null, ageSeconds };
  }

  return { name, captures, read: (capture, order) => read(capture, order), addresses };
}

/** One capture as an address; rows of robots files and of errors are none. */
export function addressOf(row: IndexRow): ArchivedAddress[] {
  const facts = factsOf(row);
  const urlKey = facts === null ? null : (facts.urlKey ?? urlKeyOf(facts.original));
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

const framing = ['content-length', 'transfer-encoding', 'connection', 'content-encoding'];

function withoutFraming(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.includes(name)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
