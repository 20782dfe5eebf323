// npm run bench -- sale [--half seen|unseen] [--verbose]: price, currency and former price of product pages with sale markup,
// without a language model. Rules are developed on the seen half and judged on the unseen half. A service reads the pages
// that a script draws.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openHome } from '../test/service-process.ts';
import {
  type ExpectedPage,
  figuresOf,
  type Half,
  judgePage,
  listMisses,
  readData,
  readExpectedPages,
  requestedHalves,
} from './extract/expected-pages.ts';
import { type Figure, report } from './report.ts';

/** Share of right amounts, in percent. */
const wantedShare = 98;

/** Serves one page to a service, which extracts its data in a browser. */
async function readRendered(pages: readonly ExpectedPage[]): Promise<unknown[]> {
  if (pages.length === 0) return [];
  const server = createServer(({ url }, response) => {
    const page = pages[Number(url?.slice(1))];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page?.html ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const home = await openHome();
  try {
    const service = await home.start();
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const read = async ({ schema }: ExpectedPage, at: number): Promise<unknown> => {
      const body = JSON.stringify({ url: `http://127.0.0.1:${port}/${at}`, schema, render: 'always' });
      const answer = await fetch(`${service.url}/v1/extract`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`/v1/extract answered ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: unknown }).data;
    };
    return await Promise.all(pages.map(read));
  } finally {
    server.close();
    await home.close();
  }
}

async function readHalf(half: Half): Promise<Figure[]> {
  const pages = readExpectedPages('sale', half);
  const drawn = pages.filter(({ needsBrowser }) => needsBrowser);
  const rendered = await readRendered(drawn);
  const judgements = pages.flatMap((page) =>
    judgePage(page, page.needsBrowser ? rendered[drawn.indexOf(page)] : readData(page)),
  );
  if (process.argv.includes('--verbose')) listMisses(half, judgements);
  const amounts = judgements.filter(({ pointer }) => pointer !== '/currency');
  return [
    ...figuresOf(`${half}, price and list price`, amounts, wantedShare),
    ...figuresOf(
      `${half}, currency`,
      judgements.filter(({ pointer }) => pointer === '/currency'),
    ),
  ];
}

const figures: Figure[] = [];
for (const half of requestedHalves()) figures.push(...(await readHalf(half)));
await report('sale', figures);
