import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressVersion, findVersion } from '../../src/capabilities/monitors/check/versions.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

const text =
  '<p>The workshop repairs lamps and sells their parts, and it teaches how to repair them at home.</p>'.repeat(
    4,
  );

/** Returns a page about a thing, with the controls of its site around it. */
function page(action: string, rest = '', visitors = 13): { body: string } {
  return {
    body: `<!doctype html><title>Brass lamp</title><nav><a class="btn" href="/login">Log in</a></nav>
<main><h1>Brass lamp</h1>${text}${action}<button>Like (${visitors})</button>${rest}${text}</main>
<footer><form><input type="email"><button>Subscribe</button></form></footer>`,
  };
}

const faq = (answer: string) =>
  `<h2>Questions</h2><h3><button aria-expanded="false" aria-controls="a">Can I return it?</button></h3><div id="a" hidden><p>${answer}</p></div>`;

test('monitors see what a control says about the thing, and answers of closed panels', async (t) => {
  let isLater = false;
  const states: [path: string, before: () => { body: string }, after: () => { body: string }][] = [
    [
      '/lamp',
      () => page('<form><button disabled>Sold out</button></form>'),
      () => page('<form><button>Add to cart</button></form>', '', 14),
    ],
    [
      '/course',
      () => page('<a class="btn" href="/w">Waitlist</a>'),
      () => page('<a class="btn" href="/e">Enrol</a>'),
    ],
    ['/faq', () => page('', faq('Within thirty days.')), () => page('', faq('Within sixty days.'))],
    [
      '/same',
      () => page('<form><button>Add to cart</button></form>'),
      () => page('<form><button>Add to cart</button></form>', '', 99),
    ],
  ];
  const site = await startLoopbackServer(
    '127.0.0.20',
    () => new Map(states.map(([path, before, after]) => [path, () => (isLater ? after() : before())])),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const monitors = new Map<string, string>();
  for (const [path] of states) monitors.set(path, await watch(service, { url: site.url(path) }));
  const whole = await watch(service, { url: site.url('/lamp'), watch: { kind: 'page', whole: true } });
  isLater = true;

  async function changeOf(mid: string | undefined) {
    const { state, summary, diff } = await check(service, mid as string);
    return { state, summary, blocks: diff?.blocks ?? [] };
  }

  const lamp = await changeOf(monitors.get('/lamp'));
  assert.equal(lamp.state, 'changed');
  assert.deepEqual(
    lamp.blocks.map(({ before, after }: { before: string; after: string }) => [before, after]),
    [['Action: Sold out (disabled)', 'Action: Add to cart']],
  );
  assert.match(lamp.summary, /Add to cart/);
  assert.match((await changeOf(monitors.get('/course'))).summary, /Enrol/);
  assert.match((await changeOf(monitors.get('/faq'))).summary, /sixty days/);
  assert.equal((await changeOf(monitors.get('/same'))).state, 'same');
  assert.equal((await changeOf(whole)).state, 'changed');
});

test('a watched section includes what its controls say, and not those of other sections', async (t) => {
  let isLater = false;
  const room = (name: string, action: string) =>
    `<section id="${name.toLowerCase()}"><h2>${name}</h2>${text}${action}</section>`;
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map([
        [
          '/',
          () =>
            page(
              '',
              room('Attic', isLater ? '<button>Book</button>' : '<button disabled>Fully booked</button>') +
                room('Cellar', faq(isLater ? 'Within sixty days.' : 'Within thirty days.')) +
                room('Kitchen', '<button>Book</button>'),
            ),
        ],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const watches = [{ selector: '#attic' }, { focus: 'Attic' }, { selector: '#cellar' }, { focus: 'Kitchen' }];
  const monitors: string[] = [];
  for (const part of watches)
    monitors.push(await watch(service, { url: site.url('/'), watch: { kind: 'section', ...part } }));
  isLater = true;
  const checks = [];
  for (const mid of monitors) checks.push(await check(service, mid));
  assert.deepEqual(
    checks.map(({ state }) => state),
    ['changed', 'changed', 'changed', 'same'],
  );
  // The text of an element that a selector names includes the words of its buttons, but not that they are disabled.
  for (const { diff } of checks.slice(0, 2)) {
    const { before, after } = diff.blocks.at(-1);
    assert.deepEqual([before, after], ['Action: Fully booked (disabled)', 'Action: Book']);
  }
  assert.match(checks[2]?.summary, /sixty days/);
});

test('states that a version of an earlier release lacks are not reported as new, but compared from then on', async (t) => {
  let label = 'Add to cart';
  const site = await startLoopbackServer(
    '127.0.0.20',
    () => new Map([['/', () => page(`<form><button>${label}</button></form>`)]]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const mid = await watch(service, { url: site.url('/') });
  const stored = await findVersion(service.database, mid, 1);
  assert.ok(stored !== null);
  assert.deepEqual(stored.states, ['Action: Add to cart']);
  const { states: _states, bodyDigest: _digest, ...earlier } = stored;
  const { body, bytes } = await compressVersion(earlier);
  await service.database
    .updateTable('monitor_versions')
    .set({ body: Buffer.from(body), bytes })
    .where('monitor_id', '=', mid)
    .execute();
  assert.equal((await check(service, mid)).state, 'same');
  label = 'Sold out';
  assert.match((await check(service, mid)).summary, /Sold out/);
});

test('monitors of fields see values of closed panels, and not those that nothing opens', async (t) => {
  let years = 'Five years.';
  const panel = (name: string, opener: string, value: string) =>
    `<h3>${opener === '' ? name : `<button ${opener}>${name}</button>`}</h3><div hidden><p>${value}</p></div>`;
  const lamp = () => {
    const panels = `${panel('Warranty', 'aria-expanded="false"', years)}${panel('Weight', '', years)}`;
    return page('', `${panels}<h3>Care</h3><p>Dust it.</p>`);
  };
  const site = await startLoopbackServer('127.0.0.20', () => new Map([['/lamp', lamp]]));
  t.after(() => site.close());
  const service = await startTestService(t);
  const string = { type: 'string' };
  const fields = (...names: string[]) => ({
    kind: 'fields',
    schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, string])) },
  });
  const url = site.url('/lamp');
  const warranty = await watch(service, { url, watch: fields('care', 'warranty') });
  const weight = await watch(service, { url, watch: fields('care', 'weight') });
  years = 'Seven years.';
  const changed = await check(service, warranty);
  assert.equal(changed.state, 'changed');
  assert.match(changed.summary, /Seven years/);
  assert.equal((await check(service, weight)).state, 'same');
});
