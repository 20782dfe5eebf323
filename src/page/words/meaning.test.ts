import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordsOf } from '../../extract/words/words.ts';
import { closeness, meaningOf } from './meaning.ts';
import { readWordVectors } from './word-vectors.ts';

function closenessOf(one: string, other: string): number {
  const [first, second] = [meaningOf(wordsOf(one)), meaningOf(wordsOf(other))];
  assert.ok(first !== null && second !== null, `${one}, ${other}`);
  return closeness(first, second);
}

/** Returns a table of words with two dimensions, in the format of the file. */
function writeTable(vectors: Readonly<Record<string, readonly [number, number]>>): Uint8Array {
  const encoder = new TextEncoder();
  const words = Object.keys(vectors)
    .map((word) => ({ word, bytes: encoder.encode(word) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const header = new ArrayBuffer(12 + (words.length + 1) * 4);
  const view = new DataView(header);
  view.setUint32(0, words.length, true);
  view.setUint32(4, 2, true);
  view.setFloat32(8, 0.5, true);
  let end = 0;
  words.forEach(({ bytes }, at) => {
    view.setUint32(12 + at * 4, end, true);
    end += bytes.length;
  });
  view.setUint32(12 + words.length * 4, end, true);
  const values = words.flatMap(({ word }) => vectors[word] ?? []);
  return Buffer.concat([
    new Uint8Array(header),
    ...words.map(({ bytes }) => bytes),
    Buffer.from(Int8Array.from(values).buffer),
  ]);
}

describe('meanings of names', () => {
  test('names of one thing in two languages are closer than names of two things', () => {
    for (const [one, same, other] of [
      ['kitchen', 'cuisine', 'couleur'],
      ['teacher', 'profesor', 'precio'],
      ['warehouse', 'magazzino', 'lunghezza'],
      ['owner', 'propriétaire', 'couleur'],
      ['invoice', 'Rechnung', 'Vorname'],
      ['temperature', '気温', '日の出'],
    ] as const) {
      assert.ok(closenessOf(one, same) > closenessOf(one, other) + 0.2, `${one}, ${same}, ${other}`);
    }
  });

  test('a compound that the table does not have means what its parts mean', () => {
    assert.equal(meaningOf(['qqxqvw']), null);
    assert.ok(closenessOf('Schneehöhentabelle', 'Schnee Höhen Tabelle') > 0.9);
  });

  test('a name with an unknown word has no meaning', () => {
    assert.equal(meaningOf(['delivery', 'qqxqvw']), null);
    assert.equal(meaningOf([]), null);
  });
});

describe('table of word vectors', () => {
  const vectors = readWordVectors(writeTable({ b: [2, -4], a: [-128, 127], 'ü€𝄞': [1, 1], '': [6, 6] }));

  test('adds the vector of each word, and nothing for another one', () => {
    const sum = new Float32Array(2);
    assert.deepEqual([vectors.add('b', sum), ...sum], [true, 1, -2]);
    assert.deepEqual([vectors.add('ü€𝄞', sum), ...sum], [true, 1.5, -1.5]);
    assert.deepEqual([vectors.add('a', sum), ...sum], [true, -62.5, 62]);
    for (const word of ['c', 'ab', 'A', 'ü', '￿']) assert.equal(vectors.add(word, sum), false, word);
    assert.deepEqual([...sum], [-62.5, 62]);
  });

  test('an empty table has no word', () => {
    assert.equal(readWordVectors(writeTable({})).add('a', new Float32Array(2)), false);
  });
});
