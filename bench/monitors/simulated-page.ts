import { type Dice, diceOf, paragraph, sentence } from '../../test/world/words.ts';

/** Milliseconds since the start of the simulation. */
type Instant = number;

/** Period in which a page does not return its content. */
interface Window {
  from: Instant;
  until: Instant;
  what: 'wall' | 'broken' | 'flapping';
}

/** Monitored part of a page. */
export type WatchKind = 'page' | 'selector' | 'focus' | 'fields';

/** Page with known changes. */
export interface SimulatedPage {
  url: string;
  kind: WatchKind;
  /** Times of its real changes, in order. */
  changes: Instant[];
  noises: number;
  /** Returns the number of real changes up to a time. */
  versionAt(at: Instant): number;
  /** Returns the failure of the page at a time, or null. */
  trouble(at: Instant): Window['what'] | null;
  /** Returns the response; no two responses are alike. */
  load(at: Instant, now: Date): { status: number; headers: Record<string, string>; html: string };
}

const stockWords = ['In stock', 'Only 3 left', 'Sold out', 'Back in two weeks'];
const adWords = ['kettles', 'ropes', 'anchors', 'insurance', 'holidays', 'shoes', 'mattresses'];
const quotes = [
  'A fine thing, and it came in time.',
  'My aunt would not part with hers.',
  'Better than the one I had before.',
  'It shines in every weather.',
  'I would buy it again tomorrow.',
  'The colour is warmer than I thought.',
];

