import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { maskText, maskWebhook } from '../../domain/secrets/mask-address.ts';
import { headersSchema, pageOptions } from '../schemas/page-options.ts';
import { webhookUrlSchema } from '../schemas/webhook-url.ts';
import { maskedAs, maskInput, secretField, secretsOfInput } from './secret-fields.ts';

const body = z
  .strictObject({
    url: z.string(),
    ...pageOptions,
    webhook: z
      .union([webhookUrlSchema, z.object({ url: webhookUrlSchema, headers: headersSchema.nullish() })])
      .nullish(),
  })
  .superRefine(() => {});

test('the secret values of an input are what its schema masks', () => {
  const secrets = secretsOfInput(body, {
    url: 'https://ada:pa55word@example.com/?token=t0ken-value&page=2',
    headers: { 'x-anything': 'header-value' },
    webhook: 'https://hooks.example.com/in/f00dbeef12345678f00d',
    steps: [
      { type: 'type', selector: '#field', text: 'typed-value' },
      { type: 'wait_for', text: 'Welcome' },
    ],
    formats: ['markdown'],
  });
  for (const value of ['pa55word', 't0ken-value', 'header-value', 'f00dbeef12345678f00d', 'typed-value'])
    assert.ok(secrets.includes(value), `${value}: ${secrets.join(' ')}`);
  for (const value of ['Welcome', 'markdown', '#field', '2', 'hooks.example.com'])
    assert.ok(!secrets.includes(value), `${value}: ${secrets.join(' ')}`);
});

test('the schema decides what is masked: headers, typed texts, pressed characters, webhooks and addresses', () => {
  const params = {
    url: 'https://user:hunter2@example.com/login?token=hunter2&page=2#access_token=hunter2',
    headers: { Authorization: 'Bearer hunter2', 'x-anything': 'hunter2' },
    webhook: {
      url: 'https://hooks.example.com/in/hunter2hunter2hunter2?key=hunter2',
      headers: { a: 'hunter2' },
    },
    steps: [
      { type: 'type', selector: '#field', text: 'hunter2' },
      { type: 'press', key: 'h' },
      { type: 'press', key: 'Enter' },
      { type: 'wait_for', text: 'Welcome' },
      { type: 'type', target: 'x', texxt: 'hunter2' },
      { type: 'script', text: 'document.forms[0].code.value = "hunter2"' },
    ],
    unknown_field: { deeply: ['hunter2'] },
    max_tokens: 4711,
  };
  const before = structuredClone(params);
  const masked = maskInput(body, params);
  assert.ok(!JSON.stringify(masked).includes('hunter2'), JSON.stringify(masked));
  assert.deepEqual(params, before);
  assert.equal(masked.url, 'https://***@example.com/login?token=***&page=2#access_token=***');
  assert.deepEqual(masked.headers, { Authorization: '***', 'x-anything': '***' });
  const steps = masked.steps as Record<string, unknown>[];
  assert.deepEqual(steps[2], { type: 'press', key: 'Enter' });
  assert.deepEqual(steps[3], { type: 'wait_for', text: 'Welcome' });
  assert.deepEqual(steps[4], { type: 'type', target: 'x', texxt: '***' });
});

test('names of fields decide nothing: known fields stay whatever they are called', () => {
  const schema = z.object({
    max_tokens: z.int(),
    password_rules: z.string(),
    schema: z.record(z.string(), z.unknown()),
  });
  const value = {
    max_tokens: 500,
    password_rules: 'long',
    schema: { properties: { password: { type: 'string' } } },
  };
  assert.deepEqual(maskInput(schema, value), value);
});

test('a mark survives refinements, descriptions, unions and nested shapes', () => {
  const secret = secretField(z.string()).max(100).nullish().describe('a secret');
  const inner: z.ZodType = z.object({
    secret,
    list: z.array(maskedAs(z.looseObject({}), () => inner)).optional(),
  });
  const schema = z.union([z.object({ other: z.string() }), inner.refine(() => true)]);
  const value = { secret: 'hunter2', list: [{ secret: 'hunter2' }], other: 'shown' };
  assert.deepEqual(maskInput(schema, value), { secret: '***', list: [{ secret: '***' }], other: 'shown' });
});

test('values without secrets are unchanged', () => {
  const params = {
    url: 'https://example.com/a@b?q=1&author=x&max_tokens=5#section-2',
    formats: ['markdown'],
    max_length: 20_000,
    only_main_content: true,
    max_credits: null,
    country: 'DE',
  };
  assert.deepEqual(maskInput(body, params), params);
});

test('the output for huge and deeply nested input is limited', () => {
  let deep: Record<string, unknown> = { password: 'hunter2' };
  for (let level = 0; level < 1_000; level += 1) deep = { deep };
  const text = JSON.stringify(maskInput(body, { deep, url: 'x'.repeat(1_000_000) }));
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

test('parameters of addresses are recognised by their words, and fragments lose their tokens', () => {
  const masked = {
    'https://a.example/?access_token=s3cr3t&max_tokens=5&token_type=bearer':
      'https://a.example/?access_token=***&max_tokens=5&token_type=***',
    'https://a.example/?X-Amz-Signature=abc&page=1': 'https://a.example/?X-Amz-Signature=***&page=1',
    'https://a.example/login?user=ann&password=s3cr3t&newPassword=x':
      'https://a.example/login?user=ann&password=***&newPassword=***',
    'https://a.example/#id_token=abc&state=x': 'https://a.example/#id_token=***&state=***',
    'https://a.example/#f3a9c1e07b52d648aa': 'https://a.example/#***',
    'https://a.example/#cite_note-Smith2001-12': 'https://a.example/#cite_note-Smith2001-12',
    'https://a.example/#/users/12': 'https://a.example/#/users/12',
  };
  for (const [address, wanted] of Object.entries(masked)) assert.equal(maskText(address), wanted);
  assert.equal(
    maskWebhook('https://hooks.example.com/services/T00/f3a9c1e07b52d648aa?a=b'),
    'https://hooks.example.com/services/T00/***?a=***',
  );
});
