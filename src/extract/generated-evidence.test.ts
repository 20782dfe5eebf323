import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEvidenceError } from '../../test/corpus/check-evidence.ts';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

/** A generator of whole numbers below a limit, the same for a seed in every run. */
function createDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
}

type Block = (name: string) => string;
const person = 'Ada Crane';
const titles: Block[] = [
  (name) => `<h1>${name}</h1>`,
  (name) => `<div class="title">${name}</div>`,
  (name) => `<h1 class="entry-title"><a href="/x">${name}</a></h1>`,
];
const credits: Block[] = [
  () => `<p class="byline">by <a href="/ada">${person}</a></p>`,
  () => `<dl><dt>Author</dt><dd>${person}</dd></dl>`,
  () => `<meta name="author" content="${person}">`,
  () => `<p>Written by ${person} &middot; <time datetime="2026-03-05">5 March 2026</time></p>`,
];
const prices: Block[] = [
  () => '<p class="price"><s>$349.95</s> <b>$149.00</b></p>',
  () =>
    '<table><tr><td>List price:</td><td>$349.95</td></tr><tr><td>Price:</td><td>$149.00</td></tr></table>',
  () => '<p>Price: $149.00 &amp; free returns</p><p>In stock</p>',
  () =>
    '<script type="application/ld+json">{"@type":"Product","offers":[{"price":"149.00","priceCurrency":"USD"}]}</script><p>$149.00</p>',
];
const times: Block[] = [
  () => '<p>Prep time: 5 minCook time: 8 min</p>',
  () => '<ul><li><b>15m</b><p>PREP TIME</p></li><li><b>1hr 15m</b><p>COOK TIME</p></li></ul>',
  () => '<p>20 min prep</p><p>Cook 40 min</p>',
  () => '<div><span>Prep time</span><p>10</p><span>minutes</span></div><p>Cook time: 1½ hours</p>',
];
const lists: Block[] = [
  () => '<h2>Ingredients</h2><ul><li>▢ 200 g flour</li><li>▢ 2 eggs</li><li>▢ 1 pinch of salt</li></ul>',
  () => '<h3>Ingredients</h3><p>200 g flour<br>2 eggs<br>1 pinch of salt</p>',
  () => '<div class="ingredients"><p>200 g flour</p><p>2 eggs</p><p>1 pinch of salt</p></div>',
];
const steps: Block[] = [
  () =>
    '<h2>Instructions</h2><ol><li>1. Mix the flour with all of the eggs.</li><li>2. Bake it until the top is brown.</li><li>Let it rest.</li></ol>',
  () => '<h2>Directions</h2><p>Mix the flour with all of the eggs.</p><p>Bake it until the top is brown.</p>',
];
const records: Block[] = [
  () =>
    `<h2>Comments</h2>${['Eve', 'Finn', 'Gro'].map((name) => `<div class="comment"><b class="name">${name}</b><p class="text">I made this twice, says ${name}.</p></div>`).join('')}`,
  () =>
    `<h2>Comments</h2><dl>${['Eve', 'Finn', 'Gro'].map((name) => `<dt class="name">${name}</dt><dd class="text">I made this twice, says ${name}.</dd>`).join('')}</dl>`,
  () => '',
];

const text = { type: 'string' };
const minutes = { type: 'integer', description: 'minutes' };
const schema = {
  type: 'object',
  properties: {
    title: text,
    author: text,
    date_published: { type: 'string', format: 'date' },
    price: { type: 'number' },
    list_price: { type: 'number' },
    currency: text,
    availability: text,
    prep_time: minutes,
    cook_time: minutes,
    total_time: minutes,
    ingredients: { type: 'array', items: text },
    instructions: { type: 'array', items: text },
    comments: { type: 'array', items: { type: 'object', properties: { name: text, text } } },
  },
};

test('each locator leads to its quote, on 200 generated pages', () => {
  const dice = createDice(23);
  let values = 0;
  const methods = new Set<string>();
  for (let at = 0; at < 200; at++) {
    const name = `${['Brass lamp', 'Harbour stew', 'Cod & chips', 'Größe “M”'][dice(4)]} ${at}`;
    const blocks = [titles, credits, prices, times, lists, steps, records].map((choices) =>
      (choices[dice(choices.length)] as Block)(name.replace('&', '&amp;')),
    );
    const html = `<html lang="en"><head><title>${name} - Quay</title></head><body><main>${blocks.join('\n')}</main></body></html>`;
    const { parsed } = readHtml(html, jobFor(html, { url: `https://quay.example/p/${at}` }));
    const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
    const found = extractPage(parsed as ParsedPage, job);
    for (const value of found.values) {
      values++;
      methods.add(value.evidence.method);
      assert.equal(findEvidenceError(parsed as ParsedPage, value), null, html);
    }
  }
  assert.ok(values > 2_000, `only ${values} values`);
  assert.deepEqual([...methods].sort(), ['derived', 'heuristic', 'page_data']);
});
