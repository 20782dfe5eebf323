import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const prose = Array.from(
  { length: 3 },
  (_, at) =>
    `<p>The lantern number ${at} burns for forty hours on one filling of oil, stands wind and rain on deck, and should be cleaned with a soft cloth after each voyage.</p>`,
).join('');

function markdownOf(content: string, head = ''): string {
  const html = `<!doctype html><html lang="en"><head><title>Deck lantern – Ship shop</title>${head}</head><body><nav><a href="/a">Ropes</a> <a href="/b">Sails</a></nav>${content}<footer><a href="/imprint">Imprint</a></footer></body></html>`;
  return readHtml(html, jobFor(html)).markdown;
}

const button = '<button>Add to basket</button>';

describe('the price of what a page is about', () => {
  const pages: [name: string, wanted: RegExp[], content: string, head?: string][] = [
    [
      'in an aside beside the gallery, with the old one',
      [/\$18\.50[\s\S]*Compare at \$24\.00/],
      `<main><section><div class="images"><h1>Deck lantern</h1><img src="/l.jpg" alt="Lantern"></div><aside class="buy"><div class="price"><span itemprop="price">$18.50</span><span class="was">Compare at $24.00</span></div><form action="/cart">${button}</form></aside><div>${prose}</div></section></main>`,
    ],
    [
      'in a form',
      [/£\s?24\.50/],
      `<div id="page"><div class="row"><div><h1>Deck lantern</h1><p>Condition: new</p></div><div><form action="/cart"><p class="our_price"><span itemprop="price">£ 24.50</span></p><label>Size</label><select><option>S</select>${button}</form></div></div><section><h3>More</h3>${prose}</section></div>`,
    ],
    [
      'after a form',
      [/Our price: \$145\.00/],
      `<div class="buy"><h1>Deck lantern</h1><div class="form"><div><span>Our price: <span itemprop="price">$145.00</span></span></div><a class="button" href="#">Add</a></div></div><h2>About</h2>${prose}`,
    ],
    [
      'among the parameters of an advertisement',
      [/Price: 2 000 Ft/, /Category: Ship parts/],
      `<div class="advert"><h1>Deck lantern</h1><div class="params"><div class="param">Price: <span itemprop="price">2 000 Ft</span></div><div class="param">Category: Ship parts</div><div class="param">State: new</div></div><div class="text">${prose}</div></div>`,
    ],
    [
      'that only its JSON-LD declares',
      [/39,90 €/],
      `<main><h1>Deck lantern</h1><div class="x7"><b>39,90 €</b></div>${button}${prose}</main>`,
      '<script type="application/ld+json">{"@type":"Product","name":"Deck lantern","offers":{"@type":"Offer","price":"39.90","priceCurrency":"EUR"}}</script>',
    ],
    [
      'that only its metadata declare',
      [/1\.299,00 €/],
      `<main><h1>Deck lantern</h1><div><div class="x7"><i>1.299,00 €</i></div>${button}</div>${prose}</main>`,
      '<meta property="product:price:amount" content="1299.00">',
    ],
    [
      'behind the one before, which is named in another language',
      [/\$30\.00[\s\S]*\$24\.00/],
      `<div class="product"><h1>Deck lantern</h1><div class="g"><span class="price precioAnterior">$30.00</span><p>${'Delivered by ship in three days, with oil for one night and a spare wick in the box. '.repeat(3)}</p></div><form action="/cart"><div class="h"><div class="price">$24.00</div></div><select name="qty"><option>1<option>2</select>${button}</form><div class="description">${prose}</div></div>`,
    ],
    [
      'with its availability and number',
      [/\$18\.50/, /Only 3 left/, /LN-7741/],
      `<main><div class="summary"><h1>Deck lantern</h1><p class="price"><span itemprop="price">$18.50</span></p><p class="stock">Only 3 left</p><form>${button}</form><div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">LN-7741</span></span></div></div>${prose}</main>`,
    ],
  ];
  for (const [name, wanted, content, head] of pages)
    test(name, () => {
      const markdown = markdownOf(content, head);
      for (const pattern of wanted) assert.match(markdown, pattern);
      assert.doesNotMatch(markdown, /Add to basket/);
    });

  test('prices of other things stay away', () => {
    const cards = Array.from(
      { length: 4 },
      (_, at) => `<li><a href="/p${at}"><b>Rope ${at}</b></a><span class="price">$${at + 3}.00</span></li>`,
    ).join('');
    const markdown = markdownOf(
      `<main><div class="summary"><h1>Deck lantern</h1><p class="price"><span itemprop="price">$18.50</span></p>${button}</div>${prose}</main><section class="related"><h2>Related</h2><ul>${cards}</ul></section>`,
    );
    assert.match(markdown, /\$18\.50/);
    assert.doesNotMatch(markdown, /\$3\.00|\$6\.00/);
  });

  test('an article with a number that its data declare as no price is as before', () => {
    const markdown = markdownOf(
      `<main><article><h1>Deck lantern</h1>${prose}</article></main><div class="ad"><span class="price">$5.00</span></div>`,
    );
    assert.doesNotMatch(markdown, /\$5\.00/);
  });
});
