import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createSignedHeaders, newWebhookSecret } from '../../src/jobs/webhooks/sign.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { startTestService } from '../service/running-service.ts';
import { hangsAfterMs } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { installClient } from './built-client.ts';
import { findRuntime, runtimes } from './runtimes.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

const expected = {
  status: 'ok',
  title: 'Documentation',
  receipt: true,
  changed: false,
  events: ['job.started', 'job.completed'],
  pages: ['ok', 'ok', 'ok'],
  hasJob: true,
  parts: true,
  lines: 3,
  webhook: 'webhook.test',
  forged: 'WebhookSignatureError: No signature of the message matches the secret.',
  invalid: 'WebdataError: invalid',
  stopped: 'Error: stopped',
  cancelled: 'cancelled',
  late: 'WebdataError: timeout',
};

test('the client runs in every runtime', { timeout: 4 * hangsAfterMs }, async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const page = createServer(async ({ url = '/' }, response) => {
    const name = /^\/(?:dist\/)?([\w-]+\.m?js)$/.exec(url)?.[1];
    const place = url.startsWith('/dist/') ? join(client, 'dist') : folder;
    const body =
      name === undefined ? '<!doctype html><title>Page</title>' : await readFile(join(place, name));
    response
      .writeHead(200, { 'content-type': name === undefined ? 'text/html' : 'text/javascript' })
      .end(body);
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  t.after(() => page.close());
  const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const service = await startTestService(t, { WEBDATA_CORS_ORIGINS: origin });
  const { client } = await installClient(t);
  const secret = newWebhookSecret();
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { text: 'ü' },
  });
  const headers = createSignedHeaders([newWebhookSecret(), secret], { id: 'evt_1', at: new Date(), body });
  const values = {
    url: service.url,
    key: service.key,
    site: world.site.origin,
    webhook: { secret, headers, body },
  };

  for (const runtime of runtimes) {
    await t.test(runtime.name, async (part) => {
      const found = await findRuntime(runtime);
      if ('missing' in found) return part.skip(found.missing);
      const command = [found.path, ...runtime.args, join(folder, 'runtime-command.mjs')];
      const result = await runCommand([client, JSON.stringify(values)], {}, '', command);
      assert.equal(result.code, 0, result.stderr);
      assert.deepEqual(JSON.parse(result.stdout), expected);
    });
  }

  await t.test('Chromium, on a page of another origin', async (part) => {
    const { browser: installed } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    const executablePath = installed?.program?.executable;
    if (executablePath === undefined) return part.skip('no browser on this machine');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    part.after(() => browser.close());
    const opened = await browser.newPage();
    await opened.goto(origin);
    const result = await opened.evaluate(async (given) => {
      // The names are not known to the compiler: the page serves these files.
      const library: string = '/dist/index.js';
      const program: string = '/runtime-exercise.mjs';
      const { exercise } = await import(program);
      return exercise(await import(library), given);
    }, values);
    assert.deepEqual(result, expected);
  });
});
