import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from './describe-changes.ts';
import { selectRegion } from './select-region.ts';

const page = [
  'navigation',
  '  [1] link "Home"',
  'main',
  '  heading 1 "Shop"',
  '  [2] button "Add to cart"',
  '  form "Search"',
  '    [3] textbox "Words"',
  'contentinfo',
  '  text: The end',
];

test('a step shows the lines that it changed', () => {
  const after = page.with(4, '  [2] button "Added"').toSpliced(5, 0, '  text: 1 in the cart');
  assert.deepEqual(describeChanges(page, after), [
    'changed: 3 lines',
    '- [2] button "Add to cart"',
    '+ [2] button "Added"',
    '+ text: 1 in the cart',
  ]);
  assert.deepEqual(describeChanges(page, page), ['changed: nothing']);
});

test('a page that was replaced is shown completely', () => {
  assert.equal(describeChanges(page, ['main', '  heading 1 "Thanks"']), null);
});

test('a region is found by number, role and words', () => {
  assert.deepEqual(selectRegion(page, 'form'), ['form "Search"', '  [3] textbox "Words"']);
  assert.deepEqual(selectRegion(page, 3), ['[3] textbox "Words"']);
  assert.deepEqual(selectRegion(page, 'contentinfo'), ['contentinfo', '  text: The end']);
  assert.equal(selectRegion(page, 'add to cart')?.[0], '[2] button "Add to cart"');
  assert.equal(selectRegion(page, 'dialog'), null);
});
