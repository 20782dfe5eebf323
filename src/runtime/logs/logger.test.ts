import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWithSecretValues } from '../../domain/secrets/known-secrets.ts';
import { createSecretFilter } from '../../domain/secrets/secret-filter.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { createLogger } from './logger.ts';

function createTestLogger(level: Settings['logLevel'] = 'info', readable = false) {
  const lines: string[] = [];
  return { lines, log: createLogger({ level, readable, write: (line) => lines.push(line) }) };
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { lines, log } = createTestLogger();
  log.info({ port: 8787, url: 'http://127.0.0.1:8787/x' }, 'listening');
  assert.equal(lines.length, 1);
  const { time, ...entry } = JSON.parse(lines[0] as string);
  assert.deepEqual(entry, { level: 'info', port: 8787, url: 'http://127.0.0.1:8787/x', msg: 'listening' });
  assert.equal(new Date(time).toISOString(), time);
});

test('lines below the level are not written', () => {
  const { lines, log } = createTestLogger('warn');
  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['c', 'd'],
  );
  const silent = createTestLogger('silent');
  silent.log.error({}, 'nothing');
  assert.deepEqual(silent.lines, []);
});

/** Secrets that are logged and must not appear in the output. */
const secrets: Array<[string, string, Record<string, unknown>, string]> = [
  ['the authorization header', 's3cr3tvalue', { headers: { Authorization: 'Bearer s3cr3tvalue' } }, 'x'],
  ['a parameter of an address', 'f00dbeef', { url: 'https://shop.example/a?token=f00dbeef' }, 'x'],
  ['an API key in a field', 'wd_01abc_topsecret', { note: 'used wd_01abc_topsecret today' }, 'x'],
  ['an API key in the message', 'wd_01abc_topsecret', {}, 'rejected wd_01abc_topsecret'],
  ['the password of a URL', 'pa55word', { proxy: 'http://user:pa55word@proxy.example:8080/' }, 'x'],
  ['the password of a URL in the message', 'pa55word', {}, 'no way to socks5://user:pa55word@h:1'],
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

for (const [title, secret, fields, message] of secrets) {
  test(`the log does not contain ${title}`, () => {
    for (const readable of [false, true]) {
      const { lines, log } = createTestLogger('info', readable);
      log.error(fields, message);
      assert.ok(lines[0]);
      assert.ok(!lines.join('').includes(secret), lines.join(''));
    }
  });
}

test('known secrets of the current work are masked in every field, whatever its name', async () => {
  const { lines, log } = createTestLogger();
  const inner = async () => {
    await Promise.resolve();
    log.error(
      { note: ['Hunter2-Hunter2'], cookie: 'sid=c00kie-value', text: 'hunter2%2Dhunter2' },
      'typed hunter2-hunter2',
    );
  };
  await runWithSecretValues(
    () => ['c00kie-value'],
    () => runWithSecretValues(() => ['hunter2-hunter2'], inner),
  );
  assert.doesNotMatch(lines.join(''), /hunter2|c00kie/i);
  log.info({ note: 'hunter2-hunter2' }, 'other work');
  assert.match(lines.at(-1) ?? '', /hunter2-hunter2/);
});

test('secrets of the operator are masked in texts; names and times of the line stay', () => {
  const lines: string[] = [];
  const { mask } = createSecretFilter(['level', 'pg-pa55word']);
  const log = createLogger({ level: 'info', readable: false, mask, write: (line) => lines.push(line) });
  log.error({ err: new Error('login with pg-pa55word failed') }, 'connect pg-pa55word');
  assert.doesNotMatch(lines.join(''), /pa55word/);
  assert.equal(JSON.parse(lines[0] ?? '').level, 'error');
});

test('a name alone makes no value a secret', () => {
  const { lines, log } = createTestLogger();
  const fields = { max_tokens: 4_096, token_count: 17, key: 'monitor 7', cookies: 'none' };
  log.info(fields, 'a model was called');
  const { time: _time, level: _level, msg: _msg, ...entry } = JSON.parse(lines[0] ?? '');
  assert.deepEqual(entry, fields);
});

test('text that only resembles a secret is not redacted', () => {
  const { lines, log } = createTestLogger();
  const fields = { url: 'https://example.com/@user/a:b@c', key_id: 'key_01', credits: 7, tool: 'scrape' };
  log.info(fields, 'a wd_ prefix and basic words');
  const { time: _time, level: _level, ...entry } = JSON.parse(lines[0] as string);
  assert.deepEqual(entry, { ...fields, msg: 'a wd_ prefix and basic words' });
});

test('an error keeps its message, code, stack and cause', () => {
  const { lines, log } = createTestLogger();
  const failure = new Failure('unavailable', 'outer', { cause: new TypeError('inner') });
  log.error({ error: failure, err: failure }, 'broken');
  const { error, err } = JSON.parse(lines[0] as string);
  assert.equal(error.message, 'outer');
  assert.match(error.stack, /logger\.test\.ts/);
  assert.equal(error.cause.name, 'TypeError');
  assert.equal(error.cause.message, 'inner');
  assert.deepEqual(err, error);
});

test('a readable line joins the messages of an error and its cause as one sentence', () => {
  const { lines, log } = createTestLogger('info', true);
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432');
  log.error({ err: new Failure('unavailable', 'The database cannot be reached.', { cause }) }, 'stopped');
  const [first, ...stacks] = (lines[0] as string).split('\n');
  const joined = 'err="The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432"';
  assert.equal(first?.slice(9), `error stopped ${joined}`);
  assert.ok(stacks.some((line) => line.startsWith('caused by: Error: connect ECONNREFUSED')));
});

test('circular, very deep and very long fields are logged', () => {
  const { lines, log } = createTestLogger();
  const circle: Record<string, unknown> = { text: 'a'.repeat(100_000) };
  circle.self = circle;
  log.info(circle, 'fine');
  assert.ok((lines[0] as string).length < 100_000);
});

test('a readable line has the message and its fields', () => {
  const { lines, log } = createTestLogger('info', true);
  log.warn({ pid: 12, folder: '/var/lib/my data' }, 'found it');
  assert.match(lines[0] as string, /^\d\d:\d\d:\d\d warn {2}found it pid=12 folder="\/var\/lib\/my data"\n$/);
});
