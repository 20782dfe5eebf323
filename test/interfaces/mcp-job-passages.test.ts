import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { connectAgent, textOf } from './agent-client.ts';

const filler = Array.from(
  { length: 60 },
  (_, at) => `<p>Paragraph ${at} tells of ropes, tides and the long quiet mornings on the northern quay.</p>`,
).join('');

const page = (title: string, body: string) =>
  `<!DOCTYPE html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;

test('an agent finds words in the pages of a crawl', async (t) => {
  const pages = new Map<string, string>([
    [
      '/',
      page(
        'Harbour',
        `<p>All about the harbour.</p>${['a', 'b', 'c'].map((name) => `<a href="/${name}">Page ${name}</a> `).join('')}`,
      ),
    ],
    ['/a', page('Cranes', `${filler}<h2>Maintenance</h2><p>Each gantry is greased in March.</p>`)],
    ['/b', page('Ferries', `<h2>Times</h2><p>The ferry leaves at noon.</p>${filler}`)],
    ['/c', page('Gantry rules', '<p>No gantry moves in wind above force seven.</p>')],
  ]);
  const site = await startLoopbackServer(
    '127.0.0.20',
    () => new Map([...pages].map(([path, body]) => [path, { body }])),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const client = await connectAgent(t, service);
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(result.isError !== true, textOf(result));
    return { text: textOf(result), fields: result.structuredContent as Record<string, unknown> };
  };
  const { fields } = await call('crawl', { url: site.url('/'), limit: 10 });
  const { jid } = fields;
  for (let ended = false; !ended; )
    ended = (await call('job', { action: 'follow', jid })).fields.ended === true;

  await t.test('a job whose results are no pages has none to search', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const source = { kind: 'extract', urls: [site.url('/a')], schema };
    const { json } = await service.post('/v1/datasets', { name: 'Cranes', source });
    assert.ok(json.refreshing, JSON.stringify(json));
    await endedJob(service, json.refreshing);
    const found = (await service.get(`/v1/jobs/${json.refreshing}/passages?focus=gantry`)).json;
    assert.deepEqual([found.pages, found.without, found.searched], [[], [], 0]);
  });

  await t.test('with passages under their headings, and the pages without any', async () => {
    const { text } = await call('job', { action: 'results', jid, focus: 'gantry' });
    assert.match(text, /^2 pages of 4 about these words \(4 delivered\)/);
    assert.match(text, /## Maintenance\n\nEach gantry is greased in March\./);
    assert.match(text, /# \d\. \S+\/c Gantry rules[\s\S]*force seven/);
    assert.match(text, new RegExp(`No passage in: .*${site.url('/b')}`));
    assert.doesNotMatch(text, /northern quay/);
    const whole = await call('job', { action: 'results', jid });
    assert.ok(encode(text).length * 5 < encode(whole.text).length, `${encode(text).length} tokens`);
    assert.equal(
      (await call('job', { action: 'find', jid, focus: 'gantry' })).text.slice(0, 60),
      text.slice(0, 60),
    );
  });

  await t.test('words that no page has are said to be in none', async () => {
    const { text } = await call('job', { action: 'results', jid, focus: 'zeppelin' });
    assert.match(text, /^0 pages of 4 about these words/);
    assert.match(text, /No passage in: .*\/a.*/);
  });

  await t.test('over HTTP, also in parts', async () => {
    const { json } = await service.get(`/v1/jobs/${jid}/passages?focus=gantry&limit=2`);
    assert.deepEqual([json.searched, json.total, json.next_offset], [2, 4, 2]);
    const rest = (await service.get(`/v1/jobs/${jid}/passages?focus=gantry&offset=2`)).json;
    const found = [...json.pages, ...rest.pages].map(({ url }: { url: string }) => new URL(url).pathname);
    assert.deepEqual(found.toSorted(), ['/a', '/c']);
    assert.equal(rest.next_offset, null);
    assert.equal((await service.get('/v1/jobs/job_none/passages?focus=x')).status, 404);
  });

  await t.test('passages of a page keep their headings', async () => {
    const scraped = await call('scrape', { url: site.url('/a'), focus: 'gantry grease' });
    assert.match(scraped.text, /## Maintenance\n\nEach gantry/);
  });
});
