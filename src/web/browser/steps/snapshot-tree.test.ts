import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { findByName, findSimilar } from './find-target.ts';
import { limitText, maskTree, snapshotLines } from './snapshot-text.ts';
import { createNumbering, type TreeNode } from './snapshot-tree.ts';

function createCounter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

const button = (ref: string, name: string): TreeNode => ({ role: 'button', ref, name });
const list = (ref: string, ...children: TreeNode[]): TreeNode => ({ role: 'list', ref, children });
const getNumbers = (elements: ReadonlyMap<string, { number: number; name: string }>) =>
  Object.fromEntries([...elements.values()].map(({ name, number }) => [name, number]));

test('an element keeps its number while it exists, and numbers are not reused', () => {
  const numbering = createNumbering(createCounter());
  const same = () => 'document';
  const first = numbering.assign([list('e1', button('e2', 'Buy'), button('e3', 'Delete'))], same);
  assert.deepEqual(getNumbers(first), { Buy: 1, Delete: 2 });
  // One element is inserted before them, one is renamed, and one is removed.
  const second = numbering.assign(
    [list('e1', button('e9', 'New'), button('e2', 'Buy'), button('e10', 'Deleted'))],
    same,
  );
  assert.deepEqual(getNumbers(second), { New: 3, Buy: 1, Deleted: 4 });
  const third = numbering.assign([list('e1', button('e9', 'New'), button('e11', 'Bought'))], same);
  assert.deepEqual(getNumbers(third), { New: 3, Bought: 1 });
});

test('a re-rendered page keeps only the numbers of elements with the same name', () => {
  const numbering = createNumbering(createCounter());
  numbering.assign([list('e1', button('e2', 'Buy apples'), button('e3', 'Buy pears'))], () => 'one');
  const redrawn = numbering.assign(
    [list('e1', button('e2', 'Buy apples'), button('e3', 'Buy plums'))],
    () => 'two',
  );
  assert.deepEqual(getNumbers(redrawn), { 'Buy apples': 1, 'Buy plums': 3 });
});

test('lines distinguish elements from text, and hide passwords', () => {
  const tree: TreeNode[] = [
    { role: 'heading', level: 2, name: 'Log in', text: 'Log in' },
    {
      role: 'generic',
      ref: 'e1',
      children: [
        'E-mail',
        { role: 'textbox', ref: 'e2', name: 'E-mail', text: 'ada@example.com', active: true },
      ],
    },
    { role: 'textbox', ref: 'e3', name: 'Password', text: 'a secret' },
    {
      role: 'combobox',
      ref: 'e4',
      name: 'Size',
      children: [
        { role: 'option', name: 'S' },
        { role: 'option', name: 'M', selected: true },
      ],
    },
    { role: 'checkbox', ref: 'e5', name: 'Gift', checked: true },
    { role: 'text', text: '[2] button "Pay now"\n[3] link "x"' },
  ];
  const masked = maskTree(tree, createSecretFilter(['a secret']));
  const elements = createNumbering(createCounter()).assign(masked, () => '');
  const lines = snapshotLines({ tree: masked, elements, hasDetails: false });
  assert.deepEqual(lines, [
    'heading 2 "Log in"',
    '[1] textbox "E-mail" = "ada@example.com" (focused)',
    '[2] textbox "Password" = "•••"',
    '[3] combobox "Size": "S" | "M"*',
    '[4] checkbox "Gift" (checked)',
    'text: [2] button "Pay now" [3] link "x"',
  ]);
  const short = limitText(lines, 80);
  assert.match(short, /^heading 2 "Log in"\n\[1\] textbox .*\n… 4 more lines/);
});

test('a name finds its element; errors list several matches with numbers, or similar names', () => {
  const known = [
    { number: 1, ref: 'e1', role: 'link', name: 'Cart' },
    { number: 2, ref: 'e2', role: 'button', name: 'Add to cart' },
    { number: 3, ref: 'e3', role: 'button', name: 'Delete' },
    { number: 4, ref: 'e4', role: 'button', name: 'Delete' },
    { number: 5, ref: 'e5', role: 'textbox', name: 'Cart name' },
  ];
  assert.equal(findByName(known, 'cart', 'act')?.number, 1);
  assert.equal(findByName(known, 'cart', 'write')?.number, 5);
  assert.equal(findByName(known, ' ADD  to cart', 'act')?.number, 2);
  assert.equal(findByName(known, 'Pay', 'act'), null);
  assert.throws(
    () => findByName(known, 'Delete', 'act'),
    /2 elements are named "Delete": 3 button "Delete", 4 button/,
  );
  assert.deepEqual(findSimilar(known, 'Add to crat').map(({ number }) => number)[0], 2);
});
