import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHome } from '../service-process.ts';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const body = `<title>Here</title><main><h1>Here</h1><p>${'Some words of a page. '.repeat(20)}</p></main>`;

test('credits that a killed run reserved are free again when its job is resumed', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const site = await startLoopbackServer(
    '127.0.0.33',
    () => new Map([['/*', { body, heldUntil: released }]]),
  );
  const home = await openHome();
  t.after(async () => {
    release();
    await home.close();
    await site.close();
  });
  const environment = {
    WEBDATA_ALLOW_NETWORKS: '127.0.0.33/32',
    WEBDATA_UNLIMITED: 'false',
    WEBDATA_PLAN_CREDITS: '100',
  };
  let service = await home.start(environment);
  const ask = async (path: string, request?: object): Promise<Json> => {
    const answer = await fetch(`${service.url}${path}`, {
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(request !== undefined && { method: 'POST', body: JSON.stringify(request) }),
    });
    return answer.json();
  };
  const urls = Array.from({ length: 10 }, (_, at) => site.url(`/${at}`));
  const jobs = await Promise.all([
    ask('/v1/scrape?async=true', { urls }),
    ask('/v1/collect?async=true', { url: site.url('/collect'), fields: ['title'] }),
  ]);
  const readReserved = async () => (await ask('/v1/account')).credits.reserved;
  const hasStarted = () => site.hits >= 11 && readReserved();
  await until(hasStarted);
  const reserved = await until(readReserved, (credits: number) => credits > 10);

  site.reset();
  await service.kill();
  service = await home.start(environment);
  await until(hasStarted);
  const again = await until(readReserved, (credits: number) => credits >= reserved);
  assert.equal(again, reserved, 'the reservations of the killed runs are gone');
  release();
  for (const { jid } of jobs) {
    await until(
      () => ask(`/v1/jobs/${jid}`),
      (job: Json) => job.finished_at !== null,
    );
  }
  assert.equal(await readReserved(), 0);
});
