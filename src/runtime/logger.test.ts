import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../domain/failure.ts';
import type { Settings } from '../domain/settings.ts';
import { createLogger } from './logger.ts';

function collect(level: Settings['logLevel'] = 'info', readable = false) {
  const lines: string[] = [];
  return { lines, log: createLogger({ level, readable, write: (line) => lines.push(line) }) };
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { lines, log } = collect();
  log.info({ port: 8787, url: 'http://127.0.0.1:8787/x' }, 'listening');
  assert.equal(lines.length, 1);
  const { time, ...entry } = JSON.parse(lines[0] as string);
  assert.deepEqual(entry, { level: 'info', port: 8787, url: 'http://127.0.0.1:8787/x', msg: 'listening' });
  assert.equal(new Date(time).toISOString(), time);
});

test('lines below the level are not written', () => {
  const { lines, log } = collect('warn');
  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['c', 'd'],
  );
  const silent = collect('silent');
  silent.log.error({}, 'nothing');
  assert.deepEqual(silent.lines, []);
});

/** Each of these is logged and must not be found in what was written. */
const secrets: Array<[string, string, Record<string, unknown>, string]> = [
  ['the authorization header', 's3cr3tvalue', { headers: { Authorization: 'Bearer s3cr3tvalue' } }, 'x'],
  ['a cookie', 'session=abc', { headers: { cookie: 'session=abc' } }, 'x'],
  ['a password field', 'hunter2hunter2', { connection: { host: '/run', password: 'hunter2hunter2' } }, 'x'],
  ['one of our keys in a field', 'wd_01abc_topsecret', { note: 'used wd_01abc_topsecret today' }, 'x'],
  ['one of our keys in the message', 'wd_01abc_topsecret', {}, 'refused wd_01abc_topsecret'],
  ['the password of an address', 'pa55word', { proxy: 'http://user:pa55word@proxy.example:8080/' }, 'x'],
  ['the password of an address in the message', 'pa55word', {}, 'no way to socks5://user:pa55word@h:1'],
  ['a bearer token in free text', 'abcdefgh12345678', { note: 'sent Bearer abcdefgh12345678' }, 'x'],
  ['a webhook secret', 'whsec_abcdefghijkl', { list: ['whsec_abcdefghijkl'] }, 'x'],
  [
    'a secret in the cause of an error',
    'pa55word',
    {
      error: new Failure('unavailable', 'gone', {
        cause: new Error('connect postgres://webdata:pa55word@db/webdata'),
      }),
    },
    'x',
  ],
];

for (const [what, secret, fields, message] of secrets) {
  test(`the log does not hold ${what}`, () => {
    for (const readable of [false, true]) {
      const { lines, log } = collect('info', readable);
      log.error(fields, message);
      assert.ok(lines[0]);
      assert.ok(!lines.join('').includes(secret), lines.join(''));
    }
  });
}

test('what looks a little like a secret stays', () => {
  const { lines, log } = collect();
  const fields = { url: 'https://example.com/@user/a:b@c', key_id: 'key_01', credits: 7, tool: 'scrape' };
  log.info(fields, 'a wd_ prefix and basic words');
  const { time: _time, level: _level, ...entry } = JSON.parse(lines[0] as string);
  assert.deepEqual(entry, { ...fields, msg: 'a wd_ prefix and basic words' });
});

test('an error keeps its message, code, stack and cause', () => {
  const { lines, log } = collect();
  log.error({ error: new Failure('unavailable', 'outer', { cause: new TypeError('inner') }) }, 'broken');
  const { error } = JSON.parse(lines[0] as string);
  assert.equal(error.message, 'outer');
  assert.match(error.stack, /logger\.test\.ts/);
  assert.equal(error.cause.name, 'TypeError');
  assert.equal(error.cause.message, 'inner');
});

test('a field that refers to itself or is very deep or long does not stop the log', () => {
  const { lines, log } = collect();
  const circle: Record<string, unknown> = { text: 'a'.repeat(100_000) };
  circle.self = circle;
  log.info(circle, 'fine');
  assert.ok((lines[0] as string).length < 100_000);
});

test('people read one line with the message and its fields', () => {
  const { lines, log } = collect('info', true);
  log.warn({ pid: 12, folder: '/var/lib/my data' }, 'found it');
  assert.match(lines[0] as string, /^\d\d:\d\d:\d\d warn {2}found it pid=12 folder="\/var\/lib\/my data"\n$/);
});