function shuffled<Value>(values: readonly Value[], dice: Dice): Value[] {
  return values
    .map((value) => ({ value, at: dice.roll(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}

const token = (dice: Dice) => Array.from({ length: 32 }, () => dice.roll(16).toString(16)).join('');

/** Returns the content after `version` changes: each changes one of price, stock, colours and prose. */
function contentOf(seed: number, version: number) {
  const dice = diceOf(seed * 977 + 3);
  const name = `${dice.pick(['Brass', 'Oak', 'Copper', 'Signal'])} lamp ${seed}`;
  let price = 2_000 + dice.roll(20_000);
  let stock = 0;
  const colours = ['red', 'green', 'blue', 'black', 'white'];
  const prose = [paragraph(dice, 4), paragraph(dice, 5), paragraph(dice, 3)];
  let before = price;
  for (let change = 1; change <= version; change += 1) {
    const steps = diceOf(seed * 7_919 + change * 104_729);
    const kind = steps.roll(5);
    if (kind <= 1 || change % 5 === 1) {
      // Sometimes a price returns to its previous value.
      const back = steps.roll(4) === 0 && before !== price;
      const next = back ? before : price - 50 - steps.roll(Math.floor(price / 4));
      before = price;
      price = next;
    } else if (kind === 2) stock = (stock + 1 + steps.roll(stockWords.length - 1)) % stockWords.length;
    else if (kind === 3) colours.push(`colour number ${change} ${steps.pick(['matt', 'glossy'])}`);
    else prose[steps.roll(prose.length)] = `${sentence(steps)} ${paragraph(steps, 3)} (${change})`;
  }
  return { name, price: (price / 100).toFixed(2), stock: stockWords[stock] as string, colours, prose };
}

/** Returns noise that changes at each noise event and is stable between them. */
function slowNoise(seed: number, noises: number, dice: Dice) {
  const state = diceOf(seed * 31 + noises);
  return {
    ad: `<div class="ad-banner">Advertisement: ${1 + state.roll(90)} % off ${state.pick(adWords)}</div>`,
    sponsored: `<p>Sponsored: the best ${state.pick(adWords)} of ${state.roll(90)} tested</p>`,
    views: `<p>${(1_000 + noises * 37 + state.roll(30)).toLocaleString('en')} views</p>`,
    counter: `<p>Visitors today: ${noises * 11 + state.roll(9)}</p>`,
    related: `<aside class="related"><h2>You may also like</h2><ul>${shuffled(adWords, dice)
      .slice(0, 4)
      .map((word) => `<li><a href="/${word}">${word}</a></li>`)
      .join('')}</ul></aside>`,
    build: `<p>Build: ${token(state).slice(0, 12)}</p>`,
  };
}

/** Returns noise that differs on each load. */
function fastNoise(dice: Dice, now: Date) {
  const clock = now.toISOString();
  return [
    `<p>It is ${clock.slice(11, 19)} now.</p>`,
    `<p>Last updated: ${clock.slice(0, 10)} ${clock.slice(11, 16)}</p>`,
    `<p>${1 + dice.roll(60)} people are viewing this right now</p>`,
    `<p>Somebody said: ${dice.pick(quotes)}</p>`,
    `<p>Request ID: ${token(dice)}</p>`,
    `<p>Ordered ${1 + dice.roll(50)} minutes ago by somebody in ${dice.pick(['Bonn', 'Leith', 'Turku', 'Gent'])}.</p>`,
  ];
}

interface Parts {
  seed: number;
  version: number;
  design: number;
  noises: number;
  now: Date;
  flaps: boolean;
}

function htmlOf({ seed, version, design, noises, now, flaps }: Parts, loads: Dice): string {
  const { name, price, stock, colours, prose } = contentOf(seed, version);
  const slow = slowNoise(seed, noises, loads);
  const chosen = fastNoise(loads, now).filter((_, at) => (seed + at) % 3 !== 0);
  const variant =
    flaps && loads.roll(2) === 0 ? '<p>Free delivery from 30 euros.</p>' : '<p>Delivery costs 4 euros.</p>';
  const offer = `<div class="offer d${design}"><p class="price">€ ${price}</p><p class="stock">${stock}</p></div>`;
  const list = `<ul>${shuffled(colours, loads)
    .map((colour) => `<li>${colour}</li>`)
    .join('')}</ul>`;
  const text = prose
    .map((one) => (design % 2 === 0 ? `<p>${one}</p>` : `<div class="t"><p>${one}</p></div>`))
    .join('');
  return `<!DOCTYPE html><html lang="en"><head><title>${name}</title><meta name="csrf" content="${token(loads)}">
<script type="application/ld+json">{"@type":"Product","name":"${name}","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script>
</head><body><header><nav><a href="/">Home</a> <a href="/cart">Cart (${loads.roll(3)})</a></nav></header>
${slow.ad}<main class="m${design}"><h1>${name}</h1>${offer}<h2>About it</h2>${text}<h2>Colours</h2>${list}
<h2>Notes</h2>${slow.sponsored}${slow.views}${slow.counter}${slow.build}${variant}${chosen.join('')}</main>
${slow.related}<footer>© 2019–${now.getUTCFullYear()} The Lamp Shop. Generated in 0.${100 + loads.roll(900)} s</footer></body></html>`;
}

const wall = '<!DOCTYPE html><title>Just a moment...</title><h1>Checking your browser</h1>';

/** Returns times with a minimum distance of `gap`, the first not before `from`. */
function instants(dice: Dice, count: number, from: Instant, until: Instant, gap: number): Instant[] {
  const slot = (until - from) / count;
  return Array.from({ length: count }, (_, at) => {
    const room = Math.max(1, slot - gap);
    return Math.floor(from + at * slot + dice.roll(Math.floor(room)));
  });
}

/**
 * Simulates page number `seed` over `days` days with real changes, noise events, two redesigns, blocks, failures and
 * alternating content.
 */
export function simulatePage(
  seed: number,
  days: number,
  wanted: { changes: number; noises: number; intervalMs: number },
): SimulatedPage {
  const dice = diceOf(seed + 11);
  const end = days * 86_400_000;
  const { intervalMs } = wanted;
  const changes = instants(dice, wanted.changes, intervalMs * 2, end - intervalMs * 2, intervalMs * 1.1);
  const noises = instants(dice, wanted.noises, 0, end, 0);
  const redesigns = instants(dice, 2, intervalMs * 3, end, intervalMs);
  const windows: Window[] = (['wall', 'broken', 'flapping'] as const).flatMap((what, index) =>
    seed % 3 === index || what === 'wall'
      ? instants(dice, 2, intervalMs * 4, end - intervalMs * 8, intervalMs).map((from) => ({
          from,
          until: from + intervalMs * (what === 'flapping' ? 20 : 1 + dice.roll(3)),
          what,
        }))
      : [],
  );
  const count = (times: readonly Instant[], at: Instant) => times.filter((time) => time <= at).length;
  const loads = diceOf(seed * 65_537 + 1);
  const kinds: WatchKind[] = ['page', 'page', 'selector', 'fields', 'page', 'focus'];
  const troubleAt = (at: Instant) =>
    windows.find(({ from, until }) => at >= from && at < until)?.what ?? null;
  return {
    url: `https://shop-${seed}.example/lamp`,
    kind: kinds[seed % kinds.length] as WatchKind,
    changes,
    noises: noises.length + redesigns.length,
    versionAt: (at) => count(changes, at),
    trouble: troubleAt,
    load(at, now) {
      const what = troubleAt(at);
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      if (what === 'wall')
        return { status: 403, headers: { ...headers, 'cf-mitigated': 'challenge' }, html: wall };
      if (what === 'broken') return { status: 502, headers, html: '<title>Bad gateway</title><h1>502</h1>' };
      const version = count(changes, at);
      const design = count(redesigns, at);
      const parts = { seed, version, design, noises: count(noises, at), now, flaps: what === 'flapping' };
      return { status: 200, headers, html: htmlOf(parts, loads) };
    },
  };
}

/** Returns a text that differs if and only if the monitored part of the content differs. */
export function watchedContent(seed: number, version: number, kind: WatchKind): string {
  const { name, price, stock, colours, prose } = contentOf(seed, version);
  if (kind === 'fields') return price;
  if (kind === 'selector') return `${price} ${stock}`;
  if (kind === 'focus') return [...colours].sort().join(' ');
  return JSON.stringify([name, price, stock, [...colours].sort(), prose]);
}
