import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startDeadline } from './deadline.ts';

test('a deadline aborts with a TimeoutError, unless it is cleared', async () => {
  const passed = startDeadline(10);
  const cleared = startDeadline(10);
  cleared.clear();
  await delay(60);
  assert.equal(passed.signal.aborted, true);
  assert.equal((passed.signal.reason as DOMException).name, 'TimeoutError');
  assert.equal(cleared.signal.aborted, false);
});
