// npm run bench -- learning: what pages of a site without known values teach through `POST /v1/extract` with `learn: true`.
// Every site of the sample has an address of its own for each round, so that no round knows the layouts of another one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Home, openHome } from '../test/service-process.ts';
import { isAlike } from './extract/compare.ts';
import { type KnownPage, swdePages, withSample } from './extract/samples.ts';
import { withoutLabels } from './extract/unlabelled.ts';
import { schemaOf } from './extract/zero-shot.ts';
import { type Figure, report } from './report.ts';

/** Numbers of pages that teach, with the F1 scores that the project aims at. */
const rounds = [
  { taught: 0 },
  { taught: 1, wanted: 93 },
  { taught: 2, wanted: 96 },
  { taught: 5, wanted: 98 },
] as const;
const concurrency = 4;

interface Tally {
  given: number;
  right: number;
  wanted: number;
}

type Extract = (url: string, fields: readonly string[], learn: boolean) => Promise<Record<string, unknown>>;

async function openService(home: Home): Promise<Extract> {
  const service = await home.start();
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  return async (url, fields, learn) => {
    const body = JSON.stringify({ url, schema: schemaOf(fields), learn, render: 'never' });
    const answer = await fetch(`${service.url}/v1/extract`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`/v1/extract answered ${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return data;
  };
}

/** Serves pages by the address and path of their requests. */
async function servePages(pages: ReadonlyMap<string, string>): Promise<{ port: number; stop(): void }> {
  const server = createServer(({ headers, url }, response) => {
    const page = pages.get(`${headers.host?.split(':', 1)[0]}${url}`);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

function count(tally: Tally, value: unknown, wanted: readonly string[] | undefined): void {
  if (wanted !== undefined) tally.wanted++;
  if (value === null || value === undefined) return;
  tally.given++;
  if (wanted !== undefined && [...wanted, wanted.join(', ')].some((one) => isAlike(value, one)))
    tally.right++;
}

function f1Of({ given, right, wanted }: Tally): number {
  return (200 * right) / Math.max(1, given + wanted);
}

/** Reads every site in turn: the first pages teach, the others are judged and teach nothing. */
async function readSites(
  extract: Extract,
  sites: readonly (readonly KnownPage[])[],
  urlOf: (site: number, page: number) => string,
  taught: number,
): Promise<Tally> {
  const tally: Tally = { given: 0, right: 0, wanted: 0 };
  const waiting = [...sites.keys()];
  async function work(): Promise<void> {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
      const pages = sites[site] ?? [];
      const fields = [...new Set(pages.flatMap(({ values }) => Object.keys(values)))];
      for (const [at, page] of pages.entries()) {
        const data = await extract(urlOf(site, at), fields, at < taught);
        if (at >= taught) for (const field of fields) count(tally, data[field], page.values[field]);
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return tally;
}

const sites =
  withSample('swde', (folder) => [
    ...Map.groupBy(swdePages(folder), ({ kind, site }) => `${kind}-${site}`).values(),
  ]) ?? [];
const served = new Map<string, string>();
const home = await openHome();
const figures: Figure[] = [];
const site = await servePages(served);
try {
  const extract = await openService(home);
  for (const [variant, hidesLabels] of [false, true].entries()) {
    for (const [round, { taught, ...goal }] of rounds.entries()) {
      const addressOf = (at: number): string => `127.${2 + variant}.${1 + round}.${1 + at}`;
      for (const [at, pages] of sites.entries())
        for (const [index, { html }] of pages.entries())
          served.set(
            `${addressOf(at)}/${index}`,
            hidesLabels && index >= taught ? withoutLabels(html) : html,
          );
      const urlOf = (at: number, page: number): string => `http://${addressOf(at)}:${site.port}/${page}`;
      const tally = await readSites(extract, sites, urlOf, taught);
      const name = hidesLabels ? 'without the labels of the tested pages' : 'pages as they are';
      figures.push({
        name: `${name}, after ${taught} pages, lenient F1`,
        value: f1Of(tally),
        unit: '%',
        ...('wanted' in goal && !hidesLabels && { wanted: { atLeast: goal.wanted } }),
      });
    }
  }
} finally {
  site.stop();
  await home.close();
}
await report('learning', figures);
