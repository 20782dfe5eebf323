import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { startExitWorld } from '../world/exit-world.ts';
import { endedJob, hasEnded, refreshedDataset } from './ended-job.ts';
import { checked } from './monitor-checks.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

/** Countries of requests that are no countries of exits: the audience of a search, and a filter of the history. */
const otherCountries = new Set([
  'POST /v1/search country',
  'POST /v2/search country',
  'GET /v1/requests country',
]);

type Schema = Record<string, Json>;

/** Returns the paths of objects with a country, and whether each also has the strict option. */
function findCountries(schema: Schema, path = ''): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const name of ['country', 'countries'])
    if (name in properties)
      found.set(`${path}${name}`, 'strict_country' in properties || 'strictCountry' in properties);
  const children: [string, Schema][] = [
    ...Object.entries<Schema>(properties).map(([name, part]): [string, Schema] => [`${path}${name}/`, part]),
    ...[items, ...anyOf, ...oneOf, ...allOf].filter(Boolean).map((part): [string, Schema] => [path, part]),
  ];
  for (const [at, part] of children)
    for (const [name, isStrict] of findCountries(part, at)) found.set(name, isStrict);
  return found;
}

/** Returns the inputs of all operations that name the country of an exit. */
function exitCountries(): { route: string; where: string; isStrict: boolean }[] {
  const operations: Operation[] = [...declareOperations(), ...declareV2Calls()];
  return operations.flatMap(({ method, path, input }) =>
    [input.body, input.query].flatMap((part) =>
      part === undefined
        ? []
        : [...findCountries(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any', reused: 'inline' }))]
            .map(([where, isStrict]) => ({ route: `${method} ${path}`, where, isStrict }))
            .filter(({ route, where }) => !otherCountries.has(`${route} ${where}`)),
    ),
  );
}

test('every operation with the country of an exit can insist on it', () => {
  const found = exitCountries();
  assert.ok(found.length > 20, JSON.stringify(found));
  assert.deepEqual(
    found.filter(({ isStrict }) => !isStrict),
    [],
  );
});

/** What an operation said at the top level of its answer, or of the resource that it created, once it had ended. */
interface Said {
  /** Why nothing was read; null if something was. */
  refused: string | null;
  /** Warnings. */
  warnings: string;
  /** The text that was read, if the answer has it. */
  text: string;
}

interface ExitOfRequest {
  country: string;
  strict_country: boolean;
}

type Call = (exit: ExitOfRequest) => Promise<Said>;

const joined = (warnings: { message: string }[] | undefined) =>
  (warnings ?? []).map(({ message }) => message).join(' ');

/** Reads what an answer of `/v1` says about itself. */
function saidBy({ status, json }: { status: number; json: Json }): Said {
  const error = status === 200 ? json.error : { message: json.detail };
  return {
    refused: error === undefined || error === null ? null : error.message,
    warnings: joined(json.warnings),
    text: JSON.stringify(json),
  };
}

/** Reads what an answer of `/v2` says about itself. */
function saidByV2({ status, json }: { status: number; json: Json }): Said {
  return {
    refused: status === 200 && json.success !== false ? (json.error ?? null) : json.error,
    warnings: json.warning ?? '',
    text: JSON.stringify(json),
  };
}

/** The rule for each operation: a call that reads `url`, or the listing `list`. */
function createCalls(
  service: TestService,
  url: string,
  list: string,
  hasBrowser: boolean,
): Map<string, Call> {
  const fields = ['name', 'load'];
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const v2 = ({ country, strict_country: strictCountry }: ExitOfRequest) => ({
    location: { country },
    strictCountry,
  });
  const job = async (path: string, body: object): Promise<Said> => {
    const { json } = await service.post(path, body);
    const ended = await endedJob(service, json.jid);
    const { results } = (await service.get(`/v1/jobs/${json.jid}/results`)).json;
    return { ...saidBy({ status: 200, json: ended }), text: JSON.stringify(results) };
  };
  const v2Job = async (path: string, body: object): Promise<Said> => {
    const { json } = await service.post(path, body);
    const ended = await until(
      () => service.get(`${path}/${json.id}`),
      ({ json: { status } }) => status !== 'processing' && hasEnded({ status }),
    );
    return saidByV2(ended);
  };
  const recipe = async (exit: object): Promise<string> =>
    (await service.post('/v1/recipes', { url: list, fields, ...exit })).json.rid;
  const dataset = async (body: object): Promise<Said> => {
    const { json } = await service.post('/v1/datasets', { name: 'Cranes', ...body });
    const { last_refresh: report } = await refreshedDataset(service, json.did);
    const { json: read } = await service.get(`/v1/datasets/${json.did}/records`);
    return { ...saidBy({ status: 200, json: report }), text: JSON.stringify(read) };
  };
  const monitor = async (mid: string, checks: number): Promise<Said> => {
    const read = await checked(service, mid, checks);
    return saidBy({ status: 200, json: read.checks[0] });
  };
  const watched = { url, schedule: { every: '1d' }, watch: { kind: 'page' } };
  const workflow = { name: 'Read', steps: [{ type: 'goto', url }] };
  const run = async (id: string): Promise<Said> => {
    const { json } = await service.post(`/v1/workflows/${id}/runs`, {});
    const ended = await until(async () => (await service.get(`/v1/runs/${json.run_id}`)).json, hasEnded);
    return saidBy({ status: 200, json: ended });
  };
  const calls: Record<string, Call> = {
    'POST /v1/scrape': async (exit) => saidBy(await service.post('/v1/scrape', { url, ...exit })),
    'POST /v1/search scrape/': async (exit) => {
      const answer = await service.post('/v1/search', {
        query: 'cranes',
        limit: 1,
        max_age: 0,
        scrape: exit,
      });
      const said = saidBy(answer);
      const { page } = answer.json.results[0];
      return page.status === 'ok' ? said : { ...said, refused: said.warnings };
    },
    'POST /v1/extract': async (exit) => saidBy(await service.post('/v1/extract', { url, schema, ...exit })),
    'POST /v1/map': async (exit) => saidBy(await service.post('/v1/map', { url, ...exit })),
    'POST /v1/inspect': async (exit) => saidBy(await service.post('/v1/inspect', { url: list, ...exit })),
    'POST /v1/collect': async (exit) =>
      saidBy(await service.post('/v1/collect', { url: list, fields, ...exit })),
    'POST /v1/recipes': async (exit) =>
      saidBy(await service.post(`/v1/recipes/${await recipe(exit)}/run`, {})),
    'POST /v1/recipes/{rid}/run': async (exit) =>
      saidBy(await service.post(`/v1/recipes/${await recipe({})}/run`, exit)),
    'POST /v1/recipes/{rid}/test': async (exit) => {
      const answer = await service.post(`/v1/recipes/${await recipe({})}/test`, exit);
      const { ok, checks } = answer.json;
      return { ...saidBy(answer), refused: ok ? null : checks[0].detail };
    },
    'POST /v1/compare': async ({ country, strict_country }) =>
      saidBy(await service.post('/v1/compare', { url, countries: [country], strict_country })),
    'POST /v1/datasets': (exit) => dataset({ source: { kind: 'collect', url: list, fields }, ...exit }),
    'POST /v1/datasets of pages': (exit) =>
      dataset({ source: { kind: 'extract', urls: [url], schema }, ...exit }),
    'POST /v1/monitors': async (exit) => {
      const { json } = await service.post('/v1/monitors', { ...watched, ...exit });
      return monitor(json.mid, 1);
    },
    'PATCH /v1/monitors/{mid}': async (exit) => {
      const { json } = await service.post('/v1/monitors', watched);
      await checked(service, json.mid, 1);
      await service.request('PATCH', `/v1/monitors/${json.mid}`, { body: exit });
      await service.post(`/v1/monitors/${json.mid}/run`, undefined);
      return monitor(json.mid, 2);
    },
    'POST /v1/monitors/import': async (exit) => {
      const { json } = await service.post('/v1/monitors/import', { monitors: [{ ...watched, ...exit }] });
      return monitor(json.mids[0], 1);
    },
    'POST /v1/crawl': (exit) => job('/v1/crawl', { url, limit: 1, ...exit }),
    'POST /v1/batches': (exit) => job('/v1/batches', { urls: [url], ...exit }),
    'POST /v2/scrape': async (exit) => saidByV2(await service.post('/v2/scrape', { url, ...v2(exit) })),
    'POST /v2/map': async (exit) => saidByV2(await service.post('/v2/map', { url, ...v2(exit) })),
    'POST /v2/crawl': (exit) => v2Job('/v2/crawl', { url, limit: 1, scrapeOptions: v2(exit) }),
    'POST /v2/batch/scrape': (exit) => v2Job('/v2/batch/scrape', { urls: [url], ...v2(exit) }),
    'POST /v2/extract': (exit) => v2Job('/v2/extract', { urls: [url], schema, scrapeOptions: v2(exit) }),
    'POST /v2/search': async (exit) => {
      const scrapeOptions = { formats: ['markdown'], ...v2(exit) };
      const answer = await service.post('/v2/search', { query: 'cranes', limit: 1, scrapeOptions });
      const said = saidByV2(answer);
      return answer.json.data.web[0].markdown === undefined ? { ...said, refused: said.warnings } : said;
    },
    ...(hasBrowser && {
      'POST /v1/browser': async (exit: ExitOfRequest) => {
        const answer = await service.post('/v1/browser', { url, ...exit });
        if (answer.status === 200) await service.request('DELETE', `/v1/browser/${answer.json.sid}`);
        return saidBy(answer);
      },
      'POST /v1/workflows': async (exit: ExitOfRequest) =>
        run((await service.post('/v1/workflows', { ...workflow, ...exit })).json.id),
      'PUT /v1/workflows/{id}': async (exit: ExitOfRequest) => {
        const { id } = (await service.post('/v1/workflows', workflow)).json;
        await service.request('PUT', `/v1/workflows/${id}`, { body: { ...workflow, ...exit } });
        return run(id);
      },
    }),
  };
  return new Map(Object.entries(calls));
}

/** Operations that reach a country only with an option of the request, which the refusal names. */
const needsPermission = new Map([
  ['POST /v1/crawl', /\?network=auto&max_credits=10/],
  ['POST /v1/batches', /`network`: auto/],
]);

test(
  'an operation with a country uses any exit there, or says what it used instead',
  needsLinux,
  async (t) => {
    const world = await startExitWorld();
    t.after(() => world.close());
    const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    const executable = browser?.program?.executable ?? null;
    const service = await startTestService(t, {
      WEBDATA_EXITS: world.file,
      WEBDATA_SEARCH: 'local',
      WEBDATA_BROWSER: executable ?? 'none',
    });
    const [url, list] = [world.site.url('/'), world.site.url('/list')];
    // The local search finds what was read before.
    await service.post('/v1/scrape', { url });
    const calls = createCalls(service, url, list, executable !== null);
    const expected = new Set(exitCountries().map(({ route }) => route));
    await t.test('each of them is tested', () => {
      const tested = new Set([...calls.keys()].map((name) => name.split(' ').slice(0, 2).join(' ')));
      const untested = [...expected].filter((route) => !tested.has(route));
      const needBrowser = ['POST /v1/browser', 'POST /v1/workflows', 'PUT /v1/workflows/{id}'];
      assert.deepEqual(untested, executable === null ? needBrowser : []);
    });
    for (const [name, call] of calls) {
      await t.test(name, async () => {
        const nowhere = await call({ country: 'JP', strict_country: true });
        assert.match(nowhere.refused ?? `read: ${nowhere.text}`, /JP.*WEBDATA_EXITS/s);

        const there = await call({ country: 'DE', strict_country: true });
        const permission = needsPermission.get(name);
        if (permission !== undefined) assert.match(there.refused ?? '', permission);
        else assert.equal(there.refused, null);

        const elsewhere = await call({ country: 'JP', strict_country: false });
        assert.equal(elsewhere.refused, null);
        assert.match(elsewhere.warnings, /JP.*in NL/s, elsewhere.text);
      });
    }

    await t.test('a page, its sitemaps and robots.txt come through the same country', () => {
      assert.ok(world.sitemapClients.includes('127.0.0.46'), JSON.stringify(world.sitemapClients));
    });

    await t.test('pages that are read together, and later, say it once and at the top', async () => {
      const urls = [url, `${url}?again`, list];
      const { json } = await service.post('/v1/scrape', { urls, country: 'JP' });
      assert.deepEqual(
        json.warnings.map(({ code }: Json) => code),
        ['country_not_used'],
      );
      const crawled = (await service.post('/v1/crawl', { url, limit: 3, country: 'JP' })).json;
      const { warnings } = await endedJob(service, crawled.jid);
      assert.equal(warnings.filter(({ code }: Json) => code === 'country_not_used').length, 1);
    });

    await t.test('a dataset of a recipe insists on its own country', async () => {
      const { rid } = (await service.post('/v1/recipes', { url: list, fields: ['name'] })).json;
      const source = { kind: 'recipe', rid };
      const body = { name: 'Cranes', source, country: 'DE', strict_country: true };
      const { json } = await service.post('/v1/datasets', body);
      const { last_refresh: report, strict_country: isStrict } = await refreshedDataset(service, json.did);
      assert.deepEqual(
        [report.status, report.country, report.warnings, isStrict],
        ['completed', 'DE', [], true],
      );
    });

    await t.test('a job whose proxy type excludes the only exit in the country names the type', async () => {
      const scrapeOptions = { location: { country: 'DE' }, strictCountry: true, proxy: 'basic' };
      const { json } = await service.post('/v2/crawl', { url, limit: 1, scrapeOptions });
      const { json: ended } = await until(
        () => service.get(`/v2/crawl/${json.id}`),
        (answer) => hasEnded(answer.json),
      );
      assert.equal(ended.status, 'failed');
      assert.match(ended.error, /residential.*`proxy`: auto/);
    });

    await t.test('an allowed network is used, and its price is the limit', async () => {
      const start = async (query: string) => {
        const body = { url, limit: 1, country: 'DE', strict_country: true };
        const { json } = await service.post(`/v1/crawl${query}`, body);
        return endedJob(service, json.jid);
      };
      const allowed = await start('?network=auto&max_credits=10');
      assert.deepEqual([allowed.status, allowed.credits.charged], ['completed', 5]);
      const map = (await service.post('/v1/map', { url, country: 'DE', strict_country: true })).json;
      assert.deepEqual(
        [map.receipt.exit.country, map.receipt.route, map.receipt.credits],
        ['DE', 'residential', 5],
      );
      const own = (await service.post('/v1/map', { url })).json;
      assert.deepEqual([own.receipt.exit.country, own.receipt.credits], ['NL', 1]);
    });
  },
);
