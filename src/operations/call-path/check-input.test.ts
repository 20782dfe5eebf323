import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/system/failure.ts';
import { checkInput, maxDepth } from './check-input.ts';

const withBody = (body: unknown) => ({ path: {}, query: {}, body });

function getFailure(raw: Parameters<typeof checkInput>[0]): Failure {
  try {
    checkInput(raw);
  } catch (error) {
    assert.ok(error instanceof Failure);
    return error;
  }
  return assert.fail('should have failed');
}

/** Creates nested arrays with `levels` levels. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test('valid input is returned unchanged, not copied', () => {
  const raw = withBody({ a: ['b', { c: 1, d: null, '😀': '😀' }] });
  assert.equal(checkInput(raw), raw);
  assert.equal(checkInput(withBody(nested(maxDepth))).body !== undefined, true);
});

test('every error has a JSON Pointer (RFC 6901), in the order of the document, at most twenty', () => {
  const { kind, errors } = getFailure({
    path: { id: 'fine' },
    query: { q: '\0' },
    body: { 'a/b': '\0', list: ['x', { 'k\0': 1 }], '~': Number.POSITIVE_INFINITY },
  });
  assert.equal(kind, 'invalid');
  assert.deepEqual(
    errors.map(({ pointer }) => pointer),
    // No answer holds the character itself.
    ['/query/q', '/a~1b', '/~0', '/list/1/k\ufffd'],
  );
  assert.equal(getFailure(withBody(Array.from({ length: 1_000 }, () => '\0'))).errors.length, 20);
  assert.deepEqual(getFailure(withBody('\0')).errors[0]?.pointer, '');
});

test('nesting beyond the limit is rejected at any depth, with a pointer to the field', () => {
  for (const levels of [maxDepth, 1_000_000]) {
    const { errors } = getFailure(withBody({ fine: 1, deep: nested(levels) }));
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/deep'],
    );
    assert.match(errors[0]?.detail ?? '', /more than 100 levels/);
  }
  // Tools and commands send path parameters as fields, too.
  assert.equal(
    getFailure({ path: { id: nested(500) }, query: {}, body: undefined }).errors[0]?.pointer,
    '/path/id',
  );
});

test('a path with NUL is `not_found`', () => {
  assert.equal(getFailure({ path: { id: 'a\0' }, query: {}, body: undefined }).kind, 'not_found');
});

test('lone surrogates become U+FFFD in values and names, pairs are unchanged', () => {
  const { path, query, body } = checkInput({
    path: { id: '\ud800' },
    query: { q: 'a\udc00' },
    body: { 'n\ud83d': ['\ud83d\ude00', '\ude00\ud83d'] },
  });
  assert.deepEqual(
    [path, query, body],
    [{ id: '\ufffd' }, { q: 'a\ufffd' }, { 'n\ufffd': ['\ud83d\ude00', '\ufffd\ufffd'] }],
  );
});
