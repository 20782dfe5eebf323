import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { JsonSchema, PageExtraction } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { describePage } from './describe-page.ts';
import { parseAvailability } from './typed/availability.ts';

type Facts = Record<string, unknown>;

const url = 'https://quay.example/p/1';
const plain = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
const watched: JsonSchema = {
  type: 'object',
  properties: {
    ...Object.fromEntries(['site_name', 'language', 'currency'].map((name) => [name, { type: 'string' }])),
    price: { type: 'number' },
  },
};

/** Names of the facts in the fields of an extraction. */
const factOf: Readonly<Record<string, string>> = {
  title: 'title',
  headline: 'title',
  author: 'author',
  date_published: 'published',
  date_modified: 'modified',
  language: 'language',
  site_name: 'site_name',
  price: 'price',
  currency: 'currency',
  availability: 'availability',
};

function factsIn({ values, schema }: PageExtraction): Facts {
  // The author and the language of a book are not those of the page about it.
  const isOfThing = /^(?:Book|Movie|Recipe)$/.test(String(schema?.title));
  const facts: Facts = {};
  for (const { pointer, value } of values) {
    const fact = factOf[pointer.slice(1)];
    if (fact === undefined || (isOfThing && /language|author|published/.test(fact))) continue;
    facts[fact] = fact === 'availability' ? parseAvailability(String(value)) : value;
  }
  return facts;
}

/** Facts that a scrape, an extraction without a schema, a comparison of countries and a monitor of values state about one page. */
function readEverywhere(html: string): Record<string, Facts> {
  const job = jobFor(html, { url });
  const { metadata, parsed } = readHtml(html, job, { describe: describePage });
  // A monitor of values reads the whole page.
  const whole = readHtml(html, { ...job, onlyMainContent: false }).parsed as ParsedPage;
  const { offer } = extractPage(parsed as ParsedPage, {
    ...plain,
    schema: { type: 'object', properties: {} },
    offer: { country: null },
  });
  const { price = null } = offer ?? {};
  return {
    scrape: Object.fromEntries(
      ['title', 'author', 'published', 'modified', 'language', 'site_name'].map((name) => [
        name,
        metadata[name],
      ]),
    ),
    extract: factsIn(extractPage(parsed as ParsedPage, { ...plain, schema: null })),
    compare: {
      price: price === null ? null : Number(price.amount),
      currency: price?.currency,
      availability: offer?.availability,
    },
    monitor: factsIn(extractPage(whole, { ...plain, schema: watched })),
  };
}

/** Returns the facts that two readings of a page state differently. */
function differencesOf(html: string): string[] {
  const readings = Object.entries(readEverywhere(html));
  const found: string[] = [];
  for (const [at, [name, facts]] of readings.entries())
    for (const [other, others] of readings.slice(at + 1))
      for (const [fact, value] of Object.entries(facts)) {
        const second = others[fact];
        if (value == null || second == null || value === second) continue;
        found.push(`${fact}: ${name} ${String(value)}, ${other} ${String(second)}`);
      }
  return found;
}

