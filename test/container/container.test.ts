import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readSettings, settingsReference } from '../../src/config.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const known = new Set(settingsReference.map(({ variable }) => variable));

test('the image runs without privileges, has a health check and shuts down', async () => {
  const [, lastStage = ''] = (await read('Dockerfile')).split(/^FROM .*(?<! AS packages)$/m);
  assert.match(lastStage, /^USER 10001:10001$/m);
  assert.ok(lastStage.indexOf('\nRUN ') < lastStage.indexOf('\nUSER '), 'nothing is run as root after that');
  assert.match(lastStage, /^HEALTHCHECK .*\\\n\s+CMD \["node", .*\/readyz/m);
  const { scripts } = JSON.parse(await read('package.json'));
  const command = JSON.stringify(['tini', '--', ...scripts.start.split(' ')]).replaceAll(',', ', ');
  assert.ok(lastStage.includes(`\nENTRYPOINT ${command}\n`), `what npm start runs: ${command}`);
  const copied = [...lastStage.matchAll(/^COPY (?!--)(\S+)/gm)].map(([, name]) => name);
  const kept = await read('.dockerignore');
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
