import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { connectAgent, textOf } from '../interfaces/agent-client.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { type Answer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { check, checked, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

/** What the API of a harbour answers. */
interface Harbour {
  berths: { id: number; ship: string | null; depth: number }[];
  tide: string;
  serial: string;
}

function jsonAnswer(text: string): Answer {
  return { headers: { 'content-type': 'application/json' }, body: text };
}

test('monitored answers of requests', async (t) => {
  const harbour: Harbour = {
    berths: [
      { id: 1, ship: 'Gull', depth: 4 },
      { id: 2, ship: null, depth: 9 },
    ],
    tide: 'rising',
    serial: '90071992547409931',
  };
  let order: 'forward' | 'backward' = 'forward';
  let notes = ['# Allow: /', 'Deny: /pier', 'x * y * z'];
  let page: Answer = {};
  const bodies: string[] = [];
  const site = await startLoopbackServer(
    '127.0.0.22',
    () =>
      new Map<string, Route>([
        [
          '/api',
          (request, _url, count) => {
            if (request.headers['x-key'] !== 'oak') return { status: 401, body: 'no' };
            const { berths, tide, serial } = harbour;
            const list = order === 'forward' ? berths : berths.toReversed();
            const tail = `"serial":${serial},"count":${count}`;
            return jsonAnswer(
              order === 'forward'
                ? `{"berths":${JSON.stringify(list)},"tide":"${tide}",${tail}}`
                : `{${tail}, "tide":"${tide}", "berths":${JSON.stringify(list)}}`,
            );
          },
        ],
        [
          '/query',
          (request, _url, _count, body) => {
            bodies.push(`${request.method} ${request.headers['content-type']} ${body}`);
            return jsonAnswer(JSON.stringify({ data: { tide: harbour.tide } }));
          },
        ],
        ['/notes.txt', () => ({ headers: { 'content-type': 'text/plain' }, body: notes.join('\n') })],
        ['/page', () => page],
        [
          '/cookies',
          ({ headers }) => ({
            body: `<title>Crew</title><main><p>Cookie: ${headers.cookie ?? 'none'}</p></main>`,
          }),
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const states = async (mid: string) => {
    const { state, summary } = await check(service, mid);
    return [state, summary];
  };
  const baseline = async (mid: string) => (await service.get(`/v1/monitors/${mid}`)).json.baseline;

  await t.test('an answer in JSON by its values, without the order of keys and entries', async () => {
    const mid = await watch(service, {
      url: site.url('/api'),
      request: { headers: { 'X-Key': 'oak' } },
      ignore: ['$.count'],
    });
    assert.equal((await baseline(mid)).text, null);
    assert.equal((await baseline(mid)).data.berths[0].ship, 'Gull');
    order = 'backward';
    assert.deepEqual(await states(mid), ['same', 'No changes.']);
    harbour.berths[1] = { id: 2, ship: 'Tern', depth: 9 };
    const { state, diff } = await check(service, mid);
    assert.equal(state, 'changed');
    assert.equal(Object.keys(diff.fields).length, 1);
    assert.match(Object.keys(diff.fields)[0] ?? '', /^\/berths\/\d\/ship$/);
    // A number that a double cannot hold still counts when its last digit changes.
    harbour.serial = '90071992547409932';
    assert.deepEqual(await states(mid), ['changed', 'serial: 90071992547409931 → 90071992547409932']);
  });

  await t.test('a part of it by a JSONPath query, with conditions on its values', async () => {
    const mid = await watch(service, {
      url: site.url('/api'),
      request: { headers: { 'x-key': 'oak' } },
      watch: { kind: 'section', selector: '$.berths[?@.id == 1]' },
      conditions: [{ field: '0.depth', op: '>', value: 5 }],
    });
    harbour.tide = 'falling';
    assert.deepEqual(await states(mid), ['same', 'No changes.']);
    harbour.berths[0] = { id: 1, ship: 'Gull', depth: 3 };
    assert.equal((await check(service, mid)).condition_met, false);
    harbour.berths[0] = { id: 1, ship: 'Gull', depth: 6 };
    const last = await check(service, mid);
    assert.deepEqual([last.condition_met, last.summary], [true, '0.depth: 3 → 6 (+100 %)']);
  });

  await t.test(
    'a query whose place is gone, or an answer that is no longer JSON, needs attention',
    async () => {
      page = jsonAnswer('{"ships": ["Gull", "Tern"]}');
      const ships = { url: site.url('/page'), failing_after: 1 };
      const part = await watch(service, { ...ships, watch: { kind: 'section', selector: '$.ships[*]' } });
      const all = await watch(service, ships);
      page = jsonAnswer('{"vessels": []}');
      assert.deepEqual((await check(service, part)).error.code, 'section_missing');
      page = { body: '<title>Maintenance</title><main><p>We are back in an hour.</p></main>' };
      for (const mid of [part, all]) {
        assert.equal((await check(service, mid)).error.code, 'not_json');
        assert.equal((await service.get(`/v1/monitors/${mid}`)).json.status, 'needs_attention');
      }
      page = jsonAnswer('{"ships": ["Tern", "Gull"]}');
      assert.deepEqual(await states(all), ['same', 'No changes.']);
    },
  );

  await t.test('a POST, which is sent only with permission', async () => {
    const body = '{"query": "{ tide }"}';
    const settings = { url: site.url('/query'), request: { method: 'POST', body } };
    const refused = await service.post('/v1/monitors', settings);
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/request/allow_unsafe'],
    );
    const mid = await watch(service, { ...settings, request: { ...settings.request, allow_unsafe: true } });
    harbour.tide = 'high';
    assert.deepEqual(await states(mid), ['changed', 'data.tide: falling → high']);
    assert.deepEqual([...new Set(bodies)], [`POST application/json ${body}`]);
  });

  await t.test('plain text by its lines, whose marks are no Markdown', async () => {
    const mid = await watch(service, { url: site.url('/notes.txt') });
    notes = ['Allow: /', 'Deny: /pier', 'x * y * z'];
    assert.equal((await states(mid))[0], 'changed');
    const { blocks } = (await service.get(`/v1/monitors/${mid}/checks/2`)).json.check.diff;
    assert.deepEqual([blocks[0].before, blocks[0].after], ['# Allow: /', 'Allow: /']);
    notes = ['Allow: /', 'Deny: /pier', 'x y * z'];
    assert.equal((await states(mid))[0], 'changed');
  });

  await t.test('cookies are sent, and are secret to keys that may only read', async () => {
    const mid = await watch(service, {
      url: site.url('/cookies'),
      request: {
        cookies: [
          { name: 'crew', value: 'bosun' },
          { name: 'deck', value: '7' },
        ],
        headers: { Cookie: 'watch=dog' },
      },
    });
    assert.match((await baseline(mid)).text, /watch=dog; crew=bosun; deck=7/);
    await service.request('PATCH', `/v1/monitors/${mid}`, {
      body: {
        request: {
          cookies: [{ name: 'crew', value: 'bosun' }],
          steps: [{ type: 'type', target: 'Mate', text: 'bosun' }],
        },
        schedule: { paused: true },
      },
    });
    const { json } = await service.post('/v1/keys', { name: 'reader', scopes: ['read'] });
    const seen = await service.get(`/v1/monitors/${mid}`, { key: json.key });
    assert.deepEqual([seen.json.request.cookies[0].value, seen.json.request.steps[0].text], ['***', '***']);
    const log = JSON.stringify((await service.get('/v1/requests?limit=50')).json);
    assert.equal(log.includes('bosun'), false);
  });

  await t.test('agents and the command line create such monitors, and see the last check', async (t) => {
    const agent = await connectAgent(t, service);
    const call = async (args: Record<string, unknown>) =>
      textOf(await agent.callTool({ name: 'monitor', arguments: args }));
    const request = { headers: { 'x-key': 'oak' } };
    const watched = { kind: 'section', selector: '$.tide' };
    const made = await call({ action: 'create', url: site.url('/api'), watch: watched, request });
    const mid = /mon_\w+/.exec(made)?.[0] ?? made;
    await checked(service, mid, 1);
    await call({ action: 'run', mid });
    await checked(service, mid, 2);
    const shown = await call({ action: 'get', mid });
    assert.match(shown, /check 2, .*: same\n/);
    assert.doesNotMatch(shown, /No changes/, 'the words of the service are not among those of the page');

    const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    const flags = [
      '--watch',
      JSON.stringify(watched),
      '--request',
      JSON.stringify(request),
      '--tags',
      'tides',
    ];
    const created = await runCommand(['create-monitor', site.url('/api'), ...flags, '--json'], environment);
    assert.equal(created.code, 0, created.stderr);
    assert.equal(JSON.parse(created.stdout).baseline.data, harbour.tide);
    const listed = await runCommand(['list-monitors', '--tag', 'tides'], environment);
    assert.match(
      listed.stdout,
      /^mon_\w+ +http:\S+ +active +\d{4}-\d\d-\d\d [\d:]{8} +new +This is the first version\. Later checks are/m,
    );
    const run = await runCommand(['act-on-monitor', JSON.parse(created.stdout).mid, 'run'], environment);
    assert.match(run.stdout, /same +No changes\./);
  });

  await t.test('an XPath expression chooses the section and what is ignored', async () => {
    const table = (price: string, seen: string) => ({
      body: `<title>Chandler</title><main><h1>Chandler</h1><table><tr><th>Rope<td>${price}<td><i>seen ${seen}</i></tr>
      <tr><th>Anchor<td>90<td><i>seen 4</i></tr></table></main>`,
    });
    page = table('4', '1');
    const mid = await watch(service, {
      url: site.url('/page'),
      watch: { kind: 'section', selector: '//tr[th = "Rope"]' },
      ignore: ['//td/i'],
    });
    page = table('4', '2');
    assert.deepEqual(await states(mid), ['same', 'No changes.']);
    page = table('5', '2');
    assert.equal((await states(mid))[0], 'changed');
  });

  await t.test('settings that do not fit are refused with their fields', async () => {
    const url = site.url('/page');
    const post = { method: 'POST', allow_unsafe: true };
    const cases: readonly (readonly [object, string])[] = [
      [{ url, request: { body: 'x' } }, '/request/body'],
      [{ url, request: { ...post, wait_for: '#late' } }, '/request/method'],
      [{ url, request: post, screenshot: true }, '/request/method'],
      [{ url, request: { cookies: [{ name: 'crew', value: 'a; b' }] } }, '/request/cookies/0/value'],
      [{ url, watch: { kind: 'section', selector: '$.a[' } }, '/watch/selector'],
      [{ url, watch: { kind: 'section', selector: '//td[' } }, '/watch/selector'],
      [{ watch: { kind: 'search', query: 'ropes' }, request: {} }, '/request'],
      [{ url, watch: { kind: 'search', query: 'ropes' } }, '/url'],
      [{ watch: { kind: 'workflow', id: 'wf_none' } }, '/watch/id'],
      [{ url, conditions: [{ field: 'depth', op: 'any' }] }, '/conditions/0/field'],
    ];
    for (const [settings, pointer] of cases) {
      const { status, json } = await service.post('/v1/monitors', settings);
      assert.equal(status, 422, JSON.stringify(settings));
      assert.equal(json.errors[0].pointer, pointer, JSON.stringify(json.errors));
    }
  });
});

test('browser steps before a check', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  let price = 30;
  const site = await startLoopbackServer(
    '127.0.0.23',
    () =>
      new Map<string, Route>([
        [
          '/boat',
          () => ({
            body: `<title>Boat</title><main><h1>Boat</h1><button>Show the price</button><div id="price"></div></main><script>
document.querySelector('button').onclick = () => setTimeout(() => {
  document.querySelector('#price').innerHTML = '<p class="ready">The price is ${price} pieces of silver.</p>';
}, 50);</script>`,
          }),
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const mid = await watch(service, {
    url: site.url('/boat'),
    watch: { kind: 'section', selector: '#price' },
    request: { steps: [{ type: 'click', target: 'Show the price' }], wait_for: '.ready' },
  });
  price = 31;
  const { state, summary } = await check(service, mid);
  assert.deepEqual(
    [state, summary],
    ['changed', '“The price is 30 pieces of silver.” → “The price is 31 pieces of silver.”'],
  );
});
