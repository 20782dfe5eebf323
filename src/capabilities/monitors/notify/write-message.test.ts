import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import { defaultFormatOf } from './default-format.ts';
import { createEmail } from './email-text.ts';
import { writeMessage } from './write-message.ts';

const base = 'https://data.example';
const claim = (url: string, form: string | undefined, more: object = {}): DeliveryClaim => ({
  deliveryId: 'evt_1',
  accountId: 'acct_1',
  jobId: null,
  type: 'monitor.changed',
  url,
  data: {
    mid: 'mon_1',
    name: 'Lamp <b> & co',
    url: 'https://shop.example/lamp',
    summary: '“€ 40” → “€ 35”',
    diff: {
      blocks: [{ type: 'changed', section: null, before: '€ 40 <!channel>', after: '€ 35 @everyone' }],
      fields: { '/price': { old: 40, new: 35 } },
      summary: { added: 0, removed: 0, changed: 2 },
      truncated: false,
    },
    ...(form !== undefined && { form }),
    ...more,
  },
  links: { monitor: '/v1/monitors/mon_1', check: '/v1/monitors/mon_1/checks/7' },
  at: new Date('2026-11-21T10:00:00Z'),
  attempt: 1,
  step: 0,
});

test('the message format follows from the URL', () => {
  const forms = {
    'https://hooks.slack.com/services/T/B/x': 'slack',
    'https://discord.com/api/webhooks/1/x': 'discord',
    'https://api.telegram.org/bot1:x/sendMessage?chat_id=5': 'telegram',
    'https://ntfy.sh/lamps': 'ntfy',
    'https://example.com/hooks.slack.com': 'standard',
    'https://notdiscord.com/api/webhooks/1/x': 'standard',
  };
  for (const [address, form] of Object.entries(forms)) assert.equal(defaultFormatOf(address), form, address);
});

test('messages follow the format of each service, and page content is never markup', () => {
  assert.equal(writeMessage(claim('https://example.com/', undefined), base), null);
  assert.equal(writeMessage(claim('https://example.com/', 'mail'), base), null);
  const slack = JSON.parse(writeMessage(claim('https://x/', 'slack'), base)?.body ?? '');
  assert.match(slack.text, /^\*Changed: Lamp &lt;b&gt; &amp; co\*\n/);
  assert.match(slack.text, /€ 40 &lt;!channel&gt;/);
  assert.match(slack.text, /https:\/\/data\.example\/v1\/monitors\/mon_1\/checks\/7/);
  const discord = JSON.parse(writeMessage(claim('https://x/', 'discord'), base)?.body ?? '');
  assert.deepEqual(discord.allowed_mentions, { parse: [] });
  assert.ok(discord.content.length <= 2_000);
  const telegram = JSON.parse(
    writeMessage(claim('https://api.telegram.org/bot1:x/sendMessage?chat_id=-5', 'telegram'), base)?.body ??
      '',
  );
  assert.equal(telegram.chat_id, '-5');
  assert.match(telegram.text, /price: 40 → 35/);
  const ntfy = writeMessage(claim('https://ntfy.sh/lamps', 'ntfy', { name: 'Lämp' }), base);
  assert.equal(ntfy?.headers.title, `=?UTF-8?B?${Buffer.from('Changed: Lämp').toString('base64')}?=`);
  assert.equal(ntfy?.headers.click, 'https://shop.example/lamp');
  assert.match(ntfy?.body ?? '', /− € 40/);
});

test('long changes are cut to the maximum length of each service', () => {
  const blocks = Array.from({ length: 80 }, (_, at) => ({
    type: 'added',
    section: null,
    before: null,
    after: `${at} ${'word '.repeat(200)}`,
  }));
  const diff = { blocks, fields: {}, summary: { added: 80, removed: 0, changed: 0 }, truncated: false };
  const content = JSON.parse(
    writeMessage(claim('https://x/', 'discord', { diff }), base)?.body ?? '',
  ).content;
  assert.ok(content.length <= 2_000, String(content.length));
  assert.match(content, /checks\/7$/);
});

test('an e-mail states the change, the page and the monitor', () => {
  const { subject, text } = createEmail(claim('mailto:a@example.com', 'mail'), base) ?? assert.fail();
  assert.equal(subject, 'Changed: Lamp <b> & co — “€ 40” → “€ 35”');
  for (const part of ['price: 40 → 35', 'Page: https://shop.example/lamp', '/checks/7', 'mon_1']) {
    assert.ok(text.includes(part), part);
  }
});
