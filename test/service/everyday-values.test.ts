import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService, type TestService } from './running-service.ts';

type Properties = Readonly<Record<string, object>>;

/** Part of a page, the schema of a user, and what a reader answers. */
interface Case {
  name: string;
  title: string;
  html: string;
  /** True if the program of the page shows its title in another element than `h1`. */
  hasOwnTitle?: true;
  properties: Properties;
  expected: unknown;
  /** Quotes of the evidence by pointer. */
  quotes?: Readonly<Record<string, string>>;
}

const number = { type: 'number' };
const integer = { type: 'integer' };
const string = { type: 'string' };
const strings = { type: 'array', items: { type: 'string' } };
const prices: Properties = { price: number, list_price: number };

const saleForms: readonly [string, string][] = [
  ['s and b', '<p class=price><s>€47.95</s> <b>€38.36</b></p>'],
  [
    'WooCommerce',
    `<p class="price"><del aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span>€</span>47.95</bdi></span></del>
     <span class="screen-reader-text">Original price was: €47.95.</span> <ins aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span>€</span>38.36</bdi></span></ins><span class="screen-reader-text">Current price is: €38.36.</span></p>`,
  ],
  [
    'inline style',
    '<div><span style="text-decoration:line-through">$47.95</span> <span class="now">$38.36</span></div>',
  ],
  ['label in front of both', '<p>Price: <del>€47.95</del> €38.36</p>'],
  [
    'rule of a style element',
    '<style>.q7{text-decoration: line-through}</style><div><i class="q7">47,95 €</i> <i class="q8">38,36 €</i></div>',
  ],
  ['words', '<div>RRP: £47.95</div><div>Our price: £38.36</div><div>You save £9.59</div>'],
  [
    'data with the price before',
    '<script type="application/ld+json">{"@type":"Product","name":"Oak stool","offers":{"price":"47.95","priceCurrency":"EUR"}}</script><div class=price><s>€47.95</s> <b>€38.36</b></div>',
  ],
];

const raisedForms: readonly [string, string, number, string][] = [
  ['raised sign and cents', '<p class=price><sup>$</sup>12<sup>99</sup></p>', 12.99, '$12.99'],
  ['named cents', '<p class=price>$<span>12</span><span class="fraction">99</span></p>', 12.99, '$12.99'],
  ['sign behind', '<p><b>12</b><sup>99</sup>€</p>', 12.99, '12.99€'],
  ['thousands', '<p>£<span>1,299</span><sup>00</sup></p>', 1299, '£1,299.00'],
  ['small cents', '<p>€<span>7</span><small>05</small></p>', 7.05, '€7.05'],
];

