import { setTimeout as pause } from 'node:timers/promises';
import { type Activity, acknowledge, createOnce } from './load-context.ts';

/** Runs a workflow in a browser. */
export const workflowActivity: Activity = async (context) => {
  const { choices, objects } = context;
  if (objects.workflows.length === 0) return;
  const { id, client } = choices.pick(objects.workflows);
  const run = await createOnce(context, client, `/v1/workflows/${id}/runs`, { body: {} });
  if (run !== null) acknowledge(context, client, 'run', run.run_id);
};

/** The session or its browser may be gone after a kill or a clock jump beyond its end. */
const gone = [410];

/** Opens a browser session, runs some steps and closes it. */
export const sessionActivity: Activity = async (context) => {
  const { choices, world } = context;
  if (world.shop === null) return;
  const client = choices.pick(context.clients);
  const body = { url: world.shop.url('/'), ttl_seconds: 60, idle_seconds: 20 };
  const opened = await createOnce(context, client, '/v1/browser', { body });
  if (opened === null) return;
  acknowledge(context, client, 'session', opened.sid);
  const path = `/v1/browser/${opened.sid}`;
  const steps = [
    { type: 'snapshot' },
    { type: 'goto', url: world.shop.url('/product/2') },
    { type: 'wait', ms: 300 },
    { type: 'screenshot' },
  ];
  for (const step of steps) {
    if (context.isStopping()) break;
    const reply = await client.request('POST', path, { body: step, expected: gone });
    if (reply.kind !== 'answer' || reply.status !== 200) await pause(100);
  }
  await client.request('DELETE', path, { expected: gone });
};
