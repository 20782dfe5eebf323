import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { PageOffer } from '../../domain/pages/offer.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

const empty = { type: 'object', properties: {} };

function offerOf(html: string, country: string | null = null, url = 'https://quay.example/p/1'): PageOffer {
  const { parsed } = readHtml(html, jobFor(html, { url }));
  const job = { schema: empty, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { ...job, offer: { country } }).offer as PageOffer;
}

const jsonLd = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const product = (more: object) =>
  jsonLd({ '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', ...more });
const page = (body: string, { lang = 'en', head = '' } = {}) =>
  `<!DOCTYPE html><html lang="${lang}"><head><title>Lamp</title>${head}</head><body><h1>Lamp</h1>${body}</body></html>`;

/** Rows: name, page, amount, currency, list price. */
const priceCases: [name: string, html: string, amount: string, currency: string | null, list?: string][] = [
  ['struck out by an element', page('<p><s>€59.99</s> <strong>€39.99</strong></p>'), '39.99', 'EUR', '59.99'],
  [
    'struck out by a class',
    page('<span class="old-price">€59.99</span> <span class="price">€39.99</span>'),
    '39.99',
    'EUR',
    '59.99',
  ],
  [
    'struck out by a style',
    page('<div style="text-decoration: line-through">€59.99</div><div>€39.99</div>'),
    '39.99',
    'EUR',
    '59.99',
  ],
  ['called a previous price', page('<div>Was £59.99</div><div>Now £39.99</div>'), '39.99', 'GBP', '59.99'],
  [
    'called a list price on a line of its own',
    page('<div>UVP</div><div>419,00 €</div><div class="price">299,00 €</div>', { lang: 'de' }),
    '299.00',
    'EUR',
    '419.00',
  ],
  // External style sheets strike these out, so that only the arithmetic tells the two amounts apart.
  ['a percentage between', page('<p>€47.95 20% off €38.36</p>'), '38.36', 'EUR', '47.95'],
  [
    'a percentage behind',
    page('<div><span class=a>€47.95</span> <span class=b>€38.36</span> <span class=c>-20%</span></div>'),
    '38.36',
    'EUR',
    '47.95',
  ],
  [
    'a badge before',
    page('<div>%20 indirim</div><div>1.199,00 TL</div><div>959,20 TL</div>', { lang: 'tr' }),
    '959.20',
    'TRY',
    '1199.00',
  ],
  [
    'the saved amount',
    page('<div>$47.95</div><div>$38.36</div><div>You save $9.59</div>', { lang: 'en-US' }),
    '38.36',
    'USD',
    '47.95',
  ],
  [
    'a rounded percentage',
    page('<div>119,99 €</div><div>79,00 €</div><div>Sie sparen 34 %</div>', { lang: 'de' }),
    '79.00',
    'EUR',
    '119.99',
  ],
  [
    'a discount of subscribers',
    page('<p>One-time purchase: €20.00</p><p>Subscribe &amp; save 10%: €18.00</p>'),
    '20.00',
    'EUR',
  ],
  ['a discount with a code', page('<p>€20.00</p><p>10% off with code WINTER: €18.00</p>'), '20.00', 'EUR'],
  ['a discount of a quantity', page('<p>€20.00</p><p>Buy 10 and save 10%: €18.00 each</p>'), '20.00', 'EUR'],
  [
    'a discount of a first order',
    page('<p>€20.00</p><p>Save 10% with your first order: €18.00</p>'),
    '20.00',
    'EUR',
  ],
  ['a tax', page('<p>€120.00</p><p>incl. 20% VAT, net €100.00</p>'), '120.00', 'EUR'],
  [
    'superscript cents',
    page('<div class="price"><span>4</span><sup>99</sup> €</div>', { lang: 'de' }),
    '4.99',
    'EUR',
  ],
  [
    'superscript cents after thousands',
    page('<div class="price">$<span>1,299</span><sup>99</sup></div>', { lang: 'en-US' }),
    '1299.99',
    'USD',
  ],
  [
    'shipping beside it',
    page('<p>Shipping: €4.99</p><p class="price">€39.99</p><p>You save €20.00</p>'),
    '39.99',
    'EUR',
  ],
  ['instalments beside it', page('<p>€ 12,50 / month</p><p class="price">€ 299,00</p>'), '299.00', 'EUR'],
  [
    'the price of a kilogram beside it',
    page('<p class="price">3,99 €</p><p>7,98 € / kg</p>', { lang: 'de' }),
    '3.99',
    'EUR',
  ],
  [
    'repeated for screen readers',
    page(
      '<p class="price"><del><span>49,00&nbsp;€</span></del> <span class="screen-reader-text">Ursprünglicher Preis war: 49,00 €</span><ins><span>39,00&nbsp;€</span></ins><span class="screen-reader-text">Aktueller Preis ist: 39,00 €.</span></p>',
      { lang: 'de' },
    ),
    '39.00',
    'EUR',
    '49.00',
  ],
  [
    'words directly after the digits',
    page('<span class="price">₹1,29,900</span><span>M.R.P.: <s>₹1,39,900</s></span>', { lang: 'en-IN' }),
    '129900',
    'INR',
    '139900',
  ],
  [
    'split into visual parts',
    page(
      '<span class="a-offscreen">$1,299.99</span><span aria-hidden="true"><span>$</span><span>1,299<span class="decimal">.</span></span><span class="price-fraction">99</span></span>',
      { lang: 'en-US' },
    ),
    '1299.99',
    'USD',
  ],
  [
    'other products beside it',
    page('<aside class="related"><a href="/p/2">Rope <b class="price">€9.99</b></a></aside><p>€39.99</p>'),
    '39.99',
    'EUR',
  ],
  [
    'a list price and a saving beside the price that is asked',
    page(
      '<table><tr><td>List Price:</td><td>$349.95</td></tr><tr><td>Price:</td><td>$149.00 &amp; this item ships for FREE</td></tr><tr><td>You Save:</td><td>$200.95 (57%)</td></tr></table>',
      { lang: 'en-US' },
    ),
    '149.00',
    'USD',
    '349.95',
  ],
  ['ambiguous currency sign', page('<p class="price">$1,299</p>'), '1299', null],
];

