import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkAddresses, isAddress } from './address-or-file.ts';

test('an address is told from the path of a file', () => {
  for (const word of [
    'https://urls.txt',
    'example.com',
    'example.com/urls.txt',
    'localhost:8080/a',
    '10.0.0.7',
  ])
    assert.equal(isAddress(word), true, word);
  for (const word of ['urls.txt', 'lists/urls.csv', './example.com', '/tmp/a', 'urls', '-', 'report.pdf'])
    assert.equal(isAddress(word), false, word);
});

test('a file is preferred to an address without a scheme', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-word-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'example.com');
  await writeFile(path, 'https://example.com/a');
  const start = process.cwd();
  t.after(() => process.chdir(start));
  process.chdir(folder);
  assert.equal(isAddress('example.com'), false);
  for (const fields of [{ url: 'example.com' }, { urls: ['example.org', path] }])
    assert.throws(() => checkAddresses(fields), /is a file: "parse" reads a file/);
  checkAddresses({ url: 'https://example.com', urls: ['example.org'], name: 'example.com' });
});
