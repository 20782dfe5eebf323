import assert from 'node:assert/strict';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { rotateSecret } from '../../src/app/commands/rotate-secret.ts';
import { readSettings } from '../../src/config.ts';
import { startTestService } from '../service/running-service.ts';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { startWorld } from '../world/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
async function ask(service: ServiceProcess, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200, path);
  return answer.json();
}

test('the root secret is replaced, and the data it protected stay readable', async (t) => {
  const world = await startWorld();
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await world.close();
  });
  const secretFile = join(home.dataDir, 'secrets', 'root-secret');
  const first = await home.start();
  const page = await ask(first, '/v1/scrape', { url: world.site.url('/') });
  const { secret } = await ask(first, '/v1/webhooks/secret');
  const part = await ask(first, '/v1/map', { url: world.site.url('/'), limit: 1 });
  const webhook = world.site.url('/hook/oak');
  const watched = { url: world.site.url('/'), schedule: { paused: true }, notify: { webhook } };
  const { mid } = await ask(first, '/v1/monitors', watched);
  await assert.rejects(stat(`${secretFile}.next`));
  const early = await home.launch({}, ['secret', 'rotate']).ended;
  assert.equal(early.code, 1);
  assert.match(early.stderr, /another process|runs|is used/i);
  await first.stop();

  const old = await readFile(secretFile, 'utf8');
  const rotated = await home.launch({}, ['secret', 'rotate']).ended;
  assert.equal(rotated.code, 0, rotated.stderr);
  assert.match(rotated.stdout, /encrypted again: 1 webhook secrets/);
  const fresh = await readFile(secretFile, 'utf8');
  assert.notEqual(fresh, old);
  assert.equal((await stat(secretFile)).mode & 0o777, 0o600);
  const { code } = await home.launch({}, ['keys', 'create', '--name', 'after']).ended;
  assert.equal(code, 0);

  // Simulates a process that exited right after the database stored the new secret.
  await rename(secretFile, `${secretFile}.next`);
  await writeFile(secretFile, old, { mode: 0o600 });
  const second = await home.start();
  assert.equal(await readFile(secretFile, 'utf8'), fresh);
  assert.equal((await ask(second, '/v1/webhooks/secret')).secret, secret);
  assert.equal((await ask(second, `/v1/monitors/${mid}`)).notify.webhook, webhook);
  const rest = await ask(second, `/v1/map?continue=${part.continue}`, {});
  assert.equal(rest.links.length, 1);
  assert.notEqual(rest.links[0].url, part.links[0].url);
  const { receipt_key: key, receipt_keys: keys } = await ask(second, '/v1/catalog');
  assert.equal(keys.length, 2);
  assert.equal(keys[0].kid, key.kid);
  const { audit } = await ask(second, '/v1/audit');
  assert.deepEqual(
    audit.map(({ action, by, key_id }: Record<string, unknown>) => [action, by, key_id]),
    [
      ['key_created', 'data_directory', null],
      ['secret_rotated', 'data_directory', null],
    ],
  );
  const later = await ask(second, '/v1/scrape', { url: world.site.url('/') });
  const pages = join(home.dataDir, 'pages.json');
  await writeFile(pages, JSON.stringify({ results: [page, later] }));
  const verified = await home.launch({}, ['verify', pages, '--keys', second.url]).ended;
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.equal(new Set(verified.stdout.match(/signed by (\S+)/g)).size, 2);
});

test('the root secret of a database in use by other processes is not replaced', async (t) => {
  const service = await startTestService(t);
  const settings = readSettings({
    DATABASE_URL: service.connectionString,
    WEBDATA_SECRET: 'a root secret for tests alone',
    DATA_DIR: service.dataDir,
  });
  await assert.rejects(rotateSecret(settings), /stop every process/);
});