describe('the current price of a page', () => {
  for (const [name, html, amount, currency, list] of priceCases) {
    test(name, () => {
      const { price } = offerOf(html);
      assert.deepEqual([price?.amount, price?.currency, price?.listAmount], [amount, currency, list ?? null]);
      assert.equal(price?.doubts.length === 0, currency !== null);
    });
  }

  test('the country of the exit decides the currency sign only if it uses such a currency', () => {
    const html = page('<p class="price">$1,299</p>');
    assert.equal(offerOf(html, 'CA').price?.currency, 'CAD');
    assert.equal(offerOf(html, 'DE').price?.currency, null);
    assert.equal(offerOf(html, 'DE', 'https://quay.com.au/p/1').price?.currency, 'AUD');
  });

  test('structured data are preferred if the page confirms them', () => {
    const head = product({ offers: { price: '1299.00', priceCurrency: 'AUD' } });
    const { price } = offerOf(page('<p>$1,299</p>', { head }));
    assert.deepEqual(
      [price?.amount, price?.currency, price?.isShown, price?.doubts],
      ['1299.00', 'AUD', true, []],
    );
  });

  test('if structured data and page differ, the visible price is returned with a warning', () => {
    const head = product({ offers: { price: '1499.00', priceCurrency: 'USD' } });
    const { price } = offerOf(page('<p class="price">1.299,00 €</p>', { lang: 'de', head }));
    assert.deepEqual([price?.amount, price?.currency], ['1299.00', 'EUR']);
    assert.deepEqual(
      price?.doubts.map(({ code }) => code),
      ['price_conflict'],
    );
    const same = product({ offers: { price: '1299.00', priceCurrency: 'USD' } });
    const { price: other } = offerOf(page('<p class="price">1.299,00 €</p>', { lang: 'de', head: same }));
    assert.deepEqual(
      [other?.currency, other?.doubts.map(({ code }) => code)],
      ['EUR', ['currency_conflict']],
    );
  });

  test('structured data are sufficient if the page shows no price', () => {
    const head = product({ offers: { '@type': 'Offer', price: 1299, priceCurrency: 'EUR' } });
    const { price } = offerOf(page('<p>Ask for it.</p>', { head }));
    assert.deepEqual([price?.amount, price?.isShown, price?.doubts], ['1299', false, []]);
  });

  test('a point before three digits separates thousands if the page confirms it, and is ambiguous otherwise', () => {
    const head = product({ offers: { price: '1.299', priceCurrency: 'EUR' } });
    assert.equal(offerOf(page('<p>1.299 €</p>', { lang: 'de', head })).price?.amount, '1299');
    const codes = offerOf(page('<p>Ask.</p>', { head })).price?.doubts.map(({ code }) => code);
    assert.deepEqual(codes, ['ambiguous_amount']);
    const dinarHead = product({ offers: { price: '12.500', priceCurrency: 'KWD' } });
    assert.deepEqual(offerOf(page('<p>Ask.</p>', { head: dinarHead })).price?.amount, '12.500');
  });

  test('specifications state list price and tax; offers for other regions are ignored', () => {
    const specifiedHead = product({
      offers: {
        priceCurrency: 'EUR',
        priceSpecification: [
          { price: '1499.00', priceType: 'https://schema.org/ListPrice' },
          { price: '1299.00', priceCurrency: 'EUR', valueAddedTaxIncluded: 'true' },
        ],
      },
    });
    const { price } = offerOf(page('<p>Ask.</p>', { head: specifiedHead }));
    assert.deepEqual([price?.amount, price?.listAmount, price?.taxIncluded], ['1299.00', '1499.00', true]);
    const regionalHead = product({
      offers: [
        { price: '100.00', priceCurrency: 'USD', eligibleRegion: 'US' },
        { price: '90.00', priceCurrency: 'EUR', eligibleRegion: { '@type': 'Country', name: 'DE' } },
      ],
    });
    assert.equal(offerOf(page('<p>Ask.</p>', { head: regionalHead }), 'DE').price?.amount, '90.00');
    assert.deepEqual(
      offerOf(page('<p>Ask.</p>', { head: regionalHead })).price?.doubts.map(({ code }) => code),
      ['several_prices'],
    );
  });

  test('ranges, lower bounds and unit prices are not a single price', () => {
    const doubts = (html: string) => offerOf(html).price?.doubts.map(({ code }) => code);
    assert.deepEqual(doubts(page('<p class="price">€10 - €20</p>')), ['price_range']);
    assert.deepEqual(doubts(page('<p>From</p><p class="price">£349</p>')), ['lower_bound']);
    assert.deepEqual(doubts(page('<p class="price">12,50 € / kg</p>', { lang: 'de' })), ['unit_price']);
    const head = product({
      offers: { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20, priceCurrency: 'EUR' },
    });
    assert.deepEqual(doubts(page('<p>Ask.</p>', { head })), ['price_range']);
  });

  test('tax is read next to the price, otherwise from a general statement', () => {
    const tax = (html: string) => offerOf(html).price?.taxIncluded;
    assert.equal(tax(page('<p>39,99 €</p><p>inkl. 19 % MwSt., zzgl. Versand</p>', { lang: 'de' })), true);
    assert.equal(tax(page('<p>39,99 €</p><p>zzgl. 19 % MwSt.</p>', { lang: 'de' })), false);
    assert.equal(tax(page('<p>39,99 € HT</p>', { lang: 'fr' })), false);
    assert.equal(tax(page('<p>￥12,800</p><p>税込</p>', { lang: 'ja' })), true);
    const distantTax = `<p>39,99 €</p>${'<p>Text.</p>'.repeat(30)}<p>Alle Preise inkl. gesetzlicher MwSt.</p>`;
    assert.equal(tax(page(distantTax, { lang: 'de' })), true);
    assert.equal(tax(page('<p>39,99 €</p>')), null);
  });
});

