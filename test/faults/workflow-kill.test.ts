import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const page = (body: string) => ({
  body: `<!DOCTYPE html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`,
});

/** Returns a site that identifies the customer by a cookie and answers an order with a delay. */
const routes = () =>
  new Map<string, Route>([
    [
      '/welcome',
      {
        ...page('<p>Welcome</p>'),
        headers: { 'content-type': 'text/html', 'set-cookie': 'visitor=ada; Path=/' },
      },
    ],
    [
      '/form',
      (request) =>
        /visitor=ada/.test(request.headers.cookie ?? '')
          ? page(
              '<form method="post" action="/order"><label>Name <input name="name"></label><label>Size <select name="size"><option>S</option><option>L</option></select></label><button>Place order</button></form>',
            )
          : page('<p>Who are you?</p>'),
    ],
    ['/order', { ...page('<p>Thank you</p>'), delayMs: 6_000 }],
    ['/orders', page('<p>Your orders</p>')],
  ]);

test('a run continues after a kill, and does not order twice', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const site = await startLoopbackServer('127.0.0.34', routes);
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
  });
  const environment = { WEBDATA_BROWSER: browser.program?.executable ?? '' };
  let service: ServiceProcess = await home.start(environment);
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const runWith = async (runId: string, isSo: (run: Json) => boolean): Promise<Json> => {
    const run = await until<Json>(
      () => call('GET', `/v1/runs/${runId}`),
      (found) => isSo(found) || found.status === 'failed',
    );
    assert.ok(isSo(run), JSON.stringify(run.error));
    return run;
  };
  const killAndStart = async () => {
    assert.equal((await service.kill()).signal, 'SIGKILL');
    service = await home.start(environment);
  };

  const { id } = await call('POST', '/v1/workflows', {
    name: 'Order',
    inputs: { type: 'object', properties: { name: { type: 'string' } } },
    steps: [
      { type: 'goto', url: site.url('/welcome') },
      { type: 'goto', url: site.url('/form') },
      { type: 'type', target: 'Name', text: '{{name}}' },
      { type: 'select', target: 'Size', text: 'L' },
      { type: 'wait', ms: 2_500 },
      { type: 'click', target: 'Place order' },
      { type: 'goto', url: site.url('/orders') },
      { type: 'extract', schema: { type: 'object', properties: { heading: { type: 'string' } } } },
    ],
  });
  const { run_id: runId } = await call('POST', `/v1/workflows/${id}/runs`, { inputs: { name: 'Ada' } });

  await runWith(runId, (run) => run.log.some(({ step }: Json) => step === '/steps/3'));
  await killAndStart();
  // The earlier selection on the page is restored when the order is sent.
  await until(() => site.requests('/order') > 0);
  assert.equal(site.requests('/order'), 1);
  await killAndStart();

  const requested = await runWith(runId, (run) => run.status === 'needs_input');
  assert.deepEqual([requested.question.kind, requested.question.step], ['repeat', '/steps/5']);
  assert.match(requested.question.question, /click "Place order" was running/);
  const refused = await call('POST', `/v1/runs/${runId}/answer`, { answer: 'perhaps' });
  assert.equal(refused.status, 422);
  await call('POST', `/v1/runs/${runId}/answer`, { answer: 'skip' });
  const done = await runWith(runId, (run) => run.status === 'completed');
  assert.equal(site.requests('/order'), 1);
  assert.equal(done.records_total, 1);
  assert.deepEqual(
    done.log.map(({ step, status }: Json) => `${step.replace('/steps/', '')} ${status}`),
    ['0 ok', '1 ok', '2 ok', '3 ok', '4 resumed', '4 ok', '5 skipped', '6 resumed', '6 ok', '7 ok'],
  );
  // No reservation remains, and the charge equals the sum of the runs.
  const { credits } = await call('GET', '/v1/account');
  assert.ok(done.credits >= 1 && credits.reserved <= done.credits * 3);
  assert.equal((await service.stop()).code, 0);
});
