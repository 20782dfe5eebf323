import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readSettings, settingsReference } from '../../src/config.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const known = new Set(settingsReference.map(({ variable }) => variable));

test('the image runs without privileges, has a health check and shuts down', async () => {
  const lastStage = (await read('Dockerfile')).split(/^FROM .*$/m).at(-1) ?? '';
  assert.match(lastStage, /^USER 10001:10001$/m);
  assert.ok(lastStage.indexOf('\nRUN ') < lastStage.indexOf('\nUSER '), 'nothing is run as root after that');
  assert.match(lastStage, /^HEALTHCHECK .*\\\n\s+CMD \["node", .*\/readyz/m);
  const { scripts } = JSON.parse(await read('package.json'));
  const command = JSON.stringify(['tini', '--', ...scripts.start.split(' ')]).replaceAll(',', ', ');
  assert.ok(lastStage.includes(`\nENTRYPOINT ${command}\n`), `what npm start runs: ${command}`);
  const copied = [...lastStage.matchAll(/^COPY (?!--)(\S+)/gm)].map(([, name]) => name);
  const kept = await read('.dockerignore');
  assert.ok(copied.length > 0);
  for (const name of copied) assert.ok(kept.includes(`!${name}\n`), `${name} reaches the builder`);
});

test('the container files use only settings and values that the service accepts', async () => {
  const image = /^ENV (.*)$/m.exec(await read('Dockerfile'))?.[1] ?? '';
  const ofImage = Object.fromEntries(
    [...image.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  assert.equal(ofImage.DATA_DIR, '/data');
  const { NODE_ENV: _, ...settings } = ofImage;
  for (const name of Object.keys(settings)) assert.ok(known.has(name), name);
  const scaled = await read('compose.scaled.yaml');
  const block = scaled.slice(scaled.indexOf('x-settings:'), scaled.indexOf('\nservices:'));
  const shared = [...block.matchAll(/^ {2}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value
      .replaceAll(/\$\{\w+:\?set it\}/g, 'a-value-of-32-characters-or-more')
      .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  const roles = [...scaled.matchAll(/WEBDATA_ROLE: (\w+)/g)].map(([, role]) => role);
  assert.deepEqual(roles, ['api', 'worker']);
  for (const role of roles) {
    const read = readSettings({ ...settings, ...Object.fromEntries(shared), WEBDATA_ROLE: role });
    assert.equal(read.role, role);
    assert.match(read.blobUrl ?? '', /^s3:/);
  }
});

test('the Kubernetes manifests use only settings, values and paths that the service accepts', async () => {
  const manifest = (name: string) => read(`deploy/kubernetes/${name}.yaml`);
  const settings = await manifest('settings');
  const data = settings.slice(settings.indexOf('\ndata:'));
  const shared = [...data.matchAll(/^ {2}([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('"', ''),
  ]);
  assert.ok(shared.length >= 3, data);
  const secret = {
    DATABASE_URL: 'postgres://webdata:secret@postgres:5432/webdata',
    WEBDATA_SECRET: 'a-value-of-32-characters-or-more',
    BLOB_URL: 's3://KEY:SECRET@bucket/webdata?endpoint=https://s3.example.com&region=eu-1',
  };
  for (const role of ['api', 'worker']) {
    const text = await manifest(role);
    assert.match(text, new RegExp(`name: WEBDATA_ROLE\\n +value: ${role}\\n`));
    const accepted = readSettings({ ...Object.fromEntries(shared), ...secret, WEBDATA_ROLE: role });
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)?.[1]) * 1_000;
    // The drain of a serving process, and what a stop may take after it (docs/operations.md).
    const drainMs = role === 'api' ? accepted.drainMs : 0;
    assert.ok(grace >= drainMs + 60_000, `${grace} ms for a drain of ${drainMs} ms`);
    const probes = [...text.matchAll(/path: (\S+)/g)].map(([, path]) => path);
    assert.deepEqual(probes, ['/readyz', '/readyz', '/livez']);
  }
  const { metrics } = await import('../../src/capabilities/jobs/index.ts').then(
    ({ jobsCapability }) => jobsCapability,
  );
  const names = metrics?.({} as Parameters<NonNullable<typeof metrics>>[0]).map(({ name }) => name) ?? [];
  const scaledBy = /type: External\n.*\n.*\n +name: (\S+)/.exec(await manifest('worker'))?.[1];
  assert.ok(names.includes(scaledBy ?? ''), `${scaledBy} is a metric of the service`);
});
