import { type Answer, type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { diceOf, paragraph } from './words.ts';

/** Current content of a page, which tests can change. */
export interface ChangingPage {
  name: string;
  price: string;
  stock: string;
  /** Items shown in a different order on each load. */
  items: string[];
  /** Paragraphs of the page. */
  text: string[];
  /** True if tokens, counters, clocks, advertisements and testimonials differ on each load. */
  isNoisy: boolean;
  /** Texts of which each load shows the next one. */
  turns: string[];
  /** Markup of the page: classes and elements differ, the text does not. */
  design: 'old' | 'new';
  /** Response sent instead of the page. */
  instead: 'nothing' | 'wall' | 'missing' | 'broken' | 'loading';
}

/** Shop whose pages tests can change. */
export interface ChangingSite extends LoopbackServer {
  /** Returns the page at a path, created on first use. */
  page(path: string): ChangingPage;
}

const praise = [
  'A fine thing, and it came in time.',
  'My aunt would not part with hers.',
  'Better than the one I had before.',
  'It shines in every weather.',
  'I would buy it again tomorrow.',
];
const wares = ['kettles', 'ropes', 'anchors', 'blankets', 'ladders', 'barrels'];

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}

function shuffled(values: readonly string[]): string[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

const token = () => Math.random().toString(36).slice(2) + Math.random().toString(36).slice(2);
const number = (most: number) => Math.floor(Math.random() * most);

/** Returns content that differs on each load and is noise. */
function noise(count: number): { head: string; body: string } {
  const now = new Date();
  return {
    head: `<meta name="csrf-token" content="${token()}"><script nonce="${token()}">window.t=${Date.now()}</script>`,
    body: [
      `<div class="ad">Advertisement: ${number(90)} % off ${pick(wares)} today only</div>`,
      `<p>${number(90_000).toLocaleString('en')} views</p>`,
      `<p>${1 + number(40)} people are viewing this right now</p>`,
      `<p>It is ${now.toISOString().slice(11, 19)} on ${now.toISOString().slice(0, 10)}.</p>`,
      `<p>Somebody said: ${praise[count % praise.length]}</p>`,
      `<p>Session: ${token()}</p>`,
    ].join('\n'),
  };
}

function htmlOf(path: string, page: ChangingPage, count: number): string {
  const { head, body } = page.isNoisy ? noise(count) : { head: '', body: '' };
  const { name, price, stock, design } = page;
  const turn = page.turns.length === 0 ? '' : `<p>${page.turns[count % page.turns.length]}</p>`;
  const prose = paragraph(diceOf(path.length * 31 + name.length), 5);
  const facts =
    design === 'old'
      ? `<p class="price">${price}</p><p class="stock">${stock}</p>`
      : `<div class="offer-box"><div><b>${price}</b></div><div><i>${stock}</i></div></div>`;
  const items = `<ul class="colours">${shuffled(page.items)
    .map((item) => `<li>${item}</li>`)
    .join('')}</ul>`;
  const main = `<h1>${name}</h1>${facts}<h2>About it</h2><p>${prose}</p>${page.text
    .map((text) => `<p>${text}</p>`)
    .join('')}<h2>Colours</h2>${items}${turn}${body}`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${head}</head><body>
<header><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav></header>
<main class="${design === 'old' ? 'product' : 'layout-7 grid'}">${main}</main>
<footer><p>© 2019–${new Date().getFullYear()} The Lamp Shop</p></footer></body></html>`;
}

const wall =
  '<!DOCTYPE html><html lang="en"><head><title>Just a moment...</title></head><body><h1>Checking your browser</h1></body></html>';

function answerOf(path: string, page: ChangingPage, count: number): Answer {
  switch (page.instead) {
    case 'wall':
      return { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: wall };
    case 'missing':
      return { status: 404, body: '<!DOCTYPE html><title>Gone</title><h1>There is no such page</h1>' };
    case 'broken':
      return { status: 503, body: '<!DOCTYPE html><title>Broken</title><h1>Try again later</h1>' };
    case 'loading':
      return { body: `<!DOCTYPE html><title>${page.name}</title><main><p>Please wait</p></main>` };
    default:
      return { body: htmlOf(path, page, count) };
  }
}

/** Starts the shop on its own loopback address. */
export async function startChangingSite(address = '127.0.0.21'): Promise<ChangingSite> {
  const pages = new Map<string, ChangingPage>();
  const pageAt = (path: string): ChangingPage => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const made: ChangingPage = {
      name: `Lamp ${path.slice(1)}`,
      price: '€ 40.00',
      stock: 'In stock',
      items: ['red', 'green', 'blue', 'black'],
      text: [],
      isNoisy: true,
      turns: [],
      design: 'old',
      instead: 'nothing',
    };
    pages.set(path, made);
    return made;
  };
  const server = await startLoopbackServer(
    address,
    () => new Map([['/*', (_request, url, count) => answerOf(url.pathname, pageAt(url.pathname), count)]]),
  );
  return Object.assign(Object.create(server) as LoopbackServer, { page: pageAt });
}
