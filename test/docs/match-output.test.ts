import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGuideSteps } from './guide-blocks.ts';
import { matchesOutput } from './match-output.ts';

test('an output matches if only ids, times and omitted parts differ', () => {
  const id = (last: string) => `job_06h0930mfnsb1fz7rgyq7xtbr${last}`;
  const cases: Array<[string, string, boolean]> = [
    ['a\nb', 'a\nb', true],
    ['a\nb', 'a\nc', false],
    [`jid  ${id('a')}`, `jid    ${id('b')}`, true],
    ['at 2026-11-24T00:00:00.123Z', 'at 2025-01-01T10:00:00.000Z', true],
    ['one two three', 'one … three', true],
    ['one two three', 'one … four', false],
    ['one\ntwo\nthree', 'one\n…', true],
    ['one\ntwo\nthree', '…two…', true],
    ['one\nthree', '…two…', false],
    ['ab', 'ab…b', false],
    ['price 40', 'price 36', false],
  ];
  for (const [actual, expected, matches] of cases)
    assert.equal(matchesOutput(actual, expected), matches, `${actual} / ${expected}`);
});

test('the blocks of a guide are its commands with their outputs', () => {
  const text = [
    '# Guide',
    '```sh',
    'echo 1',
    '```',
    'Output:',
    '```text output',
    '1',
    '```',
    '```json',
    '{}',
    '```',
    '```sh exit=3',
    'false',
    '```',
    '```sh not run: needs Docker',
    'docker ps',
    '```',
  ].join('\n');
  const steps = readGuideSteps(text).map(({ commands, notRun, exitCode, output }) => [
    commands,
    notRun,
    exitCode,
    output?.text ?? null,
  ]);
  assert.deepEqual(steps, [
    ['echo 1', null, 0, '1'],
    ['false', null, 3, null],
    ['docker ps', 'needs Docker', 0, null],
  ]);
  assert.throws(() => readGuideSteps('```text output\n1\n```'), /line 1: there is no command/);
  assert.throws(() => readGuideSteps('```sh\necho'), /line 1: the code block has no end/);
});
