import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../page/parse/scan.ts';
import { afterPage, type Rule } from './judged.ts';
import type { ListLocator } from './list-locator.ts';
import { isSureList, listLikeness, observeList, voteList } from './list-rule.ts';
import { indexPage } from './page-index.ts';

type Page = (entries: string[][]) => string;

function learn(pages: [string, string[]][]): Rule<ListLocator> {
  let rule: Rule<ListLocator> | null = null;
  for (const [html, entries] of pages) {
    rule = afterPage(rule, observeList(rule, indexPage(parseHtml(html)), entries));
  }
  assert.ok(rule !== null);
  return rule;
}

function answer(rule: Rule<ListLocator>, html: string): string[] {
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

const makes: Record<string, Page> = {
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

for (const [name, body] of Object.entries(makes)) {
  test(`a list is found again: ${name}`, () => {
    const page = (groups: string[][]) =>
      `<body>${menu}<h1>Dish</h1><h3>You need</h3>${body(groups)}<p>Enjoy it</p>`;
    const rule = learn([[page([bread]), bread]]);
    assert.deepEqual(answer(rule, page([soup])), soup);
    assert.deepEqual(answer(rule, page(cake)), cake.flat(), 'with groups');
  });
}

test('lines that only breaks part', () => {
  const page = (entries: string[]) =>
    `<body>${menu}<h3>You need</h3><p class="needs">${entries.map((one) => one.replace(/^(\S+)/, '<b>$1</b>')).join('<br>')}</p><p>End</p>`;
  const rule = learn([[page(bread), bread]]);
  assert.deepEqual(answer(rule, page(soup)), soup);
});

test('numbers that count the entries are taken off', () => {
  const page = (entries: string[]) =>
    `<body><div class="steps">${entries.map((one, index) => `<p>Step ${index + 1}: ${one}</p>`).join('')}</div>`;
  const steps = ['Mix the flour with the water', 'Let the dough rest', 'Bake it until brown'];
  const others = ['Chop the onion finely', 'Boil everything together'];
  assert.deepEqual(answer(learn([[page(steps), steps]]), page(others)), others);
});

test('a page without the list, or with another layout, is answered with nothing', () => {
  const page = (entries: string[]) =>
    `<body>${menu}<div class="needs"><h3>You need</h3><ul>${entries.map((one) => `<li>${one}</li>`).join('')}</ul></div>`;
  const rule = learn([
    [page(bread), bread],
    [page(soup), soup],
  ]);
  assert.deepEqual(answer(rule, `<body>${menu}<div class="story"><p>Words</p></div>`), []);
});

test('lists are compared by letters and digits, as often as they occur', () => {
  assert.equal(listLikeness(['a', 'b'], ['a', 'b']), 1);
  assert.equal(listLikeness(['a', 'a'], ['a']), 2 / 3);
  assert.equal(listLikeness([], []), 0);
});