const cases: readonly Case[] = [
  ...saleForms.map(([name, html]) => ({
    name: `the price of a sale: ${name}`,
    title: 'Oak stool',
    html,
    properties: prices,
    expected: { price: 38.36, list_price: 47.95 },
  })),
  ...raisedForms.map(([name, html, price, quote]) => ({
    name: `an amount as it is shown: ${name}`,
    title: 'Oak stool',
    html,
    properties: { price: number },
    expected: { price },
    quotes: { '/price': quote },
  })),
  {
    name: 'a closed accordion, whose heading does not take the next one as its value',
    title: 'Oak stool',
    html: `<dl><dt>Material</dt><dd>Oak</dd></dl><h3><button aria-expanded="false">Warranty</button></h3><div hidden><p>Five years.</p></div>
      <h3><button aria-expanded="false">Delivery time</button></h3><div hidden><p>Three days.</p></div>
      <div hidden><dl><dt>Weight</dt><dd>9 kg</dd></dl></div>`,
    properties: { material: string, warranty: string, delivery_time: string, weight: string },
    expected: { material: 'Oak', warranty: 'Five years.', delivery_time: 'Three days.', weight: null },
  },
  {
    name: 'a total of an invoice is no duration, and no VAT',
    title: 'Invoice 17',
    html: '<table><tr><td>Net</td><td>€1,037.40</td></tr><tr><td>VAT amount</td><td>€197.10</td></tr></table><p>Total: €1,234.50</p>',
    properties: { total: number, total_amount: number, vat: number },
    expected: { total: 1234.5, total_amount: 1234.5, vat: 197.1 },
  },
  {
    name: 'an answer in words closes the question',
    title: 'Cargo bike',
    html: '<dl><dt>Price<dd>On request<dt>Deposit<dd>€50</dl>',
    properties: { price: number, deposit: number },
    expected: { price: null, deposit: 50 },
  },
  ...['Minimum order: €50', 'Shipping: €9.90', 'Gift voucher: €20'].map((line) => ({
    name: `an amount of something else is no price: ${line}`,
    title: 'Bolts M8',
    html: `<p>${line}</p><p>Strong bolts of steel.</p>`,
    properties: { price: number },
    expected: { price: null },
  })),
  {
    name: 'what is free costs nothing, whatever the certificate costs',
    title: 'Sewing course',
    html: '<p><strong>Price:</strong> Free (certificate €59)</p>',
    properties: { price: number },
    expected: { price: 0 },
  },
  {
    name: 'a telephone is no fax',
    title: 'Contact',
    html: '<p>Phone: <a href="tel:+49221123456">+49 221 123456</a></p>',
    properties: { phone: string, fax: string },
    expected: { phone: '+49 221 123456', fax: null },
  },
  {
    name: 'a fax beside a telephone',
    title: 'Contact',
    html: '<p>Phone: <a href="tel:+49221123456">+49 221 123456</a></p><p>Fax: +49 221 123457</p>',
    properties: { phone: string, fax: string },
    expected: { phone: '+49 221 123456', fax: '+49 221 123457' },
  },
  {
    name: 'figures with scales, losses and signs of falls',
    title: 'Quay plc',
    html: '<table><tr><td>Market cap</td><td>5.81B</td></tr><tr><td>Net income</td><td>(32.1)</td></tr><tr><td>Change</td><td>▼ 4.1%</td></tr></table>',
    properties: { market_cap: number, net_income: number, change: number },
    expected: { market_cap: 5_810_000_000, net_income: -32.1, change: -4.1 },
  },
  {
    name: 'a count in brackets behind a rating with stars',
    title: 'Lamp',
    html: '<div class="rating"><span class="stars">★★★★½</span> 4.5 (123)</div><p>€20.00</p>',
    properties: { rating: number, review_count: integer },
    expected: { rating: 4.5, review_count: 123 },
  },
  {
    name: 'an address and hours are whole blocks',
    title: 'Dentist Zahnwerk',
    html: '<h2>Address</h2><p>Zahnwerk<br>Lindenstraße 14<br>50674 Köln</p><h2>Opening hours</h2><table><tr><td>Monday</td><td>8-17</td></tr><tr><td>Tuesday</td><td>8-12</td></tr></table>',
    properties: { address: string, opening_hours: string },
    expected: {
      address: 'Zahnwerk Lindenstraße 14 50674 Köln',
      opening_hours: 'Monday 8-17 Tuesday 8-12',
    },
  },
  {
    name: 'a list belongs to its label',
    title: 'Making a quilt',
    html: '<p>We made a quilt.</p><p>Labels: <a href=/l/quilts>quilts</a></p>',
    properties: { labels: strings },
    expected: { labels: ['quilts'] },
  },
  {
    name: 'the options of controls',
    title: 'Shirt',
    html: `<ul class=features><li>100% cotton</li><li>Washable</li></ul><fieldset><legend>Size</legend><label><input type=radio name=s> S</label>
      <label><input type=radio name=s> M</label></fieldset><label for=c>Colour</label><select id=c><option value="">Choose</option><option>Red</option>
      <option>Blue</option></select><p>In stock</p>`,
    properties: { sizes: strings, colours: strings },
    expected: { sizes: ['S', 'M'], colours: ['Red', 'Blue'] },
  },
  {
    name: 'a button that cannot be used says that something is sold out',
    title: 'Oak stool',
    html: '<p class=price>€38.36</p><form action=/cart><button disabled>Sold out</button></form>',
    properties: { availability: string, in_stock: { type: 'boolean' } },
    expected: { availability: 'Sold out', in_stock: false },
  },
  {
    name: 'a change beside a time or a number is no part of it',
    title: 'Departures',
    html: `<table><tr><th>Time</th><th>To</th><th>Index</th></tr>
      <tr><td>08:12 <span class=delay>+6</span></td><td>Ashby</td><td>5,120 <span>▼ 0.4%</span></td></tr>
      <tr><td>08:25</td><td>Penrock</td><td>4,980</td></tr></table><p>Call: 2 <b>+</b> 1 rings</p>`,
    properties: {
      departures: {
        type: 'array',
        items: { type: 'object', properties: { time: string, to: string, index: number } },
      },
    },
    expected: {
      departures: [
        { time: '08:12', to: 'Ashby', index: 5120 },
        { time: '08:25', to: 'Penrock', index: 4980 },
      ],
    },
  },
  {
    name: 'columns that are named after years hold figures',
    title: 'Results',
    html: `<table><thead><tr><th>Item</th><th>2025</th><th>2024</th></tr></thead><tbody><tr><td>Revenue</td><td>412.7</td><td>398.1</td></tr>
      <tr><td>Profit</td><td>(32.1)</td><td>18.4</td></tr></tbody></table>`,
    properties: {
      results: {
        type: 'array',
        items: { type: 'object', properties: { item: string, year_2025: number, year_2024: number } },
      },
    },
    expected: {
      results: [
        { item: 'Revenue', year_2025: 412.7, year_2024: 398.1 },
        { item: 'Profit', year_2025: -32.1, year_2024: 18.4 },
      ],
    },
  },
  {
    name: 'a date under the label of something else answers nothing',
    title: 'Order 7',
    html: '<dl><dt>Ordered</dt><dd>6 May 2026</dd><dt>Delivery</dt><dd>£3.50</dd></dl>',
    properties: { delivered_on: { type: 'string', format: 'date' }, delivery: number },
    expected: { delivered_on: null, delivery: 3.5 },
  },
  {
    name: 'the title of an entry under its date, and not the name of the site',
    title: 'Mud and Roses',
    hasOwnTitle: true,
    html: `<h2><a href="/">Mud and Roses</a></h2><h2 class="date-header">Sunday, 8 February 2026</h2><div class="post hentry">
      <h3 class="post-title entry-title">Pruning without fear</h3><div class="post-body entry-content"><p>Cut above an outward bud, at a slant, on a dry day.</p></div></div>
      <h4>3 comments:</h4>`,
    properties: { title: string, comment_count: integer },
    expected: { title: 'Pruning without fear', comment_count: 3 },
  },
  {
    name: 'a question, who asked it, and how many answered',
    title: 'How do I keep bread fresh?',
    hasOwnTitle: true,
    html: `<h1><a href="/q/1">How do I keep bread fresh?</a></h1><div id="question"><p>My loaves dry out.</p><div>asked May 4, 2026 by <a href="/u/12">Rowan</a></div></div>
      <div id="answers"><h2>2 Answers</h2><div class="answer"><p>Freeze half of it, sliced.</p></div><div class="answer"><p>Use a linen bag.</p></div></div>`,
    properties: { question: string, asked_by: string, answer_count: integer, accepted_answer: string },
    expected: {
      question: 'How do I keep bread fresh?',
      asked_by: 'Rowan',
      answer_count: 2,
      accepted_answer: null,
    },
  },
  {
    name: 'the brand of a product, and not the site that sells it',
    title: 'Lumo Desk Fan | Gadget Shelf',
    hasOwnTitle: true,
    html: '<div class="top"><span class="brand">Gadget Shelf</span></div><h1>Lumo Desk Fan</h1><p>Brand: Lumo</p>',
    properties: { brand: string },
    expected: { brand: 'Lumo' },
  },
  {
    name: 'a company is no company number',
    title: 'Contact',
    html: '<h1>Contact</h1><p>Company number: 08812345</p><p>VAT number: GB 123 4567 89</p>',
    properties: { company: string, company_number: string },
    expected: { company: null, company_number: '08812345' },
  },
  {
    name: 'the groups under a title belong to it, up to the next title of groups',
    title: 'Quince pie',
    html: `<p><strong>INGREDIENTS</strong></p><p><strong>Dough</strong></p><ul><li>200 g flour</li><li>100 g butter</li></ul>
      <p><strong>Filling</strong></p><ul><li>3 quinces</li><li>50 g sugar</li></ul><p><strong>METHOD</strong></p><p><strong>Dough</strong></p>
      <ol><li>Rub the butter into the flour.</li><li>Chill it for <strong>one hour</strong>.</li></ol>`,
    properties: { ingredients: strings },
    expected: { ingredients: ['200 g flour', '100 g butter', '3 quinces', '50 g sugar'] },
  },
  {
    name: 'the control beside a heading is no content of its own',
    title: 'Quince pie',
    html: `<div class="bar"><h2>Ingredients</h2><div><button>Fewer persons</button><p>2 persons</p><button>More persons</button></div></div>
      <div class="content"><ul><li>200 g flour</li><li>3 quinces</li></ul></div>`,
    properties: { ingredients: strings },
    expected: { ingredients: ['200 g flour', '3 quinces'] },
  },
  {
    name: 'a list goes on in further boxes of the same form',
    title: 'Tool shed',
    html: `<div class="box"><h3>Tasks</h3><ol><li>Sweep the floor.</li></ol></div><div class="box"></div><div class="box"><ol><li>Oil the saws.</li><li>Hang up the rakes.</li></ol></div>
      <div class="box"><h3>Tools</h3><ol><li>Broom</li><li>Oil</li></ol></div>`,
    properties: { tasks: strings, tools: strings },
    expected: {
      tasks: ['Sweep the floor.', 'Oil the saws.', 'Hang up the rakes.'],
      tools: ['Broom', 'Oil'],
    },
  },
  {
    name: 'marks of footnotes are no part of a value',
    title: 'Tower',
    html: '<table class=infobox><tr><th>Height</th><td>412 m<sup class="reference"><a href="#n1">[1]</a></sup></td></tr></table>',
    properties: { height: string },
    expected: { height: '412 m' },
  },
];

