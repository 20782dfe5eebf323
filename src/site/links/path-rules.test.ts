import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../domain/system/failure.ts';
import { compilePathRules } from './path-rules.ts';

function matchingPaths(include: string[] | null, exclude: string[] | null, paths: string[]): string[] {
  const rules = compilePathRules({ include, exclude });
  return paths.filter((path) => rules.matches(`https://shop.test${path}`));
}

test('include and exclude expressions match the path only', () => {
  const paths = ['/', '/blog/a', '/blog/draft/b', '/shop?next=/blog/', '/old/blog'];
  assert.deepEqual(matchingPaths(null, null, paths), paths);
  assert.deepEqual(matchingPaths([], [], paths), paths);
  assert.deepEqual(matchingPaths(['^/blog/'], null, paths), ['/blog/a', '/blog/draft/b']);
  assert.deepEqual(matchingPaths(['blog'], ['draft'], paths), ['/blog/a', '/old/blog']);
  assert.deepEqual(matchingPaths(null, ['^/blog', '^/$'], paths), ['/shop?next=/blog/', '/old/blog']);
});

test('a path matches in its encoded and its decoded form', () => {
  assert.deepEqual(matchingPaths(['^/bücher/'], null, ['/b%C3%BCcher/x', '/bucher/x']), ['/b%C3%BCcher/x']);
  assert.deepEqual(matchingPaths(['%C3%BC'], null, ['/b%C3%BCcher/x']), ['/b%C3%BCcher/x']);
  assert.deepEqual(matchingPaths(['broken'], null, ['/broken%E0%A4%A']), ['/broken%E0%A4%A']);
});

test('each unusable expression causes its own validation error', () => {
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
        error.errors.map((fault) => fault.pointer),
        ['/include_paths/1', '/include_paths/2', '/exclude_paths/2', '/exclude_paths/3'],
      );
      return true;
    },
  );
});

test('an expression with exponential time in backtracking engines is evaluated', () => {
  assert.deepEqual(matchingPaths(['^/(a+)+$'], null, [`/${'a'.repeat(1900)}!`, '/aaa']), ['/aaa']);
});
