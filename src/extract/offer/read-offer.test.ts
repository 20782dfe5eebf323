import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import type { PageOffer } from '../../domain/offer.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read-html.ts';
import { extractPage } from '../extract-page.ts';

const empty = { type: 'object', properties: {} };

function offerOf(html: string, country: string | null = null, url = 'https://quay.example/p/1'): PageOffer {
  const { parsed } = readHtml(html, jobFor(html, { url }));
  const job = { schema: empty, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { ...job, offer: { country } }).offer as PageOffer;
}

const linked = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const product = (more: object) =>
  linked({ '@context': 'https://schema.org', '@type': 'Product', name: 'Lamp', ...more });
const page = (body: string, { lang = 'en', head = '' } = {}) =>
  `<!DOCTYPE html><html lang="${lang}"><head><title>Lamp</title>${head}</head><body><h1>Lamp</h1>${body}</body></html>`;

/** Rows: what a page shows, amount, currency, list price. */
const shown: [name: string, html: string, amount: string, currency: string | null, list?: string][] = [
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
  ['called what it was', page('<div>Was £59.99</div><div>Now £39.99</div>'), '39.99', 'GBP', '59.99'],
  [
    'called so on a line of its own',
    page('<div>UVP</div><div>419,00 €</div><div class="price">299,00 €</div>', { lang: 'de' }),
    '299.00',
    'EUR',
    '419.00',
  ],
  [
    'raised cents',
    page('<div class="price"><span>4</span><sup>99</sup> €</div>', { lang: 'de' }),
    '4.99',
    'EUR',
  ],
  [
    'raised cents behind thousands',
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
    'told once more to those who do not see it',
    page(
      '<p class="price"><del><span>49,00&nbsp;€</span></del> <span class="screen-reader-text">Ursprünglicher Preis war: 49,00 €</span><ins><span>39,00&nbsp;€</span></ins><span class="screen-reader-text">Aktueller Preis ist: 39,00 €.</span></p>',
      { lang: 'de' },
    ),
    '39.00',
    'EUR',
    '49.00',
  ],
  [
    'words right behind the digits',
    page('<span class="price">₹1,29,900</span><span>M.R.P.: <s>₹1,39,900</s></span>', { lang: 'en-IN' }),
    '129900',
    'INR',
    '139900',
  ],
  [
    'in pieces for the eye',
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
  ['no sign that tells whose', page('<p class="price">$1,299</p>'), '1299', null],
];

describe('the price that a page asks', () => {
  for (const [name, html, amount, currency, list] of shown) {
    test(name, () => {
      const { price } = offerOf(html);
      assert.deepEqual([price?.amount, price?.currency, price?.listAmount], [amount, currency, list ?? null]);
      assert.equal(price?.doubts.length === 0, currency !== null);
    });
  }

  test('the country of the exit tells whose sign it is only where one pays in such a currency', () => {
    const html = page('<p class="price">$1,299</p>');
    assert.equal(offerOf(html, 'CA').price?.currency, 'CAD');
    assert.equal(offerOf(html, 'DE').price?.currency, null);
    assert.equal(offerOf(html, 'DE', 'https://quay.com.au/p/1').price?.currency, 'AUD');
  });

  test('data for machines count where the page bears them out', () => {
    const head = product({ offers: { price: '1299.00', priceCurrency: 'AUD' } });
    const { price } = offerOf(page('<p>$1,299</p>', { head }));
    assert.deepEqual(
      [price?.amount, price?.currency, price?.isShown, price?.doubts],
      ['1299.00', 'AUD', true, []],
    );
  });

  test('where data and page differ the page is told, and doubted', () => {
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

  test('data alone are enough where the page shows no price', () => {
    const head = product({ offers: { '@type': 'Offer', price: 1299, priceCurrency: 'EUR' } });
    const { price } = offerOf(page('<p>Ask for it.</p>', { head }));
    assert.deepEqual([price?.amount, price?.isShown, price?.doubts], ['1299', false, []]);
  });

  test('a point before three digits is of thousands where the page says so, and a doubt where nothing does', () => {
    const head = product({ offers: { price: '1.299', priceCurrency: 'EUR' } });
    assert.equal(offerOf(page('<p>1.299 €</p>', { lang: 'de', head })).price?.amount, '1299');
    const codes = offerOf(page('<p>Ask.</p>', { head })).price?.doubts.map(({ code }) => code);
    assert.deepEqual(codes, ['ambiguous_amount']);
    const dinars = product({ offers: { price: '12.500', priceCurrency: 'KWD' } });
    assert.deepEqual(offerOf(page('<p>Ask.</p>', { head: dinars })).price?.amount, '12.500');
  });

  test('specifications tell list price and tax; offers of another region are not for this one', () => {
    const specified = product({
      offers: {
        priceCurrency: 'EUR',
        priceSpecification: [
          { price: '1499.00', priceType: 'https://schema.org/ListPrice' },
          { price: '1299.00', priceCurrency: 'EUR', valueAddedTaxIncluded: 'true' },
        ],
      },
    });
    const { price } = offerOf(page('<p>Ask.</p>', { head: specified }));
    assert.deepEqual([price?.amount, price?.listAmount, price?.taxIncluded], ['1299.00', '1499.00', true]);
    const regional = product({
      offers: [
        { price: '100.00', priceCurrency: 'USD', eligibleRegion: 'US' },
        { price: '90.00', priceCurrency: 'EUR', eligibleRegion: { '@type': 'Country', name: 'DE' } },
      ],
    });
    assert.equal(offerOf(page('<p>Ask.</p>', { head: regional }), 'DE').price?.amount, '90.00');
    assert.deepEqual(
      offerOf(page('<p>Ask.</p>', { head: regional })).price?.doubts.map(({ code }) => code),
      ['several_prices'],
    );
  });

  test('ranges, lower bounds and prices by the unit are no single price', () => {
    const doubts = (html: string) => offerOf(html).price?.doubts.map(({ code }) => code);
    assert.deepEqual(doubts(page('<p class="price">€10 - €20</p>')), ['price_range']);
    assert.deepEqual(doubts(page('<p>From</p><p class="price">£349</p>')), ['lower_bound']);
    assert.deepEqual(doubts(page('<p class="price">12,50 € / kg</p>', { lang: 'de' })), ['unit_price']);
    const head = product({
      offers: { '@type': 'AggregateOffer', lowPrice: 10, highPrice: 20, priceCurrency: 'EUR' },
    });
    assert.deepEqual(doubts(page('<p>Ask.</p>', { head })), ['price_range']);
  });

  test('tax is taken from beside the price, else from what is said of all prices', () => {
    const tax = (html: string) => offerOf(html).price?.taxIncluded;
    assert.equal(tax(page('<p>39,99 €</p><p>inkl. 19 % MwSt., zzgl. Versand</p>', { lang: 'de' })), true);
    assert.equal(tax(page('<p>39,99 €</p><p>zzgl. 19 % MwSt.</p>', { lang: 'de' })), false);
    assert.equal(tax(page('<p>39,99 € HT</p>', { lang: 'fr' })), false);
    assert.equal(tax(page('<p>￥12,800</p><p>税込</p>', { lang: 'ja' })), true);
    const far = `<p>39,99 €</p>${'<p>Text.</p>'.repeat(30)}<p>Alle Preise inkl. gesetzlicher MwSt.</p>`;
    assert.equal(tax(page(far, { lang: 'de' })), true);
    assert.equal(tax(page('<p>39,99 €</p>')), null);
  });
});

test('availability is what data or page say, in one word', () => {
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

test('what tells the product is taken from its own data, not from that of others', () => {
  const head = linked([
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
