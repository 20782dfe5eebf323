import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed, report } from '../../scripts/check-regexes.ts';
import { analyseExpression } from '../../scripts/regexes/analyse-expression.ts';
import { findExpressions } from '../../scripts/regexes/find-expressions.ts';
import { recordExpressions } from '../../scripts/regexes/record-expressions.ts';

test('an exponential expression is reported with its position and a text that triggers it', async () => {
  const code = 'const a = 1;\nexport const row = /^(?:-+ ?)+$/gm;\n';
  const [found] = findExpressions('src/example.ts', code).literals;
  assert.ok(found !== undefined);
  const analysis = await analyseExpression(found.source, found.flags);
  assert.equal(analysis.complexity, 'exponential');
  assert.match(
    report(found, analysis),
    /^src\/example\.ts:2 \/\^\(\?:-\+ \?\)\+\$\/gm\n {2}is exponential: '-/,
  );
});

test('quadratic expressions are found for failing matches and for searches from every start', async () => {
  for (const source of ['^\\s*,?\\s*$', '\\s+$', '<[a-z][^>]*>']) {
    const { complexity } = await analyseExpression(source, '');
    assert.equal(complexity, 'degree 2', source);
    assert.equal(isAllowed(complexity, null), false);
  }
  for (const source of ['^\\s*(?:,\\s*)?$', '(?<!\\s)\\s+$', '<[a-z][^<>]*>']) {
    assert.equal((await analyseExpression(source, '')).complexity, 'linear', source);
  }
});

test('a bound stated in a comment allows a polynomial expression if it takes few steps', () => {
  const code = [
    '// regex: at most 2,000 characters, the start of a header',
    'const a = /\\s+$/;',
    'const b = /\\s+$/; // regex: at most 60 characters, an id',
    '// regex: at most 50 characters',
    'const c = /\\s+$/;',
    '// regex: at most 300 characters, a title',
    'const d =',
    '  /\\s+$/;',
  ].join('\n');
  const { literals } = findExpressions('src/example.ts', code);
  assert.deepEqual(
    literals.map(({ line, maxLength }) => [line, maxLength]),
    [
      [2, 2_000],
      [3, 60],
      [5, null],
      [8, 300],
    ],
  );
  assert.equal(isAllowed('degree 2', 10_000), true);
  assert.equal(isAllowed('degree 2', 10_001), false);
  assert.equal(isAllowed('degree 3', 10_000), false);
  assert.equal(isAllowed('exponential', 10), false);
  assert.equal(isAllowed('unknown', 10), false);
});

test('a computed expression is checked as it is constructed', async () => {
  const code = "const signs = ['a', 'b'];\nexport const sign = new RegExp(signs.join('|'), 'u');\n";
  assert.deepEqual(findExpressions('src/example.ts', code).computed, [
    { file: 'src/example.ts', line: 2, maxLength: null },
  ]);
  const recorded = await recordExpressions(new URL('../..', import.meta.url), async () => {
    await import('../../src/extract/schema/kind-signs.ts');
  });
  assert.deepEqual(
    recorded.map(({ url, flags }) => [url.split('/').at(-1), flags]),
    [
      ['kind-signs.ts', 'iu'],
      ['kind-signs.ts', 'iu'],
      ['kind-signs.ts', 'iu'],
    ],
  );
  assert.ok(recorded.some(({ source }) => source.includes("|\\d[.,'\\s]*(?:[$")));
});
