import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWord } from './nearest-word.ts';

const words = ['max_length', 'minimum', 'timeout', 'headers', 'a'];

test('a misspelt word stands for the nearest one', () => {
  const cases: Array<[string, string]> = [
    ['maxLength', 'max_length'],
    ['MAX-LENGTHS', 'max_length'],
    ['minimun', 'minimum'],
    ['timout', 'timeout'],
    ['timeoutt', 'timeout'],
    ['hedaers', 'headers'],
  ];
  for (const [word, nearest] of cases) assert.equal(nearestWord(word, words), nearest, word);
});

test('no word is near one of which more than a third of the letters differ, or that is very long', () => {
  for (const word of ['', 'b', 'maximum_width', 'time', 'timeout'.repeat(10)])
    assert.equal(nearestWord(word, words), null, word);
});
