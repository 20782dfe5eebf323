import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { cleanText, cleanValue } from '../domain/values/clean-text.ts';
import { storableJson } from './storable.ts';

test('NUL in a text parameter is stored as U+FFFD, in single values, arrays and prepared statements', async (t) => {
  const { database } = await createTestDatabase(t);
  const { rows } = await sql<{ alone: string; parts: string[] }>`
    select ${'a\0b\ud800'}::text as alone, ${['x\0', 'y', null, '\0']}::text[] as parts`.execute(database);
  assert.deepEqual(rows, [{ alone: 'a\ufffdb\ufffd', parts: ['x\ufffd', 'y', null, '\ufffd'] }]);
  const prepared = await sql<{ text: string }>`/* prepared */ select ${'\0'}::text as text`.execute(database);
  assert.deepEqual(prepared.rows, [{ text: '\ufffd' }]);
});

test('jsonb and the JSON functions accept the output of storableJson, and escape sequences in text are unchanged', async (t) => {
  const { database } = await createTestDatabase(t);
  const hostile = {
    'na\0me': ['\0', { deep: 'x\ud800y\udc00' }],
    about: 'the escape \\u0000 and the pair \ud83d\ude00',
    __proto__: null,
  };
  const { rows } = await sql<{ value: unknown; about: string }>`
    select ${storableJson(hostile)}::jsonb as value, ${storableJson(hostile)}::json ->> 'about' as about
  `.execute(database);
  assert.deepEqual(rows, [
    {
      value: { 'na\ufffdme': ['\ufffd', { deep: 'x\ufffdy\ufffd' }], about: hostile.about },
      about: hostile.about,
    },
  ]);
});

test('a storable value is not copied, and a name such as __proto__ stays a name', () => {
  const plain = { a: ['b', { c: 'd' }] };
  assert.equal(cleanValue(plain), plain);
  const named = JSON.parse('{"__proto__": "\\u0000", "a": 1}') as object;
  assert.equal(JSON.stringify(cleanValue(named)), '{"__proto__":"\ufffd","a":1}');
  assert.equal(cleanText('a\0\udfff\ud83d\ude00'), 'a\ufffd\ufffd\ud83d\ude00');
});
