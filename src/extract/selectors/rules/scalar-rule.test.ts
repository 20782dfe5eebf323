import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../../page/parse/parse-html.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import { indexPage, type PageIndex } from '../layouts/page-index.ts';
import type { Locator } from '../locators/locator.ts';
import type { KnownValue } from '../locators/value-positions.ts';
import { isSure, observeScalar, voteScalar } from './scalar-rule.ts';
import { applyObservation, hasFailed, isProven, type Rule } from './vote.ts';

function pageOf(html: string): PageIndex {
  return indexPage(parseHtml(html));
}

function text(value: string): KnownValue {
  return {
    text: value,
    matches: (said: string) => lettersOf(said) === lettersOf(value),
    needsParsing: false,
  };
}

function number(value: number): KnownValue {
  const matches = (statedText: string) =>
    Number(/\d[\d,]*(?:\.\d+)?/.exec(statedText)?.[0].replaceAll(',', '')) === value;
  return { text: null, matches, needsParsing: true };
}

function toTextValue(said: string) {
  return { value: said, key: lettersOf(said) };
}

function learn(pages: [string, KnownValue][]): Rule<Locator> {
  let rule: Rule<Locator> | null = null;
  for (const [html, known] of pages) rule = applyObservation(rule, observeScalar(rule, pageOf(html), known));
  assert.ok(rule !== null);
  return rule;
}

function answer(rule: Rule<Locator>, html: string): string | null {
  const vote = voteScalar(rule, pageOf(html), toTextValue);
  return vote !== null && isSure(vote) ? vote.value : null;
}

interface Book {
  title: string;
  author: string;
  publisher: string;
  pages: number;
}

function bookPage({ title, author, publisher, pages }: Book, extra = ''): string {
  return `<!doctype html><title>${title} - Quay Books</title><body>
    <nav><a href="/">Home</a><a href="/new">New</a></nav>${extra}
    <main id="book"><h1 class="title css-9x8y7z">${title}</h1>
    <p class="by">by <a href="/a/1">${author}</a></p>
    <dl><dt>Publisher</dt><dd>${publisher}</dd><dt>Pages</dt><dd>${pages}</dd></dl>
    <p>It has 30 chapters and 12 plates, and ${pages + 1} footnotes.</p></main>`;
}

const books: Book[] = [
  { title: 'The Long Tide', author: 'Ines Marlow', publisher: 'Harbour & Sons', pages: 312 },
  { title: 'Salt and Rope', author: 'Tom Ekeby', publisher: 'Lantern Press', pages: 96 },
  { title: 'A Pilot’s Year', author: 'Ada Lindqvist', publisher: 'Harbour & Sons', pages: 208 },
];
const [first, second, third] = books as [Book, Book, Book];

test('finds a value on the next page that is known on one page', () => {
  const rule = learn([[bookPage(first), text(first.publisher)]]);
  assert.equal(isProven(rule), false);
  assert.equal(answer(rule, bookPage(third, '<div>An offer</div>')), third.publisher);
});

test('two pages prove a rule, and locators that fail on one of them are dropped', () => {
  const one = learn([[bookPage(first), text(first.author)]]);
  const both = learn([
    [bookPage(first), text(first.author)],
    [bookPage(second, '<div>An offer</div>'), text(second.author)],
  ]);
  assert.equal(isProven(both), true);
  assert.ok(both.ways.length < one.ways.length);
  assert.equal(answer(both, bookPage(third)), third.author);
});

test('removes constant text around a value', () => {
  const page = (name: string) => `<body><div class="info"><b>Seller</b>: ${name} (verified)</div><p>Text</p>`;
  const rule = learn([
    [page('Ada Nordlund'), text('Ada Nordlund')],
    [page('Brig Stores'), text('Brig Stores')],
  ]);
  assert.equal(answer(rule, page('Quay and Company')), 'Quay and Company');
});

test('reads values from attributes', () => {
  const page = (day: string) => `<body><p>Posted <time class="when" datetime="${day}">lately</time></p>`;
  const rule = learn([[page('2026-03-04'), text('2026-03-04')]]);
  assert.equal(answer(rule, page('2025-11-30')), '2025-11-30');
});

