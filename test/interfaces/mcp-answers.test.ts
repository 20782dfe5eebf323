// What a model reads in the answers of its tools: no less than it needs for the next call, and nothing of HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { connectAgent, textOf } from './agent-client.ts';

const chapters = Array.from({ length: 20 }, (_, at) => {
  const text = Array.from({ length: 40 }, (_, word) => `Word ${word} of chapter ${at + 1} is here.`).join(
    ' ',
  );
  return `<h2>Chapter ${at + 1}</h2><p>${text}</p>`;
}).join('');

const lamps = ['Quokka', 'Wombat', 'Numbat', 'Bilby']
  .map((name, at) => `<li><a href="/lamp/${at}"><h3>${name}</h3></a><b class="price">€${20 + at}.50</b></li>`)
  .join('');

const pages = new Map([
  ['/handbook', `<title>Handbook</title><main><h1>Handbook</h1>${chapters}</main>`],
  ['/', `<title>Lamps</title><h1>Lamps</h1><ul>${lamps}</ul>`],
  [
    '/lamp/0',
    '<title>Quokka</title><main><h1>Quokka</h1><p>A lamp for the desk, of brass, with a switch at its foot and a long cable.</p><p class="price">€1.249,50</p><dl><dt>Height</dt><dd>33 cm</dd></dl></main>',
  ],
]);

test('answers of tools say what a model needs', async (t) => {
  const server = await startLoopbackServer('127.0.0.11', () => {
    const routes = [...pages].map(
      ([path, body]) => [path, { body: `<!DOCTYPE html><html lang="en">${body}</html>` }] as const,
    );
    return new Map(routes);
  });
  t.after(() => server.close());
  const service = await startTestService(t);
  const client = await connectAgent(t, service);
  const call = async (name: string, args: Record<string, unknown>) =>
    textOf(await client.callTool({ name, arguments: args }));

  await t.test('a cut page names the sections that follow, which read returns by their names', async () => {
    const text = await call('scrape', { url: server.url('/handbook'), max_tokens: 2_000 });
    const [shown = '', outline = ''] = text.split('Later sections');
    const last = [...shown.matchAll(/## Chapter (\d+)/g)].at(-1)?.[1];
    const named = [...outline.matchAll(/- Chapter (\d+) \(\d+\)/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      named,
      Array.from({ length: 20 - Number(last) }, (_, at) => Number(last) + 1 + at),
    );
    assert.match(outline, /<\/untrusted-web-content/);
    const ref = /"ref":"(\w+)"/.exec(outline)?.[1];
    assert.match(await call('read', { ref, section: 'Chapter 17' }), /Word 3 of chapter 17/);
    const { json } = await service.post('/v1/scrape', { url: server.url('/handbook'), max_length: 3_000 });
    const sections = json.sections as { title: string }[];
    assert.equal(sections.at(-1)?.title, 'Chapter 20');
    const whole = (await service.post('/v1/scrape', { url: server.url('/handbook'), max_length: 100_000 }))
      .json;
    assert.equal('sections' in whole, false);
  });

  await t.test('an extracted value stands beside the words that it was read from', async () => {
    const properties = { price: { type: 'number' }, height: { type: 'string' } };
    const text = await call('extract', {
      url: server.url('/lamp/0'),
      schema: { type: 'object', properties },
    });
    assert.match(text, /price: 1249\.5 \(from "€1\.249,50"\)/);
    assert.match(text, /height: "33 cm"$/m);
  });

  await t.test('recipes are shown without what only the service needs', async () => {
    const collected = await call('collect', { url: server.url('/'), fields: ['name', 'price'] });
    const rid = /recipe (rcp_\w+)/.exec(collected)?.[1];
    const one = await call('recipe', { action: 'get', rid });
    assert.match(one, /records: ".*"/);
    assert.match(one, /values: \{"name":/);
    const list = await call('recipe', { action: 'list' });
    assert.match(list, new RegExp(`^${rid}: no run yet$`, 'm'));
    assert.match(list, new RegExp(`^${rid} .*\\(listing\\): name, price$`, 'm'));
    for (const text of [one, list]) assert.doesNotMatch(text, /filled|layout|transforms|headers/);
  });

  await t.test('what is not there is explained in the words of tools', async () => {
    for (const [name, args, advice] of [
      [
        'recipe',
        { action: 'get', rid: 'rcp_00000000000000000000000000' },
        /List the recipes with the tool `recipe` \(action `list`\)/,
      ],
      [
        'browser',
        { action: 'delete_login', lid: 'login_00000000000000000000000000' },
        /tool `browser` \(action `logins`\)/,
      ],
      [
        'monitor',
        { action: 'get', mid: 'mon_00000000000000000000000000' },
        /tool `monitor` \(action `list`\)/,
      ],
    ] as const) {
      const text = await call(name, args);
      assert.match(text, advice);
      assert.doesNotMatch(text, /\/v1\//);
    }
  });

  await t.test('a saved workflow is one line, and its steps are shown on request', async () => {
    const steps = [{ type: 'goto', url: server.url('/') }, { type: 'read' }];
    const inputs = { type: 'object', properties: { word: { type: 'string' } } };
    const saved = await call('workflow', { action: 'create', name: 'Lamps', steps, inputs });
    assert.match(saved, /^workflow wf_\w+ "Lamps": 2 steps; inputs word$/);
    const id = /wf_\w+/.exec(saved)?.[0];
    assert.match(await call('workflow', { action: 'get', id }), /^steps: .*"read"/m);
    assert.match(await call('workflow', { action: 'schedule', id, every: '1h' }), /next run \d{4}-/);
  });

  await t.test('a step that lacks its values says in which forms it takes them', async () => {
    const step = { action: 'step', sid: 'ses_00000000000000000000000000', type: 'fill' };
    const text = await call('browser', { ...step, target: 1 });
    assert.match(text, /form: is required: fill needs form or text/);
    assert.match(await call('browser', { ...step, target: 1, text: 'Ada' }), /^not_found/);
  });
});
