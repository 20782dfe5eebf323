import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { commandLineOf, continueCommandOf, followingCommandOf, nextCommandOf } from './called-command.ts';
import { commandPathsOf } from './command-paths.ts';
import { createCommand } from './flags.ts';

const registry = declareOperations();

function commandOf(name: string) {
  const operation = registry.find((one) => one.name === name) ?? assert.fail(name);
  return createCommand(operation, commandPathsOf(operation)[0]);
}

test('a command line repeats the arguments and flags of a call, as a shell reads them', () => {
  for (const [name, fields, wanted] of [
    ['list_jobs', { type: 'crawl', limit: 5 }, 'job list --type crawl --limit 5'],
    ['read', { ref: 'ref_1', focus: "Bob's hours" }, "read ref_1 --focus 'Bob'\\''s hours'"],
    [
      'scrape',
      { urls: ['https://a.example/', 'https://b.example/?q=1'] },
      "scrape https://a.example/ 'https://b.example/?q=1'",
    ],
    [
      'scrape',
      { url: 'https://a.example/', formats: ['html', 'links'] },
      'scrape https://a.example/ --format html --format links',
    ],
    [
      'scrape',
      { url: 'https://a.example/', headers: { 'X-A': 'b c' } },
      "scrape https://a.example/ --header 'X-A: b c'",
    ],
    [
      'change_monitor',
      { mid: 'mon_1', schedule: { cron: '0 7 * * 1' } },
      "monitor change mon_1 --schedule '0 7 * * 1'",
    ],
    [
      'change_monitor',
      { mid: 'mon_1', conditions: [{ field: 'a' }] },
      `monitor change mon_1 --conditions '[{"field":"a"}]'`,
    ],
  ] as const)
    assert.equal(commandLineOf({ command: commandOf(name), fields }), wanted);
});

test('the next part of a list has the arguments and filters of the first one', () => {
  const command = commandOf('list_monitor_checks');
  const fields = { mid: 'mon_1', state: 'changed', limit: 2, before: 9 };
  assert.equal(
    nextCommandOf({ command, fields }, { checks: [], next_before: 7 }),
    'monitor checks mon_1 --before 7 --state changed --limit 2',
  );
  assert.equal(nextCommandOf({ command, fields }, { checks: [], next_before: null }), null);
  // An operation without such a flag has no next part.
  assert.equal(nextCommandOf({ command: commandOf('crawl'), fields: {} }, { next_offset: 3 }), null);
});

test('a call is continued by its token, without what the service has stored', () => {
  assert.equal(
    continueCommandOf(
      { command: commandOf('scrape'), fields: { urls: ['https://a.example/'], formats: ['html'] } },
      'tok',
    ),
    'scrape --continue tok',
  );
});

test('a call that follows an answer is a command with its arguments', () => {
  for (const [operation, fields, wanted] of [
    ['act_on_job', { jid: 'job_1', action: 'cancel' }, 'job cancel job_1'],
    ['follow_job', { jid: 'job_1' }, 'job follow job_1'],
    ['browser_step', { sid: 'ses_1', type: 'click', target: 1 }, 'session step ses_1 click --target 1'],
  ] as const)
    assert.equal(followingCommandOf(registry, { label: 'do it', operation, fields }), wanted);
});
