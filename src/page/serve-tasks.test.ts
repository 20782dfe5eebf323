import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import type { ContentAnswer, ContentTask } from '../domain/pages/content.ts';
import { serveTasks } from './serve-tasks.ts';

/** Error of a module or file that could not be opened because no file descriptor was left. */
const noDescriptor = Object.assign(new Error('EMFILE: too many open files'), {
  code: 'EMFILE',
  syscall: 'open',
});

test('an answer states whether a task failed because of a resource shortage on this machine', async (t) => {
  const { port1: pool, port2: worker } = new MessageChannel();
  t.after(() => pool.close());
  const unusedTask = () => Promise.reject(new Error('not used in this test'));
  const texts = [
    { name: 'short', load: () => Promise.reject(noDescriptor) },
    { name: 'missing', load: () => readFile('/no/such/module') as Promise<never> },
  ];
  const isReady = once(pool, 'message');
  serveTasks(worker, { describe: unusedTask, extract: unusedTask, records: unusedTask, texts });
  await isReady;
  const answerTo = async (work: string): Promise<ContentAnswer> => {
    pool.postMessage({ id: 1, kind: 'text', work, input: null } satisfies ContentTask);
    const [answer] = await once(pool, 'message');
    return answer as ContentAnswer;
  };
  assert.deepEqual(await answerTo('short'), { id: 1, fault: noDescriptor.message, isShortage: true });
  const missing = await answerTo('missing');
  assert.equal('fault' in missing && missing.isShortage, false);
});
