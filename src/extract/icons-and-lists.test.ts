import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { JsonSchema } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };

/** Returns the values of a page by the pointer of their field, entries of lists joined by `|`. */
function valuesOf(html: string, properties: Record<string, JsonSchema>): Record<string, unknown> {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/page' }));
  const schema: JsonSchema = { type: 'object', properties };
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const values: Record<string, unknown> = {};
  for (const { pointer, value } of extractPage(parsed as ParsedPage, job).values) {
    const name = pointer.split('/')[1] ?? '';
    values[name] = name in values ? `${values[name]}|${value}` : value;
  }
  return values;
}

describe('icons as labels', () => {
  test('a text beside an icon is what the icon stands for', () => {
    const page = `<title>Harbour house</title><h1>Harbour house</h1><ul>
      <li><i class="fa fa-map-marker"></i> Kiel</li><li><span class="glyphicon glyphicon-earphone"></span> call us</li>
      <li>3 <i class="icon-bed"></i></li><li><svg><use href="#icon-bath"></use></svg> 2</li></ul>
      <p>A house with a view of the harbour, the mole and the lights of the ships that pass.</p>`;
    const number = { type: 'integer' };
    assert.deepEqual(valuesOf(page, { location: text, bedrooms: number, bathrooms: number }), {
      location: 'Kiel',
      bedrooms: 3,
      bathrooms: 2,
    });
  });

  test('the city of an address of several parts', () => {
    const page = `<title>Ada Crane</title><h1>Ada Crane</h1><div class="contact"><div class="icon"><i class="fa fa-map-marker-alt"></i></div>
      <div>Hafenstrasse 12</div><div>24103 Kiel, Germany</div></div><p>Words about Ada Crane and her work at the quay.</p>`;
    assert.deepEqual(valuesOf(page, { city: text }), { city: 'Kiel' });
  });

  test('a row of stars is a scale, whose value may stand in the same line but not in blocks below it', () => {
    const star = '<i class="fa fa-star"></i>';
    const below = `<h1>Roast potatoes</h1><div><div>${star.repeat(5)}</div><div>Serves 2</div><div>Print</div></div>`;
    assert.deepEqual(valuesOf(below, { rating: { type: 'number' } }), {});
    const beside = `<h1>Roast potatoes</h1><p>${star.repeat(5)} <span>4.7</span></p>`;
    assert.deepEqual(valuesOf(beside, { rating: { type: 'number' } }), { rating: 4.7 });
  });

  test('icons of menus, headings and buttons name no value', () => {
    const page = `<title>Harbour house</title><nav><a href="/office"><i class="icon-office"></i> Offices</a></nav>
      <a href="#work"><i class="icon-building"></i> Work</a><h1>Harbour house</h1>
      <h2><i class="fa fa-building"></i> History</h2><button><i class="fa fa-building"></i> Send</button>`;
    assert.deepEqual(valuesOf(page, { company: text }), {});
  });
});

describe('lists', () => {
  test('entries with a head and details are their heads', () => {
    const skill = (name: string, words: string[]) =>
      `<div><h4>${name}</h4><ul class="words">${words.map((word) => `<li>${word}</li>`).join('')}</ul></div>`;
    const page = `<h1>Ada Crane</h1><section><h3>Skills</h3><div>${skill('Welding', ['Steel', 'Bronze'])}
      ${skill('Surveying', ['Depths', 'Tides'])}</div></section>
      <section><h3>Languages</h3><div><div><h4>German</h4> Native speaker</div><div><h4>English</h4> Fluent</div></div></section>`;
    assert.deepEqual(valuesOf(page, { skills: list, languages: list }), {
      skills: 'Welding|Surveying',
      languages: 'German|English',
    });
  });

  test('steps with a head keep their text', () => {
    const step = (at: number, words: string) => `<div><h4>Step ${at}</h4><p>${words}</p></div>`;
    const page = `<h1>Harbour stew</h1><section><h3>Instructions</h3><div>${step(1, 'Cut the fish into pieces and salt it well.')}
      ${step(2, 'Boil the potatoes until they are soft.')}</div></section>`;
    assert.deepEqual(valuesOf(page, { instructions: list }), {
      instructions: 'Cut the fish into pieces and salt it well.|Boil the potatoes until they are soft.',
    });
  });

  test('a list in one line behind its label', () => {
    const page = '<h1>Low water</h1><p>Words about low water.</p><p><b>Tags:</b> boats, ropes, tides</p>';
    assert.deepEqual(valuesOf(page, { tags: list }), { tags: 'boats|ropes|tides' });
  });
});

describe('pages about a person', () => {
  const sections = ['Work Experience', 'Education', 'Skills'].map(
    (name) => `<h3>${name}</h3><p>Words about ${name.toLowerCase()} and more of them.</p>`,
  );

  test('an element named after the whole page is no summary, and the city is a part of an address', () => {
    const page = `<title>Ada Crane</title><main id="resume"><h1>Ada Crane</h1><span class="location">Hafenstrasse 12, 24103, Kiel, Germany</span>
      <p class="summary">Engineer for quays, locks and movable bridges.</p>${sections.join('')}</main>`;
    assert.deepEqual(valuesOf(page, { summary: text, city: text }), {
      summary: 'Engineer for quays, locks and movable bridges.',
      city: 'Kiel',
    });
  });

  test('a university is found by its name', () => {
    const page = `<title>Ada Crane</title><h1>Ada Crane</h1>${sections.join('')}<h4>Technical University of Hamburg</h4>`;
    assert.deepEqual(valuesOf(page, { university: text }), { university: 'Technical University of Hamburg' });
  });
});

describe('parts of a page about other things', () => {
  const shop = (body: string) =>
    `<title>Bronze cleat</title><nav aria-label="breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/f">Fittings</a></li>
    <li>Bronze cleat</li></ol></nav><h1>Bronze cleat</h1><p class="amount_color">27.95 €</p>${body}`;

  test('the category is the last link of the breadcrumb trail in front of the title', () => {
    assert.deepEqual(valuesOf(shop(''), { category: text }), { category: 'Fittings' });
  });

  test('an article number is no ISBN', () => {
    const table = (number: string) => `<table><tr><th>UPC</th><td>${number}</td></tr></table>`;
    assert.deepEqual(valuesOf(shop(table('4006381333931')), { isbn: text }), {});
  });

  test('the date of a review is not the date of the page', () => {
    const reviews =
      '<div id="reviews"><article class="review"><p><small>Ada Crane on 2 March 2026</small></p><p>Good.</p><p>2 March 2026</p></article></div>';
    assert.deepEqual(valuesOf(shop(reviews), { start_date: text }), {});
  });
});
