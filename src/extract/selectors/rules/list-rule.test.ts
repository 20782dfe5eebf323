import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import { indexPage } from '../layouts/page-index.ts';
import type { ListLocator } from '../locators/list-locator.ts';
import { computeListSimilarity, isSureList, observeList, voteList } from './list-rule.ts';
import { applyObservation, type Rule } from './vote.ts';

type Page = (entries: string[][]) => string;

function learn(pages: [string, string[]][]): Rule<ListLocator> {
  let rule: Rule<ListLocator> | null = null;
  for (const [html, entries] of pages) {
    rule = applyObservation(rule, observeList(rule, indexPage(parseHtml(html)), entries));
  }
  assert.ok(rule !== null);
  return rule;
}

function readEntries(rule: Rule<ListLocator>, html: string): string[] {
  const vote = voteList(rule, indexPage(parseHtml(html)));
  return vote !== null && isSureList(vote) ? vote.items.map((item) => item.text) : [];
}

const menu = '<nav><ul><li>Home</li><li>Recipes</li><li>About us</li></ul></nav>';
const bread = ['500 g flour', '10 g salt', '350 ml water'];
const soup = ['1 onion, chopped', '2 carrots', '1 l stock', 'some parsley'];
const cake = [
  ['200 g sugar', '4 eggs'],
  ['100 g icing sugar', '1 lemon'],
];

const markups: Record<string, Page> = {
  'list entries': (groups) =>
    groups
      .map((entries) => `<ul class="needs">${entries.map((one) => `<li>${one}</li>`).join('')}</ul>`)
      .join('<h4>More</h4>'),
  'entries in parts': (groups) =>
    groups
      .map(
        (entries) =>
          `<div class="group">${entries.map((one) => `<div class="row"><b>${one.split(' ')[0]}</b> <span>${one.split(' ').slice(1).join(' ')}</span></div>`).join('')}</div>`,
      )
      .join(''),
  'table rows': (groups) =>
    groups
      .map(
        (entries) =>
          `<table class="amounts">${entries.map((one) => `<tr><td>${one}</td></tr>`).join('')}</table>`,
      )
      .join(''),
  'marked entries': (groups) =>
    groups
      .map((entries) => `<ul class="needs">${entries.map((one) => `<li>▢ ${one}</li>`).join('')}</ul>`)
      .join(''),
};

for (const [name, body] of Object.entries(markups)) {
  test(`finds the list on another page: ${name}`, () => {
    const page = (groups: string[][]) =>
      `<body>${menu}<h1>Dish</h1><h3>You need</h3>${body(groups)}<p>Enjoy it</p>`;
    const rule = learn([[page([bread]), bread]]);
    assert.deepEqual(readEntries(rule, page([soup])), soup);
    assert.deepEqual(readEntries(rule, page(cake)), cake.flat(), 'with groups');
  });
}

test('finds lines that are separated only by breaks', () => {
  const page = (entries: string[]) =>
    `<body>${menu}<h3>You need</h3><p class="needs">${entries.map((one) => one.replace(/^(\S+)/, '<b>$1</b>')).join('<br>')}</p><p>End</p>`;
  const rule = learn([[page(bread), bread]]);
  assert.deepEqual(readEntries(rule, page(soup)), soup);
});

test('removes counters of entries', () => {
  const page = (entries: string[]) =>
    `<body><div class="steps">${entries.map((one, index) => `<p>Step ${index + 1}: ${one}</p>`).join('')}</div>`;
  const steps = ['Mix the flour with the water', 'Let the dough rest', 'Bake it until brown'];
  const others = ['Chop the onion finely', 'Boil everything together'];
  assert.deepEqual(readEntries(learn([[page(steps), steps]]), page(others)), others);
});

test('returns nothing for a page without the list or of another layout', () => {
  const page = (entries: string[]) =>
    `<body>${menu}<div class="needs"><h3>You need</h3><ul>${entries.map((one) => `<li>${one}</li>`).join('')}</ul></div>`;
  const rule = learn([
    [page(bread), bread],
    [page(soup), soup],
  ]);
  assert.deepEqual(readEntries(rule, `<body>${menu}<div class="story"><p>Words</p></div>`), []);
});

test('compares lists by letters and digits, with multiplicity', () => {
  assert.equal(computeListSimilarity(['a', 'b'], ['a', 'b']), 1);
  assert.equal(computeListSimilarity(['a', 'a'], ['a']), 2 / 3);
  assert.equal(computeListSimilarity([], []), 0);
});
