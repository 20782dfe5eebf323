import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerIndex, answerPywb, type IndexHabits, matching } from './archive-index.ts';
import { type WorldCapture, type WorldRow, type WorldWarc, writeWarc } from './warc-files.ts';

/** Fault that an archive can simulate. */
export type ArchiveFaultName =
  | 'too_many'
  | 'too_many_for_a_second'
  | 'unavailable'
  | 'gateway'
  | 'hang'
  | 'slow'
  | 'reset'
  | 'half'
  | 'excluded'
  | 'excluded_page'
  | 'html'
  | 'elsewhere'
  | 'loop'
  | 'double_encoding'
  | 'range_ignored'
  | 'junk_rows';

/** Two loopback archives over one WARC file: one behaves like the Wayback Machine, one like Common Crawl. */
export interface ArchiveWorld {
  /**
   * `http://ADDRESS:PORT` of the Wayback Machine; a pywb collection is at `/coll`, a Memento archive at `/memento`.
   */
  readonly wayback: string;
  readonly commonCrawl: string;
  /** Settings of a service that uses the archives. */
  readonly environment: Record<string, string>;
  /** Makes the next `times` requests whose path matches fail. */
  fail(path: RegExp, fault: ArchiveFaultName, times?: number): void;
  /** Removes all faults. */
  heal(): void;
  /** Returns the paths and queries requested from both archives since the last reset. */
  requested(path?: RegExp): string[];
  /** Returns the maximum number of pages served concurrently since the last reset. */
  maxConcurrency(): number;
  reset(): void;
  /** Rows of the index. */
  readonly rows: readonly WorldRow[];
  close(): Promise<void>;
}

const crawlFile = 'crawl-data/CC-MAIN-2020-05/segments/1/warc/world.warc.gz';
const crawl = {
  id: 'CC-MAIN-2020-05',
  name: 'World',
  'cdx-api': 'http://world/CC-MAIN-2020-05-index',
  from: '1996-01-01T00:00:00',
  to: '2026-10-01T00:00:00',
};
const exclusion = 'org.archive.util.url.AdministrativeAccessControlException: Blocked Site Error';
const delayed = 60_000;
const slowMs = 100;

