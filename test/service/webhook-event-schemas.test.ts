import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import type { WebhookEventType } from '../../src/domain/resources/webhook.ts';
import { createEventSchema, webhookEvents } from '../../src/operations/schemas/webhook-event.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../world/webhook-receiver.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

async function setUp(t: TestContext) {
  const harbour = { level: 3, status: 200 };
  const site = await startLoopbackServer(
    '127.0.0.22',
    () =>
      new Map<string, Route>([
        [
          '/level',
          () => ({
            status: harbour.status,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ level: harbour.level }),
          }),
        ],
      ]),
  );
  t.after(() => site.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  return { harbour, url: site.url('/level'), receiver, service: await startTestService(t) };
}

/** Checks that each message has exactly the declared fields; returns the types at this path. */
function checkMessages(receiver: WebhookReceiver, path: string): string[] {
  const types = receiver.messages(path).map(({ body }) => {
    const type = body.type as WebhookEventType;
    const { links, ...data } = body.data;
    assert.ok(links === undefined || Object.values(links).every((link) => URL.canParse(String(link))), type);
    const complete = z.strictObject(webhookEvents[type].data).safeParse(data);
    assert.equal(complete.error?.message, undefined, `${type} ${JSON.stringify(data)}`);
    assert.equal(createEventSchema(type).safeParse(body).error?.message, undefined, type);
    return type;
  });
  return [...new Set(types)].sort();
}

test('events have the fields that OpenAPI declares', async (t) => {
  const { harbour, url, receiver, service } = await setUp(t);

  await t.test('of jobs', async () => {
    await service.post('/v1/crawl', { url, limit: 1, webhook: receiver.url('/job') });
    await receiver.arrived(3, '/job');
    assert.deepEqual(checkMessages(receiver, '/job'), ['job.completed', 'job.page', 'job.started']);
  });

  await t.test('of datasets', async () => {
    const schema = { type: 'object', properties: { level: { type: 'number' } } };
    const source = { kind: 'extract', urls: [url], schema };
    await service.post('/v1/datasets', { name: 'levels', source, webhook: receiver.url('/dataset') });
    await receiver.arrived(1, '/dataset');
    assert.deepEqual(checkMessages(receiver, '/dataset'), ['dataset.changed']);
  });

  await t.test('of workflows', async () => {
    const steps = [{ type: 'ask', question: 'Which pier?', name: 'pier', wait_seconds: 0 }];
    const workflow = { name: 'Pier', steps, webhook: receiver.url('/run') };
    const { json } = await service.post('/v1/workflows', workflow);
    const { run_id: runId } = (await service.post(`/v1/workflows/${json.id}/runs`, {})).json;
    await receiver.arrived(1, '/run');
    await service.post(`/v1/runs/${runId}/answer`, { answer: 'North' });
    await receiver.arrived(2, '/run');
    assert.deepEqual(checkMessages(receiver, '/run'), ['workflow.completed', 'workflow.needs_input']);
  });

  await t.test('of monitors', async () => {
    const notify = { webhook: receiver.url('/monitor') };
    const mid = await watch(service, { url, failing_after: 1, confirm: 0, notify });
    harbour.level = 4;
    await check(service, mid);
    harbour.status = 500;
    await check(service, mid);
    harbour.status = 200;
    await check(service, mid);
    await receiver.arrived(3, '/monitor');
    assert.deepEqual(checkMessages(receiver, '/monitor'), [
      'monitor.changed',
      'monitor.failing',
      'monitor.recovered',
    ]);
  });

  await t.test('of tests', async () => {
    await service.post('/v1/webhooks/test', { url: receiver.url('/test') });
    await receiver.arrived(1, '/test');
    assert.deepEqual(checkMessages(receiver, '/test'), ['webhook.test']);
  });
});
