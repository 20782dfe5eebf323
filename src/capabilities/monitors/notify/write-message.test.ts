import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultFormatOf } from '../../../domain/resources/message-format.ts';
import type { DeliveryClaim } from '../../../jobs/webhooks/claims.ts';
import { createEmail } from './create-email.ts';
import { templateError } from './template.ts';
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

test('further services: URL, token and body follow their protocol', () => {
  const write = (url: string, form: string, more: object = {}) =>
    writeMessage(claim(url, form, more), base) ?? assert.fail(form);
  const gotify = write('https://push.example/message?token=A.hush&priority=7', 'gotify');
  assert.equal(gotify.url, 'https://push.example/message');
  assert.deepEqual(gotify.headers, { 'x-gotify-key': 'A.hush' });
  const { title, priority, message, extras } = JSON.parse(gotify.body);
  assert.deepEqual([title, priority], ['Changed: Lamp <b> & co', 7]);
  assert.match(message, /price: 40 → 35/);
  assert.equal(extras['client::notification'].click.url, 'https://shop.example/lamp');

  const room = 'https://chat.example/_matrix/client/v3/rooms/!quay:chat.example/send/m.room.message';
  assert.equal(defaultFormatOf(`${room}?access_token=hush`), 'matrix');
  const matrix = write(`${room}?access_token=hush`, 'matrix');
  assert.deepEqual([matrix.method, matrix.url], ['PUT', `${room}/evt_1`]);
  assert.equal(matrix.headers.authorization, 'Bearer hush');
  const event = JSON.parse(matrix.body);
  assert.match(event.formatted_body, /^<strong>Changed: Lamp &lt;b&gt; &amp; co<\/strong><br>/);
  assert.deepEqual([event.msgtype, event['m.mentions']], ['m.text', {}]);

  const flow =
    'https://prod-9.westeurope.logic.azure.com:443/workflows/f1/triggers/manual/paths/invoke?sig=x';
  assert.equal(defaultFormatOf(flow), 'teams');
  const teams = write(flow, 'teams', { name: '[Lamp](https://evil.example)' });
  const [{ contentType, content }] = JSON.parse(teams.body).attachments;
  assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
  // Runs of text have no Markdown.
  assert.ok(content.body.every(({ type }: { type: string }) => type === 'RichTextBlock'));
  assert.equal(content.body[0].inlines[0].text, 'Changed: [Lamp](https://evil.example)');
  assert.deepEqual(
    content.actions.map(({ url }: { url: string }) => url),
    ['https://shop.example/lamp', 'https://data.example/v1/monitors/mon_1/checks/7'],
  );

  const apprise = write('https://apprise.example/notify/?urls=tgram%3A%2F%2Fhush%2F1&tag=ops', 'apprise');
  assert.equal(apprise.url, 'https://apprise.example/notify/');
  const { body, ...rest } = JSON.parse(apprise.body);
  assert.deepEqual(rest, {
    urls: 'tgram://hush/1',
    tag: 'ops',
    title: 'Changed: Lamp <b> & co',
    type: 'info',
    format: 'text',
  });
  assert.match(body, /€ 35 @everyone/);
  assert.match(apprise.errors?.[204] ?? '', /no configuration/);
});

test('a template replaces title and text, and its values are not templates', () => {
  const templates = {
    template_title: '{{event}}: {{ name }}\n!',
    template_text: 'See {{url}} ({{check}}) {{unfinished',
    name: '{{url}}',
    check: 7,
  };
  const { text } = JSON.parse(
    writeMessage(claim('https://api.telegram.org/bot1:x/sendMessage', 'telegram', templates), base)?.body ??
      '',
  );
  assert.equal(text, 'changed: {{url}} !\nSee https://shop.example/lamp (7) {{unfinished');
  const mail = createEmail(claim('mailto:a@example.com', 'mail', templates), base);
  assert.equal(mail?.subject, 'changed: {{url}} !');
  assert.match(mail?.text ?? '', /^See https:\/\/shop\.example\/lamp \(7\)/);
  assert.equal(templateError('{{name}} {{ at }} }} {{'), null);
  assert.match(templateError('{{name}} {{constructor}}') ?? '', /no field \{\{constructor\}\}/);
});

test('a digest lists its events, and a test message says that it is one', () => {
  const events = [
    { type: 'monitor.changed', mid: 'mon_1', name: 'Lamp', url: 'https://shop.example/lamp', summary: 'new' },
    { type: 'monitor.failing', mid: 'mon_2', name: 'Desk', url: null, summary: 'gone', path: '/v1/x' },
  ];
  const digest = { ...claim('https://x/', 'slack', { events, more: 2 }), type: 'monitor.digest' as const };
  const { text } = JSON.parse(writeMessage(digest, base)?.body ?? '');
  assert.equal(
    text,
    '*Digest: 4 notifications*\nChanged: Lamp — new\nhttps://shop.example/lamp\nNot working: Desk — gone\n… and 2 more',
  );
  const templated = { ...digest, data: { ...digest.data, template_text: '{{name}} at {{link}}' } };
  assert.match(writeMessage(templated, base)?.body ?? '', /Desk at https:\/\/data\.example\/v1\/x/);
  const testing = { ...claim('mailto:a@example.com', 'mail'), type: 'webhook.test' as const };
  assert.equal(createEmail(testing, base)?.subject, 'Test message — webdata can send messages here.');
});
