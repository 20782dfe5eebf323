import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findShortage } from './shortage.ts';

test('an error that reports a shortage is one, also as the cause of another', () => {
  const tooMany = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  assert.match(findShortage(new Error('failed', { cause: tooMany }))?.reason ?? '', /too many open files/);
  assert.equal(findShortage(new Error('failed')), null);
});

/** Opens files until none is left, then loads a package that was not loaded before. */
const program = `
  import { openSync } from 'node:fs';
  import { findShortage } from ${JSON.stringify(new URL('./shortage.ts', import.meta.url).href)};
  try { for (;;) openSync('/dev/null'); } catch {}
  await import('proxy-chain').then(
    () => console.log('loaded'),
    (error) => console.log(findShortage(error) === null ? error.message : 'shortage'),
  );`;

test('a module that cannot be loaded for lack of descriptors is a shortage', {
  skip: process.platform === 'win32' && 'needs a shell with ulimit',
}, async () => {
  const command = 'ulimit -n 64 && exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program]);
  assert.equal(stdout, 'shortage\n');
});
