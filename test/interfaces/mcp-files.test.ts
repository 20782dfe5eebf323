import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { sampleDocuments } from '../corpus/documents/sample-documents.ts';
import { endedJob } from '../service/ended-job.ts';
import { startTestService } from '../service/running-service.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { connectAgent, nextCallOf, textOf } from './agent-client.ts';

const rows = (count: number) =>
  ['crane,load', ...Array.from({ length: count }, (_, row) => `Crane ${row},${row * 3}`)].join('\n');

const attached = (name: string, body: string | Buffer): [string, Route] => [
  `/${name}`,
  { headers: { 'content-disposition': `attachment; filename="${name}"` }, body },
];

test('an agent reads the files that a browser session has downloaded', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const documents = sampleDocuments().filter(({ name }) => /\.(?:pdf|docx|xlsx)$/.test(name));
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map([
        ['/', { body: '<!DOCTYPE html><title>Reports</title><h1>Reports</h1>' }],
        attached('loads.csv', rows(3)),
        attached('all-loads.csv', rows(2_000)),
        ...documents.map(({ name, bytes }) => attached(name, bytes)),
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const client = await connectAgent(t, service);
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(result.isError !== true, textOf(result));
    return result;
  };
  const opened = await call('browser', { action: 'open', url: site.url('/') });
  const { sid } = opened.structuredContent as { sid: string };
  const download = async (name: string) => {
    const args = { action: 'step', sid, type: 'download', url: site.url(`/${name}`) };
    const text = textOf(await call('browser', args));
    const [id = ''] = /blob_\w+/.exec(text) ?? [];
    return { text, id };
  };

  await t.test(
    'the answer to a download shows a small text, apart from the words of the service',
    async () => {
      const { text } = await download('loads.csv');
      const [own = '', fromWeb = ''] = text.split('<untrusted-web-content');
      assert.match(fromWeb, /is called loads\.csv:\ncrane,load\nCrane 0,0\nCrane 1,3/);
      assert.doesNotMatch(own, /Crane/);
    },
  );

  for (const { name, contains } of documents) {
    await t.test(`read returns the text of ${name}`, async () => {
      const { text, id } = await download(name);
      assert.ok(!text.includes(contains), text);
      assert.match(text, new RegExp(`read \\{"ref":"${id}"\\} returns its text`));
      for (const ref of [id, `webdata://blob/${id}`, `${service.url}/v1/blob/${id}`]) {
        const read = textOf(await call('read', { ref }));
        assert.ok(read.includes(contains), read);
        assert.match(read, /1 credit, route upload, receipt rct_/);
      }
    });
  }

  await t.test('a long file is continued, and searched with `focus`', async () => {
    const { text, id } = await download('all-loads.csv');
    assert.doesNotMatch(text, /Crane 0/);
    const first = await call('read', { ref: id, max_tokens: 500 });
    assert.match(textOf(first), /Crane 1/);
    const next = nextCallOf(first);
    assert.equal(next?.name, 'read');
    const second = textOf(await call('read', { ...next?.arguments, max_tokens: 500 }));
    assert.match(second, /Crane \d/);
    const focused = textOf(await call('read', { ref: id, focus: 'Crane 1871', max_tokens: 500 }));
    assert.match(focused, /5613/);
  });

  await t.test('a file is read by offset and section as a page is, over HTTP too', async () => {
    const { id } = await download('all-loads.csv');
    const whole = (await service.post('/v1/parse', { file: id, max_length: 1_000_000 })).json;
    const points = [...String(whole.markdown)];
    const { json } = await service.post('/v1/parse', { file: id, offset: 1_000, max_length: 300 });
    assert.equal(json.markdown, points.slice(1_000, 1_300).join(''));
    const { offset, next_offset, section, truncated, length } = json;
    assert.deepEqual(
      { offset, next_offset, section, truncated, length },
      { offset: 1_000, next_offset: 1_300, section: null, truncated: true, length: points.length },
    );
    const beyond = (await service.post('/v1/parse', { file: id, offset: 10_000_000 })).json;
    assert.deepEqual([beyond.markdown, beyond.next_offset], ['', null]);
    const read = await call('read', { ref: id, offset: 1_000, max_tokens: 400 });
    assert.ok(textOf(read).includes(points.slice(1_000, 1_100).join('')), textOf(read));
    // The next part costs nothing: the text is stored.
    const next = nextCallOf(read);
    assert.match(String(next?.arguments?.ref), /^ref_/);
    const shown = Number(next?.arguments?.offset);
    assert.ok(shown > 1_100);
    const following = textOf(await call('read', { ...next?.arguments, max_tokens: 400 }));
    assert.ok(following.includes(points.slice(shown, shown + 100).join('')), following);

    const filename = 'manual.md';
    const chapter = (name: string) => `# ${name}\n\n${`The ${name} of the crane. `.repeat(100)}\n\n`;
    const file = Buffer.from(chapter('Mast') + chapter('Jib') + chapter('Hook')).toString('base64');
    const jib = (await service.post('/v1/parse', { file, filename, section: 'jib', max_length: 500 })).json;
    assert.match(String(jib.markdown), /^# Jib\n\nThe Jib/);
    assert.deepEqual([jib.section, jib.next_offset], ['jib', 500]);
    const rest = (await service.get(`/v1/read?ref=${jib.ref}&section=jib&offset=500`)).json;
    assert.match(String(rest.content), /Jib of the crane\. +$|Jib of the crane\.\s*$/);
    assert.doesNotMatch(String(rest.content), /Hook|Mast/);
    const found = (await service.post('/v1/parse', { file, filename, section: 'Hook', focus: 'crane' })).json;
    assert.ok(Array.isArray(found.passages) && found.passages.length > 0);
    assert.doesNotMatch(JSON.stringify(found.passages), /Mast|Jib/);
    const missing = await service.post('/v1/parse', { file, filename, section: 'Keel' });
    assert.equal(missing.status, 404);
    assert.match(String(missing.json.detail), /no section "Keel"/);
    const wrong = await service.get(`/v1/read?ref=${id}`);
    assert.match(String(wrong.json.detail), /stored file\. Read it with POST \/v1\/parse/);
  });

  await t.test('over HTTP, parse takes the id; a file of another account does not exist', async () => {
    const { id } = await download('report.pdf');
    const { json } = await service.post('/v1/parse', { file: id });
    assert.partialDeepStrictEqual(json, { status: 'ok', file: { name: 'report.pdf' } });
    const background = await service.post('/v1/parse?async=true', { file: id });
    assert.equal((await endedJob(service, background.json.jid)).status, 'completed');
    const account = (await service.post('/v1/admin/accounts', { name: 'stranger', plan_credits: 10 })).json;
    const foreign = await service.post('/v1/parse', { file: id }, { key: account.key });
    assert.equal(foreign.status, 404);
    const missing = await client.callTool({
      name: 'read',
      arguments: { ref: 'blob_0123456789abcdefghjkmnpqrstvwxyz' },
    });
    assert.match(textOf(missing), /There is no stored file with this identifier/);
    const wrong = await service.post('/v1/parse', { file: 'report.pdf' });
    assert.match(wrong.json.errors[0].detail, /base64 .*or the id or URL of a stored file/);
  });
});
