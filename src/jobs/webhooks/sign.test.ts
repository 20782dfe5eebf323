import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createSignedHeaders, newWebhookSecret } from './sign.ts';

test('matches the example of the standard', () => {
  const headers = createSignedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the reference library accepts a signature of any secret, and no changed message', () => {
  const [newer, older, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const body = '{"type":"job.completed","data":{"title":"Grüße, 世界 \\u0000"}}';
  const headers = createSignedHeaders([newer, older], { id: 'evt_1', at: new Date(), body });
  for (const secret of [newer, older]) new Webhook(secret).verify(body, headers);
  assert.throws(() => new Webhook(foreign).verify(body, headers));
  assert.throws(() => new Webhook(newer).verify(`${body} `, headers));
  assert.throws(() => new Webhook(newer).verify(body, { ...headers, 'webhook-id': 'evt_2' }));
});

test('a secret contains 32 random bytes', () => {
  const secret = newWebhookSecret();
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(secret, newWebhookSecret());
});
