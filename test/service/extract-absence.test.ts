import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../interfaces/run-command.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts } from '../world/model-reader.ts';
import { startModelServer } from '../world/model-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Harbour lamp',
  sku: 'QY-1042-B',
};
const page = `<!DOCTYPE html><html lang="en"><head><title>Harbour lamp</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head><body><main><h1>Harbour lamp</h1>
<p>It is 21 cm high and shines warmly. The first of these lamps was designed by Otto Kupfer, who lived at the quay.</p>
<p>Every evening it is lit by the watch, and nobody has counted how often.</p></main></body></html>`;

const schemaOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** Calls the MCP tool `extract` and returns its text. */
async function extractText(service: TestService, fields: Record<string, unknown>): Promise<string> {
  const { json } = await service.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'extract', arguments: fields } },
    { headers: { accept: 'application/json, text/event-stream' } },
  );
  const message = typeof json === 'string' ? JSON.parse(/^data: (.*)$/m.exec(json)?.[1] ?? '{}') : json;
  return message.result.content.map(({ text = '' }: { text?: string }) => text).join('\n');
}

test('a value that was not found is not called absent', async (t) => {
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/lamp', { body: page }]]));
  t.after(() => site.close());
  const url = site.url('/lamp');
  const height = { url, schema: schemaOf('overall_height', 'name') };

  await t.test('without a model: only rules looked, in every interface', async (t) => {
    const service = await startTestService(t);
    const { json } = await service.post('/v1/extract', height);
    assert.deepEqual([json.missing, json.searched_by], [['/overall_height'], { '/overall_height': 'rules' }]);
    assert.match(json.warnings[0].message, /page may state them/);
    assert.match(
      await extractText(service, height),
      /not found by rules, but the page may state it \(a model could look\): \/overall_height/,
    );
    const remote = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    const { stderr } = await runCommand(['extract', url, '--schema', JSON.stringify(height.schema)], remote);
    assert.match(stderr, /not found by rules, but the page may state it/);
    const compatible = await service.post('/v2/scrape', {
      url,
      formats: [{ type: 'json', schema: height.schema }],
    });
    assert.match(compatible.json.data.warning, /The page may state them/);
    assert.deepEqual(compatible.json.data.json.overall_height, null);
  });

  await t.test('without a model: the words of a prompt that became no field are named', async (t) => {
    const service = await startTestService(t);
    const { json } = await service.post('/v1/extract', {
      url,
      prompt: 'the name, and the price that the lighthouse keeper charges',
    });
    assert.deepEqual(Object.keys(json.data), ['name', 'price']);
    const warning = json.warnings.find(({ code }: { code: string }) => code === 'prompt_words_unused');
    assert.match(warning.message, /became no field: .*lighthouse, keeper/);
    const plain = await service.post('/v1/extract', { url, prompt: 'name, price' });
    assert.ok(!plain.json.warnings.some(({ code }: { code: string }) => code === 'prompt_words_unused'));
  });

  const model = await startModelServer({ write: readsFacts({}) });
  t.after(() => model.close());
  const startWithModel = (t: Parameters<typeof startTestService>[0]) => {
    t.after(() => model.reset());
    return startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small' });
  };

  await t.test('a model that answered without a value: it read the page', async (t) => {
    const service = await startWithModel(t);
    const { json } = await service.post('/v1/extract', height);
    assert.deepEqual(json.searched_by, { '/overall_height': 'model' });
    assert.match(
      await extractText(service, height),
      /a model read the page and did not find: \/overall_height/,
    );
  });

  await t.test('a model that failed: only rules looked', async (t) => {
    const service = await startWithModel(t);
    model.behave({ trouble: 'no_chat' });
    const { json } = await service.post('/v1/extract', height);
    assert.deepEqual(json.searched_by, { '/overall_height': 'rules' }, JSON.stringify(json.warnings));
  });

  await t.test('`unverified` lists only values that the page does not contain', async (t) => {
    const service = await startWithModel(t);
    model.behave({ write: readsFacts({ drafter: 'Otto Kupfer', smith: 'Jonas Falk' }) });
    const schema = schemaOf('name', 'sku', 'drafter', 'smith');
    const { json } = await service.post('/v1/extract', { url, schema });
    assert.deepEqual(json.data, {
      name: 'Harbour lamp',
      sku: 'QY-1042-B',
      drafter: 'Otto Kupfer',
      smith: 'Jonas Falk',
    });
    assert.deepEqual(json.unverified, ['/smith']);
    assert.equal(json.evidence['/sku'].source, 'json');
    assert.match(json.evidence['/drafter'].quote, /designed by Otto Kupfer/);
    const { json: document } = await service.post('/v2/scrape', { url, formats: [{ type: 'json', schema }] });
    assert.deepEqual(document.data.metadata.jsonUnverified, ['/smith'], JSON.stringify(document.data));
  });
});
