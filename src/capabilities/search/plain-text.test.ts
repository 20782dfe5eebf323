import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callInThread } from '../../../test/call-in-thread.ts';
import { plainText } from './plain-text.ts';

const module = new URL('./plain-text.ts', import.meta.url);

test('Markdown syntax is removed and words are kept', () => {
  const cases: [string, string][] = [
    ['# Title\n\n> quoted\n\n- one\n2. two', 'Title\n\nquoted\n\none\ntwo'],
    ['[words](http://a.example/x_(y)?z=1 "A title") follow', 'words follow'],
    ['[![Logo](/logo.png)](/)', 'Logo'],
    ['handlers[name](first, second)', 'handlers[name](first, second)'],
    ['**bold** and `code` \\* star', 'bold and code * star'],
    ['| a | b |\n| --- | :--: |\n| 1 | 2 |', 'a b \n\n 1 2'],
    ['```js\nlet x;\n```', 'let x;'],
  ];
  for (const [markdown, text] of cases) assert.equal(plainText(markdown), text, markdown);
});

test('only delimiter rows of tables are removed', () => {
  const removed = ['--', '|--|', '---|---', ' | :-- | --: | ', '--:--', '----', '-- --', '| -- -- |'];
  const kept = ['-', ':', '--|:|--', '-- - --', '--::::--', '--||--', '-- x'];
  for (const line of removed) assert.equal(plainText(`a\n${line}\nb`), 'a\n\nb', line);
  for (const line of kept) assert.notEqual(plainText(`a\n${line}\nb`), 'a\n\nb', line);
});

/** Output of psql for a table. */
const psqlTable = ' city | low | high\n---------------+-----+-----\n x | 1 | 2\n(1 row)';

test('plain text is created in linear time', async () => {
  const dashes = '-'.repeat(70);
  const repetitions = 200_000;
  const texts = [
    `${dashes} x`,
    psqlTable.replace('-+-', `${dashes} x ${dashes}`),
    ...['-', '--:', '--|', '-- ', '- ', '| ', ':', ' ', '\t', '|', '--:--:'].map(
      (unit) => `${unit.repeat(repetitions)}x`,
    ),
    ...[
      '[',
      '![',
      '](',
      '[](',
      '[\t',
      '[](a "',
      '[](\\)\\',
      '[]((',
      '[]()(',
      '`',
      '\\',
      '> ',
      '1',
      '#',
      '*_',
    ].map((unit) => unit.repeat(repetitions)),
  ];
  const results = await callInThread(
    module,
    'plainText',
    texts.map((text) => [text]),
  );
  assert.equal(results[0], `${dashes} x`);
});
