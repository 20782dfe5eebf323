import { gzipSync } from 'node:zlib';
import type { WorldCapture } from './warc-files.ts';

// Archived site with every kind of history: pages that change, that only seem to change, that disappear and that
// return.

/** The site's URL in the archives. */
export const pastSite = 'http://past.example';

const filler =
  'Harbour cranes lift what ships bring, and have done so since there were harbours. This page tells what the yard has to offer, when it is open and whom to ask for the keys of the workshop.';

/** Returns a page with tokens, a clock and a counter, which differ in every capture and are noise. */
export function pastPage(title: string, paragraphs: readonly string[], noise: number): string {
  const token = (noise * 2_654_435_761).toString(16).padStart(16, 'a').slice(-16);
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title><meta name="csrf-token" content="${token}">
<script nonce="${token}">window.session = "${token.repeat(1 + (noise % 3))}";</script></head><body>
<nav><a href="/">Home</a> <a href="/news?sid=${token}">News</a></nav><main><h1>${title}</h1><p>${filler}</p>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</main>
<form><input type="hidden" name="token" value="${token}"></form><footer><p>${1_000 + noise} visitors</p></footer></body></html>`;
}

const price = (amount: string) => [`The crane costs ${amount} euros with its hook.`];

function product(amount: string, noise: number): string {
  return pastPage('Yard crane', price(amount), noise);
}

/** Returns captures of a page whose price changes twice; all other differences are noise. */
function priced(): WorldCapture[] {
  const amounts = ['1,200', '1,200', '1,200', '1,350', '1,350', '990', '990', '990'];
  return amounts.map((amount, at) => ({
    url: `${pastSite}/crane`,
    at: `${2012 + at}0601120000`,
    body: product(amount, at),
  }));
}

const moved: WorldCapture[] = [
  { url: `${pastSite}/`, at: '20100105101010', body: pastPage('Past yard', ['Welcome to the yard.'], 1) },
  {
    url: `${pastSite}/`,
    at: '20110105101010',
    body: pastPage('Past yard', ['Welcome to the yard.'], 1),
    isRevisit: true,
  },
  {
    url: 'http://www.past.example/',
    at: '20120105101010',
    body: pastPage('Past yard', ['Welcome to the new yard.'], 2),
  },
  {
    url: 'http://www.past.example/',
    at: '20140105101010',
    status: 301,
    headers: { location: 'https://past.example/' },
    body: '',
  },
  {
    url: 'https://past.example/',
    at: '20140105101012',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(pastPage('Past yard', ['Welcome to the new yard.'], 3)),
  },
  {
    url: 'https://past.example/',
    at: '20160105101010',
    body: pastPage('Past yard', ['Welcome to the third yard.'], 4),
  },
];

const gone: WorldCapture[] = [
  { url: `${pastSite}/gone`, at: '20130101000000', body: pastPage('A page that went', ['It is here.'], 1) },
  { url: `${pastSite}/gone`, at: '20140101000000', status: 404, body: pastPage('Not found', [], 2) },
  { url: `${pastSite}/gone`, at: '20140601000000', status: 429, body: 'too many' },
  { url: `${pastSite}/gone`, at: '20150101000000', status: 404, body: pastPage('Not found', [], 3) },
  {
    url: `${pastSite}/gone`,
    at: '20160101000000',
    body: pastPage('A page that went', ['It is here again.'], 4),
  },
];

const challenge =
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><div id="cf-wrapper"><noscript>Enable JavaScript and cookies to continue</noscript></div><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>';

const walls: WorldCapture[] = [
  {
    url: `${pastSite}/walled`,
    at: '20150101000000',
    body: pastPage('Before the wall', ['Still readable.'], 1),
  },
  { url: `${pastSite}/walled`, at: '20160601000000', body: challenge },
  { url: `${pastSite}/cut`, at: '20150101000000', body: pastPage('Whole', ['Beginning.', 'End.'], 1) },
  {
    url: `${pastSite}/cut`,
    at: '20160101000000',
    body: pastPage('Whole', ['Beginning.', 'End.'], 2).slice(0, 700),
    truncated: 'length',
  },
];

const others: WorldCapture[] = [
  { url: `${pastSite}/old`, at: '20150101000000', status: 301, headers: { location: '/crane' }, body: '' },
  {
    url: `${pastSite}/report.pdf`,
    at: '20150101000000',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.4',
  },
  {
    url: `${pastSite}/feed.xml`,
    at: '20150101000000',
    headers: { 'content-type': 'application/rss+xml' },
    body: '<rss></rss>',
  },
  {
    url: `${pastSite}/crane.png`,
    at: '20150101000000',
    headers: { 'content-type': 'image/png' },
    body: 'png',
  },
  { url: `${pastSite}/list?utm_source=a&page=2`, at: '20150101000000', body: pastPage('List', ['Two.'], 1) },
  { url: `${pastSite}/list?page=2`, at: '20160101000000', body: pastPage('List', ['Two.'], 2) },
  { url: `${pastSite}/a%22%3E`, at: '20150101000000', body: pastPage('Junk', [], 1) },
  {
    url: `${pastSite}/umlaut`,
    at: '20050101000000',
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(pastPage('Grüße', ['Schöne Kräne für große Häfen.'], 1), 'latin1'),
  },
  { url: 'http://shop.past.example/', at: '20150101000000', body: pastPage('Shop', ['Cranes.'], 1) },
];

/** All captures in the archives of the test world. */
export const pastCaptures: readonly WorldCapture[] = [...priced(), ...moved, ...gone, ...walls, ...others];
