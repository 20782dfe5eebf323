import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { connectAgent, eras } from './agent-client.ts';

test('completion: names of tools, ids of documents and usual values of prompts', async (t) => {
  const service = await startTestService(t);
  const made: string[] = [];
  for (const name of ['Lamps', 'Chairs']) {
    const { json } = await service.post('/v1/datasets', {
      name,
      key: ['id'],
      source: { kind: 'records', records: [{ id: 1, name }] },
    });
    made.push(String(json.did));
  }
  for (const [era, mode] of eras) {
    await t.test(`in ${era}`, async (t) => {
      const client = await connectAgent(t, service, mode);
      const propose = async (ref: { type: string } & Record<string, string>, name: string, value: string) =>
        (await client.complete({ ref: ref as never, argument: { name, value } })).completion;
      const help = { type: 'ref/resource', uri: 'webdata://help/{tool}' };
      assert.deepEqual((await propose(help, 'tool', 'scr')).values, ['scrape']);
      assert.deepEqual((await propose(help, 'tool', 'S')).values, ['scrape', 'search']);
      const dataset = { type: 'ref/resource', uri: 'webdata://dataset/{did}' };
      const { values, total, hasMore } = await propose(dataset, 'did', '');
      assert.deepEqual([...values].sort(), [...made].sort());
      assert.deepEqual([total, hasMore], [2, false]);
      assert.deepEqual((await propose(dataset, 'did', made[0] ?? '')).values, [made[0]]);
      assert.deepEqual(
        (await propose({ type: 'ref/resource', uri: 'webdata://job/{jid}' }, 'jid', 'x')).values,
        [],
      );
      const watch = { type: 'ref/prompt', name: 'watch' };
      assert.deepEqual((await propose(watch, 'every', '1')).values, ['15m', '1h', '12h', '1d']);
      for (const [ref, name] of [
        [watch, 'url'],
        [{ type: 'ref/prompt', name: 'nothing' }, 'every'],
        [{ type: 'ref/resource', uri: 'webdata://read/{ref}' }, 'ref'],
      ] as const)
        assert.deepEqual((await propose(ref, name, '')).values, []);
    });
  }

  await t.test('a key that may not list them sees no ids', async (t) => {
    const { key } = (await service.post('/v1/keys', { name: 'writer', scopes: ['write'] })).json;
    const client = await connectAgent(t, { url: service.url, key: String(key) });
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'webdata://dataset/{did}' },
      argument: { name: 'did', value: '' },
    });
    assert.deepEqual(completion.values, []);
  });
});
