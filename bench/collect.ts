// npm run bench -- collect [worst]: choice of the list on a page, its record boundaries and field positions, on the
// listings of the test world and on schemas whose words were unknown to the author of the table of words.
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { createColumns } from '../src/listings/page/columns/columns.ts';
import { mapFields } from '../src/listings/page/columns/map-fields.ts';
import { createRequestedField } from '../src/listings/page/columns/requested-fields.ts';
import { findBrowser } from '../src/web/browser/find/find-browser.ts';
import { openHome } from '../test/service-process.ts';
import type { ListingSite } from '../test/world/listings/listing-site.ts';
import { allListings, recordsOf, startListings } from '../test/world/listings/listing-world.ts';
import { bareApi } from '../test/world/listings/static-listings.ts';
import { type Figure, report } from './report.ts';

const listsWrong = process.argv.includes('worst');

/** Record of an API, and the position of each requested field in it. */
interface UnseenSchema {
  name: string;
  records: Record<string, unknown>[];
  /** JSON Pointer by field; null if the records do not contain it. */
  fields: Record<string, string | null>;
}

const reading = { language: null, country: null, currency: null, resolve: (text: string) => text };

async function unseenSchemas(): Promise<UnseenSchema[]> {
  const text = await readFile(new URL('./collect/unseen-schemas.json', import.meta.url), 'utf8');
  return JSON.parse(text) as UnseenSchema[];
}

/** Measures the fields of unseen schemas at the right position, missing, and at a wrong position. */
async function mappingFigures(): Promise<Figure[]> {
  const counts = { right: 0, wrong: 0, missed: 0, invented: 0, wanted: 0, absent: 0 };
  for (const { name, records, fields } of await unseenSchemas()) {
    const columns = createColumns(records);
    const mapped = mapFields(Object.keys(fields).map(createRequestedField), {
      columns,
      shown: [],
      isTree: false,
      parseContext: reading,
    });
    for (const [field, path] of Object.entries(fields)) {
      const found = mapped[field]?.rule.paths[0] ?? null;
      if (path === null) {
        counts.absent++;
        if (found !== null) counts.invented++;
      } else {
        counts.wanted++;
        if (found === path) counts.right++;
        else if (found === null) counts.missed++;
        else counts.wrong++;
      }
      if (listsWrong && found !== path) console.log(`${name}: ${field} is ${path}, found ${found}`);
    }
  }
  const { right, wrong, missed, invented, wanted, absent } = counts;
  return [
    {
      name: `unseen schemas, fields at the right place (of ${wanted})`,
      value: (100 * right) / wanted,
      unit: '%',
      wanted: { atLeast: 85 },
    },
    { name: 'unseen schemas, fields at a wrong place', value: (100 * wrong) / wanted, unit: '%' },
    { name: 'unseen schemas, fields found nowhere', value: (100 * missed) / wanted, unit: '%' },
    {
      name: `unseen schemas, places found for what is not there (of ${absent})`,
      value: (100 * invented) / Math.max(1, absent),
      unit: '%',
    },
  ];
}

interface Collected {
  site: ListingSite;
  isSource: boolean;
  isRegion: boolean;
  values: number;
  equal: number;
  requests: number;
  records: number;
  credits: number;
  runRequests: number;
  runPages: number;
  isSame: boolean;
  ms: number;
}

type Ask = (path: string, body: unknown) => Promise<Record<string, never>>;

