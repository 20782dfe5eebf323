import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilities } from '../../src/app/capabilities.ts';
import { absent, composeOperations } from '../../src/app/operations/operations.ts';
import type { CapabilityPorts } from '../../src/capabilities/capability.ts';
import { addMs, systemClock } from '../../src/domain/system/clock.ts';
import { type LogFields, silentLog } from '../../src/domain/system/log.ts';
import { connectAgent } from '../interfaces/agent-client.ts';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

const hourMs = 60 * 60_000;

test('a service without monitors knows nothing of them, and does everything else', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const errors: Array<{ fields: LogFields; message: string }> = [];
  // The lease of the process expires when its clock moves, which it reports without an error.
  const note = (fields: LogFields, message: string) => {
    if ('err' in fields || 'error' in fields) errors.push({ fields, message });
  };
  let aheadMs = 0;
  const service = await startTestService(
    t,
    {},
    {
      capabilities: capabilities.filter(({ name }) => name !== 'monitors'),
      log: { ...silentLog, warn: note, error: note },
      clock: { now: () => addMs(systemClock.now(), aheadMs) },
    },
  );

  await t.test('reads pages', async () => {
    const { status, json } = await service.post('/v1/scrape', { url: world.site.url('/') });
    assert.deepEqual([status, json.status], [200, 'ok']);
  });

  await t.test('has no operation, schema or tag of monitors', async () => {
    for (const path of ['/v1/monitors', '/v1/monitors/mon_1/checks']) {
      assert.equal((await service.get(path)).status, 404, path);
    }
    const { json } = await service.get('/openapi.json');
    assert.ok('/v1/scrape' in json.paths);
    assert.deepEqual(
      Object.keys(json.paths).filter((path) => path.includes('monitor')),
      [],
    );
    assert.ok(!json.tags.some(({ name }: { name: string }) => name === 'monitors'));
  });

  await t.test('has no topic of monitors in its reference', () => {
    const others = capabilities.filter(({ name }) => name !== 'monitors');
    const operations = composeOperations(others, absent as CapabilityPorts);
    const topics = new Set(operations.map(({ tag }) => tag?.topic));
    assert.ok(topics.has('Datasets') && !topics.has('Monitors'), [...topics].join());
  });

  await t.test('offers agents neither their tool nor their prompt', async (t) => {
    const client = await connectAgent(t, service);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('scrape') && !names.includes('monitor'), names.join());
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['find_facts', 'research', 'collect_table', 'fill_form'],
    );
  });

  await t.test('sweeps every other table without an error', async () => {
    const readTasks = () => service.database.selectFrom('periodic_tasks').selectAll().execute();
    const before = await readTasks();
    assert.ok(before.some(({ name }) => name === 'sweep-blobs'));
    assert.ok(!before.some(({ name }) => name === 'sweep-monitors'));
    aheadMs = 2 * hourMs;
    const dueAt = new Map(before.map(({ name, next_run_at: at }) => [name, at.getTime()]));
    await until(readTasks, (tasks) =>
      tasks.every(
        (task) => task.next_run_at.getTime() > (dueAt.get(task.name) ?? 0) && task.lease_id === null,
      ),
    );
  });

  await t.test('logs no error', () => assert.deepEqual(errors, []));
});
