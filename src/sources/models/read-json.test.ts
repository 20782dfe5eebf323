import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from './read-json.ts';

function found(text: string): unknown {
  return readJson(text)?.value;
}

test('JSON by the book is taken whole', () => {
  assert.deepEqual(readJson('{"a":[1,"x",null,true]}'), {
    value: { a: [1, 'x', null, true] },
    isWhole: true,
  });
});

test('JSON is found in prose, in a fence and after reasoning', () => {
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

test('the liberties that models take are understood', () => {
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

test('what broke off keeps what was finished, and nothing that was not', () => {
  assert.deepEqual(found('{"a": "whole", "b": "hal'), { a: 'whole' });
  assert.deepEqual(found('{"a": 12, "b": 12'), { a: 12 });
  assert.deepEqual(found('{"a": [{"x": 1}, {"x": 2}, {"x"'), { a: [{ x: 1 }, { x: 2 }, {}] });
  assert.deepEqual(found('{"a": {"b": "c"'), { a: { b: 'c' } });
});

test('a text without JSON holds none', () => {
  for (const text of ['', 'I cannot do that.', '"just text"', '42', 'null'])
    assert.equal(readJson(text), null);
});

test('an empty object is an answer; a bigger one beside it is a better one', () => {
  assert.deepEqual(found('Nothing there: {}'), {});
  assert.deepEqual(found('{} or rather {"a": 1} it is'), { a: 1 });
});

test('keys that objects inherit are only keys', () => {
  const value = found('note {"__proto__": {"polluted": true}, "constructor": 1}') as object;
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.deepEqual(Object.keys(value).sort(), ['__proto__', 'constructor']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('hostile nesting, brackets and garbage come to an end', () => {
  for (const text of [
    '['.repeat(200_000),
    '{"a":'.repeat(50_000),
    ']}'.repeat(100_000),
    '{]'.repeat(50_000),
    '{:'.repeat(50_000),
    '{"a" "b" : : , [ } ]',
    `{"a": ${'/*'.repeat(50_000)}`,
  ]) {
    assert.doesNotThrow(() => readJson(text));
  }
});
