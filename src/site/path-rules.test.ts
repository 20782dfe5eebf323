import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../domain/failure.ts';
import { compilePathRules } from './path-rules.ts';

function allowed(include: string[] | null, exclude: string[] | null, paths: string[]): string[] {
  const rules = compilePathRules({ include, exclude });
  return paths.filter((path) => rules.allows(`https://shop.test${path}`));
}

test('includes and excludes are matched against the path alone', () => {
  const paths = ['/', '/blog/a', '/blog/draft/b', '/shop?next=/blog/', '/old/blog'];
  assert.deepEqual(allowed(null, null, paths), paths);
  assert.deepEqual(allowed([], [], paths), paths);
  assert.deepEqual(allowed(['^/blog/'], null, paths), ['/blog/a', '/blog/draft/b']);
  assert.deepEqual(allowed(['blog'], ['draft'], paths), ['/blog/a', '/old/blog']);
  assert.deepEqual(allowed(null, ['^/blog', '^/$'], paths), ['/shop?next=/blog/', '/old/blog']);
});

test('a path is matched as it stands and as people read it', () => {
  assert.deepEqual(allowed(['^/bücher/'], null, ['/b%C3%BCcher/x', '/bucher/x']), ['/b%C3%BCcher/x']);
  assert.deepEqual(allowed(['%C3%BC'], null, ['/b%C3%BCcher/x']), ['/b%C3%BCcher/x']);
  assert.deepEqual(allowed(['broken'], null, ['/broken%E0%A4%A']), ['/broken%E0%A4%A']);
});

test('every expression that cannot be used is a fault of its own', () => {
  assert.throws(
    () =>
      compilePathRules({
        include: ['fine', '[', '(?=ahead)'],
        exclude: ['\\pL{1000}', '\\pL{1000}', '\\pL{1000}', 'x'.repeat(2000)],
      }),
    (error) => {
      assert.ok(error instanceof Failure);
      assert.equal(error.kind, 'invalid');
      assert.deepEqual(
        error.faults.map((fault) => fault.pointer),
        ['/include_paths/1', '/include_paths/2', '/exclude_paths/2', '/exclude_paths/3'],
      );
      return true;
    },
  );
});

test('an expression that other engines would never finish is answered', () => {
  assert.deepEqual(allowed(['^/(a+)+$'], null, [`/${'a'.repeat(1900)}!`, '/aaa']), ['/aaa']);
});
