import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskParams, maskText } from './mask-params.ts';

test('secrets are masked everywhere in a request', () => {
  const params = {
    url: 'https://user:hunter2@example.com/login?token=hunter2&page=2#access_token=hunter2',
    headers: {
      Authorization: 'Bearer hunter2',
      Cookie: 'sid=hunter2',
      'X-Api-Key': 'hunter2',
      'x-auth-token': 'hunter2',
      'Proxy-Authorization': 'hunter2',
      Accept: 'text/html',
    },
    password: 'hunter2',
    webhook: { url: 'https://hooks.example.com/?key=hunter2', secret: ['hunter2'] },
    steps: [
      { type: 'type', selector: 'input[type=password]', text: 'hunter2' },
      { type: 'type', selector: '#user', text: 'ann' },
      { type: 'press', key: 'Enter' },
      { type: 'type', target: 'One-time code (OTP)', text: 'hunter2' },
    ],
    nested: { deeply: [{ client_secret: { value: 'hunter2' } }] },
    pin: 4711,
  };
  const before = structuredClone(params);
  const masked = maskParams(params);
  const text = JSON.stringify(masked);
  assert.ok(!text.includes('hunter2'), text);
  assert.ok(!text.includes('4711'), text);
  assert.deepEqual(params, before);
  assert.deepEqual(masked.headers, {
    Authorization: '***',
    Cookie: '***',
    'X-Api-Key': '***',
    'x-auth-token': '***',
    'Proxy-Authorization': '***',
    Accept: 'text/html',
  });
  assert.equal(masked.url, 'https://***@example.com/login?token=***&page=2#access_token=***');
  const steps = masked.steps as Record<string, unknown>[];
  assert.equal(steps[1]?.text, 'ann');
  assert.equal(steps[2]?.key, 'Enter');
});

test('values without secrets are unchanged', () => {
  const params = {
    urls: ['https://example.com/a@b?q=1&author=x', 'not a url'],
    formats: ['markdown'],
    focus: 'the keyboard = mouse',
    max_length: 20_000,
    only_main_content: true,
    max_credits: null,
    country: 'DE',
  };
  assert.deepEqual(maskParams(params), params);
});

test('the output for huge and deeply nested input is limited', () => {
  let deep: Record<string, unknown> = { password: 'hunter2' };
  for (let level = 0; level < 1_000; level += 1) deep = { deep };
  const text = JSON.stringify(maskParams({ deep, text: 'x'.repeat(1_000_000) }));
  assert.ok(text.length < 10_000);
  assert.ok(!text.includes('hunter2'));
});

test('secret paths of messenger URLs are masked', () => {
  const masked = {
    'https://hooks.slack.com/services/T0/B0/abcDEF': 'https://hooks.slack.com/services/***',
    'https://discord.com/api/webhooks/123/abc-DEF_9': 'https://discord.com/api/webhooks/123/***',
    'https://api.telegram.org/bot123:AA-bb_cc/sendMessage?chat_id=5':
      'https://api.telegram.org/bot123:***/sendMessage?chat_id=5',
    'https://example.com/services/T0/B0': 'https://example.com/services/T0/B0',
  };
  for (const [address, wanted] of Object.entries(masked)) assert.equal(maskText(address), wanted);
});
