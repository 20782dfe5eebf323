import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';
import { connectAgent, eras } from './agent-client.ts';

test('jobs, datasets and receipts are resources', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  for (const [era, mode] of eras) {
    await t.test(`in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const read = async (uri: string) => {
        const { contents } = await client.readResource({ uri });
        const [{ mimeType, text, _meta: meta } = {}] = contents as Array<Record<string, unknown>>;
        assert.equal(mimeType, 'application/json');
        assert.deepEqual(meta, { 'webdata/untrusted': true });
        return JSON.parse(text as string);
      };
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        [
          'webdata://read/{ref}',
          'webdata://blob/{id}',
          'webdata://job/{jid}',
          'webdata://dataset/{did}',
          'webdata://receipt/{receipt_id}',
          'webdata://help/{tool}',
        ],
      );
      assert.ok(resourceTemplates.every(({ title, description }) => title && description));

      const started = await client.callTool({ name: 'crawl', arguments: { url: article, limit: 2 } });
      const { jid } = started.structuredContent as { jid: string };
      const job = await read(`webdata://job/${jid}`);
      assert.deepEqual([job.jid, job.type], [jid, 'crawl']);

      const source = { kind: 'records', records: [{ sku: 'L-100', price: 39.9 }] };
      const created = await client.callTool({
        name: 'dataset',
        arguments: { action: 'create', name: 'Lamps', source, key: ['sku'] },
      });
      const { did } = created.structuredContent as { did: string };
      const dataset = await read(`webdata://dataset/${did}`);
      assert.deepEqual([dataset.did, dataset.name], [did, 'Lamps']);

      const page = await client.callTool({ name: 'scrape', arguments: { url: article } });
      const { receipt: receiptId } = page.structuredContent as { receipt: string };
      const receipt = await read(`webdata://receipt/${receiptId}`);
      assert.equal(receipt.id, receiptId);
      assert.equal(receipt.request_id, page._meta?.['webdata/request_id']);
      const { json } = await service.post('/v1/receipts/verify', { receipt });
      assert.equal(json.valid, true);

      const rejects = (uri: string, message: RegExp) => assert.rejects(client.readResource({ uri }), message);
      await rejects('webdata://job/job_none', /not_found: .*tool job \(action list\)/);
      await rejects('webdata://dataset/ds_none', /not_found: .*tool dataset \(action list\)/);
      await rejects(`webdata://receipt/${receipt.request_id}`, /not_found: .*id of a receipt \(rct_/);
      await rejects('webdata://jobs/job_none', /no resource .*resources\/templates\/list/);
    });
  }
});
