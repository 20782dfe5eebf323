import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { Failure } from '../../domain/system/failure.ts';
import { commandPathsOf } from './command-paths.ts';
import { createCommand } from './flags.ts';
import { wordFailure, wordMessage } from './word-message.ts';

const registry = declareOperations();

function wordingOf(name: string) {
  const operation = registry.find((one) => one.name === name) ?? assert.fail(name);
  const command = createCommand(operation, commandPathsOf(operation)[0]);
  return { registry, programName: 'webdata', command };
}

/** Returns the line about an error of a field. */
function lineOf(name: string, pointer: string, detail = 'is wrong'): string {
  const failure = new Failure('invalid', `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
  return wordFailure(failure, wordingOf(name)).join('\n');
}

test('errors of fields name flags and arguments', () => {
  assert.equal(lineOf('create_key', '/expires_at'), '--expires-at: is wrong');
  assert.equal(lineOf('scrape', '/url'), 'URL: is wrong');
  assert.equal(lineOf('get_job', '/path/jid'), 'JID: is wrong');
  assert.equal(lineOf('list_jobs', '/query/limit'), '--limit: is wrong');
  assert.equal(lineOf('scrape', '/formats/1'), '--format: is wrong');
  assert.equal(lineOf('create_monitor', '/conditions/0/value'), '--conditions[0].value: is wrong');
  assert.equal(lineOf('create_monitor', '/notify/webhook/0'), '--webhook: is wrong');
  assert.equal(lineOf('create_monitor', '/schedule/every'), '--every: is wrong');
  assert.equal(lineOf('scrape', '', 'Send `url` or `urls`.'), 'Send --url or --urls.');
});

test('messages name flags and commands in place of fields and routes', () => {
  assert.equal(
    wordMessage('Run `webdata doctor`.', { ...wordingOf('read'), programName: 'node bin/webdata.mjs' }),
    'Run "node bin/webdata.mjs doctor".',
  );
  assert.equal(
    wordMessage('Try other words, or read it without `focus`.', wordingOf('read')),
    'Try other words, or read it without --focus.',
  );
  assert.equal(
    wordMessage('Continue it with POST /v1/jobs/job_1/continue and a higher `limit`.', wordingOf('crawl')),
    'Continue it with "webdata job continue job_1" and a higher --limit.',
  );
});

test('no pointer of the API is left, whatever the field is', () => {
  for (const operation of registry) {
    const command = createCommand(operation, commandPathsOf(operation)[0]);
    const wording = { registry, programName: 'webdata', command };
    for (const field of command.flags.map((flag) => flag.field)) {
      const errors = [{ pointer: `/${field}/0/name`, detail: 'is wrong' }];
      const [line = ''] = wordFailure(new Failure('invalid', 'x', { errors }), wording);
      assert.match(line, /^(?:--[a-z0-9-]+|[A-Z0-9_]+)[^/]*: is wrong$/, operation.name);
    }
  }
});
