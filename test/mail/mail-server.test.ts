import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createMailer, type MailMessage } from '../../src/integrations/mail/create-mailer.ts';
import { check, type MonitorClient, watch } from '../service/monitor-checks.ts';
import { openHome } from '../service-process.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { type EximOptions, eximMissing, startExim } from './exim.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const from = 'Webdata <watch@example.com>';
/** The mail server of a test has no certificate that a certificate authority signed. */
const trustAnyone = 'tls.rejectUnauthorized=false';

async function exim(t: TestContext, options: EximOptions = {}) {
  const server = await startExim(options);
  t.after(() => server.stop());
  return server;
}

function send(url: string, message: Partial<MailMessage> = {}) {
  const mailer = createMailer({ url, from });
  const whole = {
    to: 'ann@example.com',
    subject: 'Subject',
    text: 'Text',
    id: 'evt_1',
    at: new Date(),
    ...message,
  };
  return mailer.send(whole, AbortSignal.timeout(300_000)).finally(() => mailer.close());
}

/** Starts the service as a process that trusts the certificate of the mail server. */
async function startService(t: TestContext, url: string, certificate: string): Promise<MonitorClient> {
  const home = await openHome();
  t.after(() => home.close());
  const { url: base, key } = await home.start({
    WEBDATA_SMTP_URL: url,
    WEBDATA_MAIL_FROM: from,
    WEBDATA_TRUSTED_CERTIFICATES: certificate,
    BASE_URL: 'https://webdata.example.com',
    WEBDATA_BROWSER: 'none',
  });
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Json };
  }
  return { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) };
}

/** Waits until the deliveries to these addresses have ended, and returns them by address. */
async function endedDeliveries(
  service: MonitorClient,
  addresses: readonly string[],
): Promise<Record<string, Json>> {
  for (;;) {
    const { json } = await service.get('/v1/webhooks/deliveries?limit=50');
    const found = json.deliveries.filter(
      ({ url, status }: Json) => status !== 'pending' && addresses.includes(url.slice('mailto:'.length)),
    );
    if (found.length === addresses.length)
      return Object.fromEntries(
        found.map((delivery: Json) => [delivery.url.slice('mailto:'.length), delivery]),
      );
    await pause(100);
  }
}

test('notifications arrive in a mailbox through STARTTLS and a login', { skip: eximMissing }, async (t) => {
  const server = await exim(t);
  const site = await startChangingSite();
  t.after(() => site.close());
  const service = await startService(t, server.url(), server.certificate);
  const mailState = async () => (await service.get('/v1/health')).json.checks.mail;
  assert.equal((await mailState()).status, 'not_tested', 'health sends nothing');
  const page = site.page('/lamp');
  const email = ['ann@example.com', 'nobody@example.com'];
  const mid = await watch(service, {
    url: site.url('/lamp'),
    name: 'Lämpchen „Größe 2“',
    watch: { kind: 'fields', schema: { type: 'object', properties: { price: { type: 'number' } } } },
    notify: { email },
  });
  page.price = '€ 36.00';
  assert.equal((await check(service, mid)).notified, true);
  const [letter] = await server.arrived('ann', 1);
  assert.equal(letter?.headers.subject, 'Changed: Lämpchen „Größe 2“ — price: 40 → 36 (−10 %)');
  assert.equal(letter?.headers.from, from);
  assert.equal(letter?.headers['auto-submitted'], 'auto-generated');
  assert.match(letter?.text ?? '', /price: 40 → 36 \(−10 %\)/);
  assert.ok(
    letter?.text.includes(`Check: https://webdata.example.com/v1/monitors/${mid}/checks/2`),
    letter?.text,
  );
  assert.match(letter?.headers.received ?? '', /with esmtpsa/i, 'over TLS, authenticated');
  const deliveries = await endedDeliveries(service, email);
  assert.equal(deliveries['ann@example.com'].status, 'delivered');
  const rejected = deliveries['nobody@example.com'];
  assert.deepEqual(
    [rejected.status, rejected.attempt_count],
    ['failed', 1],
    'a permanent rejection is not retried',
  );
  const { json: detail } = await service.get(`/v1/webhooks/deliveries/${rejected.id}`);
  assert.match(JSON.stringify(detail), /550.*no such mailbox/);
  const used = await mailState();
  assert.equal(used.status, 'ok', JSON.stringify(used));
});

test('a temporary rejection and one of the login are not permanent', { skip: eximMissing }, async (t) => {
  const server = await exim(t);
  const url = server.url({ parameters: `?${trustAnyone}` });
  const accepted = await send(url);
  assert.deepEqual([accepted.statusCode, accepted.error, accepted.isPermanent], [250, null, false]);
  const busy = await send(url, { to: 'busy@example.com' });
  assert.deepEqual([busy.statusCode, busy.isPermanent], [451, false]);
  const unknown = await send(url, { to: 'nobody@example.com' });
  assert.deepEqual([unknown.statusCode, unknown.isPermanent], [550, true]);
  const stranger = await send(server.url({ credentials: 'watcher:wrong@', parameters: `?${trustAnyone}` }));
  assert.deepEqual([stranger.statusCode, stranger.isPermanent], [535, false], stranger.error ?? '');
  const anonymous = await send(server.url({ credentials: '', parameters: `?${trustAnyone}` }));
  assert.deepEqual(
    [anonymous.statusCode, anonymous.isPermanent],
    [530, false],
    'the setting lacks the login',
  );
});

test('a certificate that nobody signed is rejected', { skip: eximMissing }, async (t) => {
  const server = await exim(t);
  const { error, statusCode } = await send(server.url());
  assert.equal(statusCode, null);
  assert.match(error ?? '', /self-signed certificate/);
});

test('a connection can start with TLS', { skip: eximMissing }, async (t) => {
  const server = await exim(t, { isImplicitTls: true });
  const { error } = await send(server.url({ parameters: `?${trustAnyone}` }));
  assert.equal(error, null);
  const [letter] = await server.arrived('ann', 1);
  assert.match(letter?.headers.received ?? '', /with esmtpsa/i);
});

test('a password is not sent without TLS', { skip: eximMissing }, async (t) => {
  const server = await exim(t, { hasTls: false });
  const { error } = await send(server.url());
  assert.match(error ?? '', /STARTTLS/i);
  assert.doesNotMatch(await server.log(), /<= watch@example\.com/);
  const allowed = await send(server.url({ parameters: '?requireTLS=false' }));
  assert.equal(allowed.error, null, 'unless the operator allows it');
});

test('several messages use one connection, and long lines and dots arrive unchanged', {
  skip: eximMissing,
}, async (t) => {
  const server = await exim(t);
  const mailer = createMailer({ url: server.url({ parameters: `?${trustAnyone}` }), from });
  t.after(() => mailer.close());
  const text = `.\n..two dots\n${'ü'.repeat(2_000)}\nFrom here\n`;
  for (const id of ['evt_1', 'evt_2', 'evt_3']) {
    const message = {
      to: 'ben@example.com',
      subject: `Größe\r\nBcc: ann@example.com ${id}`,
      text,
      id,
      at: new Date(),
    };
    const { error } = await mailer.send(message, AbortSignal.timeout(300_000));
    assert.equal(error, null);
  }
  const letters = await server.arrived('ben', 3);
  for (const letter of letters) assert.equal(letter.text.replaceAll('\r\n', '\n').trimEnd(), text.trimEnd());
  assert.match(letters[0]?.headers.subject ?? '', /^Größe Bcc: ann@example\.com evt_\d$/);
  assert.equal(letters[0]?.headers.bcc, undefined, 'a subject cannot add headers');
});