test('learns a bare short number only by its label', () => {
  const rule = learn([[bookPage(second), number(96)]]);
  assert.ok(rule.ways.length > 0);
  assert.deepEqual(new Set(rule.ways.map(({ way }) => way.family)), new Set(['label']));
  const unlabelled = learn([['<body><div><p>7</p><p>96</p></div>', number(96)]]);
  assert.deepEqual(unlabelled.ways, []);
});

test('learns a number with a sign or unit also by other locators', () => {
  const rule = learn([['<body><div class="box"><p class="price">$96</p></div>', number(96)]]);
  assert.ok(rule.ways.some(({ way }) => way.family === 'class'));
});

test('ignores names that repeat the value or change between pages', () => {
  const html = `<body><div id="harbour-sons"><span class="x1a2b3c4">Harbour &amp; Sons</span></div>`;
  const rule = learn([[html, text('Harbour & Sons')]]);
  for (const { way } of rule.ways) assert.doesNotMatch(JSON.stringify(way.start), /harbour|x1a2b3c4/);
});

test('returns nothing for another layout', () => {
  const rule = learn([
    [bookPage(first), text(first.publisher)],
    [bookPage(second), text(second.publisher)],
  ]);
  const foreign = `<body><div class="hero"><h2>Lamps</h2><span class="by">Made by Brig</span></div><table><tr><td>Maker</td><td>Brig</td></tr></table>`;
  assert.equal(answer(rule, foreign), null);
});

test('a proven rule fails only after two contradicting pages', () => {
  let rule: Rule<Locator> = learn([
    [bookPage(first), text(first.author)],
    [bookPage(second), text(second.author)],
  ]);
  const contrary = pageOf(bookPage(third));
  rule = applyObservation(rule, observeScalar(rule, contrary, text('Nobody at all')));
  assert.equal(rule.failures, 1);
  assert.equal(hasFailed(rule), false);
  rule = applyObservation(rule, observeScalar(rule, contrary, text('Nobody at all')));
  assert.equal(hasFailed(rule), true);
  assert.equal(answer(rule, bookPage(third)), third.author, 'the vote does not consider failures');
});

test('replaces a rule at once if its locators find nothing any more', () => {
  const old = learn([
    [bookPage(first), text(first.author)],
    [bookPage(second), text(second.author)],
  ]);
  const redesigned = (book: Book) =>
    `<body><article class="card"><h2>${book.title}</h2><em data-role="writer">${book.author}</em></article>`;
  const rule = applyObservation(old, observeScalar(old, pageOf(redesigned(second)), text(second.author)));
  assert.equal(answer(rule, redesigned(third)), third.author);
  assert.equal(isProven(rule), false);
});

test('observations may be applied in any order', () => {
  const pages = [bookPage(first), bookPage(second)].map(pageOf);
  const early = observeScalar(null, pages[0] as PageIndex, text(first.author));
  const late = observeScalar(null, pages[1] as PageIndex, text(second.author));
  const one = applyObservation(applyObservation(null, early), late);
  const other = applyObservation(applyObservation(null, late), early);
  const waysOf = (rule: Rule<Locator>) =>
    new Set(rule.ways.filter((known) => known.right === 2).map(({ way }) => JSON.stringify(way)));
  assert.deepEqual(waysOf(one), waysOf(other));
  assert.equal(isProven(one), true);
});

test('reads a value among values of other fields in one text', () => {
  const page = (height: string, weight: string) =>
    `<body><ul class="facts"><li>${height}, ${weight}</li><li>Guard</li></ul>`;
  const rule = learn([
    [page('6-5', '205 lbs.'), text('205 lbs.')],
    [page('6-11', '240 lbs.'), text('240 lbs.')],
  ]);
  assert.equal(answer(rule, page('7-0', '289 lbs.')), '289 lbs.');
});

test('finds a value by its form or from the end behind entries that not all pages have', () => {
  const page = (lines: readonly string[], phone: string) =>
    `<body><div id="office"><h3>Office</h3>${lines.join('<br>')}<br>${phone}<br><a href="/map">Map</a></div>`;
  const rule = learn([
    [page(['1 Quay', 'Abilene'], '(325) 674-2000'), text('(325) 674-2000')],
    [page(['Hall 2', 'North Mole', 'Suite 4', 'Alamosa'], '(719) 587-7011'), text('(719) 587-7011')],
  ]);
  assert.equal(answer(rule, page(['12 Lock', 'Box 3', 'Queensbury'], '(518) 743-2200')), '(518) 743-2200');
});
