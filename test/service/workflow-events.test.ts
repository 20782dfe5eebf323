import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { startTestService } from './running-service.ts';

test('a run that asks sends workflow.needs_input at once, and only once', async (t) => {
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const service = await startTestService(t);

  async function ask(waitSeconds: number, path: string) {
    const steps = [
      { type: 'ask', question: 'Which colour?', name: 'colour', wait_seconds: waitSeconds },
      { type: 'set', name: 'done', value: true },
    ];
    const workflow = { name: 'Ask', steps, webhook: receiver.url(path) };
    const { json } = await service.post('/v1/workflows', workflow);
    const started = await service.post(`/v1/workflows/${json.id}/runs`, {});
    const [event] = await receiver.arrived(1, path);
    assert.ok(event !== undefined);
    return { runId: started.json.run_id as string, event };
  }

  async function answer(runId: string, path: string) {
    const { status } = await service.post(`/v1/runs/${runId}/answer`, { answer: 'blue' });
    assert.equal(status, 200);
    const messages = await receiver.arrived(2, path);
    assert.deepEqual(
      messages.map(({ body }) => [body.type, body.data.status]),
      [
        ['workflow.needs_input', 'needs_input'],
        ['workflow.completed', 'completed'],
      ],
    );
  }

  await t.test('while it waits for the answer', async () => {
    const { runId, event } = await ask(300, '/waiting');
    const { run_id: id, step, question } = event.body.data;
    assert.deepEqual([id, step, question], [runId, '/steps/0', 'Which colour?']);
    assert.equal((await service.get(`/v1/runs/${runId}`)).json.status, 'needs_input');
    await answer(runId, '/waiting');
  });

  await t.test('and after it has stopped waiting', async () => {
    const { runId } = await ask(0, '/released');
    await until(async () => (await service.get(`/v1/runs/${runId}`)).json.receipt);
    await answer(runId, '/released');
  });
});
