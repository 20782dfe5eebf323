import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointerToken, pointerTokens } from './json-pointer.ts';

// Names and pointers of RFC 6901, section 5.
const pointers: ReadonlyArray<readonly [pointer: string, tokens: string[]]> = [
  ['', []],
  ['/foo/0', ['foo', '0']],
  ['/', ['']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
];

test('a JSON Pointer names every key, and the whole document', () => {
  for (const [pointer, tokens] of pointers) {
    assert.deepEqual(pointerTokens(pointer), tokens, pointer);
    assert.equal(tokens.map((token) => `/${pointerToken(token)}`).join(''), pointer);
  }
});
