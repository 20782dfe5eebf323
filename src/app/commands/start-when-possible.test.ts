import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/system/failure.ts';
import { startWhenPossible } from './start-when-possible.ts';

const tooManyFiles = Object.assign(new Error('EMFILE: too many open files'), {
  code: 'EMFILE',
  syscall: 'open',
});

test('a start without file descriptors is repeated until it succeeds', async () => {
  let attempts = 0;
  const reasons: string[] = [];
  const started = await startWhenPossible(
    async () => {
      attempts += 1;
      if (attempts === 1) throw tooManyFiles;
      return 'started';
    },
    { signal: new AbortController().signal, onRetry: (reason) => reasons.push(reason) },
  );
  assert.equal(started, 'started');
  assert.deepEqual(reasons, ['This process has too many open files and connections.']);
});

test('a start whose database is lost is repeated', async () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  const failures = [lost];
  const start = async () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return 'started';
  };
  const options = { signal: new AbortController().signal, onRetry: () => {} };
  assert.equal(await startWhenPossible(start, options), 'started');
});

test('any other error ends the start', async () => {
  const start = () => Promise.reject(new Error('the port is in use'));
  const options = { signal: new AbortController().signal, onRetry: assert.fail };
  await assert.rejects(startWhenPossible(start, options), /the port is in use/);
});

test('an address of another machine ends the start', async () => {
  const cause = Object.assign(new Error('listen EADDRNOTAVAIL'), {
    code: 'EADDRNOTAVAIL',
    syscall: 'listen',
  });
  const start = () => Promise.reject(new Failure('unavailable', 'Cannot listen on 192.0.2.7', { cause }));
  const options = { signal: new AbortController().signal, onRetry: assert.fail };
  await assert.rejects(startWhenPossible(start, options), /Cannot listen/);
});

test('a stop ends the wait', async () => {
  const stopping = new AbortController();
  const start = () => Promise.reject(tooManyFiles);
  const options = { signal: stopping.signal, onRetry: () => stopping.abort() };
  await assert.rejects(startWhenPossible(start, options), /too many open files/);
});