async function collectSite(
  site: ListingSite,
  ask: Ask,
  server: Awaited<ReturnType<typeof startListings>>,
): Promise<Collected> {
  server.reset();
  const all = { limit: 2_000, max_pages: 50 };
  const started = performance.now();
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  const answer: any = await ask('/v1/collect', { url: server.url(site.path), fields: site.fields, ...all });
  const ms = performance.now() - started;
  const wanted = recordsOf(site, server.origin);
  const got = (answer.records ?? []) as Record<string, unknown>[];
  const isFeed = site.source === 'feed';
  const same = (one: unknown, other: unknown) =>
    isDeepStrictEqual(one, other) || (isFeed && String(one).startsWith(String(other)));
  const pairs = wanted.flatMap((record, index) =>
    site.fields.map((field) => same(got[index]?.[field] ?? null, record[field] ?? null)),
  );
  const requests = server.hits;
  server.reset();
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  const run: any = answer.rid ? await ask(`/v1/recipes/${answer.rid}/run`, all) : {};
  return {
    site,
    isSource: answer.source?.kind === site.source,
    isRegion: got.length === wanted.length,
    values: pairs.length,
    equal: pairs.filter(Boolean).length,
    requests,
    records: got.length,
    credits: answer.receipt?.credits ?? 0,
    runRequests: server.received().filter(({ path }) => path !== '/robots.txt').length,
    runPages: run.pages ?? 0,
    isSame: isDeepStrictEqual(run.records, answer.records),
    ms,
  };
}

function listingFigures(all: readonly Collected[]): Figure[] {
  const sum = (pick: (one: Collected) => number) => all.reduce((total, one) => total + pick(one), 0);
  const share = (fits: (one: Collected) => boolean) => (100 * all.filter(fits).length) / all.length;
  if (listsWrong) {
    for (const one of all) {
      console.log(
        `${one.site.name}: source ${one.isSource}, boundary ${one.isRegion}, values ${one.equal}/${one.values}, ${one.requests} requests, ${Math.round(one.ms)} ms; run ${one.runRequests} requests for ${one.runPages} pages, same ${one.isSame}`,
      );
    }
  }
  return [
    {
      name: `listings, right source (of ${all.length})`,
      value: share(({ isSource }) => isSource),
      unit: '%',
      wanted: { atLeast: 100 },
    },
    {
      name: 'listings, right region and boundary',
      value: share(({ isRegion }) => isRegion),
      unit: '%',
      wanted: { atLeast: 100 },
    },
    {
      name: `listings, values equal to the site's database (of ${sum(({ values }) => values)})`,
      value: (100 * sum(({ equal }) => equal)) / sum(({ values }) => values),
      unit: '%',
      wanted: { atLeast: 100 },
    },
    {
      name: 'finding out, requests a record',
      value: sum(({ requests }) => requests) / sum(({ records }) => records),
      unit: '',
    },
    {
      name: 'finding out, credits a record',
      value: sum(({ credits }) => credits) / sum(({ records }) => records),
      unit: '',
    },
    {
      name: 'recipe runs, the same records',
      value: share(({ isSame }) => isSame),
      unit: '%',
      wanted: { atLeast: 100 },
    },
    {
      name: 'recipe runs, requests a page of records',
      value: sum(({ runRequests }) => runRequests) / sum(({ runPages }) => runPages),
      unit: '',
    },
  ];
}

/** Measures a recipe over a thousand API records, and the time that the site itself takes. */
async function thousand(ask: Ask): Promise<Figure[]> {
  const site = bareApi(1_000);
  const server = await startListings([site], '127.0.0.12');
  try {
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
    const found: any = await ask('/v1/collect', {
      url: server.url(site.path),
      fields: site.fields,
      limit: 100,
    });
    const started = performance.now();
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
    const run: any = await ask(`/v1/recipes/${found.rid}/run`, { limit: 1_000, max_pages: 20 });
    const ms = performance.now() - started;
    if (run.records?.length !== 1_000)
      throw new Error(`a run brought ${run.records?.length} of 1,000 records`);
    return [
      { name: '1,000 records of a JSON API by a recipe', value: ms / 1_000, unit: 's', wanted: { below: 3 } },
    ];
  } finally {
    await server.close();
  }
}

const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
const sites = allListings().filter(({ isScripted }) => browser !== null || !isScripted);
const server = await startListings(sites);
const home = await openHome();
try {
  const service = await home.start(
    browser?.program == null ? {} : { WEBDATA_BROWSER: browser.program.executable },
  );
  const ask: Ask = async (path, body) => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, never>;
  };
  const collected: Collected[] = [];
  for (const site of sites) collected.push(await collectSite(site, ask, server));
  const figures = [...(await mappingFigures()), ...listingFigures(collected), ...(await thousand(ask))];
  await report('collect', figures);
} finally {
  await home.close();
  await server.close();
}
