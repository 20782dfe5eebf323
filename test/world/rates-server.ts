import { createHash } from 'node:crypto';
import { type LoopbackServer, type Route, startLoopbackServer } from './loopback-server.ts';

/** Fault of the rate file. */
export type RatesTrouble =
  | 'none'
  | 'server'
  | 'html'
  | 'cut'
  | 'empty'
  | 'future'
  | 'huge'
  | 'redirect'
  | 'hang';

/** The ECB's rate files on a loopback address, with conditional requests. */
export interface RatesServer {
  /** Base URL of the files. */
  url: string;
  server: LoopbackServer;
  /** Sets the file of the last 90 days: the rates by day. */
  publishHistory(days: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  /** Publishes the rates of a day (`YYYY-MM-DD`): units of each currency for one euro. */
  publish(date: string, perEuro: Readonly<Record<string, string>>): void;
  behave(trouble: RatesTrouble): void;
  /** Number of complete responses and of 304 responses. */
  readonly answered: { whole: number; unchanged: number };
  close(): Promise<void>;
}

type Days = Readonly<Record<string, Readonly<Record<string, string>>>>;

function fileOf(days: Days): string {
  const cubes = Object.entries(days).map(([date, perEuro]) => {
    const rows = Object.entries(perEuro).map(
      ([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`,
    );
    return `\t\t<Cube time='${date}'>\n${rows.join('\n')}\n\t\t</Cube>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '\t<gesmes:subject>Reference rates</gesmes:subject>',
    '\t<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>',
    `\t<Cube>\n${cubes.join('\n')}\n\t</Cube>`,
    '</gesmes:Envelope>\n',
  ].join('\n');
}

/** Starts the server on an address that callers may not request. */
export async function startRatesServer(
  date = '2026-11-20',
  perEuro: Readonly<Record<string, string>> = defaultRates,
): Promise<RatesServer> {
  let file = fileOf({ [date]: perEuro });
  let history: string | null = null;
  let trouble: RatesTrouble = 'none';
  const answered = { whole: 0, unchanged: 0 };

  const troubled: Record<Exclude<RatesTrouble, 'none'>, Route> = {
    server: { status: 503, body: 'later' },
    html: { body: '<!DOCTYPE html><title>Maintenance</title><p>We will be back.</p>' },
    cut: () => ({ headers: { 'content-type': 'text/xml' }, body: file.slice(0, file.length / 2) }),
    empty: { headers: { 'content-type': 'text/xml' }, body: '<Envelope><Cube></Cube></Envelope>' },
    future: () => ({
      headers: { 'content-type': 'text/xml' },
      body: file.replace(/time='\d{4}/, "time='2099"),
    }),
    huge: { headers: { 'content-type': 'text/xml' }, body: `<x>${'y'.repeat(2_000_000)}</x>` },
    redirect: { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } },
    hang: { delayMs: 600_000, body: '' },
  };

  const daily: Route = (request, url, count, body) => {
    if (trouble !== 'none') {
      const route = troubled[trouble];
      return typeof route === 'function' ? route(request, url, count, body) : route;
    }
    const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) {
      answered.unchanged += 1;
      return { status: 304, headers: { etag } };
    }
    answered.whole += 1;
    return { headers: { 'content-type': 'text/xml', etag }, body: file };
  };

  const server = await startLoopbackServer(
    '127.0.0.15',
    () =>
      new Map<string, Route>([
        ['/stats/eurofxref-daily.xml', daily],
        [
          '/stats/eurofxref-hist-90d.xml',
          () =>
            history === null
              ? { status: 404, body: 'no history' }
              : { headers: { 'content-type': 'text/xml' }, body: history },
        ],
      ]),
  );
  return {
    url: server.url('/stats'),
    server,
    publish(day, rates) {
      file = fileOf({ [day]: rates });
    },
    publishHistory(days) {
      history = fileOf(days);
    },
    behave(next) {
      trouble = next;
    },
    answered,
    close: () => server.close(),
  };
}

/** Rates of the test world; not those of a real day. */
export const defaultRates: Readonly<Record<string, string>> = {
  USD: '1.1512',
  JPY: '178.41',
  GBP: '0.88000',
  CHF: '0.9300',
  SEK: '11.0500',
  CAD: '1.6000',
};