/** Returns the percent-decoded text; unchanged if the encoding is invalid, as archives do. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function httpDate(timestamp: string): string {
  return new Date(timestamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')).toUTCString();
}

function distance(one: string, other: string): number {
  return Math.abs(Date.parse(httpDate(one)) - Date.parse(httpDate(other)));
}

/** Starts both archives over these captures, or over a WARC file and its index. */
export async function startArchiveWorld(
  captures: readonly WorldCapture[] | WorldWarc,
  habits: IndexHabits = {},
): Promise<ArchiveWorld> {
  const { file, rows } = 'file' in captures ? captures : await writeWarc(captures);
  const requested: string[] = [];
  let faults: Array<{ path: RegExp; fault: ArchiveFaultName; left: number }> = [];
  const hanging = new Set<ServerResponse>();
  let playing = 0;
  let maxPlaying = 0;

  function send(
    response: ServerResponse,
    status: number,
    body: string | Uint8Array,
    headers: Record<string, string | string[]> = {},
  ): ServerResponse {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
    return response.end(body);
  }

  function index(response: ServerResponse, query: URLSearchParams, hasJunk: boolean): ServerResponse {
    const body = answerIndex(rows, query, habits);
    if (!hasJunk) return send(response, 200, body, { 'content-type': 'application/json' });
    const [names = [], ...lines] = JSON.parse(body) as string[][];
    const bad = (timestamp: string, original: string) =>
      names.map(
        (name) =>
          ({
            timestamp,
            original,
            urlkey: 'junk)/',
            mimetype: 'text/html',
            statuscode: '200',
            digest: 'X',
            length: '-',
          })[name] ?? '-',
      );
    const junk = [
      bad('20191399', 'http://a.example/'),
      bad('20200101', 'mailto:someone@a.example'),
      bad('nonsense', 'http://a.example/'),
      ['too short'],
    ];
    return send(response, 200, JSON.stringify([names, ...junk, ...lines]), {
      'content-type': 'application/json',
    });
  }

  /** Returns the row that holds the body; the body of a revisit is in another record. */
  function stored(row: WorldRow): WorldRow | undefined {
    return row.capture.isRevisit
      ? rows.find((one) => one.digest === row.digest && !one.capture.isRevisit)
      : row;
  }

  function play(
    response: ServerResponse,
    base: string,
    timestamp: string,
    target: string,
    isDoubled: boolean,
  ): ServerResponse {
    const found = matching(rows, target, 'exact');
    const row = found.toSorted(
      (one, other) => distance(one.timestamp, timestamp) - distance(other.timestamp, timestamp),
    )[0];
    if (row === undefined) return send(response, 404, 'The Wayback Machine has not archived that URL.');
    if (row.timestamp !== timestamp) {
      return send(response, 302, '', {
        location: `${base}/${row.timestamp}id_/${row.original}`,
        'x-archive-redirect-reason': `found capture at ${row.timestamp}`,
      });
    }
    const source = stored(row);
    if (source === undefined) return send(response, 404, 'Resource not in archive');
    const { status = 200, headers = {}, body = '' } = source.capture;
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`x-archive-orig-${name.toLowerCase()}`, value]),
    );
    const { location, ...rest } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return send(response, status, body, {
      ...own,
      'content-type': rest['content-type'] ?? 'text/html; charset=utf-8',
      ...(location !== undefined && {
        location: `${base}/${row.timestamp}id_/${new URL(location, row.original).href}`,
      }),
      ...(isDoubled
        ? { 'content-encoding': ['', 'gzip'] }
        : rest['content-encoding'] && { 'content-encoding': rest['content-encoding'] }),
      ...(source.capture.truncated && { 'x-archive-orig-warc-truncated': source.capture.truncated }),
      'memento-datetime': httpDate(row.timestamp),
      link: `<${row.original}>; rel="original", <${base}/timemap/link/${row.original}>; rel="timemap"; type="application/link-format"`,
    });
  }

  function timeMap(response: ServerResponse, base: string, target: string): ServerResponse {
    const found = matching(rows, target, 'exact');
    const lines = found.map(({ timestamp, original }, at) => {
      const rel = [at === 0 && 'first', at === found.length - 1 && 'last', 'memento']
        .filter(Boolean)
        .join(' ');
      return `<${base}/${timestamp}/${original}>; rel="${rel}"; datetime="${httpDate(timestamp)}"`;
    });
    return send(
      response,
      200,
      [
        `<${target}>; rel="original"`,
        `<${base}/timemap/link/${target}>; rel="self"; type="application/link-format"`,
        ...lines,
      ].join(',\n'),
      {
        'content-type': 'application/link-format',
      },
    );
  }

  function record(request: IncomingMessage, response: ServerResponse, isIgnored: boolean): ServerResponse {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (range === null || isIgnored)
      return send(response, 200, file, { 'content-type': 'application/octet-stream' });
    const [from, to] = [Number(range[1]), Number(range[2])];
    return send(response, 206, file.subarray(from, to + 1), {
      'content-range': `bytes ${from}-${to}/${file.length}`,
    });
  }

  function misbehave(fault: ArchiveFaultName, response: ServerResponse): boolean {
    const html = '<!DOCTYPE html><html><title>Busy</title><h1>Something else</h1></html>';
    const page = { 'content-type': 'text/html' };
    if (fault === 'too_many') send(response, 429, html, page);
    else if (fault === 'too_many_for_a_second') send(response, 429, html, { ...page, 'retry-after': '1' });
    else if (fault === 'unavailable') send(response, 503, html, page);
    else if (fault === 'gateway') send(response, 504, html, page);
    else if (fault === 'hang') {
      hanging.add(response);
      setTimeout(() => response.destroy(), delayed).unref();
    } else if (fault === 'reset') response.socket?.resetAndDestroy();
    else if (fault === 'half') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '10000' });
      response.write('<html><body>only the beginning');
      setTimeout(() => response.destroy(), 20);
    } else if (fault === 'excluded')
      send(response, 403, exclusion, { 'x-archive-wayback-runtime-error': exclusion });
    else if (fault === 'excluded_page')
      send(
        response,
        200,
        '<html><p>Sorry. This URL has been excluded from the Wayback Machine.</p></html>',
        page,
      );
    else if (fault === 'html') send(response, 200, html, page);
    else return false;
    return true;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    requested.push(path);
    const planned = faults.find((one) => one.left > 0 && one.path.test(path));
    if (planned !== undefined) planned.left -= 1;
    const fault = planned?.fault ?? null;
    if (path.startsWith('/web/')) {
      playing += 1;
      maxPlaying = Math.max(maxPlaying, playing);
      response.once('close', () => {
        playing -= 1;
      });
    }
    if (fault === 'slow') setTimeout(() => route(request, response, path, fault), slowMs);
    else if (fault === null || !misbehave(fault, response)) route(request, response, path, fault);
  }

  function route(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    fault: ArchiveFaultName | null,
  ): ServerResponse {
    const url = new URL(path, 'http://world');
    const rest = (prefix: string) => decoded(path.slice(prefix.length));
    const replayed = /^(\/web|\/coll|\/memento)\/(\d{14})(?:[a-z]{2}_)?\/(.+)$/.exec(decoded(path));
    if (replayed !== null) {
      const [, base = '', timestamp = '', target = ''] = replayed;
      if (fault === 'elsewhere')
        return send(response, 302, '', { location: `${base}/19990101000000id_/${target}` });
      if (fault === 'loop') return send(response, 302, '', { location: path });
      return play(response, base, timestamp, target, fault === 'double_encoding');
    }
    if (url.pathname === '/cdx/search/cdx') return index(response, url.searchParams, fault === 'junk_rows');
    if (url.pathname === '/collinfo.json')
      return send(response, 200, JSON.stringify([crawl]), { 'content-type': 'application/json' });
    if (url.pathname === `/${crawl.id}-index` || url.pathname === '/coll/cdx') {
      const body = answerPywb(rows, url.searchParams, crawlFile);
      return body === null
        ? send(response, 404, JSON.stringify({ message: 'No Captures found for: it' }))
        : send(response, 200, body);
    }
    if (url.pathname === `/${crawlFile}`) return record(request, response, fault === 'range_ignored');
    if (path.startsWith('/memento/timegate/')) {
      const target = rest('/memento/timegate/');
      const link = `<${target}>; rel="original", <${`/memento/timemap/link/${target}`}>; rel="timemap"; type="application/link-format"`;
      if (matching(rows, target, 'exact').length === 0) return send(response, 404, 'never archived');
      return send(response, 200, '', { vary: 'accept-datetime', link });
    }
    if (path.startsWith('/memento/timemap/link/'))
      return timeMap(response, '/memento', rest('/memento/timemap/link/'));
    return send(response, 404, 'nothing here');
  }

  const servers = [createServer(answer), createServer(answer)];
  const [wayback, commonCrawl] = (await Promise.all(servers.map(originOf))) as [string, string];
  return {
    wayback,
    commonCrawl,
    environment: {
      WEBDATA_WAYBACK_URL: wayback,
      WEBDATA_COMMONCRAWL_INDEX_URL: commonCrawl,
      WEBDATA_COMMONCRAWL_DATA_URL: commonCrawl,
      WEBDATA_ARCHIVES: `national=pywb+${wayback}/coll,plain=memento+${wayback}/memento`,
    },
    rows,
    fail: (path, fault, times = Number.POSITIVE_INFINITY) => void faults.push({ path, fault, left: times }),
    heal() {
      faults = [];
    },
    requested: (path) => requested.filter((one) => path === undefined || path.test(one)),
    maxConcurrency: () => maxPlaying,
    reset() {
      requested.splice(0);
      maxPlaying = 0;
    },
    async close() {
      for (const response of hanging) response.destroy();
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, 'close');
          server.close();
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

async function originOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
