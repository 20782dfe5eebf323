import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callInThread } from '../../../test/call-in-thread.ts';
import { readJson } from './read-json.ts';

function found(text: string): unknown {
  return readJson(text)?.value;
}

test('valid JSON is parsed as a whole', () => {
  assert.deepEqual(readJson('{"a":[1,"x",null,true]}'), {
    value: { a: [1, 'x', null, true] },
    isWhole: true,
  });
});

test('JSON is found in prose, in a code fence and after reasoning', () => {
  const expected = { name: 'Kettle', price: 12.5 };
  const json = '{"name": "Kettle", "price": 12.5}';
  assert.deepEqual(found(`Sure! Here is what I found:\n\n${json}\n\nLet me know [if] it helps.`), expected);
  assert.deepEqual(found(`\`\`\`json\n${json}\n\`\`\``), expected);
  assert.deepEqual(
    found(`<think>maybe {"name": "Wrong", "price": 1, "more": "than"}</think>${json}`),
    expected,
  );
  assert.equal(readJson(`Here: ${json}`)?.isWhole, false);
});

test('common deviations of models are accepted', () => {
  assert.deepEqual(
    found("{'a': 'it\\'s', b: True, c: None, \"d\": [1, 2,], // note\n /* more */ e: -1.5e2,}"),
    {
      a: "it's",
      b: true,
      c: null,
      d: [1, 2],
      e: -150,
    },
  );
  assert.deepEqual(found('{"a": "line\nbreak", "b": "\\u00e9\\ud83d\\ude00"}'), {
    a: 'line\nbreak',
    b: 'é😀',
  });
});

test('truncated JSON keeps its complete members and nothing else', () => {
  assert.deepEqual(found('{"a": "whole", "b": "hal'), { a: 'whole' });
  assert.deepEqual(found('{"a": 12, "b": 12'), { a: 12 });
  assert.deepEqual(found('{"a": [{"x": 1}, {"x": 2}, {"x"'), { a: [{ x: 1 }, { x: 2 }, {}] });
  assert.deepEqual(found('{"a": {"b": "c"'), { a: { b: 'c' } });
});

test('a text without JSON gives null', () => {
  for (const text of ['', 'I cannot do that.', '"just text"', '42', 'null'])
    assert.equal(readJson(text), null);
});

test('an empty object is an answer, but a larger one beside it is preferred', () => {
  assert.deepEqual(found('Nothing there: {}'), {});
  assert.deepEqual(found('{} or rather {"a": 1} it is'), { a: 1 });
});

test('inherited property names are plain keys', () => {
  const value = found('note {"__proto__": {"polluted": true}, "constructor": 1}') as object;
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.deepEqual(Object.keys(value).sort(), ['__proto__', 'constructor']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('quotes in a text, missing commas and repeated commas are repaired', () => {
  assert.deepEqual(found('{"a": "the "best" kettle" "b": $12.50,, "c": [1,,2]}'), {
    a: 'the "best" kettle',
    b: '$12.50',
    c: [1, 2],
  });
  assert.deepEqual(found('{"a": NaN, "b": undefined, "c": 1,}'), { a: null, b: null, c: 1 });
});

test('a member that cannot be repaired is left out', () => {
  assert.deepEqual(found('{"a": 1, "b": N/A, "c": "x", "d": "\\u00", "e": {"f": +5, "g": 2}}'), {
    a: 1,
    c: 'x',
    e: { g: 2 },
  });
});

test('words in brackets are not an answer', () => {
  assert.equal(readJson('I cannot do that [sorry about it] {really}.'), null);
  assert.deepEqual(found('As shown in the [long quoted part of the page]: {"a": 1}'), { a: 1 });
});

test('nesting deeper than 64 levels is left out', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const levelsOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map((member) => levelsOf(member)))
      : 0;
  assert.equal(levelsOf(found(nested(64))), 64);
  assert.equal(readJson(nested(64))?.isWhole, true);
  const deeper = readJson(nested(65));
  assert.equal(deeper?.isWhole, false);
  assert.ok(levelsOf(deeper.value) <= 64);
});

test('malicious nesting, brackets and garbage take linear time', async () => {
  const mebibyteOf = (part: string): string => part.repeat(Math.ceil(2 ** 20 / part.length));
  const texts = [
    ...[
      '[',
      '{"a":',
      '"\\',
      '["\\',
      ']}',
      '{]',
      '{:',
      '[1 2',
      '{"a" "b" ',
      '[/*',
      "['",
      '[(',
      'a(',
      '[a(',
    ].map(mebibyteOf),
    ...['1 ', 'x "y" ', '"a" ', '+"a"', '/a ', '&quot;', '"[', '*'].map((part) => `["${mebibyteOf(part)}`),
    `{"a": ${mebibyteOf('/*')}`,
    `[${mebibyteOf('1 ')}`,
    `{${mebibyteOf('a:1 ')}}`,
    `<think>${mebibyteOf('</thin')}`,
    '{"a" "b" : : , [ } ]',
  ];
  const module = new URL('read-json.ts', import.meta.url);
  await callInThread(
    module,
    'readJson',
    texts.map((text) => [text]),
  );
});