const jsonLd = (item: object) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`;
const prose =
  '<p>The lock keeper opens the gates at dawn, and the first barge enters the basin with the tide.</p>'.repeat(
    5,
  );
const things = ['Brass lamp', 'Oak oar', 'Deck lantern', 'Sail bag', 'Tar brush'];

/** Pages of independent templates; `n` changes their values and the place where they state them. */
const templates: Readonly<Record<string, (n: number) => string>> = {
  'shop with JSON-LD': (n) => {
    const price = (n * 7.3 + 12).toFixed(2);
    const stock = ['InStock', 'OutOfStock', 'PreOrder'][n % 3];
    const offers = {
      '@type': 'Offer',
      price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${stock}`,
    };
    const shown = n % 2 === 0 ? price : price.replace('.', ',');
    return `<html lang="${n % 2 === 0 ? 'en' : 'de'}"><title>${things[n % 5]} | Quay shop</title>${jsonLd({ '@type': 'Product', name: things[n % 5], offers })}<main><h1>${things[n % 5]}</h1><p><s>€${Number(price) + 10}</s> €${shown}</p><button>Add to cart</button>${prose}</main>`;
  },
  'shop with a list price in its data': (n) => {
    const of = (price: number, type: string) => ({
      price: price.toFixed(2),
      priceType: `https://schema.org/${type}`,
    });
    const offers = {
      priceCurrency: 'GBP',
      priceSpecification: [of(n + 90, 'ListPrice'), of(n + 60, 'SalePrice')],
    };
    return `<html lang="en"><title>${things[n % 5]}</title><meta property="og:site_name" content="Mole &amp; Sons">${jsonLd({ '@type': 'Product', name: things[n % 5], offers })}<div class="product"><h1>${things[n % 5]}</h1><p>Price on the next page</p>${prose}</div>`;
  },
  'shop with microdata': (n) =>
    `<html lang="fr"><title>${things[n % 5]} - Le quai</title><div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${things[n % 5]}</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="${n + 19}.50">${n + 19},50 €</span><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></div>${prose}</div>`,
  'shop with Open Graph': (n) =>
    `<html lang="it"><title>${things[n % 5]}</title><meta property="og:type" content="product"><meta property="product:price:amount" content="${n + 5}.90"><meta property="product:price:currency" content="EUR"><main><h1>${things[n % 5]}</h1><div class="price">${n + 5},90 €</div>${prose}</main>`,
  'shop without data': (n) =>
    `<html lang="en-GB"><title>${things[n % 5]}</title><main><h1>${things[n % 5]}</h1><div class="price"><del>£${n + 40}.00</del> <ins>£${n + 30}.00</ins></div><button>Add to basket</button>${prose}</main>`,
  article: (n) =>
    `<html lang="${['en', 'de_AT', 'pt-BR'][n % 3]}"><title>Tide ${n} at the lock | Quay Notes</title><meta property="og:site_name" content="Quay Notes">${n % 2 === 0 ? jsonLd({ '@type': 'NewsArticle', headline: `Tide ${n} at the lock`, author: { '@type': 'Person', name: 'Ada Crane' }, datePublished: `2025-03-${(n % 20) + 10}`, inLanguage: 'en_US' }) : ''}<main><article><h1>Tide ${n} at the lock</h1><p class="byline">By <a rel="author" href="/ada">Ada Crane</a></p><time datetime="2025-03-${(n % 20) + 10}">March ${(n % 20) + 10}, 2025</time>${prose}</article></main>`,
  'page without declarations': (n) =>
    `<title>Harbour ${n}</title>${jsonLd({ '@type': 'WebSite', name: 'Quay office' })}<nav>${'<a href="/a">Startseite und Übersicht</a> '.repeat(30)}</nav><main><h1>Harbour ${n}</h1>${prose.repeat(2)}</main>`,
};
const pagesOfTemplate = 20;

describe('one source of every fact: scrape, extraction, comparison and monitor agree', () => {
  for (const [name, write] of Object.entries(templates))
    test(`on ${pagesOfTemplate} pages of a ${name}`, () => {
      for (let n = 0; n < pagesOfTemplate; n++)
        assert.deepEqual(differencesOf(`<!doctype html>${write(n)}`), [], `page ${n}`);
    });

  for (const folder of ['test/corpus/pages', 'bench/sale/seen', 'bench/sale/unseen'])
    test(`on the pages of ${folder}`, () => {
      const root = new URL(`../../${folder}/`, import.meta.url);
      const files = readdirSync(root).filter((one) => one.endsWith('.html'));
      const differences = files.flatMap((file) =>
        differencesOf(readFileSync(new URL(file, root), 'utf8')).map((one) => `${file}: ${one}`),
      );
      assert.deepEqual(differences, []);
      assert.ok(files.length >= 20);
    });
});
