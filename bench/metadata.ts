// npm run bench -- metadata [FOLDER]: title, author and date in the metadata of pages, beside Trafilatura, Defuddle and
// Readability on the same pages by the same scorer. FOLDER holds the unpacked archives `metadata` and `pages` of the
// samples. `revision=PATH` reads the pages with another checkout, for its figures beside; `alone` leaves the libraries out;
// `set=NAME` reads the pages of one set.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageMetadata } from '../src/domain/pages/page.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { metadataPages } from './metadata/metadata-pages.ts';
import { type PeerReadings, readWithPeers } from './metadata/read-with-peers.ts';
import { figuresOf } from './metadata/score-metadata.ts';
import { pageJob } from './quality/page-job.ts';
import { report } from './report.ts';

type Reader = typeof import('../src/page/read/read-html.ts');
type Describer = Partial<typeof import('../src/extract/describe-page.ts')>;

const folder = process.argv[3] ?? '/tmp';
const option = (name: string) =>
  process.argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
const other = option('revision');
const onlySet = option('set');
const root =
  other === undefined ? new URL('../', import.meta.url).href : `${pathToFileURL(path.resolve(other)).href}/`;
const { readHtml }: Reader = await import(`${root}src/page/read/read-html.ts`);
const { describePage: describe }: Describer = await import(`${root}src/extract/describe-page.ts`).catch(
  () => ({}),
);
const own = 'webdata';

function metadataOf(html: string, url: string): PageMetadata {
  return readHtml(html, pageJob(url), describe === undefined ? {} : { describe }).metadata;
}

const pages = metadataPages(folder)
  .filter(({ set }) => onlySet === undefined || set === onlySet)
  .map((page) => ({ ...page, html: decodeText(readFileSync(page.file), 'text/html', true).text }));
const peers: PeerReadings = process.argv.includes('alone')
  ? new Map()
  : await readWithPeers(pages.map(({ file, url, html }) => ({ id: file, url, html })));
const scored = pages.map(({ set, file, url, html, reference }) => ({
  set,
  reference,
  readings: {
    [own]: metadataOf(html, url),
    ...Object.fromEntries([...peers].map(([name, readings]) => [name, readings.get(file) ?? {}])),
  },
}));
await report(
  'metadata',
  [...Map.groupBy(scored, ({ set }) => set)].flatMap(([set, of]) =>
    figuresOf(set, of, own, [...peers.keys()]),
  ),
);