function pageOf({ title, html, hasOwnTitle }: Case): string {
  return `<!DOCTYPE html><html lang="en"><head><title>${title} - Quay</title></head><body><nav><a href=/>Home</a></nav><main>${hasOwnTitle === true ? '' : `<h1>${title}</h1>`}${html}
    <p>Some words about it, so that the page has a text that somebody can read.</p></main><footer><ul><li><a href=/imprint>Imprint</a></li>
    <li><a href=/privacy>Privacy</a></li><li><a href=/terms>Terms</a></li></ul></footer></body></html>`;
}

describe('everyday pages', () => {
  let site: LoopbackServer;
  let service: TestService;
  before(async () => {
    site = await startLoopbackServer(
      '127.0.0.21',
      () => new Map(cases.map((one, at) => [`/${at}`, { body: pageOf(one) }] as const)),
    );
  });
  after(() => site.close());

  test('give the values that a reader would give', async (t) => {
    service = await startTestService(t);
    for (const [at, { name, properties, expected, quotes = {} }] of cases.entries()) {
      await t.test(name, async () => {
        const schema = { type: 'object', properties };
        const { json } = await service.post('/v1/extract', { url: site.url(`/${at}`), schema });
        assert.deepEqual(json.data, expected);
        for (const [pointer, quote] of Object.entries(quotes)) {
          assert.equal(json.evidence[pointer].quote, quote);
        }
      });
    }
  });

  test('a difference between the data and the page is a warning with both values', async (t) => {
    service = await startTestService(t);
    const at = cases.findIndex(({ name }) => name.endsWith('data with the price before'));
    const { json } = await service.post('/v1/extract', {
      url: site.url(`/${at}`),
      schema: { type: 'object', properties: { price: number } },
    });
    const warning = json.warnings.find(({ code }: { code: string }) => code === 'price_conflict');
    assert.match(warning?.message ?? '', /47\.95.*€38\.36/);
  });
});
