import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { hasEnded } from './ended-job.ts';
import { startTestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const password = 'badger-under-the-mole-7';
const form = `<!doctype html><title>Log in</title><body style="margin: 0">
  <form method="post" action="/in"><label>Member <input name="member"></label>
  <label>Password <input name="word" type="password"></label><button>Log in</button></form>`;

test('a login by hand in the live view is recorded, and a workflow repeats it', async (t) => {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser?.program == null) return t.skip('no browser on this machine');
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program.executable });
  const site = await startLoopbackServer(
    '127.0.0.23',
    () =>
      new Map<string, Route>([
        ['/', { body: form }],
        [
          '/in',
          (_request, _url, _count, body) => {
            const sent = new URLSearchParams(body);
            const isKnown = sent.get('member') === 'ada' && sent.get('word') === password;
            return { body: `<!doctype html><h1>${isKnown ? 'Welcome, Ada' : 'Wrong'}</h1>` };
          },
        ],
      ]),
  );
  t.after(() => site.close());
  const step = async (sid: string, body: object): Promise<Json> =>
    (await service.post(`/v1/browser/${sid}`, body)).json;

  const { sid } = (await service.post('/v1/browser', { url: site.url('/'), record: true })).json;
  const places = (
    await step(sid, {
      type: 'evaluate',
      text: '[...document.querySelectorAll("input, button")].map((one) => { const { x, y } = one.getBoundingClientRect(); return { x: x + 8, y: y + 8 }; })',
    })
  ).result;
  const { result } = await step(sid, { type: 'live', interactive: true, snapshot: false });
  const socket = new WebSocket(result.live_url);
  await once(socket, 'message');
  const send = (input: object) => socket.send(JSON.stringify(input));
  const click = (at: object) => {
    for (const action of ['down', 'up']) send({ type: 'mouse', action, ...at });
  };
  click(places[0]);
  for (const text of 'adda') send({ type: 'text', text });
  for (const key of ['Backspace', 'Backspace']) send({ type: 'key', action: 'down', key });
  send({ type: 'text', text: 'a' });
  click(places[1]);
  // Whoever waits for the person looks at the page meanwhile.
  for (const [at, text] of [...password].entries()) {
    send({ type: 'text', text });
    if (at % 8 !== 7) continue;
    await until(
      () => step(sid, { type: 'evaluate', text: 'document.querySelector("[type=password]").value.length' }),
      ({ result: length }) => length === at + 1,
    );
    await step(sid, { type: 'wait', ms: 1 });
  }
  click(places[2]);
  await until(
    () => step(sid, { type: 'snapshot' }),
    ({ snapshot }) => /Welcome, Ada/.test(snapshot ?? ''),
  );
  const closed = (await service.request('DELETE', `/v1/browser/${sid}`)).json;
  const recording = closed.recording;

  await t.test('each thing that was done is one step, and the password is an input', () => {
    const steps = recording.steps.filter(isReplayed);
    assert.deepEqual(steps, [
      { type: 'goto', url: site.url('/') },
      { type: 'type', target: 'Member', text: 'ada' },
      { type: 'type', target: 'Password', text: '{{password}}' },
      { type: 'click', target: 'Log in' },
    ]);
    assert.deepEqual(Object.keys(recording.inputs.properties), ['password']);
    assert.doesNotMatch(JSON.stringify(closed), /badger/);
  });

  await t.test('the workflow of the recording logs in again', async () => {
    const steps = [...recording.steps, { type: 'wait_for', text: 'Welcome, Ada' }];
    const made = await service.post('/v1/workflows', { ...recording, steps: steps.filter(isReplayed) });
    assert.equal(made.status, 200, JSON.stringify(made.json));
    const { run_id: run } = (
      await service.post(`/v1/workflows/${made.json.id}/runs`, { inputs: { password } })
    ).json;
    const ended = await until(
      async () => (await service.get(`/v1/runs/${run}`)).json,
      (answer) => hasEnded(answer),
    );
    assert.equal(ended.status, 'completed', JSON.stringify(ended));
  });
});

/** Leaves out the steps that only looked at the page. */
function isReplayed({ type }: { type: string }): boolean {
  return type !== 'evaluate' && type !== 'wait';
}
