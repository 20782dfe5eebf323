import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startListener } from './listener.ts';

/** Far longer than the test may take: whatever waits for it hangs. */
const graceMs = 600_000;

test('closing answers what is under way and hangs up on connections that never asked', {
  timeout: 20_000,
}, async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  const listener = await startListener(
    async () => {
      onAsked();
      await mayAnswer;
      return new Response('done');
    },
    '127.0.0.1',
    0,
  );
  const silent = connect(listener.port, '127.0.0.1');
  await once(silent, 'connect');
  const answer = fetch(`http://127.0.0.1:${listener.port}/`);
  await asked;
  const hungUp = once(silent, 'close');
  silent.resume();
  const closed = listener.close(graceMs);
  await hungUp;
  letAnswer();
  assert.equal(await (await answer).text(), 'done');
  await closed;
});