test('availability is read from structured data or the page', () => {
  const stock = (body: string, head = '') => offerOf(page(`<p>€5</p>${body}`, { head })).availability;
  assert.equal(
    stock('', product({ offers: { price: 5, availability: 'https://schema.org/PreOrder' } })),
    'preorder',
  );
  assert.equal(
    stock('', product({ offers: { price: 5, availability: 'http://schema.org/LimitedAvailability' } })),
    'limited',
  );
  assert.equal(stock('<p>Auf Lager</p>'), 'in_stock');
  assert.equal(stock('<p>Ausverkauft</p>'), 'out_of_stock');
  assert.equal(stock('<p>Only 3 left</p>'), 'limited');
  assert.equal(stock('<p>Brass.</p>'), null);
});

test('identifiers come from the data of the product itself, not of other products', () => {
  const head = jsonLd([
    { '@type': 'Product', name: 'Rope', gtin13: '1111111111111', offers: { price: 1 } },
    {
      '@type': 'Product',
      name: 'Lamp',
      gtin13: '4006381333931',
      mpn: 'QL-200',
      sku: '77',
      brand: { name: 'Quayside' },
      offers: { price: 5 },
    },
  ]);
  const { identity, name } = offerOf(page('<p>€5</p>', { head }));
  assert.equal(name, 'Lamp');
  assert.deepEqual(
    [identity.gtin, identity.mpn, identity.sku, identity.brand],
    ['4006381333931', 'QL-200', '77', 'Quayside'],
  );
});
